// The files of the web side: pages, their script and their style, as they are in app/web/pages.
#pragma once

#include <string_view>

namespace app::web {

struct Page {
  std::string_view path;  // as it is asked for
  std::string_view type;  // its media type
  // {{query}}, {{heading}}, {{referee}} and {{player}} stand for the token and language of who asks and for what he sees,
  // {{player_script}} for its script; {{tr .. }} and {{lang}}: spoken.h
  std::string_view text;
};
/// Null: there is no such page.
[[nodiscard]] const Page* find_page(std::string_view path);
/// What the page of red or blue has beside the others': his dice and letters.
[[nodiscard]] std::string_view player_part();

}  // namespace app::web

// The files of the web side: pages, their script and their style, as they are in app/web/pages.
#pragma once

#include <string_view>

namespace app::web {

struct Page {
  std::string_view path;  // as it is asked for
  std::string_view type;  // its media type
  std::string_view
      text;  // {{query}} stands for the token and language of who asks, {{heading}} for what he sees; {{tr .. }} and {{lang}}: spoken.h
};
/// Null: there is no such page.
[[nodiscard]] const Page* find_page(std::string_view path);

}  // namespace app::web

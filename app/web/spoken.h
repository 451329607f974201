// Pages and feeds in the language of who reads them. Pages are filled in when they are given out: what stands there between {{tr and }}
// is a text of the catalogue "pages". Of JSON only what a page asked for with ?lang= is translated; to everybody else it stays as it is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "app/tongue/tongue.h"
#include "app/web/feed.h"
#include "app/web/gate.h"
#include "app/web/pages.h"

namespace app::web {

/// Of ?lang=, else what the browser likes best (Accept-Language) of what we speak; English for everything else.
[[nodiscard]] tongue::Language language_of_page(const Request& request);
/// Of ?lang= alone, so that programs are not answered differently by what their library says of languages.
[[nodiscard]] tongue::Language language_of_data(const Request& request);

/// A text of the catalogue "pages".
[[nodiscard]] std::string page_text(const std::string& english, tongue::Language language);
/// Text as HTML has it.
[[nodiscard]] std::string escaped(std::string_view text);
/// The page's text with what {{tr .. }} and {{lang}} stand for.
[[nodiscard]] std::string spoken(const Page& page, tongue::Language language);
/// What a page's links carry on, as there are no cookies: "?token=..&lang=fr", or nothing.
[[nodiscard]] std::string query_of(const Request& request);
/// A line of JSON whose sentences - what rulings say, turn and phase - are in this language. Who calls the judge is left in his own words.
[[nodiscard]] std::string spoken_json(const std::string& json, tongue::Language language);

/// The last events of one feed as they are told in other languages: each is translated once, however many watch. The server's thread's own.
class Interpreter {
 public:
  /// As it goes over the line.
  [[nodiscard]] std::string text_of(const FeedEvent& event, tongue::Language language);

 private:
  std::map<std::pair<std::uint64_t, tongue::Language>, std::string> kept_;
};

}  // namespace app::web

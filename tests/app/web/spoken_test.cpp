// Pages and feeds in three languages: the browser's, or ?lang=. Nothing of a page stays English, and no JSON changes for who asks for none.
#include "app/web/spoken.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "app/hall/hall_site.h"
#include "app/tongue/catalogue.h"
#include "app/tongue/length.h"
#include "app/web/site.h"
#include "tests/app/web/client.h"

namespace spoken_test {
namespace {

using namespace app::web;
using testing::HasSubstr;
using testing::Not;
using tongue::Language;
using web_client::Reply;

constexpr std::array kOthers{Language::French, Language::German};
constexpr std::size_t kLargestPage = 60'000;

struct Served {
  Served()
      : site(Gate(Tokens(), false, {}), {}),
        server(Server::open({.port = 0}, [this](const Request& request, bool whole) { return site.answer(request, whole); }).value()) {
    site.on_news([this] { server->wake(); });
  }
  ~Served() { site.on_news({}); }
  [[nodiscard]] Reply get(const std::string& path, const web_client::Headers& headers = {}) const {
    return web_client::ask(server->port(), "GET", path, headers);
  }

  Site site;
  std::unique_ptr<Server> server;
};

/// Every page that a person reads, and the scripts that write into them.
std::vector<const Page*> pages() {
  std::vector<const Page*> out;
  for (const char* path : {"/", "/player", "/overlay", "/watch.js", "/player.js", "/overlay.js"}) out.push_back(find_page(path));
  for (const char* path : {"/", "/wall", "/hall.js"}) out.push_back(app::hall::find_hall_page(path));
  static const Page of_players{"a player's part of /player", "text/html; charset=utf-8", player_part()};
  out.push_back(&of_players);
  return out;
}

std::set<std::string> marked_in(std::string_view text) {
  static const std::regex mark(R"re(\{\{tr (.*?) \}\})re");
  const std::string all(text);
  std::set<std::string> out;
  for (std::sregex_iterator each(all.begin(), all.end(), mark), end; each != end; ++each) out.insert((*each)[1]);
  return out;
}

std::multiset<std::string> places_in(const std::string& text) {
  static const std::regex place(R"re(\{\d\})re");
  return {std::sregex_token_iterator(text.begin(), text.end(), place), {}};
}

/// What a person reads of a page: what stands outside of tags, or between the quotes of a script.
std::string read_of(const std::string& text, bool script) {
  static const std::regex tag("<[^>]*>"), quoted(R"re('((?:[^'\\\n]|\\.)*)')re"), comment(R"re((^|\s)//[^\n]*)re");
  if (!script) return std::regex_replace(text, tag, "\n");
  std::string out;
  const std::string code = std::regex_replace(text, comment, "");
  for (std::sregex_iterator each(code.begin(), code.end(), quoted), end; each != end; ++each) out += (*each)[1].str() + "\n";
  return out;
}

Language spoken_to(const std::string& accept, const std::string& asked = "") {
  Request request;
  request.accept_language = accept;
  request.language = asked;
  return language_of_page(request);
}

TEST(Spoken, TheBrowsersLanguageIsTakenUnlessTheAddressNamesOne) {
  EXPECT_EQ(spoken_to(""), Language::English);
  EXPECT_EQ(spoken_to("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5"), Language::French);
  EXPECT_EQ(spoken_to("DE-at"), Language::German);
  EXPECT_EQ(spoken_to("it, de;q=0.3, en;q=0.2"), Language::German);
  EXPECT_EQ(spoken_to("fr;q=0, de;q=0.1"), Language::German);
  EXPECT_EQ(spoken_to("it, es;q=0.5"), Language::English);
  EXPECT_EQ(spoken_to(";;q=,,fr;q=x"), Language::English);
  EXPECT_EQ(spoken_to("fr", "de"), Language::German);
  EXPECT_EQ(spoken_to("fr", "xx"), Language::English);
}

TEST(Spoken, EveryTextOfThePagesIsInEveryCatalogueWithItsPlaces) {
  std::set<std::string> wanted{"The table", "The referee", "Your side: {0}", "red", "blue"};  // what the server itself writes
  for (const Page* page : pages()) wanted.merge(marked_in(page->text));
  for (const Language language : kOthers) {
    std::set<std::string> known;
    for (const tongue::Message& message : tongue::messages_of("pages", language)) {
      known.insert(message.english);
      EXPECT_EQ(places_in(message.english), places_in(message.translated)) << message.english;
      EXPECT_NE(message.translated, "") << message.english;
    }
    EXPECT_EQ(known, wanted) << tongue::code_of(language);
  }
}

TEST(Spoken, EveryPageAnswersInThreeLanguages) {
  const Served served;
  for (const char* path : {"/", "/player", "/overlay"})
    for (const char* code : {"en", "fr", "de"}) {
      const std::string mark = std::string("<html lang=\"") + code + "\">";
      const Reply by_browser = served.get(path, {{"Accept-Language", std::string(code) + ", *;q=0.1"}});
      const Reply by_address = served.get(std::string(path) + "?lang=" + code, {{"Accept-Language", "de"}});
      EXPECT_THAT(by_browser.body, HasSubstr(mark)) << path;
      EXPECT_EQ(by_browser.headers.at("vary"), "accept-language");
      EXPECT_THAT(by_address.body, HasSubstr(mark)) << path;
      EXPECT_THAT(by_address.body, HasSubstr(std::string(".js?lang=") + code)) << path << ": the address goes on in its language";
      EXPECT_LE(by_address.body.size(), kLargestPage);
    }
  const Reply unknown = served.get("/?lang=%22%3E%3Cscript%3E");
  EXPECT_THAT(unknown.body, HasSubstr("<html lang=\"en\">"));
  EXPECT_THAT(unknown.body, Not(HasSubstr("\"><script>")));
}

TEST(Spoken, NothingOfAPageStaysEnglish) {
  static const std::regex english(R"re(\b(the|and|of|is|are|been|nobody|nothing|not|lost|seen|what|may|choose|yes|ago|away|settled)\b)re",
                                  std::regex::icase);
  for (const Page* page : pages())
    for (const Language language : kOthers) {
      const std::string text = spoken(*page, language);
      EXPECT_THAT(text, Not(HasSubstr("{{tr")));
      EXPECT_LE(text.size(), kLargestPage);
      const bool script = page->type.starts_with("text/javascript");
      std::string read = read_of(text, script);
      if (script) {  // words between programs: keys, events and addresses have no blanks
        static const std::regex lone(R"re((^|\n)[^ \n]*(?=\n))re");
        read = std::regex_replace(read, lone, "\n");
      }
      std::smatch found;
      EXPECT_FALSE(std::regex_search(read, found, english))
          << page->path << " in " << tongue::code_of(language) << ": " << found.prefix() << "[" << found.str() << "]";
    }
}

TEST(Spoken, ATextInAScriptCannotEndItsQuotes) {
  const Page script{"/x.js", "text/javascript; charset=utf-8", "say('{{tr it's \\ here }}', '{{lang}}', {{not ours}});"};
  EXPECT_EQ(spoken(script, Language::French), "say('it\\'s \\\\ here', 'fr', {{not ours}});");
  const Page page{"/x", "text/html; charset=utf-8", "<p>{{tr a < b }}</p>{{tr no end"};
  EXPECT_EQ(spoken(page, Language::German), "<p>a &#60; b</p>{{tr no end");
}

constexpr const char* kState =
    R"({"turn":7,"caption":{"turn":"Turn 3","phase":"melee","ruling":{"verdict":"no","says":"nobody falls"}},"rulings":{"log":[{"says":"unheard of"}]},)"
    R"("calls":[{"kind":"judge","says":"nobody falls"}],"findings":[{"code":"x","says":"nobody falls"}]})";

TEST(Spoken, SentencesOfTheStateAreTranslatedForWhoAsksForIt) {
  Served served;
  served.site.show([] { return std::string(kState) + "\n"; });
  EXPECT_EQ(served.get("/api/state").body, std::string(kState) + "\n");
  EXPECT_EQ(served.get("/api/state", {{"Accept-Language", "fr"}}).body, std::string(kState) + "\n");
  EXPECT_EQ(served.get("/api/state?lang=xx").body, std::string(kState) + "\n");
  const auto french = nlohmann::json::parse(served.get("/api/state?lang=fr").body);
  EXPECT_EQ(french["caption"]["ruling"]["says"], "personne ne tombe");
  EXPECT_EQ(french["caption"]["ruling"]["verdict"], "no");
  EXPECT_EQ(french["caption"]["turn"], "Tour 3");
  EXPECT_EQ(french["caption"]["phase"], "mêlée");
  EXPECT_EQ(french["turn"], 7);
  EXPECT_EQ(french["rulings"]["log"][0]["says"], "unheard of");
  EXPECT_EQ(french["calls"][0]["says"], "nobody falls") << "who calls the judge is left in his own words";
  EXPECT_EQ(french["findings"][0]["says"], "nobody falls");
}

TEST(Spoken, DataAreInInchesWhateverTheWindowMeasuresIn) {
  const std::string data = R"({"says":"the line of fire passes 0.81 in from R1, needs 1 in"})";
  const std::string before = spoken_json(data, Language::German);
  tongue::use(tongue::Units::Centimetres);
  EXPECT_EQ(spoken_json(data, Language::German), before);
  tongue::use(tongue::Units::Inches);
  EXPECT_NE(before, data);
}

TEST(Spoken, EachEventIsTranslatedAndKeepsItsId) {
  Interpreter interpreter;
  const FeedEvent ruling{12, "ruling", R"({"verdict":"no","says":"nobody falls"})"};
  EXPECT_EQ(interpreter.text_of(ruling, Language::English), ruling.text());
  for (int again = 0; again < 2; ++again)
    EXPECT_EQ(interpreter.text_of(ruling, Language::German),
              "id: 12\nevent: ruling\ndata: {\"verdict\":\"no\",\"says\":\"niemand fällt\"}\n\n");
  const FeedEvent call{13, "judge", R"({"says":"nobody falls","by":"red"})"};
  EXPECT_EQ(interpreter.text_of(call, Language::German), call.text());
  for (std::uint64_t id = 100; id < 400; ++id)
    EXPECT_THAT(interpreter.text_of({id, "ruling", R"({"says":"nobody falls"})"}, Language::French), HasSubstr("personne ne tombe"));
  EXPECT_EQ(interpreter.text_of({14, "odd", "no JSON"}, Language::French), (FeedEvent{14, "odd", "no JSON"}).text());
}

TEST(Spoken, AStreamIsTranslatedForWhoAsksForIt) {
  Served served;
  served.site.tell("ruling", R"({"says":"nobody falls"})");
  web_client::Line line(served.server->port());
  line.send("GET /api/events?lang=de&last-event-id=0 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_THAT(line.until("niemand fällt"), HasSubstr("event: ruling"));
}

}  // namespace
}  // namespace spoken_test

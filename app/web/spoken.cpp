#include "app/web/spoken.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "app/tongue/catalogue.h"
#include "app/tongue/length.h"
#include "app/tongue/rulings.h"

namespace app::web {
namespace {

using Json = nlohmann::ordered_json;
using tongue::Language;

constexpr std::string_view kMark = "{{tr ", kMarkEnd = " }}", kLanguageMark = "{{lang}}";
/// Watchers of one feed are this near together, or come back one by one.
constexpr std::size_t kMostInterpreted = 64;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// "fr" of "fr-CH": the languages we speak differ by no country.
std::optional<Language> language_tagged(std::string_view tag) {
  std::string plain(tag.substr(0, tag.find('-')));
  std::ranges::transform(plain, plain.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return tongue::language_named(plain);
}

/// RFC 9110: languages with weights; none where we speak none of them.
std::optional<Language> language_accepted(std::string_view header) {
  std::optional<Language> best;
  double most = 0.0;
  while (!header.empty()) {
    const std::string_view one = header.substr(0, header.find(','));
    header.remove_prefix(std::min(one.size() + 1, header.size()));
    const std::size_t semicolon = std::min(one.find(';'), one.size());
    const std::size_t weight = one.find("q=", semicolon);
    const double likes = weight == std::string_view::npos ? 1.0 : std::strtod(std::string(one.substr(weight + 2)).c_str(), nullptr);
    const auto language = language_tagged(trimmed(one.substr(0, semicolon)));
    if (language && likes > most) best = language, most = likes;
  }
  return best;
}

/// As it stands between the quotes of a script.
std::string quoted_in_script(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '\'') out += '\\';
    out += c;
  }
  return out;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as what we publish
void speak_in(Json& json) {
  const bool in_own_words = json.is_object() && ((json.contains("kind") && json["kind"] == "judge") || json.contains("code"));
  if (in_own_words || !json.is_structured()) return;
  for (auto it = json.begin(); it != json.end(); ++it) {
    const bool sentence = json.is_object() && it->is_string() && (it.key() == "says" || it.key() == "turn" || it.key() == "phase");
    if (sentence)
      *it = tongue::ruling(it->get<std::string>());
    else
      speak_in(*it);
  }
}

}  // namespace

Language language_of_data(const Request& request) { return language_tagged(request.language).value_or(Language::English); }

Language language_of_page(const Request& request) {
  if (!request.language.empty()) return language_of_data(request);
  return language_accepted(request.accept_language).value_or(Language::English);
}

std::string page_text(const std::string& english, Language language) {
  const auto table_of = [](Language of) {
    std::unordered_map<std::string, std::string> out;
    for (tongue::Message& message : tongue::messages_of("pages", of))
      out.emplace(std::move(message.english), std::move(message.translated));
    return out;
  };
  static const auto french = table_of(Language::French), german = table_of(Language::German);
  if (language == Language::English) return english;
  const auto& table = language == Language::French ? french : german;
  const auto found = table.find(english);
  return found == table.end() || found->second.empty() ? english : found->second;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\'')
      out += fmt::format("&#{};", static_cast<int>(c));
    else
      out += c;
  }
  return out;
}

std::string spoken(const Page& page, Language language) {
  const bool script = page.type.starts_with("text/javascript");
  std::string out;
  std::string_view left = page.text;
  for (std::size_t at = left.find("{{"); at != std::string_view::npos; at = left.find("{{")) {
    out += left.substr(0, at);
    left.remove_prefix(at);
    const std::size_t end = left.starts_with(kMark) ? left.find(kMarkEnd) : std::string_view::npos;
    if (left.starts_with(kLanguageMark)) {
      out += tongue::code_of(language);
      left.remove_prefix(kLanguageMark.size());
    } else if (end != std::string_view::npos) {
      const std::string text = page_text(std::string(left.substr(kMark.size(), end - kMark.size())), language);
      out += script ? quoted_in_script(text) : escaped(text);
      left.remove_prefix(end + kMarkEnd.size());
    } else {
      out += "{{";
      left.remove_prefix(2);
    }
  }
  return out += left;
}

std::string query_of(const Request& request) {
  std::string out;
  // A token has no sign that means anything in HTML, and of the language we write our own word for it.
  if (!request.token.empty()) out = "?token=" + request.token;
  if (!request.language.empty()) out += std::string(out.empty() ? "?" : "&#38;") + "lang=" + tongue::code_of(language_of_data(request));
  return out;
}

std::string spoken_json(const std::string& json, Language language) {
  if (language == Language::English) return json;
  Json parsed = Json::parse(json, nullptr, false);
  if (parsed.is_discarded()) return json;
  const tongue::Within within(language);
  const tongue::InInches inches;
  speak_in(parsed);
  return parsed.dump(-1, ' ', false, Json::error_handler_t::replace) + (json.ends_with('\n') ? "\n" : "");
}

std::string Interpreter::text_of(const FeedEvent& event, Language language) {
  if (language == Language::English || event.name == "judge" || event.name == "finding") return event.text();
  const auto [kept, fresh] = kept_.try_emplace({event.id, language});
  if (fresh) kept->second = FeedEvent{event.id, event.name, spoken_json(event.data, language)}.text();
  std::string out = kept->second;
  if (kept_.size() > kMostInterpreted) kept_.erase(kept_.begin());
  return out;
}

}  // namespace app::web

#include "app/tongue/tongue.h"

#include <algorithm>
#include <atomic>
#include <boost/locale/gnu_gettext.hpp>
#include <cstdlib>
#include <filesystem>
#include <locale>
#include <utility>

namespace tongue {
namespace {

namespace fs = std::filesystem;
using Messages = boost::locale::message_format<char>;

/// Where the catalogues lie, seen from the program's own folder: built, installed.
constexpr std::array kFromProgram{"share/locale", "../share/locale"};

std::atomic<Language> spoken_by_all{Language::English};
thread_local std::optional<Language> spoken_here;
thread_local bool recorded_here = false;

/// A language's catalogue for as long as the program runs: texts of it are handed out without a copy.
class Catalogue {
 public:
  explicit Catalogue(Language language) {
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    boost::locale::gnu_gettext::messages_info wanted;
    wanted.language = code_of(language);
    wanted.encoding = "UTF-8";
    wanted.domains.emplace_back("vedette");
    for (const char* folder : kFromProgram) wanted.paths.push_back((program / folder).string());
    holder_ = std::locale(std::locale::classic(), boost::locale::gnu_gettext::create_messages_facet<char>(wanted));
    messages_ = &std::use_facet<Messages>(holder_);
  }
  [[nodiscard]] const Messages& messages() const { return *messages_; }

 private:
  std::locale holder_;
  const Messages* messages_ = nullptr;
};

/// Null: English, which needs none.
const Messages* catalogue_in_use() {
  static const Catalogue french(Language::French), german(Language::German);
  switch (in_use()) {
    case Language::English: return nullptr;
    case Language::French: return &french.messages();
    case Language::German: return &german.messages();
  }
  return nullptr;
}

}  // namespace

const char* code_of(Language language) { return std::ranges::find(kLanguages, language, &LanguageName::language)->code; }

std::optional<Language> language_named(std::string_view code) {
  const std::string_view name = code.substr(0, code.find_first_of("_.@"));
  const auto known = std::ranges::find(kLanguages, name, &LanguageName::code);
  return known == kLanguages.end() ? std::nullopt : std::optional(known->language);
}

Language language_of_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(name); value && *value) return language_named(value).value_or(Language::English);
  return Language::English;
}

void use(Language language) { spoken_by_all = language; }

Language in_use() {
  if (recorded_here) return Language::English;
  return spoken_here.value_or(spoken_by_all.load(std::memory_order_relaxed));
}

Within::Within(Language language) : before_(std::exchange(spoken_here, language)) {}
Within::~Within() { spoken_here = before_; }

AsRecorded::AsRecorded() : before_(std::exchange(recorded_here, true)) {}
AsRecorded::~AsRecorded() { recorded_here = before_; }
bool detail::as_recorded() { return recorded_here; }

const char* tr(const char* english) { return trc(nullptr, english); }

std::string tr(std::string_view english) {
  const std::string key(english);
  return tr(key.c_str());
}

const char* trc(const char* context, const char* english) {
  const Messages* const messages = *english ? catalogue_in_use() : nullptr;  // the empty text is the catalogue's own header
  const char* const found = messages ? messages->get(0, context, english) : nullptr;
  return found ? found : english;
}

const char* trn(const char* one, const char* many, long long count) {
  const Messages* const messages = catalogue_in_use();
  const char* const found =
      messages ? messages->get(0, nullptr, one, static_cast<int>(std::clamp(count, -1'000'000LL, 1'000'000LL))) : nullptr;
  return found ? found : (count == 1 ? one : many);
}

std::string detail::filled(const char* translated, const char* english, fmt::format_args arguments) {
  try {
    return fmt::vformat(translated, arguments);
  } catch (const fmt::format_error&) {  // a catalogue that was not checked
    return fmt::vformat(english, arguments);
  }
}

}  // namespace tongue

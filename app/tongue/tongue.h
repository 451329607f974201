// What people read, in their language: the English text is the key, GNU gettext catalogues hold the others.
//   The .mo files lie under share/locale beside the program or above it. No system locale is asked for or set: numbers keep their
//   points, and a bare machine without locales speaks French and German all the same. Records, evidence and what other programs are sent
//   stay English (AsRecorded).
#pragma once

#include <fmt/format.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tongue {

enum class Language { English, French, German };

struct LanguageName {
  Language language;
  const char *code, *own_name;  // "fr", "Français"
};
inline constexpr std::array<LanguageName, 3> kLanguages{
    {{Language::English, "en", "English"}, {Language::French, "fr", "Français"}, {Language::German, "de", "Deutsch"}}};

[[nodiscard]] const char* code_of(Language language);
/// The language with this code, "fr"; also of a locale's name ("fr_FR.UTF-8"). Empty: we do not speak it.
[[nodiscard]] std::optional<Language> language_named(std::string_view code);
/// What the environment asks for: the first of LC_ALL, LC_MESSAGES and LANG that is set; English where we do not speak it.
[[nodiscard]] Language language_of_environment();

/// From now on the program speaks this language, in all threads. At first it is English.
void use(Language language);
/// What is spoken in this thread now.
[[nodiscard]] Language in_use();

/// While it lives, its thread speaks this language, whatever the program does: a guest's page in his.
class Within {
 public:
  explicit Within(Language language);
  ~Within();
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;

 private:
  std::optional<Language> before_;
};
/// While it lives, its thread speaks English and measures in inches: for records, evidence and JSON.
class AsRecorded {
 public:
  AsRecorded();
  ~AsRecorded();
  AsRecorded(const AsRecorded&) = delete;
  AsRecorded& operator=(const AsRecorded&) = delete;

 private:
  bool before_;
};

/// What rooms say that may not know this one, rules and measure, for the catalogues.
[[nodiscard]] std::span<const char* const> words_of_other_rooms();

/// Marks a text of a constant table for the catalogues; `tr` is asked where it is shown.
[[nodiscard]] constexpr const char* tr_later(const char* english) { return english; }

/// The text in the language in use; itself where the catalogue lacks it, and where it is empty. It stays valid.
[[nodiscard]] const char* tr(const char* english);
/// The same of a text that another room hands out; it should be among `words_of_other_rooms`.
[[nodiscard]] std::string tr(std::string_view english);
/// The same where one English word needs two in another language; `context` says which is meant.
[[nodiscard]] const char* trc(const char* context, const char* english);
/// The form for `count` of them.
[[nodiscard]] const char* trn(const char* one, const char* many, long long count);

namespace detail {
[[nodiscard]] bool as_recorded();
[[nodiscard]] std::string filled(const char* translated, const char* english, fmt::format_args arguments);
}  // namespace detail

/// The text in the language in use, with its {} filled in. A translation may change their order: {1} before {0}.
template <class... T>
[[nodiscard]] std::string trf(fmt::format_string<T...> english, T&&... arguments) {
  const std::string key(fmt::string_view(english).data(), fmt::string_view(english).size());
  return detail::filled(tr(key.c_str()), key.c_str(), fmt::make_format_args(arguments...));
}
/// The form for `count`, which is also what the first {} stands for.
template <class... T>
[[nodiscard]] std::string trnf(fmt::format_string<long long&, T...> one, fmt::format_string<long long&, T...> many, long long count,
                               T&&... arguments) {
  const std::string first(fmt::string_view(one).data(), fmt::string_view(one).size());
  const std::string other(fmt::string_view(many).data(), fmt::string_view(many).size());
  return detail::filled(trn(first.c_str(), other.c_str(), count), count == 1 ? first.c_str() : other.c_str(),
                        fmt::make_format_args(count, arguments...));
}

}  // namespace tongue

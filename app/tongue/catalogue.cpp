#include "app/tongue/catalogue.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>

namespace tongue {
namespace {

constexpr std::uint32_t kMagic = 0x950412de;  // as this machine's own byte order has it; msgfmt writes no other here

/// The 32 bits at `at`; none where the file ends before.
std::optional<std::uint32_t> word_at(const std::string& mo, std::size_t at) {
  if (mo.size() < 4 || at > mo.size() - 4) return std::nullopt;
  std::uint32_t out = 0;
  for (int byte = 3; byte >= 0; --byte) out = out << 8 | static_cast<unsigned char>(mo[at + static_cast<std::size_t>(byte)]);
  return out;
}

/// The text that entry `number` of the table at `table` stands for: its length, then where it begins.
std::optional<std::string_view> text_at(const std::string& mo, std::uint32_t table, std::uint32_t number) {
  const std::size_t entry = table + std::size_t{8} * number;
  const auto length = word_at(mo, entry), begin = word_at(mo, entry + 4);
  if (!length || !begin || *begin > mo.size() || *length > mo.size() - *begin) return std::nullopt;
  return std::string_view(mo).substr(*begin, *length);
}

std::string_view first_form(std::string_view text) { return text.substr(0, text.find('\0')); }

}  // namespace

measure::Result<std::vector<Message>> messages_in(const std::string& mo) {
  const auto damaged = [] {
    return measure::fail(measure::ErrorCode::BadFile, "a catalogue of texts is damaged: build or install the program anew");
  };
  const auto magic = word_at(mo, 0), count = word_at(mo, 8), originals = word_at(mo, 12), translations = word_at(mo, 16);
  if (magic != kMagic || !count || !originals || !translations || *count > mo.size()) return damaged();
  std::vector<Message> out;
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto key = text_at(mo, *originals, i), translated = text_at(mo, *translations, i);
    if (!key || !translated) return damaged();
    if (key->empty()) continue;
    const std::size_t mark = key->find('\x04');
    const bool named = mark != std::string_view::npos;
    out.push_back({std::string(named ? key->substr(0, mark) : ""), std::string(first_form(named ? key->substr(mark + 1) : *key)),
                   std::string(first_form(*translated))});
  }
  return out;
}

std::vector<Message> messages_of(std::string_view domain, Language language) {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* folder : {"share/locale", "../share/locale"}) {  // as it was built, as it is installed
    std::ifstream file(program / folder / code_of(language) / "LC_MESSAGES" / (std::string(domain) + ".mo"), std::ios::binary);
    if (!file) continue;
    if (auto messages = messages_in(std::string(std::istreambuf_iterator<char>(file), {}))) return std::move(*messages);
  }
  return {};
}

}  // namespace tongue

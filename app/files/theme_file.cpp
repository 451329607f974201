#include "app/files/theme_file.h"

#include <fmt/format.h>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>

#include "app/files/disk.h"
#include "app/files/toml.h"

namespace app {
namespace {

constexpr int kThemeVersion = 1;
constexpr double kSmallestType = 12.0, kLargestType = 32.0;  // CSS pixels: beyond, a page does not hold together any more
constexpr std::size_t kLongestName = 40;                     // bytes: a name has to fit a lower third
constexpr std::size_t kLargestLogo = std::size_t{1} << 20;   // bytes: every page of every watcher loads it
constexpr int kLargestLogoSide = 2048;                       // pixels

std::string shown_text(const Section& section, std::string_view key) {
  std::string text = section.text(key);
  if (text.size() > kLongestName)
    section.complain(key, fmt::format("is longer than {} bytes, which no lower third has room for", kLongestName));
  const bool control = std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  if (control) section.complain(key, "holds a control character");
  return text;
}

void read_logo(const Section& root, const std::string& file, Theme& theme) {
  if (!root.has("logo")) return;
  const std::string path = (std::filesystem::path(file).parent_path() / root.text("logo")).string();
  auto bytes = read_text(path, kLargestLogo);
  if (!bytes) return root.complain("logo", bytes.error().message);
  const bool png = bytes->starts_with("\x89PNG\r\n\x1a\n"), jpeg = bytes->starts_with("\xff\xd8\xff");
  const std::vector<unsigned char> data(bytes->begin(), bytes->end());
  const cv::Mat picture = png || jpeg ? cv::imdecode(data, cv::IMREAD_UNCHANGED) : cv::Mat();
  if (picture.empty()) return root.complain("logo", path + ": is no PNG or JPEG picture");
  if (picture.cols > kLargestLogoSide || picture.rows > kLargestLogoSide)
    return root.complain("logo", fmt::format("{}: is more than {} pixels wide or high", path, kLargestLogoSide));
  theme.logo = std::move(*bytes);
  theme.logo_type = png ? "image/png" : "image/jpeg";
}

Theme read_all_of_theme(const Section& root, const std::string& file) {
  root.allow_only({"version", "title", "font_size", "logo", "colours", "armies"});
  root.integer("version", kThemeVersion, kThemeVersion);
  Theme theme;
  if (root.has("title")) theme.title = shown_text(root, "title");
  theme.font_size = root.number_or("font_size", theme.font_size, Range::Positive);
  if (theme.font_size < kSmallestType || theme.font_size > kLargestType)
    root.complain("font_size", fmt::format("must be from {:.0f} to {:.0f}", kSmallestType, kLargestType));
  const Section colours = root.section("colours");
  colours.allow_only({"page", "card", "ink", "quiet", "line", "accent"});
  for (const auto& [key, node] : colours.entries()) {
    theme.colours[key] = colours.text(key);
    if (!is_colour(theme.colours[key])) colours.complain(key, "must be a colour, \"#rrggbb\"");
  }
  const Section armies = root.section("armies");
  for (const auto& [key, node] : armies.entries()) theme.names[key] = shown_text(armies, key);
  read_logo(root, file, theme);
  return theme;
}

}  // namespace

measure::Result<Theme> parse_theme(std::string_view text, const std::string& name) {
  return parse_with(text, name, [&](const Section& root) { return read_all_of_theme(root, name); });
}

measure::Result<Theme> read_theme(const std::string& path) {
  return read_text(path).and_then([&](const std::string& text) { return parse_theme(text, path); });
}

std::string css_of(const Theme& theme) {
  if (theme.colours.empty() && theme.font_size == Theme().font_size) return "";
  std::string out = ":root {";
  for (const auto& [key, colour] : theme.colours) out += fmt::format(" --{}: {};", key, colour);
  return out + fmt::format(" --type: {}px; }}\n", theme.font_size);
}

}  // namespace app

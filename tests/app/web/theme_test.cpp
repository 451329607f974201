// theme.toml: read strictly, and what becomes of it on the pages.
#include "app/files/theme_file.h"

#include <gmock/gmock.h>

#include <opencv2/imgcodecs.hpp>

#include "tests/app/program.h"

namespace theme_test {
namespace {

using testing::HasSubstr;

const std::string kWhole = R"(version = 1
title = "Saturday's <battle>"
font_size = 18
[colours]
page = "#101417"
accent = "#f0e442"
[armies]
red = "1st Hussars"
"the blue" = "Garde"
)";

TEST(ThemeFile, IsReadAsDocsShowIt) {
  const auto theme = app::parse_theme(kWhole, "theme.toml");
  ASSERT_TRUE(theme) << theme.error().message;
  EXPECT_EQ(theme->title, "Saturday's <battle>");
  EXPECT_EQ(theme->names.at("red"), "1st Hussars");
  EXPECT_EQ(theme->names.at("the blue"), "Garde");
  EXPECT_EQ(app::css_of(*theme), ":root { --accent: #f0e442; --page: #101417; --type: 18px; }\n");
  EXPECT_EQ(app::css_of(app::parse_theme("version = 1\n", "t").value()), "");
  const std::string page = program::bytes_of(VEDETTE_SOURCE_DIR "/docs/web.md");
  const auto begin = page.find("```toml theme\n");
  ASSERT_NE(begin, std::string::npos);
  const auto text = begin + std::string("```toml theme\n").size();
  std::string shown = page.substr(text, page.find("```", text) - text);
  shown.replace(shown.find("logo ="), 6, "#logo =");  // there is none beside the page
  const auto documented = app::parse_theme(shown, "docs");
  EXPECT_TRUE(documented) << documented.error().message;
}

TEST(ThemeFile, MistakesAreNamedWithKeyAndLine) {
  const auto wrong = [](const std::string& text) {
    const auto theme = app::parse_theme(text, "theme.toml");
    return theme ? std::string("read") : theme.error().message;
  };
  EXPECT_THAT(wrong("version = 1\ncolour = \"#000000\"\n"), testing::AllOf(HasSubstr("theme.toml:2"), HasSubstr("colour")));
  EXPECT_THAT(wrong("version = 1\n[colours]\nred = \"#000000\"\n"), testing::AllOf(HasSubstr(":3"), HasSubstr("colours.red")));
  EXPECT_THAT(wrong("version = 1\n[colours]\nink = \"red;} body{\"\n"), testing::AllOf(HasSubstr(":3"), HasSubstr("#rrggbb")));
  EXPECT_THAT(wrong("version = 1\nfont_size = 90\n"), HasSubstr(":2"));
  EXPECT_THAT(wrong("version = 2\n"), HasSubstr("version"));
  EXPECT_THAT(wrong("version = 1\n[armies]\nred = \"a\\u0007\"\n"), HasSubstr("control"));
  EXPECT_THAT(wrong("version = 1\n[armies]\nred = \"" + std::string(41, 'x') + "\"\n"), HasSubstr("longer"));
  EXPECT_THAT(wrong("version = 1\nlogo = \"none.png\"\n"), testing::AllOf(HasSubstr(":2"), HasSubstr("none.png")));
}

TEST(ThemeFile, ALogoIsAPictureAndNothingElse) {
  const program::Folder folder;
  cv::imwrite(folder / "logo.png", cv::Mat(8, 8, CV_8UC4, cv::Scalar(1, 2, 3, 4)));
  cv::imwrite(folder / "big.png", cv::Mat(8, 3000, CV_8UC1, cv::Scalar(1)));
  program::write_bytes(folder / "logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>");
  program::write_bytes(folder / "broken.png", "\x89PNG\r\n\x1a\n no more");
  const auto with = [&](const std::string& logo) {
    program::write_bytes(folder / "theme.toml", "version = 1\nlogo = \"" + logo + "\"\n");
    return app::read_theme(folder / "theme.toml");
  };
  const auto good = with("logo.png");
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_EQ(good->logo_type, "image/png");
  EXPECT_EQ(good->logo, program::bytes_of(folder / "logo.png"));
  for (const char* bad : {"logo.svg", "broken.png", "big.png", "theme.toml", "."}) EXPECT_FALSE(with(bad)) << bad;
}

}  // namespace
}  // namespace theme_test

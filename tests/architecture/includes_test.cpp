// The architecture, checked where it breaks first: in the #include lines.
//   measure <- rules; measure <- calibration <- vision <- app. Below the window nobody knows ImGui;
//   measure and rules know neither OpenCV nor the clock nor the disk.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

using testing::IsEmpty;

/// For each folder, what a line that includes something it must not know looks like.
const std::map<std::string, std::string> kMustNotInclude{
    {"measure", R"(["<](rules|calibration|vision|app|tests)/|opencv|imgui|GLFW|<(chrono|ctime|filesystem|fstream|iostream)>)"},
    {"rules", R"(["<](calibration|vision|app|tests)/|opencv|imgui|GLFW|<(chrono|ctime|filesystem|fstream|iostream)>)"},
    {"calibration", R"(["<](rules|vision|app|tests)/|imgui|GLFW)"},
    {"vision", R"(["<](rules|app|tests)/|imgui|GLFW)"},
    {"app", R"(["<]tests/)"},
};

std::vector<std::string> offending_includes(const std::filesystem::path& folder, const std::string& must_not_include) {
  const std::regex include(R"(^\s*#\s*include\b)"), offence(must_not_include, std::regex::icase);
  std::vector<std::string> found;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (file.path().extension() != ".h" && file.path().extension() != ".cpp") continue;
    std::ifstream source(file.path());
    for (std::string line; std::getline(source, line);)
      if (std::regex_search(line, include) && std::regex_search(line, offence)) found.push_back(file.path().string() + ": " + line);
  }
  return found;
}

TEST(Architecture, NoFolderIncludesWhatItMustNotKnow) {
  for (const auto& [folder, must_not_include] : kMustNotInclude)
    EXPECT_THAT(offending_includes(std::filesystem::path(VEDETTE_SOURCE_DIR) / folder, must_not_include), IsEmpty());
}

/// Our own files that a file includes, and those they include.
std::set<std::string> reached_from(const std::string& file) {
  const std::filesystem::path root = VEDETTE_SOURCE_DIR;
  const std::regex include("^\\s*#\\s*include\\s*\"([^\"]+)\"");
  std::set<std::string> reached{file};
  std::vector<std::string> open{file};
  while (!open.empty()) {
    std::ifstream source(root / open.back());
    open.pop_back();
    std::smatch found;
    for (std::string line; std::getline(source, line);)
      if (std::regex_search(line, found, include) && std::filesystem::exists(root / found[1].str()) && reached.insert(found[1]).second)
        open.push_back(found[1]);
  }
  return reached;
}

/// What everybody sees of a board game is made by files that have never heard of a hidden letter.
TEST(Architecture, NothingThatIsShownToEverybodyKnowsOfHiddenLetters) {
  const std::string sealed = "app/board/sealed_values.h", entrusted = "rules/le_choc/entrusted.h";
  for (const char* file : {"app/board/board_told.h", "app/session/board_snapshot.h", "app/board/board_overlay.cpp",
                           "app/board/board_json.cpp", "app/board/board_umpire.cpp", "app/commands/follow_board.cpp",
                           "app/window/boards/stage.cpp", "app/window/shell/capture_window.cpp"}) {
    const auto reached = reached_from(file);
    EXPECT_GT(reached.size(), 2U) << file;
    EXPECT_FALSE(reached.contains(sealed) || reached.contains(entrusted)) << file;
  }
  EXPECT_TRUE(reached_from("app/window/boards/sworn_panel.cpp").contains(sealed)) << "or the check sees nothing";
}

TEST(Architecture, TheCheckSeesAnOffence) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "vedette_architecture";
  std::filesystem::create_directories(folder / "deep");
  std::ofstream(folder / "deep" / "a.h")
      << "#include <vector>\n  # include <opencv2/core.hpp>\n#include \"vision/tags/tags.h\"\n// imgui is only named\n";
  EXPECT_EQ(offending_includes(folder, kMustNotInclude.at("measure")).size(), 2u);
  EXPECT_EQ(offending_includes(folder, kMustNotInclude.at("vision")).size(), 0u);
  std::filesystem::remove_all(folder);
}

}  // namespace

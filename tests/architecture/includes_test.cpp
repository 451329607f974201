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

namespace includes_test {
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

/// Where a folder has rooms: the rooms of the same folder that each may include; the folder itself is what they share.
const std::map<std::string, std::set<std::string>> kRoomMayKnow{
    {"calibration/print", {"calibration"}},
    {"calibration/without_lens", {"calibration"}},
    {"measure/sight", {"measure"}},
    {"rules/charge/move", {"rules", "rules/charge"}},
    {"rules/charge/combat", {"rules", "rules/charge", "rules/charge/move"}},
    {"rules/charge/aim", {"rules", "rules/charge", "rules/charge/combat"}},
    {"rules/charge/game", {"rules/charge", "rules/charge/aim", "rules/charge/combat", "rules/charge/move"}},
    {"rules/charge", {"rules"}},
    {"rules/le_choc", {"rules"}},
    {"rules/le_choc/record", {"rules/le_choc"}},
    {"rules/les_allies", {"rules"}},
    {"rules/les_allies/record", {"rules/les_allies"}},
    {"vision/sources", {"vision"}},
    {"vision/background", {"vision"}},
    {"vision/tags", {"vision", "vision/image"}},
    {"vision/tracking", {"vision"}},
    {"vision/bases", {"vision"}},
    {"vision/unmarked", {"vision", "vision/bases"}},
    {"vision/discs", {"vision", "vision/bases", "vision/image"}},
    {"vision/boards/grid", {"vision/tags"}},
    {"vision/boards", {"vision", "vision/background", "vision/boards/grid", "vision/discs", "vision/tags"}},
    {"vision/pipeline", {"vision", "vision/background", "vision/discs", "vision/tags", "vision/tracking", "vision/unmarked"}},
    {"app/ask", {"app/tongue", "app/umpire", "app/wire"}},
    {"app/files", {"app/wire"}},
    {"app/umpire", {"app/tongue", "app/wire"}},
    {"app/board", {"app/wire"}},
    {"app/record", {"app/board", "app/files", "app/tongue", "app/umpire", "app/wire"}},
    {"app/session", {"app/board", "app/files", "app/record", "app/tongue", "app/umpire", "app/wire"}},
    {"app/overlay", {"app/board", "app/session", "app/tongue", "app/umpire"}},
    {"app/web", {"app/tongue"}},
    {"app/player", {"app/session", "app/web"}},
    {"app/air",
     {"app/ask", "app/evidence", "app/files", "app/hall", "app/overlay", "app/session", "app/tongue", "app/umpire", "app/web", "app/wire"}},
    {"app/hall", {"app/files", "app/record", "app/tongue", "app/web"}},
    {"app/evidence", {"app/ask", "app/files", "app/overlay", "app/tongue", "app/umpire", "app/wire"}},
    {"app/commands",
     {"app/air", "app/ask", "app/board", "app/evidence", "app/files", "app/hall", "app/overlay", "app/player", "app/record", "app/session",
      "app/tongue", "app/umpire", "app/web", "app/window", "app/window/boards", "app/wire"}},
    {"app/window/shell", {"app/overlay", "app/tongue"}},
    {"app/window/tools", {"app/files", "app/overlay", "app/player", "app/session", "app/tongue", "app/window/shell", "app/wire"}},
    {"app/window/charge",
     {"app/evidence", "app/overlay", "app/player", "app/tongue", "app/umpire", "app/window/shell", "app/window/tools", "app/wire"}},
    {"app/window/panels", {"app/overlay", "app/record", "app/session", "app/tongue", "app/window/shell", "app/window/tools"}},
    {"app/window",
     {"app/air", "app/evidence", "app/files", "app/player", "app/record", "app/session", "app/tongue", "app/umpire", "app/web",
      "app/window/charge", "app/window/panels", "app/window/shell", "app/window/tools", "app/wire"}},
    {"app/window/boards",
     {"app/air", "app/board", "app/files", "app/overlay", "app/player", "app/record", "app/session", "app/tongue", "app/window",
      "app/window/shell", "app/window/tools"}},
    {"app", {"app/commands"}},
};

const std::regex kIncludesOurs("^\\s*#\\s*include\\s*\"([^\"]+)\"");

/// For each room of the product the rooms that its files include.
std::map<std::string, std::set<std::string>> rooms_of(const std::filesystem::path& root) {
  std::map<std::string, std::set<std::string>> rooms;
  for (const auto& [top, unused] : kMustNotInclude)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      const std::string room = std::filesystem::relative(entry.path().parent_path(), root).string();
      std::set<std::string>& known = rooms[room];
      std::ifstream source(entry.path());
      std::smatch found;
      for (std::string line; std::getline(source, line);)
        if (std::regex_search(line, found, kIncludesOurs) && std::filesystem::exists(root / found[1].str()))
          known.insert(std::filesystem::path(found[1].str()).parent_path().string());
      known.erase(room);
    }
  return rooms;
}

std::string top_of(const std::string& room) { return room.substr(0, room.find('/')); }

TEST(Architecture, RoomsKnowOnlyTheRoomsTheyMay) {
  for (const auto& [room, known] : rooms_of(VEDETTE_SOURCE_DIR)) {
    const auto may = kRoomMayKnow.find(room);
    for (const std::string& other : known)
      EXPECT_TRUE(top_of(other) != top_of(room) || (may != kRoomMayKnow.end() && may->second.contains(other)))
          << room << " includes " << other;
  }
}

TEST(Architecture, NoRoomIsInACircle) {
  const auto rooms = rooms_of(VEDETTE_SOURCE_DIR);
  ASSERT_GT(rooms.size(), 30U);
  for (const auto& [room, unused] : rooms) {
    std::set<std::string> reached;
    std::vector<std::string> open{room};
    while (!open.empty()) {
      const std::string from = open.back();
      open.pop_back();
      for (const std::string& to : rooms.at(from))
        if (reached.insert(to).second) open.push_back(to);
    }
    EXPECT_FALSE(reached.contains(room)) << room;
  }
}

TEST(Architecture, NoRoomIsAHeap) {
  std::map<std::string, int> files;
  for (const auto& [top, unused] : kMustNotInclude)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(VEDETTE_SOURCE_DIR) / top))
      if (entry.is_regular_file()) ++files[entry.path().parent_path().string()];
  for (const auto& [room, count] : files) EXPECT_LE(count, 25) << room;
}

/// Our own files that a file includes, and those they include.
std::set<std::string> reached_from(const std::string& file) {
  const std::filesystem::path root = VEDETTE_SOURCE_DIR;
  std::set<std::string> reached{file};
  std::vector<std::string> open{file};
  while (!open.empty()) {
    std::ifstream source(root / open.back());
    open.pop_back();
    std::smatch found;
    for (std::string line; std::getline(source, line);)
      if (std::regex_search(line, found, kIncludesOurs) && std::filesystem::exists(root / found[1].str()) &&
          reached.insert(found[1]).second)
        open.push_back(found[1]);
  }
  return reached;
}

/// What everybody sees of a board game is made by files that have never heard of a hidden letter.
TEST(Architecture, NothingThatIsShownToEverybodyKnowsOfHiddenLetters) {
  const std::string sealed = "app/board/sealed_values.h", entrusted = "rules/le_choc/sworn.h";
  for (const char* file :
       {"app/board/public_board.h", "app/session/board_snapshot.h", "app/overlay/board.cpp", "app/board/board_json.cpp",
        "app/board/board_umpire.cpp", "app/record/recorder.cpp", "app/commands/follow_board.cpp", "app/air/board.cpp", "app/air/on_air.cpp",
        "app/window/boards/stage.cpp", "app/window/boards/words.cpp", "app/window/shell/screen.cpp"}) {
    const auto reached = reached_from(file);
    EXPECT_GT(reached.size(), 2U) << file;
    EXPECT_FALSE(reached.contains(sealed) || reached.contains(entrusted)) << file;
  }
  EXPECT_TRUE(reached_from("app/window/boards/sworn_panel.cpp").contains(sealed)) << "or the check sees nothing";
}

/// Whatever goes over the line is handed in: the files that speak with browsers see no board, no letter and no session, not even by others.
TEST(Architecture, TheWebSideKnowsNoBoardNoLettersAndNoSession) {
  const std::regex secret("^(app/(board|session|record)|rules/le_choc)/");
  const std::filesystem::path root = VEDETTE_SOURCE_DIR;
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "app/web")) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
    ++files;
    for (const std::string& reached : reached_from(std::filesystem::relative(entry.path(), root)))
      EXPECT_FALSE(std::regex_search(reached, secret)) << entry.path() << " sees " << reached;
  }
  EXPECT_GT(files, 5);
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
}  // namespace includes_test

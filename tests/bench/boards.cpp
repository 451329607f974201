// How well board pictures are read: the lines of `vedette board --json` against exact truth.
//   boards TRUTH_FOLDER LINES.jsonl [--verbose]
// A line belongs to the truth of its frame's name, or, for renamed copies, to the truth in the same place of the order.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

using Json = nlohmann::json;
using Square = std::array<int, 2>;

/// A piece of which less than this shows may go unseen, share.
constexpr double kInSight = 0.25;
/// A figure hides this much of its own base at most.
constexpr double kWholeInSight = 0.7;

struct Score {
  int pieces = 0, right = 0, wrong_side = 0, wrong_rank = 0, extra = 0, missing = 0;  // said without doubt, or not said at all
  int unsure_right = 0, unsure_wrong = 0, unseen_piece = 0, unseen_empty = 0, hidden_unsaid = 0, off_board = 0, outside_margin = 0;
  double worst_off = 0.0, widest_margin = 0.0;

  void operator+=(const Score& o) {
    pieces += o.pieces, right += o.right, wrong_side += o.wrong_side, wrong_rank += o.wrong_rank, extra += o.extra, missing += o.missing;
    unsure_right += o.unsure_right, unsure_wrong += o.unsure_wrong, unseen_piece += o.unseen_piece, unseen_empty += o.unseen_empty;
    hidden_unsaid += o.hidden_unsaid, off_board += o.off_board, outside_margin += o.outside_margin;
    worst_off = std::max(worst_off, o.worst_off), widest_margin = std::max(widest_margin, o.widest_margin);
  }
};

void print(const std::string& name, const Score& s) {
  fmt::print(
      "{:<12} pieces {:3} right {:3} | WRONG side {} rank {} extra {} missing {} | unsure: right {} wrong {}; unseen: piece {} empty {}; "
      "hidden unsaid {} | off board {} | off {:.3f} in, margin {:.3f}, outside it {}\n",
      name, s.pieces, s.right, s.wrong_side, s.wrong_rank, s.extra, s.missing, s.unsure_right, s.unsure_wrong, s.unseen_piece,
      s.unseen_empty, s.hidden_unsaid, s.off_board, s.worst_off, s.widest_margin, s.outside_margin);
}

Score score(const Json& truth, const Json& line, bool verbose) {
  Score out;
  std::map<Square, Json> said;
  std::vector<Square> unseen = line.value("unseen", std::vector<Square>{});
  for (const Json& piece : line["squares"]) said[piece["at"].get<Square>()] = piece;
  out.off_board = static_cast<int>(line["off_board"].size());
  const auto tell = [&](const std::string& what, Square at) {
    if (verbose) fmt::print("  {}: {} [{}, {}]\n", line["frame"].get<std::string>(), what, at[0], at[1]);
  };
  const auto is_unseen = [&](Square at) { return std::ranges::find(unseen, at) != unseen.end(); };
  std::vector<Square> stood_on;
  for (const Json& piece : truth["pieces"]) {
    const auto at = piece["square"].get<Square>();
    stood_on.push_back(at);
    ++out.pieces;
    const double visible = piece["visible_fraction"];
    const auto found = said.find(at);
    if (found == said.end()) {
      if (is_unseen(at)) {
        ++out.unseen_piece;
      } else if (visible < kInSight) {
        ++out.hidden_unsaid, tell("hidden piece not said", at);
      } else {
        ++out.missing, tell("missing", at);
      }
      continue;
    }
    const Json& seen = found->second;
    const bool side = seen["side"] == piece["side"], rank = seen["rank"] == piece["rank"], sure = seen["sure"];
    if (side && rank) ++(sure ? out.right : out.unsure_right);
    if (side && rank && !sure) tell("unsure", at);
    if (!side || !rank) tell(std::string(sure ? "WRONG " : "unsure and wrong ") + (side ? "rank" : "side"), at);
    if ((!side || !rank) && !sure) ++out.unsure_wrong;
    if (!side && sure) ++out.wrong_side;
    if (side && !rank && sure) ++out.wrong_rank;
    if (visible < kWholeInSight) continue;
    const double x = seen["place"][0].get<double>() - piece["x"].get<double>(),
                 y = seen["place"][1].get<double>() - piece["y"].get<double>();
    const double margin = seen["margin_in"];
    out.worst_off = std::max(out.worst_off, std::hypot(x, y));
    out.widest_margin = std::max(out.widest_margin, margin);
    if (std::max(std::abs(x), std::abs(y)) > margin) ++out.outside_margin;
  }
  for (const auto& [at, piece] : said) {
    if (std::ranges::find(stood_on, at) != stood_on.end()) continue;
    const bool sure = piece["sure"];
    ++(sure ? out.extra : out.unsure_wrong);
    tell(sure ? "EXTRA" : "unsure extra", at);
  }
  for (const Square& at : unseen)
    if (std::ranges::find(stood_on, at) == stood_on.end()) ++out.unseen_empty;
  return out;
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    fmt::print(stderr, "usage: boards TRUTH_FOLDER LINES.jsonl [--verbose]\n");
    return 2;
  }
  const bool verbose = count > 3 && std::string(words[3]) == "--verbose";
  std::map<std::string, Json> truths;
  std::vector<std::string> order;
  for (const auto& file : std::filesystem::directory_iterator(words[1]))
    if (file.path().extension() == ".json") truths[file.path().stem().string()] = Json::parse(std::ifstream(file.path()));
  for (const auto& [name, truth] : truths) order.push_back(name);
  Score all;
  std::ifstream lines(words[2]);
  std::size_t index = 0;
  for (std::string text; std::getline(lines, text); ++index) {
    const Json line = Json::parse(text);
    std::string name = std::filesystem::path(line["frame"].get<std::string>()).stem().string();
    if (!truths.contains(name) && index < order.size()) name = order[index];
    if (!truths.contains(name)) continue;
    if (!line.value("registered", false)) {
      fmt::print("{:<12} not registered\n", name);
      continue;
    }
    const Score one = score(truths[name], line, verbose);
    if (verbose) print(name, one);
    all += one;
  }
  print("all", all);
  return all.wrong_side + all.wrong_rank + all.extra + all.missing > 0 ? 1 : 0;
}

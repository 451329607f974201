// Do the margins of evidence hold? Distances measured in single photographs without a lens file, against the truth beside them.
//   evidence_margins [--table T --roster R] FOLDER...
// A folder holds NN.jpg with its truth NN.json (docs/accuracy.md says what is in them) and, where none are named, table.toml and
// roster.toml; a picture without pieces is the empty table. Prints, per folder and in all, how many true distances lie within the stated
// margin, edge to edge and centre to centre, between 300 random pairs of located pieces a picture; 90 to 99 % is what 95 % margins may come
// to.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "app/evidence/measurement.h"
#include "app/files/roster_file.h"
#include "app/files/table_file.h"
#include "measure/gap.h"
#include "tests/support/truth.h"
#include "vision/pipeline/pipeline.h"
#include "vision/sources/picture.h"

namespace {

namespace fs = std::filesystem;

constexpr int kPairs = 300;           // of one picture
constexpr double kGateInches = 0.45;  // a report farther off speaks of something else

struct Count {
  int asked = 0, gap_held = 0, centre_held = 0;
  double gap_margin = 0.0;  // sum, inches
  Count& operator+=(const Count& more) {
    asked += more.asked, gap_held += more.gap_held, centre_held += more.centre_held, gap_margin += more.gap_margin;
    return *this;
  }
};

void print(const std::string& name, const Count& count) {
  const double all = std::max(1, count.asked);
  fmt::print("{:<14} {:>6} pairs   edge to edge {:5.1f} %   centre to centre {:5.1f} %   mean margin {:.3f} in\n", name, count.asked,
             100.0 * count.gap_held / all, 100.0 * count.centre_held / all, count.gap_margin / all);
}

/// A piece as it was located, and where it truly stands.
struct Located {
  app::MeasureEnd seen;
  measure::Footprint true_place;
};

std::vector<Located> located(const vision::TableState& state, const truth::State& truth) {
  std::vector<Located> all;
  for (const vision::Piece& piece : state.pieces) {
    if (piece.seen != vision::Seen::Yes) continue;
    const auto off = [&](const truth::Piece& t) { return measure::distance(t.at, piece.at).value; };
    const auto nearest = std::ranges::min_element(truth.pieces, {}, off);
    const double gate = std::min(kGateInches, 0.5 * measure::breadth(piece.base.shape).value);
    if (nearest == truth.pieces.end() || off(*nearest) > gate) continue;
    Located one{app::end_of(piece), vision::footprint_of(piece)};
    one.true_place.centre = nearest->at;
    one.true_place.heading = nearest->heading;
    one.true_place.shape = nearest->spec.base.shape;
    all.push_back(std::move(one));
  }
  return all;
}

Count compared(const std::vector<Located>& pieces, std::mt19937& random) {
  Count count;
  if (pieces.size() < 2) return count;
  std::uniform_int_distribution<std::size_t> any(0, pieces.size() - 1);
  while (count.asked < kPairs) {
    const std::size_t a = any(random), b = any(random);
    if (a == b) continue;
    const app::Measurement m = app::measurement_of(pieces[a].seen, pieces[b].seen);
    const auto held = [](const measure::Measured& measured, measure::Inches truly) {
      return measure::abs(measured.value - truly) <= measured.margin;
    };
    ++count.asked;
    count.gap_held += held(*m.gap, measure::gap(pieces[a].true_place, pieces[b].true_place).value) ? 1 : 0;
    count.centre_held += held(m.centre, measure::distance(pieces[a].true_place.centre, pieces[b].true_place.centre)) ? 1 : 0;
    count.gap_margin += m.gap->margin.value;
  }
  return count;
}

std::optional<Count> examine(const fs::path& folder, std::string table, std::string roster, std::mt19937& random) {
  if (table.empty()) table = (folder / "table.toml").string();
  if (roster.empty()) roster = (folder / "roster.toml").string();
  const auto file = app::read_table(table);
  const auto armies = app::read_roster(roster);
  if (!file || !armies) {
    fmt::print(stderr, "{}\n", file ? armies.error().message : file.error().message);
    return std::nullopt;
  }
  std::vector<fs::path> truths;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json" && fs::exists(fs::path(entry.path()).replace_extension(".jpg"))) truths.push_back(entry.path());
  std::ranges::sort(truths);
  Count count;
  cv::Mat empty;
  for (const fs::path& path : truths) {
    const auto truth = truth::load_state(path.string());
    const auto picture = vision::read_picture(fs::path(path).replace_extension(".jpg"));
    if (!truth || !picture) continue;
    if (truth->pieces.empty()) empty = picture->bgr;
    if (truth->pieces.empty()) continue;
    vision::Pipeline pipeline({.table = file->table,
                               .tags = file->tags,
                               .anchors = file->anchors,
                               .roster = *armies,
                               .lens = {},
                               .empty = empty,
                               .tracking = {.stills = true}});
    const auto state = pipeline.step(vision::make_frame(picture->bgr, 0.0, path.stem().string()));
    if (!state || !state->camera.registered) {
      fmt::print("{}: not registered\n", path.string());
      continue;
    }
    count += compared(located(*state, *truth), random);
  }
  return count;
}

}  // namespace

int main(int count, char** words) {
  std::string table, roster;
  std::vector<std::string> folders;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if ((word == "--table" || word == "--roster") && i + 1 < count)
      (word == "--table" ? table : roster) = words[++i];
    else
      folders.push_back(word);
  }
  if (folders.empty()) {
    fmt::print(stderr, "usage: evidence_margins [--table T --roster R] FOLDER...\n");
    return 2;
  }
  std::mt19937 random(21);
  Count all;
  for (const std::string& folder : folders) {
    const auto one = examine(folder, table, roster, random);
    if (!one) return 6;
    print(fs::path(folder).filename().string(), *one);
    all += *one;
  }
  print("all", all);
  return 0;
}

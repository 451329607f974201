// Does a lens and a registration map the picture onto the table? Every inch of the table, against the true camera.
//   map TABLE.toml ROSTER.toml LENS.json FOLDER      FOLDER: pictures with exact truth beside them
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "tests/bench/known_table.h"
#include "tests/support/truth.h"
#include "vision/sources/picture.h"

namespace {

using measure::Inches;
using measure::TablePoint;

/// How far off the map is at every inch of the table plane that the picture shows, inches.
std::vector<double> errors_on_the_grid(const truth::State& state, const calibration::TableCamera& camera) {
  std::vector<double> out;
  for (int x = 0; x <= static_cast<int>(state.table.length.value); ++x)
    for (int y = 0; y <= static_cast<int>(state.table.width.value); ++y) {
      const TablePoint point{Inches(x), Inches(y)};
      const auto pixel = state.camera.image_from_table(point, Inches(0.0));
      const auto [width, height] = state.camera.lens().image_size;
      if (!pixel || pixel->u < 0.0 || pixel->v < 0.0 || pixel->u > width || pixel->v > height) continue;
      const auto mapped = camera.table_from_image(*pixel, Inches(0.0));
      out.push_back(mapped ? distance(*mapped, point).value : std::numeric_limits<double>::infinity());
    }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: map TABLE.toml ROSTER.toml LENS.json FOLDER\n");
    return 2;
  }
  const auto setup = bench::read_setup(argv[1], argv[2], argv[3]);
  if (!setup) {
    fmt::print(stderr, "{}\n", setup.error().message);
    return 6;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[4]))
    if (entry.path().extension() == ".jpg") files.push_back(entry.path());
  std::ranges::sort(files);
  double worst = 0.0, squared = 0.0;
  std::size_t points = 0, registered = 0;
  for (const auto& file : files) {
    const auto state = truth::load_state(std::filesystem::path(file).replace_extension(".json").string());
    const auto picture = vision::read_picture(file);
    if (!state || !picture) continue;
    vision::Pipeline pipeline(*setup);
    const auto seen = pipeline.step(vision::make_frame(picture->bgr, 0.0, file.filename().string()));
    if (!seen || !pipeline.registration()) {
      fmt::print("{}: not registered\n", file.filename().string());
      continue;
    }
    ++registered;
    for (const double off : errors_on_the_grid(*state, pipeline.registration()->camera)) {
      worst = std::max(worst, off);
      squared += off * off;
      ++points;
    }
  }
  fmt::print("{} pictures, {} points: at most {:.4f} in off, RMS {:.4f} in\n", registered, points, worst,
             std::sqrt(squared / static_cast<double>(std::max<std::size_t>(1, points))));
  return 0;
}

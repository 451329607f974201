#include "tests/bench/bases/laid.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/files/roster_file.h"
#include "vision/discs/comrades.h"
#include "vision/discs/owners.h"
#include "vision/discs/sight.h"
#include "vision/tags/detector.h"

namespace bench {

std::vector<measure::PieceSpec> specs_of(const std::string& folder) {
  const std::string file = folder + "/roster.toml";
  if (!std::filesystem::exists(file)) {  // a simulated table: its armies are called by their paints
    std::vector<measure::PieceSpec> out;
    for (const WorldPicture& world : load_world(folder))
      for (const truth::Piece& piece : world.truth.pieces) out.emplace_back(piece.spec).colour = piece.spec.army;
    return out;
  }
  const auto roster = app::read_roster(file);
  if (roster) return measure::pieces_of(*roster);
  fmt::print(stderr, "{}\n", roster.error().message);
  return {};
}

std::vector<vision::Found> laid_in(const vision::BaseNet& net, const WorldPicture& world, const std::vector<measure::PieceSpec>& specs) {
  const vision::Scene scene{.camera = world.truth.camera, .table = world.truth.table, .pieces = specs, .tags = {}};
  std::vector<vision::DiscArmy> armies = vision::armies_of(specs);
  std::vector<measure::Base> kinds;
  double smallest = 1e9;
  for (const vision::DiscArmy& army : armies)
    for (const auto& [base, disc] : army.bases) {
      kinds.push_back(base);
      smallest = std::min(smallest, 2.0 * disc.half_width);
    }
  if (kinds.empty()) return {};
  const measure::TablePoint middle{scene.table.length * 0.5, scene.table.width * 0.5};
  const cv::Rect whole({0, 0}, world.now.size());
  const vision::Colour white = vision::white_of(world.now, whole, smallest * scene.camera.pixels_per_inch(middle, measure::Inches(0.0)));
  const vision::DiscPicture picture{world.now, scene.camera, scene.table, 0.0};
  vision::DiscSight sight(net, picture, scene, kinds, white);
  sight.look();
  std::vector<vision::ArmySought> asked;
  for (const vision::DiscArmy& army : armies) {
    asked.push_back({.hint = army.colour.hint, .men = army.men, .officers = {}, .bases = {}, .paint = {}});
    for (const auto& base : army.bases) asked.back().bases.push_back(base.second);
  }
  const vision::Owners owners = vision::owners_of(sight.bases(), asked);
  std::vector<vision::ColourTable> tables;
  for (std::size_t a = 0; a < armies.size(); ++a) {
    std::vector<vision::Colour> prints;
    for (std::size_t i = 0; i < sight.bases().size(); ++i)
      if (owners.of_base[i] == a && sight.bases()[i].evidence > 0.0) prints.push_back(sight.bases()[i].print);
    armies[a].colour.exposure = vision::exposure_of(white);
    armies[a].colour = vision::learned_from(armies[a].colour, prints, 1);
    tables.emplace_back(armies[a].colour);
  }
  std::vector<vision::DiscLook> looks;
  for (std::size_t a = 0; a < armies.size(); ++a) looks.push_back({tables[a], armies[a].colour, white, {}});
  std::vector<vision::Layings> laid;
  std::vector<vision::Found> found = vision::settle(picture, armies, looks, {}, sight.bases(), owners.costs, laid);
  vision::count_comrades(found);
  return found;
}

}  // namespace bench

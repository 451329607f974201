// Simulated tables as pictures with truth, for scripts/learn: folders that look like the rendered worlds it reads.
//   sim_worlds OUT FIRST_SEED COUNT
// Each folder OUT/sNNNN holds 00.jpg (the empty table), 01.jpg and 02.jpg (the game), each with a JSON of exact truth beside it:
// camera, table and pieces. Ground, light, lens, bases, paints, formations, shadows and hands are drawn at random from the seed.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <random>
#include <string>

#include "measure/gap.h"
#include "tests/support/sim.h"

namespace {

using Json = nlohmann::ordered_json;
using measure::Inches;
using measure::TablePoint;
using measure::TableVector;

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  int count(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(double share) { return between(0.0, 1.0) < share; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(count(0, static_cast<int>(all.size()) - 1))];
  }
  std::string colour(int low, int high) { return fmt::format("#{:02x}{:02x}{:02x}", count(low, high), count(low, high), count(low, high)); }
  std::mt19937& engine() { return random_; }

 private:
  std::mt19937 random_;
};

measure::Base base_of(Draw& draw, measure::MarkerType marker) {
  const double foot = draw.one_of<double>({0.63, 0.71, 0.79, 0.98, 0.98, 1.0, 1.0, 1.18, 1.26});
  measure::Shape shape = measure::RoundShape{Inches(foot)};
  const double kind = draw.between(0.0, 1.0);
  if (kind > 0.75) shape = measure::OvalShape{Inches(draw.between(1.8, 2.1) * foot), Inches(foot)};
  if (marker == measure::MarkerType::None && kind < 0.2) shape = measure::RectShape{Inches(foot), Inches(foot)};
  if (marker == measure::MarkerType::None && kind > 0.2 && kind < 0.35)
    shape = measure::RectShape{Inches(foot), Inches(draw.between(1.5, 3.0) * foot)};
  return {shape, Inches(draw.between(0.06, 0.14))};
}

/// One unit in ranks, column or loose order; those that would stand on somebody or off the table stay in the box.
void deploy(Draw& draw, sim::Scene& scene, const std::string& paint, measure::MarkerType marker) {
  measure::PieceSpec spec;
  spec.colour = paint;
  spec.army = paint;
  spec.marker = marker;
  spec.base = base_of(draw, marker);
  spec.figure_height = Inches(draw.chance(0.35) ? draw.between(2.0, 3.3) : draw.between(0.8, 1.9));
  const bool mounted = std::holds_alternative<measure::OvalShape>(spec.base.shape);
  if (mounted) spec.kind = measure::PieceKind::Cavalry;
  double along = 1.0, across = 1.0;
  if (const auto* round = std::get_if<measure::RoundShape>(&spec.base.shape)) along = across = round->diameter.value;
  if (const auto* oval = std::get_if<measure::OvalShape>(&spec.base.shape)) along = oval->length.value, across = oval->width.value;
  if (const auto* rect = std::get_if<measure::RectShape>(&spec.base.shape)) along = rect->length.value, across = rect->width.value;
  const double gap = draw.one_of<double>({0.0, 0.01, 0.05, 0.15, 0.3, 0.8, 1.5}), loose = gap < 0.05 ? 0.0 : draw.between(0.0, 0.4) * gap;
  const int files = draw.count(1, 8), men = draw.chance(0.4) ? draw.count(1, 2) : draw.count(3, 18);  // some stand alone
  const TablePoint middle{scene.table.length * draw.between(0.05, 0.95), scene.table.width * draw.between(0.05, 0.95)};
  // Some face away from the camera, so that figures lean over wedges.
  const bool away = marker == measure::MarkerType::Disc && draw.chance(0.35);
  const double turn =
      away ? heading_of(middle - scene.camera.nadir()).value + draw.between(-0.4, 0.4) : draw.between(-std::numbers::pi, std::numbers::pi);
  for (int i = 0; i < men; ++i) {
    const TableVector step{Inches(-(along + gap + 0.004) * (i / files) + draw.between(-loose, loose)),
                           Inches((across + gap + 0.004) * (i % files - 0.5 * (files - 1)) + draw.between(-loose, loose))};
    const sim::StandingPiece man{spec, middle + rotated(step, measure::Radians(turn)),
                                 measure::wrapped(measure::Radians(turn + draw.between(-loose, loose)))};
    const double reach = 0.5 * std::hypot(along, across);
    const auto on_table = [&](Inches v, Inches end) { return v.value > 0.5 && v.value < end.value - 0.5; };
    if (!on_table(man.at.x, scene.table.length) || !on_table(man.at.y, scene.table.width)) continue;
    bool free = true;
    for (const sim::StandingPiece& other : scene.pieces) {
      if (distance(other.at, man.at).value > reach + 2.5) continue;
      const measure::Footprint a{man.spec.base.shape, man.at, man.heading}, b{other.spec.base.shape, other.at, other.heading};
      free = free && measure::gap(a, b).value > Inches(0.0);
    }
    for (const calibration::TableTag& tag : scene.tags) free = free && distance(tag.centre, man.at).value > reach + 0.8 * tag.side.value;
    if (free) scene.pieces.push_back(man);
  }
}

/// Darkens soft patches of the picture, as arms and lampshades do.
void cast_shadows(Draw& draw, cv::Mat& picture, int count) {
  for (int i = 0; i < count; ++i) {
    cv::Mat shade(picture.size(), CV_32FC3, cv::Scalar::all(1.0));
    const int radius = static_cast<int>(picture.cols * draw.between(0.008, 0.08));
    const cv::Point at(draw.count(0, picture.cols - 1), draw.count(0, picture.rows - 1));
    cv::ellipse(shade, at, {radius, static_cast<int>(radius * draw.between(0.4, 1.0)) + 1}, draw.between(0, 180), 0, 360,
                cv::Scalar::all(draw.between(0.45, 0.85)), -1);
    cv::GaussianBlur(shade, shade, {}, std::max(1.0, draw.between(0.05, 0.4) * radius));
    cv::multiply(picture, shade, picture, 1.0, CV_8UC3);
  }
}

Json camera_json(const calibration::TableCamera& camera) {
  const calibration::Lens& lens = camera.lens();
  const Eigen::AngleAxisd turn(camera.rotation());
  const Eigen::Vector3d r = turn.angle() * turn.axis(), t = camera.translation();
  const TablePoint nadir = camera.nadir();
  return {{"width", lens.image_size.width},
          {"height", lens.image_size.height},
          {"fx", lens.fx},
          {"fy", lens.fy},
          {"cx", lens.cx},
          {"cy", lens.cy},
          {"dist", lens.distortion},
          {"rvec", {r.x(), r.y(), r.z()}},
          {"tvec", {t.x(), t.y(), t.z()}},
          {"position", {nadir.x.value, nadir.y.value, camera.height().value}}};
}

Json base_json(const measure::Base& base) {
  Json json{{"height", base.height.value}};
  if (const auto* round = std::get_if<measure::RoundShape>(&base.shape))
    json.update({{"shape", "disc"}, {"diameter", round->diameter.value}});
  if (const auto* oval = std::get_if<measure::OvalShape>(&base.shape))
    json.update({{"shape", "oval"}, {"length", oval->length.value}, {"width", oval->width.value}});
  if (const auto* rect = std::get_if<measure::RectShape>(&base.shape))
    json.update({{"shape", "rect"}, {"length", rect->length.value}, {"width", rect->width.value}});
  return json;
}

/// The share of each base outside its figure in free sight: as of a disc, whatever it wears.
std::vector<double> in_sight(sim::Scene scene) {
  for (sim::StandingPiece& piece : scene.pieces) piece.spec.marker = measure::MarkerType::Disc;
  std::vector<double> visible;
  static_cast<void>(sim::render(scene, &visible));
  return visible;
}

void write(const std::filesystem::path& folder, const std::string& frame, const sim::Scene& scene, const cv::Mat& picture, int quality) {
  Json truth{{"frame", frame},
             {"camera", camera_json(scene.camera)},
             {"table", {{"width", scene.table.length.value}, {"height", scene.table.width.value}}},
             {"terrain", Json::array()},
             {"flags", {{"hand_in_view", !scene.hands.empty()}}},
             {"registration_tags", Json::array()},
             {"changes", {{"added", Json::array()}, {"removed", Json::array()}, {"moved", Json::array()}}},
             {"pieces", Json::array()}};
  const std::vector<double> visible = scene.pieces.empty() ? std::vector<double>{} : in_sight(scene);
  for (std::size_t i = 0; i < scene.pieces.size(); ++i) {
    const sim::StandingPiece& p = scene.pieces[i];
    const auto pixel = scene.camera.image_from_table(p.at, p.spec.base.height);
    truth["pieces"].push_back({{"name", std::to_string(i)},
                               {"army", p.spec.army},
                               {"unit", ""},
                               {"kind", p.spec.kind == measure::PieceKind::Cavalry ? "cavalry" : "infantry"},
                               {"x", p.at.x.value},
                               {"y", p.at.y.value},
                               {"z", 0.0},
                               {"heading", measure::degrees(p.heading)},
                               {"base", base_json(p.spec.base)},
                               {"marker", {{"type", p.spec.marker == measure::MarkerType::Disc ? "disc" : "none"}}},
                               {"figure", {{"top", p.spec.figure_height.value}}},
                               {"pixel", {pixel ? pixel->u : -1.0, pixel ? pixel->v : -1.0}},
                               {"visible_fraction", visible[i]}});
  }
  cv::imwrite((folder / (frame + ".jpg")).string(), picture, {cv::IMWRITE_JPEG_QUALITY, quality});
  std::ofstream(folder / (frame + ".json")) << truth.dump() << '\n';
}

void make_world(const std::filesystem::path& out, unsigned seed) {
  Draw draw(seed);
  const auto folder = out / fmt::format("s{:04}", seed);
  std::filesystem::create_directories(folder);
  const double length = draw.one_of<double>({30.0, 36.0, 42.0, 48.0});
  const measure::Table table{.length = Inches(length), .width = Inches(length * draw.between(0.6, 0.72)), .terrain = {}};
  const int width = static_cast<int>(length * draw.between(21.0, 30.0));
  const calibration::Lens lens = sim::random_lens({width, static_cast<int>(width * 0.66)}, draw.engine());
  sim::Scene scene{.camera = sim::random_camera(lens, table, draw.engine()),
                   .table = table,
                   .tags = sim::four_corner_tags(table),
                   .pieces = {},
                   .hands = {},
                   .look = {}};
  const auto light = [&] {
    scene.look.gain = draw.between(0.55, 1.35);
    scene.look.warmth = draw.between(-0.05, 0.3);
    scene.look.falloff = draw.between(0.0, 0.3);
    scene.look.noise = draw.between(0.5, 4.0);
  };
  light();
  scene.look.blur_px = draw.between(0.4, 0.9);
  scene.look.jpeg_quality = 0;
  scene.look.ground = draw.chance(0.3)
                          ? draw.colour(20, 220)
                          : draw.one_of<std::string>({"#5a7a3c", "#b09a6a", "#3a5c42", "#d8dce0", "#706e6a", "#8c6440", "#2c2c30"});
  scene.look.texture = draw.between(0.02, 0.14);
  scene.look.seed = seed;
  const int quality = draw.count(70, 97);
  write(folder, "00", scene, sim::render(scene), quality);
  // A base in the paint of those with wedges has one, though it may be hidden.
  const std::vector<std::string> of_discs{draw.colour(10, 230), draw.colour(10, 230)},
      of_unmarked{draw.colour(10, 230), draw.colour(10, 230)};
  for (const char* frame : {"01", "02"}) {
    scene.pieces.clear();
    scene.hands.clear();
    for (int unit = draw.count(5, 10); unit > 0; --unit) {
      if (draw.chance(0.5)) {
        deploy(draw, scene, draw.one_of(of_unmarked), measure::MarkerType::None);
      } else {
        deploy(draw, scene, draw.one_of(of_discs), measure::MarkerType::Disc);
      }
    }
    if (draw.chance(0.3))
      scene.hands = {{{table.length * draw.between(0.1, 0.9), table.width * draw.between(0.2, 0.8)}, Inches(draw.between(1.5, 3.5))}};
    if (draw.chance(0.6)) {
      light();
    } else {
      scene.look.gain *= draw.between(0.95, 1.05);
    }
    if (scene.pieces.empty()) continue;
    sim::Scene seen = scene;  // the ground is the same, the sensor's noise is not
    cv::Mat picture = sim::render(seen);
    if (draw.chance(0.5)) cast_shadows(draw, picture, draw.count(1, 5));
    write(folder, frame, scene, picture, quality);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: sim_worlds OUT FIRST_SEED COUNT\n");
    return 2;
  }
  const auto first = static_cast<unsigned>(std::atoi(argv[2])), count = static_cast<unsigned>(std::atoi(argv[3]));
  for (unsigned seed = first; seed < first + count; ++seed) make_world(argv[1], seed);
  return 0;
}

#include "tests/support/truth.h"

#include <Eigen/Geometry>
#include <fstream>
#include <nlohmann/json.hpp>

namespace truth {
namespace {

using measure::Inches;
using measure::TablePoint;
using nlohmann::json;

TablePoint point(const json& j) { return {Inches(j.at(0).get<double>()), Inches(j.at(1).get<double>())}; }

std::vector<TablePoint> points(const json& j) {
  std::vector<TablePoint> out;
  for (const json& p : j) out.push_back(point(p));
  return out;
}

calibration::TableCamera camera(const json& c) {
  calibration::Lens lens;
  lens.image_size = {c.at("width"), c.at("height")};
  lens.fx = c.at("fx");
  lens.fy = c.at("fy");
  lens.cx = c.at("cx");
  lens.cy = c.at("cy");
  lens.distortion = c.at("dist").get<std::array<double, 5>>();
  const auto r = c.at("rvec").get<std::array<double, 3>>();
  const auto t = c.at("tvec").get<std::array<double, 3>>();
  const Eigen::Vector3d axis(r[0], r[1], r[2]);
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(axis.norm(), axis.normalized()).toRotationMatrix();
  return {lens, rotation, Eigen::Vector3d(t[0], t[1], t[2])};
}

measure::TerrainKind terrain_kind(const std::string& word) {
  using enum measure::TerrainKind;
  if (word == "wood") return Wood;
  if (word == "hill") return Hill;
  if (word == "marsh") return Marsh;
  if (word == "river") return River;
  if (word == "road") return Road;
  if (word == "house") return House;
  if (word == "wall") return Wall;
  if (word == "hedge") return Hedge;
  return Obstacle;
}

measure::Table table(const json& state) {
  measure::Table out{.length = Inches(state.at("table").at("width")), .width = Inches(state.at("table").at("height")), .terrain = {}};
  for (const json& t : state.at("terrain")) {
    measure::Terrain terrain;
    terrain.name = t.at("name");
    terrain.kind = terrain_kind(t.at("kind"));
    terrain.polygon = points(t.at("polygon"));
    terrain.height = Inches(t.value("height", 0.0));
    terrain.base_height = Inches(t.value("base_height", 0.0));
    if (t.contains("plateau")) terrain.top = points(t.at("plateau"));
    out.terrain.push_back(terrain);
  }
  return out;
}

measure::PieceKind piece_kind(const std::string& word) {
  using enum measure::PieceKind;
  if (word == "cavalry") return Cavalry;
  if (word == "officer") return Officer;
  if (word == "gun") return Gun;
  if (word == "gunner") return Gunner;
  return Infantry;
}

measure::Shape shape(const json& base) {
  const std::string kind = base.at("shape");
  if (kind == "disc") return measure::RoundShape{Inches(base.at("diameter"))};
  if (kind == "oval") return measure::OvalShape{Inches(base.at("length")), Inches(base.at("width"))};
  return measure::RectShape{Inches(base.at("length")), Inches(base.at("width"))};
}

Piece piece(const json& p) {
  Piece out;
  out.name = p.at("name");
  out.at = {Inches(p.at("x")), Inches(p.at("y"))};
  out.ground = Inches(p.at("z"));
  out.heading = measure::from_degrees(p.at("heading"));
  out.visible_fraction = p.at("visible_fraction").is_null() ? 1.0 : p.at("visible_fraction").get<double>();  // null: not measured
  out.pixel = {p.at("pixel").at(0), p.at("pixel").at(1)};
  out.spec.name = out.name;
  out.spec.army = p.at("army");
  out.spec.unit = p.at("unit");
  out.spec.kind = piece_kind(p.at("kind"));
  out.spec.colour = out.spec.army == "red" ? "#b3202a" : "#2038b0";
  out.spec.base = {.shape = shape(p.at("base")), .height = Inches(p.at("base").at("height"))};
  out.spec.figure_height = Inches(p.at("figure").at("top")) - out.ground;
  const json& m = p.at("marker");
  if (m.at("type") == "none") out.spec.marker = measure::MarkerType::None;
  if (m.at("type") == "tag") {
    out.spec.marker = measure::MarkerType::Tag;
    out.spec.tag = m.at("id").get<int>();
    out.spec.mount = {.dictionary = m.at("dict"),
                      .side = Inches(m.at("side")),
                      .height = Inches(m.at("z")) - out.ground,
                      .offset = {Inches(m.at("offset").at(0)), Inches(m.at("offset").at(1))}};
  }
  return out;
}

State state_from(const json& j) {
  State out{.frame = j.at("frame").is_string() ? j.at("frame").get<std::string>() : j.at("frame").dump(),
            .image = j.contains("image") && j.at("image").is_string() ? j.at("image").get<std::string>() : "",
            .flags = {},
            .camera = camera(j.at("camera")),
            .table = table(j),
            .tags = {},
            .pieces = {},
            .added = {},
            .removed = {},
            .moved = {}};
  const json& flags = j.at("flags");
  out.flags = {flags.value("hand_in_view", false), flags.value("camera_bumped", false), flags.value("glare", false)};
  for (const json& t : j.at("registration_tags"))
    out.tags.push_back({.id = t.at("id"),
                        .dictionary = t.at("dict"),
                        .centre = point(t.at("centre")),
                        .side = Inches(t.at("side")),
                        .heading = measure::from_degrees(t.at("heading"))});
  for (const json& p : j.at("pieces")) out.pieces.push_back(piece(p));
  if (j.contains("changes")) {
    const json& c = j.at("changes");
    for (const json& n : c.at("added")) out.added.push_back(n);
    for (const json& n : c.at("removed")) out.removed.push_back(n);
    for (const json& m : c.at("moved")) out.moved.push_back(m.at("name"));
  }
  return out;
}

}  // namespace

std::vector<measure::PieceSpec> State::specs() const {
  std::vector<measure::PieceSpec> out;
  for (const Piece& p : pieces) out.push_back(p.spec);
  return out;
}

measure::Result<State> load_state(const std::string& json_path) {
  std::ifstream file(json_path);
  if (!file) return measure::fail(measure::ErrorCode::BadFile, json_path + ": cannot be opened");
  try {
    return state_from(json::parse(file));
  } catch (const std::exception& problem) {
    return measure::fail(measure::ErrorCode::BadFile, json_path + ": " + problem.what());
  }
}

}  // namespace truth

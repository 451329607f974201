#include "tests/bench/accuracy/recording.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace accuracy {
namespace {

using measure::ErrorCode;
using measure::Inches;
using nlohmann::json;

TrueFrame frame_of(const truth::State& state) {
  return {.name = state.image,
          .hand = state.flags.hand_in_view,
          .bumped = state.flags.camera_bumped,
          .glare = state.flags.glare,
          .pieces = state.pieces,
          .moved = {state.moved.begin(), state.moved.end()},
          .added = {state.added.begin(), state.added.end()},
          .removed = {state.removed.begin(), state.removed.end()},
          .in_motion = {}};
}

void apply(TrueFrame& frame, const json& j) {
  std::map<std::string, truth::Piece*> by_name;
  for (truth::Piece& p : frame.pieces) by_name[p.name] = &p;
  for (const json& m : j.at("moved")) {
    truth::Piece& p = *by_name.at(m.at("name"));
    p.at = {Inches(m.at("x")), Inches(m.at("y"))};
    p.heading = measure::from_degrees(m.at("heading"));
  }
  for (const auto& [name, fraction] : j.at("visible_fraction_changed").items()) by_name.at(name)->visible_fraction = fraction;
  for (const json& name : j.at("in_motion")) frame.in_motion.insert(name.get<std::string>());
  for (const json& name : j.at("lifted")) frame.in_motion.insert(name.get<std::string>());
}

std::vector<TrueFrame> read_clip(const std::filesystem::path& folder) {
  std::ifstream file(folder / "clip.json");
  const json clip = json::parse(file);
  const auto start = truth::load_state((folder / clip.value("start", "start.json")).string());
  if (!start) throw std::runtime_error(start.error().message);
  TrueFrame rest = frame_of(*start);
  rest.added.clear();
  rest.moved.clear();
  rest.removed.clear();
  std::vector<TrueFrame> frames;
  for (const json& j : clip.at("frames")) {
    TrueFrame frame = rest;
    frame.name = std::to_string(j.at("frame").get<int>());
    frame.hand = j.at("hand");
    apply(frame, j);
    if (!frames.empty()) {
      for (std::size_t i = 0; i < frame.pieces.size(); ++i) {
        const truth::Piece &before = frames.back().pieces[i], &now = frame.pieces[i];
        if (!(before.at == now.at) || before.heading != now.heading) frame.moved.insert(now.name);
      }
    } else {
      for (const truth::Piece& p : frame.pieces) frame.added.insert(p.name);
    }
    frames.push_back(frame);
  }
  return frames;
}

std::vector<TrueFrame> read_states(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json" && std::filesystem::exists(std::filesystem::path(entry.path()).replace_extension(".jpg")))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<TrueFrame> frames;
  for (const auto& file : files) {
    const auto state = truth::load_state(file.string());
    if (!state) throw std::runtime_error(state.error().message);
    frames.push_back(frame_of(*state));
    frames.back().name = (folder.filename() / frames.back().name).string();
  }
  return frames;
}

std::optional<double> number_or_null(const json& j, const char* key) {
  if (!j.contains(key) || j.at(key).is_null()) return std::nullopt;
  return j.at(key).get<double>();
}

ReportedPiece piece_of(const json& j) {
  ReportedPiece p{.id = j.at("id"),
                  .name = j.at("name"),
                  .army = j.at("army"),
                  .unit = j.at("unit"),
                  .kind = j.at("kind"),
                  .seen = j.at("seen"),
                  .identity = j.at("identity"),
                  .marker = j.at("marker").at("type"),
                  .tag = {},
                  .x = j.at("at").at(0),
                  .y = j.at("at").at(1),
                  .margin_in = j.at("margin_in"),
                  .margin_deg = 0.0,
                  .heading_deg = number_or_null(j, "heading_deg")};
  p.margin_deg = number_or_null(j, "margin_deg").value_or(0.0);
  if (j.at("marker").contains("id")) p.tag = j.at("marker").at("id").get<int>();
  return p;
}

ReportedFrame reported_of(const json& j) {
  ReportedFrame f;
  f.name = j.at("frame");
  if (j.contains("error")) return f;
  f.registered = j.at("camera").at("registered");
  f.camera_moved = j.at("camera").value("moved", false);
  f.settled = j.value("settled", false);
  for (const json& p : j.at("pieces")) f.pieces.push_back(piece_of(p));
  for (const json& m : j.value("moves", json::array()))
    f.moves.push_back({.id = m.at("id"),
                       .to_x = m.at("to").at(0),
                       .to_y = m.at("to").at(1),
                       .from_x = m.at("from").at(0),
                       .from_y = m.at("from").at(1),
                       .from_deg = number_or_null(m, "from_deg"),
                       .to_deg = number_or_null(m, "to_deg")});
  f.added = j.value("added", std::vector<int>{});
  f.removed = j.value("removed", std::vector<int>{});
  for (const json& finding : j.value("findings", json::array())) f.findings.push_back(finding.at("code"));
  return f;
}

}  // namespace

measure::Result<std::vector<TrueFrame>> read_truth(const std::string& folder) {
  try {
    if (std::filesystem::exists(std::filesystem::path(folder) / "clip.json")) return read_clip(folder);
    return read_states(folder);
  } catch (const std::exception& problem) {
    return measure::fail(ErrorCode::BadFile, folder + ": " + problem.what());
  }
}

measure::Result<std::vector<ReportedFrame>> read_report(const std::string& path) {
  std::ifstream file(path);
  if (!file) return measure::fail(ErrorCode::BadFile, path + ": cannot be opened");
  std::vector<ReportedFrame> frames;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    try {
      if (!line.empty()) frames.push_back(reported_of(json::parse(line)));
    } catch (const std::exception& problem) {
      return measure::fail(ErrorCode::BadFile, path + ":" + std::to_string(number) + ": " + problem.what());
    }
  }
  return frames;
}

}  // namespace accuracy

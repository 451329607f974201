#include "app/evidence/state_json.h"

#include <fmt/format.h>
#include <array>
#include <cmath>

#include "app/wire/charge_question.h"

namespace app::evidence {
namespace {

using ask::BadQuestion, ask::Json, ask::Question;

constexpr std::array<std::string_view, 3> kSeenWords{"yes", "hidden", "lost"};
constexpr auto kKindWords = [] {
  std::array<std::string_view, 5> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = measure::word(static_cast<measure::PieceKind>(i));
  return words;
}();
constexpr std::array<std::string_view, 3> kShapeWords{"round", "oval", "rect"};
constexpr int kDeepest = 16;               // levels of lists and objects
constexpr std::size_t kMostPieces = 2000;  // of one picture: more than any table holds

Json json_of_piece(const vision::Piece& piece) {
  Json out{{"id", piece.id}, {"name", piece.name}, {"army", piece.army}, {"unit", piece.unit}, {"kind", word(piece.kind)}};
  ask::add_footprint(out, "at", vision::footprint_of(piece));
  out["base"]["height"] = piece.base.height.value;
  if (!piece.heading) out["heading_deg"] = out["margin_deg"] = nullptr;
  out["ground_in"] = piece.ground.value;
  out["figure_height"] = piece.figure_height.value;
  out["seen"] = kSeenWords[static_cast<std::size_t>(piece.seen)];
  out["identity"] = piece.doubtful ? "doubtful" : "sure";
  if (piece.doubtful) out["could_be"] = piece.could_be;
  out["marker"] = Json{{"type", word(piece.marker)}};
  if (piece.tag) out["marker"]["id"] = *piece.tag;
  return out;
}

measure::Base read_base(Question base) {
  measure::Base out;
  const std::size_t shape = base.choice("shape", kShapeWords);
  if (shape == 0) {
    out.shape = measure::RoundShape{measure::Inches(base.number("diameter", 0.0))};
  } else {
    const measure::TablePoint size = base.point("size");
    if (shape == 1) out.shape = measure::OvalShape{size.x, size.y};
    if (shape == 2) out.shape = measure::RectShape{size.x, size.y};
  }
  out.height = measure::Inches(base.number("height"));
  return out;
}

vision::Piece read_piece(Question from) {
  vision::Piece piece;
  piece.id = from.whole("id");
  piece.name = from.text("name");
  piece.army = from.text("army");
  piece.unit = from.text("unit");
  piece.kind = static_cast<measure::PieceKind>(from.choice("kind", kKindWords));
  piece.base = read_base(from.object("base"));
  piece.at = from.point("at");
  const std::vector<double> c = from.numbers("covariance_in2");
  if (c.size() != 3) from.complain("covariance_in2", "must be [xx, xy, yy]");
  piece.covariance = {c[0], c[1], c[2]};
  if (!from.raw("heading_deg").is_null()) {
    piece.heading = measure::from_degrees(from.number("heading_deg"));
    piece.heading_margin = measure::from_degrees(from.number("margin_deg"));
  }
  piece.ground = measure::Inches(from.number("ground_in"));
  piece.figure_height = measure::Inches(from.number("figure_height"));
  piece.seen = static_cast<vision::Seen>(from.choice("seen", kSeenWords));
  piece.tag = from.object("marker").whole_if("id");
  return piece;
}

}  // namespace

Json json_of(const vision::TableState& state) {
  return {{"frame", state.frame},
          {"camera",
           {{"registered", state.camera.registered},
            {"tags_seen", state.camera.tags_seen},
            {"reprojection_px", state.camera.reprojection_px},
            {"height_in", state.camera.height.value}}},
          {"pieces", ask::list_of(state.pieces, json_of_piece)},
          {"findings", ask::list_of(state.findings, [](const calibration::Finding& finding) {
             return Json{{"code", finding.code}, {"says", finding.says}};
           })}};
}

Json parsed(std::string_view text) {
  try {
    return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
      if (depth > kDeepest) throw BadQuestion{"", fmt::format("is nested deeper than {} levels", kDeepest)};
      return true;
    });
  } catch (const Json::exception& problem) {
    throw BadQuestion{"", std::string("not JSON: ") + problem.what()};
  }
}

measure::Result<vision::TableState> read_state(std::string_view text) {
  try {
    const Json json = parsed(text);
    Question question(json, "");
    vision::TableState state;
    state.frame = question.text("frame");
    const std::vector<Question> pieces = question.objects("pieces");
    if (pieces.size() > kMostPieces) question.complain("pieces", fmt::format("are more than {}", kMostPieces));
    for (const Question& piece : pieces) state.pieces.push_back(read_piece(piece));
    return state;
  } catch (const BadQuestion& problem) {
    return measure::fail(measure::ErrorCode::BadFile, fmt::format("state.json: {} {}", problem.at, problem.says));
  }
}

}  // namespace app::evidence

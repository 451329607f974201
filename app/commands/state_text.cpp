#include "app/commands/state_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace app {
namespace {

const char* condition(const vision::Piece& piece) {
  if (piece.seen == vision::Seen::Hidden) return "  hidden";
  if (piece.seen == vision::Seen::Lost) return "  lost";
  return piece.doubtful ? "  identity doubtful" : "";
}

std::string headline(const vision::TableState& state) {
  if (!state.camera.registered) return fmt::format("{}: not registered", state.frame);
  return fmt::format("{}: {} pieces; tags {}; reprojection {:.2f} px; camera {:.1f} in up{}", state.frame, state.pieces.size(),
                     fmt::join(state.camera.tags_seen, " "), state.camera.reprojection_px, state.camera.height.value,
                     state.camera.moved ? "; the camera has moved" : "");
}

std::string findings(const vision::TableState& state) {
  std::string out;
  for (const calibration::Finding& finding : state.findings)
    out += fmt::format("  ! {}{}\n", finding.says, finding.fix.empty() ? "" : " (" + finding.fix + ")");
  return out;
}

std::string line(const vision::Piece& piece) {
  const std::string heading = piece.heading ? fmt::format("{:6.1f} deg", measure::heading_degrees(*piece.heading)) : "  no front";
  return fmt::format("  {:<14} {:6.2f} {:6.2f} in  {}  +-{:.3f} in{}\n", piece.name, piece.at.x.value, piece.at.y.value, heading,
                     measure::margin_of(piece.covariance).value, condition(piece));
}

std::string turn_of(const vision::Move& move) {
  if (!move.heading_from || !move.heading_to) return "";
  return fmt::format(", turned {:+.1f} deg", measure::degrees(measure::wrapped(*move.heading_to - *move.heading_from)));
}

}  // namespace

std::string text_of(const vision::TableState& state) {
  std::string out = headline(state) + "\n";
  for (const vision::Piece& piece : state.pieces) out += line(piece);
  return out + findings(state);
}

std::string changes_of(const vision::TableState& state) {
  std::map<int, std::string> names;
  for (const vision::Piece& piece : state.pieces) names[piece.id] = piece.name;
  const auto name = [&](int id) { return names.contains(id) ? names[id] : fmt::format("piece {}", id); };
  std::string out = headline(state) + (state.settled ? "; settled" : "") + "\n";
  for (const vision::Move& move : state.moves)
    out += fmt::format("  moved   {:<14} {:.2f} in{}, to {:.2f} {:.2f}\n", name(move.id), measure::distance(move.from, move.to).value,
                       turn_of(move), move.to.x.value, move.to.y.value);
  for (const int id : state.added) out += fmt::format("  added   {}\n", name(id));
  for (const int id : state.removed) out += fmt::format("  removed {}\n", name(id));
  return out + findings(state);
}

}  // namespace app

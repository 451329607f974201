// The movement: what the moving side has done, body by body, each piece with its ghost at the start, its cheapest way priced by ground,
// and what is left; a move that is not legal says by which rule and by how much.
#include <fmt/format.h>
#include <algorithm>

#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/umpire/charge_play.h"
#include "app/umpire/set_aside.h"
#include "app/window/charge/states.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

namespace charge = rules::charge;
using measure::Inches, measure::Verdict, overlay::Ink;

constexpr int kWayPriority = 65;

using Moves = std::vector<app::MovedBody>;

struct MovesState {
  Asking<Moves> asking;
};

bool is_movement(const charge::Game& game) { return game.step == charge::Step::MoveFirst || game.step == charge::Step::MoveSecond; }

/// The selected piece, where it is one and has moved.
const app::MovedPiece* selected_move(const Moves& moves, const std::set<int>& selected) {
  if (selected.size() != 1) return nullptr;
  for (const app::MovedBody& body : moves)
    for (const app::MovedPiece& piece : body.pieces)
      if (piece.move.id == *selected.begin()) return &piece;
  return nullptr;
}

/// Its verdict, as far as the table enforces the rule.
Verdict counted(const app::MovedPiece& piece, const Document& document) {
  return app::as_it_counts(piece.move.ruling.verdict, app::dial_of_move(piece.move.ruling, document.custom.rules));
}

void draw_way(const PartContext& on, const app::MovedPiece& piece) {
  const Theme& theme = on.theme;
  const charge::MoveRuling& ruling = piece.move.ruling;
  strong_text(theme, piece.move.name);
  sign_line(theme, counted(piece, on.look.document), tongue::ruling(app::length_text(piece)));
  for (const std::string& leg : app::leg_texts(piece)) quiet_text(theme, tongue::ruling(leg));
  for (const rules::Reason& reason : ruling.because) {
    ImGui::TextUnformatted(
        fitted(*theme.fonts.body, reason.rule + " · " + tongue::ruling(reason.says), ImGui::GetContentRegionAvail().x).c_str());
    if (ImGui::IsItemHovered()) rule_tooltip(theme, reason.rule);
  }
}

void draw_body(const PartContext& on, const app::MovedBody& body) {
  const app::MovedPiece& worst = body.pieces.front();
  const charge::MoveRuling& ruling = worst.move.ruling;
  std::string note = worst.move.name + " " + tongue::ruling(app::length_text(worst));
  if (ruling.verdict != Verdict::Yes && !ruling.because.empty()) note = ruling.because.front().rule + " · " + note;
  const Verdict verdict = counted(worst, on.look.document);
  const auto not_legal =
      std::ranges::count_if(body.pieces, [&](const app::MovedPiece& piece) { return counted(piece, on.look.document) == Verdict::No; });
  const std::string pieces = tongue::trnf("{} piece", "{} pieces", static_cast<long long>(body.pieces.size()));
  const bool pressed = card(on.theme, ("moved " + body.unit).c_str(),
                            {.title = fmt::format("{} · {}", body.unit, verdict_word(verdict)),
                             .note = note,
                             .right = not_legal > 0 ? tongue::trf("{} of {} not legal", not_legal, body.pieces.size()) : pieces,
                             .verdict = verdict});
  if (ImGui::IsItemHovered() && !ruling.because.empty())
    tooltip_beside(on.theme, tongue::trf("{}: {} ({}). A click selects it.", worst.move.name, tongue::ruling(ruling.because.front().says),
                                         ruling.because.front().rule));
  if (pressed) on.requests.push_back(TellWindow{[id = worst.move.id](UiState& ui) { ui.selected = {id}; }});
}

void draw_move(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game || !is_movement(*game)) return;
  auto& state = state_of<MovesState>(on.ui).asking;
  keep_asking(on, state, app::moves_so_far);
  if (!state.answer) return;
  const std::string moving = charge::mover(*game).value_or("");
  section(on.theme, tongue::trf("MOVED SO FAR: {}", moving).c_str());
  if (state.answer->empty()) quiet_text(on.theme, tongue::tr("nobody yet, as the table last settled"));
  if (const app::MovedPiece* const piece = selected_move(*state.answer, on.ui.selected))
    draw_way(on, *piece);
  else
    for (const app::MovedBody& body : *state.answer) draw_body(on, body);
  ImGui::Separator();
}

void add_way(overlay::DisplayList& list, const app::MovedPiece& piece, bool labelled, const Document& document) {
  const measure::Table& table = document.table.table;
  const charge::MoveRuling& ruling = piece.move.ruling;
  const Verdict verdict = counted(piece, document);
  const Ink ink = overlay::ink_of(verdict);
  const overlay::Mark ghost{.footprint = piece.start.footprint,
                            .z = overlay::spot_at(table, piece.start.footprint.centre).z,
                            .style = {.colour = Ink::Selection, .width = 1.4, .opacity = 0.75, .dashed = true}};
  list.push_back(ghost);
  std::vector<overlay::Spot> way;
  for (const measure::TablePoint point : ruling.path) way.push_back(overlay::spot_at(table, point));
  if (way.size() < 2) way = {overlay::spot_at(table, piece.move.from), overlay::spot_at(table, piece.move.to)};
  list.push_back(overlay::Line{.points = way,
                               .style = {.colour = ink, .width = labelled ? 3.0 : 1.6, .dashed = ruling.path.size() < 2},
                               .soft_end = ruling.cost ? ruling.cost->margin : Inches(0.0)});
  if (!labelled) return;
  const std::string rule = verdict == Verdict::Yes || ruling.because.empty() ? "" : " · " + ruling.because.front().rule;
  list.push_back(overlay::Label{.anchor = way.back(),
                                .text = tongue::ruling(app::length_text(piece)) + rule,
                                .rim = ink,
                                .sign = overlay::sign_of(verdict),
                                .priority = kWayPriority,
                                .speaks_of = {ghost},
                                .leader = true});
}

/// Every way; a label for the selected piece, else for the worst of every body.
overlay::DisplayList ways(const Look& look, const UiState& ui) {
  overlay::DisplayList list;
  const auto& game = look.document.game;
  const auto* const state = state_in<MovesState>(ui);
  if (!game || !is_movement(*game) || !state || !state->asking.answer || ui.mode != Mode::Play || state->asking.answered.game != game)
    return list;
  const Moves& moves = *state->asking.answer;
  const app::MovedPiece* const selected = selected_move(moves, ui.selected);
  for (const app::MovedBody& body : moves)
    for (const app::MovedPiece& piece : body.pieces) {
      const bool labelled = selected ? &piece == selected : &piece == &body.pieces.front();
      add_way(list, piece, labelled, look.document);
    }
  return list;
}

}  // namespace

Part charge_move_part() { return {.overlay = ways, .selected = draw_move}; }

}  // namespace window

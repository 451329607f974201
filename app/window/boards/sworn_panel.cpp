#include "app/window/boards/sworn_panel.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <algorithm>

#include "app/overlay/figures.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

namespace choc = rules::le_choc;
using Doing = BoardPrivacy::Doing;
using measure::SquareName, measure::Verdict;

/// Keys that lock a page. Fewer are seen over a shoulder, more are forgotten.
constexpr std::size_t kKeys = 4;

SquareName square_of(choc::Square at) { return {at.column, at.row}; }
const std::string& player(const BoardLookAt& look, const BoardUi& ui) { return look.board.sides[ui.own.side].name; }

const app::PrivatePiece* piece_on(const app::PrivatePage& page, std::optional<SquareName> at) {
  const auto piece = std::ranges::find_if(page.pieces, [&](const app::PrivatePiece& each) { return at && square_of(each.at) == *at; });
  return piece == page.pieces.end() ? nullptr : &*piece;
}

/// The next piece without a letter after that square, in the order of squares.
std::optional<SquareName> next_without(const app::PrivatePage& page, const std::vector<SquareName>& given, SquareName after) {
  std::optional<SquareName> first, next;
  for (const app::PrivatePiece& piece : page.pieces) {
    const SquareName at = square_of(piece.at);
    if (piece.letter || at == after || std::ranges::find(given, at) != given.end()) continue;
    if (!first || at < *first) first = at;
    if (after < at && (!next || at < *next)) next = at;
  }
  return next ? next : first;
}

/// What a key writes; 0: nothing.
char written(int key) {
  return (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) || (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) ? static_cast<char>(key) : '\0';
}

void give(BoardUi& ui, const app::PrivatePage& page, std::optional<char> letter) {
  if (!ui.own.piece) return;
  ui.wishes.push_back([side = ui.own.side, keys = ui.own.keys, at = *ui.own.piece, letter](app::BoardSession& session) {
    session.enter(side, keys, at, letter);
  });
  const bool may = !letter || page.left[static_cast<std::size_t>(*letter - 'A')] > 0;
  std::erase(ui.own.given, *ui.own.piece);
  if (!letter || !may) return;
  ui.own.given.push_back(*ui.own.piece);
  if (const auto next = next_without(page, ui.own.given, *ui.own.piece)) ui.own.piece = next;
}

/// Filled for each key typed, so that nobody reads them.
void key_dots(const Theme& theme, std::size_t typed) {
  const float radius = theme.px(7), step = theme.px(26);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < kKeys; ++i) {
    const ImVec2 centre(at.x + radius + static_cast<float>(i) * step, at.y + radius + theme.px(3));
    if (i < typed)
      draw.AddCircleFilled(centre, radius, theme.accent);
    else
      draw.AddCircle(centre, radius, theme.quiet, 0, theme.px(1.6));
  }
  ImGui::Dummy({static_cast<float>(kKeys) * step, 2.0F * radius + theme.px(6)});
}

void close_button(BoardUi& ui, const Theme& theme, const char* label) {
  if (main_button(theme, label, ImGui::GetContentRegionAvail().x)) ui.own = {};
}

void lock_page(BoardUi& ui, std::string keys) {
  ui.own.keys = keys;
  ui.own.proven = true;
  ui.own.doing = Doing::Entering;
  ui.wishes.push_back([side = ui.own.side, k = std::move(keys)](app::BoardSession& session) { session.lock(side, k); });
}

void choose_keys(const BoardLookAt& look, BoardUi& ui, const Theme& theme) {
  section(theme, tongue::tr("CHOOSE YOUR KEYS"));
  wrapped_text(theme,
               tongue::trf("{}, press four keys, letters or figures, that the other player does not see. They alone open your letters.",
                           player(look, ui)),
               theme.text);
  key_dots(theme, ui.own.keys.size());
  if (ui.own.keys.size() == kKeys && main_button(theme, tongue::tr("Use these keys  Enter"), ImGui::GetContentRegionAvail().x))
    return lock_page(ui, ui.own.keys);
  if (toggle_button(theme, tongue::tr("Without keys"), false)) return lock_page(ui, "");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("Whoever presses the button sees your letters."));
  ImGui::SameLine();
  if (toggle_button(theme, tongue::tr("Cancel  Esc"), false)) ui.own = {};
}

/// Letters that came from a record are opened with the keys once they are typed. True until that has been tried.
bool opening(const BoardLookAt& look, BoardUi& ui) {
  const app::BoardEntries& entries = look.snapshot.entries[ui.own.side];
  if (!entries.sealed || ui.own.keys.size() != kKeys) return false;
  if (!ui.own.asked) {
    ui.own.asked = entries.tries;
    ui.wishes.push_back([side = ui.own.side, keys = ui.own.keys](app::BoardSession& session) { session.unseal(side, keys); });
  }
  return entries.tries == *ui.own.asked;
}

void ask_keys(const BoardLookAt& look, BoardUi& ui, const Theme& theme) {
  section(theme, tongue::tr("YOUR KEYS"));
  wrapped_text(theme, tongue::trf("{}, press your four keys.", player(look, ui)), theme.text);
  key_dots(theme, ui.own.keys.size());
  if (opening(look, ui))
    quiet_text(theme, tongue::tr("Opening ..."));
  else if (ui.own.keys.size() == kKeys)
    sign_line(theme, Verdict::No, tongue::tr("These are not your keys. Press them again."));
  if (toggle_button(theme, tongue::tr("Cancel  Esc"), false)) ui.own = {};
}

/// A letter, its name, and how many of it the force has left to give.
void letter_rows(BoardUi& ui, const app::PrivatePage& page, const app::PrivatePiece* piece, const Theme& theme) {
  const float width = ImGui::GetContentRegionAvail().x;
  for (const choc::Value value : choc::kAllValues) {
    const int left = page.left[choc::index(value)];
    const bool is = piece && piece->letter == value;
    ImGui::PushID(static_cast<int>(choc::index(value)));
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0.0F, 0.5F});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {theme.px(10), theme.px(3)});
    if (left == 0 && !is) ImGui::PushStyleColor(ImGuiCol_Text, theme.quiet);
    if (toggle_button(theme, fmt::format("{}   {}", letter(value), tongue::tr(name(value))).c_str(), is, width))
      give(ui, page, letter(value));
    if (left == 0 && !is) ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    const std::string count = tongue::trf("{} left", left);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const ImFont& font = *theme.fonts.small_print;
    const float wide = font.CalcTextSizeA(font.FontSize, 1e6F, 0.0F, count.c_str()).x;
    ImGui::GetWindowDrawList()->AddText(&font, font.FontSize,
                                        {high.x - wide - theme.px(10), low.y + 0.5F * (high.y - low.y - font.FontSize)},
                                        is ? theme.on_accent : theme.quiet, count.c_str());
    ImGui::PopID();
  }
}

void enter_letters(const BoardLookAt& look, BoardUi& ui, const app::PrivatePage& page, const Theme& theme) {
  const auto missing = std::ranges::count_if(page.pieces, [](const app::PrivatePiece& each) { return !each.letter; });
  if (!ui.own.piece && missing > 0) ui.own.piece = next_without(page, ui.own.given, {-1, -1});
  const app::PrivatePiece* const piece = piece_on(page, ui.own.piece);
  section(theme, tongue::tr("THE RINGED PIECE IS"));
  if (piece)
    strong_text(theme, piece->letter ? fmt::format("{}: {}, {}", text(piece->at), letter(*piece->letter), tongue::tr(name(*piece->letter)))
                                     : tongue::trf("{}: press its letter", text(piece->at)));
  else
    wrapped_text(theme, tongue::tr("none: click one of your pieces on the board."), theme.text);
  if (!page.refused.empty()) sign_line(theme, Verdict::No, page.refused);
  letter_rows(ui, page, piece, theme);
  quiet_text(theme, missing > 0
                        ? tongue::trnf("{} of {}'s pieces still wants a letter. Backspace takes one back.",
                                       "{} of {}'s pieces still want a letter. Backspace takes one back.", missing, player(look, ui))
                        : tongue::tr("Every piece on the board has its letter. Backspace takes one back."));
  for (const rules::Reason& doubt : page.doubts) sign_line(theme, Verdict::TooCloseToCall, doubt.rule + "  " + tongue::ruling(doubt.says));
  close_button(ui, theme, tongue::tr("Done  Esc"));
}

void side_row(const BoardLookAt& look, BoardUi& ui, const app::PrivatePage* page, std::size_t side, const Theme& theme) {
  const app::BoardEntries& entries = look.snapshot.entries[side];
  const std::string& name = look.board.sides[side].name;
  ImGui::PushID(static_cast<int>(side));
  side_dot(theme, look.board, side);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted((entries.sealed ? tongue::trf("{}: letters of the record, sealed", name)
                                         : tongue::trf("{}: {} of {} letters entered", name, entries.entered, entries.pieces))
                             .c_str());
  const float half = 0.5F * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
  ImGui::BeginDisabled(entries.pieces == 0);
  if (toggle_button(theme, tongue::tr("Enter letters"), entries.entered < entries.pieces && ui.own.doing == Doing::Nothing, half))
    ui.own = {.doing = entries.locked ? Doing::Entering : Doing::ChoosingKeys, .side = side};
  ImGui::SameLine();
  const bool showing = ui.own.doing == Doing::Showing && ui.own.side == side;
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, theme.accent);
  toggle_button(theme, tongue::trf("Show to {}", name).c_str(), showing, half);
  ImGui::PopStyleColor();
  ImGui::EndDisabled();
  if (ImGui::IsItemActivated()) ui.own = {.doing = Doing::Showing, .side = side};
  const bool held = ImGui::IsItemActive();
  if (!held && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("Hold the button down. Letting go hides the letters."));
  if (showing && !held) {
    ui.own = {};
  } else if (showing && !page) {
    quiet_text(theme, tongue::tr("Hold on, and press your four keys."));
    key_dots(theme, ui.own.keys.size());
    if (opening(look, ui))
      quiet_text(theme, tongue::tr("Opening ..."));
    else if (ui.own.keys.size() == kKeys)
      sign_line(theme, Verdict::No, tongue::tr("These are not your keys."));
  } else if (showing) {
    sign_line(theme, Verdict::Yes, tongue::trf("For {} alone. Let go, and they are hidden.", name));
    for (const rules::Reason& doubt : page->doubts)
      sign_line(theme, Verdict::TooCloseToCall, doubt.rule + "  " + tongue::ruling(doubt.says));
  }
  ImGui::PopID();
}

}  // namespace

void draw_sworn_section(const BoardLookAt& look, BoardUi& ui, const app::PrivatePage* page, const Theme& theme) {
  if (look.snapshot.sworn) {
    section(theme, tongue::tr("HIDDEN LETTERS"));
    for (std::size_t side = 0; side < look.snapshot.entries.size(); ++side) side_row(look, ui, page, side, theme);
    quiet_text(theme, tongue::tr("A record keeps them sealed: only the player's keys open them."));
    gap(theme);
  }
  section(theme, tongue::tr("UMPIRE"));
  const bool sworn = look.snapshot.sworn;
  const float half = 0.5F * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
  for (const bool each : {false, true}) {
    if (toggle_button(theme, each ? tongue::tr("sworn") : tongue::tr("open"), each == sworn, half) && each != sworn)
      ui.wishes.push_back(
          [each](app::BoardSession& session) { session.begin_anew(each ? app::UmpireKind::Sworn : app::UmpireKind::Open); });
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip(
          "%s", each ? tongue::tr("Each player enters his letters in private; fights are resolved here.\nChoosing it begins a new game.")
                     : tongue::tr("Knows no letter but those that are shown in a fight.\nChoosing it begins a new game."));
    if (!each) ImGui::SameLine();
  }
  gap(theme);
}

void draw_entry_panel(const BoardLookAt& look, BoardUi& ui, const app::PrivatePage* page, const overlay::Box& box, const Theme& theme) {
  begin_panel("private", box);
  side_dot(theme, look.board, ui.own.side);
  ImGui::AlignTextToFramePadding();
  strong_text(theme, tongue::trf("For {} alone", player(look, ui)));
  quiet_text(theme, tongue::tr("The other player looks away. The window for capture shows none of this."));
  if (ui.own.doing == Doing::ChoosingKeys)
    choose_keys(look, ui, theme);
  else if (page)
    enter_letters(look, ui, *page, theme);
  else if (ui.own.proven)
    quiet_text(theme, tongue::tr("The board has not been read yet."));
  else
    ask_keys(look, ui, theme);
  end_panel();
}

void take_private_key(BoardUi& ui, const app::PrivatePage* page, int key) {
  if (key == GLFW_KEY_ESCAPE) {
    ui.own = {};
  } else if (ui.own.doing == Doing::Entering && page) {
    if (key == GLFW_KEY_BACKSPACE || key == GLFW_KEY_DELETE) give(ui, *page, std::nullopt);
    if (key >= GLFW_KEY_A && key < GLFW_KEY_A + choc::kValues) give(ui, *page, static_cast<char>(key));
  } else if (key == GLFW_KEY_BACKSPACE) {
    if (!ui.own.proven) ui.own.keys.clear();
  } else if (key == GLFW_KEY_ENTER && ui.own.doing == Doing::ChoosingKeys && ui.own.keys.size() == kKeys) {
    lock_page(ui, ui.own.keys);
  } else if (written(key) != '\0' && !page && !ui.own.proven) {
    if (ui.own.keys.size() == kKeys) ui.own.keys.clear();
    ui.own.asked.reset();
    ui.own.keys += written(key);
  }
}

void draw_private_letters(ImDrawList& draw, const BoardLookAt& look, const BoardUi& ui, const app::PrivatePage& page,
                          const overlay::Box& box, calibration::ImageSize picture, const Theme& theme) {
  const app::BoardSnapshot& now = look.snapshot;
  if (!now.reading || !now.reading->registration) return;
  const Placement placement(ui.view, box, picture);
  const auto on_screen = [&](measure::TablePoint at) -> std::optional<ScreenPoint> {
    const auto pixel = now.reading->registration->camera.image_from_table(at, measure::Inches(0.0));
    return pixel ? std::optional(placement.screen_from_picture({pixel->u, pixel->v})) : std::nullopt;
  };
  constexpr double kShare = 0.33;  // of a square: clear of its neighbours
  const measure::Inches square = measure::width_of_narrowest(look.board);
  const ImFont* const font = theme.fonts.title;
  const auto colour = overlay::parse_rgb(look.board.sides[ui.own.side].colour).value_or(overlay::kWhite);
  for (const app::PrivatePiece& piece : page.pieces) {
    const SquareName at = square_of(piece.at);
    measure::TablePoint stands = app::middle_of(look.board, at);
    for (const vision::BoardPiece& seen : now.reading->pieces)
      if (seen.on == at) stands = seen.at;
    const auto centre = on_screen(stands), beside = on_screen({stands.x + square * kShare, stands.y});
    if (!centre || !beside) continue;
    const ImVec2 c(static_cast<float>(centre->x), static_cast<float>(centre->y));
    const float radius = std::max(theme.px(11), static_cast<float>(std::hypot(beside->x - centre->x, beside->y - centre->y)));
    const bool ringed = ui.own.doing == Doing::Entering && ui.own.piece == at;
    draw.AddCircleFilled(c, radius, packed(overlay::kPill, 0.94));
    draw.AddCircle(c, radius, ringed ? packed(overlay::kWhite) : packed(colour), 0, theme.px(ringed ? 4.0 : 2.4));
    const std::string says = piece.letter ? std::string(1, letter(*piece.letter)) : "?";
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e6F, 0.0F, says.c_str());
    draw.AddText(font, font->FontSize, {c.x - 0.5F * size.x, c.y - 0.5F * size.y}, packed(overlay::kWhite, piece.letter ? 1.0 : 0.6),
                 says.c_str());
  }
}

}  // namespace window

// Setting up a board game: the camera over it, its lens, and where the board lies.
#include "app/window/boards/panels.h"

#include <fmt/format.h>
#include <imgui.h>
#include <algorithm>
#include <filesystem>

#include "app/overlay/figures.h"
#include "app/tongue/length.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/boards/sworn_panel.h"
#include "app/window/boards/words.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/hand_tools.h"

namespace window {
namespace {

using app::BoardAction, measure::SquareName, measure::Verdict;

constexpr double kRecordShare = 0.66;
constexpr const char* kLetters = "ABCDEFGH";

bool le_choc(const BoardLookAt& look) { return look.board.game == measure::BoardGame::LeChoc; }

std::string state_of(const BoardLookAt& look) {
  const app::BoardSnapshot& now = look.snapshot;
  if (now.status == vision::SourceStatus::Gone) return tongue::tr("no picture");
  if (!look.past && (!now.reading || !now.reading->registration)) return tongue::tr("board not found");
  const auto pieces = static_cast<long long>(now.reading->pieces.size());
  if (look.past) return tongue::trnf("recorded   {} piece", "recorded   {} pieces", pieces);
  std::string out = now.moving ? tongue::tr("moving") : now.settled ? tongue::tr("at rest") : tongue::tr("coming to rest");
  if (now.status == vision::SourceStatus::Ended) out = tongue::tr("recording ended");
  out += "   " + tongue::trnf("{} piece", "{} pieces", pieces);
  const auto unseen = static_cast<long long>(now.reading->unseen.size());
  return unseen == 0 ? out : out + "   " + tongue::trnf("{} square out of sight", "{} squares out of sight", unseen);
}

/// One row of letters to choose from.
void letter_row(const Theme& theme, const char* who, std::string& chosen) {
  ImGui::PushID(who);
  for (const char* letter = kLetters; *letter; ++letter) {
    const std::string text(1, *letter);
    if (toggle_button(theme, text.c_str(), chosen == text, theme.px(28))) chosen = text;
    ImGui::SameLine(0.0F, theme.px(4));
  }
  ImGui::PopID();
  ImGui::NewLine();
}

void ask_letters(const BoardLookAt& look, BoardUi& ui, const Theme& theme) {
  if (!look.snapshot.asks_letters) return;
  section(theme, tongue::tr("THE FIGHT: WHAT WAS SHOWN? (L-4)"));
  quiet_text(theme, tongue::tr("the attacker"));
  letter_row(theme, "attacker", ui.attacker);
  quiet_text(theme, tongue::tr("the attacked"));
  letter_row(theme, "defender", ui.defender);
  if (ui.attacker.empty() || ui.defender.empty()) return;
  if (main_button(theme, tongue::tr("They showed these"))) {
    ui.wishes.push_back([a = ui.attacker, d = ui.defender](app::BoardSession& session) { session.declare(a, d); });
    ui.attacker.clear();
    ui.defender.clear();
  }
}

/// Of a game that goes on: where the board is to be put right first.
void show_astray(const BoardLookAt& look, BoardUi& ui, const Theme& theme) {
  const auto& astray = look.snapshot.astray;
  if (astray.empty()) return;
  section(theme, tongue::tr("NOT AS IT STOPPED: PUT IT RIGHT"));
  for (const app::BoardDifference& difference : astray) {
    side_dot(theme, look.board, difference.side, ImGui::GetTextLineHeight());
    wrapped_text(theme, difference_text(look.board, difference), theme.text);
  }
  if (ImGui::Button(tongue::tr("Play on from this board")))
    ui.wishes.push_back([](app::BoardSession& session) { session.take_as_it_stands(); });
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("What is different is taken for what was done since the game stopped."));
  gap(theme);
}

void ask_which(const BoardLookAt& look, BoardUi& ui, const Theme& theme) {
  if (!look.snapshot.asks_which) return;
  const app::BoardRuling& last = look.snapshot.last;
  section(theme, tongue::tr("THE BOARD CANNOT TELL: WHICH WAS IT?"));
  for (std::size_t which = 0; which <= last.could_be.size(); ++which) {
    std::string says;
    for (const BoardAction& action : which == 0 ? last.actions : last.could_be[which - 1])
      says += (says.empty() ? "" : tongue::tr(", then ")) + look.board.sides[action.side].name + " " + tongue::ruling(action.says);
    ImGui::PushID(static_cast<int>(which));
    if (card(theme, "which", {.title = says})) ui.wishes.push_back([which](app::BoardSession& session) { session.choose(which); });
    ImGui::PopID();
  }
}

/// In the strip, behind a side's spot.
void strip_text(const BoardLookAt& look, std::optional<std::size_t> side, const std::string& text, const Theme& theme) {
  side_dot(theme, look.board, side);
  ImGui::PushFont(theme.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopFont();
}

/// The same in the strip, in a line.
void zones_in_a_line(const BoardLookAt& look, const Theme& theme) {
  for (const app::BoardZone& zone : look.snapshot.zones) {
    if (&zone != &look.snapshot.zones.front()) ImGui::SameLine(0.0F, theme.px(20));
    strip_text(look, zone.over ? zone.winner : zone.to_move, name_of(zone) + ": " + turn_in(look.board, zone), theme);
  }
}

void draw_section(const BoardLookAt& look, const BoardSection& said, const Theme& theme) {
  section(theme, said.title.c_str());
  for (const BoardLine& line : said.lines) {
    side_dot(theme, look.board, line.side, ImGui::GetTextLineHeight());
    if (line.sign)
      sign_line(theme, *line.sign, line.text);
    else if (line.quiet)
      quiet_text(theme, line.text);
    else
      wrapped_text(theme, line.text, theme.text);
  }
  gap(theme);
}

void camera_section(const BoardLookAt& look, BoardUi& ui, const Theme& theme) {
  section(theme, tongue::tr("CAMERA"));
  bool look_again = false;
  if (const auto chosen = choose_camera(theme, ui.cameras, look.snapshot.source, look_again)) open_source(ui, *chosen);
  if (look_again) ui.cameras = vision::list_cameras();
  source_line(theme, look.snapshot.source, look.snapshot.frame != nullptr);
}

void show_lens(const BoardUi& ui, const Theme& theme) {
  section(theme, tongue::tr("LENS"));
  if (ui.setup.lens)
    sign_line(theme, Verdict::Yes, std::filesystem::path(ui.used.lens).filename().string());
  else
    quiet_text(theme, tongue::tr("None: it is estimated, with wider margins. Drop a lens.json of  vedette calibrate  on this window."));
}

void find_board(const BoardLookAt& look, BoardUi& ui, const Theme& theme) {
  section(theme, tongue::tr("THE BOARD"));
  const bool found = look.snapshot.reading && look.snapshot.reading->registration;
  const char* const by =
      !ui.setup.anchors.empty() ? tongue::tr("by its four corners; they hold while nobody touches the camera") : tongue::tr("by itself");
  if (found)
    sign_line(theme, Verdict::Yes,
              tongue::trf("The board is found {}. The camera hangs {} above it.", by,
                          tongue::length(look.snapshot.reading->registration->camera.height(), 0)));
  else
    sign_line(theme, Verdict::No, tongue::tr("The board is not found. Let the camera see its corner tags, or click its corners."));
  if (found)
    standing_lines(theme, ui.standing.advise(look.snapshot.reading->registration->camera, look.board.length, look.board.width,
                                             ui.setup.lens.has_value()));
  if (ui.corners) {
    const std::size_t next = std::min(ui.corners->size(), ui.corner_names.size() - 1);
    sign_line(theme, Verdict::TooCloseToCall,
              tongue::trf("Click the {}, at the outer edge of the squares. The wheel brings it nearer.", ui.corner_names[next]));
    if (ImGui::Button(tongue::tr("Stop clicking"))) ui.corners.reset();
    return;
  }
  if (ImGui::Button(ui.setup.anchors.empty() ? tongue::tr("Click the corners") : tongue::tr("Click again")) && look.snapshot.frame)
    ui.corners.emplace();
}

}  // namespace

void gap(const Theme& theme) { ImGui::Dummy({0.0F, theme.px(8)}); }

void side_dot(const Theme& theme, const measure::Board& board, std::optional<std::size_t> side, float height) {
  const auto colour = side ? overlay::parse_rgb(board.sides[*side].colour) : std::nullopt;
  if (!colour) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float radius = std::min(theme.px(7), 0.34F * height), middle = 0.5F * height;
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + middle}, radius, packed(*colour));
  ImGui::Dummy({2.0F * radius + theme.px(4), height});
  ImGui::SameLine();
}

void draw_board_top(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme) {
  begin_panel("top", box, false);
  const float title_end = draw_title(theme, look.title, ui.other_game);
  const std::string state = state_of(look);
  const auto width = static_cast<float>(box.width());
  const float state_width = ImGui::CalcTextSize(state.c_str()).x, help = width - theme.px(54);
  const float air_width = as_wide_as(theme, tongue::tr("Air"), 44), air = help - theme.px(6) - air_width;
  const float language = choices_button(ui.choices, theme, air - theme.px(6), theme.px(9));
  const float set_up_width = as_wide_as(theme, tongue::tr("Set up  F2"), 92);
  const float set_up = std::min(0.5F * (width - set_up_width), language - state_width - theme.px(32) - set_up_width);
  const std::string source = std::filesystem::path(look.snapshot.source).filename().string();
  const std::string frame = look.snapshot.frame ? look.snapshot.frame->name : "";
  ImGui::SetCursorPos({title_end, theme.px(17)});
  coloured_text(theme.quiet, fitted(*theme.fonts.body, frame.empty() || frame == source ? source : source + " · " + frame,
                                    set_up - theme.px(16) - title_end));
  ImGui::SetCursorPos({set_up, theme.px(9)});
  if (!look.past && toggle_button(theme, tongue::tr("Set up  F2"), ui.set_up, set_up_width)) turn_to_setup(ui);
  ImGui::SetCursorPos({language - state_width - theme.px(16), theme.px(17)});
  ImGui::TextUnformatted(state.c_str());
  ImGui::SetCursorPos({air, theme.px(9)});
  if (toggle_button(theme, tongue::tr("Air"), ui.air.on, air_width)) ui.air.open = !ui.air.open;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("On air (F10): pages for streams and phones."));
  ImGui::SetCursorPos({help, theme.px(9)});
  if (toggle_button(theme, "?", ui.help, theme.px(36))) ui.help = !ui.help;
  end_panel();
}

void draw_board_strip(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme) {
  begin_panel("strip", box, false);
  const app::BoardRuling& last = look.snapshot.last;
  const char* const letters_label = tongue::tr("letters  L");
  const char* const capture_label = tongue::tr("capture  F9");
  const char* const back_label = tongue::tr("take back  Ctrl+Z");
  const char* const anew_label = tongue::tr("new game");
  const float gap = ImGui::GetStyle().ItemSpacing.x, letters_width = le_choc(look) ? as_wide_as(theme, letters_label, 92) : 0.0F,
              capture_width = as_wide_as(theme, capture_label, 98), back_width = as_wide_as(theme, back_label, 128),
              anew_width = as_wide_as(theme, anew_label, 84);
  const float buttons = letters_width + capture_width + back_width + anew_width + 3.0F * gap + theme.px(18);
  std::string whose = look.snapshot.sworn ? tongue::tr("Set up the board; each player enters his letters. Whoever moves first begins.")
                                          : tongue::tr("Set up the board. Whoever moves first begins.");
  std::optional<std::size_t> side = look.snapshot.to_move;
  if (last.over) {
    side = last.winner;
    whose = last.winner ? tongue::trf("{} has won", look.board.sides[*last.winner].name) : tongue::tr("Nobody has won");
  } else if (side) {
    whose = tongue::trf("{} to move", look.board.sides[*side].name);
  }
  const auto& zones = look.snapshot.zones;
  const bool anybody_moved = std::ranges::any_of(zones, [](const app::BoardZone& zone) { return zone.over || zone.to_move.has_value(); });
  ImGui::SetCursorPos({theme.px(14), theme.px(8)});
  if (anybody_moved && !last.over)
    zones_in_a_line(look, theme);
  else
    strip_text(look, side, whose, theme);
  if (!look.snapshot.log.empty()) {
    const app::BoardLogLine& line = look.snapshot.log.front();
    ImGui::SameLine(0.0F, theme.px(28));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_sign(*ImGui::GetWindowDrawList(), overlay::sign_of(line.verdict),
              {at.x, at.y + theme.px(7), at.x + theme.px(13), at.y + theme.px(20)}, theme.ink(overlay::ink_of(line.verdict)));
    ImGui::SetCursorScreenPos({at.x + theme.px(20), at.y});
    const float room = static_cast<float>(box.width()) - buttons - ImGui::GetCursorPosX() - theme.px(16);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(fitted(*theme.fonts.body, line.side + (line.side.empty() ? "" : " ") + tongue::ruling(line.says), room).c_str());
  }
  ImGui::SetCursorPos({static_cast<float>(box.width()) - buttons, theme.px(7)});
  if (le_choc(look)) {
    if (toggle_button(theme, letters_label, ui.focus.letters, letters_width)) ui.focus.letters = !ui.focus.letters;
    ImGui::SameLine();
  }
  if (toggle_button(theme, capture_label, ui.capture, capture_width)) ui.capture = !ui.capture;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("A second window with the board alone, for streams."));
  ImGui::SameLine();
  if (toggle_button(theme, back_label, false, back_width)) ui.wishes.push_back([](app::BoardSession& s) { s.undo(); });
  ImGui::SameLine();
  if (toggle_button(theme, anew_label, false, anew_width)) ui.wishes.push_back([](app::BoardSession& s) { s.begin_anew(); });
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("The next board at rest begins a game."));
  end_panel();
}

void turn_to_setup(BoardUi& ui) {
  ui.set_up = !ui.set_up;
  ui.corners.reset();
  if (ui.set_up) ui.cameras = vision::list_cameras();
}

void draw_board_side(const BoardLookAt& look, BoardUi& ui, const app::PrivatePage* page, const overlay::Box& box, const Theme& theme) {
  begin_panel("side", box);
  if (!look.snapshot.reading) {
    quiet_text(theme, tongue::tr("Waiting for a picture."));
  } else {
    show_astray(look, ui, theme);
    ask_which(look, ui, theme);
    ask_letters(look, ui, theme);
    if (look.snapshot.asks_which || look.snapshot.asks_letters) gap(theme);
    const std::vector<BoardSection> said = board_sections(look.snapshot, look.board, ui.focus);
    for (const BoardSection& each : said) {
      if (&each == &said.back() && le_choc(look) && !look.past) draw_sworn_section(look, ui, page, theme);
      draw_section(look, each, theme);
    }
  }
  end_panel();
}

void draw_board_record(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme) {
  const double middle = box.left + kRecordShare * box.width();
  begin_panel("record", {box.left, box.top, middle, box.bottom});
  section(theme, tongue::tr("RECORD"));
  draw_record_buttons(ui.replay, look.snapshot.record, look.board, theme);
  if (look.snapshot.log.empty()) quiet_text(theme, tongue::tr("None yet: an action is told when the board has come to rest."));
  for (const app::BoardLogLine& line : look.snapshot.log)
    sign_line(theme, line.verdict,
              fmt::format("{}{}{}{}{}", line.rule, line.rule.empty() ? "" : "  ", line.zone == 0 ? "" : tongue::trf("zone {}  ", line.zone),
                          line.side.empty() ? "" : line.side + " ", tongue::ruling(line.says)));
  end_panel();
  begin_panel("findings", {middle + theme.px(10), box.top, box.right, box.bottom});
  section(theme, tongue::tr("FINDINGS"));
  if (!ui.trouble.empty()) sign_line(theme, Verdict::No, ui.trouble);
  if (look.snapshot.findings.empty() && ui.trouble.empty()) sign_line(theme, Verdict::Yes, tongue::tr("nothing to report"));
  for (const calibration::Finding& finding : look.snapshot.findings)
    sign_line(theme, verdict_of(finding.severity),
              finding.fix.empty() ? tongue::ruling(finding.says) : tongue::ruling(finding.says) + " (" + tongue::ruling(finding.fix) + ")");
  end_panel();
}

void open_source(BoardUi& ui, std::string source) {
  ui.used.source = source;
  ui.wishes.push_back([source = std::move(source)](app::BoardSession& session) { session.open(source); });
}

void change_setup(BoardUi& ui) {
  ui.wishes.push_back([setup = ui.setup](app::BoardSession& session) { session.set_up(setup); });
}

void click_corner(BoardUi& ui, calibration::ImagePoint at) {
  ui.corners->push_back(at);
  if (ui.corners->size() < ui.corner_names.size()) return;
  ui.setup.tags.clear();
  ui.setup.anchors = anchors_at(*ui.corners, overlay::corners_of_area(ui.setup.board.length, ui.setup.board.width));
  ui.corners.reset();
  change_setup(ui);
}

void draw_board_setup(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme) {
  begin_panel("side", box);
  camera_section(look, ui, theme);
  find_board(look, ui, theme);
  show_lens(ui, theme);
  end_panel();
}

}  // namespace window

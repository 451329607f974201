#include <fmt/format.h>
#include <algorithm>
#include <filesystem>

#include "app/tongue/length.h"
#include "app/tongue/tongue.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/hand_tools.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

using measure::Inches, measure::TablePoint, measure::Verdict;

/// Corner tags stand with their middle this far from both edges.
constexpr double kTagInset = 2.0;
struct Size {
  double length, width;
};
constexpr Size kSizes[] = {{72, 48}, {48, 48}, {60, 44}, {44, 30}, {44, 60}, {36, 36}, {30, 22}, {96, 48}};
constexpr double kLeastSide = 6.0, kMostSide = 240.0;  // inches

/// Tags 0 to 3 in the corners, anticlockwise from the near left.
[[nodiscard]] app::TableFile with_corner_tags(app::TableFile file) {
  const double far_x = file.table.length.value - kTagInset, far_y = file.table.width.value - kTagInset;
  const TablePoint places[] = {{Inches(kTagInset), Inches(kTagInset)},
                               {Inches(far_x), Inches(kTagInset)},
                               {Inches(far_x), Inches(far_y)},
                               {Inches(kTagInset), Inches(far_y)}};
  file.anchors.clear();
  file.tags.clear();
  for (int id = 0; id < 4; ++id) {
    calibration::TableTag tag;
    tag.id = id;
    tag.centre = places[id];
    file.tags.push_back(tag);
  }
  return file;
}

/// Does anything say where the table is? Its size alone does not.
[[nodiscard]] bool known(const app::TableFile& table) { return !table.tags.empty() || !table.anchors.empty(); }

void change_table(const Look& look, app::TableFile table, Requests& requests) {
  change_document(look, requests, {.table = true}, [&](Document& next) { next.table = std::move(table); });
}

/// A table of this size, its tags, or the corners that were clicked, in its corners.
[[nodiscard]] app::TableFile table_of(Size size, app::TableFile file) {
  file.table.length = Inches(size.length);
  file.table.width = Inches(size.width);
  if (!file.anchors.empty()) {
    std::vector<calibration::ImagePoint> pixels;
    for (const calibration::Anchor& anchor : file.anchors) pixels.push_back(anchor.pixel);
    return anchored(std::move(file), pixels);
  }
  return with_corner_tags(std::move(file));
}

void camera_step(const Look& look, const UiState& ui, const Theme& theme, Requests& requests) {
  bool look_again = false;
  if (const auto chosen = choose_camera(theme, ui.cameras, look.snapshot.source, look_again)) requests.push_back(OpenSource{*chosen});
  if (look_again) requests.push_back(LookForCameras{});
  source_line(theme, look.snapshot.source, look.snapshot.frame != nullptr);
}

void size_step(const Look& look, const Theme& theme, Requests& requests) {
  quiet_text(theme, tongue::tr("Which playing surface? With the right size the frames on the picture lie on the printed tags."));
  const float width = 0.5F * (ImGui::GetContentRegionAvail().x - theme.px(8));
  const auto& table = look.document.table.table;
  const bool chosen = known(look.document.table);
  int column = 0;
  for (const Size& size : kSizes) {
    if (column++ % 2 == 1) ImGui::SameLine();
    const bool on = table.length.value == size.length && table.width.value == size.width;
    const std::string label = tongue::exact(measure::Inches(size.length), measure::Inches(size.width));
    if (toggle_button(theme, label.c_str(), on && chosen, width) && !(on && chosen))
      change_table(look, table_of(size, look.document.table), requests);
  }
  Size own{table.length.value, table.width.value};
  bool changed = number_field("##length", own.length, kLeastSide, kMostSide, theme.px(78));
  ImGui::SameLine();
  ImGui::TextUnformatted("×");
  ImGui::SameLine();
  changed = number_field("##width", own.width, kLeastSide, kMostSide, theme.px(78)) || changed;
  ImGui::SameLine();
  quiet_text(theme, tongue::trf("{}, or any other", tongue::unit()));
  if (changed) change_table(look, table_of(own, look.document.table), requests);
}

void tag_lines(const Look& look, const Theme& theme) {
  const auto* const state = look.snapshot.state.get();
  const auto& tags = look.document.table.tags;
  for (const auto& tag : tags) {
    const bool seen = state && std::ranges::find(state->camera.tags_seen, tag.id) != state->camera.tags_seen.end();
    const bool ours = tags.size() == 4 && tag.id >= 0 && tag.id < 4;
    const std::string where = ours ? std::string(", ") + tongue::tr(kCornerNames[static_cast<std::size_t>(tag.id)]) : "";
    sign_line(theme, seen ? Verdict::Yes : Verdict::No,
              seen ? tongue::trf("tag {}{} at {}", tag.id, where, tongue::exact_place(tag.centre))
                   : tongue::trf("tag {}{} at {}: not seen", tag.id, where, tongue::exact_place(tag.centre)));
  }
}

/// Without tags the player shows where the corners are.
void corner_clicks(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  if (ui.hand.corners) {
    const std::size_t next = std::min(ui.hand.corners->size(), kCornerNames.size() - 1);
    sign_line(theme, Verdict::TooCloseToCall,
              tongue::trf("Click the {} corner of the playing surface on the picture. The wheel brings it nearer.",
                          tongue::tr(kCornerNames[next])));
    if (ImGui::Button(tongue::tr("Stop clicking"))) ui.hand.corners.reset();
    return;
  }
  if (!look.document.table.anchors.empty()) {
    sign_line(
        theme, Verdict::Yes,
        tongue::trf("{} points of the picture are known. They hold while nobody touches the camera.", look.document.table.anchors.size()));
    if (ImGui::Button(tongue::tr("Use corner tags"))) change_table(look, with_corner_tags(look.document.table), requests);
    ImGui::SameLine();
  }
  if (ImGui::Button(look.document.table.anchors.empty() ? tongue::tr("No tags? Click the corners") : tongue::tr("Click again")) &&
      look.snapshot.frame)
    ui.hand.corners.emplace();
}

void tag_step(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  const auto* const state = look.snapshot.state.get();
  if (!known(look.document.table)) quiet_text(theme, tongue::tr("Choose the table's size first: it says where the tags belong."));
  tag_lines(look, theme);
  if (state && state->camera.registered)
    sign_line(
        theme, Verdict::Yes,
        tongue::trf("The table is found. The camera hangs {} above it; {} fit within {:.2f} px.", tongue::length(state->camera.height, 0),
                    look.document.table.tags.empty() ? tongue::tr("the points") : tongue::tr("tags"), state->camera.reprojection_px));
  else if (look.document.table.anchors.empty())
    quiet_text(
        theme,
        tongue::tr(
            "Print them with  vedette targets corner-tags --out tags.pdf  and lay one in each corner, printed top away from you. Two "
            "are enough, four are better."));
  if (state && state->camera.registered && look.snapshot.camera) {
    const auto& table = look.document.table.table;
    standing_lines(theme, state_of<calibration::StandingWatch>(ui).advise(*look.snapshot.camera, table.length, table.width,
                                                                          look.document.lens.has_value()));
  }
  corner_clicks(look, ui, theme, requests);
}

void lens_step(const Look& look, const UiState& ui, const Theme& theme, Requests& requests) {
  const std::string name = ui.lens_path ? std::filesystem::path(*ui.lens_path).filename().string() : "";
  if (ui.lens_path)
    if (toggle_button(theme, tongue::trf("With {}", name).c_str(), look.document.lens.has_value(), -1.0F))
      requests.push_back(ChooseLens{ui.lens_path});
  if (toggle_button(theme, tongue::tr("Without: estimate it from the tags"), !look.document.lens.has_value(), -1.0F))
    requests.push_back(ChooseLens{std::nullopt});
  quiet_text(theme,
             look.document.lens
                 ? tongue::tr("The lens was measured: margins are as small as they can be.")
                 : tongue::tr("Works at once, with wider margins. For narrow ones photograph a chessboard and run  vedette calibrate."));
}

void empty_step(const Look& look, const UiState& ui, const Theme& theme, Requests& requests) {
  quiet_text(theme, tongue::tr("Only for figures without any marker: they are told from the empty table. Clear the table, then press."));
  if (main_button(theme, ui.has_empty ? tongue::tr("Take the picture again") : tongue::tr("Take a picture of the empty table"), -1.0F) &&
      look.snapshot.frame)
    requests.push_back(TakeEmptyTable{});
  if (ui.has_empty) {
    sign_line(theme, Verdict::Yes, tongue::tr("The empty table is known."));
    if (ImGui::Button(tongue::tr("Forget it"))) requests.push_back(ForgetEmptyTable{});
  }
}

void roster_step(const Look& look, const Theme& theme, Requests& requests) {
  for (const auto& army : look.document.roster.armies)
    sign_line(theme, Verdict::Yes, tongue::trf("{}: {} units", army.name, army.units.size()));
  if (look.document.roster.armies.empty()) quiet_text(theme, tongue::tr("Who plays? Armies and units give the figures their names."));
  if (main_button(theme, tongue::tr("Open the roster"), -1.0F)) requests.push_back(ChooseMode{Mode::Roster});
}

void proof_step(const Theme& theme, Requests& requests) {
  quiet_text(theme, tongue::tr("Lay a stick with two tags a known length apart anywhere and let the program say how far off it is."));
  if (main_button(theme, tongue::tr("Measure a known length"), -1.0F)) {
    requests.push_back(ChooseMode{Mode::Play});
    requests.push_back(ChooseTool{Tool::Proof});
  }
}

struct WizardStep {
  const char* title;
  std::optional<Verdict> state;  // none: optional and not done
  std::string note;
};

[[nodiscard]] WizardStep proof_state(const std::vector<app::Proof>& proofs) {
  if (proofs.empty()) return {tongue::tr("7  Proof"), std::nullopt, tongue::tr("a known length, if you like")};
  const app::Proof& last = proofs.back();
  return {tongue::tr("7  Proof"), app::holds(last) ? Verdict::Yes : Verdict::No,
          tongue::trf("off by {} over {}", tongue::signed_length(app::error_of(last), 2), tongue::length(last.stated, 2))};
}

[[nodiscard]] WizardStep corner_state(const app::TableFile& table, std::size_t seen, bool misplaced) {
  const char* const kTitle = tongue::tr("3  Corner tags");
  if (!table.anchors.empty()) return {kTitle, Verdict::Yes, tongue::tr("corners clicked instead")};
  if (table.tags.empty()) return {kTitle, Verdict::No, tongue::tr("after the size")};
  if (misplaced) return {kTitle, Verdict::TooCloseToCall, tongue::tr("a tag lies elsewhere: is the size right?")};
  const Verdict state = seen == table.tags.size() ? Verdict::Yes : seen >= 2 ? Verdict::TooCloseToCall : Verdict::No;
  return {kTitle, state, tongue::trf("{} of {} seen", seen, table.tags.size())};
}

[[nodiscard]] std::vector<WizardStep> steps(const Look& look, const UiState& ui) {
  const auto* const state = look.snapshot.state.get();
  const std::size_t seen = state ? state->camera.tags_seen.size() : 0;
  const auto& table = look.document.table.table;
  const bool misplaced = std::ranges::any_of(look.snapshot.findings, [](const auto& f) { return f.code == "tag-misplaced"; });
  return {
      {tongue::tr("1  Camera"), look.snapshot.frame ? Verdict::Yes : Verdict::No,
       look.snapshot.frame ? std::filesystem::path(look.snapshot.source).filename().string() : tongue::tr("choose one")},
      {tongue::tr("2  Table"), known(look.document.table) ? Verdict::Yes : Verdict::No,
       known(look.document.table) ? tongue::exact(table.length, table.width) : tongue::tr("choose its size")},
      corner_state(look.document.table, seen, misplaced),
      {tongue::tr("4  Lens"), look.document.lens ? Verdict::Yes : Verdict::TooCloseToCall,
       look.document.lens ? tongue::tr("measured") : tongue::tr("estimated from the tags")},
      {tongue::tr("5  Empty table"), ui.has_empty ? std::optional(Verdict::Yes) : std::nullopt,
       ui.has_empty ? tongue::tr("known") : tongue::tr("only for unmarked figures")},
      {tongue::tr("6  Roster"), look.document.roster.armies.empty() ? Verdict::No : Verdict::Yes,
       tongue::trf("{} armies", look.document.roster.armies.size())},
      proof_state(look.document.table.proofs),
  };
}

}  // namespace

void draw_wizard_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests) {
  begin_panel("set-up", box);
  title_text(theme, tongue::tr("Set up the table"));
  quiet_text(theme, tongue::tr("From top to bottom. What has a tick is done."));
  const auto all = steps(look, ui);
  const auto undone = std::ranges::find(all, std::optional(Verdict::No), &WizardStep::state);
  const int open = ui.wizard_step.value_or(undone == all.end() ? -1 : static_cast<int>(undone - all.begin()));
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    const WizardStep& step = all[static_cast<std::size_t>(i)];
    if (card(theme, step.title, {.title = step.title, .note = step.note, .verdict = step.state, .selected = open == i}))
      ui.wizard_step = open == i ? -1 : i;
    if (open != i) continue;
    ImGui::Indent(theme.px(10));
    switch (i) {
      case 0: camera_step(look, ui, theme, requests); break;
      case 1: size_step(look, theme, requests); break;
      case 2: tag_step(look, ui, theme, requests); break;
      case 3: lens_step(look, ui, theme, requests); break;
      case 4: empty_step(look, ui, theme, requests); break;
      case 5: roster_step(look, theme, requests); break;
      default: proof_step(theme, requests); break;
    }
    ImGui::Unindent(theme.px(10));
    ImGui::Spacing();
  }
  if (main_button(theme, tongue::tr("Begin to measure"), -1.0F)) requests.push_back(ChooseMode{Mode::Play});
  end_panel();
}

}  // namespace window

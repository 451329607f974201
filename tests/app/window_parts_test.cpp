// The window's own decisions, without a window: where panels and picture lie, what the cursor means, what clicks lay, what undo takes back.
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "app/overlay/fire.h"
#include "app/session/loop.h"
#include "app/session/session.h"
#include "app/window/charge/states.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/events.h"
#include "app/window/shell/view.h"
#include "app/window/tools/commands.h"
#include "app/window/tools/hand_tools.h"
#include "app/window/tools/history.h"
#include "app/window/tools/parts.h"
#include "app/window/tools/stage.h"
#include "overlay_builders.h"

namespace window_parts_test {
namespace {

using namespace overlay_tests;
using overlay::Box;
using testing::ElementsAre;

constexpr calibration::ImageSize kPicture{1920, 1080};
constexpr Box kStage{100.0, 60.0, 1060.0, 600.0};

RC_GTEST_PROP(Layout, PanelsNeverLieOverEachOtherNorOverThePicture, ()) {
  const double width = *rc::gen::inRange(640, 4000), height = *rc::gen::inRange(400, 2400);
  const auto layout = window::lay_out_panels(width, height, window::interface_scale(height, 1.0, 0.5 + 0.1 * *rc::gen::inRange(0, 20)));
  const Box boxes[] = {layout.top, layout.tools, layout.stage, layout.side, layout.bottom};
  for (const Box& box : boxes)
    RC_ASSERT(box.left >= 0.0 && box.top >= 0.0 && box.right <= width && box.bottom <= height && box.width() > 0.0 && box.height() > 0.0);
  for (std::size_t i = 0; i < std::size(boxes); ++i) {
    for (std::size_t k = 0; k < i; ++k) RC_ASSERT(!overlay::overlap(boxes[i], boxes[k]));
  }
}

TEST(Layout, TheTableIsTheLargestThingAtBothReferenceSizes) {
  for (const auto& [width, height] : {std::pair(1280.0, 720.0), std::pair(3840.0, 2160.0)}) {
    const auto layout = window::lay_out_panels(width, height, window::interface_scale(height, 1.0, 1.0));
    EXPECT_GT(layout.stage.width() * layout.stage.height(), 0.45 * width * height);
  }
}

// A line of fire through a friend was said to pass him at -0.33 in.
TEST(ShotOverlay, ALineThroughAFriendRunsInsideHisBase) {
  const auto at = [](double x) {
    return measure::Footprint{measure::RoundShape{measure::Inches(1.0)}, {measure::Inches(x), measure::Inches(0.0)}, {}, {}, {}};
  };
  overlay::Shot shot{.from = at(0.0), .at = at(12.0), .man = {}, .verdict = measure::Verdict::No, .nearest = at(6.0)};
  shot.man.nearest = "BC/3";
  const auto said = [&](double clearance) {
    shot.man.clearance = measure::Measured{measure::Inches(clearance), measure::Inches(0.01)};
    std::string texts;
    for (const overlay::Primitive& part : overlay::shot_overlay(shot, {}, true))
      if (const auto* label = std::get_if<overlay::Label>(&part)) texts += label->text + "; ";
    return texts;
  };
  EXPECT_THAT(said(-0.33), testing::HasSubstr("BC/3 inside by 0.33 "));
  EXPECT_THAT(said(0.6), testing::HasSubstr("BC/3 0.60 "));
}

RC_GTEST_PROP(Placement, PictureToScreenAndBackReturnsHome, ()) {
  window::View view{.zoom = 1.0 + 0.1 * *rc::gen::inRange(0, 80),
                    .middle_x = 0.01 * *rc::gen::inRange(10, 90),
                    .middle_y = 0.5,
                    .turned = *rc::gen::arbitrary<bool>()};
  const window::Placement placement(view, kStage, kPicture);
  const calibration::ImagePoint pixel{static_cast<double>(*rc::gen::inRange(0, 1920)), static_cast<double>(*rc::gen::inRange(0, 1080))};
  const auto back = placement.picture_from_screen(placement.screen_from_picture(pixel));
  RC_ASSERT(std::abs(back.u - pixel.u) < 1e-9 && std::abs(back.v - pixel.v) < 1e-9);
}

TEST(Placement, ZoomingKeepsWhatIsUnderTheCursorThere) {
  const window::View view{.zoom = 2.0, .middle_x = 0.5, .middle_y = 0.5, .turned = false};
  const window::ScreenPoint cursor{500.0, 300.0};
  const auto before = window::Placement(view, kStage, kPicture).picture_from_screen(cursor);
  const auto after = window::Placement(window::zoomed(view, kStage, kPicture, 1.3, cursor), kStage, kPicture).picture_from_screen(cursor);
  EXPECT_NEAR(before.u, after.u, 1e-6);
  EXPECT_NEAR(before.v, after.v, 1e-6);
}

TEST(Placement, TurningTwiceIsWhereItBegan) {
  const window::View view{.zoom = 3.0, .middle_x = 0.4, .middle_y = 0.6, .turned = false};
  EXPECT_FALSE(window::turned(window::turned(view)).turned);
  const window::Placement straight(view, kStage, kPicture), turned(window::turned(view), kStage, kPicture);
  const auto a = straight.screen_from_picture({700, 500}), b = turned.screen_from_picture({700, 500});
  EXPECT_NEAR(a.x + b.x, kStage.left + kStage.right, 1e-9);  // opposite, about the middle of the stage
  EXPECT_NEAR(a.y + b.y, kStage.top + kStage.bottom, 1e-9);
}

TEST(Placement, ThePictureCannotBeDraggedOutOfTheStage) {
  const window::View view{.zoom = 2.0, .middle_x = 0.5, .middle_y = 0.5, .turned = false};
  const auto far_off = window::panned(view, kStage, kPicture, 1e5, -1e5);
  const Box box = window::Placement(far_off, kStage, kPicture).picture_box();
  EXPECT_LE(box.left, kStage.left + 1e-6);
  EXPECT_GE(box.bottom, kStage.bottom - 1e-6);
}

calibration::ImagePoint pixel_of(const vision::Piece& piece, double dx = 0.0) {
  return *overhead_camera().image_from_table({piece.at.x + Inches(dx), piece.at.y}, piece.ground + piece.base.height);
}

TEST(Snapping, TheCursorPicksTheBaseItIsOver) {
  vision::Piece on_hill = man(2, "R1", 60, 40);
  on_hill.ground = Inches(1.2);
  const auto state = table_with({man(1, "R1", 10, 10), on_hill});
  EXPECT_EQ(window::piece_under(state, overhead_camera(), pixel_of(state.pieces[0], 0.45), 3.0), 1);
  EXPECT_EQ(window::piece_under(state, overhead_camera(), pixel_of(on_hill, 0.45), 3.0), 2);
  EXPECT_EQ(window::piece_under(state, overhead_camera(), pixel_of(state.pieces[0], 2.0), 3.0), std::nullopt);
}

TEST(Snapping, BetweenTwoBasesTheNearerOneIsPicked) {
  const auto state = table_with({man(1, "R1", 10, 10), man(2, "R1", 11.2, 10)});
  EXPECT_EQ(window::piece_under(state, overhead_camera(), pixel_of(state.pieces[0], 0.55), 10.0), 1);
  EXPECT_EQ(window::piece_under(state, overhead_camera(), pixel_of(state.pieces[1], -0.55), 10.0), 2);
}

TEST(Snapping, BareGroundIsAPointOfTheTable) {
  const auto camera = overhead_camera();
  const auto end = window::end_under(table_with({man(1, "R1", 10, 10)}), bare_table(), camera,
                                     *camera.image_from_table({Inches(30), Inches(30)}, Inches(0)), 5.0);
  ASSERT_TRUE(end.has_value());
  EXPECT_FALSE(end->piece.has_value());
  EXPECT_NEAR(end->point.x.value, 30.0, 1e-6);
}

TEST(Lasso, TakesThoseInsideAndNoOthers) {
  const auto state = table_with({man(1, "R1", 10, 10), man(2, "R1", 12, 10), man(3, "B1", 40, 30)});
  const auto at = [](double x, double y) { return *overhead_camera().image_from_table({Inches(x), Inches(y)}, Inches(0.1)); };
  const std::vector<calibration::ImagePoint> line{at(8, 8), at(14, 8), at(14, 12), at(8, 12)};
  EXPECT_THAT(window::pieces_in_lasso(state, overhead_camera(), line), ElementsAre(1, 2));
  EXPECT_TRUE(window::pieces_in_lasso(state, overhead_camera(), std::vector{at(8, 8), at(14, 8)}).empty());
}

TEST(Hand, ARulerIsLaidWithItsSecondClick) {
  window::Hand hand;
  const overlay::End first{.piece = 1, .point = {}}, second{.piece = 2, .point = {}};
  EXPECT_FALSE(window::place(window::Tool::Ruler, {}, hand, first).has_value());
  EXPECT_FALSE(window::place(window::Tool::Ruler, {}, hand, first).has_value()) << "the same figure twice";
  const auto laid = window::place(window::Tool::Ruler, {}, hand, second);
  ASSERT_TRUE(laid.has_value());
  EXPECT_EQ(std::get<overlay::Ruler>(*laid), (overlay::Ruler{first, second, false}));
  EXPECT_FALSE(hand.first.has_value());
}

TEST(HandTools, SomebodyIntendsSomethingAboutAFigureOrAPlace) {
  window::Hand hand;
  window::ToolOptions options;
  options.intent_beyond = false;
  options.intent_in = 4.125;
  const overlay::End place{.piece = {}, .point = {measure::Inches(3.0), measure::Inches(4.0)}}, figure{.piece = 7};
  EXPECT_FALSE(window::place(window::Tool::Intent, options, hand, place));
  EXPECT_FALSE(hand.first) << "a place intends nothing";
  EXPECT_FALSE(window::place(window::Tool::Intent, options, hand, figure));
  const auto laid = window::place(window::Tool::Intent, options, hand, place);
  ASSERT_TRUE(laid);
  EXPECT_EQ(std::get<overlay::Intent>(*laid), (overlay::Intent{figure, place, false, measure::Inches(4.125), false}));
}

TEST(Hand, AnArcNeedsAFigure) {
  window::Hand hand;
  EXPECT_FALSE(window::place(window::Tool::Arc, {}, hand, {.piece = {}, .point = {}}).has_value());
  EXPECT_TRUE(window::place(window::Tool::Arc, {}, hand, {.piece = 4, .point = {}}).has_value());
}

TEST(Hand, TerrainThatCrossesItselfIsNotFinished) {
  window::Hand hand;
  hand.outline = {{Inches(0), Inches(0)}, {Inches(4), Inches(4)}, {Inches(4), Inches(0)}, {Inches(0), Inches(3)}};
  EXPECT_FALSE(window::finished_terrain(hand, {}, bare_table()).has_value()) << "no table file may hold it";
  EXPECT_NE(window::unfinished(hand, measure::TerrainKind::Wood).find("crosses itself"), std::string::npos) << "and the player is told";
}

TEST(Hand, TerrainNeedsEnoughPointsAndGetsANameOfItsOwn) {
  window::Hand hand;
  measure::Table table = bare_table();
  hand.outline = {{Inches(1), Inches(1)}, {Inches(2), Inches(1)}};
  EXPECT_FALSE(window::finished_terrain(hand, {}, table).has_value());
  EXPECT_TRUE(window::finished_terrain(hand, {.terrain = measure::TerrainKind::Hedge}, table).has_value()) << "a hedge is a line";
  hand.outline.push_back({Inches(2), Inches(3)});
  const auto first = window::finished_terrain(hand, {}, table);
  ASSERT_TRUE(first.has_value());
  table.terrain.push_back(*first);
  EXPECT_NE(window::finished_terrain(hand, {}, table)->name, first->name);
}

TEST(Stage, WhatIsLaidIsNotDrawnOnceMoreForTheToolInHand) {
  app::Snapshot snapshot;
  snapshot.state = std::make_shared<const vision::TableState>(table_with({man(1, "R", 20, 20), man(2, "B", 22, 30)}));
  window::Document document;
  document.table.table = bare_table();
  window::UiState ui;
  ui.mode = window::Mode::Play;
  ui.tool = window::Tool::Around;
  ui.cursor = overlay::End{.piece = 1, .point = {}};
  const auto drawn = [&] {
    const std::vector<overlay::Reading> readings;
    return window::stage_overlay({.snapshot = snapshot, .document = document, .readings = readings}, ui).size();
  };
  const auto in_hand = drawn();
  window::Hand hand;
  document.laid = {*window::place(ui.tool, ui.options, hand, *ui.cursor)};
  EXPECT_LT(drawn(), in_hand);
  ui.cursor->piece = 2;
  EXPECT_GT(drawn(), 0U);
}

TEST(Stage, ShotsOfTheNewestTableAreDrawnWhileNoGameHasBegun) {
  const auto of = [](measure::Verdict verdict, double clearance) {
    app::RulingLine line{.verdict = verdict, .rule = "C-A4", .says = "", .ids = {1, 2}};
    line.at.emplace();
    line.at->id = 2;
    line.at->at = {measure::Inches(22), measure::Inches(30)};
    line.at->clearance = measure::Measured{.value = measure::Inches(clearance), .margin = measure::Inches(0.02)};
    return line;
  };
  rules::charge::Field field;
  for (const int id : {1, 2}) {
    rules::charge::Piece piece;
    piece.figure.id = id;
    piece.figure.footprint.centre = {measure::Inches(20.0 + 2 * (id - 1)), measure::Inches(20.0 + 10 * (id - 1))};
    field.pieces.push_back(piece);
  }
  window::Document document;
  document.table.table = bare_table();
  window::UiState ui;
  ui.mode = window::Mode::Play;
  ui.tool = window::Tool::Select;
  const auto drawn = [&](std::vector<app::RulingLine> lines) {
    app::Snapshot snapshot;
    snapshot.state = std::make_shared<const vision::TableState>(table_with({man(1, "R", 20, 20), man(2, "B", 22, 30)}));
    app::RuledTable table{.number = 1, .frame = "", .time = 0.0, .field = field, .lines = std::move(lines)};
    snapshot.rulings = std::make_shared<const app::RulingLog>(app::RulingLog{std::make_shared<const app::RuledTable>(std::move(table))});
    const std::vector<overlay::Reading> readings;
    return window::stage_overlay({.snapshot = snapshot, .document = document, .readings = readings}, ui).size();
  };
  const auto nothing = drawn({});
  EXPECT_GT(drawn({of(measure::Verdict::Yes, 5.0)}), nothing);
  EXPECT_EQ(drawn({of(measure::Verdict::No, 5.0)}), nothing) << "out of arc: the log says so";
  EXPECT_GT(drawn({of(measure::Verdict::No, 0.4)}), drawn({of(measure::Verdict::Yes, 5.0)})) << "a friend forbids it: with its corridor";
  ui.selected = {1};
  EXPECT_EQ(drawn({of(measure::Verdict::Yes, 5.0)}), drawn({})) << "a selected figure shows its own shots";
}

TEST(TableCorners, FourClicksMeasureTheTableInsteadOfItsTags) {
  app::TableFile table;
  table.table = bare_table();
  table.tags = {{.id = 0, .centre = {}}};
  const std::vector<calibration::ImagePoint> clicks{{100, 900}, {1800, 910}, {1700, 90}, {190, 80}};
  const auto known = window::anchored(table, clicks);
  EXPECT_TRUE(known.tags.empty());
  ASSERT_EQ(known.anchors.size(), 4U);
  EXPECT_EQ(known.anchors[2].pixel, clicks[2]);
  EXPECT_EQ(known.anchors[2].point, (measure::TablePoint{Inches(72.0), Inches(48.0)}));
}

TEST(MouseQueue, ClicksFasterThanFramesAreAllSeenEachWhereItWas) {
  window::MouseQueue queue;
  const window::ScreenPoint here{10, 20}, there{300, 400}, now{500, 500};
  for (const auto at : {here, there}) queue.note(0, true, at), queue.note(0, false, at);
  std::vector<std::pair<double, bool>> seen;
  while (queue.waiting()) {
    const auto mouse = queue.next(now);
    seen.emplace_back(mouse.at.x, mouse.down[0]);
  }
  EXPECT_THAT(seen, ElementsAre(std::pair(10.0, true), std::pair(10.0, false), std::pair(300.0, true), std::pair(300.0, false)));
  EXPECT_EQ(queue.next(now).at.x, 500.0) << "then the cursor is where it is";
}

TEST(MouseQueue, AHeldButtonStaysDownWhileTheCursorMoves) {
  window::MouseQueue queue;
  queue.note(1, true, {1, 1});
  (void)queue.next({});
  EXPECT_TRUE(queue.next({5, 5}).down[1]);
  queue.note(7, true, {});
  EXPECT_FALSE(queue.waiting()) << "a button we do not know";
}

TEST(KnownLength, IsNotProvedByTheTagsTheTableIsMeasuredBy) {
  app::TableFile table;
  table.tags = {{.id = 2, .dictionary = "DICT_APRILTAG_36h11", .centre = {}}};
  EXPECT_FALSE(window::can_prove(table, {.dictionary = "DICT_APRILTAG_36h11", .id = 2, .corners = {}}));
  EXPECT_TRUE(window::can_prove(table, {.dictionary = "DICT_APRILTAG_36h11", .id = 7, .corners = {}}));
  EXPECT_TRUE(window::can_prove(table, {.dictionary = "DICT_4X4_250", .id = 2, .corners = {}}));
}

TEST(Selection, AClickReplacesAndShiftToggles) {
  std::set<int> selected;
  window::select(selected, 1, false);
  window::select(selected, 2, true);
  EXPECT_THAT(selected, ElementsAre(1, 2));
  window::select(selected, 1, true);
  EXPECT_THAT(selected, ElementsAre(2));
  window::select(selected, std::nullopt, false);
  EXPECT_TRUE(selected.empty());
}

TEST(Lines, BreakBetweenWordsAndNeverInsideANumber) {
  const auto letters = [](std::string_view text) { return static_cast<float>(text.size()); };
  EXPECT_EQ(window::in_lines("rises 2.06 in above", 11.0F, letters), "rises 2.06\nin above");
  EXPECT_EQ(window::in_lines("rises 2.06 in above", 8.0F, letters), "rises\n2.06 in\nabove");
  EXPECT_EQ(window::in_lines("one\ntwo three", 20.0F, letters), "one\ntwo three") << "its own lines stay";
  EXPECT_EQ(window::in_lines("/a/long/path to", 4.0F, letters), "/a/long/path\nto") << "a word stays whole";
  EXPECT_EQ(window::in_lines("", 4.0F, letters), "");
}

RC_GTEST_PROP(Lines, LoseNoLetter, (std::vector<std::string> words)) {
  std::string text;
  for (std::string& word : words) {
    std::erase_if(word, [](char c) { return c == ' ' || c == '\n'; });
    if (!word.empty()) text += (text.empty() ? "" : " ") + word;
  }
  std::string lines = window::in_lines(text, 9.0F, [](std::string_view part) { return static_cast<float>(part.size()); });
  std::ranges::replace(lines, '\n', ' ');
  RC_ASSERT(lines == text);
}

TEST(History, UndoAndRedoWalkTheSameSteps) {
  window::History history{window::Document{}};
  window::Document one = history.current();
  one.laid.push_back(overlay::Around{.piece = 1, .reach = Inches(12)});
  history.change(one, {.laid = true});
  history.correct({app::Rename{1, "new"}});
  const auto correction = history.undo();
  ASSERT_TRUE(correction && correction->corrections.size() == 1);
  EXPECT_TRUE(history.undo()->touched.laid);
  EXPECT_TRUE(history.current().laid.empty());
  EXPECT_FALSE(history.undo().has_value());
  EXPECT_TRUE(history.redo().has_value());
  EXPECT_EQ(history.current().laid.size(), 1U);
  EXPECT_EQ(std::get<app::Rename>(history.redo()->corrections.at(0)).name, "new");
  EXPECT_FALSE(history.redo().has_value());
}

TEST(History, ANewStepForgetsWhatCouldBeRedone) {
  window::History history{window::Document{}};
  history.change(window::Document{}, {.table = true});
  (void)history.undo();
  history.change(window::Document{}, {.roster = true});
  EXPECT_FALSE(history.redo());
}

TEST(RosterEdit, NewUnitsNeverShareAName) {
  auto roster = window::with_new_army(window::with_new_army({}));
  for (const std::size_t army : {0U, 1U, 0U}) roster = window::with_new_unit(roster, army, measure::Arm::Infantry);
  std::set<std::string> names;
  for (const auto& army : roster.armies) {
    for (const auto& unit : army.units) names.insert(unit.name);
  }
  EXPECT_EQ(names.size(), 3U);
}

TEST(History, CorrectionsOfAnotherTableAreForgottenAndEditsStay) {
  window::History history{window::Document{}};
  history.change(window::Document{}, {.table = true});
  history.correct({app::Rename{1, "new"}});
  history.forget_corrections();
  EXPECT_TRUE(history.undo()->touched.table);
  EXPECT_FALSE(history.can_undo());
}

TEST(Commands, NoTwoShareAKeyAndAllCanBeFoundByName) {
  const auto all = window::commands({});
  std::set<std::tuple<int, bool, bool>> keys;
  for (const auto& command : all) {
    EXPECT_TRUE(keys.insert({command.key, command.ctrl, command.shift}).second) << command.title;
    EXPECT_FALSE(window::matching(all, command.title).empty()) << command.title;
  }
  EXPECT_EQ(window::matching(all, "RUL").size(), 1U);
}

TEST(Parts, EveryToolHasOneWithAKeyOfItsOwnAndAHint) {
  std::set<window::Tool> tools;
  std::set<int> keys;
  for (const window::Part& part : window::parts()) {
    if (!part.tool) continue;
    EXPECT_TRUE(tools.insert(part.tool->tool).second) << part.tool->title;
    EXPECT_TRUE(keys.insert(part.tool->key).second) << part.tool->title;
    EXPECT_FALSE(part.tool->hint({}).empty()) << part.tool->title;
    EXPECT_EQ(&window::part_of(part.tool->tool), &part);
  }
  for (const auto& command : window::commands({})) {
    const auto* choice = std::get_if<window::ChooseTool>(&command.request);
    EXPECT_TRUE(!choice || tools.contains(choice->tool));
  }
}

TEST(Layout, AScreenReadFromAfarHasThePictureAndOnePanel) {
  for (const auto& [width, height, scale] : {std::array{1280.0, 720.0, 0.86}, {3840.0, 2160.0, 2.0}}) {
    for (const bool strip : {false, true}) {
      const auto boxes = window::lay_out_screen(width, height, scale, strip);
      EXPECT_FALSE(overlay::overlap(boxes.stage, boxes.side));
      for (const overlay::Box& above : {boxes.top, boxes.strip}) {
        EXPECT_FALSE(overlay::overlap(boxes.stage, above));
        EXPECT_FALSE(overlay::overlap(boxes.side, above));
      }
      EXPECT_EQ(boxes.strip.height() > 0.0, strip);
      EXPECT_GT(boxes.stage.width(), boxes.side.width());
      EXPECT_LE(boxes.side.right, width);
    }
  }
}

TEST(Placement, ClosingInShowsThePointsAndFillsTheStage) {
  const overlay::Box stage{0.0, 0.0, 800.0, 600.0};
  const calibration::ImageSize picture{1920, 1080};
  for (const bool turned : {false, true}) {
    const std::vector<calibration::ImagePoint> points{{900.0, 400.0}, {1300.0, 500.0}};
    const window::View view = window::closed_in({.turned = turned}, stage, picture, points);
    const window::Placement placement(view, stage, picture);
    double left = 1e9, right = -1e9;
    for (const auto& point : points) {
      const auto at = placement.screen_from_picture(point);
      EXPECT_TRUE(at.x > -1e-6 && at.x < 800.0 + 1e-6 && at.y > -1e-6 && at.y < 600.0 + 1e-6);
      left = std::min(left, at.x), right = std::max(right, at.x);
    }
    EXPECT_NEAR(right - left, 800.0, 1e-6);
    EXPECT_EQ(view.turned, turned);
  }
}

TEST(Parts, RememberTheirOwnViewState) {
  struct Mine {
    int phase = 3;
  };
  window::UiState ui;
  EXPECT_EQ(window::state_of<Mine>(ui).phase, 3);
  window::state_of<Mine>(ui).phase = 5;
  EXPECT_EQ(window::state_of<Mine>(ui).phase, 5);
}

TEST(Layout, AStripTakesItsRoomFromTheTableAndNothingOverlaps) {
  const auto plain = window::lay_out_panels(1280, 720, 0.86), with = window::lay_out_panels(1280, 720, 0.86, true);
  EXPECT_EQ(plain.strip.height(), 0.0);
  EXPECT_GT(with.strip.height(), 30.0);
  EXPECT_GE(with.strip.top, with.top.bottom);
  for (const auto& box : {with.tools, with.stage, with.side}) EXPECT_FALSE(overlay::overlap(with.strip, box));
}

TEST(MouseQueue, TellsHowManyPressesCameBeforeAKey) {
  window::MouseQueue queue;
  queue.note(0, true, {}), queue.note(0, false, {});
  EXPECT_EQ(queue.noted(), 2U);
  EXPECT_EQ(queue.told(), 0U);
  (void)queue.next({});
  EXPECT_EQ(queue.told(), 1U);
}

TEST(PlaybackClock, AVideoKeepsItsOwnTimeAndAFolderItsPace) {
  using std::chrono::milliseconds;
  const app::PlaybackClock::Time start{};
  vision::Frame frame;
  app::PlaybackClock video(app::PlaybackClock::Pace::Recorded, milliseconds(2500));
  (void)video.wait_after(frame, start);
  frame.captured_at = 0.1;
  EXPECT_EQ(video.wait_after(frame, start), milliseconds(100));
  frame.captured_at = 0.2;
  EXPECT_EQ(video.wait_after(frame, start + milliseconds(500)), milliseconds(0)) << "late frames follow at once";
  app::PlaybackClock folder(app::PlaybackClock::Pace::Stills, milliseconds(2500));
  EXPECT_EQ(folder.wait_after(frame, start), milliseconds(2500));
}

}  // namespace
}  // namespace window_parts_test

#include "app/evidence/sheet.h"

#include <fmt/format.h>
#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "app/evidence/seal.h"
#include "app/overlay/figures.h"
#include "app/overlay/fire.h"
#include "app/overlay/picture_renderer.h"
#include "app/overlay/readings.h"

namespace app::evidence {
namespace {

namespace charge = rules::charge;
using ask::Json, measure::Inches, measure::TablePoint, measure::Verdict;

constexpr int kPageWidth = 1600;             // pixels: a projector's width, and half a megabyte
constexpr int kPageQuality = 88;             // of JPEG
constexpr double kRoundTheTwo = 3.0;         // inches of table round what is asked about
constexpr double kLeastCloseUp = 240;        // pixels: less shows no surroundings
constexpr double kCloseUpShape = 4.0 / 3.0;  // width to height, at least: labels stand beside what they speak of

Verdict verdict_of(const Ruling& ruling) {
  return ruling.status == 0 ? Verdict::Yes : ruling.status == 1 ? Verdict::No : Verdict::TooCloseToCall;
}

TablePoint point_in(const Json& at) { return {Inches(at[0].get<double>()), Inches(at[1].get<double>())}; }

const charge::Figure* figure_with(const std::vector<charge::Figure>& figures, int id) {
  const auto found = std::ranges::find(figures, id, &charge::Figure::id);
  return found == figures.end() ? nullptr : &*found;
}

/// The line of fire at the man who decides.
std::optional<overlay::Shot> shot_of(const charge::AimQuestion& question, const charge::House& house) {
  const charge::Aim aim = charge::aim(question, house);
  if (!aim.best) return std::nullopt;
  const charge::AimAt& man = aim.men[*aim.best];
  const auto& firers = question.firer.figures;
  const auto firer = man.by.empty() ? firers.begin() : std::ranges::find(firers, man.by, &charge::Figure::name);
  const charge::Figure* const at = figure_with(question.target, man.id);
  if (firer == firers.end() || !at) return std::nullopt;
  overlay::Shot shot{firer->footprint, at->footprint, man, aim.verdict, {}};
  if (const charge::Figure* nearest = man.clearance ? figure_with(question.friends, man.nearest_id) : nullptr)
    shot.nearest = nearest->footprint;
  return shot;
}

overlay::DisplayList way_of(const Move& move, const Ruling& ruling, const Scene& scene) {
  const Verdict verdict = verdict_of(ruling);
  overlay::DisplayList list;
  overlay::Line line{.style = {.colour = overlay::ink_of(verdict), .width = 3.0}};
  for (const Json& at : ruling.answer["path"]) line.points.push_back(overlay::spot_at(scene.table, point_in(at)));
  const overlay::Spot end = overlay::spot_at(scene.table, move.to);
  if (line.points.empty()) line.points = {overlay::spot_at(scene.table, move.question.base.centre), end}, line.style.dashed = true;
  measure::Footprint there = move.question.base;
  there.centre = move.to;
  for (const measure::Footprint& base : {move.question.base, there})
    list.push_back(overlay::Mark{
        .footprint = base, .z = overlay::spot_at(scene.table, base.centre).z, .style = {.colour = overlay::ink_of(verdict), .width = 2.8}});
  const Json& cost = ruling.answer["cost_in"];
  const double allowance = ruling.answer["allowance_in"].get<double>();
  const std::string text = cost.is_null() ? "no way leads there"
                                          : fmt::format("{:.2f} ±{:.2f} of {:g} in", cost.get<double>(),
                                                        std::max(0.01, ruling.answer["cost_margin_in"].get<double>()), allowance);
  list.push_back(overlay::Label{
      .anchor = end, .text = text, .rim = overlay::ink_of(verdict), .sign = overlay::sign_of(verdict), .priority = 80, .leader = true});
  list.push_back(std::move(line));
  return list;
}

overlay::DisplayList ruler_of(const Measurement& measured, const Scene& scene) {
  const auto end = [&](const MeasureEnd& e) {
    const auto piece = std::ranges::find(scene.state.pieces, e.name.value_or(""), &vision::Piece::name);
    overlay::End out{.point = e.spot.at};
    if (e.name && piece != scene.state.pieces.end()) out.piece = piece->id;
    return out;
  };
  return overlay::read(overlay::Ruler{end(measured.from), end(measured.to)}, scene.state, scene.table).drawing;
}

cv::Rect close_up(const cv::Size& picture, const std::vector<TablePoint>& points, const calibration::TableCamera& camera) {
  double left = picture.width, top = picture.height, right = 0.0, bottom = 0.0;
  for (const TablePoint& point : points)
    for (const double dx : {-kRoundTheTwo, kRoundTheTwo})
      for (const double dy : {-kRoundTheTwo, kRoundTheTwo})
        if (const auto at = camera.image_from_table({point.x + Inches(dx), point.y + Inches(dy)}, Inches(0.0))) {
          left = std::min(left, at->u), right = std::max(right, at->u);
          top = std::min(top, at->v), bottom = std::max(bottom, at->v);
        }
  const cv::Rect all(0, 0, picture.width, picture.height);
  const double height = std::max(bottom - top, kLeastCloseUp), width = std::max(right - left, height * kCloseUpShape);
  const cv::Rect part = cv::Rect(static_cast<int>((left + right - width) / 2), static_cast<int>((top + bottom - height) / 2),
                                 static_cast<int>(width), static_cast<int>(height)) &
                        all;
  return part.empty() ? all : part;
}

std::string encoded(const char* kind, const cv::Mat& picture, const std::vector<int>& how = {}) {
  std::vector<unsigned char> bytes;
  cv::imencode(kind, picture, bytes, how);
  return {bytes.begin(), bytes.end()};
}

std::string for_page(const cv::Mat& picture) {
  cv::Mat small = picture;
  if (const double scale = static_cast<double>(kPageWidth) / picture.cols; scale < 1.0)
    cv::resize(picture, small, {}, scale, scale, cv::INTER_AREA);
  return encoded(".jpg", small, {cv::IMWRITE_JPEG_QUALITY, kPageQuality});
}

// ---- the page ----

std::string html(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

/// A verdict with a sign of its own: colour is not all that tells them apart.
const char* says(std::string_view verdict) { return verdict == "yes" ? "✓ Yes" : verdict == "no" ? "✗ No" : "≈ Too close to call"; }

std::string heading_of(const Asked& asked) {
  const std::string from = html(asked.from), to = html(asked.to);
  if (asked.ask == "fire") return fmt::format("May {} fire at {}?", from, to);
  if (asked.ask == "move") return fmt::format("May {} move to {}?", from, to);
  return fmt::format("How far is it from {} to {}?", from, to);
}

/// "0.81 ± 0.03 in".
std::string number(const Json& value, const Json& margin, const char* unit) {
  return fmt::format("{:.2f} ± {:.2f} {}", value.get<double>(), std::max(0.01, margin.get<double>()), unit);
}

std::string inches(const Json& value) { return fmt::format("{:g} in", value.get<double>()); }

/// A table: its head, and rows of which the first cell says what the row is about.
std::string table_of(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const std::string& cell : head) out += "<th scope=\"col\">" + cell + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& cells : rows) {
    out += "<tr><th scope=\"row\">" + cells.front() + "</th>";
    for (std::size_t i = 1; i < cells.size(); ++i) out += "<td>" + cells[i] + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string numbers_of(const Ruling& ruling) {
  const Json& answer = ruling.answer;
  std::vector<std::vector<std::string>> rows;
  if (std::holds_alternative<Move>(ruling.rests_on)) {
    for (const Json& leg : answer["legs"])
      rows.push_back({html(leg["ground"].get<std::string>()), fmt::format("{:.2f} in", leg["inches"].get<double>()),
                      fmt::format("{:.2f} in", leg["cost_in"].get<double>())});
    const Json& cost = answer["cost_in"];
    rows.push_back(
        {"In all", cost.is_null() ? "no way" : number(cost, answer["cost_margin_in"], "in"), "at most " + inches(answer["allowance_in"])});
    return table_of({"Ground", "Length", "Cost"}, rows);
  }
  if (std::holds_alternative<Measurement>(ruling.rests_on)) {
    for (const auto& [what, key, unit] : {std::tuple("Edge to edge", "gap_in", "in"),
                                          {"Centre to centre", "centre_in", "in"},
                                          {"Bearing off the front (left is positive)", "bearing_deg", "°"}})
      if (const Json& m = answer[key]; !m.is_null()) rows.push_back({what, number(m["value"], m["margin"], unit)});
    return table_of({"What", "Measured"}, rows);
  }
  for (const Json& man : answer["men"]) {
    const Json& clear = man["clearance_in"];
    rows.push_back({html(man["name"].get<std::string>()), says(man["verdict"].get<std::string>()),
                    number(man["range_in"], man["range_margin_in"], "in"), number(man["off_deg"], man["off_margin_deg"], "°"),
                    clear.is_null()
                        ? "no friend"
                        : number(clear, man["clearance_margin_in"], "in") + " (" + html(man["nearest"].get<std::string>()) + ")"});
  }
  return table_of({"Man", "Ruling", "Range, at most " + inches(answer["arcs"][0]["range_in"]), "Off the front, at most 45°",
                   "Friend beside the line, at least " + inches(answer["corridor_in"])},
                  rows);
}

std::string reasons_of(const Json& answer) {
  std::string out;
  for (const Json& reason : answer.value("because", Json::array())) {
    const std::string rule = reason["rule"].get<std::string>(), says = reason["says"].get<std::string>();
    out += fmt::format("<li><strong>{}</strong>", html(says));
    if (reason.contains("value") && reason.contains("limit"))
      out += fmt::format(" <span class=\"num\">({:.2f} ± {:.2f}, limit {:g})</span>", reason["value"].get<double>(),
                         reason.value("margin", 0.0), reason["limit"].get<double>());
    out += fmt::format("<br><span class=\"rule\">{}: {}</span></li>\n", html(rule), html(charge::rule_text(rule)));
  }
  return out.empty() ? "" : "<section><h2>Why</h2>\n<ol>\n" + out + "</ol></section>\n";
}

std::string picture(const std::string& jpeg, const std::string& says) {
  return fmt::format("<figure><img alt=\"{}\" src=\"data:image/jpeg;base64,{}\"><figcaption>{}</figcaption></figure>\n", says, base64(jpeg),
                     says);
}

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #14181c; --paper: #fff; --quiet: #5a646e; --line: #d5dbe0;
  --yes: #00704f; --no: #b04800; --close: #7a6a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edf1; --paper: #12161a; --quiet: #9fabb5; --line: #333c44;
    --yes: #2fd3a5; --no: #ff9a52; --close: #f0e442; } }
body { font: 1.05rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
.verdict { font-size: clamp(2.5rem, 9vw, 6rem); font-weight: 800; line-height: 1.1; margin: .4rem 0; }
.yes { color: var(--yes); } .no { color: var(--no); } .too_close { color: var(--close); }
.rule, figcaption, footer, .num { color: var(--quiet); } li { margin-bottom: .6rem; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); } figure { margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line);
  font-variant-numeric: tabular-nums; }
th { font-weight: 500; } code { overflow-wrap: anywhere; } .scroll { overflow-x: auto; }
)";

}  // namespace

std::vector<TablePoint> points_of(const Ruling& ruling, const Scene& scene) {
  std::vector<TablePoint> points;
  if (const auto* aim = std::get_if<charge::AimQuestion>(&ruling.rests_on)) {
    if (const auto shot = shot_of(*aim, scene.house)) {
      points = {shot->from.centre, shot->at.centre};
      if (shot->nearest) points.push_back(shot->nearest->centre);
    }
  } else if (const auto* move = std::get_if<Move>(&ruling.rests_on)) {
    points = {move->question.base.centre, move->to};
    for (const Json& at : ruling.answer["path"]) points.push_back(point_in(at));
  } else {
    const auto& measured = std::get<Measurement>(ruling.rests_on);
    points = {measured.from.spot.at, measured.to.spot.at};
  }
  return points;
}

overlay::DisplayList drawing_of(const Ruling& ruling, const Scene& scene) {
  overlay::DisplayList list;
  if (const auto* aim = std::get_if<charge::AimQuestion>(&ruling.rests_on)) {
    if (const auto shot = shot_of(*aim, scene.house))
      overlay::append(list, overlay::line_of_fire(*shot, aim->firer.arm, scene.table, scene.house));
  } else if (const auto* move = std::get_if<Move>(&ruling.rests_on)) {
    overlay::append(list, way_of(*move, ruling, scene));
  } else {
    overlay::append(list, ruler_of(std::get<Measurement>(ruling.rests_on), scene));
  }
  return list;
}

DrawnPictures draw(const cv::Mat& bgr, const Ruling& ruling, const Scene& scene, const calibration::TableCamera* camera) {
  if (!camera) return {encoded(".png", bgr), for_page(bgr), ""};
  overlay::DisplayList list = overlay::figures(scene.state, scene.roster);
  overlay::append(list, drawing_of(ruling, scene));
  const cv::Mat drawn = overlay::draw_on_picture(bgr, list, *camera, overlay::TableArea{scene.table.length, scene.table.width});
  return {encoded(".png", drawn), for_page(drawn), for_page(drawn(close_up(drawn.size(), points_of(ruling, scene), *camera)))};
}

std::string page_of(const Ruling& ruling, const Scene& scene, const Asked& asked, const DrawnPictures& pictures,
                    const std::string& sealed_by, const std::string& version) {
  const std::string heading = heading_of(asked);
  std::string verdict;
  if (ruling.answer.contains("verdict")) {
    const std::string word = ruling.answer["verdict"].get<std::string>();
    verdict = fmt::format("<p class=\"verdict {}\">{}</p>\n", word, says(word));
  } else {
    const Json& value = ruling.answer["gap_in"].is_null() ? ruling.answer["centre_in"] : ruling.answer["gap_in"];
    verdict = fmt::format("<p class=\"verdict\">{}</p>\n", number(value["value"], value["margin"], "in"));
  }
  std::string unsettled;
  for (const Json& key : ruling.answer.value("unverified", Json::array()))
    unsettled += (unsettled.empty() ? "" : ", ") + html(key.get<std::string>());
  if (!unsettled.empty()) unsettled = "<p class=\"rule\">It rests on house rules whose default no source settles: " + unsettled + ".</p>\n";
  const bool drawn = !pictures.close_up.empty();
  return fmt::format(
      R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>{0}</title>
<style>{1}</style>
</head>
<body>
<main>
<header><h1>{0}</h1>
{2}</header>
{3}{4}{5}<section><h2>Numbers, each with its 95 % margin</h2>
{6}</section>
<section><h2>The whole picture</h2>
{7}</section>
</main>
<footer><h2>How to check it</h2>
<p><code>vedette verify</code> on the file this page came in computes the ruling again from <code>state.json</code>,
<code>table.toml</code>, <code>roster.toml</code> and <code>house-rules.toml</code>, and names every file that was changed.
{8} pieces were located in {9}. Sealed by the table
with the public key <code>{10}</code>; made by vedette {11}.</p>
</footer>
</body>
</html>
)",
      heading, kStyle, verdict, drawn ? picture(pictures.close_up, "The two, with what was measured") : "", reasons_of(ruling.answer),
      unsettled, numbers_of(ruling),
      picture(pictures.page, drawn ? "The picture with everything that was located"
                                   : "The picture as it was recorded. The record does not hold the camera, so nothing is drawn over it"),
      scene.state.pieces.size(), html(scene.state.frame), sealed_by, html(version));
}

}  // namespace app::evidence

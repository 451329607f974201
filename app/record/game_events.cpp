#include "app/record/game_events.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace app {
namespace {

using Json = nlohmann::ordered_json;
namespace charge = rules::charge;

/// In the order of GameStep.
constexpr std::array kHow{"did", "undone", "redone", "noted", "taken_up"};
/// As many as the window takes back.
constexpr std::size_t kMostBack = 500;

std::string word_in(const Json& body, const char* key) {
  return body.is_object() && body.contains(key) && body[key].is_string() ? body[key].get<std::string>() : std::string();
}

std::optional<GameStep> how_of(const Json& body) {
  const auto found = std::ranges::find(kHow, word_in(body, "how"));
  return found == kHow.end() ? std::nullopt : std::optional(static_cast<GameStep>(found - kHow.begin()));
}

bool same_line(const charge::LogLine& a, const charge::LogLine& b) {
  return a.turn == b.turn && a.step == b.step && a.rule == b.rule && a.says == b.says;
}

}  // namespace

Json game_event(GameStep how, const charge::Game* before, const std::optional<SavedGame>& now) {
  Json body{{"how", kHow[static_cast<std::size_t>(how)]}};
  if (const charge::Game* const game = now ? &now->game : before) body["turn"] = game->turn, body["step"] = charge::word(game->step);
  body["says"] = Json::array();
  if (now) {
    static const std::vector<charge::LogLine> kNone;
    const auto& old = before ? before->log : kNone;
    const auto fresh = std::ranges::mismatch(now->game.log, old, same_line).in1;
    for (auto line = fresh; line != now->game.log.end(); ++line) body["says"].push_back({{"rule", line->rule}, {"says", line->says}});
  }
  body["game"] = now ? game_json(*now) : Json(nullptr);
  return body;
}

std::string game_in_words(const Json& body) {
  const auto how = how_of(body);
  if (!how || !body.contains("game")) return {};
  if (body["game"].is_null()) return *how == GameStep::Undone ? "taken back to before it began" : "ended";
  std::string at = word_in(body, "step");
  if (body.contains("turn") && body["turn"].is_number()) at = fmt::format("turn {}, {}", body["turn"].dump(), at);
  if (*how == GameStep::Undone) return "taken back to " + at;
  if (*how == GameStep::Redone) return "done again: " + at;
  if (*how == GameStep::TakenUp) return "goes on from game.json: " + at;
  std::string says;
  for (const Json& line : body.value("says", Json::array())) {
    const std::string rule = word_in(line, "rule");
    says += (says.empty() ? ": " : "; ") + word_in(line, "says") + (rule.empty() ? "" : " (" + rule + ")");
  }
  return at + says;
}

measure::Result<void> GameSteps::take(const Json& body) {
  const auto how = how_of(body);
  if (!how) return measure::fail(measure::ErrorCode::BadFile, "/how: must be did, undone, redone, noted or taken_up");
  if (!body.contains("game")) return measure::fail(measure::ErrorCode::BadFile, "/game is missing");
  Shared next;
  if (!body["game"].is_null()) {
    auto saved = read_game(body["game"], "/game");
    if (!saved) return tl::unexpected(saved.error());
    next = std::make_shared<const charge::Game>(std::move(saved->game));
    used_s_ = std::move(saved->used_s);
  }
  any_ = true;
  switch (*how) {
    case GameStep::Did:
      back_.push_back(now_);
      again_.clear();
      if (back_.size() > kMostBack) back_.erase(back_.begin());
      break;
    case GameStep::Undone:
      again_.push_back(now_);
      if (!back_.empty()) back_.pop_back();
      break;
    case GameStep::Redone:
      back_.push_back(now_);
      if (!again_.empty()) again_.pop_back();
      break;
    case GameStep::Noted: break;
    case GameStep::TakenUp:
      back_.clear();
      again_.clear();
      break;
  }
  now_ = std::move(next);
  return {};
}

}  // namespace app

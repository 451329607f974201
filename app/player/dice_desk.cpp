#include "app/player/dice_desk.h"

#include <fmt/format.h>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace app::player {
namespace {

using DiceJson = nlohmann::ordered_json;

constexpr int kLastFace = 6;
/// How long a player waits until the window has taken his dice: it draws at once when some wait.
constexpr std::chrono::milliseconds kTakenWithin{2500};

web::Answer no_dice(int status, std::string error, std::string fix) {
  return web::answer_of(web::Refusal{status, std::move(error), std::move(fix)});
}

web::Answer malformed(const std::string& says) {
  return no_dice(400, says, R"(send {"id":7,"dice":[5,4]}: the id and as many dice as GET /api/dice names)");
}

web::Answer nobody_asks() {
  return no_dice(409, "these dice are not asked for, or not any more", "look at GET /api/dice for what is asked now");
}

}  // namespace

void DiceDesk::begin() {
  const std::scoped_lock lock(mutex_);
  for (Open& each : open_) each.in_this_picture = false;
}

std::optional<DiceEntered> DiceDesk::ask(const DiceAsked& asked) {
  if (asked.dice.empty() || (asked.of != web::Role::Red && asked.of != web::Role::Blue)) return std::nullopt;
  const std::scoped_lock lock(mutex_);
  const auto known = std::ranges::find(open_, asked, &Open::asked);
  if (known == open_.end()) {
    open_.push_back({.id = ++last_id_, .asked = asked});
    return std::nullopt;
  }
  known->in_this_picture = true;
  const std::shared_ptr<Entry> entry = known->entry;
  if (!entry || entry->taken) return std::nullopt;
  entry->taken = true;
  return DiceEntered{
      .dice = entry->dice, .how = fmt::format("entered on {}'s page", asked.side), .done = [this, entry](const std::string& refused) {
        {
          const std::scoped_lock inner(mutex_);
          entry->outcome = refused;
        }
        settled_.notify_all();
      }};
}

void DiceDesk::end() {
  {
    const std::scoped_lock lock(mutex_);
    for (Open& each : open_)
      if (each.entry && each.entry->outcome) each.in_this_picture = false;  // taken: if it is asked again it is another throw
    std::erase_if(open_, [](const Open& each) { return !each.in_this_picture; });
  }
  settled_.notify_all();
}

bool DiceDesk::waiting() const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::any_of(open_, [](const Open& each) { return each.entry && !each.entry->taken; });
}

web::Answer DiceDesk::asked_of(web::Role role) const {
  DiceJson out{{"asks", DiceJson::array()}, {"other", false}};
  const std::scoped_lock lock(mutex_);
  for (const Open& each : open_) {
    if (each.entry) continue;
    if (each.asked.of == role)
      out["asks"].push_back({{"id", each.id}, {"side", each.asked.side}, {"says", each.asked.says}, {"dice", each.asked.dice}});
    else
      out["other"] = true;
  }
  return {.body = out.dump(-1, ' ', false, DiceJson::error_handler_t::replace) + "\n"};
}

web::Answer DiceDesk::enter(const std::string& body, web::Role role, std::chrono::milliseconds patience) {
  const DiceJson json = DiceJson::parse(body, nullptr, false);
  if (!json.is_object()) return malformed("an object is wanted");
  for (const auto& [key, value] : json.items())
    if (key != "id" && key != "dice") return malformed(fmt::format("/{}: there is no such key", key));
  if (!json.contains("id") || !json["id"].is_number_unsigned()) return malformed("/id: a number is wanted");
  if (!json.contains("dice") || !json["dice"].is_array()) return malformed("/dice: a list is wanted");
  std::vector<int> dice;
  for (const DiceJson& die : json["dice"]) {
    if (!die.is_number_integer() || die < 1 || die > kLastFace)
      return malformed(fmt::format("/dice/{}: a die shows 1 to {}", dice.size(), kLastFace));
    dice.push_back(die.get<int>());
  }
  const auto id = json["id"].get<std::uint64_t>();

  std::unique_lock lock(mutex_);
  const auto open = [&] { return std::ranges::find(open_, id, &Open::id); };
  if (open() == open_.end()) return nobody_asks();
  const DiceAsked asked = open()->asked;
  if (asked.of != role) return no_dice(403, fmt::format("{} throws these dice", asked.side), "wait until your side is asked");
  if (dice.size() != asked.dice.size())
    return malformed(
        fmt::format("/dice: {} {} wanted here, not {}", asked.dice.size(), asked.dice.size() == 1 ? "die is" : "dice are", dice.size()));
  if (open()->entry) return nobody_asks();
  const auto entry = std::make_shared<Entry>();
  entry->dice = dice;
  open()->entry = entry;
  settled_.wait_for(lock, patience, [&] { return entry->outcome || (!entry->taken && open() == open_.end()); });
  if (!entry->outcome && entry->taken)
    settled_.wait_for(lock, patience, [&] { return entry->outcome.has_value(); });  // it is being played just now
  if (!entry->outcome) {
    entry->taken = true;  // whatever comes later, it is not played
    const auto still = open();
    if (still == open_.end()) return nobody_asks();
    still->entry.reset();
    return no_dice(503, "the window has not taken the dice", "look whether it still asks for them, and enter them again or there");
  }
  if (!entry->outcome->empty()) return no_dice(409, *entry->outcome, "nothing has been thrown; look at the window");
  return {.body = DiceJson{{"entered", dice}}.dump() + "\n"};
}

web::Question dice_question(std::shared_ptr<DiceDesk> desk) {
  return {.path = "/api/dice",
          .of = web::Question::Of::Players,
          .answer =
              [desk](const std::string& body, web::Role role) {
                return desk ? desk->enter(body, role, kTakenWithin)
                            : no_dice(409, "no game is played here that asks for dice",
                                      "dice are asked for by a game of Charge! in the window (vedette live), switched on air");
              },
          .read = [desk](web::Role role) { return desk ? desk->asked_of(role) : DiceDesk().asked_of(role); }};
}

}  // namespace app::player

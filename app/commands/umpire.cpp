// `vedette umpire`: every ruling of each settled table of any recording.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/commands/follow.h"
#include "app/commands/setup.h"
#include "app/commands/talk.h"
#include "app/files/scenario_file.h"
#include "app/umpire/charge_umpire.h"
#include "app/umpire/rulings_json.h"

namespace app {
int umpire(const UmpireOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  const auto house = house_of(options.house);
  if (!house) return complain(house.error());
  ChargeUmpire umpire(setup->roster, setup->table, house->charge);
  if (!options.scenario.empty()) {
    auto scenario = read_scenario(options.scenario, setup->table, setup->roster);
    if (!scenario) return complain(scenario.error());
    umpire.play(std::move(*scenario));
  }
  Addition addition;
  addition.to_json = [&](const vision::TableState& state, Json& line) {
    if (const auto rulings = umpire.look(state)) add_rulings(line, *rulings);
  };
  addition.to_text = [&](const vision::TableState& state) {
    const auto rulings = umpire.look(state);
    return rulings ? text_of(ruling_lines(*rulings)) : std::string();
  };
  return follow(std::move(*setup), options.source, {.json = options.json, .brief = true}, addition);
}

}  // namespace app

#include <array>

#include "app/tongue/tongue.h"

namespace tongue {

std::span<const char* const> words_of_other_rooms() {
  static constexpr std::array kWords{
      // the steps of a turn of Charge!, and who takes part
      tr_later("first movement"), tr_later("second movement"), tr_later("artillery"), tr_later("musketry"), tr_later("fractions"),
      tr_later("melee"), tr_later("morale"), tr_later("infantry"), tr_later("cavalry"), tr_later("gun"), tr_later("gunners"),
      tr_later("carriage"), tr_later("officer"), tr_later("gunner"),
      // how a figure is marked
      tr_later("tag"), tr_later("disc"), tr_later("none"),
      // what is thrown for
      tr_later("to hit"), tr_later("effect"), tr_later("who falls"), tr_later("short"), tr_later("short (half)"), tr_later("long"),
      tr_later("long (half)"), tr_later("does it destroy the gun"),
      // the ground
      tr_later("wood"), tr_later("hill"), tr_later("slope"), tr_later("marsh"), tr_later("river"), tr_later("ford"), tr_later("bridge"),
      tr_later("road"), tr_later("house"), tr_later("wall"), tr_later("hedge"), tr_later("obstacle"),
      // what the letters of Le Choc stand for
      tr_later("scouting party"), tr_later("infantry company"), tr_later("cavalry squadron"), tr_later("two companies"),
      tr_later("machine guns"), tr_later("gas attack"), tr_later("battalion"), tr_later("brigade"),
      // the months, as fmt has them
      tr_later("January"), tr_later("February"), tr_later("March"), tr_later("April"), tr_later("May"), tr_later("June"), tr_later("July"),
      tr_later("August"), tr_later("September"), tr_later("October"), tr_later("November"), tr_later("December")};
  return kWords;
}

}  // namespace tongue

// What a lower third, a text source or a status page says of a game, in a few words: turn, phase, losses, the last ruling.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/overlay/display_list.h"
#include "app/wire/numbers.h"
#include "measure/measured.h"

namespace app::air {

struct Caption {
  struct Losses {
    std::string army;
    int lost = 0, of = 0;
    std::string colour = "#c6d0d8", name = {};  // of its dot; as it is shown, empty: as it is called
    friend bool operator==(const Losses&, const Losses&) = default;
  };
  struct Ruling {
    measure::Verdict verdict = measure::Verdict::Yes;
    std::string rule, says;
    int number = 0;  // counts the tables, or the looks, that were ruled on
    friend bool operator==(const Ruling&, const Ruling&) = default;
  };
  std::string turn = {}, phase = {};  // "Turn 3", "artillery"; empty: nobody has said
  std::string to_move = {};           // of a board game: a side; empty: nobody is to move
  std::vector<Losses> losses = {};
  std::optional<Ruling> ruling = {};  // the one that matters most of those that came last; none: nothing was done
  friend bool operator==(const Caption&, const Caption&) = default;
};

/// "#rrggbb"
[[nodiscard]] std::string hex_of(overlay::Rgb colour);
/// "yes", "too close to call", "no"
[[nodiscard]] std::string_view spoken(measure::Verdict verdict);
/// {"turn":"..","phase":"..","to_move":"..","losses":[{"army":"..","name":"..","colour":"#rrggbb","lost":3,"of":44}],"ruling":{"verdict":"..","rule":"..","says":"..",
/// "number":7} or null}
[[nodiscard]] Json caption_json(const Caption& caption);
/// By the name of the file: turn.txt, phase.txt, to-move.txt, losses-ARMY.txt, ruling.txt, verdict.txt, each one line in the program's
/// language; what is not known is an empty file. Of an army's name only letters, digits, - and _ are in that of its file.
[[nodiscard]] std::map<std::string, std::string> texts_of(const Caption& caption);

}  // namespace app::air

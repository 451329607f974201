// What rulings say, in the language and the units in use.
//   English is how rulings are computed, recorded, sent and signed: it stays so to the byte, or no old record would replay and no evidence
//   verify. They are translated where they are shown, sentence by sentence, so that live rulings, recorded ones and another table's of the
//   hall are all shown alike. A sentence is matched against the patterns of the catalogue "rulings"; what fills their places is taken out
//   (numbers and names as they are, phrases translated in their turn) and put into the translation. docs/languages.md has the patterns'
//   signs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/tongue/tongue.h"

namespace tongue {

/// The sentence as it is shown; itself where no pattern fits. A capital at its beginning and a full stop at its end stay.
[[nodiscard]] std::string ruling(std::string_view english);

/// All translations of a sentence by the patterns that have the most letters in common with it: one, or the patterns contradict each
/// other; none: no pattern fits. For tests of the catalogue.
[[nodiscard]] std::vector<std::string> readings_of(std::string_view english, Language language);
/// What is wrong with the patterns of a language: places that stand side by side, that the translation lacks, or of an unknown kind.
[[nodiscard]] std::vector<std::string> faults_of_rulings(Language language);

}  // namespace tongue

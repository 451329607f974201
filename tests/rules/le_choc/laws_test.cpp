// Laws of random games of Le Choc, for as long as a test may take; tests/bench/le_choc_laws.cpp goes on for longer.
#include <gtest/gtest.h>

#include "tests/support/le_choc_games.h"

namespace rules::le_choc::games::laws_test {
namespace {

TEST(LeChocLaws, GamesEndUndoAndReadBack) {
  const Tally tally = games_keep_their_laws(100000, 11);
  EXPECT_EQ(tally.broken, "");
  EXPECT_GT(tally.games, 50);
}

TEST(LeChocLaws, APlainGeneratorFindsTheSameActions) { EXPECT_EQ(generators_agree(3000, 12).broken, ""); }

TEST(LeChocLaws, PossibleLettersEqualThoseOfAllWaysToTellOut) {
  const Tally tally = deductions_are_exact(1000, 13);
  EXPECT_EQ(tally.broken, "");
  EXPECT_GT(tally.steps, 5000);
}

TEST(LeChocLaws, TheTruthStaysPossible) { EXPECT_EQ(truth_stays_possible(100, 14).broken, ""); }

TEST(LeChocLaws, HiddenLettersStayHidden) {
  const Tally tally = hidden_letters_stay_hidden(10000, 15);
  EXPECT_EQ(tally.broken, "");
  EXPECT_LT(tally.skipped, tally.steps / 10);
}

}  // namespace
}  // namespace rules::le_choc::games::laws_test

// White and print of one base, in light and in shade.
#include "vision/discs/samples.h"

#include <gtest/gtest.h>

namespace disc_samples_test {
namespace {

using vision::BaseColours;
using vision::Colour;

const Colour kRed{45.0f, 50.0f, 101.0f}, kPaper{129.0f, 133.0f, 134.0f};  // of a dark picture

TEST(BaseColours, PrintIsNotWhiteAndPaperIs) {
  const BaseColours colours(kRed, kPaper);
  EXPECT_FLOAT_EQ(colours.whiteness(kRed), 0.0f);
  EXPECT_FLOAT_EQ(colours.whiteness(kPaper), 1.0f);
  EXPECT_FLOAT_EQ(colours.whiteness_in(1.0f, kRed), 0.0f);
  EXPECT_FLOAT_EQ(colours.whiteness_in(1.0f, kPaper), 1.0f);
}

// Leaves shaded a wedge but not the print beside it: its grey, reddened by compression, passed for half a mixture with print.
TEST(BaseColours, ReddenedGreyMayBeWhiteInShade) {
  const BaseColours colours(kRed, kPaper);
  const Colour grey{89.0f, 94.0f, 117.0f};
  EXPECT_NEAR(colours.whiteness(grey), 0.53f, 0.02f);
  EXPECT_FLOAT_EQ(colours.whiteness_in(1.0f, grey), 1.0f);
}

// Full light and nearly full light told different things of one grey.
TEST(BaseColours, ALittleLessLightChangesLittle) {
  const BaseColours colours(kRed, kPaper);
  for (float b = 10.0f; b < 150.0f; b += 7.0f)
    for (float g = 10.0f; g < 150.0f; g += 7.0f)
      for (float r = 10.0f; r < 150.0f; r += 7.0f) {
        const Colour c{b, g, r};
        const float full = colours.whiteness_in(1.0f, c), nearly = colours.whiteness_in(0.99f, c);
        EXPECT_NEAR(full, nearly, 0.03f) << c.transpose();
        EXPECT_GE(nearly, full) << c.transpose();
        EXPECT_GE(full, colours.whiteness(c)) << c.transpose();
      }
}

}  // namespace
}  // namespace disc_samples_test

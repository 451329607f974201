// What a uniform says of who wears it: laws of the log-odds, and who is a stranger among whom.
#include "vision/unmarked/uniforms.h"

#include <gtest/gtest.h>

#include <array>
#include <opencv2/core.hpp>
#include <random>
#include <vector>

namespace uniforms_test {
namespace {

using vision::Colour, vision::Uniform, vision::Worn;

/// A uniform whose legs, belt, coat and shoulders have these tints, each a little off.
Uniform a_uniform(const std::vector<Colour>& tints, std::mt19937& random, double spread) {
  std::normal_distribution<float> off(0.0F, static_cast<float>(spread) * vision::kTintSigma);
  Uniform out;
  for (std::size_t i = 0; i < Uniform::kHeights; ++i)
    out.tints[i] = tints[i % tints.size()] + Colour(off(random), off(random), off(random));
  out.colour = Colour(80.0F, 80.0F, 80.0F);
  return out;
}

const std::vector<Colour> kBlueOverWhite = {{0.0F, 0.0F, -0.1F}, {0.0F, 0.0F, -0.1F}, {0.6F, -0.2F, -0.6F}};
const std::vector<Colour> kRedOverGrey = {{0.0F, 0.0F, -0.4F}, {-0.1F, 0.9F, -0.5F}, {-0.1F, 0.9F, -0.5F}};
const std::vector<Colour> kAllOrange = {{-0.8F, 0.6F, -0.3F}};

std::vector<Uniform> a_company(const std::vector<Colour>& tints, int men, std::mt19937& random) {
  std::vector<Uniform> out;
  for (int i = 0; i < men; ++i) out.push_back(a_uniform(tints, random, 0.5));
  return out;
}

TEST(Uniforms, OfStrangersSpeakAgainstThemAndOfComradesForThem) {
  std::mt19937 random(1);
  std::vector<Uniform> men = a_company(kBlueOverWhite, 10, random);
  for (const Uniform& man : a_company(kRedOverGrey, 10, random)) men.push_back(man);
  const Worn worn(men);
  const auto comrade = worn.oddness_of(a_uniform(kRedOverGrey, random, 0.5)), die = worn.oddness_of(a_uniform(kAllOrange, random, 0.05));
  ASSERT_TRUE(comrade && die);
  EXPECT_GT(vision::log_odds(0.0, *comrade), 0.0);
  EXPECT_LT(vision::log_odds(2.0, *die), 0.0);
}

// Dice lie together: three that are alike are no company.
TEST(Uniforms, OfAFewThatAreAlikeAreStrangeAllTheSame) {
  std::mt19937 random(2);
  std::vector<Uniform> men = a_company(kBlueOverWhite, 14, random);
  for (int i = 0; i < 3; ++i) men.push_back(a_uniform(kAllOrange, random, 0.05));
  const auto die = Worn(men).oddness_of(men.back());
  ASSERT_TRUE(die);
  EXPECT_LT(vision::log_odds(2.0, *die), 0.0);
}

// Four horsemen in red among a regiment in blue were strangers while each man was compared with five.
TEST(Uniforms, OfAUnitOfFourMakeNobodyOfItAStranger) {
  std::mt19937 random(6);
  std::vector<Uniform> men = a_company(kBlueOverWhite, 16, random);
  for (const Uniform& man : a_company(kRedOverGrey, 4, random)) men.push_back(man);
  const auto horseman = Worn(men).oddness_of(men.back());
  ASSERT_TRUE(horseman);
  EXPECT_GT(vision::log_odds(0.0, *horseman), 0.0);
}

TEST(Uniforms, WhereEverybodyWearsSomethingElseNobodyIsAStranger) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-0.8F, 0.8F);
  std::vector<Uniform> men;
  for (int i = 0; i < 20; ++i)
    men.push_back(a_uniform({{any(random), any(random), any(random)}, {any(random), any(random), any(random)}}, random, 0.5));
  const Worn worn(men);
  for (const Uniform& man : men) {
    const auto odd = worn.oddness_of(man);
    ASSERT_TRUE(odd);
    EXPECT_GT(vision::log_odds(0.0, *odd), 0.0);
  }
}

TEST(Uniforms, AreComparedWithADozenOthersOrNotAtAll) {
  std::mt19937 random(4);
  const std::vector<Uniform> men = a_company(kBlueOverWhite, 12, random);
  EXPECT_FALSE(Worn(men).oddness_of(men.front())) << "eleven others";
  EXPECT_TRUE(Worn(men).oddness_of(a_uniform(kBlueOverWhite, random, 0.5))) << "twelve others";
  EXPECT_FALSE(Worn({}).oddness_of(men.front()));
}

TEST(Uniforms, AreTheSameInAnyLightThatIsKnown) {
  calibration::Lens lens;
  lens.image_size = {640, 480};
  lens.fx = lens.fy = 600.0;
  lens.cx = 319.5;
  lens.cy = 239.5;
  const Eigen::Matrix3d down = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  const calibration::TableCamera camera(lens, down, Eigen::Vector3d(-12.0, 9.0, 40.0));
  cv::Mat bright(480, 640, CV_8UC3), dim;
  cv::RNG random(7);
  random.fill(bright, cv::RNG::UNIFORM, 60, 240);
  const std::array<float, 3> light{0.5F, 0.6F, 0.8F};
  cv::multiply(bright, cv::Scalar(light[0], light[1], light[2]), dim);
  vision::Sighting there;
  there.at = {measure::Inches(15.0), measure::Inches(6.0)};
  there.base.height = measure::Inches(0.1);
  const auto before = vision::uniform_of(bright, camera, measure::Inches(1.2), there, {1.0F, 1.0F, 1.0F}),
             now = vision::uniform_of(dim, camera, measure::Inches(1.2), there, light);
  ASSERT_TRUE(before && now);
  for (std::size_t i = 0; i < Uniform::kHeights; ++i) EXPECT_LT(vision::tint_distance2(before->tints[i], now->tints[i]), 0.02F);
  there.at = {measure::Inches(500.0), measure::Inches(6.0)};
  EXPECT_FALSE(vision::uniform_of(bright, camera, measure::Inches(1.2), there, light)) << "outside the picture";
}

// A general alone in his coat, a figure not painted yet: what happened on the table is never refused.
TEST(Uniforms, OfNobodyElseRefuseNoBaseBeyondDoubt) {
  for (const double unlike : {0.5, 2.0, 10.0, 100.0})
    for (const double varied : {-2.3, 0.0, 2.0}) EXPECT_GT(vision::log_odds(5.0, {unlike, varied}), 0.5) << unlike << " " << varied;
}

TEST(Uniforms, SpeakTheMoreForAManTheMoreHeResemblesOthersAndTheSurerHisBaseIs) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> evidence(-5.0, 6.0), unlike(0.3, 6.0), varied(-2.3, 1.0), more(0.0, 2.0);
  for (int i = 0; i < 500; ++i) {
    const double e = evidence(random), u = unlike(random), v = varied(random);
    EXPECT_LE(vision::log_odds(e, {u + more(random), v}), vision::log_odds(e, {u, v}));
    EXPECT_LE(vision::log_odds(e, {u, v - more(random)}), vision::log_odds(e, {u, v}));
    EXPECT_LE(vision::log_odds(e - more(random), {u, v}), vision::log_odds(e, {u, v}));
  }
}

}  // namespace
}  // namespace uniforms_test

// What a camera tells of its lens in its pictures: believed where it speaks of this very picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <opencv2/imgcodecs.hpp>
#include <random>
#include <string>
#include <vector>

#include "vision/sources/exif.h"
#include "vision/sources/picture.h"

namespace exif_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// An entry of an EXIF directory, by the numbers of the standard (CIPA DC-008).
struct Entry {
  std::uint16_t tag = 0;
  std::uint32_t numerator = 0, denominator = 0;  // a denominator makes it a RATIONAL, else it is a SHORT
};
constexpr std::uint16_t kFilm = 0xa405, kFocal = 0x920a, kZoom = 0xa404, kWide = 0xa002, kHigh = 0xa003, kResolution = 0xa20e,
                        kUnit = 0xa210;

void put(Bytes& to, std::uint32_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) to.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// The entries, which stand in the order of their tags, as a camera writes them: big endian.
Bytes exif(const std::vector<Entry>& entries) {
  constexpr std::uint32_t kPartAt = 8 + 2 + 12 + 4;
  const auto values_at = static_cast<std::uint32_t>(kPartAt + 2 + 12 * entries.size() + 4);
  Bytes tiff{'M', 'M', 0, 42};
  put(tiff, 8, 4);
  put(tiff, 1, 2), put(tiff, 0x8769, 2), put(tiff, 4, 2), put(tiff, 1, 4), put(tiff, kPartAt, 4), put(tiff, 0, 4);
  put(tiff, static_cast<std::uint32_t>(entries.size()), 2);
  Bytes values;
  for (const Entry& e : entries) {
    const bool rational = e.denominator != 0;
    put(tiff, e.tag, 2), put(tiff, rational ? 5 : 3, 2), put(tiff, 1, 4);
    if (rational) {
      put(tiff, values_at + static_cast<std::uint32_t>(values.size()), 4);
      put(values, e.numerator, 4), put(values, e.denominator, 4);
    } else {
      put(tiff, e.numerator, 2), put(tiff, 0, 2);
    }
  }
  put(tiff, 0, 4);
  tiff.insert(tiff.end(), values.begin(), values.end());
  return tiff;
}

Bytes picture(cv::Size size, const Bytes& tiff) {
  Bytes jpeg;
  cv::imencode(".jpg", cv::Mat(size, CV_8UC3, cv::Scalar(90, 120, 80)), jpeg);
  Bytes segment{0xff, 0xe1};
  put(segment, static_cast<std::uint32_t>(2 + 6 + tiff.size()), 2);
  for (const char c : std::string("Exif")) segment.push_back(static_cast<std::uint8_t>(c));
  segment.insert(segment.end(), 2, 0);
  segment.insert(segment.end(), tiff.begin(), tiff.end());
  jpeg.insert(jpeg.begin() + 2, segment.begin(), segment.end());
  return jpeg;
}

std::optional<double> told(cv::Size size, const std::vector<Entry>& entries) {
  return vision::focal_px_from_exif(picture(size, exif(entries)), size);
}

TEST(Exif, TheFocalLengthOnFilmIsComparedByTheDiagonal) {
  const auto focal = told({400, 300}, {{kFilm, 26}});
  ASSERT_TRUE(focal);
  EXPECT_NEAR(*focal, 26.0 / 43.267 * 500.0, 0.1);
}

TEST(Exif, APictureThatWasMadeSmallerKeepsItsFieldOfView) {
  const auto whole = told({400, 300}, {{kWide, 4000}, {kHigh, 3000}, {kFilm, 26}});
  const auto upright = told({300, 400}, {{kWide, 4000}, {kHigh, 3000}, {kFilm, 26}});
  ASSERT_TRUE(whole && upright);
  EXPECT_NEAR(*whole, 26.0 / 43.267 * 500.0, 0.1);
  EXPECT_DOUBLE_EQ(*whole, *upright);
}

TEST(Exif, OfAPictureThatWasCutNothingIsTold) { EXPECT_FALSE(told({300, 300}, {{kWide, 4000}, {kHigh, 3000}, {kFilm, 26}})); }

TEST(Exif, DigitalZoomLeavesItOpen) {
  EXPECT_FALSE(told({400, 300}, {{kZoom, 20, 10}, {kFilm, 26}}));
  EXPECT_TRUE(told({400, 300}, {{kZoom, 10, 10}, {kFilm, 26}}));
}

TEST(Exif, WithoutFilmTheSensorsResolutionTells) {
  // 4000 pixels over 6 mm of sensor: 6667 a cm; 4.5 mm of focal length are 3000 of them, and 300 of the picture's.
  const auto focal = told({400, 300}, {{kFocal, 45, 10}, {kWide, 4000}, {kHigh, 3000}, {kResolution, 66667, 10}, {kUnit, 3}});
  ASSERT_TRUE(focal);
  EXPECT_NEAR(*focal, 300.0, 0.1);
}

TEST(Exif, NonsenseIsNotBelieved) {
  EXPECT_FALSE(told({400, 300}, {{kFilm, 0}}));
  EXPECT_FALSE(told({400, 300}, {{kFilm, 60000}}));
  EXPECT_FALSE(told({400, 300}, {{kFocal, 4, 1}}));
  EXPECT_FALSE(vision::focal_px_from_exif(picture({400, 300}, {}), {400, 300}));
  EXPECT_FALSE(vision::focal_px_from_exif({}, {400, 300}));
}

TEST(Exif, DamagedBytesDoNoHarm) {
  std::mt19937 random(5);
  const Bytes good = exif({{kFocal, 45, 10}, {kWide, 4000}, {kHigh, 3000}, {kResolution, 66667, 10}, {kUnit, 3}, {kFilm, 26}});
  for (int i = 0; i < 2000; ++i) {
    Bytes bad = good;
    for (int k = 0; k < 3; ++k) bad[random() % bad.size()] = static_cast<std::uint8_t>(random());
    bad.resize(1 + random() % bad.size());
    const auto focal = vision::focal_px_from_exif(picture({40, 30}, bad), {40, 30});
    EXPECT_TRUE(!focal || std::isfinite(*focal));
  }
}

TEST(Exif, APictureThatIsReadBringsIt) {
  const auto read = vision::decode_picture(picture({400, 300}, exif({{kFilm, 26}})), "photo.jpg");
  ASSERT_TRUE(read);
  ASSERT_TRUE(read->focal_px);
  EXPECT_NEAR(*read->focal_px, 300.46, 0.1);
}

}  // namespace
}  // namespace exif_test

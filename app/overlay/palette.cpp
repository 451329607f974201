#include "app/overlay/palette.h"

#include <charconv>
#include <cmath>
#include <iterator>
#include <numbers>

namespace overlay {

Ink ink_of(measure::Verdict verdict) {
  switch (verdict) {
    case measure::Verdict::Yes: return Ink::Yes;
    case measure::Verdict::TooCloseToCall: return Ink::TooClose;
    case measure::Verdict::No: return Ink::No;
  }
  return Ink::TooClose;
}

Sign sign_of(measure::Verdict verdict) {
  switch (verdict) {
    case measure::Verdict::Yes: return Sign::Tick;
    case measure::Verdict::TooCloseToCall: return Sign::Waves;
    case measure::Verdict::No: return Sign::Cross;
  }
  return Sign::Waves;
}

void append(DisplayList& list, DisplayList more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Rgb rgb_of(const Colour& colour) {
  if (const Rgb* own = std::get_if<Rgb>(&colour)) return *own;
  switch (std::get<Ink>(colour)) {
    case Ink::Quiet: return kMist;
    case Ink::Accent: return kSkyBlue;
    case Ink::Selection: return kWhite;
    case Ink::Yes: return kGreen;
    case Ink::TooClose: return kYellow;
    case Ink::No: return kVermilion;
  }
  return kMist;
}

std::optional<Rgb> parse_rgb(std::string_view text) {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  Rgb colour;
  std::uint8_t* const channels[] = {&colour.r, &colour.g, &colour.b};
  for (std::size_t i = 0; i < 3; ++i) {
    const char* const first = text.data() + 1 + 2 * i;
    const auto [end, error] = std::from_chars(first, first + 2, *channels[i], 16);
    if (error != std::errc() || end != first + 2) return std::nullopt;
  }
  return colour;
}

std::vector<std::vector<std::pair<double, double>>> strokes_of(Sign sign) {
  switch (sign) {
    case Sign::None: return {};
    case Sign::Tick: return {{{0.08, 0.55}, {0.38, 0.85}, {0.94, 0.18}}};
    case Sign::Cross: return {{{0.14, 0.14}, {0.86, 0.86}}, {{0.86, 0.14}, {0.14, 0.86}}};
    case Sign::Waves: {
      std::vector<std::vector<std::pair<double, double>>> waves(2);
      constexpr int kSteps = 14;
      for (int i = 0; i <= kSteps; ++i) {
        const double x = 0.04 + 0.92 * i / kSteps;
        const double swing = 0.13 * std::sin(2.0 * std::numbers::pi * i / kSteps);
        waves[0].emplace_back(x, 0.32 - swing);
        waves[1].emplace_back(x, 0.70 - swing);
      }
      return waves;
    }
  }
  return {};
}

}  // namespace overlay

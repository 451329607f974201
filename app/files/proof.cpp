#include "app/files/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <ctime>

namespace app {
namespace {

using measure::Inches;

/// A margin is never shown as 0.00.
constexpr double kLeastShownInches = 0.01;
/// Steps an inch that a kept proof is rounded to: a hundredth of the best margin.
constexpr double kPerInch = 1e4;
constexpr std::size_t kDayLength = 10;  // of "2026-11-21"

}  // namespace

Inches error_of(const Proof& proof) { return proof.measured.value - proof.stated; }

Proof rounded(Proof proof) {
  const auto nearest = [](Inches value) { return Inches(std::round(value.value * kPerInch) / kPerInch); };
  for (measure::TablePoint& end : proof.at) end = {nearest(end.x), nearest(end.y)};
  proof.measured.value = nearest(proof.measured.value);
  proof.measured.margin = Inches(std::ceil(proof.measured.margin.value * kPerInch) / kPerInch);
  return proof;
}

bool holds(const Proof& proof) { return std::abs(error_of(proof).value) <= proof.measured.margin.value; }

calibration::Finding finding_of(const Proof& proof) {
  using Severity = calibration::Finding::Severity;
  const bool good = holds(proof);
  return {.code = "known-length",
          .severity = good ? Severity::Info : Severity::Warn,
          .says = fmt::format("known length of {:.2f} in measured {:.2f} ±{:.2f} in on {}: off by {:+.2f} in{}", proof.stated.value,
                              proof.measured.value.value, std::max(kLeastShownInches, proof.measured.margin.value), proof.when,
                              error_of(proof).value, good ? "" : ", more than its margin"),
          .fix = good ? "" : "check the corner tags' places and the lens, then lay the known length again",
          .cost = Inches(std::abs(error_of(proof).value))};
}

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:04}-{:02}-{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
}

bool is_day(const std::string& text) {
  if (text.size() != kDayLength || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](std::size_t from, std::size_t count) {
    const std::string part = text.substr(from, count);
    return std::ranges::all_of(part, [](unsigned char c) { return std::isdigit(c) != 0; }) ? std::stoi(part) : 0;
  };
  const std::chrono::year_month_day day{std::chrono::year(number(0, 4)), std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                        std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  return number(0, 4) > 0 && day.ok();
}

}  // namespace app

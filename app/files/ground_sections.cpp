#include "app/files/ground_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "calibration/dictionaries.h"

namespace app {
namespace {

using measure::Inches;

/// Points that fix a plane's picture: three leave it open.
constexpr std::size_t kFewestAnchors = 4;

calibration::TableTag read_tag(const Section& section) {
  section.allow_only({"id", "dictionary", "centre", "side", "heading"});
  calibration::TableTag tag;
  tag.dictionary = section.text_or("dictionary", tag.dictionary);
  const auto dictionary = calibration::find_dictionary(tag.dictionary);
  if (!dictionary) section.complain("dictionary", fmt::format("unknown dictionary \"{}\"", tag.dictionary));
  tag.id = section.integer("id", 0, dictionary ? dictionary->ids - 1 : std::numeric_limits<int>::max());
  tag.centre = section.point("centre");
  tag.side = Inches(section.number("side", Range::Positive));
  if (section.has("heading")) tag.heading = measure::from_degrees(section.number("heading"));
  return tag;
}

calibration::Anchor read_anchor(const Section& section) {
  section.allow_only({"pixel", "at"});
  const auto [u, v] = section.pair("pixel");
  return {.pixel = {u, v}, .point = section.point("at")};
}

}  // namespace

std::vector<calibration::TableTag> read_tags(const Section& root) {
  std::vector<calibration::TableTag> tags;
  for (const Section& section : root.sections("tag")) {
    const calibration::TableTag tag = read_tag(section);
    const bool twice = std::ranges::any_of(tags, [&](const calibration::TableTag& other) {
      return other.id == tag.id && calibration::family_of(other.dictionary) == calibration::family_of(tag.dictionary);
    });
    if (twice) section.complain("id", fmt::format("tag {} of {} is listed twice", tag.id, tag.dictionary));
    tags.push_back(tag);
  }
  return tags;
}

std::vector<calibration::Anchor> read_anchors(const Section& root) {
  std::vector<calibration::Anchor> anchors;
  for (const Section& section : root.sections("anchor")) anchors.push_back(read_anchor(section));
  if (!anchors.empty() && anchors.size() < kFewestAnchors) root.complain("anchor", "at least four are needed");
  return anchors;
}

}  // namespace app

// A rule or gap of any of the games by its id, in our words: what a hover shows and a reason cites.
// Needs only the standard library.
#pragma once

#include <string_view>

namespace rules {

struct RuleText {
  std::string_view id;  // "C-A4", "CG17"
  std::string_view says;
};

}  // namespace rules

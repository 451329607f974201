#include "app/player/seat.h"

#include <algorithm>
#include <cctype>

namespace app::player {
namespace {

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

web::Role seat_of(const std::vector<std::string>& sides, std::size_t side) {
  using web::Role;
  if (side >= sides.size() || side > 1) return Role::Watcher;
  const std::string own = in_small_letters(sides[side]), other = sides.size() > 1 ? in_small_letters(sides[1 - side]) : "";
  const std::string red(web::word(Role::Red)), blue(web::word(Role::Blue));
  if (own == red || (other == blue && own != blue)) return Role::Red;
  if (own == blue || other == red) return Role::Blue;
  return side == 0 ? Role::Red : Role::Blue;
}

web::Role seat_of(const std::vector<std::string>& sides, const std::string& side) {
  return seat_of(sides, static_cast<std::size_t>(std::ranges::find(sides, side) - sides.begin()));
}

}  // namespace app::player

#include "app/ask/house.h"

#include <algorithm>
#include <vector>

namespace app::ask {

rules::HouseValue house_value(const Json& json, const std::string& at) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  const auto all = [&](auto is) { return json.is_array() && std::all_of(json.begin(), json.end(), is); };
  if (all([](const Json& each) { return each.is_number(); })) return json.get<std::vector<double>>();
  if (all([](const Json& each) { return each.is_string(); })) return json.get<std::vector<std::string>>();
  throw BadQuestion{at, "must be true or false, a number, a text, or a list of numbers or texts"};
}

}  // namespace app::ask

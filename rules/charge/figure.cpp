#include "rules/charge/figure.h"

namespace rules::charge {

std::string_view word(Arm arm) {
  switch (arm) {
    case Arm::Infantry: return "infantry";
    case Arm::Cavalry: return "cavalry";
    case Arm::Gun: return "gun";
    case Arm::Gunners: return "gunners";
    case Arm::Carriage: return "carriage";
  }
  return "";
}

}  // namespace rules::charge

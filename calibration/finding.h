// What the operator should know: of source, set-up and picture.
#pragma once

#include <optional>
#include <string>

#include "measure/length.h"

namespace calibration {

/// Something the operator should know: a code for programs and a sentence for people.
struct Finding {
  enum class Severity { Info, Warn, Fault };
  std::string code;
  Severity severity = Severity::Info;
  std::string says;
  std::string fix;
  std::optional<measure::Inches> cost;  // how much it may cost in accuracy
};

[[nodiscard]] inline Finding info(std::string code, std::string says, std::string fix = {}, std::optional<measure::Inches> cost = {}) {
  return {std::move(code), Finding::Severity::Info, std::move(says), std::move(fix), cost};
}
[[nodiscard]] inline Finding warning(std::string code, std::string says, std::string fix = {}, std::optional<measure::Inches> cost = {}) {
  return {std::move(code), Finding::Severity::Warn, std::move(says), std::move(fix), cost};
}
[[nodiscard]] inline Finding fault(std::string code, std::string says, std::string fix = {}, std::optional<measure::Inches> cost = {}) {
  return {std::move(code), Finding::Severity::Fault, std::move(says), std::move(fix), cost};
}

}  // namespace calibration

// What is wrong with the text of a record, for tests.
#pragma once

#include <fmt/format.h>

#include <string>

#include "rules/le_choc/record/record.h"
#include "tests/support/le_choc_text.h"

namespace rules::le_choc {

/// "LINE:COLUMN what is wrong", or "fine".
inline std::string problem(const std::string& text) {
  const auto read = parse_record(text);
  return read ? "fine" : fmt::format("{}:{} {}", read.error().at.line, read.error().at.column, read.error().says);
}

}  // namespace rules::le_choc

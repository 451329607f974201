// What the files of a record have in common: SQLite's errors in words, and how a file is read where nothing can be written.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <filesystem>
#include <string>

#include "measure/result.h"

namespace app {

/// SQLite's error of this code, with what to do about it.
[[nodiscard]] std::string explained(const std::string& path, int code);

/// What `how` returns, or what SQLite threw as an error.
auto guarded(const std::string& path, auto how) -> decltype(how()) {
  try {
    return how();
  } catch (const SQLite::Exception& problem) {
    return measure::fail(measure::ErrorCode::BadFile, explained(path, problem.getErrorCode()));
  }
}

[[nodiscard]] std::string uri_of(const std::string& path);

/// What `open` makes of the file's URI, to read. Errors: BadFile.
auto opened_to_read(const std::string& path, auto open) -> decltype(open(std::string())) {
  std::error_code ignored;
  const auto open_as = [&](const std::string& how) { return guarded(path, [&] { return open(uri_of(path) + how); }); };
  auto opened = open_as("");
  // In a folder that cannot be written SQLite takes a file that is at rest only as one that never changes.
  if (!opened && !std::filesystem::exists(path + "-wal", ignored))
    if (auto at_rest = open_as("?immutable=1")) return at_rest;
  return opened;
}

}  // namespace app

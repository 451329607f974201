// What a function returns when the world may say no.
//   Result<T> is a value or an Error; an Error is a code and a sentence for a person: what failed,
//   on what, and what to try. Failing leaves every input untouched.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace measure {

/// Why something could not be done. The program's exit status follows from it (docs/formats.md).
enum class ErrorCode {
  Usage,          ///< the call or the question is malformed: exit 2
  NotSeen,        ///< no camera, no input, or the piece is not in view: exit 4
  NotCalibrated,  ///< no registration, or a lens that does not fit the picture: exit 5
  BadFile,        ///< a damaged, unknown or missing file: exit 6
  Internal,       ///< a promise of ours was broken: exit 70
};

struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

/// Shorthand for returning an error: `return fail(ErrorCode::BadFile, "...");`
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace measure

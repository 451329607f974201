#include "app/session/clip.h"

#include <fmt/format.h>
#include <algorithm>
#include <vector>

#include "app/record/store.h"

namespace app {
namespace {

/// So long a ruling is still looked at after it was given: who lifts a man or points at him does it then.
constexpr double kAfterRuling = 2.0;

}  // namespace

measure::Result<Passage> passage_of_ruling(const std::string& record, std::size_t ago, double seconds) {
  const auto store = RecordStore::read(record);
  if (!store) return tl::unexpected(store.error());
  std::vector<double> ruled;
  const auto read = store->each([&](const RecordEvent& event) {
    if (event.kind == "settled" || event.kind == "look") ruled.push_back(event.time_s);
    return true;
  });
  if (!read) return tl::unexpected(read.error());
  if (ago >= ruled.size())
    return measure::fail(measure::ErrorCode::Usage, ruled.empty()
                                                        ? "nothing has been ruled on yet"
                                                        : fmt::format("so many have not been ruled on yet, only {}", ruled.size()));
  const double at = ruled[ruled.size() - 1 - ago];
  return Passage::read(record, std::max(0.0, at - seconds), at + kAfterRuling);
}

}  // namespace app

// Compares what `vedette track --json` or `vedette locate --json` printed with the exact truth beside the pictures.
//   vedette track --table T --roster R --lens L --json SOURCE > lines.json
//   accuracy FOLDER lines.json [FOLDER lines.json ...] [--locate] [--verbose]
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/bench/accuracy/score.h"

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  std::vector<std::string> paths;
  bool track = true, verbose = false;
  for (const std::string& arg : args) {
    if (arg == "--locate")
      track = false;
    else if (arg == "--verbose")
      verbose = true;
    else
      paths.push_back(arg);
  }
  if (paths.empty() || paths.size() % 2 != 0) {
    fmt::print(stderr, "usage: accuracy FOLDER LINES.json [FOLDER LINES.json ...] [--locate] [--verbose]\n");
    return 2;
  }
  accuracy::Score result;
  for (std::size_t i = 0; i < paths.size(); i += 2) {
    auto truth = accuracy::read_truth(paths[i]);
    const auto report = accuracy::read_report(paths[i + 1]);
    if (!truth || !report) {
      fmt::print(stderr, "{}\n", !truth ? truth.error().message : report.error().message);
      return 6;
    }
    accuracy::add_score(std::move(*truth), *report, track, result);
  }
  if (verbose)
    for (const std::string& line : result.log) fmt::print("{}\n", line);
  fmt::print("{}", accuracy::as_text(result, track));
  return 0;
}

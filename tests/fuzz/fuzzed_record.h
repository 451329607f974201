// Records made of a fuzzer's bytes: each line is an event, "KIND SECONDS BODY", written with a chain that holds, so that what reads the
// bodies is reached. And mutations that know this form: events swapped, copied and left out, single values of a body changed.
#pragma once

#include <unistd.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/record/store.h"
#include "tests/fuzz/require.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace fuzz {

using Json = nlohmann::ordered_json;

/// A file in memory that goes with the program.
inline std::string record_path() { return "/dev/shm/vedette-fuzz-" + std::to_string(::getpid()) + ".vedette"; }

struct RecordFile {
  const std::string path = record_path();
  RecordFile() { remove(); }
  ~RecordFile() { remove(); }
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  void remove() const {
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) std::remove((path + ending).c_str());
  }
};

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream all{std::string(text)};
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  return lines;
}

inline app::RecordEvent event_of(const std::string& line) {
  const std::size_t kind = line.find(' ');
  const std::size_t time = kind == std::string::npos ? kind : line.find(' ', kind + 1);
  app::RecordEvent event;
  event.kind = line.substr(0, kind);
  if (kind != std::string::npos) event.time_s = std::strtod(line.c_str() + kind, nullptr);
  if (!(event.time_s > -1e300 && event.time_s < 1e300)) event.time_s = 0.0;  // SQLite has no NaN
  if (time != std::string::npos) event.body = line.substr(time + 1);
  return event;
}

/// The record that these bytes are the events of.
inline std::optional<app::RecordStore> written(const RecordFile& file, std::string_view bytes) {
  std::vector<app::RecordEvent> events;
  for (const std::string& line : lines_of(bytes)) events.push_back(event_of(line));
  if (events.empty()) return std::nullopt;
  {
    auto store = app::RecordStore::open(file.path);
    require(store.has_value(), "a new record opens");
    require(store->append(events).has_value(), "any event can be added");
  }
  auto store = app::RecordStore::read(file.path);
  require(store.has_value(), "what was written opens");
  return std::move(*store);
}

// ---- mutations ----

/// Every value in a body, those of lists and objects too.
inline void values_in(Json& json, std::vector<Json*>& all) {
  all.push_back(&json);
  if (json.is_structured())
    for (Json& each : json) values_in(each, all);
}

inline std::string mutated(std::string text, std::minstd_rand& random) {
  constexpr std::size_t kMore = 32;
  text.resize(text.size() + kMore, ' ');
  const std::size_t size = LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), text.size() - kMore, text.size());
  text.resize(size);
  (void)random;
  return text;
}

inline void mutate_value(Json& value, const Json& other, std::minstd_rand& random) {
  static const std::vector<Json> kOdd{nullptr,
                                      true,
                                      false,
                                      0,
                                      -1,
                                      1,
                                      2,
                                      3,
                                      5,
                                      1e308,
                                      -1e308,
                                      1e-300,
                                      0.5,
                                      2147483647,
                                      -2147483648LL,
                                      4294967296LL,
                                      "",
                                      "A",
                                      "DB",
                                      Json::array(),
                                      Json::object()};
  switch (random() % 6) {
    case 0: value = kOdd[random() % kOdd.size()]; break;
    case 1: value = Json(other); break;
    case 2:
      if (value.is_structured() && !value.empty()) value.erase(std::next(value.begin(), static_cast<long>(random() % value.size())));
      break;
    case 3:
      if (value.is_array() && !value.empty()) value.push_back(Json(value[random() % value.size()]));
      break;
    default:
      if (value.is_string()) {
        value = mutated(value.get<std::string>(), random);
      } else if (value.is_number_integer()) {
        value = value.get<std::int64_t>() + static_cast<std::int64_t>(random() % 5) - 2;
      } else if (value.is_number()) {
        value = value.get<double>() * (1.0 + (static_cast<double>(random() % 2001) - 1000.0) / 1000.0);
      }
  }
}

inline std::string mutated_event(const std::string& line, std::minstd_rand& random) {
  app::RecordEvent event = event_of(line);
  Json body = Json::parse(event.body, nullptr, false);
  if (body.is_discarded()) return mutated(line, random);
  std::vector<Json*> all;
  values_in(body, all);
  const Json other = *all[random() % all.size()];
  mutate_value(*all[random() % all.size()], other, random);
  return event.kind + " " + std::to_string(event.time_s) + " " + body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

inline std::size_t mutate_record(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  std::minstd_rand random(seed);
  if (random() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  std::vector<std::string> lines = lines_of(std::string_view(reinterpret_cast<const char*>(data), size));
  if (lines.empty()) return LLVMFuzzerMutate(data, size, most);
  const std::size_t at = random() % lines.size(), to = random() % lines.size();
  switch (random() % 8) {
    case 0: lines.insert(lines.begin() + static_cast<long>(to), std::string(lines[at])); break;
    case 1: std::swap(lines[at], lines[to]); break;
    case 2: lines.erase(lines.begin() + static_cast<long>(at)); break;
    default: lines[at] = mutated_event(lines[at], random);
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::ranges::copy(text, data);
  return text.size();
}

}  // namespace fuzz

// Any bytes are a record, or an error that says from where on it is none; and any events with a chain that holds are read, replayed and
// shown, or refused with what is wrong.
//   An input that begins with "SQLite" is a file, of a record or of the pictures beside one; every other one the events of fuzzed_record.h.
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

#include "app/record/bodies.h"
#include "app/record/export.h"
#include "app/record/moment.h"
#include "app/record/video_ring.h"
#include "app/session/timeline.h"
#include "app/wire/kept.h"
#include "tests/fuzz/fuzzed_record.h"
#include "vision/sources/picture.h"

namespace {

using fuzz::require;
using measure::ErrorCode;

void is_damage(const measure::Error& error) {
  require(error.code == ErrorCode::BadFile, "damage is BadFile");
  require(!error.message.empty(), "an error says something");
}

/// What was read is written and read back the same.
template <class Value>
void reads_back(const Value& value, auto read) {
  const std::string printed = app::kept::text_of(app::exact_json(value));
  const auto again = read(fuzz::Json::parse(printed));
  require(again.has_value() && app::kept::text_of(app::exact_json(*again)) == printed, "what is written reads back to the bit");
}

void each_body(const app::RecordStore& store) {
  const auto read = store.each([](const app::RecordEvent& event) {
    require(!app::in_words(event).empty(), "every event has words");
    if (const auto setup = app::setup_from(event.body)) {
      const std::string printed = app::body_of(*setup);
      const auto again = app::setup_from(printed);
      require(again && app::body_of(*again) == printed, "a set-up reads back");
    }
    const fuzz::Json body = fuzz::Json::parse(event.body, nullptr, false);
    if (!body.is_object()) return true;
    if (body.contains("state"))
      if (const auto state = app::state_from(body["state"])) reads_back(*state, app::state_from);
    if (const auto look = app::look_from(body)) reads_back(*look, app::look_from);
    if (body.contains("camera"))
      if (const auto seen = app::seen_by(body["camera"])) reads_back(*seen, app::seen_by);
    return true;
  });
  if (!read) is_damage(read.error());
}

void check(const app::RecordStore& store) {
  each_body(store);
  double last_s = 0.0;
  const auto replayed = app::replay(store, [&](const app::ReplayedTable& table) {
    last_s = table.event.time_s;
    require(!table.state || table.rulings, "a table is ruled on");
    return true;
  });
  if (!replayed) is_damage(replayed.error());
  for (const double seconds : {last_s, 1e9}) {
    const auto moment = app::moment_at(store, seconds);
    require(moment || !moment.error().message.empty(), "without a moment there is a reason");
  }
  if (const auto timeline = app::Timeline::read(store.path())) {
    require(replayed.has_value(), "what is looked back at has been replayed");
    require(!timeline->tables().empty(), "there is something to look at");
    (void)timeline->snapshot(timeline->tables().size() - 1);
  } else {
    require(!timeline.error().message.empty(), "without a timeline there is a reason");
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (size >= 6 && std::string_view(reinterpret_cast<const char*>(data), 6) == "SQLite") return LLVMFuzzerMutate(data, size, most);
  return fuzz::mutate_record(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const fuzz::RecordFile file;
  if (!bytes.starts_with("SQLite")) {
    if (const auto store = fuzz::written(file, bytes)) check(*store);
    return 0;
  }
  std::ofstream(file.path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(size));
  if (const auto video = app::RecordedVideo::read(file.path)) {
    for (const double time : video->times(-1.0, 1e9))
      if (const auto jpeg = video->picture(time)) (void)vision::decode_picture(*jpeg, "fuzzed");
  } else {
    is_damage(video.error());
  }
  if (const auto store = app::RecordStore::read(file.path)) {
    (void)store->structure();
    check(*store);
  } else {
    is_damage(store.error());
  }
  if (const auto store = app::RecordStore::open(file.path); !store) is_damage(store.error());
  return 0;
}

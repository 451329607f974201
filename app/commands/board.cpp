// `vedette board`: a board game's squares, every picture on its own.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "app/commands/board_json.h"
#include "app/commands/commands.h"
#include "app/commands/follow_board.h"
#include "app/commands/talk.h"
#include "app/commands/tally.h"
#include "vision/sources/frame_source.h"

namespace app {
namespace {

using measure::ErrorCode;

class Reading {
 public:
  Reading(vision::BoardSetup setup, bool json) : setup_(std::move(setup)), json_(json) {}

  void take(const std::string& argument) {
    auto source = vision::open_source(argument);
    if (!source) return refuse(std::filesystem::path(argument).filename().string(), source.error());
    if ((*source)->live()) return refuse(argument, {ErrorCode::NotSeen, argument + ": board reads pictures, not a camera"});
    for (;;) {
      const vision::Delivery delivery = (*source)->next(std::chrono::milliseconds(0));
      if (delivery.bad_picture) refuse(delivery.bad_name, *delivery.bad_picture);
      if (delivery.frame) take(*delivery.frame);
      if (!delivery.frame && !delivery.bad_picture) return;
    }
  }

  [[nodiscard]] int status() const { return tally_.status(); }

 private:
  void take(const vision::Frame& frame) {
    const auto reading = vision::read_board_picture(setup_, frame);
    if (!reading) return refuse(frame.name, reading.error());
    ++tally_.understood;
    if (reading->registration) ++tally_.registered;
    fmt::print("{}", json_ ? line_of(json_of(*reading, setup_.board, frame.name)) + "\n" : text_of(*reading, setup_.board, frame.name));
    std::fflush(stdout);
  }

  void refuse(const std::string& frame, const measure::Error& error) {
    tally_.refuse(error.code);
    if (json_) fmt::print("{}\n", line_of(error_line(frame, error.message)));
    std::fflush(stdout);
    (void)complain(error);
  }

  vision::BoardSetup setup_;
  bool json_;
  PictureTally tally_;
};

}  // namespace

int board(const BoardOptions& options) {
  auto setup = load_board(options.board, options.lens, options.anchors);
  if (!setup) return complain(setup.error());
  Reading reading(std::move(*setup), options.json);
  for (const std::string& picture : options.pictures) reading.take(picture);
  return reading.status();
}

}  // namespace app

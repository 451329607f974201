// The recorded game as a session watches it.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/table_file.h"
#include "app/session/session.h"

namespace recorded {

inline const std::string kGame = std::string(VEDETTE_SOURCE_DIR) + "/examples/charge/";

/// The stills of the recorded game as fast as they are read; as a camera, for the session shows stills for a while.
class HurriedStills : public vision::FrameSource {
 public:
  explicit HurriedStills(std::unique_ptr<vision::FrameSource> stills) : stills_(std::move(stills)) {}
  vision::Delivery next(std::chrono::milliseconds patience) override { return stills_->next(patience); }
  [[nodiscard]] bool live() const override { return true; }
  [[nodiscard]] bool stills() const override { return true; }
  [[nodiscard]] std::string describe() const override { return stills_->describe(); }

 private:
  std::unique_ptr<vision::FrameSource> stills_;
};

/// Table, tags, roster and lens of the recorded game.
inline vision::Setup setup() {
  const auto table = app::read_table(kGame + "table.toml");
  const auto roster = app::read_roster(kGame + "roster.toml");
  const auto lens = app::read_lens(kGame + "lens.json");
  EXPECT_TRUE(table && roster && lens);
  vision::Setup setup;
  setup.table = table->table;
  setup.tags = table->tags;
  setup.roster = *roster;
  setup.lens = *lens;
  return setup;
}

}  // namespace recorded

// A table as its three files describe it, for the runners beside.
#pragma once

#include <string>

#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/table_file.h"
#include "vision/pipeline/pipeline.h"

namespace bench {

/// A set-up for single pictures. Errors: BadFile, as the files' own readers say it.
[[nodiscard]] inline measure::Result<vision::Setup> read_setup(const std::string& table_path, const std::string& roster_path,
                                                               const std::string& lens_path) {
  const auto table = app::read_table(table_path);
  if (!table) return tl::unexpected(table.error());
  const auto roster = app::read_roster(roster_path);
  if (!roster) return tl::unexpected(roster.error());
  const auto lens = app::read_lens(lens_path);
  if (!lens) return tl::unexpected(lens.error());
  return vision::Setup{.table = table->table,
                       .tags = table->tags,
                       .anchors = {},
                       .roster = *roster,
                       .lens = *lens,
                       .empty = {},
                       .tracking = {.stills = true}};
}

}  // namespace bench

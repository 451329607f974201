// Looking back: the tables of a record in the place of the one that is watched, and evidence of a moment that is held.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/evidence/keep.h"
#include "app/window/tools/ui_state.h"

namespace window {

/// Looks at a table of a record. `now`: what the window shows else.
void look_back_at(std::size_t table, std::shared_ptr<const app::Timeline> timeline, const Document& now, UiState& ui);
/// Another table of the record that is looked at. One without a picture is said, and left out.
void go_to_table(std::size_t table, UiState& ui);
/// The table that is due while a record plays, `now` in seconds of the window's clock; at the end of the record the last one, once.
[[nodiscard]] std::optional<std::size_t> next_in_play(UiState& ui, double now);

/// Of the moment that is held, into the folder `evidence` of the user's data folder; which file it is, or what went wrong, is said.
/// `house`: the file of the house rules, or empty; of a record its own are taken.
[[nodiscard]] std::optional<app::evidence::KeptEvidence> write_evidence(const WriteEvidence& wish, const Document& document,
                                                                        const std::string& house, UiState& ui);

}  // namespace window

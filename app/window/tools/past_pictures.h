// Looking back: what happened before a settled table, in the pictures that were kept of the last minutes.
#pragma once

#include <string>

namespace window {

struct UiState;

/// Plays what the camera saw since the table before the one that is looked at; once more: stops it. Where nothing was kept that is said.
void play_passage(UiState& ui);
/// Shows the picture that is due; true: another one than before. At the end, or when anything else is chosen meanwhile, the table is there
/// again.
bool follow_passage(UiState& ui, double now);
void end_passage(UiState& ui);

}  // namespace window

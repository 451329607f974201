// Text in lines of a given width, broken between words only: Dear ImGui also breaks behind a full stop, which tears "2.06" apart.
// Needs only the standard library.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace window {

/// `width_of` tells how wide a piece of text is drawn. A word that is wider than a line stays whole.
[[nodiscard]] std::string in_lines(std::string_view text, float width, const std::function<float(std::string_view)>& width_of);

}  // namespace window

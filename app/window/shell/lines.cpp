#include "app/window/shell/lines.h"

#include <algorithm>

namespace window {

std::string in_lines(std::string_view text, float width, const std::function<float(std::string_view)>& width_of) {
  std::string lines;
  std::size_t line = 0;  // where the last line begins
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t blanks = text.find_first_not_of(' ', at);
    const std::size_t word = std::min(blanks, text.size());
    const std::size_t end = std::min(text.find_first_of(" \n", word), text.size());
    const std::string grown = lines.substr(line) + std::string(text.substr(at, end - at));
    if (lines.size() > line && width_of(grown) > width) {
      lines += '\n';
      line = lines.size();
      at = word;
    }
    lines += text.substr(at, end - at);
    at = end;
    if (at < text.size() && text[at] == '\n') lines += '\n', line = lines.size(), ++at;
  }
  return lines;
}

}  // namespace window

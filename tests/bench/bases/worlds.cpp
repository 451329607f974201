#include "tests/bench/bases/worlds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <optional>

namespace bench {

std::vector<WorldPicture> load_world(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.size() == 7 && name.ends_with(".json") && std::isdigit(static_cast<unsigned char>(name[0]))) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::optional<truth::State> bare;
  cv::Mat empty;
  std::vector<WorldPicture> pictures;
  for (std::filesystem::path file : files) {
    const auto state = truth::load_state(file.string());
    if (!state) {
      fmt::print(stderr, "{}\n", state.error().message);
      continue;
    }
    const cv::Mat picture = cv::imread(file.replace_extension(".jpg").string());
    if (picture.empty()) continue;
    if (state->pieces.empty()) {
      bare = *state, empty = picture;
    } else if (bare) {
      pictures.push_back({*state, picture, empty, bare->camera});
    }
  }
  return pictures;
}

Sought sought_in(const truth::State& state, measure::MarkerType marker) {
  Sought out;
  for (const truth::Piece& piece : state.pieces) {
    if (piece.spec.marker == measure::MarkerType::Tag) continue;
    out.narrowest = std::min(out.narrowest, measure::breadth(piece.spec.base.shape).value);
    if (piece.spec.marker != marker) continue;
    const auto known = std::ranges::find(out.kinds, piece.spec.base.shape, &vision::BaseKind::shape);
    if (known != out.kinds.end()) {
      ++known->men;
    } else {
      out.kinds.push_back({piece.spec.base.shape, 1.0}), out.first.push_back(&piece.spec);
    }
  }
  return out;
}

std::vector<Matched> matched(const truth::State& state, const std::vector<measure::TablePoint>& found) {
  constexpr double kMostInches = 0.45;
  std::vector<Matched> pairs;
  for (std::size_t i = 0; i < state.pieces.size(); ++i)
    for (std::size_t k = 0; k < found.size(); ++k) {
      const truth::Piece& piece = state.pieces[i];
      const double off = distance(piece.at, found[k]).value;
      const bool near = off < std::min(kMostInches, 0.5 * measure::breadth(piece.spec.base.shape).value);
      if (piece.spec.marker == measure::MarkerType::None && near) pairs.push_back({i, k, off});
    }
  std::ranges::sort(pairs, {}, &Matched::off);
  std::vector<char> taken(state.pieces.size()), used(found.size());
  std::erase_if(pairs, [&](const Matched& pair) {
    if (taken[pair.piece] != 0 || used[pair.found] != 0) return true;
    taken[pair.piece] = used[pair.found] = 1;
    return false;
  });
  return pairs;
}

}  // namespace bench

#include "measure/roster.h"

namespace measure {
namespace {

PieceKind kind_of(Arm arm) { return arm == Arm::Gun ? PieceKind::Gun : arm == Arm::Cavalry ? PieceKind::Cavalry : PieceKind::Infantry; }

/// The tag of the i-th member of a group; without one the member counts as unmarked.
void mark(PieceSpec& piece, MarkerType marker, const std::vector<int>& tags, std::size_t i) {
  piece.marker = marker;
  if (marker != MarkerType::Tag) return;
  if (i < tags.size())
    piece.tag = tags[i];
  else
    piece.marker = MarkerType::None;
}

void append_unit(std::vector<PieceSpec>& pieces, const Army& army, const Unit& unit) {
  const std::size_t first = pieces.size();
  const PieceSpec common{.name = {},
                         .army = army.name,
                         .unit = unit.name,
                         .colour = army.colour,
                         .kind = kind_of(unit.arm),
                         .base = unit.base,
                         .marker = unit.marker,
                         .tag = {},
                         .mount = unit.mount,
                         .figure_height = unit.figure_height};
  if (unit.leader) {
    PieceSpec leader = common;
    leader.name = unit.name + "/leader";
    leader.kind = PieceKind::Officer;
    leader.base = unit.leader->base;
    leader.mount = unit.leader->mount;
    leader.tag = unit.leader->tag;
    leader.marker = unit.leader->tag ? MarkerType::Tag : unit.marker;
    pieces.push_back(leader);
  }
  const int models = unit.models - (unit.leader ? 1 : 0);
  for (int i = 0; i < models; ++i) {
    PieceSpec model = common;
    if (unit.arm == Arm::Gun)
      model.name = unit.name + (i == 0 ? "/gun" : "/gun" + std::to_string(i + 1));
    else
      model.name = unit.name + "/" + std::to_string(i + 1);
    mark(model, unit.marker, unit.tags, static_cast<std::size_t>(i));
    pieces.push_back(model);
  }
  for (int i = 0; unit.crew && i < unit.crew->men; ++i) {
    PieceSpec man = common;
    man.name = unit.name + "/crew" + std::to_string(i + 1);
    man.kind = PieceKind::Gunner;
    man.base = unit.crew->base;
    man.mount = unit.crew->mount;
    man.figure_height = unit.crew->figure_height;
    mark(man, unit.crew->marker, unit.crew->tags, static_cast<std::size_t>(i));
    pieces.push_back(man);
  }
  for (std::size_t i = 0; i < unit.names.size() && first + i < pieces.size(); ++i) pieces[first + i].name = unit.names[i];
}

}  // namespace

std::vector<PieceSpec> pieces_of(const Roster& roster) {
  std::vector<PieceSpec> pieces;
  for (const Army& army : roster.armies)
    for (const Unit& unit : army.units) append_unit(pieces, army, unit);
  return pieces;
}

}  // namespace measure

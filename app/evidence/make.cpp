#include <algorithm>

#include "app/evidence/evidence.h"
#include "app/evidence/manifest.h"
#include "app/evidence/sheet.h"
#include "app/evidence/state_json.h"
#include "app/tongue/tongue.h"

namespace app::evidence {

measure::Result<Made> make(const Seen& seen, const SetUp& set_up, const Asked& asked, const TableKey& key, const std::string& version) {
  const tongue::AsRecorded recorded;  // on whatever thread, in whatever language its window speaks
  const Grounds grounds{.state = text_of(json_of(seen.state)),
                        .table = set_up.table,
                        .roster = set_up.roster,
                        .house = set_up.house.empty() ? "version = 1\n" : set_up.house};
  // From the texts, as `verify` will read them: what is ruled on is what is kept.
  const auto scene = read_scene(grounds);
  if (!scene) return tl::unexpected(scene.error());
  auto ruling = rule(*scene, asked);
  if (!ruling) return tl::unexpected(ruling.error());
  const DrawnPictures pictures = draw(seen.frame.bgr, *ruling, *scene, seen.camera ? &seen.camera->registration.camera : nullptr);
  const ask::Json camera = seen.camera
                               ? exact_json(*seen.camera)
                               : ask::Json{{"known", false}, {"says", "the record does not hold the camera this table was seen by"}};
  Files files{{"index.html", page_of(*ruling, *scene, asked, pictures, key.public_half(), version)},
              {"picture" + seen.ending, seen.picture},
              {"overlay.png", pictures.overlay},
              {"question.json", text_of(ruling->question)},
              {"answer.json", text_of(ruling->answer)},
              {"state.json", grounds.state},
              {"calibration.json", text_of(camera)},
              {"table.toml", grounds.table},
              {"roster.toml", grounds.roster},
              {"house-rules.toml", grounds.house},
              {"versions.json", text_of(versions_json(version))}};
  files.emplace_back(kManifest, manifest_of(files, asked, version, key));
  return Made{zip_of(files), std::move(*ruling)};
}

}  // namespace app::evidence

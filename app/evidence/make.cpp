#include <algorithm>

#include "app/evidence/evidence.h"
#include "app/evidence/manifest.h"
#include "app/evidence/sheet.h"
#include "app/evidence/state_json.h"

namespace app::evidence {

measure::Result<Made> make(const Seen& seen, const SetUp& set_up, const Asked& asked, const TableKey& key, const std::string& version) {
  const Grounds grounds{.state = text_of(json_of(seen.state)),
                        .table = set_up.table,
                        .roster = set_up.roster,
                        .house = set_up.house.empty() ? "version = 1\n" : set_up.house};
  // From the texts, as `verify` will read them: what is ruled on is what is kept.
  const auto scene = read_scene(grounds);
  if (!scene) return tl::unexpected(scene.error());
  auto ruling = rule(*scene, asked);
  if (!ruling) return tl::unexpected(ruling.error());
  const DrawnPictures pictures = draw(seen.frame.bgr, *ruling, *scene, seen.registration.camera);
  Files files{{"index.html", page_of(*ruling, *scene, asked, pictures, key.public_half(), version)},
              {"picture" + seen.ending, seen.picture},
              {"overlay.png", pictures.overlay},
              {"question.json", text_of(ruling->question)},
              {"answer.json", text_of(ruling->answer)},
              {"state.json", grounds.state},
              {"calibration.json", text_of(json_of(seen.registration, seen.lens_given))},
              {"table.toml", grounds.table},
              {"roster.toml", grounds.roster},
              {"house-rules.toml", grounds.house},
              {"versions.json", text_of(versions_json(version))}};
  files.emplace_back(kManifest, manifest_of(files, asked, version, key));
  return Made{zip_of(files), std::move(*ruling)};
}

}  // namespace app::evidence

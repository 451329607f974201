// A ruling with all it rests on, in one file: pictures, question, answer, what was seen and by which camera, table, armies, house rules,
// one page that reads alone, and a manifest that the table's key has signed (docs/evidence.md).
#pragma once

#include <optional>
#include <string>

#include "app/evidence/archive.h"
#include "app/evidence/ruling.h"
#include "app/evidence/seal.h"
#include "app/wire/registration_json.h"
#include "vision/frame.h"

namespace app::evidence {

/// What was seen, wherever it came from: a photograph, or a moment of a recorded game.
struct Seen {
  std::string picture;  // the bytes of its file, as they are
  std::string ending;   // of its name: ".jpg"
  vision::Frame frame;
  vision::TableState state;
  std::optional<SeenBy> camera;  // none: nobody knows any more which camera it was
};

/// The texts of the files that set up the table; of the house rules an empty one where there are none.
struct SetUp {
  std::string table, roster, house;
};

struct Made {
  std::string zip;
  Ruling ruling;
};
/// The same picture, question and key make the same bytes. Errors: those of `rule`; BadFile.
[[nodiscard]] measure::Result<Made> make(const Seen& seen, const SetUp& set_up, const Asked& asked, const TableKey& key,
                                         const std::string& version);

/// What becomes of evidence that is looked at.
struct Verified {
  std::vector<std::string> changed;  // files changed, missing or added; "archive": the bytes between them
  bool recomputed = false;           // question and answer were computed again, to the bit
  std::string why_not;               // where they were not: a sentence
  std::string signed_by;             // the public key in the manifest; empty where no signature holds
  std::string made_by;               // the program's version, as the manifest says
  [[nodiscard]] bool holds() const { return changed.empty() && recomputed; }
};
/// `key`: the public key it must be signed by; empty: by any. Errors: BadFile for what is no evidence.
[[nodiscard]] measure::Result<Verified> verify(std::string_view zip, const std::string& key);

}  // namespace app::evidence

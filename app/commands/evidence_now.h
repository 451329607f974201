// Evidence of the table as it lies now, for who asks the web side for it: the newest table at rest, ruled on as `vedette evidence` does.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/evidence/keep.h"
#include "app/session/session.h"
#include "app/web/server.h"
#include "app/wire/numbers.h"

namespace app {

/// Evidence that contradicts no umpire: places are not all that he knows, and where a contact decided, what he knew of it stands in the
/// question. `ruled_then`: as add_rulings gives it; null: nobody ruled. Errors: those of `make`; Usage where he knew more than a contact.
[[nodiscard]] measure::Result<evidence::Made> evidence_as_ruled(const evidence::Seen& seen, const evidence::SetUp& texts,
                                                                evidence::Asked asked, const evidence::TableKey& key,
                                                                const Json& ruled_then);

class EvidenceNow {
 public:
  /// `lens_given`: the lens came from a file.
  EvidenceNow(evidence::SetUp texts, bool lens_given) : texts_(std::move(texts)), lens_given_(lens_given) {}
  /// Who is told of evidence that was kept; before anybody asks.
  void tell(std::function<void(evidence::KeptEvidence)> whom) { whom_ = std::move(whom); }

  /// Remembers a table at rest; from the thread that watches.
  void see(const SharedSnapshot& now);
  /// `body`: {"ask":"fire","from":"RG/gun","to":"B1"}; `ask` may be left out. A ZIP archive; 400 for what cannot be read, 404 for who is
  /// not seen, 409 where nothing has come to rest yet or it cannot be asked. A copy is kept in the user's data. From any thread.
  [[nodiscard]] web::Answer answer(const std::string& body) const;

 private:
  const evidence::SetUp texts_;
  const bool lens_given_;
  std::function<void(evidence::KeptEvidence)> whom_;
  mutable std::mutex mutex_;
  SharedSnapshot at_rest_;
};

}  // namespace app

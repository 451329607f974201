// What makes a file hard to change unnoticed: SHA-256, and the table's own Ed25519 key (libsodium).
//   The secret half stays in the player's configuration folder; the public half is in every manifest.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "measure/result.h"

namespace app::evidence {

/// In hexadecimal.
[[nodiscard]] std::string sha256(std::string_view bytes);
[[nodiscard]] std::string base64(std::string_view bytes);

class TableKey {
 public:
  /// The key in this file; one is made where there is no such file yet, readable by its owner alone. Errors: BadFile.
  [[nodiscard]] static measure::Result<TableKey> open(const std::string& path);

  /// In hexadecimal: 64 digits.
  [[nodiscard]] std::string public_half() const;
  /// In hexadecimal: 128 digits.
  [[nodiscard]] std::string signature_of(std::string_view text) const;
  /// 32 bytes in hexadecimal that only who has this key can compute, others for each purpose.
  [[nodiscard]] std::string secret_for(std::string_view purpose) const;
  /// It was made just now.
  [[nodiscard]] bool fresh() const { return fresh_; }

 private:
  std::array<unsigned char, 64> secret_{};  // seed and public half
  bool fresh_ = false;
};

/// Where this machine's own key lies; empty where the machine has no home for it.
[[nodiscard]] std::string key_file();

[[nodiscard]] bool is_public_half(std::string_view hex);
/// Was `text` signed by this key? False for anything that is no key or no signature.
[[nodiscard]] bool is_signed(std::string_view text, std::string_view signature, std::string_view public_half);

}  // namespace app::evidence

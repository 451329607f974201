// What keeps a player's letters from whoever reads a file: a key made of his own keys (Argon2id), and a box that only it opens
// (XSalsa20-Poly1305; both of libsodium). A box is as long as what is in it and 16 bytes, whatever that says.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace app {

/// Letters in a file. All of it in hexadecimal.
struct LetterBox {
  std::string salt;   // 16 bytes, made anew whenever a player chooses his keys
  std::string nonce;  // 24 bytes, another one each time
  std::string box;
  friend bool operator==(const LetterBox&, const LetterBox&) = default;
};

class LetterKey {
 public:
  /// A new key. `device`: what only this machine knows, so that nobody can try all keys of four signs on a copied file; it may be
  /// empty. `page`: which of the players. Takes some 0.1 s, so that trying keys is slow.
  [[nodiscard]] static LetterKey make(std::string_view secret, std::string_view device, std::size_t page);
  /// The key that `box` was sealed with, if the secret is right; it may be asked for by `open` only.
  [[nodiscard]] static std::optional<LetterKey> of(const LetterBox& box, std::string_view secret, std::string_view device,
                                                   std::size_t page);

  [[nodiscard]] LetterBox seal(std::string_view letters) const;
  /// None: the box was sealed with another key, or is not whole.
  [[nodiscard]] std::optional<std::string> open(const LetterBox& box) const;

 private:
  using Salt = std::array<unsigned char, 16>;
  LetterKey(const Salt& salt, std::string_view secret, std::string_view device, std::size_t page);

  Salt salt_;
  std::array<unsigned char, 32> key_{};
};

}  // namespace app

#include "app/board/letter_box.h"

#include <sodium.h>
#include <algorithm>
#include <stdexcept>
#include <vector>

namespace app {
namespace {

static_assert(crypto_pwhash_SALTBYTES == 16 && crypto_secretbox_KEYBYTES == 32);

void sodium_ready() {
  static const bool done = sodium_init() >= 0;
  if (!done) throw std::runtime_error("libsodium finds no source of randomness");
}

template <class Bytes>
std::string in_hex(const Bytes& bytes) {
  std::string out(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(out.data(), out.size(), bytes.data(), bytes.size());
  out.pop_back();
  return out;
}

/// Errors: not hexadecimal throughout.
std::optional<std::vector<unsigned char>> from_hex(std::string_view text) {
  if (text.empty()) return std::vector<unsigned char>();
  std::vector<unsigned char> out(text.size() / 2);
  std::size_t size = 0;
  const bool read = text.size() % 2 == 0 &&
                    sodium_hex2bin(out.data(), out.size(), text.data(), text.size(), nullptr, &size, nullptr) == 0 && size == out.size();
  return read ? std::optional(std::move(out)) : std::nullopt;
}

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

}  // namespace

LetterKey::LetterKey(const Salt& salt, std::string_view secret, std::string_view device, std::size_t page) : salt_(salt) {
  std::array<unsigned char, 32> stretched;
  if (crypto_pwhash(stretched.data(), stretched.size(), secret.data(), secret.size(), salt.data(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                    crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) != 0)
    throw std::bad_alloc();  // it asks for 64 MB
  const std::string bound = std::to_string(page) + ":" + std::string(device);
  crypto_generichash(key_.data(), key_.size(), bytes_of(bound), bound.size(), stretched.data(), stretched.size());
  sodium_memzero(stretched.data(), stretched.size());
}

LetterKey LetterKey::make(std::string_view secret, std::string_view device, std::size_t page) {
  sodium_ready();
  Salt salt;
  randombytes_buf(salt.data(), salt.size());
  return {salt, secret, device, page};
}

std::optional<LetterKey> LetterKey::of(const LetterBox& box, std::string_view secret, std::string_view device, std::size_t page) {
  sodium_ready();
  const auto bytes = from_hex(box.salt);
  Salt salt;
  if (!bytes || bytes->size() != salt.size()) return std::nullopt;
  std::ranges::copy(*bytes, salt.begin());
  LetterKey key(salt, secret, device, page);
  return key.open(box) ? std::optional(key) : std::nullopt;
}

LetterBox LetterKey::seal(std::string_view letters) const {
  std::array<unsigned char, crypto_secretbox_NONCEBYTES> nonce;
  randombytes_buf(nonce.data(), nonce.size());
  std::vector<unsigned char> box(letters.size() + crypto_secretbox_MACBYTES);
  crypto_secretbox_easy(box.data(), bytes_of(letters), letters.size(), nonce.data(), key_.data());
  return {in_hex(salt_), in_hex(nonce), in_hex(box)};
}

std::optional<std::string> LetterKey::open(const LetterBox& box) const {
  const auto nonce = from_hex(box.nonce), sealed = from_hex(box.box);
  if (!nonce || nonce->size() != crypto_secretbox_NONCEBYTES || !sealed || sealed->size() < crypto_secretbox_MACBYTES) return std::nullopt;
  std::string letters(sealed->size() - crypto_secretbox_MACBYTES, '\0');
  if (crypto_secretbox_open_easy(reinterpret_cast<unsigned char*>(letters.data()), sealed->data(), sealed->size(), nonce->data(),
                                 key_.data()) != 0)
    return std::nullopt;
  return letters;
}

}  // namespace app

#include "app/evidence/seal.h"

#include <sodium.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "app/files/disk.h"

namespace app::evidence {
namespace {

using measure::ErrorCode, measure::fail;

constexpr int kKeyVersion = 1;
constexpr unsigned kOwnerAlone = 0600;

void ready() {
  static const bool done = sodium_init() >= 0;
  if (!done) throw std::runtime_error("libsodium finds no source of randomness");
}

std::string hex(const unsigned char* bytes, std::size_t size) {
  std::string out(2 * size + 1, '\0');
  sodium_bin2hex(out.data(), out.size(), bytes, size);
  out.pop_back();
  return out;
}

/// Exactly `N` bytes in lower-case hexadecimal: one way to write each.
template <std::size_t N>
std::optional<std::array<unsigned char, N>> bytes_of(std::string_view text) {
  std::array<unsigned char, N> out;
  std::size_t size = 0;
  if (text.size() != 2 * N || sodium_hex2bin(out.data(), N, text.data(), text.size(), nullptr, &size, nullptr) != 0 || size != N) return {};
  return hex(out.data(), N) == text ? std::optional(out) : std::nullopt;
}

const unsigned char* raw(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> sum;
  crypto_hash_sha256(sum.data(), raw(bytes), bytes.size());
  return hex(sum.data(), sum.size());
}

std::string base64(std::string_view bytes) {
  std::string out(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(out.data(), out.size(), raw(bytes), bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  out.pop_back();
  return out;
}

measure::Result<TableKey> TableKey::open(const std::string& path) {
  ready();
  TableKey key;
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> unused;
  std::array<unsigned char, crypto_sign_SEEDBYTES> seed;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    randombytes_buf(seed.data(), seed.size());
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    const nlohmann::ordered_json file{{"version", kKeyVersion}, {"secret", hex(seed.data(), seed.size())}};
    if (const auto written = write_text(path, file.dump() + "\n", kOwnerAlone); !written) return tl::unexpected(written.error());
    key.fresh_ = true;
  }
  const auto text = read_text(path);  // also what was just made: another program may have been quicker
  if (!text) return tl::unexpected(text.error());
  const auto file = nlohmann::json::parse(*text, nullptr, false);
  const bool ours =
      file.is_object() && file.value("version", nlohmann::json()) == kKeyVersion && file.contains("secret") && file["secret"].is_string();
  const auto kept = ours ? bytes_of<crypto_sign_SEEDBYTES>(file["secret"].get<std::string>()) : std::nullopt;
  if (!kept) return fail(ErrorCode::BadFile, path + ": is not a table's key; give another file, or one that is not there yet");
  crypto_sign_seed_keypair(unused.data(), key.secret_.data(), kept->data());
  return key;
}

std::string TableKey::public_half() const { return hex(secret_.data() + crypto_sign_SEEDBYTES, crypto_sign_PUBLICKEYBYTES); }

std::string TableKey::signature_of(std::string_view text) const {
  std::array<unsigned char, crypto_sign_BYTES> signature;
  crypto_sign_detached(signature.data(), nullptr, raw(text), text.size(), secret_.data());
  return hex(signature.data(), signature.size());
}

std::string TableKey::secret_for(std::string_view purpose) const {
  std::array<unsigned char, crypto_generichash_BYTES> out;
  crypto_generichash(out.data(), out.size(), raw(purpose), purpose.size(), secret_.data(), crypto_sign_SEEDBYTES);
  return hex(out.data(), out.size());
}

std::string key_file() {
  const std::string folder = config_folder();
  return folder.empty() ? "" : folder + "/table-key.json";
}

bool is_public_half(std::string_view text) { return bytes_of<crypto_sign_PUBLICKEYBYTES>(text).has_value(); }

bool is_signed(std::string_view text, std::string_view signature, std::string_view public_half) {
  const auto by = bytes_of<crypto_sign_PUBLICKEYBYTES>(public_half);
  const auto sign = bytes_of<crypto_sign_BYTES>(signature);
  return by && sign && crypto_sign_verify_detached(sign->data(), raw(text), text.size(), by->data()) == 0;
}

}  // namespace app::evidence

// `vedette evidence`: a ruling with all it rests on, as one file. `vedette verify`: whether such a file still says what it said.
#include "app/evidence/evidence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <filesystem>

#include "app/ask/say.h"
#include "app/commands/commands.h"
#include "app/commands/evidence_now.h"
#include "app/commands/progress.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/disk.h"
#include "app/record/moment.h"
#include "app/wire/version.h"
#include "app/wire/words.h"
#include "vision/sources/picture.h"

namespace app {

namespace {

using measure::ErrorCode, measure::fail, measure::Result;

constexpr std::size_t kLargestPicture = std::size_t{64} << 20;  // bytes: eight times that of a good phone

Result<evidence::TableKey> key_of(const std::string& given) {
  const std::string path = given.empty() ? evidence::key_file() : given;
  if (path.empty()) return fail(ErrorCode::Usage, "there is no home folder to keep the table's key in: name a file with --key");
  auto key = evidence::TableKey::open(path);
  if (key && key->fresh()) say(fmt::format("A key for this table was made: {}. Its public half is {}", path, key->public_half()));
  return key;
}

/// What a ruling rests on.
struct Basis {
  evidence::Seen seen;
  evidence::SetUp texts;
  Json ruled_then = {};  // of a recorded table; null: nobody ruled
};

Result<evidence::Seen> look_at(const EvidenceOptions& options, vision::Setup setup) {
  const std::filesystem::path path = options.picture;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return fail(ErrorCode::NotSeen, options.picture + ": there is no such picture");
  auto bytes = read_text(options.picture, kLargestPicture);
  if (!bytes) return tl::unexpected(bytes.error());
  auto picture = vision::decode_picture({reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()}, options.picture);
  if (!picture) return tl::unexpected(picture.error());
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const bool lens_given = setup.lens.has_value();
  const vision::Frame frame{.bgr = picture->bgr, .luma = picture->luma, .name = path.filename().string(), .focal_px = picture->focal_px};
  return see(std::move(setup), frame).transform([&](SeenTable table) {
    return evidence::Seen{std::move(*bytes), ending, frame, std::move(table.state), SeenBy{std::move(table.registration), lens_given}};
  });
}

Result<evidence::SetUp> texts_of(const EvidenceOptions& options) {
  evidence::SetUp texts;
  const auto read = [](const std::string& path) { return read_text(path); };
  return read_into(texts.table, options.on.table, read)
      .and_then([&] { return read_into(texts.roster, options.on.roster, read); })
      .and_then([&] { return read_into(texts.house, options.house, read); })
      .transform([&] { return texts; });
}

Result<Basis> photographed(const EvidenceOptions& options) {
  for (const auto& [option, given] : {std::pair("--table", &options.on.table), {"--roster", &options.on.roster}})
    if (given->empty())
      return fail(ErrorCode::Usage, fmt::format("{} is required; only a record (NAME.vedette@SECONDS) has its own", option));
  auto setup = load_setup(options.on);
  if (!setup) return tl::unexpected(setup.error());
  if (const auto house = house_of(options.house); !house) return tl::unexpected(house.error());
  auto texts = texts_of(options);
  if (!texts) return tl::unexpected(texts.error());
  return look_at(options, std::move(*setup)).transform([&](evidence::Seen seen) { return Basis{std::move(seen), std::move(*texts)}; });
}

/// The record of `NAME.vedette@SECONDS`, and what stands behind the @; nothing where a picture is named.
std::optional<std::pair<std::string, std::string>> record_named(const std::string& word) {
  const std::size_t at = word.rfind('@');
  std::string path = word.substr(0, at);
  if (!path.ends_with(".vedette")) return std::nullopt;
  return std::pair{std::move(path), at == std::string::npos ? "" : word.substr(at + 1)};
}

Result<Basis> recorded(const EvidenceOptions& options, const std::string& path, const std::string& at, Progress& progress) {
  const auto seconds = parse_number(at);
  if (!seconds)
    return fail(ErrorCode::Usage, fmt::format("{}: say which moment of the record, in seconds: {}@12.5", options.picture, path));
  const TableOptions& on = options.on;
  for (const auto& [option, given] : {std::pair("--table", !on.table.empty()),
                                      {"--roster", !on.roster.empty()},
                                      {"--house", !options.house.empty()},
                                      {"--lens", !on.lens.empty()},
                                      {"--empty", !on.empty.empty()},
                                      {"--anchor", !on.anchors.empty()}})
    if (given) return fail(ErrorCode::Usage, fmt::format("{}: a record holds what the game was played with; leave it out", option));
  auto moment = RecordStore::read(path).and_then([&](const RecordStore& store) { return moment_at(store, *seconds); });
  if (!moment) return tl::unexpected(moment.error());
  if (moment->setup.roster.empty())
    return fail(ErrorCode::Usage, path + ": was recorded without a roster; nobody rules on figures of no army");
  const std::string& jpeg = moment->jpeg;
  auto picture = vision::decode_picture({reinterpret_cast<const std::uint8_t*>(jpeg.data()), jpeg.size()},
                                        fmt::format("{}: the picture of event {}", path, moment->seq));
  if (!picture) return tl::unexpected(picture.error());
  const auto quiet = progress.quiet();
  say(fmt::format("{}: the table that had settled at {:.3f} s (event {})", path, moment->time_s, moment->seq));
  const vision::Frame frame{.bgr = picture->bgr, .luma = picture->luma, .name = moment->state.frame};
  RecordedSetup& texts = moment->setup;
  return Basis{{std::move(moment->jpeg), ".jpg", frame, std::move(moment->state), std::move(moment->camera)},
               {std::move(texts.table), std::move(texts.roster), std::move(texts.house)},
               std::move(moment->rulings)};
}

/// Places are not all that an umpire knows: where bodies were in contact he may have ruled otherwise, and evidence must not contradict him.
/// What he knew; none where he ruled as the places say. Errors: Usage where he knew more than a contact.
Result<std::optional<rules::charge::AimContact>> known_then(const evidence::Ruling& ruling, const Json& ruled_then) {
  const auto* aim = std::get_if<rules::charge::AimQuestion>(&ruling.rests_on);
  if (!aim || !ruled_then.is_object()) return std::nullopt;
  try {
    for (const Json& then : ruled_then.at("aims")) {
      const bool same = then.at("id") == aim->firer.figures.front().id && then.at("men").at(0).at("id") == aim->target.front().id;
      if (!same || then.at("verdict") == ruling.answer.at("verdict")) continue;
      const Json& why = then.at("because").at(0);
      if (const auto contact = evidence::contact_known_by(why.at("rule").get<std::string>())) return contact;
      return fail(ErrorCode::Usage,
                  fmt::format("this cannot be asked: the umpire ruled {} then, by more than this table shows: {} ({})",
                              then.at("verdict").get<std::string>(), why.at("says").get<std::string>(), why.at("rule").get<std::string>()));
    }
    return std::nullopt;
  } catch (const Json::exception& problem) {
    return fail(ErrorCode::BadFile, std::string("the recorded rulings cannot be read: ") + problem.what());
  }
}

}  // namespace

Result<evidence::Made> evidence_as_ruled(const evidence::Seen& seen, const evidence::SetUp& texts, evidence::Asked asked,
                                         const evidence::TableKey& key, const Json& ruled_then) {
  auto made = evidence::make(seen, texts, asked, key, program_version());
  if (!made) return made;
  const auto contact = known_then(made->ruling, ruled_then);
  if (!contact) return tl::unexpected(contact.error());
  if (!*contact) return made;
  asked.contact = *contact;
  return evidence::make(seen, texts, asked, key, program_version());
}

namespace {

Result<evidence::Ruling> written(const EvidenceOptions& options) {
  const auto key = key_of(options.key);
  if (!key) return tl::unexpected(key.error());
  Progress progress("steps", 3, options.json);  // looking, drawing, writing
  const auto record = record_named(options.picture);
  const auto basis = record ? recorded(options, record->first, record->second, progress) : photographed(options);
  if (!basis) return tl::unexpected(basis.error());
  progress.step();
  auto made = evidence_as_ruled(basis->seen, basis->texts, {options.ask, options.from, options.to}, *key, basis->ruled_then);
  if (!made) return tl::unexpected(made.error());
  progress.step();
  return write_text(options.out, made->zip).transform([&] { return std::move(made->ruling); });
}

/// A public key as it is given: 64 hexadecimal digits, or a file that holds them.
Result<std::string> public_half_of(const std::string& given) {
  if (given.empty() || evidence::is_public_half(given)) return given;
  auto text = read_text(given);
  while (text && !text->empty() && (text->back() == '\n' || text->back() == ' ')) text->pop_back();
  if (text && evidence::is_public_half(*text)) return *text;
  return fail(ErrorCode::Usage, given + ": is no public key: 64 hexadecimal digits, or a file with them");
}

/// Whose the key is that signed it, as far as this machine knows.
std::string known_as(const evidence::Verified& verified, const std::string& given) {
  if (verified.signed_by.empty()) return "nobody";
  if (!given.empty()) return verified.signed_by == given ? "given" : "another";
  std::error_code ignored;
  const std::string own = evidence::key_file();
  if (own.empty() || !std::filesystem::exists(own, ignored)) return "unknown";
  const auto key = evidence::TableKey::open(own);
  return key && key->public_half() == verified.signed_by ? "this table" : "unknown";
}

std::string text_of(const evidence::Verified& verified, const std::string& signer) {
  std::string out = verified.holds() ? "Unchanged, and computed again to the bit.\n" : "This does not hold.\n";
  if (!verified.changed.empty()) out += fmt::format("Changed: {}.\n", fmt::join(verified.changed, ", "));
  if (!verified.recomputed)
    out += fmt::format("The ruling does not come out again: {} (made by vedette {}).\n", verified.why_not, verified.made_by);
  if (signer == "nobody") return out + "No signature holds.\n";
  out += fmt::format("Signed with the key {}: ", verified.signed_by);
  return out + (signer == "given"        ? "the one given.\n"
                : signer == "another"    ? "not the one given.\n"
                : signer == "this table" ? "this table's own.\n"
                                         : "unknown here; ask the table that made it, and give it with --key.\n");
}

}  // namespace

int write_evidence(const EvidenceOptions& options) {
  const auto ruling = written(options);
  if (!ruling) return complain(ruling.error());
  if (options.json) {
    Json out = ruling->answer;
    out["out"] = options.out;
    fmt::print("{}\n", line_of(out));
  } else {
    const auto* measured = std::get_if<Measurement>(&ruling->rests_on);
    fmt::print("{}", measured ? text_of(*measured) : ask::in_words(ruling->question.dump(), ruling->answer));
    say("written: " + options.out);
  }
  return ruling->status;
}

int verify_evidence(const VerifyOptions& options) {
  const auto key = public_half_of(options.key);
  if (!key) return complain(key.error());
  const auto bytes = read_text(options.file, evidence::kLargestArchive);
  if (!bytes) return complain(bytes.error());
  const auto verified = evidence::verify(*bytes, *key);
  if (!verified) return complain({verified.error().code, options.file + ": " + verified.error().message});
  const std::string signer = known_as(*verified, *key);
  if (options.json)
    fmt::print("{}\n", line_of(Json{{"verdict", verified->holds() ? "yes" : "no"},
                                    {"changed", verified->changed},
                                    {"recomputed", verified->recomputed},
                                    {"signed_by", {{"key", verified->signed_by}, {"is", signer}}}}));
  else
    fmt::print("{}", text_of(*verified, signer));
  return verified->holds() ? kDone : kNo;
}

}  // namespace app

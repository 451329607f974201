#include "app/hall/results.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sqlite3.h>
#include <array>
#include <filesystem>

#include "app/record/sqlite_file.h"

namespace app::hall {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

/// "Vdth": tells a hall's results from any other SQLite file.
constexpr int kHallApplicationId = 0x56647468;
constexpr int kResultsVersion = 1;

constexpr const char* kSchema = R"(
  CREATE TABLE hall (session TEXT NOT NULL) STRICT;
  CREATE TABLE seen (name TEXT PRIMARY KEY, available INTEGER NOT NULL, state TEXT NOT NULL, heard_ms INTEGER NOT NULL,
                     last_event INTEGER NOT NULL, gaps INTEGER NOT NULL) STRICT;
  CREATE TABLE event (name TEXT NOT NULL, id INTEGER NOT NULL, event TEXT NOT NULL, data TEXT NOT NULL, at_ms INTEGER NOT NULL,
                      heard_ms INTEGER NOT NULL, PRIMARY KEY (name, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE dispute (number INTEGER PRIMARY KEY, name TEXT NOT NULL, id INTEGER NOT NULL, kind TEXT NOT NULL, says TEXT NOT NULL,
                        rule TEXT NOT NULL, by TEXT NOT NULL, at_ms INTEGER NOT NULL, heard_ms INTEGER NOT NULL,
                        closed_ms INTEGER NOT NULL, closed_by TEXT NOT NULL, UNIQUE (name, id)) STRICT;
)";

/// For who opens the file with another program.
constexpr const char* kEvidenceView = R"(
  CREATE VIEW IF NOT EXISTS evidence AS SELECT name AS "table", at_ms, json_extract(data, '$.file') AS file, json_extract(data, '$.of') AS of,
    json_extract(data, '$.verdict') AS verdict, json_extract(data, '$.sha256') AS sha256 FROM event WHERE event = 'evidence';
)";

std::string fresh_session() {
  std::array<unsigned char, 8> bytes{};
  if (sodium_init() < 0) throw std::runtime_error("libsodium finds no source of randomness");
  randombytes_buf(bytes.data(), bytes.size());
  std::string out = "vedette-hall-";
  for (const unsigned char byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

/// SQLite has signed numbers; ids are far below.
std::int64_t number_of(std::uint64_t id) { return static_cast<std::int64_t>(id); }

std::string time_text(std::int64_t ms) {
  return ms == 0 ? "" : fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(ms / 1000)));
}

std::string text_or_nothing(const HallJson& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) return "";
  const HallJson& value = object[key];
  if (value.is_string()) return value.get<std::string>();
  return value.is_null() ? "" : value.dump(-1, ' ', false, HallJson::error_handler_t::replace);
}

}  // namespace

struct Results::State {
  std::string path;
  SQLite::Database file;
  std::string session;
  std::optional<SQLite::Transaction> open;
  explicit State(const std::string& name) : path(name), file(name, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 1000) {}
};

Results::Results(std::unique_ptr<State> state) : state_(std::move(state)) {}
Results::~Results() = default;

Result<std::unique_ptr<Results>> Results::open(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return fail(ErrorCode::BadFile, path + ": is a folder; name a file in it");
  const auto other = [&] { return fail(ErrorCode::BadFile, path + ": is not a hall's file of results; name another file with --results"); };
  try {
    auto state = std::make_unique<State>(path);
    SQLite::Database& file = state->file;
    file.exec("PRAGMA locking_mode = EXCLUSIVE");
    const auto number = [&](const char* pragma) { return file.execAndGet(std::string("PRAGMA ") + pragma).getInt(); };
    if (number("page_count") > 0 && number("application_id") != kHallApplicationId) return other();
    if (number("user_version") > kResultsVersion)
      return fail(ErrorCode::BadFile,
                  path + ": was written by a newer version of this program; open it with that version, or name another file");
    file.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    SQLite::Transaction all(file);
    if (number("user_version") == 0) {
      file.exec(kSchema);
      SQLite::Statement put(file, "INSERT INTO hall VALUES (?)");
      put.bind(1, fresh_session());
      put.exec();
      file.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kHallApplicationId, kResultsVersion));
    }
    file.exec(kEvidenceView);
    state->session = file.execAndGet("SELECT session FROM hall").getString();
    all.commit();
    return std::unique_ptr<Results>(new Results(std::move(state)));
  } catch (const SQLite::Exception& problem) {
    if (problem.getErrorCode() == SQLITE_NOTADB) return other();
    return fail(ErrorCode::BadFile, explained(path, problem.getErrorCode()));
  }
}

const std::string& Results::session() const { return state_->session; }

std::vector<HallTable> Results::tables() const {
  std::vector<HallTable> out;
  SQLite::Statement each(state_->file, "SELECT name, available, state, heard_ms, last_event, gaps FROM seen ORDER BY name");
  while (each.executeStep())
    out.push_back({.name = each.getColumn(0).getString(),
                   .available = each.getColumn(1).getInt() != 0,
                   .state = HallJson::parse(each.getColumn(2).getString(), nullptr, false),
                   .heard_ms = each.getColumn(3).getInt64(),
                   .last_event = static_cast<std::uint64_t>(each.getColumn(4).getInt64()),
                   .gaps = each.getColumn(5).getInt64()});
  return out;
}

std::vector<HallDispute> Results::disputes() const {
  std::vector<HallDispute> out;
  SQLite::Statement each(
      state_->file, "SELECT number, name, id, kind, says, rule, by, at_ms, heard_ms, closed_ms, closed_by FROM dispute ORDER BY number");
  const auto text = [&](int column) { return each.getColumn(column).getString(); };
  while (each.executeStep())
    out.push_back({.number = each.getColumn(0).getInt64(),
                   .table = text(1),
                   .said = {.id = static_cast<std::uint64_t>(each.getColumn(2).getInt64()),
                            .kind = text(3),
                            .says = text(4),
                            .rule = text(5),
                            .by = text(6),
                            .at_ms = each.getColumn(7).getInt64()},
                   .heard_ms = each.getColumn(8).getInt64(),
                   .closed_ms = each.getColumn(9).getInt64(),
                   .closed_by = text(10)});
  return out;
}

HallEvidence evidence_in(const std::string& table, std::uint64_t at_ms, const HallJson& data) {
  constexpr std::size_t kLongest = 300, kHash = 64;
  const auto text = [&](const char* key) {
    const std::string out = data.is_object() && data.contains(key) && data[key].is_string() ? data[key].get<std::string>() : "";
    return out.size() <= kLongest ? out : "";
  };
  HallEvidence out;
  out.table = table, out.file = text("file"), out.of = text("of"), out.verdict = text("verdict"), out.sha256 = text("sha256");
  out.at_ms = number_of(at_ms), out.address = text("address");
  if (!out.address.starts_with("http://") && !out.address.starts_with("https://")) out.address.clear();  // it becomes a link
  const bool hash = out.sha256.size() == kHash && out.sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!hash) out.file.clear();
  return out;
}

/// What the tables told is the index: their events are kept as they came.
std::vector<HallEvidence> Results::evidence() const {
  std::vector<HallEvidence> out;
  SQLite::Statement each(state_->file, "SELECT name, at_ms, data FROM event WHERE event = 'evidence' ORDER BY heard_ms, id");
  while (each.executeStep()) {
    out.push_back(evidence_in(each.getColumn(0).getString(), static_cast<std::uint64_t>(each.getColumn(1).getInt64()),
                              HallJson::parse(each.getColumn(2).getString(), nullptr, false)));
    if (out.back().file.empty()) out.pop_back();
  }
  return out;
}

std::int64_t Results::events(const std::string& table) const {
  SQLite::Statement count(state_->file, "SELECT COUNT(*) FROM event WHERE name = ?");
  count.bind(1, table);
  count.executeStep();
  return count.getColumn(0).getInt64();
}

void Results::begin() { state_->open.emplace(state_->file); }

Result<void> Results::commit() {
  return guarded(state_->path, [&]() -> Result<void> {
    if (state_->open) state_->open->commit();
    state_->open.reset();
    return {};
  });
}

Result<void> Results::failed(int code) {
  state_->open.reset();
  return fail(ErrorCode::BadFile, explained(state_->path, code));
}

void Results::put(const HallTable& table) {
  SQLite::Statement put(state_->file, "INSERT OR REPLACE INTO seen VALUES (?, ?, ?, ?, ?, ?)");
  put.bind(1, table.name), put.bind(2, table.available ? 1 : 0);
  put.bind(3, table.state.dump(-1, ' ', false, HallJson::error_handler_t::replace)), put.bind(4, table.heard_ms);
  put.bind(5, number_of(table.last_event)), put.bind(6, table.gaps);
  put.exec();
}

bool Results::add(const HallEvent& event) {
  SQLite::Statement put(state_->file, "INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?)");
  put.bind(1, event.table), put.bind(2, number_of(event.id)), put.bind(3, event.name), put.bind(4, event.data);
  put.bind(5, event.at_ms), put.bind(6, event.heard_ms);
  return put.exec() > 0;
}

void Results::put(HallDispute& dispute) {
  SQLite::Statement put(state_->file, R"(INSERT INTO dispute (name, id, kind, says, rule, by, at_ms, heard_ms, closed_ms, closed_by)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (name, id) DO UPDATE SET closed_ms = excluded.closed_ms, closed_by = excluded.closed_by RETURNING number)");
  put.bind(1, dispute.table), put.bind(2, number_of(dispute.said.id)), put.bind(3, dispute.said.kind), put.bind(4, dispute.said.says);
  put.bind(5, dispute.said.rule), put.bind(6, dispute.said.by), put.bind(7, dispute.said.at_ms), put.bind(8, dispute.heard_ms);
  put.bind(9, dispute.closed_ms), put.bind(10, dispute.closed_by);
  if (put.executeStep()) dispute.number = put.getColumn(0).getInt64();
}

std::string csv_field(const std::string& text) {
  std::string out = text;
  if (!out.empty() && std::string_view("=+-@\t\r").find(out.front()) != std::string_view::npos) out.insert(0, 1, '\'');
  if (out.find_first_of(",\"\r\n") == std::string::npos) return out;
  std::string quoted = "\"";
  for (const char c : out) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string results_csv(const std::vector<HallTable>& tables, const std::vector<HallDispute>& disputes,
                        const std::vector<HallEvidence>& evidence) {
  std::string out;
  const auto line = [&](const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) out += (i > 0 ? "," : "") + csv_field(fields[i]);
    out += "\r\n";
  };
  line({"what", "table", "at", "game", "army", "seen", "lost", "original", "kind", "says", "rule", "by", "closed", "closed by", "verdict",
        "file", "sha256"});
  for (const HallTable& table : tables) {
    if (!table.state.is_object() || !table.state.contains("armies")) continue;
    for (const HallJson& army : table.state["armies"])
      line({"army", table.name, time_text(table.heard_ms), text_or_nothing(table.state, "game"), text_or_nothing(army, "name"),
            text_or_nothing(army, "seen"), text_or_nothing(army, "lost"), text_or_nothing(army, "original"), "", "", "", "", "", "", "", "",
            ""});
  }
  for (const HallDispute& each : disputes)
    line({"dispute", each.table, time_text(each.said.at_ms), "", "", "", "", "", each.said.kind, each.said.says, each.said.rule,
          each.said.by, time_text(each.closed_ms), each.closed_by, "", "", ""});
  for (const HallEvidence& each : evidence)
    line({"evidence", each.table, time_text(each.at_ms), "", "", "", "", "", "", each.of, "", "", "", "", each.verdict, each.file,
          each.sha256});
  return out;
}

}  // namespace app::hall

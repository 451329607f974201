// The command line: words into options, options into a command.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/commands/commands.h"
#include "app/commands/report.h"
#include "app/tongue/length.h"
#include "app/tongue/tongue.h"
#include "app/wire/version.h"

namespace app {
namespace {

/// Of `--video-ring`: an evening.
constexpr double kMostVideoMinutes = 600.0;

/// What a command line asked for; empty until a command was named.
using Chosen = std::function<int()>;

void examples(CLI::App& command, const std::string& lines) { command.footer("Examples:\n" + lines); }

/// `needs_table`: a command that cannot do anything without one.
void add_table_options(CLI::App& command, auto& on, std::vector<std::string>& anchors, bool needs_table) {
  command.add_option("--table", on.table, "the table: size, corner tags, terrain (table.toml)")->required(needs_table);
  command.add_option("--roster", on.roster, "the armies and how they are marked (roster.toml)");
  command.add_option("--lens", on.lens, "the camera's lens (lens.json, from `vedette calibrate`)");
  command.add_option("--empty", on.empty, "a picture of the empty table, for figures without markers");
  command.add_option("--anchor", anchors, "U,V=X,Y: raw pixel U,V shows table point X,Y; at least four, instead of corner tags")
      ->allow_extra_args(false);
}

void add_json(CLI::App& command, bool& json) { command.add_flag("--json", json, "JSON on standard output"); }

/// `video`: how many minutes are kept where nothing is said.
void add_recording(CLI::App& command, RecordTo& record, const std::string& video) {
  command.add_option("--record", record.path, "keeps the game in this file (NAME.vedette); one of the same game goes on");
  command
      .add_option("--video-ring", record.video_minutes,
                  "so many minutes of what the camera saw last are kept beside the record, to look back at; 0: none (" + video + ")")
      ->check(CLI::Range(0.0, kMostVideoMinutes));
  record.program = command.get_parent()->version();
}

void add_language(CLI::App& command, Speaking& speaking) {
  std::vector<std::string> codes;
  for (const tongue::LanguageName& each : tongue::kLanguages) codes.emplace_back(each.code);
  command.add_option("--language", speaking.language, "en, fr or de; else as the environment says (LC_ALL, LC_MESSAGES, LANG)")
      ->check(CLI::IsMember(codes));
}

void add_units(CLI::App& command, Speaking& speaking) {
  std::vector<std::string> keys;
  for (const tongue::UnitsName& each : tongue::kUnits) keys.emplace_back(each.key);
  command.add_option("--units", speaking.units, "how the window says lengths: inches, eighths (6 3/8 in) or cm")
      ->check(CLI::IsMember(keys));
}

template <class Options>
struct Added {
  CLI::App& command;
  std::shared_ptr<Options> options;
};

/// A command that runs with its options once it is chosen; `lines` are examples of its use.
template <class Options>
Added<Options> add(CLI::App& app, Chosen& chosen, const std::string& name, const std::string& says, int (*run)(const Options&),
                   const std::string& lines) {
  Added<Options> added{*app.add_subcommand(name, says), std::make_shared<Options>()};
  added.command.callback([&chosen, options = added.options, run] { chosen = [options, run] { return run(*options); }; });
  examples(added.command, lines);
  return added;
}

/// What a calibration board looks like.
void add_board_options(CLI::App& command, auto& board) {
  command.add_option("--inner", board.inner, "a chessboard's inner corners, COLUMNSxROWS")->capture_default_str();
  command.add_option("--squares", board.squares, "a charuco board's squares, COLUMNSxROWS")->capture_default_str();
  command.add_option("--square", board.square_in, "side of a board's square in inches (chessboard 1.0, charuco 0.5906)")
      ->check(CLI::PositiveNumber);
  command.add_option("--marker", board.marker_in, "side of a charuco board's marker in inches (0.4331)")->check(CLI::PositiveNumber);
}

void add_locate(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "locate", "where is everything, each picture on its own", locate,
                                      "  vedette locate --table table.toml --roster roster.toml --lens lens.json --json 05.jpg\n"
                                      "  vedette locate --table table.toml --anchor 60,1020=0,0 --anchor 1870,1015=72,0 \\\n"
                                      "                 --anchor 1800,90=72,48 --anchor 130,95=0,48 photo.jpg");
  add_table_options(command, options->on, options->on.anchors, true);
  add_json(command, options->json);
  command.add_option("IMAGE", options->pictures, "pictures, or folders of pictures")->required();
}

void add_track(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "track", "pictures in order: identities, settled tables, moves", track,
                                      "  vedette track --table table.toml --roster roster.toml --lens lens.json --json game.mp4\n"
                                      "  vedette track --table table.toml --roster roster.toml --json 0          (the first camera)\n"
                                      "  vedette track --board board.toml --lens lens.json --json game.mp4");
  add_table_options(command, options->on, options->on.anchors, false);
  command.add_option("--board", options->board, "instead of a table: a board game (board.toml); its actions are told");
  command.add_option("--house", options->house, "the house rules of a board game (house-rules.toml)");
  add_json(command, options->json);
  command.add_flag("--set-up", options->set_up, "the armies are being set up: nothing that changes is a move");
  add_recording(command, options->record, "0");
  command.add_option("SOURCE", options->source, "a video, a folder of pictures, pictures in order, a camera (0) or a URL")->required();
}

void add_umpire(CLI::App& app, Chosen& chosen) {
  const auto [command, options] =
      add(app, chosen, "umpire", "every ruling of each settled table: moves, targets, contacts, men lifted", umpire,
          "  vedette umpire --table table.toml --roster roster.toml --lens lens.json --json game.mp4\n"
          "  vedette umpire --table table.toml --roster roster.toml --house house-rules.toml game.mp4");
  add_table_options(command, options->on, options->on.anchors, true);
  command.get_option("--roster")->required();  // nobody rules on figures of no army
  add_json(command, options->json);
  command.add_option("--house", options->house, "the house rules (house-rules.toml)");
  command.add_option("--scenario", options->scenario, "the scenario (scenario.toml): also who holds the place that decides");
  add_recording(command, options->record, "0");
  command.add_option("SOURCE", options->source, "a video, a folder of pictures, pictures in order, a camera (0) or a URL")->required();
}

void add_record(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "record", "what a recorded game holds, and whether it is whole", record,
                                      "  vedette record list\n"
                                      "  vedette record show game.vedette\n"
                                      "  vedette record check game.vedette --json      (exit status: 0 whole, 1 damaged, 6 no record)");
  add_json(command, options->json);
  command.add_option("WHAT", options->what, "list, show or check")->required()->check(CLI::IsMember({"list", "show", "check"}));
  command.add_option("FILE", options->path, "the record (NAME.vedette); of list the folder, else the program's own");
}

void add_replay(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "replay", "the recorded answers, computed again and compared", replay_record,
                                      "  vedette replay game.vedette\n"
                                      "  vedette replay game.vedette --json --from 600 --to 660");
  add_json(command, options->json);
  command.add_option("--from", options->from_s, "seconds of the record: from here on");
  command.add_option("--to", options->to_s, "seconds of the record: up to here");
  command.add_option("FILE", options->path, "the record (NAME.vedette)")->required();
}

void add_export(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "export", "a recorded game for other programs, or as text", export_record,
                                      "  vedette export game.vedette --to jsonl\n"
                                      "  vedette export game.vedette --to text > game.txt");
  command.add_option("--to", options->to, "jsonl (every event), csv (who stood where) or text (rulings; of a board game its record)")
      ->required()
      ->check(CLI::IsMember({"jsonl", "csv", "text"}));
  command.add_option("FILE", options->path, "the record (NAME.vedette)")->required();
}

void add_board(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "board", "a board game's squares: who stands where, each picture on its own", board,
                                      "  vedette board --board examples/boards/les_allies.toml --lens lens.json --json 05.jpg\n"
                                      "  vedette board --board board.toml --anchor 616,856=0,0 --anchor 1298,872=15,0 \\\n"
                                      "                --anchor 1285,232=15,15 --anchor 656,214=0,15 photo.jpg");
  command.add_option("--board", options->board, "the board: squares, sides, marks, corner tags (board.toml)")->required();
  command.add_option("--lens", options->lens, "the camera's lens (lens.json, from `vedette calibrate`)");
  command.add_option("--anchor", options->anchors, "U,V=X,Y: raw pixel U,V shows board point X,Y; at least four, instead of corner tags")
      ->allow_extra_args(false);
  add_json(command, options->json);
  command.add_option("IMAGE", options->pictures, "pictures, or folders of pictures")->required();
}

void add_ask(CLI::App& app, Chosen& chosen) {
  const auto [command, options] =
      add(app, chosen, "ask", "one question to the rules, as JSON on standard input; no camera needed", ask_rules,
          "  echo '{\"game\":\"charge\",\"ask\":\"dice\",\"men\":23}' | vedette ask --json\n"
          "  vedette ask --json < question.json        (exit status: 0 yes, 1 no, 3 too close to call, 2 a malformed question)");
  add_json(command, options->json);
}

void add_measure(CLI::App& app, Chosen& chosen) {
  const auto [command, options] =
      add(app, chosen, "measure", "one measurement in one picture", measure_between,
          "  vedette measure --table table.toml --roster roster.toml --from RG/gun --to B1/leader --json 05.jpg\n"
          "  vedette measure --table table.toml --from tag:13 --to 36,24 05.jpg\n"
          "  vedette measure --table table.toml --from px:640,360 --to px:700,360 --height 0.1 05.jpg");
  add_table_options(command, options->on, options->on.anchors, true);
  add_json(command, options->json);
  const std::string end = "a piece's name, tag:ID, a table point x,y, or a picture point px:u,v";
  command.add_option("--from", options->from, end)->required();
  command.add_option("--to", options->to, end)->required();
  command.add_option("--height", options->height_in, "inches above the table of picture points and loose tags");
  command.add_option("IMAGE", options->picture, "the picture")->required();
}

void add_evidence(CLI::App& app, Chosen& chosen) {
  const auto [command, options] =
      add(app, chosen, "evidence", "a ruling on one picture, or on a moment of a record, with all it rests on, as one file", write_evidence,
          "  vedette evidence --table table.toml --roster roster.toml --from RG/gun --to B1 --out shot.zip photo.jpg\n"
          "  vedette evidence --table table.toml --roster roster.toml --ask move --from R1/3 --to 30,24 --out move.zip photo.jpg\n"
          "  vedette evidence --from RG/gun --to B1 --out shot.zip evening.vedette@754.5\n"
          "  (exit status: 0 yes, or measured; 1 no; 3 too close to call)");
  add_table_options(command, options->on, options->on.anchors, false);  // a record has its own
  add_json(command, options->json);
  command.add_option("--house", options->house, "the house rules (house-rules.toml)");
  command.add_option("--from", options->from, "who: a unit, a piece's name, or tag:ID; of a measurement also a table point x,y")
      ->required();
  command.add_option("--to", options->to, "at whom, or where to: the same; of a move also a table point x,y")->required();
  command.add_option("--ask", options->ask, "fire: may it fire at it; move: may it go there; measure: how far is it")
      ->check(CLI::IsMember({"fire", "move", "measure"}))
      ->capture_default_str();
  command.add_option("--key", options->key, "the file of the table's secret key, made where there is none (the program's own)");
  command.add_option("--out", options->out, "the file that is written (E.zip)")->required();
  command
      .add_option("PICTURE", options->picture,
                  "the picture, a phone's too; or NAME.vedette@SECONDS: the last table that had settled by then")
      ->required();
}

void add_verify(CLI::App& app, Chosen& chosen) {
  const auto [command, options] =
      add(app, chosen, "verify", "whether evidence is unchanged, and its ruling comes out again", verify_evidence,
          "  vedette verify shot.zip\n"
          "  vedette verify --key 3b6a27bc...af4e --json shot.zip    (exit status: 0 it holds, 1 it does not)");
  add_json(command, options->json);
  command.add_option("--key", options->key, "the public key it must be signed by: 64 hexadecimal digits, or a file with them");
  command.add_option("FILE", options->file, "the evidence (E.zip)")->required();
}

void add_calibrate(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "calibrate", "the camera's lens, from pictures of a flat board", calibrate,
                                      "  vedette calibrate --board chessboard --inner 9x6 --square 1.0 --out lens.json board/*.jpg\n"
                                      "  vedette calibrate --board charuco --squares 10x7 --square 0.5906 --marker 0.4331 \\\n"
                                      "                    --dictionary DICT_4X4_50 --out lens.json board/*.jpg");
  command.add_option("--board", options->board, "chessboard or charuco")->check(CLI::IsMember({"chessboard", "charuco"}));
  add_board_options(command, *options);
  command.add_option("--dictionary", options->dictionary, "charuco: the markers' dictionary")->capture_default_str();
  command.add_option("--out", options->out, "where the lens goes (lens.json)")->required();
  add_json(command, options->json);
  command.add_option("IMAGE", options->pictures, "ten or more pictures of the board, tilted and in all corners")->required();
}

void add_targets(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "targets", "sheets to print: tags, discs, boards, each with a check ruler", targets,
                                      "  vedette targets corner-tags --out corners.pdf --paper letter\n"
                                      "  vedette targets piece-tags --ids 10,11,12,13 --side 1.0 --out pieces.pdf\n"
                                      "  vedette targets discs --colour '#b3202a' --colour '#2038b0' --count 24 --out discs.pdf\n"
                                      "  vedette targets board-chess --inner 9x6 --square 1.0 --out board.svg");
  command.add_option("KIND", options->kind, "corner-tags, piece-tags, discs, board-chess, board-charuco, le-choc or les-allies")
      ->required()
      ->check(CLI::IsMember({"corner-tags", "piece-tags", "discs", "board-chess", "board-charuco", "le-choc", "les-allies"}));
  command.add_option("--out", options->out, "the file: .pdf, .svg or .png")->required();
  command.add_option("--paper", options->paper, "a4 or letter")->check(CLI::IsMember({"a4", "letter"}, CLI::ignore_case));
  command.add_option("--dpi", options->dpi, "pixels an inch of a PNG")->check(CLI::PositiveNumber);
  command.add_option("--ids", options->ids, "tag ids, for instance 0,1,2,3")->delimiter(',')->check(CLI::NonNegativeNumber);
  command.add_option("--side", options->side_in, "side of a tag's black square in inches")->check(CLI::PositiveNumber);
  command.add_option("--dictionary", options->dictionary, "the tags' dictionary");
  command.add_option("--colour", options->colours, "discs: #rrggbb of each army")->delimiter(',');
  command.add_option("--count", options->count, "discs of each colour; 0 fills a page")->check(CLI::NonNegativeNumber);
  command.add_option("--diameter", options->diameter_in, "discs: inches across (of an oval: its width)")->check(CLI::PositiveNumber);
  command.add_option("--length", options->length_in, "discs: length of an oval in inches")->check(CLI::PositiveNumber);
  add_board_options(command, *options);
  add_language(command, options->speaking);
  add_json(command, options->json);
}

void add_doctor(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "doctor", "what is wrong with files, camera and light, and how to mend it", doctor,
                                      "  vedette doctor --table table.toml --roster roster.toml --lens lens.json 05.jpg\n"
                                      "  vedette doctor                       (cameras and display of this machine)");
  add_table_options(command, options->on, options->on.anchors, false);
  add_json(command, options->json);
  command.add_option("IMAGE", options->pictures, "pictures of the table");
}

void add_watching(CLI::App& command, LiveOptions& options) {
  add_table_options(command, options.used, options.anchors, false);
  command.add_option("--scenario", options.used.scenario, "the scenario (scenario.toml): turns, the place that decides, clocks");
  command.add_option("--source", options.used.source, "a camera (0, /dev/video0), a video, a folder of pictures or a URL");
  command.add_option("--house", options.used.house, "the house rules (else house-rules.toml beside the table, if it is there)");
  command.add_option("--board", options.used.board, "a board game instead of a table (board.toml)");
  add_recording(command, options.record, "10");
}

void add_broker(CLI::App& command, hall::BrokerWords& words, const std::string& says) {
  command.add_option("--broker", words.broker, says + ": HOST[:PORT]");
  command.add_option("--broker-user", words.user, "as whom the broker knows this program");
  command.add_option("--broker-password-file", words.password_file, "a file with that user's password in its first line");
  command.add_option("--broker-ca", words.ca, "the certificate of the broker's authority (PEM); the line is then encrypted");
}

/// The hall that a table is in.
void add_table_in_hall(CLI::App& command, LiveOptions& options) {
  add_broker(command, options.broker, "the MQTT broker of the hall that this table is in");
  command.add_option("--table-name", options.table_name,
                     "what the hall calls this table: letters, digits, - _ and . (this machine's name)");
}

void add_live(CLI::App& app, Chosen& chosen) {
  const auto [command, options] = add(app, chosen, "live", "the window; without options what was used last, at first the demo", live,
                                      "  vedette live\n"
                                      "  vedette live --board board.toml --source 0\n"
                                      "  vedette live --table table.toml --roster roster.toml --lens lens.json --source 0\n"
                                      "  vedette live --source 0 --broker hall-computer --table-name table-7");
  add_watching(command, *options);
  add_language(command, options->speaking);
  add_units(command, options->speaking);
  command.add_flag("--go-on", options->go_on, "goes on with the recorded game that was not ended, without asking");
  add_table_in_hall(command, *options);
}

void add_listening(CLI::App& command, auto& options) {
  command.add_option("--port", options.port, "where it listens; 0: a port that is free")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command.add_flag("--share", options.share, "also for other machines, which need one of the addresses that are printed");
}

void add_serve(CLI::App& app, Chosen& chosen) {
  const auto [command, options] =
      add(app, chosen, "serve", "the same without a window, for browsers, streams and phones; prints the address", serve,
          "  vedette serve\n"
          "  vedette serve --table table.toml --roster roster.toml --source 0 --port 8787\n"
          "  vedette serve --board board.toml --source 0 --share\n"
          "  vedette serve --source 0 --broker hall-computer --table-name table-7");
  add_watching(command, options->live);
  add_language(command, options->live.speaking);
  add_listening(command, *options);
  add_table_in_hall(command, options->live);
  command
      .add_flag("--private", options->only_the_table, "pictures show the table alone: grey beside it, hands blurred; nothing is recorded")
      ->excludes("--record")
      ->excludes("--video-ring");
  command.add_option("--delay", options->delay_minutes, "minutes that everybody but the referee sees the table later, 0 to 15 (0)")
      ->check(CLI::Range(0.0, 15.0));
  command.add_option("--theme", options->theme, "how pages and overlay are dressed (theme.toml): colours, shown names, a logo, type");
  command.add_option("--files", options->files, "a folder: turn, losses and the last ruling as text files, and overlay.png, for streams");
}

void add_hall(CLI::App& app, Chosen& chosen) {
  const auto [command, options] =
      add(app, chosen, "hall", "all tables of a tournament on one page, over an MQTT broker; prints the address", watch_hall,
          "  vedette hall --broker localhost\n"
          "  vedette hall --broker hut:8883 --broker-ca ca.crt --broker-user hall --broker-password-file password");
  add_broker(command, options->broker, "the MQTT broker that the tables publish to");
  command.get_option("--broker")->required();
  add_listening(command, *options);
  command.add_option("--results", options->results, "the file it keeps what it hears in (hall.sqlite in the program's data folder)");
}

void add_demo(CLI::App& app, Chosen& chosen) {
  const auto [command, options] =
      add(app, chosen, "demo", "the recorded game, in the window or, without a display, as measurements and pictures", demo,
          "  vedette demo\n  vedette demo --game charge --out pictures");
  command.add_option("--game", options->game, "charge")->check(CLI::IsMember({"charge", "le_choc", "les_allies"}));
  command.add_option("--out", options->out, "folder of the overlay pictures of charge, written where there is no display");
  add_language(command, options->speaking);
  add_units(command, options->speaking);
}

/// The first word, where it is neither an option nor a command: CLI11 would only say that a command is missing.
std::optional<std::string> unknown_command(const CLI::App& app, int count, const char* const* words) {
  if (count < 2 || words[1][0] == '-') return std::nullopt;
  std::string known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == words[1]) return std::nullopt;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  return fmt::format("vedette: there is no command \"{}\"; there are: {}", words[1], known);
}

}  // namespace

int run_command_line(int count, const char* const* words, const char* version) {
  program_version() = version;
  CLI::App app("Vedette watches a wargame table through an overhead camera and measures it in inches.", "vedette");
  app.set_version_flag("--version", std::string("vedette ") + version);
  app.require_subcommand(1);
  app.failure_message([](const CLI::App*, const CLI::Error& problem) {
    return std::string("vedette: ") + problem.what() + "\nTry `vedette --help`, or --help after a command.\n";
  });
  examples(app, "  vedette demo\n  vedette locate --help\n");
  Chosen chosen;
  for (const auto add_command : {add_live, add_serve, add_hall, add_demo, add_calibrate, add_targets, add_locate, add_track, add_umpire,
                                 add_record, add_replay, add_export, add_board, add_ask, add_measure, add_evidence, add_verify, add_doctor})
    add_command(app, chosen);
  if (const auto unknown = unknown_command(app, count, words)) {
    say(*unknown + "\nTry `vedette --help`.");
    return kWrongUsage;
  }
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? kDone : kWrongUsage;
  }
  return chosen();
}

}  // namespace app

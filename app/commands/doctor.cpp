// `vedette doctor`: what is wrong with files, camera and light, and how to mend it.
#include <fmt/format.h>

#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/doctor_checks.h"
#include "app/commands/setup.h"
#include "app/commands/state_json.h"
#include "app/commands/talk.h"
#include "vision/sources/frame_source.h"

namespace app {
namespace {

using calibration::Finding;

void append(Findings& all, Findings more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Finding fault(const char* code, const std::string& says, const char* fix) {
  return {.code = code, .severity = Finding::Severity::Fault, .says = says, .fix = fix, .cost = {}};
}

/// Adds the findings of one picture, or of every picture of a folder; returns the status.
int examine(const vision::Setup& setup, const std::string& argument, Findings& out) {
  auto source = vision::open_source(argument);
  if (!source) {
    out.push_back(fault("no-picture", source.error().message, "check the name"));
    return exit_status(source.error().code);
  }
  int status = kDone;
  for (;;) {
    const vision::Delivery delivery = (*source)->next(std::chrono::seconds(5));
    if (delivery.bad_picture) {
      out.push_back(fault("bad-picture", delivery.bad_picture->message, "copy the picture again"));
      status = exit_status(delivery.bad_picture->code);
    }
    if (delivery.frame) append(out, check_picture(setup, *delivery.frame));
    if ((*source)->live() || (!delivery.frame && !delivery.bad_picture)) return status;
  }
}

Json json_of_findings(const Findings& findings) {
  Json out{{"findings", Json::array()}};
  for (const Finding& finding : findings) {
    Json one{{"code", finding.code}, {"severity", word(finding.severity)}, {"says", finding.says}};
    one["cost_in"] = finding.cost ? json_of(finding)["cost_in"] : Json(nullptr);
    one["fix"] = finding.fix;
    out["findings"].push_back(one);
  }
  return out;
}

void print(const Findings& findings, bool json) {
  if (json) return fmt::print("{}\n", line_of(json_of_findings(findings)));
  for (const Finding& finding : findings) fmt::print("{}\n", line_of(finding, may_colour(1)));
}

}  // namespace

int doctor(const DoctorOptions& options) {
  Findings findings;
  const auto setup = load_setup(options.on);
  if (!setup) {
    findings.push_back(fault("bad-file", setup.error().message, "mend the file; docs/formats.md has an example"));
    print(findings, options.json);
    return complain(setup.error());
  }
  int status = kDone;
  if (!options.on.table.empty()) {
    append(findings, check_lens(*setup));
    append(findings, check_proofs(options.on.table));
  }
  for (const std::string& picture : options.pictures) status = std::max(status, examine(*setup, picture, findings));
  if (options.pictures.empty()) append(findings, check_machine());
  print(findings, options.json);
  return status;
}

}  // namespace app

#include "app/wire/rulings.h"

#include <cmath>

namespace app::ask {

const char* word(measure::Verdict verdict) {
  switch (verdict) {
    case measure::Verdict::Yes: return "yes";
    case measure::Verdict::TooCloseToCall: return "too_close";
    case measure::Verdict::No: return "no";
  }
  return "no";
}

double tidy(double value) { return std::round(value * 1e6) / 1e6; }

Json json_of(measure::TablePoint point) { return {tidy(point.x.value), tidy(point.y.value)}; }

Json json_of(const std::vector<rules::Reason>& because) {
  Json out = Json::array();
  for (const rules::Reason& reason : because) {
    Json line{{"rule", reason.rule}, {"says", reason.says}};
    if (reason.value) line["value"] = tidy(*reason.value);
    if (reason.limit) line["limit"] = tidy(*reason.limit);
    if (reason.margin) line["margin"] = tidy(*reason.margin);
    if (!reason.who.empty()) line["who"] = reason.who;
    out.push_back(std::move(line));
  }
  return out;
}

}  // namespace app::ask

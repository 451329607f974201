#include "app/window/air_sheet.h"

#include <fmt/format.h>
#include <imgui.h>
#include <qrencode.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "app/tongue/tongue.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

struct Address {
  const char *path, *is;
  app::web::Role role;
};

// What a streamer and his programs open on this machine, and what is given to others in the network.
constexpr std::array kHere{
    Address{"", tongue::tr_later("Watch in a browser"), app::web::Role::Referee},
    Address{"overlay", tongue::tr_later("Overlay for a stream, transparent (OBS: browser source)"), app::web::Role::Referee},
    Address{"video.mjpg", tongue::tr_later("Picture with the overlay (OBS: media source)"), app::web::Role::Referee}};
constexpr std::array kShared{
    Address{"", tongue::tr_later("Spectators"), app::web::Role::Watcher},
    Address{"player", tongue::tr_later("Red's phone"), app::web::Role::Red},
    Address{"player", tongue::tr_later("Blue's phone"), app::web::Role::Blue},
    Address{"player", tongue::tr_later("The referee"), app::web::Role::Referee},
    Address{"overlay", tongue::tr_later("Overlay for a stream"), app::web::Role::Watcher},
    Address{"video.mjpg", tongue::tr_later("Picture with the overlay (OBS: media source)"), app::web::Role::Watcher}};

/// A QR code (ISO/IEC 18004), dark on white with the quiet zone of four modules, `side` pixels wide. Nothing for a text that none can hold.
void draw_code(const std::string& text, float side) {
  const std::unique_ptr<QRcode, void (*)(QRcode*)> code(QRcode_encodeString(text.c_str(), 0, QR_ECLEVEL_M, QR_MODE_8, 1), QRcode_free);
  if (!code) return;
  constexpr int kQuiet = 4;
  const int modules = code->width + 2 * kQuiet;
  const float one = std::max(1.0F, std::floor(side / static_cast<float>(modules))), whole = one * static_cast<float>(modules);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(at, {at.x + whole, at.y + whole}, IM_COL32_WHITE);
  for (int y = 0; y < code->width; ++y)
    for (int x = 0; x < code->width; ++x) {
      if ((code->data[y * code->width + x] & 1) == 0) continue;
      const ImVec2 from(at.x + one * static_cast<float>(x + kQuiet), at.y + one * static_cast<float>(y + kQuiet));
      draw.AddRectFilled(from, {from.x + one, from.y + one}, IM_COL32_BLACK);
    }
  ImGui::Dummy({whole, whole});
}

}  // namespace

AirSheet::AirSheet(std::string game, std::optional<app::air::InHall> in_hall, std::vector<app::web::Question> questions)
    : game_(std::move(game)), in_hall_(std::move(in_hall)), questions_(std::move(questions)) {
  if (in_hall_) switch_to(Reach::Here);
}

void AirSheet::take(app::air::Look look) {
  if (station_) station_->take(std::move(look));
}

void AirSheet::switch_to(Reach reach) {
  station_.reset();  // its port is free for the next one
  trouble_.clear(), code_of_.clear(), just_copied_.clear();
  if (reach == Reach::Off) return;
  auto opened = app::air::Station::open({.shared = reach == Reach::Network, .game = game_, .in_hall = in_hall_, .questions = questions_});
  if (opened)
    station_ = std::move(*opened);
  else
    trouble_ = opened.error().message;
}

void AirSheet::draw_addresses(const Theme& theme) {
  const auto addresses = station_->shared() ? std::span<const Address>(kShared) : std::span<const Address>(kHere);
  if (code_of_.empty()) code_of_ = station_->address(addresses.front().path, addresses.front().role);
  for (const Address& each : addresses) {
    const std::string address = station_->address(each.path, each.role);
    ImGui::PushID(address.c_str());
    strong_text(theme, tongue::tr(each.is));
    const float room = ImGui::GetContentRegionAvail().x;
    quiet_text(theme, fitted(*theme.fonts.body, address, room));
    if (ImGui::Button(just_copied_ == address ? tongue::tr("Copied") : tongue::tr("Copy address"))) {
      ImGui::SetClipboardText(address.c_str());
      just_copied_ = address;
    }
    if (station_->shared()) {
      ImGui::SameLine();
      if (toggle_button(theme, tongue::tr("Code"), code_of_ == address)) code_of_ = address;
    }
    ImGui::Dummy({0.0F, theme.px(4)});
    ImGui::PopID();
  }
}

void AirSheet::draw(AirView& view, const Theme& theme, ScreenSize size) {
  view.on = on();
  if (!view.open) return;
  const ImVec2 corner = vec(size.width, size.height);
  const bool wide = station_ && station_->shared();
  const float width = std::min(theme.px(wide ? 860 : 600), 0.94F * corner.x);
  ImGui::SetNextWindowPos({0.5F * corner.x, 0.5F * corner.y}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({width, 0.0F}, ImGuiCond_Always);
  ImGui::SetNextWindowFocus();  // over the panels, which never come to the front
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(20), theme.px(18)});
  ImGui::Begin("on air", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  title_text(theme, tongue::tr("On air"));
  const Reach reach = !station_ ? Reach::Off : station_->shared() ? Reach::Network : Reach::Here;
  std::optional<Reach> chosen;
  for (const auto& [is, label] :
       {std::pair(Reach::Off, tongue::tr("Off")), {Reach::Here, tongue::tr("This machine")}, {Reach::Network, tongue::tr("The network")}}) {
    if (is != Reach::Off) ImGui::SameLine();
    if (toggle_button(theme, label, reach == is) && reach != is) chosen = is;
  }
  ImGui::Dummy({0.0F, theme.px(4)});
  if (!trouble_.empty()) sign_line(theme, measure::Verdict::No, trouble_);
  if (reach == Reach::Off)
    quiet_text(
        theme,
        tongue::tr(
            "Nobody but this window sees the table. This machine: for a streaming program here. The network: for phones, each with a "
            "secret in its address."));
  if (reach == Reach::Network)
    quiet_text(
        theme,
        tongue::tr("Whoever has an address has its role until the switch is turned. The line is not encrypted: use a network you trust."));
  if (station_) {
    quiet_text(theme, tongue::trnf("{} watches", "{} watch", static_cast<long long>(station_->watchers())));
    if (const auto trouble = station_->broker_trouble())
      sign_line(theme, trouble->empty() ? measure::Verdict::Yes : measure::Verdict::No,
                trouble->empty() ? tongue::trf("In the hall as {}, by the broker {}", in_hall_->name, in_hall_->at.text())
                                 : tongue::trf("Not in the hall, the game goes on. Broker {}", *trouble));
    ImGui::Dummy({0.0F, theme.px(4)});
    if (wide) {
      const float side = std::min(theme.px(300), 0.4F * width);
      ImGui::BeginChild("addresses", {width - side - theme.px(60), std::max(side + theme.px(40), theme.px(400))});
      draw_addresses(theme);
      ImGui::EndChild();
      ImGui::SameLine();
      draw_code(code_of_, side);
    } else {
      draw_addresses(theme);
    }
  }
  if (wide && ImGui::Button(tongue::tr("New addresses"))) chosen = Reach::Network;
  if (wide && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("The old ones end at once, and whoever watches with them."));
  if (wide) ImGui::SameLine();
  if (station_) {
    if (ImGui::Button(tongue::tr("Replay the last ruling"))) station_->replay_last();
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", tongue::tr("Whoever watches sees what led to it once more, marked as a replay; then the table again."));
    ImGui::SameLine();
  }
  if (ImGui::Button(tongue::tr("Close  F10"))) view.open = false;
  if (const std::string said = station_ ? station_->replay_said() : ""; !said.empty())
    sign_line(theme, measure::Verdict::No, tongue::trf("No replay: {}", said));
  ImGui::End();
  ImGui::PopStyleVar();
  if (chosen) switch_to(*chosen);
}

}  // namespace window

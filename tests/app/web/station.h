// What is on air without camera and server: looks in, what the site answers out.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "app/air/on_air.h"

namespace station {

/// A site without a server, and what it answers.
struct Station {
  explicit Station(app::air::OnAirOptions options = {}, app::web::SiteOptions of_site = {})
      : site(app::web::Gate(app::web::Tokens(), false, {}), std::move(of_site)), air(site, std::move(options)) {}

  static app::web::Request request(const std::string& path, const std::string& token = "") {
    app::web::Request out;
    out.method = "GET", out.path = path, out.token = token, out.host = "127.0.0.1", out.from_this_machine = true;
    return out;
  }
  /// The answer as it is now; a picture that does not come has status 0.
  app::web::Answer get(const std::string& path, const std::string& token = "") {
    app::web::Answer answer = *site.answer(request(path, token), true);
    if (!answer.later) return answer;
    air.go_on(now += std::chrono::milliseconds(100));
    auto given = answer.later();
    return given ? std::move(*given) : app::web::Answer{.status = 0};
  }
  app::Json state() { return app::Json::parse(get("/api/state").body); }
  /// The next picture of the camera, half a second later.
  void look(app::air::Look look) {
    now += std::chrono::milliseconds(500);
    look.next_picture = true;
    auto frame = std::make_shared<vision::Frame>();
    frame->bgr = cv::Mat(90, 160, CV_8UC3, cv::Scalar(90, 120, 60));
    look.frame = frame;
    if (!look.state) look.state = [] { return app::Json{{"pieces", app::Json::array()}}; };
    if (!look.drawing) look.drawing = [] { return app::air::Drawing(); };
    air.take(std::move(look), now);
    air.go_on(now);
  }

  app::web::Site site;
  app::air::OnAir air;
  std::chrono::steady_clock::time_point now{};
};

}  // namespace station

// The pages of a hall: all tables on one page or on a wall, the judge's queue, and the results as a table.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "app/hall/hall.h"
#include "app/web/gate.h"
#include "app/web/pages.h"
#include "app/web/server.h"
#include "app/web/visitors.h"

namespace app::hall {

/// The files in app/hall/pages, and the style that every page of this program has. Null: there is no such page.
[[nodiscard]] const web::Page* find_hall_page(std::string_view path);

class HallSite {
 public:
  HallSite(Hall& hall, web::Gate gate) : hall_(hall), gate_(std::move(gate)) {}

  /// As web::Server::Answering.
  [[nodiscard]] std::optional<web::Answer> answer(const web::Request& request, bool whole);
  [[nodiscard]] const std::string& token(web::Role role) const { return gate_.tokens().of(role); }

 private:
  [[nodiscard]] web::Answer page(const web::Request& request, const web::Page& page) const;
  [[nodiscard]] web::Answer events(const web::Request& request);
  [[nodiscard]] web::Answer settle(std::string_view path, web::Role role);

  Hall& hall_;
  web::Gate gate_;
  web::Allowances allowances_;
  std::shared_ptr<web::Interpreter> interpreter_ = std::make_shared<web::Interpreter>();
  std::shared_ptr<std::atomic<std::size_t>> watchers_ = std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace app::hall

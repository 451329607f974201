#include "app/web/visitors.h"

#include <algorithm>
#include <utility>

namespace app::web {
namespace {

/// What one address may ask at once, and then a second: enough for five hundred watchers behind one, and for pages that look at every
/// frame.
constexpr double kBurst = 2000.0, kPerSecond = 400.0;
constexpr std::size_t kMostPeers = 4096;

}  // namespace

std::optional<Refusal> Allowances::slowed(const Request& request) {
  if (of_.size() > kMostPeers) of_.clear();
  const auto now = std::chrono::steady_clock::now();
  auto [entry, fresh] = of_.try_emplace(request.peer, Allowance{kBurst, now});
  Allowance& allowance = entry->second;
  allowance.left = std::min(kBurst, allowance.left + kPerSecond * std::chrono::duration<double>(now - allowance.since).count());
  allowance.since = now;
  if (allowance.left < 1.0) return Refusal{429, "too many requests from this address", "ask less often; /api/events tells what is new"};
  allowance.left -= 1.0;
  return std::nullopt;
}

FeedStream::FeedStream(std::shared_ptr<const Feed> feed, std::shared_ptr<std::atomic<std::size_t>> watchers, std::uint64_t after,
                       Spoken spoken, std::string greeting)
    : feed_(std::move(feed)),
      watchers_(std::move(watchers)),
      after_(after),
      spoken_(std::move(spoken)),
      greeting_("retry: 1000\n\n" + std::move(greeting)) {
  ++*watchers_;
}

FeedStream::~FeedStream() { --*watchers_; }

std::optional<std::string> FeedStream::next() {
  if (!std::exchange(greeted_, true)) return greeting_;
  const auto event = feed_->after(after_);
  if (!event) return std::nullopt;
  after_ = event->id;
  return spoken_.by->text_of(*event, spoken_.language);
}

std::optional<Refusal> crowded(std::size_t watchers, std::size_t most) {
  if (watchers < most) return std::nullopt;
  return Refusal{503, "as many watch as can be served here", "try again when somebody has left"};
}

Answer only(const char* methods, Refusal refusal) {
  Answer out = answer_of(refusal);
  out.headers.emplace_back("allow", methods);
  return out;
}

}  // namespace app::web

#include "app/web/feed.h"

#include <algorithm>
#include <charconv>

namespace app::web {

std::string FeedEvent::text() const { return "id: " + std::to_string(id) + "\nevent: " + name + "\ndata: " + data + "\n\n"; }

std::uint64_t Feed::publish(std::string name, std::string data) {
  const std::scoped_lock lock(mutex_);
  std::ranges::replace(data, '\n', ' ');  // a line break would end the event
  std::ranges::replace(data, '\r', ' ');
  auto event = std::make_shared<const FeedEvent>(FeedEvent{++last_, std::move(name), std::move(data)});
  bytes_ += event->data.size();
  if (event->name == "state") {
    if (state_) {
      const auto old = std::ranges::lower_bound(events_, state_->id, {}, [](const auto& each) { return each->id; });
      if (old != events_.end() && *old == state_) bytes_ -= state_->data.size(), events_.erase(old);
    }
    state_ = event;
  }
  events_.push_back(std::move(event));
  while (bytes_ > most_bytes_ && events_.size() > 1) {
    bytes_ -= events_.front()->data.size();
    gone_ = events_.front()->id;
    events_.pop_front();
  }
  return last_;
}

std::shared_ptr<const FeedEvent> Feed::after(std::uint64_t id) const {
  const std::scoped_lock lock(mutex_);
  if (id == 0 && state_) return state_;
  const auto next = std::ranges::upper_bound(events_, id, {}, [](const auto& each) { return each->id; });
  if (next != events_.end()) return *next;
  return nullptr;
}

std::uint64_t Feed::last() const {
  const std::scoped_lock lock(mutex_);
  return last_;
}

std::uint64_t Feed::place_of(std::string_view text) const {
  std::uint64_t id = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (problem != std::errc() || end != text.data() + text.size()) return 0;
  const std::scoped_lock lock(mutex_);
  if (id == 0 || id > last_) return 0;
  if (id >= gone_) return id;
  return gone_ == first_ ? first_ : 0;  // of an earlier start: all that this one has told, while none of it is forgotten
}

}  // namespace app::web

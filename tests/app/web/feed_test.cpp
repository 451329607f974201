// Events with ids that count up: who was away gets what he missed.
#include "app/web/feed.h"

#include <gmock/gmock.h>

#include <vector>

namespace feed_test {
namespace {

using app::web::Feed;

/// What a watcher at this place is told, one after the other.
std::vector<std::string> told(const Feed& feed, std::uint64_t place) {
  std::vector<std::string> out;
  for (auto event = feed.after(place); event; event = feed.after(place)) {
    out.push_back(event->data);
    place = event->id;
  }
  return out;
}

TEST(Feed, WhoComesBackGetsWhatHeMissedInItsOrder) {
  Feed feed(100);
  const auto first = feed.publish("ruling", "a");
  EXPECT_GT(first, 100U);
  feed.publish("ruling", "b"), feed.publish("move", "c");
  EXPECT_THAT(told(feed, feed.place_of(std::to_string(first))), testing::ElementsAre("b", "c"));
  EXPECT_THAT(told(feed, feed.last()), testing::IsEmpty());
}

TEST(Feed, AStateStandsForThoseBeforeIt) {
  Feed feed(0);
  const auto first = feed.publish("state", "s1");
  feed.publish("ruling", "a"), feed.publish("state", "s2"), feed.publish("ruling", "b");
  EXPECT_THAT(told(feed, first), testing::ElementsAre("a", "s2", "b")) << "the one between is not sent, the ruling is";
  EXPECT_THAT(told(feed, 0), testing::ElementsAre("s2", "b")) << "who knows nothing begins with the state";
}

TEST(Feed, WhoWasAwayTooLongGetsTheState) {
  Feed feed(0, 100);
  const auto first = feed.publish("ruling", std::string(40, 'a'));
  feed.publish("state", "now");
  for (int i = 0; i < 4; ++i) feed.publish("ruling", std::string(40, 'b'));
  EXPECT_EQ(feed.place_of(std::to_string(first)), 0U);
  EXPECT_EQ(told(feed, 0).front(), "now") << "the state is kept though the events around it are not";
}

TEST(Feed, AnIdThatNobodyWasGivenKnowsNothing) {
  Feed feed(1000);
  feed.publish("state", "s");
  for (const char* id : {"", "x", "-1", "12x", "99999999999999999999999", "2000", "0"}) EXPECT_EQ(feed.place_of(id), 0U) << id;
}

TEST(Feed, WhoComesBackAfterARestartGetsAllThatWasToldSince) {
  Feed feed(1000);
  feed.publish("ruling", "a"), feed.publish("state", "s"), feed.publish("ruling", "b");
  EXPECT_THAT(told(feed, feed.place_of("998")), testing::ElementsAre("a", "s", "b"));
}

TEST(Feed, NoDataEndsItsEventEarly) {
  Feed feed(0);
  feed.publish("ruling", "one\ndata: two\r\n\r\nevent: state");
  const std::string text = feed.after(0) ? feed.after(0)->text() : feed.after(1)->text();
  EXPECT_EQ(std::ranges::count(text, '\n'), 4);
}

}  // namespace
}  // namespace feed_test

// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/engine/attempts.hpp>

#include "runtime/engine/recording_host.hpp"

using namespace runtime_test;
using pawl::runtime::attempts;
using pawl::runtime::shared_attempt;
using list = std::vector<shared_attempt>;

TEST_CASE("an attempt is listed from when it is added until it is forgotten") {
  lone_attempts make;
  const auto a = make.make(is::held);
  const auto b = make.make(is::held);
  const auto c = make.make(is::begun);
  attempts runs;
  CHECK(runs.empty());
  for (const auto& each : {a, b, c}) CHECK(runs.add(each));
  CHECK(runs.all() == list{a, b, c});
  // The last one takes the place of one that is forgotten, and is found there.
  runs.forget(*a);
  CHECK(runs.all() == list{c, b});
  runs.forget(*c);
  CHECK(runs.all() == list{b});
  runs.forget(*b);
  CHECK(runs.empty());
}

TEST_CASE("an attempt that is not listed is forgotten without harm") {
  lone_attempts make;
  const auto a = make.make(is::held);
  const auto b = make.make(is::held);
  attempts runs;
  runs.forget(*a);
  REQUIRE(runs.add(a));
  runs.forget(*b);  // its place would be that of the first
  CHECK(runs.all() == list{a});
  runs.forget(*a);
  runs.forget(*a);
  CHECK(runs.empty());
}

TEST_CASE("when the attempts are closed none is added, and those that are listed stay") {
  lone_attempts make;
  const auto a = make.make(is::held);
  attempts runs;
  REQUIRE(runs.add(a));
  runs.close();
  CHECK_FALSE(runs.add(make.make(is::held)));
  CHECK(runs.all() == list{a});
  runs.forget(*a);
  runs.wait_until_none(1h);  // there is nothing to wait for
  CHECK(runs.empty());
}

TEST_CASE("after it was given up nothing waits for the attempts that are left") {
  lone_attempts make;
  attempts runs;
  REQUIRE(runs.add(make.make(is::begun)));
  runs.close();
  runs.give_up();
  runs.wait_until_none(1h);
  CHECK_FALSE(runs.empty());
}

TEST_CASE("news is taken once, and appended to what was not told yet") {
  lone_attempts make;
  const auto a = make.make(is::held);
  const auto b = make.make(is::held);
  attempts runs;
  list entered;
  list over;
  runs.note_entered(a);
  runs.take_news(entered, over);
  CHECK(entered == list{a});
  CHECK(over.empty());
  runs.note_entered(b);
  runs.note_over(a);
  runs.take_news(entered, over);
  CHECK(entered == list{a, b});
  CHECK(over == list{a});
  runs.note_over(b);
  runs.take_news(entered, over);
  CHECK(over == list{a, b});
  runs.take_news(entered, over);
  CHECK(entered == list{a, b});
  CHECK(over == list{a, b});
}

TEST_CASE("cleared attempts and their news are gone") {
  lone_attempts make;
  attempts runs;
  std::weak_ptr<pawl::runtime::attempt> watched;
  {
    const auto a = make.make(is::begun);
    watched = a;
    REQUIRE(runs.add(a));
    runs.note_entered(a);
    runs.note_over(a);
  }
  runs.clear();
  CHECK(runs.empty());
  CHECK(watched.expired());
}

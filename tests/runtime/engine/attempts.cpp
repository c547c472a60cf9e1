// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/engine/attempts.hpp>

#include "runtime/engine/recording_host.hpp"

using namespace runtime_test;
using pawl::runtime::attempts;
using pawl::runtime::shared_attempt;
using list = pawl::detail::light_vector<shared_attempt>;
using pointers = pawl::detail::light_vector<pawl::runtime::attempt*>;

TEST_CASE("an attempt is listed from when it is added until it is forgotten") {
  lone_attempts make;
  const auto a = make.make(is::held);
  const auto b = make.make(is::held);
  const auto c = make.make(is::begun);
  attempts runs;
  CHECK(runs.empty());
  CHECK(runs.add(list{a, b}));
  CHECK(runs.add(list{c}));
  CHECK(runs.all() == list{a, b, c});
  // The last one takes the place of one that is forgotten, and is found there.
  static_cast<void>(runs.forget(pointers{a.get()}));
  CHECK(runs.all() == list{c, b});
  static_cast<void>(runs.forget(pointers{c.get(), b.get()}));
  CHECK(runs.empty());
}

TEST_CASE("an attempt that is not listed is forgotten without harm") {
  lone_attempts make;
  const auto a = make.make(is::held);
  const auto b = make.make(is::held);
  attempts runs;
  static_cast<void>(runs.forget(pointers{a.get()}));
  REQUIRE(runs.add(list{a}));
  static_cast<void>(runs.forget(pointers{b.get()}));  // its place would be that of the first
  CHECK(runs.all() == list{a});
  static_cast<void>(runs.forget(pointers{a.get()}));
  static_cast<void>(runs.forget(pointers{a.get()}));
  CHECK(runs.empty());
}

TEST_CASE("when the attempts are closed none is added, and those that are listed stay") {
  lone_attempts make;
  const auto a = make.make(is::held);
  attempts runs;
  REQUIRE(runs.add(list{a}));
  runs.close();
  CHECK_FALSE(runs.add(list{make.make(is::held)}));
  CHECK(runs.all() == list{a});
  static_cast<void>(runs.forget(pointers{a.get()}));
  runs.wait_until_none(1h);  // there is nothing to wait for
  CHECK(runs.empty());
}

TEST_CASE("after it was given up nothing waits for the attempts that are left") {
  lone_attempts make;
  attempts runs;
  REQUIRE(runs.add(list{make.make(is::begun)}));
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
  pointers entered;
  pointers over;
  runs.note_entered(*a);
  runs.take_news(entered, over);
  CHECK(entered == pointers{a.get()});
  CHECK(over.empty());
  runs.note_entered(*b);
  runs.note_over(*a);
  runs.take_news(entered, over);
  CHECK(entered == pointers{a.get(), b.get()});
  CHECK(over == pointers{a.get()});
  runs.note_over(*b);
  runs.take_news(entered, over);
  CHECK(over == pointers{a.get(), b.get()});
  runs.take_news(entered, over);
  CHECK(entered == pointers{a.get(), b.get()});
  CHECK(over == pointers{a.get(), b.get()});
}

TEST_CASE("cleared attempts and their news are gone") {
  lone_attempts make;
  attempts runs;
  std::weak_ptr<pawl::runtime::attempt> watched;
  {
    const auto a = make.make(is::begun);
    watched = a;
    REQUIRE(runs.add(list{a}));
    runs.note_entered(*a);
    runs.note_over(*a);
  }
  runs.clear();
  CHECK(runs.empty());
  CHECK(watched.expired());
}

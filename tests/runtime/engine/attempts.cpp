// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/engine/attempts.hpp>

#include <algorithm>
#include <thread>
#include <vector>

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

TEST_CASE("a look shows what was listed before a number was given, under that number") {
  lone_attempts make;
  const auto a = make.make(is::held);
  const auto b = make.make(is::held);
  const auto c = make.make(is::held);
  attempts runs;
  REQUIRE(runs.add(list{a, b}));
  const std::uint64_t number = runs.next_number();
  REQUIRE(runs.add(list{c}));
  const auto shown = [&](std::uint64_t before) {
    list out;
    runs.look_at_all(before, [&](const shared_attempt& run) { out.push_back(run); });
    return out;
  };
  CHECK(shown(0).empty());
  CHECK(shown(number) == list{a, b});
  CHECK(shown(runs.next_number()) == list{a, b, c});
  // In the place of another, but not under its number.
  static_cast<void>(runs.forget(pointers{a.get()}));
  CHECK(shown(number) == list{b});
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

TEST_CASE("news of several workers all come, those of each in its order") {
  constexpr std::size_t workers = 4;
  constexpr std::size_t each = 500;
  lone_attempts make;
  list made;
  for (std::size_t i = 0; i < workers * each; ++i) made.push_back(make.make(is::held));
  attempts runs;
  std::vector<std::thread> threads;
  for (std::size_t w = 0; w < workers; ++w)
    threads.emplace_back([&, w] {
      for (std::size_t i = 0; i < each; ++i) {
        runs.note_entered(*made[w * each + i]);
        runs.note_over(*made[w * each + i]);
      }
    });
  pointers entered;
  pointers over;
  while (over.size() < made.size()) {
    runs.take_news(entered, over);
    // Whatever is over was entered, and that was heard before.
    for (std::size_t i = 0; i < over.size(); i += each / 2)
      REQUIRE(std::find(entered.begin(), entered.end(), over[i]) != entered.end());
  }
  for (std::thread& worker : threads) worker.join();
  runs.take_news(entered, over);
  REQUIRE(entered.size() == made.size());
  for (const pointers* news : {&entered, &over})
    for (std::size_t w = 0; w < workers; ++w) {
      std::vector<pawl::runtime::attempt*> of_worker;
      for (pawl::runtime::attempt* run : *news)
        for (std::size_t i = 0; i < each; ++i)
          if (made[w * each + i].get() == run) of_worker.push_back(run);
      REQUIRE(of_worker.size() == each);
      for (std::size_t i = 0; i < each; ++i) REQUIRE(of_worker[i] == made[w * each + i].get());
    }
}

TEST_CASE("memory of attempts is used again, and lives for as long as one of them does") {
  struct object {
    explicit object(bool* ended) : gone(ended) {}
    ~object() { *gone = true; }
    bool* gone;
  };
  using memory = pawl::runtime::attempt_memory;
  bool ended[2]{};
  std::shared_ptr<object> left;
  {
    const pawl::detail::light_ptr<memory, memory::leaves> all(new memory);
    const memory::allocator<object> from(all.get());
    auto first = std::allocate_shared<object>(from, &ended[0]);
    const void* const where = first.get();
    first.reset();
    CHECK(ended[0]);
    left = std::allocate_shared<object>(from, &ended[1]);
    CHECK(left.get() == where);
  }
  CHECK_FALSE(ended[1]);
  std::thread([last = std::move(left)]() mutable { last.reset(); }).join();
  CHECK(ended[1]);
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

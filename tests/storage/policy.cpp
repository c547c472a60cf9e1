// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/policy.hpp>

#include <algorithm>

#include <pawl/testing/storage/archetype.hpp>
#include <pawl/testing/storage_laws.hpp>

#include "storage/backends.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using pawl::storage::job_storage;
using pawl::testing::storage_archetype;

static_assert(job_storage<storage_archetype>);
static_assert(job_storage<storage::memory<>>);
static_assert(job_storage<storage::memory<testing::manual_clock>>);
static_assert(job_storage<storage::sqlite<>>);
static_assert(!job_storage<int>);

// One for each requirement.
struct is_no_store {
  [[maybe_unused]] static constexpr bool survives_the_process = false;
  [[maybe_unused]] static constexpr bool shared_between_processes = false;
};
struct lacks_a_member : storage::store {
  [[maybe_unused]] static constexpr bool survives_the_process = false;
  [[maybe_unused]] static constexpr bool shared_between_processes = false;
};
struct says_not_whether_it_survives : storage_archetype {
  void survives_the_process();
};
struct says_not_whether_it_is_shared : storage_archetype {
  void shared_between_processes();
};

TEST_CASE("a storage is a store with every member, and says what it can") {
  namespace part = storage::detail;
  STATIC_REQUIRE_FALSE(part::is_a_store<is_no_store>);
  STATIC_REQUIRE_FALSE(job_storage<is_no_store>);
  STATIC_REQUIRE_FALSE(part::has_every_member<lacks_a_member>);
  STATIC_REQUIRE_FALSE(job_storage<lacks_a_member>);
  STATIC_REQUIRE_FALSE(part::says_what_it_can<says_not_whether_it_survives>);
  STATIC_REQUIRE_FALSE(part::says_what_it_can<says_not_whether_it_is_shared>);
  STATIC_REQUIRE_FALSE(job_storage<says_not_whether_it_is_shared>);
}

TEST_CASE("an operation answers that nothing was done until it was applied") {
  storage::enrol op{"a worker"};
  CHECK_FALSE(op.answer);
  const storage::operation_ptr any = &op;
  CHECK(any.kind() == storage::operation_kind::enrol);
  CHECK(any.as<storage::enrol>() == &op);
  CHECK(any.as<storage::reap>() == nullptr);
  storage::memory<> store;
  store.apply_one(op);
  REQUIRE(op.answer);
  CHECK(op.answer->owner != 0);
  any.answer().refuse({storage::errc::busy, "try again", {}, {}});
  CHECK_FALSE(op.answer);
  CHECK(op.answer.error().code == storage::errc::busy);
}

TEST_CASE("a store without transactions of others refuses to join one") {
  storage::memory<> store;
  int connection = 0;
  storage::reap op;
  store.join(refer_to(&connection))->apply(&op);
  REQUIRE_FALSE(op.answer);
  CHECK(op.answer.error().code == storage::errc::invalid);
}

TEST_CASE("there is no scope without a tenant, unless it is said out loud", "[SVC-11]") {
  STATIC_REQUIRE_FALSE(std::is_default_constructible_v<storage::scope>);
  STATIC_REQUIRE_FALSE(std::is_default_constructible_v<storage::cancel>);
  STATIC_REQUIRE_FALSE(std::is_default_constructible_v<storage::raise>);
  STATIC_REQUIRE_FALSE(std::is_default_constructible_v<storage::replay>);
  CHECK_FALSE(storage::scope::tenant("").is_every_tenant());
  CHECK(storage::scope::every_tenant().is_every_tenant());
  CHECK_FALSE(valid_tenant(""));
  CHECK(valid_tenant(root_tenant));
}

TEST_CASE("a storage that keeps nothing breaks the laws, each with a sentence") {
  std::size_t broken = 0;
  const auto make = [](const testing::manual_clock&) {
    return std::make_unique<storage_archetype>();
  };
  const auto laws =
      testing::storage_laws(make, [&](const std::string& law, const std::string& how) {
        ++broken;
        CHECK_FALSE(law.empty());
        CHECK(how.find(" (") != std::string::npos);  // where it was noticed
      });
  CHECK(broken + 1 >= laws);  // a cursor that no list gave is all that it could refuse
}

/// A store that is wrong in one way: what a law is worth shows in what it notices.
struct wrong_store : storage::memory<testing::manual_clock> {
  using sound = storage::memory<testing::manual_clock>;
  using fault = void (*)(sound&, const storage::operation_ptr&);

  wrong_store(testing::manual_clock clock, fault wrong) : sound({}, clock), wrong_(wrong) {}

  using store::apply;
  void apply(std::span<const storage::operation_ptr> batch) override {
    for (const storage::operation_ptr& op : batch) wrong_(*this, op);
    sound::apply(batch);
  }

 private:
  fault wrong_;
};

/// Changes operations of one kind.
template <class Operation, auto Change>
void changing(wrong_store::sound&, const storage::operation_ptr& op) {
  if (auto* of_that_kind = op.as<Operation>()) Change(*of_that_kind);
}

/// Whatever lease is shown, the job's present one is meant.
void correct(wrong_store::sound& store, storage::lease_token& lease) {
  for (storage::owner_number owner = 1; owner < 9; ++owner) {
    const auto leased = store.leases(owner);
    for (const auto& each : *leased)
      if (each.lease.key == lease.key) lease.fence = each.lease.fence;
  }
}
void believe_every_settlement(wrong_store::sound& store, const storage::operation_ptr& op) {
  if (auto* settled = op.as<storage::settle>()) correct(store, settled->lease);
}
void believe_every_report(wrong_store::sound& store, const storage::operation_ptr& op) {
  if (auto* said = op.as<storage::report>()) correct(store, said->lease);
}

TEST_CASE("the laws notice a store that is wrong in one way") {
  const struct {
    const char* name;
    wrong_store::fault fault;
  } each[] = {
      {"settlements are not fenced", believe_every_settlement},
      {"reports are not fenced", believe_every_report},
      {"nobody is ever reaped", changing<storage::reap, [](auto& op) { op.limit = 0; }>},
      {"keys are lost", changing<storage::submit, [](auto& op) { op.key.clear(); }>},
      {"there is one tenant", changing<storage::submit, [](auto& op) { op.who.tenant = "acme"; }>},
      {"times are ignored", changing<storage::submit, [](auto& op) { op.run_at.reset(); }>},
      {"delays are ignored", changing<storage::submit, [](auto& op) { op.delay = {}; }>},
      {"priorities are ignored", changing<storage::submit, [](auto& op) { op.rank.reset(); }>},
      {"dependencies are ignored",
       changing<storage::submit, [](auto& op) { op.depends_on.clear(); }>},
      {"the watermark is ignored",
       changing<storage::submit, [](auto& op) { op.high_watermark = 0; }>},
      {"a tenant's share is ignored",
       changing<storage::submit, [](auto& op) { op.high_watermark_per_tenant = 0; }>},
      {"the bound of what is delayed is ignored",
       changing<storage::submit, [](auto& op) { op.most_delayed = 0; }>},
      {"a tenant's share of it is ignored",
       changing<storage::submit, [](auto& op) { op.most_delayed_per_tenant = 0; }>},
      {"hidden jobs are waited for",
       changing<storage::submit, [](auto& op) { op.hidden.clear(); }>},
      {"attempts are ignored",
       changing<storage::submit, [](auto& op) { op.retry.max_attempts = 99; }>},
      {"event ids are ignored", changing<storage::raise, [](auto& op) { op.event_id.clear(); }>},
      {"nobody asks who raises an event",
       changing<storage::raise, [](auto& op) { op.by.reset(); }>},
      {"nobody asks who cancels", changing<storage::cancel, [](auto& op) { op.by.reset(); }>},
      {"everybody may submit",
       changing<storage::submit, [](auto& op) { op.who.trigger = trigger::api; }>},
      {"what came with an event is lost",
       changing<storage::raise, [](auto& op) { op.metadata.clear(); }>},
      {"every class of an error is declared", changing<storage::raise,
                                                       [](auto& op) {
                                                         if (op.error &&
                                                             op.error->code == "no_such_class")
                                                           op.error->code = "rate_limited";
                                                       }>},
      {"every cancel is forced", changing<storage::cancel, [](auto& op) { op.force = true; }>},
      {"no cancel is forced", changing<storage::cancel, [](auto& op) { op.force = false; }>},
      {"a cancel sees everything",
       changing<storage::cancel, [](auto& op) { op.scope = storage::scope::every_tenant(); }>},
      {"nothing is held",
       changing<storage::claim, [](auto& op) { op.start += std::exchange(op.hold, 0); }>},
      {"one job more is claimed", changing<storage::claim, [](auto& op) { ++op.start; }>},
      {"starts are told late", changing<storage::settle, [](auto& op) { op.entered_ago.reset(); }>},
      {"a start does not start", changing<storage::start, [](auto& op) { op.lease.fence += 1; }>},
      {"what a job says is lost", changing<storage::report, [](auto& op) { op.message.clear(); }>},
      {"checkpoints are lost", changing<storage::report, [](auto& op) { op.checkpoint.reset(); }>},
      {"findings are lost", changing<storage::settle, [](auto& op) { op.findings = {}; }>},
      {"results are lost", changing<storage::settle, [](auto& op) { op.result.clear(); }>},
      {"every error may be retried",
       changing<storage::settle, [](auto& op) { op.error.retryable = true; }>},
      {"nothing is pruned", changing<storage::prune, [](auto& op) { op.limit = 0; }>},
      {"a callback never fails",
       changing<storage::finish_callback, [](auto& op) { op.done = true; }>},
  };
  for (const auto& [name, fault] : each) {
    std::size_t broken = 0;
    testing::storage_laws(
        [wrong = fault](testing::manual_clock clock) {
          return std::make_unique<wrong_store>(clock, wrong);
        },
        [&](const char*, const std::string&) { ++broken; });
    INFO(name);
    CHECK(broken > 0);
    CHECK(broken < 100);  // it is wrong in one way only
  }
}

/// A feed that is wrong in one way.
struct wrong_feed : storage::memory<testing::manual_clock> {
  using fault = void (*)(storage::feed_page&);
  wrong_feed(testing::manual_clock clock, fault wrong) : memory({}, clock), wrong_(wrong) {}

  storage::answer_to<storage::feed_page> feed(const storage::scope& who, std::string_view after,
                                              std::size_t limit) override {
    auto page = memory::feed(who, after, limit);
    if (page) wrong_(*page);
    return page;
  }

 private:
  fault wrong_;
};

TEST_CASE("the laws notice a feed that is wrong in one way", "[DECK-15]") {
  const struct {
    const char* name;
    wrong_feed::fault fault;
  } each[] = {
      {"new jobs are not told of",
       [](auto& page) {
         erase_if(page.entries, [](const auto& entry) { return entry.event.number == 0; });
       }},
      {"new jobs come behind their events",
       [](auto& page) {
         auto behind = page.entries;
         erase_if(behind, [](const auto& entry) { return entry.event.number != 0; });
         erase_if(page.entries, [](const auto& entry) { return entry.event.number == 0; });
         for (auto& entry : behind) page.entries.push_back(std::move(entry));
       }},
      {"nothing is ever missing", [](auto& page) { page.gap = false; }},
      {"something is always missing", [](auto& page) { page.gap = true; }},
      {"it goes on where the page ends",
       [](auto& page) {
         for (auto& entry : page.entries) entry.cursor = page.cursor;
       }},
  };
  for (const auto& [name, fault] : each) {
    std::size_t broken = 0;
    testing::storage_laws(
        [wrong = fault](testing::manual_clock clock) {
          return std::make_unique<wrong_feed>(clock, wrong);
        },
        [&](const char*, const std::string&) { ++broken; });
    INFO(name);
    CHECK(broken > 0);
    CHECK(broken < 10);
  }
}

}  // namespace

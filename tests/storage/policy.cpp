// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/policy.hpp>

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

// One for each requirement: the archetype without it.
struct says_not_whether_it_survives : storage_archetype {
  void survives_the_process();
};
struct says_not_whether_it_is_shared : storage_archetype {
  void shared_between_processes();
};
struct does_not_learn : storage_archetype {
  void learn(std::span<const job_type* const>);
};
struct cannot_be_configured : storage_archetype {
  void configure();
};
struct counts_no_time : storage_archetype {
  void elapsed();
};
struct does_not_apply : storage_archetype {
  void apply(std::span<const storage::operation>);
};
struct applies_one_at_a_time : storage_archetype {
  storage::answer apply(const storage::operation&);
};
struct tells_no_time : storage_archetype {
  long now();
};
struct gets_without_a_scope : storage_archetype {
  storage::result<job_record> get(const job_id&);
};
struct has_no_results : storage_archetype {
  void result_of();
};
struct lists_no_pages : storage_archetype {
  storage::result<std::vector<job_record>> list(const storage::scope&, const storage::list_filter&);
};
struct does_not_count : storage_archetype {
  void count();
};
struct has_no_events : storage_archetype {
  void events();
};
struct has_no_feed : storage_archetype {
  void feed();
};
struct lists_no_dead_letters : storage_archetype {
  void dead_letters();
};
struct has_no_dead_letters : storage_archetype {
  void dead_letter();
};
struct measures_nothing : storage_archetype {
  void depth();
};
struct has_no_leases : storage_archetype {
  void leases();
};
struct has_no_transport : storage_archetype {
  int transport();
};
struct cannot_be_notified : storage_archetype {
  bool notify();
};

TEST_CASE("a storage has every member of the concept, and each sub-concept names what is missing") {
  namespace part = storage::detail;
  STATIC_REQUIRE_FALSE(part::is_configured<cannot_be_configured>);
  STATIC_REQUIRE_FALSE(job_storage<cannot_be_configured>);
  STATIC_REQUIRE_FALSE(part::tells_time<counts_no_time>);
  STATIC_REQUIRE_FALSE(job_storage<counts_no_time>);
  STATIC_REQUIRE_FALSE(part::says_what_it_can<says_not_whether_it_survives>);
  STATIC_REQUIRE_FALSE(part::says_what_it_can<says_not_whether_it_is_shared>);
  STATIC_REQUIRE_FALSE(part::learns<does_not_learn>);
  STATIC_REQUIRE_FALSE(part::applies<does_not_apply>);
  STATIC_REQUIRE_FALSE(part::applies<applies_one_at_a_time>);
  STATIC_REQUIRE_FALSE(part::tells_time<tells_no_time>);
  STATIC_REQUIRE_FALSE(part::reads_jobs<gets_without_a_scope>);
  STATIC_REQUIRE_FALSE(part::reads_jobs<has_no_results>);
  STATIC_REQUIRE_FALSE(part::reads_jobs<lists_no_pages>);
  STATIC_REQUIRE_FALSE(part::reads_jobs<does_not_count>);
  STATIC_REQUIRE_FALSE(part::reads_events<has_no_events>);
  STATIC_REQUIRE_FALSE(part::reads_events<has_no_feed>);
  STATIC_REQUIRE_FALSE(part::reads_dead_letters<lists_no_dead_letters>);
  STATIC_REQUIRE_FALSE(part::reads_dead_letters<has_no_dead_letters>);
  STATIC_REQUIRE_FALSE(part::measures_depth<measures_nothing>);
  STATIC_REQUIRE_FALSE(part::reads_leases<has_no_leases>);
  STATIC_REQUIRE_FALSE(part::wakes<has_no_transport>);
  STATIC_REQUIRE_FALSE(part::wakes<cannot_be_notified>);
  STATIC_REQUIRE_FALSE(job_storage<does_not_apply>);
  STATIC_REQUIRE_FALSE(job_storage<cannot_be_notified>);
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
  const auto laws = testing::storage_laws<storage_archetype>(
      make, [&](const std::string& law, const std::string& how) {
        ++broken;
        CHECK_FALSE(law.empty());
        CHECK(how.find(" (") != std::string::npos);  // where it was noticed
      });
  CHECK(broken + 1 >= laws);  // a cursor that no list gave is all that it could refuse
}

/// A store that is wrong in one way: what a law is worth shows in what it notices.
struct wrong_store : storage::memory<testing::manual_clock> {
  using sound = storage::memory<testing::manual_clock>;
  using fault = void (*)(sound&, storage::operation&);

  wrong_store(testing::manual_clock clock, fault wrong) : sound({}, clock), wrong_(wrong) {}

  std::vector<storage::answer> apply(std::span<const storage::operation> batch) {
    std::vector<storage::operation> changed(batch.begin(), batch.end());
    for (storage::operation& op : changed) wrong_(*this, op);
    return sound::apply(changed);
  }

 private:
  fault wrong_;
};

/// Changes operations of one kind.
template <class Operation, auto Change>
void changing(wrong_store::sound&, storage::operation& op) {
  if (auto* of_that_kind = std::get_if<Operation>(&op)) Change(*of_that_kind);
}

/// Whatever grant is shown, the job's present one is meant.
void correct(wrong_store::sound& store, storage::grant& lease) {
  for (storage::owner_number owner = 1; owner < 9; ++owner) {
    const auto leased = store.leases(owner);
    for (const auto& each : *leased)
      if (each.lease.key == lease.key) lease.fence = each.lease.fence;
  }
}
void believe_every_settlement(wrong_store::sound& store, storage::operation& op) {
  if (auto* settled = std::get_if<storage::settle>(&op)) correct(store, settled->lease);
}
void believe_every_report(wrong_store::sound& store, storage::operation& op) {
  if (auto* said = std::get_if<storage::report>(&op)) correct(store, said->lease);
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
      {"attempts are ignored",
       changing<storage::submit, [](auto& op) { op.retry.max_attempts = 99; }>},
      {"event ids are ignored", changing<storage::raise, [](auto& op) { op.event_id.clear(); }>},
      {"every cancel is forced", changing<storage::cancel, [](auto& op) { op.force = true; }>},
      {"no cancel is forced", changing<storage::cancel, [](auto& op) { op.force = false; }>},
      {"a cancel sees everything",
       changing<storage::cancel, [](auto& op) { op.scope = storage::scope::every_tenant(); }>},
      {"nothing is held",
       changing<storage::claim, [](auto& op) { op.start += std::exchange(op.hold, 0); }>},
      {"one job more is claimed", changing<storage::claim, [](auto& op) { ++op.start; }>},
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
    testing::storage_laws<wrong_store>(
        [wrong = fault](testing::manual_clock clock) {
          return std::make_unique<wrong_store>(clock, wrong);
        },
        [&](const char*, const std::string&) { ++broken; });
    INFO(name);
    CHECK(broken > 0);
    CHECK(broken < 100);  // it is wrong in one way only
  }
}

}  // namespace

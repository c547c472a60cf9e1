// SPDX-License-Identifier: BSL-1.0
// What a schedule says: when it fires, and which job is made for a slot.
#include <pawl/runtime/engine/scheduler.hpp>

#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using namespace std::chrono_literals;
namespace storage = pawl::storage;
using pawl::runtime::clock_of;
using pawl::runtime::job_of;

struct plain : pawl::job<"test.plain_slot", pawl::lifecycles::service, pawl::schedulable> {
  outcome<void> operator()(context&, int) const { return {}; }
};
struct keyed : pawl::job<"test.keyed_slot", pawl::lifecycles::service, pawl::schedulable,
                         pawl::idempotency<pawl::ttl<1_h>, pawl::key_required>> {
  outcome<void> operator()(context&, int) const { return {}; }
};

/// Knows one zone, which is an hour ahead.
bool one_zone(pawl::text zone, std::int64_t, pawl::zone_period& out) {
  out.offset = 3600;
  return zone == "Here";
}

constexpr std::int64_t hour = 3'600'000;

}  // namespace

TEST_CASE(
    "a schedule with a period is by the store's own time, and one with an expression is not") {
  std::string why;
  const auto every = clock_of({.period = 5000, .cron = "* * * * *"}, nullptr, why);
  REQUIRE(every);
  CHECK_FALSE(every->is_by_wall());
  CHECK(every->first_after(7) == 5007);
  const auto at_three = clock_of({.cron = "0 3 * * *"}, nullptr, why);
  REQUIRE(at_three);
  CHECK(at_three->is_by_wall());
  CHECK(at_three->first_after(0) == 3 * hour);
  CHECK(why.empty());
}

TEST_CASE("an expression is by the clock of its zone") {
  std::string why;
  const storage::schedule_facts of{.cron = "0 3 * * *", .zone = "Here"};
  const auto here = clock_of(of, &one_zone, why);
  REQUIRE(here);
  CHECK(here->first_after(0) == 2 * hour);
}

TEST_CASE("a schedule that cannot be kept in this process says why, and what to do") {
  const auto why_not = [](const storage::schedule_facts& of, pawl::zone_lookup zones) {
    std::string why;
    CHECK_FALSE(clock_of(of, zones, why));
    return why;
  };
  CHECK(why_not({.cron = "0 25 * * *"}, nullptr) ==
        "cron (0 25 * * *) has 25 for its hour, which is out of range; write 0 to 23");
  CHECK(why_not({.cron = "0 3 * * *", .zone = "Here"}, nullptr) ==
        "it is by the zone Here, and this process knows no zones; include "
        "<pawl/schedules/zones.hpp> and start the service with .zones = &pawl::zones::find");
  CHECK(why_not({.cron = "0 3 * * *", .zone = "There"}, &one_zone) ==
        "there is no zone There on this machine; spell it as in Europe/Berlin, or install tzdata");
}

TEST_CASE("the job of a slot is its schedule's, by the system, and says which slot it is for") {
  storage::schedule of;
  of.number = 7;
  of.tenant = "acme";
  of.handler = "test.plain_slot";
  of.requested_by = "ann";
  of.organisation = "sales";
  const pawl::instant slot{5s};
  const auto id = pawl::job_id::from_words(1, 2);
  const storage::submit job = job_of(of, pawl::type_of<plain>, slot, id);
  CHECK(job.id == id);
  CHECK(job.type == &pawl::type_of<plain>);
  CHECK(job.who.tenant == "acme");
  CHECK(job.who.user == "ann");
  CHECK(job.who.organisation == "sales");
  CHECK(job.who.trigger == pawl::trigger::system);
  CHECK(job.correlation == "schedule:test.plain_slot@1970-01-01T00:00:05.000Z");
  CHECK(job.key.empty());
  // By its name, if it has one; and with a key where the type takes no submission without.
  of.name = "nightly";
  const storage::submit named = job_of(of, pawl::type_of<keyed>, slot, id);
  CHECK(named.correlation == "schedule:nightly@1970-01-01T00:00:05.000Z");
  CHECK(named.key == "schedule/7/5000");
}

// SPDX-License-Identifier: BSL-1.0
// What the documents show beyond the guide, in one program.
#include <sqlite3.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include <pawl/job/simulate.hpp>
#include <pawl/observe/log.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/crash_everywhere.hpp>
#include <pawl/testing/sqlite_store.hpp>

using namespace pawl::literals;
using namespace std::chrono_literals;

// [versions]
namespace parcels {

struct v1 {
  std::string address;
};
struct v2 {
  std::string street;
  std::string city;
};
inline v2 upcast(v1 old) { return {std::move(old.address), "unknown"}; }

}  // namespace parcels

struct ship : pawl::job<"shop.ship", pawl::lifecycles::service> {
  using payload_versions = pawl::versions<parcels::v1, parcels::v2>;

  outcome<std::string> operator()(context& ctx, parcels::v2 in) const {
    ctx.log("on its way to " + in.city);
    return in.street + ", " + in.city;
  }
};
// [end]

// [former names]
struct parcel : pawl::lifecycle {
  enum class state { packing, sending, delivered, lost };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  static constexpr auto table = transitions(
      kinds(ready(packing), active(sending), success(delivered), failure(lost)),
      packing + on(start) = sending, packing + on(cancel) = lost, sending + on(succeed) = delivered,
      sending + on(fail) = lost, sending + on(lose) = packing, sending + on(cancel) = lost);

  // Jobs that were stored before `packing` had its name.
  static constexpr pawl::former<state> former_names[] = {{"queued", packing}};
};
static_assert(pawl::restore<parcel>("queued").state() == parcel::packing);
// [end]

// [simulation]
struct print
    : pawl::job<"shop.print", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>,
                pawl::retry<pawl::attempts<2>, pawl::fixed<1_min>, pawl::no_jitter>,
                pawl::stages<pawl::stage<"reading", 0, 20>, pawl::stage<"ink", 20, 100>>> {
  outcome<void> operator()(context&, int) const { return {}; }
};

using life = pawl::lifecycles::service;
constexpr auto lived =
    pawl::simulate<print>(life::start, pawl::entering<"ink">, pawl::reporting<50>,
                          pawl::failing<pawl::error::network_timeout>, pawl::resume, life::start,
                          pawl::failing<pawl::error::network_timeout>);
static_assert(lived, "every step was accepted");
static_assert(lived.state == life::dead_lettered && lived.dead_letter);
static_assert(lived.starts == 2 && lived.retries == 1 && lived.error == "network_timeout");
static_assert(lived.progress == 60 && lived.stage == "ink");
static_assert(lived.wait_count == 1 && lived.waits[0] == pawl::wait_bounds{1_min, 1_min});
static_assert(lived.passed(life::pending, life::running, life::failed, life::pending, life::running,
                           life::failed, life::dead_lettered));
// [end]

// [complete]
struct pay : pawl::job<"shop.pay", pawl::lifecycles::service> {
  std::string path;  // of the store's own file

  outcome<int> operator()(context& ctx, int cents) const {
    sqlite3* opened = nullptr;
    const int failed = sqlite3_open(path.c_str(), &opened);
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> db(opened, &sqlite3_close);
    if (failed != SQLITE_OK) return pawl::snooze{1min};
    sqlite3_busy_timeout(db.get(), 5000);
    const auto run = [&](const char* sql) {
      return sqlite3_exec(db.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    };
    if (!run("BEGIN IMMEDIATE; INSERT INTO ledger DEFAULT VALUES")) return pawl::snooze{1s};
    const auto ended = ctx.complete_in(db.get(), cents);
    if (!ended) {
      ctx.log(ended.error().message);  // ended.error().code: `lease_lost`, for instance
      run("ROLLBACK");
      return pawl::snooze{1s};  // refused as well if the job is another worker's by now
    }
    if (!run("COMMIT")) return pawl::snooze{1s};
    return *ended;
  }
};
// [end]

int main() {
  const auto directory = std::filesystem::temp_directory_path() / "pawl-details";
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  const std::string path = (directory / "jobs.db").string();
  pay payments;
  payments.path = path;
  pawl::service jobs{pawl::storage::sqlite<>::open(path).value(), ship{}, payments};
  sqlite3* mine = nullptr;
  sqlite3_open(path.c_str(), &mine);
  sqlite3_exec(mine, "CREATE TABLE ledger (entry INTEGER PRIMARY KEY)", nullptr, nullptr, nullptr);
  sqlite3_close(mine);

  // [log]
  namespace observe = pawl::observe;  // <pawl/observe/log.hpp>, component pawl::observe
  pawl::service_options options;
  options.log = observe::at_least(observe::log_level::warning, observe::json_lines(std::cerr));
  // [end]
  if (const auto started = jobs.start(options); !started) {
    std::cerr << describe(started.error()) << '\n';
    return 1;
  }
  auto shop = jobs.as({.tenant = "shop", .user = "ann", .organisation = {}});

  // [ids]
  const auto job = shop.submit<ship>({"Obere Str. 57", "Berlin"});
  const std::string spelled = to_string(job->id);  // 36 characters, for a URL or a log
  const std::optional<pawl::job_id> parsed = pawl::parse_job_id(spelled);  // nothing: no id
  std::cout << (parsed == job->id ? "the same job" : "another job") << '\n';
  // What has lost its type gets it back: the result is a std::string again.
  const pawl::job_ref<ship> again{*parsed};
  std::cout << shop.result(again, 10s).value() << '\n';
  // [end]

  // [said]
  const auto events = shop.events(job->id);
  for (const pawl::job_event& each : *events)
    if (each.kind == pawl::event_kind::message) std::cout << each.message << '\n';
  // [end]

  for (int i = 0; i < 5; ++i) {
    const auto more = shop.submit<ship>({"Main St. " + std::to_string(i), "Kirkland"});
    if (!shop.wait(*more, 10s)) return 1;
  }
  // [lists]
  pawl::storage::list_filter filter;  // all of the tenant's jobs, if nothing is asked for
  filter.handler = "shop.ship";
  filter.states = {"succeeded", "failed"};  // any of these, as the lifecycle spells them
  filter.limit = 4;                         // of a page: 50 unless said, at most 200
  do {
    const auto page = shop.list(filter);  // the newest first
    if (!page) break;
    std::cout << page->jobs.size() << " jobs\n";
    filter.cursor = page->cursor;  // empty after the last page
  } while (!filter.cursor.empty());
  // [end]

  const auto paid = shop.submit<pay>(1990);
  std::cout << "paid " << shop.result(*paid, 10s).value() << " cents\n";
  jobs.stop();

  // [crash plan]
  pawl::testing::crash_plan<ship, pawl::testing::sqlite_store> plan;
  plan.handler = [] { return ship{}; };
  plan.input = {"Obere Str. 57", "Berlin"};
  plan.store = pawl::testing::fresh_sqlite_store;  // component pawl::sqlite
  plan.reopen = pawl::testing::reopened_sqlite_store;
  plan.check = [](auto& run, const auto& of) {
    return run.state(of) == "succeeded" ? "" : "the parcel is lost";
  };
  const pawl::testing::crash_report report = crash_everywhere(plan);
  // [end]
  std::cout << (report.ok() ? "survives every crash\n" : "does not survive every crash\n");
  std::filesystem::remove_all(directory);
}

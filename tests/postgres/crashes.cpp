// SPDX-License-Identifier: BSL-1.0
// Processes that are killed, and a server that crashes under them.
#include <map>
#include <random>
#include <set>
#include <thread>

#include <pawl/storage/postgres.hpp>

#include "../storage/victims.hpp"
#include "database.hpp"
#include "support/catch.hpp"

namespace {

using namespace support;
using server_store = pawl::storage::postgres<>;

std::unique_ptr<server_store> open(const std::string& schema) {
  auto opened = server_store::open("", {.schema = schema});
  if (!opened) throw std::runtime_error(describe(opened.error()));
  const pawl::job_descriptor* const types[] = {&report_type, &convert_type};
  if (auto learnt = (*opened)->learn(types); !learnt)
    throw std::runtime_error(describe(learnt.error()));
  return *std::move(opened);
}

/// What was acknowledged by all of them.
struct ledger {
  std::set<pawl::job_id> submitted{};
  std::map<pawl::job_id, int> done{};
  std::size_t errors = 0;

  void note(const message& told) {
    if (told.what == 's') submitted.insert(told.id);
    if (told.what == 'd') ++done[told.id];
    errors += told.what == 'e';
  }
  void check(const std::string& schema) const {
    CHECK(errors == 0);
    const auto broken = broken_invariants_in(schema);
    for (const std::string& sentence : broken) UNSCOPED_INFO(sentence);
    REQUIRE(broken.empty());
    const auto jobs = open(schema);
    std::size_t lost = 0;
    for (const pawl::job_id& id : submitted) lost += !jobs->get(everybody, id).has_value();
    CHECK(lost == 0);
    for (const auto& [id, times] : done) {
      REQUIRE(times == 1);
      REQUIRE(jobs->get(everybody, id)->kind == pawl::kind::success);
    }
  }
};

TEST_CASE("nothing that PostgreSQL has acknowledged is lost when processes are killed",
          "[crashes][DOC-08][DECK-22]") {
  const int cycles = long_tests() ? 5000 : 20;
  const std::string schema = "killed_" + std::to_string(::getpid());
  open(schema).reset();
  std::mt19937 random(20261117);
  ledger all;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    const auto seed = static_cast<unsigned>(random());
    CAPTURE(cycle, seed);
    std::vector<child> victims;
    for (unsigned i = 0; i < 3; ++i)
      victims.emplace_back([&, i](const auto& tell) {
        live_dangerously(*open(schema), seed + i, tell,
                         [](const error& why) { return is_store_failure(why.code); });
      });
    // Each is at work by then.
    for (child& victim : victims) all.note(victim.next());
    std::this_thread::sleep_for(std::chrono::milliseconds{random() % 60});
    for (child& victim : victims) victim.kill();
    for (child& victim : victims) {
      int status = 0;
      for (const message& told : victim.finish(&status)) all.note(told);
      CHECK(WIFSIGNALED(status));
    }
    if (cycle % 10 == 9) all.check(schema);
  }
  CHECK(all.submitted.size() > static_cast<std::size_t>(cycles));
  CHECK_FALSE(all.done.empty());
}

TEST_CASE("nothing that PostgreSQL has acknowledged is lost when the server crashes under load",
          "[crashes][DOC-08]") {
  const int cycles = long_tests() ? 500 : 4;
  const std::string schema = "crashed_" + std::to_string(::getpid());
  open(schema).reset();
  std::mt19937 random(20261118);
  std::vector<child> victims;
  for (unsigned i = 0; i < 3; ++i)
    victims.emplace_back([&, i](const auto& tell) {
      live_dangerously(*open(schema), i, tell, [](const error& why) {
        return is_store_failure(why.code) && why.code != errc::busy;
      });
    });
  ledger all;
  for (child& victim : victims) all.note(victim.next());
  for (int cycle = 0; cycle < cycles; ++cycle) {
    std::this_thread::sleep_for(std::chrono::milliseconds{random() % 300});
    command_server("-m immediate stop");
    command_server("start");
    // They go on by themselves: what was told before is read, and then something new from each.
    for (child& victim : victims) {
      while (victim.has_told()) all.note(victim.next());
      all.note(victim.next());
    }
  }
  for (child& victim : victims) victim.kill();
  for (child& victim : victims)
    for (const message& told : victim.finish()) all.note(told);
  all.check(schema);
  CHECK(all.submitted.size() > static_cast<std::size_t>(10 * cycles));
  CHECK_FALSE(all.done.empty());
}

}  // namespace

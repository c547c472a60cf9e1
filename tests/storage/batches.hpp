// SPDX-License-Identifier: BSL-1.0
// Every kind of batch that a store is given, made ready for so many operations and then measured.
// What a batch costs is pinned in files: tests/storage/batches.txt and tests/postgres/batches.txt.
#pragma once

#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <pawl/testing/storage/bench.hpp>
#include <pawl/testing/storage/schedules.hpp>

#include "support/catch.hpp"

namespace batches {

using namespace pawl;
namespace law_jobs = testing::law_jobs;
using storage::attempt_end;
using storage::operation_ptr;
using testing::schedule_laws;
using held_jobs = storage::light_vector<storage::claimed>;

/// A store of its own for one kind of batch.
struct scene {
  scene(storage::store& tested, testing::manual_clock its_clock)
      : store(tested), clock(its_clock), on(tested, its_clock), owner(on.worker()) {
    // The tenant is known from here on.
    on.done(storage::cancel{.scope = on.mine(), .id = on.submit(law_jobs::plain)});
  }

  storage::store& store;
  testing::manual_clock clock;
  testing::storage_bench on;
  storage::owner_number owner;
  std::size_t size = 0;  ///< of the batch
  std::function<void(const std::vector<operation_ptr>&)> apply_measured{};
  int made = 0;

  template <class Operation>
  static std::vector<operation_ptr> batch_of(std::vector<Operation>& ops) {
    std::vector<operation_ptr> batch;
    for (Operation& each : ops) batch.emplace_back(&each);
    return batch;
  }
  static void expect_done(const std::vector<operation_ptr>& batch) {
    for (const operation_ptr& each : batch) {
      if (!each.answer()) UNSCOPED_INFO(describe(each.answer().error()));
      REQUIRE(each.answer());
    }
  }
  template <class Operation>
  void apply(std::vector<Operation>& ops) {
    const auto batch = batch_of(ops);
    store.apply(batch);
    expect_done(batch);
  }
  void measure_batch(const std::vector<operation_ptr>& batch) {
    apply_measured(batch);
    expect_done(batch);
  }
  template <class Operation>
  void measure(std::vector<Operation>& ops) {
    measure_batch(batch_of(ops));
  }
  template <class Operation>
  void measure_one(Operation op) {
    std::vector<Operation> ops;
    ops.push_back(std::move(op));
    measure(ops);
  }

  // --- So many of something, each for itself -----------------------------------------------------

  std::string fresh(const char* what) { return what + std::to_string(++made); }
  job_id fresh_id() { return on.ids.next(store.now()); }
  std::vector<storage::submit> requests(const job_descriptor& type) {
    std::vector<storage::submit> ops;
    for (std::size_t i = 0; i < size; ++i) {
      ops.push_back(on.request(type));
      for (std::string& each : ops.back().limit_keys) each = fresh("key");
      if (type.unique.is_on) ops.back().unique = fresh("value");
    }
    return ops;
  }
  std::vector<job_id> submitted(const job_descriptor& type) {
    auto ops = requests(type);
    apply(ops);
    std::vector<job_id> ids;
    for (const storage::submit& each : ops) ids.push_back(each.id);
    return ids;
  }
  held_jobs claimed(const job_descriptor& type, bool held = false) {
    held_jobs all;
    for (int tries = 0; tries < 20 && all.size() < size; ++tries)
      for (storage::claimed& each :
           on.claim(owner, {&type}, held ? 0 : size - all.size(), held ? size - all.size() : 0))
        all.push_back(std::move(each));
    REQUIRE(all.size() == size);
    return all;
  }
  held_jobs running(const job_descriptor& type) {
    submitted(type);
    return claimed(type);
  }
  static std::vector<storage::settle> ends(const held_jobs& of) {
    std::vector<storage::settle> ops;
    for (const storage::claimed& each : of) ops.push_back(testing::storage_bench::success(each));
    return ops;
  }
  static std::vector<storage::settle> failures(const held_jobs& of) {
    std::vector<storage::settle> ops;
    for (const storage::claimed& each : of) ops.push_back(testing::storage_bench::failure(each));
    return ops;
  }
  void end(const held_jobs& of) {
    auto ops = ends(of);
    apply(ops);
  }
  /// Jobs on their last attempt.
  held_jobs tired(const job_descriptor& type) {
    submitted(type);
    for (unsigned left = type.retry.max_attempts; left > 1; --left) {
      auto failing = failures(claimed(type));
      apply(failing);
      clock.advance(std::chrono::minutes{1});
      on.done(storage::beat{owner});
    }
    return claimed(type);
  }
  std::vector<job_id> dead(const job_descriptor& type) {
    std::vector<job_id> ids;
    const held_jobs jobs = tired(type);
    for (const storage::claimed& each : jobs) ids.push_back(each.id);
    auto failing = failures(jobs);
    apply(failing);
    return ids;
  }
  std::vector<storage::schedule> schedules() {
    std::vector<storage::put_schedule> puts;
    for (std::size_t i = 0; i < size; ++i)
      puts.push_back(schedule_laws::put(on, fresh("schedule")));
    apply(puts);
    std::vector<storage::schedule> found;
    for (const storage::put_schedule& each : puts)
      found.push_back(schedule_laws::get(on, each.answer->number));
    return found;
  }
};

struct kind_of_batch {
  const char* name;
  void (*measure)(scene&);
};

// clang-format off
inline const kind_of_batch kinds[] = {
    {"submissions", [](scene& s) {
      auto ops = s.requests(law_jobs::plain);
      s.measure(ops);
    }},
    {"submissions of delayed jobs", [](scene& s) {
      auto ops = s.requests(law_jobs::plain);
      for (storage::submit& each : ops) each.delay = std::chrono::hours{1};
      s.measure(ops);
    }},
    {"submissions with keys", [](scene& s) {
      auto ops = s.requests(law_jobs::plain);
      for (storage::submit& each : ops) each.key = s.fresh("key");
      s.measure(ops);
    }},
    {"submissions of unique jobs", [](scene& s) {
      auto ops = s.requests(law_jobs::only);
      s.measure(ops);
    }},
    {"submissions that replace unique jobs", [](scene& s) {
      auto first = s.requests(law_jobs::replaced);
      s.apply(first);
      auto ops = s.requests(law_jobs::replaced);
      for (std::size_t i = 0; i < ops.size(); ++i) ops[i].unique = first[i].unique;
      s.measure(ops);
    }},
    {"submissions with limits", [](scene& s) {
      auto ops = s.requests(law_jobs::exclusive);
      s.measure(ops);
    }},
    {"submissions with rates", [](scene& s) {
      auto ops = s.requests(law_jobs::metered);
      s.measure(ops);
    }},
    {"submissions below a watermark", [](scene& s) {
      auto ops = s.requests(law_jobs::plain);
      for (storage::submit& each : ops) each.high_watermark = 1'000'000;
      s.measure(ops);
    }},
    {"submissions that depend on others", [](scene& s) {
      const auto awaited = s.submitted(law_jobs::other);
      auto ops = s.requests(law_jobs::plain);
      for (std::size_t i = 0; i < ops.size(); ++i) ops[i].depends_on = {awaited[i]};
      s.measure(ops);
    }},
    {"workflows of two jobs", [](scene& s) {
      std::vector<storage::submit_whole> ops(s.size);
      for (storage::submit_whole& each : ops) {
        each.jobs.push_back(s.on.request(law_jobs::plain));
        each.jobs.push_back(s.on.request(law_jobs::other));
        each.jobs[1].depends_on = {each.jobs[0].id};
      }
      s.measure(ops);
    }},
    {"a claim", [](scene& s) {
      s.submitted(law_jobs::plain);
      s.measure_one(storage::claim{s.owner, {&law_jobs::plain}, s.size});
    }},
    {"a claim of what it only holds", [](scene& s) {
      s.submitted(law_jobs::plain);
      s.measure_one(storage::claim{s.owner, {&law_jobs::plain}, 0, s.size});
    }},
    {"a claim of jobs with limits", [](scene& s) {
      s.submitted(law_jobs::narrow);
      s.measure_one(storage::claim{s.owner, {&law_jobs::narrow}, s.size});
    }},
    {"starts", [](scene& s) {
      s.submitted(law_jobs::plain);
      std::vector<storage::start> ops;
      for (const storage::claimed& each : s.claimed(law_jobs::plain, true))
        ops.push_back({each.lease, each.type});
      s.measure(ops);
    }},
    {"reports", [](scene& s) {
      std::vector<storage::report> ops;
      for (const storage::claimed& each : s.running(law_jobs::plain)) {
        storage::report& one = ops.emplace_back();
        one.lease = each.lease;
        one.type = each.type;
        one.progress = 10;
        one.checkpoint = "here";
        one.findings.artifacts.push_back({"picture", "somewhere"});
      }
      s.measure(ops);
    }},
    {"ends of jobs that succeed", [](scene& s) {
      auto ops = s.ends(s.running(law_jobs::plain));
      s.measure(ops);
    }},
    {"ends of jobs that were only held", [](scene& s) {
      s.submitted(law_jobs::plain);
      auto ops = s.ends(s.claimed(law_jobs::plain, true));
      for (storage::settle& each : ops) each.entered_ago = std::chrono::milliseconds{3};
      s.measure(ops);
    }},
    {"ends of jobs that will be tried again", [](scene& s) {
      auto ops = s.failures(s.running(law_jobs::plain));
      s.measure(ops);
    }},
    {"ends of jobs that are dead", [](scene& s) {
      auto ops = s.failures(s.tired(law_jobs::plain));
      s.measure(ops);
    }},
    {"ends of jobs that hold slots", [](scene& s) {
      auto ops = s.ends(s.running(law_jobs::narrow));
      s.measure(ops);
    }},
    {"ends of jobs that others wait for", [](scene& s) {
      const auto awaited = s.running(law_jobs::plain);
      auto waiting = s.requests(law_jobs::other);
      for (std::size_t i = 0; i < waiting.size(); ++i) waiting[i].depends_on = {awaited[i].id};
      s.apply(waiting);
      auto ops = s.ends(awaited);
      s.measure(ops);
    }},
    {"ends of jobs that submit others", [](scene& s) {
      auto ops = s.ends(s.running(law_jobs::plain));
      for (storage::settle& each : ops) each.children.push_back(s.on.request(law_jobs::other));
      s.measure(ops);
    }},
    {"signs of life", [](scene& s) {
      std::vector<storage::beat> ops;
      s.submitted(law_jobs::plain);
      for (std::size_t i = 0; i < s.size; ++i) {
        const auto owner = s.on.worker();
        s.on.start(owner, law_jobs::plain);
        ops.push_back({owner});
      }
      s.measure(ops);
    }},
    {"owners that enrol", [](scene& s) {
      std::vector<storage::enrol> ops;
      for (std::size_t i = 0; i < s.size; ++i)
        ops.push_back({"a worker", {&law_jobs::plain, &law_jobs::narrow}});
      s.measure(ops);
    }},
    {"owners that leave", [](scene& s) {
      std::vector<storage::leave> ops;
      s.submitted(law_jobs::plain);
      for (std::size_t i = 0; i < s.size; ++i) {
        const auto owner = s.on.worker();
        s.on.claim(owner, {&law_jobs::plain}, 0, 1);
        ops.push_back({owner});
      }
      s.measure(ops);
    }},
    {"cancelling what waits", [](scene& s) {
      std::vector<storage::cancel> ops;
      for (const job_id& id : s.submitted(law_jobs::plain))
        ops.push_back({.scope = s.on.mine(), .id = id, .reason = "enough"});
      s.measure(ops);
    }},
    {"cancelling what runs", [](scene& s) {
      std::vector<storage::cancel> ops;
      for (const storage::claimed& each : s.running(law_jobs::narrow))
        ops.push_back({.scope = s.on.mine(), .id = each.id, .reason = "enough"});
      s.measure(ops);
    }},
    {"putting off", [](scene& s) {
      std::vector<storage::reschedule> ops;
      for (const job_id& id : s.submitted(law_jobs::plain))
        ops.push_back({.scope = s.on.mine(), .id = id, .delay = std::chrono::hours{1}});
      s.measure(ops);
    }},
    {"events from outside", [](scene& s) {
      std::vector<storage::raise> ops;
      for (const job_id& id : s.submitted(law_jobs::remote)) {
        storage::raise& one = ops.emplace_back(storage::raise{.scope = s.on.mine(), .id = id});
        one.event = "confirm_upload";
        one.event_id = s.fresh("event");
        one.findings.audit["metrics"] = "1";
      }
      s.measure(ops);
    }},
    {"replays", [](scene& s) {
      std::vector<storage::replay> ops;
      for (const job_id& id : s.dead(law_jobs::plain)) {
        ops.push_back(storage::replay{.scope = s.on.mine(), .id = id});
        ops.back().fresh = s.fresh_id();
      }
      s.measure(ops);
    }},
    {"a replay of all", [](scene& s) {
      s.dead(law_jobs::other);
      storage::replay_all op{.scope = s.on.mine(), .handler = "law.other"};
      for (std::size_t i = 0; i < s.size; ++i) op.fresh.push_back(s.fresh_id());
      s.measure_one(op);
    }},
    {"dead letters that are due", [](scene& s) {
      s.dead(law_jobs::served);
      s.clock.advance(std::chrono::hours{2});
      s.on.done(storage::beat{s.owner});
      storage::reprocess op{&law_jobs::served, std::chrono::hours{1}};
      for (std::size_t i = 0; i < s.size; ++i) op.fresh.push_back(s.fresh_id());
      s.measure_one(op);
    }},
    {"taking from lost owners", [](scene& s) {
      s.owner = s.on.worker();
      s.running(law_jobs::plain);
      s.clock.advance(std::chrono::hours{1});
      storage::reap op;
      op.limit = 200;
      s.measure_one(op);
    }},
    {"letting dependents go", [](scene& s) {
      // More than an end lets go by itself.
      const auto awaited = s.on.running(s.owner, law_jobs::plain);
      std::vector<storage::submit> waiting;
      for (std::size_t i = 0; i < 100 + s.size; ++i) {
        waiting.push_back(s.on.request(law_jobs::other));
        waiting.back().depends_on = {awaited.id};
      }
      s.apply(waiting);
      s.on.succeed(awaited);
      storage::release_dependents op;
      op.limit = 200;
      s.measure_one(op);
    }},
    {"looking at limits again", [](scene& s) {
      auto ops = s.requests(law_jobs::narrow);
      for (storage::submit& each : s.requests(law_jobs::narrow)) ops.push_back(std::move(each));
      for (storage::submit& each : s.requests(law_jobs::narrow)) ops.push_back(std::move(each));
      const std::string group = s.fresh("group");
      for (std::size_t i = 0; i < ops.size(); ++i)
        ops[i].limit_keys[0] = group + '/' + std::to_string(i / 3);
      s.apply(ops);
      s.on.claim(s.owner, {&law_jobs::narrow}, 3 * s.size);
      s.measure_one(storage::recheck_limits{&law_jobs::narrow, &law_jobs::narrow.limits[0], 3});
    }},
    {"pruning", [](scene& s) {
      s.end(s.running(law_jobs::fleeting));
      s.on.submit(law_jobs::other);  // the newest job is not pruned
      s.clock.advance(std::chrono::hours{3});
      storage::prune op;
      op.limit = 500;
      s.measure_one(op);
    }},
    {"taking callbacks", [](scene& s) {
      s.end(s.running(law_jobs::telling));
      storage::take_callbacks op;
      op.owner = s.owner;
      op.types = {&law_jobs::telling};
      op.limit = s.size;
      s.measure_one(op);
    }},
    {"callbacks that are done", [](scene& s) {
      s.end(s.running(law_jobs::telling));
      storage::take_callbacks take;
      take.owner = s.owner;
      take.types = {&law_jobs::telling};
      take.limit = s.size;
      std::vector<storage::finish_callback> ops;
      for (const storage::callback& each : s.on.done(take).callbacks)
        ops.push_back({each.key, each.tries});
      REQUIRE(ops.size() == s.size);
      s.measure(ops);
    }},
    {"pausing a type", [](scene& s) {
      storage::control op{.type = &law_jobs::plain};
      op.paused = true;
      s.measure_one(op);
    }},
    {"schedules that are put", [](scene& s) {
      std::vector<storage::put_schedule> ops;
      for (std::size_t i = 0; i < s.size; ++i)
        ops.push_back(schedule_laws::put(s.on, s.fresh("schedule")));
      s.measure(ops);
    }},
    {"schedules that are looked for", [](scene& s) {
      std::vector<storage::find_schedules> ops;
      for (const storage::schedule& each : s.schedules()) {
        ops.push_back({.scope = s.on.mine()});
        ops.back().number = each.number;
      }
      s.measure(ops);
    }},
    {"schedules that are due", [](scene& s) {
      s.schedules();
      s.clock.advance(std::chrono::hours{1});
      s.measure_one(storage::due_schedules{{&law_jobs::scheduled}, s.size});
    }},
    {"schedules that fire", [](scene& s) {
      const auto all = s.schedules();
      s.clock.advance(std::chrono::hours{1});
      std::vector<storage::fire_schedule> ops;
      for (const storage::schedule& each : all) ops.push_back(schedule_laws::fire(s.on, each));
      s.measure(ops);
    }},
    {"schedules that are run by hand", [](scene& s) {
      std::vector<storage::change_schedule> ops;
      for (const storage::schedule& each : s.schedules()) {
        ops.push_back({.scope = s.on.mine(), .number = each.number});
        ops.back().to = storage::change_schedule::what::run;
        ops.back().job = s.on.request(law_jobs::scheduled);
      }
      s.measure(ops);
    }},
    {"a batch of the dispatcher: ends, starts, reports, a claim", [](scene& s) {
      auto ends = s.ends(s.running(law_jobs::plain));
      s.submitted(law_jobs::plain);
      std::vector<storage::start> starts;
      for (const storage::claimed& each : s.claimed(law_jobs::plain, true))
        starts.push_back({each.lease, each.type});
      std::vector<storage::report> reports;
      for (const storage::claimed& each : s.running(law_jobs::other)) {
        storage::report& one = reports.emplace_back();
        one.lease = each.lease;
        one.type = each.type;
        one.progress = 10;
      }
      s.submitted(law_jobs::plain);
      storage::claim claim{s.owner, {&law_jobs::plain, &law_jobs::other}, s.size, 4};
      std::vector<operation_ptr> batch = s.batch_of(ends);
      for (const operation_ptr& each : s.batch_of(starts)) batch.push_back(each);
      for (const operation_ptr& each : s.batch_of(reports)) batch.push_back(each);
      batch.emplace_back(&claim);
      s.measure_batch(batch);
      CHECK(claim.answer->jobs.size() == s.size);
    }},
    {"a batch of housekeeping: lost owners, dependents, pruning", [](scene& s) {
      s.end(s.running(law_jobs::fleeting));
      s.on.submit(law_jobs::other);
      s.running(law_jobs::plain);
      s.clock.advance(std::chrono::hours{3});
      storage::reap lost;
      lost.limit = 200;
      storage::release_dependents release;
      storage::prune old;
      old.limit = 500;
      s.measure_batch({&lost, &release, &old});
    }},
};
// clang-format on

/// What is counted of one batch, as lines of text.
using measurement = std::vector<std::pair<std::string, std::string>>;

/// Every kind of batch with so many operations, each on a store of its own, as text. `make(clock)`
/// makes a store; `measured(store, batch)` applies a batch and says what it has cost.
template <class Make, class Measure>
std::string describe_all(std::initializer_list<std::size_t> sizes, Make make, Measure measured) {
  std::ostringstream out;
  std::set<storage::operation_kind> seen;
  for (const kind_of_batch& each : kinds) {
    CAPTURE(each.name);
    measurement all;
    for (const std::size_t size : sizes) {
      const testing::manual_clock clock;
      auto store = make(clock);
      scene s(*store, clock);
      s.size = size;
      measurement found;
      s.apply_measured = [&](const std::vector<operation_ptr>& batch) {
        for (const operation_ptr& op : batch) seen.insert(op.kind());
        found = measured(*store, batch);
      };
      each.measure(s);
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (all.size() == i) all.push_back({found[i].first, ""});
        // Numbers stand side by side; a text is said again only where it is another one.
        std::string& text = all[i].second;
        const bool is_number = found[i].second.find_first_not_of("0123456789") == std::string::npos;
        if (text.empty())
          text = found[i].second;
        else if (is_number)
          text += ' ' + found[i].second;
        else if (text.substr(text.rfind('|') + 1) != found[i].second)
          text += '|' + found[i].second;
      }
    }
    out << each.name << '\n';
    for (const auto& [name, text] : all) out << "  " << name << ": " << text << '\n';
  }
  CHECK(seen.size() == storage::operation_kinds);
  return out.str();
}

/// Compares with what is pinned in a file; PAWL_WRITE_PINS=1 writes it anew.
inline void check_pins(const std::string& path, const std::string& found) {
  if (std::getenv("PAWL_WRITE_PINS") != nullptr) std::ofstream(path) << found;
  std::ifstream file(path);
  REQUIRE(file.good());
  std::istringstream now(found);
  std::string kind;
  std::string pinned_line;
  std::string found_line;
  while (std::getline(file, pinned_line) && std::getline(now, found_line)) {
    if (!found_line.starts_with(' ')) kind = found_line;
    if (pinned_line == found_line) continue;
    FAIL_CHECK(kind << "\n  pinned: " << pinned_line << "\n  found:  " << found_line);
    if (!pinned_line.starts_with(' ') || !found_line.starts_with(' ')) return;
  }
  CHECK_FALSE(std::getline(file, pinned_line));
  CHECK_FALSE(std::getline(now, found_line));
}

}  // namespace batches

// SPDX-License-Identifier: BSL-1.0
// Job types as a store holds them.
#include <pawl/storage/definition.hpp>
#include <pawl/testing/storage/jobs.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::testing;
using storage::definition_of;
using storage::stored_definition;

/// Where two decisions about the same differ; empty if they do not.
std::string difference(const any_decision& a, const any_decision& b) {
  if (a.accepted != b.accepted) return "whether it is accepted";
  if (!a.accepted) return {};
  if (a.count != b.count) return "how many steps it takes";
  for (std::size_t i = 0; i < a.count; ++i)
    if (a.steps[i].from != b.steps[i].from || a.steps[i].on != b.steps[i].on ||
        a.steps[i].to != b.steps[i].to)
      return "which steps it takes";
  if (a.after.state != b.after.state || a.after.phase != b.after.phase ||
      a.after.attempt != b.after.attempt || a.after.retries != b.after.retries ||
      a.after.retryable != b.after.retryable || !(a.after.error == b.after.error))
    return "where it leads";
  if (a.wait_for_attempt != b.wait_for_attempt) return "how long it waits";
  if (a.charged != b.charged || a.dead_letter != b.dead_letter) return "what it costs";
  return {};
}

TEST_CASE("a definition that was stored decides as the job type does") {
  std::size_t decisions = 0;
  for (const job_descriptor* type : law_jobs::all) {
    CAPTURE(std::string(std::string_view(type->handler)));
    const auto stored = stored_definition::read(definition_of(*type));
    REQUIRE(stored);
    const job_descriptor& read = stored->type();
    for (std::size_t s = 0; s < type->states.size(); ++s)
      for (std::size_t e = 0; e < type->events.size(); ++e)
        for (const phase p : {phase::blocked, phase::scheduled, phase::ready, phase::running})
          for (unsigned attempt = 0; attempt < 5; ++attempt)
            for (const bool retryable : {false, true}) {
              const any_position from{.state = static_cast<state_number>(s),
                                      .phase = p,
                                      .attempt = attempt,
                                      .retries = attempt,
                                      .error = "before",
                                      .retryable = !retryable};
              const auto event = static_cast<event_number>(e);
              const ending end{"worker_lost", retryable};
              const auto difference_of_it =
                  difference(type->happen(from, event, 3, end),
                             storage::happen_by_rows(read, from, event, 3, end));
              if (!difference_of_it.empty()) {
                CAPTURE(s, e, static_cast<int>(p), attempt, retryable);
                FAIL_CHECK(difference_of_it);
              }
              ++decisions;
            }
  }
  CHECK(decisions > 10'000);
}

TEST_CASE("a definition is read as it was written") {
  for (const job_descriptor* type : law_jobs::all) {
    const std::string words = definition_of(*type);
    const auto stored = stored_definition::read(words);
    REQUIRE(stored);
    CHECK(definition_of(stored->type()) == words);
    CHECK(stored->type().handler == type->handler);
    CHECK(stored->type().retry == type->retry);
    CHECK(stored->type().limits.size() == type->limits.size());
    CHECK(stored->state_called(type->name_of(0)) == state_number{0});
    CHECK_FALSE(stored->state_called("no such state"));
  }
}

TEST_CASE("a definition keeps who may take each row, and which errors are retried",
          "[VID-19][VID-23]") {
  const job_descriptor& type = law_jobs::filmed;
  const auto stored = stored_definition::read(definition_of(type));
  REQUIRE(stored);
  const job_descriptor& read = stored->type();
  REQUIRE(read.rows.size() == type.rows.size());
  std::size_t restricted = 0;
  for (std::size_t i = 0; i < type.rows.size(); ++i) {
    CHECK(read.rows[i].by == type.rows[i].by);
    if (!type.rows[i].by.is_any()) ++restricted;
  }
  CHECK(restricted == type.rows.size());
  REQUIRE(read.errors.size() == type.errors.size());
  for (const classified_error& each : type.errors) {
    REQUIRE(read.error_called(each.code) != nullptr);
    CHECK(*read.error_called(each.code) == each);
  }
  CHECK(read.error_called("no_such_class") == nullptr);
}

TEST_CASE("what is no definition is not read as one") {
  const std::string words = definition_of(law_jobs::plain);
  CHECK_FALSE(stored_definition::read(""));
  CHECK_FALSE(stored_definition::read("1:1"));
  CHECK_FALSE(stored_definition::read("1:1" + words.substr(3)));
  CHECK_FALSE(stored_definition::read("1:3" + words.substr(3)));
  CHECK_FALSE(stored_definition::read(words + "1:1"));
  CHECK_FALSE(stored_definition::read("99999999999999999999:x"));
  for (std::size_t length = 0; length < words.size(); ++length)
    CHECK_FALSE(stored_definition::read(words.substr(0, length)));
}

TEST_CASE("a guard that only the C++ type knows is not guessed") {
  job_descriptor type = law_jobs::plain;
  std::vector<row_info> rows(type.rows.begin(), type.rows.end());
  for (row_info& each : rows)
    if (!each.guard.empty()) each.guard = "is_monday";
  type.rows = {rows.data(), rows.size()};
  const any_position running{.state = 1, .phase = phase::running, .attempt = 1};
  CHECK_FALSE(storage::happen_by_rows(type, running, *type.event_of(role::lose), 3, {}));
  CHECK(storage::happen_by_rows(type, running, *type.event_of(role::succeed), 3, {}));
}

}  // namespace

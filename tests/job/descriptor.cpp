// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/descriptor.hpp>

#include <vector>

#include <pawl/job/type.hpp>

#include "../examples/jobs/deck.hpp"
#include "../examples/jobs/document.hpp"
#include "../examples/jobs/service.hpp"
#include "../examples/jobs/status.hpp"
#include "../examples/jobs/video.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;

constexpr phase phases[] = {phase::blocked, phase::scheduled, phase::ready,
                            phase::held,    phase::running,   phase::terminal};
constexpr ending ends[] = {{}, {"network_timeout", true}, {"bad_input", false}};
constexpr unsigned most = 3;

/// Whether a any_decision says what a decision says.
template <class L>
bool same(const any_decision& r, const decision<L>& d) {
  if (r.accepted != d.accepted || r.count != d.count || r.charged != d.charged ||
      r.dead_letter != d.dead_letter || r.wait_for_attempt != d.wait_for_attempt)
    return false;
  for (std::size_t i = 0; i < d.count; ++i)
    if (r.steps[i].from != static_cast<state_number>(d.steps[i].from) ||
        r.steps[i].on != static_cast<event_number>(d.steps[i].on) ||
        r.steps[i].to != static_cast<state_number>(d.steps[i].to))
      return false;
  return r.after.state == static_cast<state_number>(d.after.state) &&
         r.after.phase == d.after.phase && r.after.attempt == d.after.attempt &&
         r.after.retries == d.after.retries && r.after.error == d.after.error &&
         r.after.retryable == d.after.retryable;
}

/// Every place in a life that the guards can tell apart.
template <class L>
std::vector<position<L>> positions() {
  std::vector<position<L>> out;
  for (const auto state : states<L>())
    for (const phase p : phases)
      for (unsigned attempt = 0; attempt <= most; ++attempt)
        for (const bool retryable : {false, true})
          out.push_back({state, p, attempt, attempt, retryable ? "timeout" : "", retryable});
  return out;
}

template <class L>
any_position erased(const position<L>& p) {
  return {static_cast<state_number>(p.state), p.phase, p.attempt, p.retries, p.error, p.retryable};
}

TEMPLATE_TEST_CASE("a job type rules as the pure core decides, wherever a job may stand", "",
                   deck_jobs::convert_job, deck_jobs::export_job, deck_jobs::ai_job,
                   service_jobs::report_job, document_jobs::process_job, status_jobs::index_job,
                   video_jobs::instruct_job) {
  using L = typename TestType::lifecycle;
  constexpr const job_descriptor& type = type_of<TestType>;
  std::size_t accepted = 0;
  for (const position<L>& from : positions<L>()) {
    const any_position at = erased(from);
    if (!same(type.claim(at, most), claim<L>(from, most))) FAIL_CHECK("claims differ");
    if (!same(type.come_due(at, most), come_due<L>(from, most))) FAIL_CHECK("due times differ");
    for (const auto event : events<L>())
      for (const ending& end : ends) {
        const any_decision r = type.happen(at, static_cast<event_number>(event), most, end);
        accepted += r ? 1U : 0U;
        if (!same(r, happen<L>(from, event, most, end))) FAIL_CHECK("events differ");
      }
    // An event that does not exist is refused by both.
    const auto beyond = static_cast<event_number>(type.events.size());
    if (type.happen(at, beyond, most, {})) FAIL_CHECK("there is no such event");
  }
  CHECK(accepted > 100);
}

TEMPLATE_TEST_CASE("a job type names its states and events, and restores what it has named", "",
                   deck_jobs::convert_job, service_jobs::report_job, document_jobs::process_job,
                   status_jobs::index_job, video_jobs::instruct_job) {
  using L = typename TestType::lifecycle;
  constexpr const job_descriptor& type = type_of<TestType>;
  CHECK(type.handler == TestType::id);
  CHECK(type.lifecycle == L::name);
  for (const auto state : states<L>()) {
    const auto number = static_cast<state_number>(state);
    CHECK(type.name_of(number) == name_of(state));
    CHECK(type.kind_of(number) == kind_of<L>(state));
    CHECK(type.restore(type.name_of(number)) == number);
    CHECK_FALSE(type.states[number].remote);
  }
  CHECK_FALSE(type.restore("no such state"));
  CHECK_FALSE(type.restore(""));
  for (const auto event : events<L>()) {
    const auto number = static_cast<event_number>(event);
    CHECK(type.events[number].name == name_of(event));
    CHECK(type.event_called(name_of(event)) == number);
    const role r = type.events[number].role;
    if (r != role::outside) CHECK(type.event_of(r) == number);
  }
  CHECK_FALSE(type.event_called("no such event"));
  CHECK(type.beginning().state == static_cast<state_number>(initial<L>));
  CHECK(type.beginning().phase == position<L>{}.phase);
  CHECK_FALSE(type.transition_rows.empty());
}

TEST_CASE("a job type says who may make a step, and what it makes of an error",
          "[VID-19][VID-23]") {
  using video = lifecycles::video;
  constexpr const job_descriptor& type = type_of<video_jobs::instruct_job>;
  std::size_t steps = 0;
  for (const row_info& row : type.rows) {
    const any_step step{row.from, row.on, row.to};
    CHECK(type.triggers_of(step) == triggers_of<video>(static_cast<video::state>(row.from),
                                                       static_cast<video::event>(row.on),
                                                       static_cast<video::state>(row.to)));
    ++steps;
  }
  CHECK(steps > std::size(video::table.rows));
  for (const row_info& row : type_of<deck_jobs::convert_job>.rows) CHECK(row.by.is_any());

  REQUIRE(type.error_called("worker_lost") != nullptr);
  CHECK(type.error_called("worker_lost")->retryable == type.worker_lost_is_retried);
  REQUIRE(type.error_called("internal_bug") != nullptr);
  CHECK_FALSE(type.error_called("internal_bug")->retryable);
  CHECK(type.error_called("no_such_class") == nullptr);
}

TEST_CASE("an event that a lifecycle lacks has no number") {
  CHECK_FALSE(type_of<deck_jobs::convert_job>.event_of(role::submit));
  CHECK_FALSE(type_of<deck_jobs::convert_job>.event_of(role::retry_due));
  CHECK(type_of<document_jobs::process_job>.event_of(role::submit));
}

TEST_CASE("a job type holds what its policies say") {
  constexpr const job_descriptor& convert = type_of<deck_jobs::convert_job>;
  CHECK(convert.retry.max_attempts == 3);
  CHECK(convert.retry.plan == deck_jobs::convert_job::retry::plan);
  CHECK(convert.lease == deck_jobs::convert_job::lease::length);
  CHECK(convert.ranks.size() == 2);
  CHECK(convert.rank_called("high") == 1U);
  CHECK_FALSE(convert.rank_called("urgent"));
  CHECK(convert.key_ttl.count == 86'400'000);
  CHECK_FALSE(convert.key_required);
  CHECK(convert.limits.size() == 1);
  CHECK(convert.keep_results.count == 86'400'000);
  CHECK(convert.keep_dead_letters.count == 7 * 86'400'000LL);
  CHECK(convert.most_input_bytes == 1'048'576);
  CHECK(convert.worker_lost_is_retried);
  CHECK_FALSE(convert.ephemeral);
  CHECK_FALSE(convert.calls_on_success);

  CHECK(type_of<deck_jobs::export_job>.limits[0].point == limit_point::at_claim);
  CHECK(type_of<deck_jobs::ai_job>.limits[0].kind == limit_kind::rate);
}

/// A worker makes it ready for a step that is done elsewhere.
struct remote_start : pawl::job<"test.remote_start", lifecycles::video> {
  using remote = remote_states<lifecycles::video::TRANSCRIBING>;
};
struct remote_step : pawl::job<"test.remote", lifecycles::video> {
  using remote = remote_states<lifecycles::video::EXPORTING>;
  void on_failure() const {}
};
struct second_version : pawl::job<"test.versions", lifecycles::service> {
  struct payload_versions {
    static constexpr unsigned count = 2;
  };
};
using in_memory = pawl::job<"test.memory", lifecycles::service, ephemeral<>>;

TEST_CASE("a handler adds what only it knows: remote states, callbacks, payload versions") {
  constexpr const job_descriptor& type = type_of<remote_step>;
  CHECK(type.states[static_cast<std::size_t>(lifecycles::video::EXPORTING)].remote);
  CHECK_FALSE(type.states[static_cast<std::size_t>(lifecycles::video::GENERATING)].remote);
  CHECK_FALSE(type.starts_elsewhere);
  CHECK(type_of<remote_start>.starts_elsewhere);
  const auto at = [](lifecycles::video::state of) { return static_cast<state_number>(of); };
  CHECK(type_of<remote_start>.starts_elsewhere_from(at(lifecycles::video::AUDIO_READY)));
  CHECK_FALSE(type_of<remote_start>.starts_elsewhere_from(at(lifecycles::video::TRANSCRIPT_READY)));
  CHECK(type.calls_on_failure);
  CHECK_FALSE(type.calls_on_success);
  CHECK(type.newest_version == 1);
  CHECK(type_of<second_version>.newest_version == 2);
}

TEST_CASE("an ephemeral type teaches no database its lifecycle", "[SVC-29]") {
  CHECK(type_of<in_memory>.ephemeral);
  CHECK(type_of<in_memory>.transition_rows.empty());
}

}  // namespace

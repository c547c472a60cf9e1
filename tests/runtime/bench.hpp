// SPDX-License-Identifier: BSL-1.0
// The job types of the five specifications with handlers that a test tells what to do, and a
// service whose engine the test drives step by step, while the clock stands still.
#pragma once

#include <functional>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/testing/stepped_engine.hpp>

#include "../../examples/jobs/deck.hpp"
#include "../../examples/jobs/document.hpp"
#include "../../examples/jobs/service.hpp"
#include "../../examples/jobs/status.hpp"
#include "../../examples/jobs/video.hpp"
#include "../storage/directory.hpp"
#include "../support/catch.hpp"

namespace runtime_test {

using namespace std::chrono_literals;
using namespace pawl::literals;
using pawl::testing::manual_clock;

/// What a handler does next, set by the test.
template <class Outcome, class Context, class Input>
using script = std::shared_ptr<std::function<Outcome(Context&, Input)>>;

struct report : service_jobs::report_job {
  using output = service_jobs::report_output;
  script<outcome<output>, context, service_jobs::report_input> act;
  std::shared_ptr<std::vector<std::string>> told = std::make_shared<std::vector<std::string>>();

  outcome<output> operator()(context& ctx, service_jobs::report_input in) const {
    return (*act)(ctx, std::move(in));
  }
  void on_success(const service_jobs::report_input& in, const output& out) const {
    told->push_back("success " + in.customer + ' ' + out.url);
  }
  void on_failure(const service_jobs::report_input& in, const pawl::job_error& why) const {
    told->push_back("failure " + in.customer + ' ' + std::string(std::string_view(why.code)));
  }
};

struct convert : deck_jobs::convert_job {
  script<outcome<deck_jobs::convert_output>, context, deck_jobs::convert_input> act;
  outcome<deck_jobs::convert_output> operator()(context& ctx, deck_jobs::convert_input in) const {
    return (*act)(ctx, std::move(in));
  }
};

struct process : document_jobs::process_job {
  script<outcome<void>, context, document_jobs::document_input> act;
  outcome<void> operator()(context& ctx, document_jobs::document_input in) const {
    return (*act)(ctx, std::move(in));
  }
};

struct index_subject : status_jobs::index_job {
  script<outcome<void>, context, status_jobs::index_input> act;
  outcome<void> operator()(context& ctx, status_jobs::index_input in) const {
    return (*act)(ctx, std::move(in));
  }
};

/// Extracts, transcribes, generates; editing is done elsewhere. Writes down what it did.
struct instruct : video_jobs::instruct_job {
  using input = video_jobs::video_input;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::REGENERATING>;
  std::shared_ptr<std::vector<std::string>> did = std::make_shared<std::vector<std::string>>();
  std::shared_ptr<int> failures = std::make_shared<int>(0);

  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context&, input) const {
    did->push_back("extract");
    return {};
  }
  outcome<void> run(pawl::at<state::TRANSCRIBING>, context&, input) const {
    did->push_back("transcribe");
    if ((*failures)-- > 0)
      return fail<pawl::error::provider_network_error>("the provider did not answer");
    return {};
  }
  outcome<void> run(pawl::at<state::GENERATING>, context&, input) const {
    did->push_back("generate");
    return {};
  }
  outcome<void> run(pawl::at<state::EXPORTING>, context&, input) const {
    did->push_back("export");
    if ((*failures)-- > 0) return fail<pawl::error::unsupported_codec>("no such codec");
    return {};
  }
};

/// A store in memory for a test's clock.
struct on_memory {
  using store = pawl::testing::memory_store<>;
  std::unique_ptr<store> make(const manual_clock& clock) const {
    return std::make_unique<store>(pawl::storage::memory_options{}, clock);
  }
};
/// One in a file.
struct on_sqlite {
  using store = pawl::storage::sqlite<manual_clock>;
  support::fresh_directory directory{};
  std::unique_ptr<store> make(const manual_clock& clock) const {
    auto opened = store::open(directory / "jobs.db",
                              {.durability = pawl::storage::durability_level::normal}, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    return *std::move(opened);
  }
};
#define PAWL_RUNTIME_STORES runtime_test::on_memory, runtime_test::on_sqlite

/// A service with its engine, which the test drives.
template <class H, class Place = on_memory>
struct bench {
  using store = typename Place::store;

  Place place{};
  manual_clock clock;
  H handler{};
  pawl::service<store, H> jobs;
  std::vector<pawl::observe::log_entry> log{};
  std::vector<pawl::escalation> escalated{};
  std::unique_ptr<pawl::runtime::engine> engine;
  pawl::session<store, H> me;

  explicit bench(H h = make(), pawl::service_options options = {.workers = 4, .prefetch = 4})
      : handler(h),
        jobs(place.make(clock), h),
        engine(pawl::testing::stepped_engine(jobs, listening(options))),
        me(jobs.as({.tenant = "acme", .user = "ann", .organisation = {}})) {
    REQUIRE(engine->enrol());
  }
  static H make() {
    H h{};
    if constexpr (requires { h.act; })
      h.act = std::make_shared<typename decltype(h.act)::element_type>();
    return h;
  }
  pawl::service_options listening(pawl::service_options options) {
    options.log = [this](const pawl::observe::log_entry& e) { log.push_back(e); };
    options.escalate = [this](const pawl::escalation& e) { escalated.push_back(e); };
    return options;
  }

  template <class Input>
  pawl::job_ref<H> submit(const Input& input, const pawl::submit_options& options = {}) {
    const auto made = me.template submit<H>(input, options);
    REQUIRE(made);
    return *made;
  }
  /// A worker enters all that was claimed, and none comes back yet.
  void enter_all() {
    while (engine->enter_one()) {
    }
  }
  /// Runs what can run now, lets the time of the next retry come, and so on, to the end.
  void live_on(int rounds = 20) {
    for (int i = 0; i < rounds; ++i) {
      engine->run_until_idle();
      // In steps, so that the leases are kept.
      for (int step = 0; step < 4; ++step) {
        clock.advance(15s);
        engine->keep_once();
      }
    }
    engine->run_until_idle();
  }
  pawl::job_record record(const pawl::job_ref<H>& job) { return *me.status(job); }
  bool has_logged(std::string_view event) const {
    for (const auto& each : log)
      if (each.event.name() == event) return true;
    return false;
  }
  std::vector<std::string> states(const pawl::job_ref<H>& job) {
    std::vector<std::string> out;
    const auto events = me.events(job.id);
    for (const pawl::job_event& each : *events)
      if (each.kind == pawl::event_kind::transition) {
        if (out.empty()) out.push_back(each.from);
        out.push_back(each.to);
      }
    return out;
  }
};

using service_jobs::report_input;
using service_jobs::report_output;
/// What a lost process had comes back after at most this long.
template <class Job>
constexpr std::chrono::milliseconds longest_backoff{pawl::type_of<Job>.retry.plan.cap.count};

inline const report_input alfki{"ALFKI", 2026};
using names = std::vector<std::string>;

}  // namespace runtime_test

// SPDX-License-Identifier: BSL-1.0
// A handler that guards states: an event from outside leads there only if it agrees.
#include <pawl/client.hpp>

#include <functional>

#include "bench.hpp"

namespace {

using namespace runtime_test;
using pawl::trigger;
using pawl::storage::errc;

/// What a guard was asked, and what it answers.
struct gate {
  std::vector<std::string> asked{};
  std::function<pawl::admission(const pawl::arrival&)> answer = [](const pawl::arrival&) {
    return pawl::admission{};
  };
};

/// Exports are made elsewhere; all else is done here, at once. An upload and an export are verified
/// before the job goes on.
struct guarded : video_jobs::instruct_job {
  using input = video_jobs::video_input;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::REGENERATING, state::EXPORTING>;
  std::shared_ptr<gate> doors = std::make_shared<gate>();

  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context&, input) const { return {}; }
  outcome<void> run(pawl::at<state::TRANSCRIBING>, context&, input) const { return {}; }
  outcome<void> run(pawl::at<state::GENERATING>, context&, input) const { return {}; }

  pawl::admission may_enter(pawl::at<state::UPLOADED>, const pawl::arrival& how,
                            const input& in) const {
    return ask("UPLOADED " + in.video_uri, how);
  }
  pawl::admission may_enter(pawl::at<state::DONE>, const pawl::arrival& how, const input&) const {
    const auto* const made = how.job.newest_artifact("export_uri");
    if (made == nullptr) return "there is no export";
    return ask("DONE " + made->value + ' ' + std::to_string(made->version), how);
  }

 private:
  pawl::admission ask(const std::string& what, const pawl::arrival& how) const {
    doors->asked.push_back(what + " from " + how.job.state + " by " +
                           std::string(std::string_view(name_of(how.by.trigger))) + ':' +
                           how.by.user);
    return doors->answer(how);
  }
};

static_assert(pawl::type_of<guarded>.states[static_cast<int>(guarded::state::UPLOADED)].guarded);
static_assert(!pawl::type_of<guarded>.states[static_cast<int>(guarded::state::EDITING)].guarded);
static_assert(!pawl::type_of<instruct>.states[static_cast<int>(guarded::state::UPLOADED)].guarded);

template <class Place>
struct guarded_bench : bench<guarded, Place> {
  pawl::job_ref<guarded> job = this->submit(video_jobs::video_input{"s3://v"});
  gate& doors = *this->handler.doors;
  pawl::session<typename Place::store, guarded> workflow = this->jobs.as(
      {.tenant = "acme", .user = "n8n", .organisation = {}, .trigger = trigger::workflow});

  pawl::storage::answer_to<pawl::storage::raise::answer_type> report(
      const std::string& target, const std::string& event_id = {}, const std::string& made = {}) {
    pawl::storage::raise op{.scope = pawl::storage::scope::tenant("acme"), .id = job.id};
    op.target = target;
    op.event_id = event_id;
    if (!made.empty()) op.findings.artifacts.emplace_back("export_uri", made);
    auto raised = workflow.raise(std::move(op));
    if (!raised) return pawl::unexpected<pawl::storage::error>(std::move(raised).error());
    return *std::move(raised);
  }
  std::string state() { return this->record(job).state; }
  void exporting() {
    REQUIRE(this->me.raise(job, "confirm_upload"));
    REQUIRE(this->me.raise(job, "run"));
    this->engine->run_until_idle();
    REQUIRE(this->me.raise(job, "edit"));
    REQUIRE(this->me.raise(job, "publish"));
    doors.asked.clear();
  }
};

}  // namespace

TEMPLATE_TEST_CASE("a state that a handler guards is reached only if it agrees", "[VID-20]",
                   PAWL_RUNTIME_STORES) {
  guarded_bench<TestType> b;
  b.doors.answer = [](const pawl::arrival&) -> pawl::admission {
    return "there is no video at s3://v";
  };
  const auto before = b.record(b.job);
  pawl::storage::findings sent;
  sent.artifacts.emplace_back("audio_uri", "s3://a");
  const auto refused = b.me.raise(b.job, "confirm_upload", "e1", sent);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == errc::not_admitted);
  CHECK(refused.error().message == "there is no video at s3://v");
  CHECK(b.doors.asked == names{"UPLOADED s3://v from CREATED by api:ann"});
  // Nothing has changed: neither the job, nor what came with the event, nor its id.
  const auto after = b.record(b.job);
  CHECK(after.state == "CREATED");
  CHECK(after.last_event == before.last_event);
  CHECK(after.fence == before.fence);
  CHECK(after.artifacts.empty());

  b.doors.answer = [](const pawl::arrival&) { return pawl::admission{}; };
  REQUIRE(b.me.raise(b.job, "confirm_upload", "e1", sent));
  CHECK(b.state() == "UPLOADED");
  CHECK(b.record(b.job).artifacts.size() == 1);
  // What only repeats an event asks for nothing more.
  b.doors.asked.clear();
  CHECK(b.me.raise(b.job, "confirm_upload", "e1", sent)->replayed);
  CHECK(b.doors.asked.empty());
}

TEMPLATE_TEST_CASE("a report from elsewhere is asked about like any event", "[VID-20][VID-25]",
                   PAWL_RUNTIME_STORES) {
  guarded_bench<TestType> b;
  b.exporting();
  const auto without = b.report("DONE", "d1");
  REQUIRE_FALSE(without);
  CHECK(without.error().code == errc::not_admitted);
  CHECK(without.error().message == "there is no export");
  b.doors.answer = [](const pawl::arrival&) -> pawl::admission { return "it cannot be read"; };
  CHECK(b.report("DONE", "d1", "s3://bad").error().message == "it cannot be read");
  CHECK(b.state() == "EXPORTING");
  CHECK(b.record(b.job).artifacts.empty());
  b.doors.answer = [](const pawl::arrival&) { return pawl::admission{}; };
  CHECK(b.report("DONE", "d1", "s3://good")->state == "DONE");
  CHECK(b.doors.asked == names{"DONE s3://bad 1 from EXPORTING by workflow:n8n",
                               "DONE s3://good 1 from EXPORTING by workflow:n8n"});
}

TEMPLATE_TEST_CASE("a guard is asked last, and not about failing and being cancelled", "[VID-20]",
                   PAWL_RUNTIME_STORES) {
  guarded_bench<TestType> b;
  b.doors.answer = [](const pawl::arrival&) -> pawl::admission { return "no"; };
  CHECK(b.report("UPLOADED").error().code == errc::wrong_trigger);
  CHECK(b.me.raise(b.job, "publish").error().code == errc::forbidden);
  CHECK(b.doors.asked.empty());
  REQUIRE(b.me.raise(b.job, "upload"));  // a state that nothing guards
  CHECK(b.me.raise(b.job, "confirm_upload").error().code == errc::not_admitted);
  CHECK(b.doors.asked.size() == 1);
  REQUIRE(b.me.raise(b.job, "abort"));
  CHECK(b.state() == "FAILED");

  guarded_bench<TestType> other;
  other.exporting();
  pawl::storage::raise failed{.scope = pawl::storage::scope::tenant("acme"), .id = other.job.id};
  failed.target = "EDITING";
  failed.error = pawl::failure_info{.code = "unsupported_codec", .message = "no"};
  auto me = other.me;
  REQUIRE(me.raise(std::move(failed)));
  CHECK(other.state() == "EDITING");
  REQUIRE(other.me.cancel(other.job));
  CHECK(other.doors.asked.empty());
}

TEMPLATE_TEST_CASE("a guard that throws has not agreed, and what it threw is not told", "[VID-20]",
                   PAWL_RUNTIME_STORES) {
  guarded_bench<TestType> b;
  b.doors.answer = [](const pawl::arrival&) -> pawl::admission {
    throw std::runtime_error("password is hunter2");
  };
  const auto refused = b.me.raise(b.job, "confirm_upload");
  CHECK(refused.error().code == errc::not_admitted);
  CHECK(refused.error().message.find("hunter2") == std::string::npos);
  CHECK(b.state() == "CREATED");
}

TEST_CASE("what a guard throws is told to the log", "[VID-20]") {
  guarded handler;
  handler.doors->answer = [](const pawl::arrival&) -> pawl::admission {
    throw std::runtime_error("the disk is gone");
  };
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(), handler};
  std::mutex mutex;
  std::vector<pawl::observe::log_entry> told;
  REQUIRE(jobs.start({.workers = 1, .log = [&](const pawl::observe::log_entry& each) {
                        const std::scoped_lock lock(mutex);
                        if (each.event.name() == "may_enter_failed") told.push_back(each);
                      }}));
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const auto job = me.submit<guarded>({"s3://v"}).value();
  CHECK(me.raise(job, "confirm_upload").error().code == errc::not_admitted);
  jobs.stop();
  REQUIRE(told.size() == 1);
  CHECK(told[0].message == "may_enter threw: the disk is gone");
  CHECK(told[0].job == job.id);
  CHECK(told[0].handler == "video.instruct");
  CHECK(told[0].tenant == "acme");
}

TEMPLATE_TEST_CASE("a job that has moved while its guard was asked is asked about again",
                   "[VID-20][VID-25]", PAWL_RUNTIME_STORES) {
  guarded_bench<TestType> b;
  b.exporting();
  int times = 0;
  b.doors.answer = [&](const pawl::arrival& how) -> pawl::admission {
    if (++times > 1) return "that export is of another day";
    CHECK(how.job.state == "EXPORTING");
    // Another caller takes the job back to its editor and publishes it again.
    pawl::storage::raise failed{.scope = pawl::storage::scope::tenant("acme"), .id = b.job.id};
    failed.target = "EDITING";
    failed.error = pawl::failure_info{.code = "unsupported_codec", .message = "no"};
    REQUIRE(b.me.raise(std::move(failed)));
    REQUIRE(b.me.raise(b.job, "publish"));
    return {};
  };
  CHECK(b.report("DONE", "d1", "s3://old").error().message == "that export is of another day");
  CHECK(times == 2);
  CHECK(b.state() == "EXPORTING");
}

TEMPLATE_TEST_CASE("a process without the handler cannot get around its guard", "[VID-20]",
                   PAWL_RUNTIME_STORES) {
  guarded_bench<TestType> b;
  // Below all sessions: the store itself wants to hear of the handler's agreement.
  pawl::storage::raise bare{.scope = pawl::storage::scope::tenant("acme"), .id = b.job.id};
  bare.event = "confirm_upload";
  b.jobs.store().apply_one(bare);
  CHECK(bare.answer.error().code == errc::not_admitted);
  CHECK(bare.answer.error().message.find("in a process that runs it") != std::string::npos);
  bare.admitted = pawl::storage::raise::threshold{bare.asked->to, bare.asked->fence + 1};
  b.jobs.store().apply_one(bare);
  CHECK_FALSE(bare.answer);
  CHECK(b.state() == "CREATED");
  CHECK(b.doors.asked.empty());
}

TEST_CASE("a client knows what a handler guards, and has none to ask", "[VID-20]") {
  const support::fresh_directory folder;
  const auto open = [&] { return pawl::storage::sqlite<>::open(folder / "jobs.db").value(); };
  pawl::client only{open(), pawl::jobs<guarded>{}};
  const pawl::principal ann{.tenant = "acme", .user = "ann", .organisation = {}};
  const auto job = only.as(ann).submit<guarded>({"s3://v"}).value();
  const auto refused = only.as(ann).raise(job, "confirm_upload");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == errc::not_admitted);
  CHECK(refused.error().message.find("raise the event in a process that runs it") !=
        std::string::npos);

  // One that has never heard of the type can do nothing with its jobs.
  pawl::service stranger{open(), process{}};
  const auto unknown = stranger.as(ann).raise(job.id, "confirm_upload");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == errc::unknown_handler);

  guarded handler;
  pawl::service whole{open(), handler};
  REQUIRE(whole.as(ann).raise(job, "confirm_upload"));
  CHECK(handler.doors->asked.size() == 1);
  CHECK(only.as(ann).status(job)->state == "UPLOADED");
}

// SPDX-License-Identifier: BSL-1.0
// What docs/guide.md shows, in one program.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include <pawl/job/simulate.hpp>
#include <pawl/lifecycles/video.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/memory.hpp>
#include <pawl/storage/sqlite.hpp>

using namespace pawl::literals;
using namespace std::chrono_literals;

// [payloads]
struct report_input {
  std::string customer;
  int year{};
};
struct report_output {
  std::string url;
};
// [end]

// [retries]
struct no_such_customer : pawl::error_class<"no_such_customer", pawl::retryability::fatal> {};

struct report
    : pawl::job<"acme.report.v1", pawl::lifecycles::service,
                pawl::errors<pawl::error::network_timeout, no_such_customer>,
                pawl::retry<pawl::attempts<3>, pawl::exponential<10_ms, 1_s>, pawl::full_jitter>,
                pawl::timeout<5_min>> {
  outcome<report_output> operator()(context& ctx, report_input in) const {
    if (in.customer.empty()) return fail<no_such_customer>("a report needs a customer");
    if (ctx.attempt() == 1) return fail<pawl::error::network_timeout>("the archive is slow");
    return report_output{"https://reports/" + in.customer};
  }
  void on_failure(const report_input&, const pawl::job_error& why) const {
    std::clog << "an operator should look: " << std::string_view(why.code) << '\n';
  }
};
// [end]

// [stages]
struct import_input {
  std::string file;
  int rows{};
};

struct import_rows
    : pawl::job<"acme.import.v1", pawl::lifecycles::service,
                pawl::stages<pawl::stage<"reading", 0, 20>, pawl::stage<"writing", 20, 100>>,
                pawl::checkpoint<int>> {
  outcome<int> operator()(context& ctx, import_input in) const {
    ctx.enter<"reading">();
    ctx.progress(100, "read " + in.file);
    ctx.enter<"writing">();                  // a cancelled job is left here, between two stages
    int row = ctx.checkpoint().value_or(0);  // where an earlier attempt came to
    for (; row < in.rows; ++row) {
      if (ctx.stop_requested()) return pawl::cancelled;
      if (row % 100 == 0 && !ctx.save(row)) return pawl::snooze{1s};  // it is not stored
      ctx.progress(100 * row / in.rows);
    }
    return row;
  }
};
// [end]

// [pipeline]
struct video_input {
  std::string uri;
};

struct instruct : pawl::job<"acme.instruct.v1", pawl::lifecycles::video> {
  using input = video_input;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::REGENERATING>;  // done elsewhere, told by raise(…)

  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context& ctx, video_input in) const {
    ctx.artifact("audio_uri", in.uri + ".wav");  // kept with the transition, or not at all
    return {};
  }
  outcome<void> run(pawl::at<state::TRANSCRIBING>, context&, video_input) const { return {}; }
  outcome<void> run(pawl::at<state::GENERATING>, context&, video_input) const { return {}; }
  outcome<void> run(pawl::at<state::EXPORTING>, context&, video_input) const { return {}; }
};
// [end]

// [ephemeral]
struct frames {
  std::shared_ptr<std::istream> from;  // no codec could store this
};

struct watch : pawl::job<"acme.watch.v1", pawl::lifecycles::service,
                         pawl::ephemeral<pawl::capacity<100>>, pawl::timeout<1_min>> {
  outcome<std::string> operator()(context&, const frames& in) const {
    return std::string(in.from ? "open" : "closed");
  }
};
// [end]

// [simulation]
static_assert(pawl::simulate<report>(pawl::lifecycles::service::start,
                                     pawl::failing<no_such_customer>)
                  .state == pawl::lifecycles::service::dead_lettered);
// [end]

/// A directory that is given keeps the file of jobs; the program's own is removed.
int main(int count, char** words) {
  const bool is_given = count > 1;
  const std::filesystem::path directory =
      is_given ? words[1] : std::filesystem::temp_directory_path() / "pawl-guide";
  std::filesystem::remove_all(directory);
  std::filesystem::create_directory(directory);
  const std::string path = directory / "jobs.db";

  // [service]
  auto store = pawl::storage::sqlite<>::open(path);
  if (!store) {
    std::cerr << describe(store.error()) << '\n';
    return 1;
  }
  pawl::service jobs{*std::move(store), report{}, import_rows{}, instruct{}, watch{}};
  if (auto started = jobs.start({.workers = 4}); !started) {
    std::cerr << describe(started.error()) << '\n';
    return 1;
  }
  // [end]

  // [session]
  auto acme = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  auto job = acme.submit<report>({"ALFKI", 2026}, {.key = "ALFKI-2026"});
  if (!job) {
    std::cerr << describe(job.error()) << '\n';
    return 1;
  }
  if (auto done = acme.result(*job, 10s))
    std::cout << "report: " << done->url << '\n';
  else
    std::cerr << describe(done.error()) << '\n';
  // [end]

  // [idempotent]
  auto again = acme.submit<report>({"ALFKI", 2026}, {.key = "ALFKI-2026"});
  auto other = acme.submit<report>({"ALFKI", 1999}, {.key = "ALFKI-2026"});
  std::cout << "the same key: " << (*again == *job ? "the same job" : "another job") << ", and "
            << pawl::name_of(other.error().code) << " with another payload\n";
  // [end]

  // [tenants]
  auto initech = jobs.as({.tenant = "initech", .user = "bob", .organisation = {}});
  std::cout << "initech sees: " << pawl::name_of(initech.status(*job).error().code) << '\n';
  // [end]

  // [progress]
  auto rows = acme.submit<import_rows>({"orders.csv", 1000});
  std::cout << "imported " << acme.result(*rows, 10s).value() << " rows\n";
  // [end]

  // [after]
  auto first = acme.submit<import_rows>({"customers.csv", 10});
  auto second = acme.submit<import_rows>({"orders.csv", 10}, {.depends_on = {first->id}});
  std::cout << "after the first: " << acme.wait(*second, 10s)->state << '\n';
  // [end]

  // [dead]
  auto doomed = acme.submit<report>({"", 2026});
  std::cout << "without a customer: " << acme.wait(*doomed, 10s)->state << '\n';
  auto letter = acme.dead_letter(doomed->id);
  std::cout << "its payload: " << letter->payload << '\n';
  auto replayed = acme.replay(doomed->id);
  std::cout << "tried again: " << acme.wait(*replayed, 10s)->state << '\n';
  // [end]

  // [raise]
  using upload = pawl::lifecycles::video;
  auto video = acme.submit<instruct>({"s3://film"});
  if (!acme.raise(*video, upload::confirm_upload)) return 1;
  if (!acme.raise(*video, upload::run, "event-17")) return 1;  // again, it does nothing more
  // [end]
  while (acme.status(*video)->state != "DRAFT_READY") std::this_thread::yield();
  std::cout << "the draft is ready, made from " << acme.status(*video)->artifacts[0].value << '\n';

  auto stream = acme.submit<watch>({nullptr});
  std::cout << "the stream is " << acme.result(*stream, 10s).value() << '\n';

  jobs.stop();
  if (!is_given) std::filesystem::remove_all(directory);
}

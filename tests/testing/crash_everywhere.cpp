// SPDX-License-Identifier: BSL-1.0
// Jobs whose process dies, or is overtaken by another, at every one of their commits; and handlers
// with flaws that only this brings to light.
#include <sqlite3.h>

#include <map>
#include <set>

#include <pawl/testing/crash_everywhere.hpp>
#include <pawl/testing/sqlite_store.hpp>

#include "../../examples/jobs/deck.hpp"
#include "../../examples/jobs/document.hpp"
#include "../../examples/jobs/service.hpp"
#include "../../examples/jobs/video.hpp"
#include "../support/catch.hpp"

namespace {

using namespace pawl::testing;
using service_jobs::report_input;
using service_jobs::report_output;
using names = std::vector<std::string>;

/// Fails once, and tells the test when it is done.
struct report : service_jobs::report_job {
  std::shared_ptr<names> told = std::make_shared<names>();
  std::shared_ptr<bool> failed = std::make_shared<bool>(false);

  outcome<report_output> operator()(context& ctx, report_input in) const {
    ctx.progress(50, "half of it");
    if (!std::exchange(*failed, true)) return fail<pawl::error::network_timeout>("no answer");
    return report_output{in.customer};
  }
  void on_success(const report_input& in, const report_output&) const {
    told->push_back(in.customer);
  }
};

/// Fails as often as it is told before it succeeds, or fails for good.
struct process : document_jobs::process_job {
  std::shared_ptr<int> failures;
  bool fatally = false;

  outcome<void> operator()(context&, document_jobs::document_input) const {
    if (fatally) return fail<pawl::error::invalid_document>("no document");
    if ((*failures)-- > 0) return fail<pawl::error::resource_unavailable>("not there yet");
    return {};
  }
};

/// Writes pages, and knows which it has written. A page that is written again is the same page.
struct convert : deck_jobs::convert_job {
  std::shared_ptr<std::map<int, int>> pages = std::make_shared<std::map<int, int>>();

  outcome<deck_jobs::convert_output> operator()(context& ctx, deck_jobs::convert_input in) const {
    ctx.enter<"extracting">();
    for (int page = ctx.checkpoint().value_or(0); page < 3; ++page) {
      ++(*pages)[page];
      if (!ctx.save(page + 1)) return pawl::cancelled;
    }
    return deck_jobs::convert_output{in.document, 3};
  }
};

/// Each page at least once; and not more often than once more for the crash.
std::string pages_are_right(const std::map<int, int>& pages) {
  if (pages.size() != 3) return "pages are missing";
  int sum = 0;
  for (const auto& [page, times] : pages) sum += times;
  return sum > 4 ? "pages were written that the checkpoint had" : "";
}

struct instruct : video_jobs::instruct_job {
  using input = video_jobs::video_input;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::REGENERATING>;
  std::shared_ptr<std::set<std::string>> did = std::make_shared<std::set<std::string>>();

  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context&, input) const {
    did->insert("extract");
    return {};
  }
  outcome<void> run(pawl::at<state::TRANSCRIBING>, context&, input) const {
    if (did->insert("try to transcribe").second)
      return fail<pawl::error::provider_network_error>("the provider did not answer");
    did->insert("transcribe");
    return {};
  }
  outcome<void> run(pawl::at<state::GENERATING>, context&, input) const {
    did->insert("generate");
    return {};
  }
  outcome<void> run(pawl::at<state::EXPORTING>, context&, input) const {
    did->insert("export");
    return {};
  }
};

/// What a person does with a video, when it is their turn.
template <class Bench, class Job>
bool what_people_do(Bench& jobs, const Job& job) {
  static const std::map<std::string, std::string> next = {{"CREATED", "confirm_upload"},
                                                          {"UPLOADED", "run"},
                                                          {"DRAFT_READY", "run"},
                                                          {"EDITING", "publish"}};
  const auto event = next.find(jobs.state(job));
  return event != next.end() && jobs.session().raise(job.id, event->second).has_value();
}

/// Charges a customer; whether once, is up to `Once`.
template <bool Once>
struct charge : service_jobs::report_job {
  std::shared_ptr<std::map<std::string, int>> charged =
      std::make_shared<std::map<std::string, int>>();

  outcome<void> operator()(context& ctx, report_input) const {
    // A payment provider that is told the job's id knows a repetition.
    const std::string key(ctx.job_id());
    if (!Once || !charged->contains(key)) ++(*charged)[key];
    return {};
  }
};

/// Publishes under its fence. The careful one looks whether it still has the job.
template <bool Careful>
struct publish : service_jobs::report_job {
  std::shared_ptr<std::uint64_t> published = std::make_shared<std::uint64_t>(0);

  outcome<void> operator()(context& ctx, report_input) const {
    const bool mine = ctx.save(1);
    if (Careful && !mine) return pawl::cancelled;
    *published = ctx.fence();
    return {};
  }
};

/// Ends without a word of its own about failures: a bug is not tried again.
struct hopeless : service_jobs::report_job {
  outcome<void> operator()(context&, report_input) const {
    return fail<pawl::error::network_timeout>("no answer");
  }
};

struct awaiting : pawl::job<"test.awaiting", pawl::lifecycles::service, pawl::checkpoint<int>> {
  std::shared_ptr<int> runs = std::make_shared<int>(0);
  static pawl::task<int> half(context& ctx) { co_return ctx.save(1) ? 1 : 0; }
  pawl::task<outcome<int>> operator()(context& ctx, report_input) const {
    const int saved = co_await half(ctx);
    if (saved == 0) co_return pawl::cancelled;
    ++*runs;
    co_return 1;
  }
};

/// Books in a table of its own, in the store's file, and ends its job in the same transaction.
struct book : service_jobs::report_job {
  struct close {
    void operator()(sqlite3* db) const { sqlite3_close(db); }
  };
  using connection = std::unique_ptr<sqlite3, close>;
  std::shared_ptr<std::string> path;

  static connection open(const std::string& file, const char* sql) {
    sqlite3* db = nullptr;
    sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr);
    connection opened(db);
    if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
      throw std::runtime_error(sqlite3_errmsg(db));
    return opened;
  }
  outcome<report_output> operator()(context& ctx, report_input in) const {
    const connection db = open(*path, "BEGIN IMMEDIATE; INSERT INTO booked VALUES (1)");
    const auto done = ctx.complete_in(db.get(), report_output{in.customer});
    if (!done) return pawl::cancelled;
    sqlite3_exec(db.get(), "COMMIT", nullptr, nullptr, nullptr);
    return *done;
  }
};

const report_input alfki{"ALFKI", 2026};

/// Where something failed, without repetitions.
std::set<std::string> moments_in(const crash_report& all) {
  std::set<std::string> out;
  for (const crash_failure& each : all.failures)
    out.insert(each.where.substr(0, each.where.find(' ')));
  return out;
}

template <class H>
crash_plan<H, sqlite_store> on_sqlite() {
  crash_plan<H, sqlite_store> plan;
  plan.handler = [] { return H{}; };
  plan.store = fresh_sqlite_store;
  plan.reopen = reopened_sqlite_store;
  return plan;
}

}  // namespace

TEST_CASE("a report survives a crash at every commit, and its callback is called", "[SVC-15]") {
  const auto crashes = crash_everywhere([] { return report{}; }, alfki,
                                        [](auto& jobs, auto job) {
                                          return jobs.state(job) == "succeeded" &&
                                                 !jobs.template handler<report>().told->empty();
                                        });
  INFO(crashes);
  CHECK(crashes.ok());
  CHECK(crashes.points > 30);
}

TEST_CASE("a conversion goes on from its checkpoint wherever it was interrupted",
          "[SVC-16][DECK-29]") {
  const auto crashes =
      crash_everywhere([] { return convert{}; }, {"d1", "s3://x"},
                       [](auto& jobs, auto job) {
                         if (jobs.state(job) != "succeeded")
                           return std::string("it is ") + jobs.state(job);
                         return pages_are_right(*jobs.template handler<convert>().pages);
                       });
  INFO(crashes);
  CHECK(crashes.ok());
}

TEST_CASE("a pipeline goes on where it was, with events from outside in between", "[VID-16]") {
  crash_plan<instruct> plan{
      .handler = [] { return instruct{}; },
      .input = {"s3://v"},
      .check =
          [](auto& jobs, const auto& job) {
            const auto& did = *jobs.template handler<instruct>().did;
            return jobs.state(job) == "DONE" && did.size() == 5 ? "" : "it is " + jobs.state(job);
          },
      .outside = [](auto& jobs, const auto& job) { return what_people_do(jobs, job); }};
  const auto crashes = crash_everywhere(plan);
  INFO(crashes);
  CHECK(crashes.ok());
}

TEST_CASE("a job that never succeeds ends within its attempts, whatever happens") {
  const auto crashes = crash_everywhere([] { return hopeless{}; }, alfki);
  INFO(crashes);
  CHECK(crashes.ok());
}

TEST_CASE("every document ends, whatever fails and whenever its process dies", "[DOC-09]") {
  // So many transient failures, or (-1) one that is final.
  const int failing = GENERATE(-1, 0, 1, 2, 3, 4, 9);
  CAPTURE(failing);
  const auto make = [&] {
    process out;
    out.failures = std::make_shared<int>(failing);
    out.fatally = failing < 0;
    return out;
  };
  const auto crashes = crash_everywhere(make, {"ref"}, [&](auto& jobs, auto job) {
    const pawl::job_record is = jobs.record(job);
    const bool done = is.state == "SUCCEEDED";
    if (!done && is.state != "FAILED") return "it is " + is.state;
    if (is.error.has_value() == done) return std::string("its end and its error do not agree");
    if (is.retries > 3) return std::string("it was retried too often");
    // A crash costs at most one attempt, and may hide one failure: with three or four, either end
    // is right.
    const bool is_open = failing == 3 || failing == 4;
    if (!is_open && done != (failing >= 0 && failing < 3)) return "it is " + is.state;
    return std::string();
  });
  INFO(crashes);
  CHECK(crashes.ok());
}

TEST_CASE("a coroutine is left where it was when its process dies") {
  const auto crashes = crash_everywhere(
      [] { return awaiting{}; }, alfki,
      [](auto& jobs, auto) { return *jobs.template handler<awaiting>().runs >= 1; });
  INFO(crashes);
  CHECK(crashes.ok());
}

TEST_CASE("jobs that are held behind others survive as well") {
  crash_plan<report> plan{.handler = [] { return report{}; },
                          .input = alfki,
                          .before =
                              [](auto& jobs) {
                                for (int i = 0; i < 3; ++i)
                                  jobs.template submit<report>({"other", i});
                              },
                          .service = {.workers = 1, .prefetch = 4}};
  const auto crashes = crash_everywhere(plan);
  INFO(crashes);
  CHECK(crashes.ok());
}

TEST_CASE("on SQLite, where the next process opens the file again", "[SVC-15]") {
  auto plan = on_sqlite<convert>();
  plan.input = {"d1", "s3://x"};
  plan.check = [](auto& jobs, const auto&) {
    return pages_are_right(*jobs.template handler<convert>().pages);
  };
  const auto crashes = crash_everywhere(plan);
  INFO(crashes);
  CHECK(crashes.ok());
}

TEST_CASE("an effect in the transaction that ends the job happens exactly once", "[SVC-16]") {
  const auto path = std::make_shared<std::string>();
  auto plan = on_sqlite<book>();
  plan.handler = [path] {
    book handler;
    handler.path = path;
    return handler;
  };
  plan.input = alfki;
  plan.store = [path](manual_clock clock) {
    auto store = fresh_sqlite_store(clock);
    *path = store->path();
    book::open(*path, "CREATE TABLE booked (amount INTEGER)");
    return store;
  };
  plan.check = [path](auto& jobs, const auto& job) -> std::string {
    if (jobs.state(job) != "succeeded") return "it is " + jobs.state(job);
    const auto db = book::open(*path, "");
    int rows = 0;
    const auto count = [](void* out, int, char** values, char**) {
      *static_cast<int*>(out) = std::atoi(values[0]);
      return 0;
    };
    sqlite3_exec(db.get(), "SELECT count(*) FROM booked", count, &rows, nullptr);
    return rows == 1 ? "" : "it was booked " + std::to_string(rows) + " times";
  };
  const auto crashes = crash_everywhere(plan);
  INFO(crashes);
  CHECK(crashes.ok());
}

TEST_CASE("an effect that nobody recognises when it comes again is found") {
  const auto good =
      crash_everywhere([] { return charge<true>{}; }, alfki,
                       [](auto& jobs, auto) {
                         return jobs.template handler<charge<true>>().charged->begin()->second == 1;
                       });
  INFO(good);
  CHECK(good.ok());

  const auto bad = crash_everywhere(
      [] { return charge<false>{}; }, alfki,
      [](auto& jobs, auto) {
        return jobs.template handler<charge<false>>().charged->begin()->second == 1;
      });
  CHECK_FALSE(bad.ok());
  CHECK(moments_in(bad) == std::set<std::string>{"crash", "overtaken", "outrun"});
  CHECK(bad.failures[0].where.find("crash before the commit of settle") == 0);
}

TEST_CASE("a worker that goes on without looking whether it still has its job is found") {
  const auto newest = [](std::uint64_t published, const pawl::job_record& job) {
    return published == job.fence;
  };
  const auto good = crash_everywhere(
      [] { return publish<true>{}; }, alfki,
      [&](auto& jobs, auto job) {
        return newest(*jobs.template handler<publish<true>>().published, jobs.record(job));
      });
  INFO(good);
  CHECK(good.ok());
  const auto bad = crash_everywhere(
      [] { return publish<false>{}; }, alfki,
      [&](auto& jobs, auto job) {
        return newest(*jobs.template handler<publish<false>>().published, jobs.record(job));
      });
  // Only a process that comes back can do harm.
  CHECK(moments_in(bad) == std::set<std::string>{"outrun"});
}

TEST_CASE("a check that fails without a crash says so") {
  const auto crashes =
      crash_everywhere([] { return report{}; }, alfki, [](auto&, auto) { return false; });
  REQUIRE_FALSE(crashes.failures.empty());
  CHECK(crashes.failures[0].where == "without a crash");
  CHECK(crashes.failures[0].what == "the check does not hold");
  CHECK(crashes.failures.size() == crashes.points + 1);
}

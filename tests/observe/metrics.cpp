// SPDX-License-Identifier: BSL-1.0
#include <pawl/observe/metrics.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include <pawl/observe/catalogue.hpp>
#include <pawl/observe/prometheus.hpp>

#include "observe/exposition.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl::observe;
using namespace std::chrono_literals;
using observe_test::buckets;
using observe_test::exposition;
using std::chrono::microseconds;

/// One job of each kind of fate, so that every metric has a sample.
void live(metrics& all, const std::string& type) {
  job_metrics& m = all.of(type);
  m.submitted(4);
  m.shed();
  m.queue_depth(3);
  m.started(20ms);
  m.left_stage("extracting", 1500ms);
  m.retried("network_timeout");
  m.stopped();
  m.restarted();
  m.stopped();
  m.finished({job_outcome::succeeded, 3600ms, 2, {}});
  m.started(1ms);
  m.stopped();
  m.finished({job_outcome::failed, 40ms, 1, "unsupported_format"});
  m.started(1ms);
  m.lease_lost();
  m.stuck();
  m.callback_given_up();
  m.finished({.outcome = job_outcome::cancelled});
  all.claimed(2);
  all.committed(5);
  all.store_failed();
  all.workers_busy(1);
  all.concurrency_limit(8);
}

TEST_CASE("the nine metrics of the specification have its names, types and labels", "[DECK-18]") {
  struct specified {
    std::string name;
    std::string type;
    std::vector<std::string> labels;
  };
  // Copied from the specification's table.
  const std::vector<specified> table = {
      {"job_enqueue_total", "counter", {"job_type"}},
      {"job_start_total", "counter", {"job_type"}},
      {"job_duration_seconds", "histogram", {"job_type", "outcome"}},
      {"job_attempts", "histogram", {"job_type"}},
      {"job_in_progress", "gauge", {"job_type"}},
      {"job_retry_total", "counter", {"job_type", "error_class"}},
      {"job_failure_total", "counter", {"job_type", "error_class"}},
      {"job_canceled_total", "counter", {"job_type"}},
      {"job_stage_time_seconds", "histogram", {"job_type", "stage"}},
  };
  metrics all;
  live(all, "convert");
  const exposition text(to_prometheus(all));
  for (const specified& each : table) {
    INFO(each.name);
    const auto found = std::ranges::find(text.families, each.name, &observe_test::family::name);
    REQUIRE(found != text.families.end());
    CHECK(found->type == each.type);
    std::size_t samples = 0;
    for (const auto& [sample, value] : text.samples) {
      std::vector<std::string> labels = each.labels;
      std::string name = sample.substr(0, sample.find('{'));
      if (each.type == "histogram") {
        if (name == each.name + "_bucket") labels.emplace_back("le");
        if (name != each.name + "_bucket" && name != each.name + "_sum" &&
            name != each.name + "_count")
          continue;
      } else if (name != each.name) {
        continue;
      }
      ++samples;
      std::string rest = sample.substr(sample.find('{'));
      char before = '{';
      for (const std::string& label : labels) {
        INFO(sample);
        REQUIRE(rest.starts_with(before + label + "=\""));
        rest = rest.substr(rest.find('"') + 1);
        rest = rest.substr(rest.find('"') + 1);
        before = ',';
      }
      CHECK(rest == "}");
    }
    CHECK(samples != 0);
  }
}

TEST_CASE("what is exported is what the catalogue describes") {
  constexpr pawl::objective_list level{.p95 = {15'000}, .failure_percent = 2};
  metrics all;
  live(all, "convert");
  all.of("convert").aims_at(level);
  const exposition text(to_prometheus(all));
  REQUIRE(text.families.size() == catalogue().size());
  for (std::size_t i = 0; i < catalogue().size(); ++i) {
    const metric_description& about = catalogue()[i];
    CHECK(text.families[i].name == std::string_view(about.name()));
    CHECK(text.families[i].type == std::string_view(pawl::name_of(about.type)));
    CHECK(text.families[i].help == std::string_view(about.help));
    // The labels that are described are those of a sample.
    std::string begin{std::string_view(about.name())};
    if (about.type == metric_type::histogram) begin += "_count";
    const auto sample = text.samples.lower_bound(begin);
    REQUIRE(sample != text.samples.end());
    std::string names;
    bool in_value = false;
    for (const char c : sample->first.substr(begin.size())) {
      if (c == '"') in_value = !in_value;
      if (!in_value && c != '"' && c != '{' && c != '}') names += c;
    }
    std::string described;
    for (const pawl::text label : about.labels)
      if (!label.empty())
        described += (described.empty() ? "" : ",") + std::string(std::string_view(label)) + "=";
    CHECK(names == described);
  }
}

TEST_CASE("the life of jobs is counted where it belongs") {
  metrics all;
  live(all, "convert");
  const exposition text(to_prometheus(all));
  CHECK(text[R"(job_enqueue_total{job_type="convert"})"] == "4");
  CHECK(text[R"(job_start_total{job_type="convert"})"] == "3");
  CHECK(text[R"(job_in_progress{job_type="convert"})"] == "1");
  CHECK(text[R"(job_canceled_total{job_type="convert"})"] == "1");
  CHECK(text[R"(job_retry_total{job_type="convert",error_class="network_timeout"})"] == "1");
  CHECK(text[R"(job_failure_total{job_type="convert",error_class="network_timeout"})"] == "0");
  CHECK(text[R"(job_failure_total{job_type="convert",error_class="unsupported_format"})"] == "1");
  CHECK(text[R"(job_attempts_sum{job_type="convert"})"] == "3");
  CHECK(text[R"(job_attempts_count{job_type="convert"})"] == "3");
  CHECK(text[R"(job_duration_seconds_sum{job_type="convert",outcome="succeeded"})"] == "3.6");
  CHECK(text[R"(job_duration_seconds_sum{job_type="convert",outcome="failed"})"] == "0.04");
  // It was never begun, so it took no time; but it is cancelled.
  CHECK(text[R"(job_duration_seconds_count{job_type="convert",outcome="cancelled"})"] == "0");
  CHECK(text[R"(job_stage_time_seconds_sum{job_type="convert",stage="extracting"})"] == "1.5");
  CHECK(text[R"(pawl_queue_wait_seconds_count{job_type="convert"})"] == "3");
  CHECK(text[R"(pawl_queue_wait_seconds_sum{job_type="convert"})"] == "0.022");
  CHECK(text[R"(pawl_queue_depth{job_type="convert"})"] == "3");
  CHECK(text[R"(pawl_leases_lost_total{job_type="convert"})"] == "1");
  CHECK(text[R"(pawl_jobs_shed_total{job_type="convert"})"] == "1");
  CHECK(text[R"(pawl_stuck_handlers_total{job_type="convert"})"] == "1");
  CHECK(text[R"(pawl_callbacks_given_up_total{job_type="convert"})"] == "1");
  CHECK(text["pawl_claims_total"] == "1");
  CHECK(text["pawl_claimed_jobs_total"] == "2");
  CHECK(text[R"(pawl_commit_operations_bucket{le="4"})"] == "0");
  CHECK(text[R"(pawl_commit_operations_bucket{le="8"})"] == "1");
  CHECK(text["pawl_store_failures_total"] == "1");
  CHECK(text["pawl_workers_busy"] == "1");
  CHECK(text["pawl_concurrency_limit"] == "8");
}

TEST_CASE("a dead job is a failure of its class") {
  metrics all;
  all.of("a").finished({job_outcome::dead_lettered, 9s, 5, "network_timeout"});
  const exposition text(to_prometheus(all));
  CHECK(text[R"(job_duration_seconds_count{job_type="a",outcome="dead_lettered"})"] == "1");
  CHECK(text[R"(job_failure_total{job_type="a",error_class="network_timeout"})"] == "1");
}

TEST_CASE("a class and a stage that were asked for are zero before anything happens") {
  metrics all;
  all.of("a").error("network_timeout");
  all.of("a").stage("extracting");
  const exposition text(to_prometheus(all));
  CHECK(text[R"(job_retry_total{job_type="a",error_class="network_timeout"})"] == "0");
  CHECK(text[R"(job_stage_time_seconds_count{job_type="a",stage="extracting"})"] == "0");
}

TEST_CASE("a job type is one object, and its neighbours do not move it") {
  metrics all;
  job_metrics& first = all.of("m");
  for (int i = 0; i < 100; ++i) all.of("type" + std::to_string(i)).submitted();
  CHECK(&all.of("m") == &first);
}

TEST_CASE("updates of many threads add up, and scrapes meanwhile agree with themselves") {
  constexpr int threads = 4;
  constexpr int rounds = 5000;
  metrics all;
  std::atomic<bool> done{false};
  std::string contradiction;
  std::thread scraper([&] {
    while (!done) {
      const exposition text(to_prometheus(all));
      for (const auto& [sample, value] : text.samples) {
        const auto count = sample.find("_count{");
        if (count == sample.npos) continue;
        std::string inf = sample;
        inf.replace(count, 7, "_bucket{").insert(inf.size() - 1, ",le=\"+Inf\"");
        if (text[inf] != value) contradiction = inf;
      }
    }
  });
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      job_metrics& mine = all.of(t % 2 == 0 ? "even" : "odd");
      for (int i = 0; i < rounds; ++i) {
        mine.submitted();
        mine.started(1ms);
        mine.retried(i % 2 == 0 ? "network_timeout" : "timeout");
        mine.stopped();
        mine.finished({job_outcome::succeeded, 250us, 2, {}});
        all.committed(3);
      }
    });
  for (std::thread& each : workers) each.join();
  done = true;
  scraper.join();
  CHECK(contradiction.empty());
  const exposition text(to_prometheus(all));
  for (const std::string type : {"even", "odd"}) {
    CHECK(text["job_enqueue_total{job_type=\"" + type + "\"}"] == "10000");
    CHECK(text["job_in_progress{job_type=\"" + type + "\"}"] == "0");
    CHECK(text["job_retry_total{job_type=\"" + type + "\",error_class=\"timeout\"}"] == "5000");
    const std::string of = "{job_type=\"" + type + "\",outcome=\"succeeded\"}";
    CHECK(text["job_duration_seconds_count" + of] == "10000");
    CHECK(text["job_duration_seconds_sum" + of] == "2.5");
  }
  CHECK(text["pawl_commit_operations_sum"] == "60000");
}

TEST_CASE("quantiles and the failure rate of a job type are read from what is exported",
          "[DECK-34]") {
  metrics all;
  // Durations from two milliseconds to three hours, evenly on a logarithmic scale.
  std::vector<double> seconds;
  job_metrics& convert = all.of("convert");
  for (int i = 0; i < 1000; ++i) {
    const double each = 0.002 * std::pow(3 * 3600 / 0.002, i / 999.0);
    seconds.push_back(each);
    convert.finished(
        {job_outcome::succeeded, microseconds(static_cast<std::int64_t>(each * 1e6)), 1, {}});
  }
  for (int i = 0; i < 20; ++i)
    convert.finished({job_outcome::failed, 1s, 3, i < 5 ? "validation_error" : "network_timeout"});
  all.of("export").finished({job_outcome::succeeded, 7h, 1, {}});

  const exposition text(to_prometheus(all));
  const buckets of(text, "job_duration_seconds", R"(job_type="convert",outcome="succeeded")");
  for (const double q : {0.5, 0.95, 0.99}) {
    const double exact = seconds[static_cast<std::size_t>(q * 1000) - 1];
    INFO("quantile " << q << " is " << exact);
    // A quantile lies in the bucket of the exact one: no further off than its neighbours.
    CHECK(of.quantile(q) > exact / 3);
    CHECK(of.quantile(q) < exact * 3);
  }
  // The targets of the specification are bounds: what met them can be counted.
  for (const double target : {6., 15., 30., 4., 12., 25., 1.2, 8.}) CHECK(of.has_bound(target));

  const auto ended = [&](const std::string& outcome) {
    return observe_test::to_number(
        text["job_duration_seconds_count{job_type=\"convert\",outcome=\"" + outcome + "\"}"]);
  };
  // What the user did wrong is not in the rate: the classes tell it apart.
  const double failed = observe_test::to_number(
      text[R"(job_failure_total{job_type="convert",error_class="network_timeout"})"]);
  CHECK(failed / (ended("succeeded") + ended("failed")) == 15. / 1020);
}

}  // namespace

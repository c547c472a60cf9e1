// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include <pawl/observe/prometheus.hpp>
#include <pawl/observe/prometheus_text.hpp>

namespace pawl::observe {

namespace detail {

/// One look at a registry.
class scrape {
 public:
  explicit scrape(const metrics& all) : all_(all) {
    // Job types are never removed, so they may be looked at without the lock.
    const std::scoped_lock lock(all.mutex_);
    all.jobs_.for_each(
        [&](std::string_view name, const job_metrics& of) { jobs_.push_back({name, &of}); });
    std::sort(jobs_.begin(), jobs_.end(),
              [](const named_job& a, const named_job& b) { return a.name < b.name; });
  }

  [[nodiscard]] std::string text() && {
    for (const metric_description& about : catalogue()) {
      out_.family(about);
      write(about.id);
    }
    return std::move(out_).finish();
  }

 private:
  struct named_job {
    std::string_view name;
    const job_metrics* of;
  };

  template <class Instrument>
  void each_job(Instrument job_metrics::* member) {
    for (const named_job& job : jobs_) out_.sample({{"job_type", job.name}}, job.of->*member);
  }
  /// By label, so that two scrapes have one order.
  template <class Instrument, class Sample>
  void each_label(labelled<Instrument> job_metrics::* member, Sample sample) {
    for (const named_job& job : jobs_) {
      std::map<std::string_view, const Instrument*> sorted;
      (job.of->*member).for_each([&](std::string_view label, const Instrument& instrument) {
        sorted.emplace(label, &instrument);
      });
      for (const auto& [label, instrument] : sorted) sample(job.name, label, *instrument);
    }
  }
  /// Of job types that declare a service level.
  template <class Sample>
  void each_level(Sample sample) {
    for (const named_job& job : jobs_)
      if (const objective_list* level = job.of->level_.load(std::memory_order_acquire);
          level != nullptr && !level->empty())
        sample(job.name, *level);
  }
  void each_error(counter job_metrics::error_metrics::* member) {
    each_label(&job_metrics::errors_, [&](auto job, auto code, const auto& of) {
      out_.sample({{"job_type", job}, {"error_class", code}}, of.*member);
    });
  }

  void write(metric which) {
    switch (which) {
      case metric::job_enqueue_total:
        return each_job(&job_metrics::enqueued_);
      case metric::job_start_total:
        return each_job(&job_metrics::starts_);
      case metric::job_duration_seconds:
        for (const named_job& job : jobs_)
          for (const auto outcome : {job_outcome::succeeded, job_outcome::failed,
                                     job_outcome::cancelled, job_outcome::dead_lettered})
            out_.sample({{"job_type", job.name}, {"outcome", name_of(outcome)}},
                        job.of->durations_[static_cast<std::size_t>(outcome)]);
        return;
      case metric::job_attempts:
        return each_job(&job_metrics::attempts_);
      case metric::job_in_progress:
        return each_job(&job_metrics::running_);
      case metric::job_retry_total:
        return each_error(&job_metrics::error_metrics::retries_);
      case metric::job_failure_total:
        return each_error(&job_metrics::error_metrics::failures_);
      case metric::job_canceled_total:
        return each_job(&job_metrics::cancelled_);
      case metric::job_stage_time_seconds:
        return each_label(&job_metrics::stages_, [&](auto job, auto stage, const auto& of) {
          out_.sample({{"job_type", job}, {"stage", stage}}, of);
        });
      case metric::pawl_first_output_seconds:
        return each_job(&job_metrics::first_outputs_);
      case metric::pawl_objective_seconds:
        return each_level([&](auto job, const objective_list& level) {
          for (const auto& [quantile, time] :
               {std::pair("0.5", level.p50), std::pair("0.95", level.p95),
                std::pair("0.99", level.p99)})
            if (time.count != 0)
              out_.sample({{"job_type", job}, {"quantile", quantile}},
                          static_cast<double>(time.count) / 1000);
        });
      case metric::pawl_objective_failure_ratio:
        return each_level([&](auto job, const objective_list& level) {
          if (level.failure_percent != 0)
            out_.sample({{"job_type", job}}, static_cast<double>(level.failure_percent) / 100);
        });
      case metric::pawl_queue_wait_seconds:
        return each_job(&job_metrics::waits_);
      case metric::pawl_held_seconds:
        return each_job(&job_metrics::held_);
      case metric::pawl_queue_depth:
        return each_job(&job_metrics::depth_);
      case metric::pawl_leases_lost_total:
        return each_job(&job_metrics::leases_lost_);
      case metric::pawl_jobs_shed_total:
        return each_job(&job_metrics::shed_);
      case metric::pawl_stuck_handlers_total:
        return each_job(&job_metrics::stuck_);
      case metric::pawl_callbacks_given_up_total:
        return each_job(&job_metrics::callbacks_given_up_);
      case metric::pawl_claims_total:
        return out_.sample({}, all_.claims_);
      case metric::pawl_claimed_jobs_total:
        return out_.sample({}, all_.claimed_jobs_);
      case metric::pawl_commit_operations:
        return out_.sample({}, all_.commits_);
      case metric::pawl_store_failures_total:
        return out_.sample({}, all_.store_failures_);
      case metric::pawl_workers_busy:
        return out_.sample({}, all_.busy_);
      case metric::pawl_concurrency_limit:
        return out_.sample({}, all_.limit_);
    }
  }

  const metrics& all_;
  std::vector<named_job> jobs_;
  prometheus_text out_;
};

}  // namespace detail

PAWL_INLINE std::string to_prometheus(const metrics& of) { return detail::scrape(of).text(); }

}  // namespace pawl::observe

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/light_map.hpp>
#include <pawl/observe/instruments.hpp>
#include <pawl/policies/objectives.hpp>

namespace pawl::observe {

namespace detail {

class scrape;

}  // namespace detail

/// How a job ended. The enumerators are the values of the label `outcome`.
enum class job_outcome : unsigned char { succeeded, failed, cancelled, dead_lettered };

/// The end of a job, once and for all.
struct job_end {
  job_outcome outcome{};
  /// Since its first start; nothing if it was never started.
  std::optional<std::chrono::microseconds> ran{};
  unsigned attempts = 0;
  /// The code of the class, of a job that failed or is dead.
  std::string_view error{};
  bool callers_own = false;  ///< the error is of a class that is neither retried nor a bug
};

/// The metrics of one job type. The engine keeps a reference: no update looks up the job type, and
/// none but the first with a new error class or stage takes a lock.
class job_metrics {
 public:
  /// One class of errors of this job type.
  class error_metrics {
   public:
    void retried() { retries_.add(); }
    void failed() { failures_.add(); }

   private:
    friend class detail::scrape;
    counter retries_;
    counter failures_;
  };
  using stage_metrics = histogram<time_scale>;

  void submitted(std::uint64_t jobs = 1) { enqueued_.add(jobs); }
  void shed(std::uint64_t jobs = 1) { shed_.add(jobs); }

  /// A job is begun for the first time, so long after it could have been.
  void started(std::chrono::microseconds waited) {
    starts_.add();
    waits_.record(waited);
    restarted();
  }
  /// A job that was started before is begun again.
  void restarted() { running_.add(1); }
  /// A worker has begun a job that its process took so long before: one for each `started` and
  /// `restarted`.
  void held_for(std::chrono::microseconds time) { held_.record(time); }
  /// The attempt is over, whatever became of it: one for each `started` and `restarted`.
  void stopped() { running_.add(-1); }

  void retried(std::string_view error) { this->error(error).retried(); }
  void finished(const job_end& end) {
    if (end.ran) durations_[static_cast<std::size_t>(end.outcome)].record(*end.ran);
    attempts_.record(std::uint64_t{end.attempts});
    if (end.outcome == job_outcome::cancelled) cancelled_.add();
    if (end.outcome == job_outcome::failed || end.outcome == job_outcome::dead_lettered) {
      error(end.error).failed();
      if (!end.callers_own) failures_.add();
    }
    if (end.outcome != job_outcome::cancelled) ends_.add();
  }
  void first_output(std::chrono::microseconds after) { first_outputs_.record(after); }
  /// The service level that the job type declares, which outlives the registry.
  void aims_at(const objective_list& level) { level_.store(&level, std::memory_order_release); }
  void left_stage(std::string_view name, std::chrono::microseconds after) {
    stage(name).record(after);
  }

  void lease_lost() { leases_lost_.add(); }
  void stuck() { stuck_.add(); }
  void callback_given_up() { callbacks_given_up_.add(); }
  void queue_depth(std::int64_t jobs) { depth_.set(jobs); }

  /// How long successful jobs have run, at most, in so many of a hundred: the bound of the bucket
  /// that holds the last of them. Nothing if there was none, or it ran longer than all bounds.
  [[nodiscard]] std::optional<std::chrono::microseconds> duration_of(unsigned percent) const {
    return bound_of(durations_[static_cast<std::size_t>(job_outcome::succeeded)], percent);
  }
  /// The same for what the job type's service level is about, which may be the first output.
  [[nodiscard]] std::optional<std::chrono::microseconds> aimed_time(unsigned percent) const {
    const objective_list* const level = level_.load(std::memory_order_acquire);
    return level != nullptr && level->first_output ? bound_of(first_outputs_, percent)
                                                   : duration_of(percent);
  }
  /// The share of the finished jobs that have failed, from 0 to 1, without cancelled jobs and
  /// errors that were the caller's own. Nothing if none has finished.
  [[nodiscard]] std::optional<double> failure_share() const {
    const std::uint64_t all = ends_.value();
    if (all == 0) return {};
    return static_cast<double>(failures_.value()) / static_cast<double>(all);
  }

  /// What is counted under one class or stage, from now on also when it is zero. Asked for ahead,
  /// an alert can tell "none" from "not known".
  error_metrics& error(std::string_view code) { return errors_.at(code); }
  stage_metrics& stage(std::string_view name) { return stages_.at(name); }

 private:
  friend class detail::scrape;

  static std::optional<std::chrono::microseconds> bound_of(const histogram<time_scale>& of,
                                                           unsigned percent) {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < of.buckets; ++i) all += of.count_in(i);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i + 1 < of.buckets; ++i) {
      seen += of.count_in(i);
      if (all != 0 && seen * 100 >= all * percent)
        return std::chrono::microseconds{static_cast<std::int64_t>(time_scale::bounds[i])};
    }
    return {};
  }

  std::atomic<const objective_list*> level_{nullptr};
  counter ends_;      ///< of jobs that were not cancelled
  counter failures_;  ///< of those, the ones that count
  histogram<time_scale> first_outputs_;
  counter enqueued_;
  counter shed_;
  counter starts_;
  counter cancelled_;
  counter leases_lost_;
  counter stuck_;
  counter callbacks_given_up_;
  gauge running_;
  gauge depth_;
  histogram<time_scale> waits_;
  histogram<time_scale> held_;
  histogram<time_scale> durations_[4];
  histogram<attempt_scale> attempts_;
  labelled<error_metrics> errors_;
  labelled<stage_metrics> stages_;
};

/// The metrics of a process: of each job type, and of the engine. All members may be called by any
/// number of threads. A registry outlives those who hold a `job_metrics` of it. `to_prometheus` of
/// `pawl/observe/prometheus.hpp` prints it.
class metrics {
 public:
  /// The metrics of a job type, the same object every time. To be asked for once and kept.
  job_metrics& of(std::string_view job_type) {
    const std::scoped_lock lock(mutex_);
    job_metrics* const known = jobs_.find(job_type);
    return known != nullptr ? *known : jobs_.add(std::string(job_type));
  }

  /// The store was asked for work and gave so many jobs.
  void claimed(std::uint64_t jobs) {
    claims_.add();
    claimed_jobs_.add(jobs);
  }
  void committed(std::uint64_t operations) { commits_.record(operations); }
  void store_failed() { store_failures_.add(); }
  void workers_busy(std::int64_t now) { busy_.set(now); }
  void concurrency_limit(std::int64_t jobs) { limit_.set(jobs); }

 private:
  friend class detail::scrape;

  mutable std::mutex mutex_;
  pawl::detail::light_map<std::string, job_metrics> jobs_;
  counter claims_;
  counter claimed_jobs_;
  counter store_failures_;
  gauge busy_;
  gauge limit_;
  histogram<size_scale> commits_;
};

}  // namespace pawl::observe

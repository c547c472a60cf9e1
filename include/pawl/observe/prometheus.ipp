// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <pawl/codec/detail/utf8.hpp>
#include <pawl/detail/append.hpp>
#include <pawl/detail/decimal.hpp>
#include <pawl/fmt.hpp>
#include <pawl/observe/catalogue.hpp>
#include <pawl/observe/prometheus.hpp>

namespace pawl::observe {

namespace detail {

/// Writes the Prometheus text format, version 0.0.4. Numbers are printed exactly and no locale is
/// asked.
class prometheus_text {
 public:
  using labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  void family(const metric_description& about) {
    name_ = about.name();
    add("# HELP {} {}\n", name_, escaped(about.help, false));
    add("# TYPE {} {}\n", name_, about.type);
  }

  void sample(labels on, const counter& value) { line("", spelled(on), value.value()); }
  void sample(labels on, const gauge& value) { line("", spelled(on), value.value()); }

  /// The count is the sum of the buckets, so that a scrape in the middle of an update never
  /// contradicts itself.
  template <class Scale>
  void sample(labels on, const histogram<Scale>& value) {
    const std::string label = spelled(on);
    const std::string_view comma = label.empty() ? "" : ",";
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < value.buckets; ++i) {
      count += value.count_in(i);
      const std::string bound =
          i + 1 < value.buckets ? fraction(Scale::bounds[i], Scale::ticks_per_unit) : "+Inf";
      line("_bucket", fmt::format(R"({}{}le="{}")", label, comma, bound), count);
    }
    line("_sum", label, fraction(value.sum(), Scale::ticks_per_unit));
    line("_count", label, count);
  }

  [[nodiscard]] std::string finish() && { return std::move(out_); }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> how, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), how, std::forward<Values>(values)...);
  }
  template <class Value>
  void line(std::string_view suffix, const std::string& label, const Value& value) {
    if (label.empty())
      add("{}{} {}\n", name_, suffix, value);
    else
      add("{}{}{{{}}} {}\n", name_, suffix, label, value);
  }

  /// `job_type="deck.convert",outcome="failed"`
  static std::string spelled(labels on) {
    std::string out;
    for (const auto& [name, value] : on)
      fmt::format_to(std::back_inserter(out), R"({}{}="{}")", out.empty() ? "" : ",", name,
                     escaped(value, true));
    return out;
  }

  /// Bytes that are no UTF-8 would make the whole scrape unreadable; they become U+FFFD.
  static std::string escaped(std::string_view value, bool in_quotes) {
    std::string out;
    const char* at = value.data();
    const char* const end = at + value.size();
    while (at != end) {
      const std::size_t length = pawl::detail::codec::character_length(at, end);
      if (*at == '\\' || (*at == '"' && in_quotes))
        out.append({'\\', *at});
      else if (*at == '\n')
        out.append("\\n");
      else if (length == 0)
        out.append(std::string_view(pawl::detail::codec::replacement_character));
      else
        out.append(at, length);
      at += length == 0 ? 1 : length;
    }
    return out;
  }

  static std::string fraction(std::uint64_t ticks, std::uint64_t per_unit) {
    std::string digits;
    pawl::detail::append out{digits};
    pawl::detail::say_fraction(out, ticks, per_unit);
    return digits;
  }

  std::string out_;
  std::string_view name_;
};

/// One look at a registry.
class scrape {
 public:
  explicit scrape(const metrics& all) : all_(all) {
    // Job types are never removed, so they may be looked at without the lock.
    const std::scoped_lock lock(all.mutex_);
    for (const auto& [name, of] : all.jobs_) jobs_.push_back({name, of});
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
    const job_metrics& of;
  };

  template <class Instrument>
  void each_job(Instrument job_metrics::* member) {
    for (const named_job& job : jobs_) out_.sample({{"job_type", job.name}}, job.of.*member);
  }
  /// By label, so that two scrapes have one order.
  template <class Instrument, class Sample>
  void each_label(labelled<Instrument> job_metrics::* member, Sample sample) {
    for (const named_job& job : jobs_) {
      std::map<std::string_view, const Instrument*> sorted;
      (job.of.*member).for_each([&](std::string_view label, const Instrument& instrument) {
        sorted.emplace(label, &instrument);
      });
      for (const auto& [label, instrument] : sorted) sample(job.name, label, *instrument);
    }
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
                        job.of.durations_[static_cast<std::size_t>(outcome)]);
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
      case metric::pawl_queue_wait_seconds:
        return each_job(&job_metrics::waits_);
      case metric::pawl_queue_depth:
        return each_job(&job_metrics::depth_);
      case metric::pawl_leases_lost_total:
        return each_job(&job_metrics::leases_lost_);
      case metric::pawl_jobs_shed_total:
        return each_job(&job_metrics::shed_);
      case metric::pawl_stuck_handlers_total:
        return each_job(&job_metrics::stuck_);
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

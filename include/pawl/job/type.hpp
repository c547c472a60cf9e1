// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/descriptor.hpp>
#include <pawl/job/handler_rules.hpp>
#include <pawl/job/job.hpp>
#include <pawl/lifecycle/sql.hpp>

namespace pawl {

namespace detail {

/// The names of a priority policy's levels.
template <class Priority>
struct level_names {
  struct list {
    text names[Priority::count]{};
  };
  static constexpr list all = [] {
    list out;
    for (std::size_t rank = 0; rank < Priority::count; ++rank)
      out.names[rank] = Priority::name(rank);
    return out;
  }();
};

/// The names of an audit policy's fields; the last entry is none, because an array has one.
template <class Audit>
struct field_names {
  struct list {
    text names[Audit::count + 1]{};
  };
  static constexpr list all = [] {
    list out;
    for (std::size_t i = 0; i < Audit::count; ++i) out.names[i] = text(Audit::name(i));
    return out;
  }();
};

/// The schedule of a job type, with what becomes of missed slots.
template <class Schedule, class Missed>
consteval schedule_description schedule_of() {
  schedule_description out = Schedule::timetable;
  out.missed = Missed::what;
  out.at_most = Missed::at_most;
  return out;
}

/// How many versions of its payload a job type knows: those of `using payload_versions`, else one.
template <class H>
inline constexpr unsigned newest_version_of = 1;
template <class H>
  requires requires { H::payload_versions::count; }
inline constexpr unsigned newest_version_of<H> = H::payload_versions::count;

}  // namespace detail

/// A job type as values, made from a handler or, for those who only submit, from its `pawl::job`.
template <class H>
inline constexpr job_descriptor type_of = [] {
  using job = typename H::job_type;
  using L = typename job::lifecycle;
  using erased =
      detail::erased_lifecycle<L, typename detail::remote_of<H>::type, typename job::cancellation,
                               typename detail::guarded_of<H>::type>;
  job_descriptor type{
      .handler = job::id,
      .lifecycle = detail::spoken_name<L>(),
      .states = {erased::all.states, detail::table_of<L>::states},
      .events = {erased::all.events, detail::table_of<L>::events},
      .by_role = detail::by_role<L>.of,
      .rows = {erased::listed_rows.rows, erased::row_count},
      .errors = retry_classification<typename job::errors, typename job::retry>::table(),
      .transition_rows = {},
      .claim = &erased::claim,
      .come_due = &erased::come_due,
      .happen = &erased::happen,
      .restore = &erased::restore,
      .retry = {job::retry::max_attempts, job::retry::plan},
      .overridable = detail::bounds_of<typename job::retry>(),
      .at_most_once = job::delivery::begins_once,
      .worker_lost_is_retried = job::template retries<error::worker_lost>,
      .timeout_is_retried = job::template retries<error::timeout>,
      .lease = job::lease::length,
      .heartbeat = job::heartbeat::interval(job::lease::length),
      .timeout = job::timeout::bounded ? job::timeout::limit : duration_ms{},
      .rescue = job::timeout::bounded ? job::timeout::rescue : duration_ms{},
      .default_rank = job::priority::default_rank,
      .ranks = {detail::level_names<typename job::priority>::all.names, job::priority::count},
      .aging_step = job::priority::aging_step,
      .key_ttl = job::idempotency::ttl,
      .key_required = job::idempotency::required,
      .unique = job::unique::rule,
      .needs_subject = job::subject::is_needed,
      .limits = job::limits::all(),
      .audit_fields = {detail::field_names<typename job::audit>::all.names, job::audit::count},
      .on_failed_dependency = job::dependencies::on_failed,
      .most_dependencies = job::dependencies::at_most,
      .keep_results = job::retention::results,
      .keep_output = job::retention::output,
      .keep_link = job::retention::link,
      .keep_events = job::retention::events,
      .keep_dead_letters = job::retention::dead_letters,
      .keep_at_most = job::retention::at_most,
      .most_input_bytes = job::payload_limit::input.count,
      .most_result_bytes = job::payload_limit::result.count,
      .most_summary_bytes = job::payload_limit::summary.count,
      .ephemeral = job::is_ephemeral,
      .capacity = job::durability::capacity,
      .newest_version = detail::newest_version_of<H>,
      .objectives = job::objectives::all,
      .schedule = detail::schedule_of<typename job::schedule, typename job::missed>(),
      .calls_on_success = detail::has_on_success<H>,
      .calls_on_failure = detail::has_on_failure<H>,
      .calls_on_end = detail::has_on_end<H>};
  for (std::size_t s = 0; s < type.states.size(); ++s)
    type.starts_elsewhere |= type.kind_of(static_cast<state_number>(s)) == kind::ready &&
                             type.starts_elsewhere_from(static_cast<state_number>(s));
  if constexpr (!job::is_ephemeral) type.transition_rows = sql::transition_rows<L>();
  // A type that is only submitted may be known without its handler.
  if constexpr (detail::sound_handler<H>) {
    type.coroutine = detail::is_coroutine_handler<H>;
    if constexpr (!job::is_ephemeral) {
      type.input_schema = job::codec::template schema<typename detail::input_of<H>::type>();
      type.input_form = job::codec::template fingerprint<typename detail::input_of<H>::type>();
    }
  }
  return type;
}();

}  // namespace pawl

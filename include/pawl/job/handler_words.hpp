// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include <pawl/detail/refusal.hpp>
#include <pawl/detail/type_name.hpp>

namespace pawl::detail {

/// All names that mean something in a handler, and those that are written by mistake for one.
/// Beside a handler as bases of one class, a name that both have is ambiguous: so it is found
/// whatever it is declared as, also if it is private, overloaded or a template.
struct handler_names {
  int on_success, on_failure, on_end, on_exception, may_enter, payload_versions, run, input_at;
  int on_sucess, on_succes, on_sucsess, on_succeess, on_suceess, on_succeeded, on_succeed,
      onSuccess, onsuccess, OnSuccess, on_complete, on_completed, on_done, on_finish, on_finished;
  int on_faliure, on_failiure, on_fail, on_failed, on_failures, on_error, onFailure, onfailure,
      OnFailure, onError;
  int on_ended, on_ends, on_ending, onEnd, OnEnd, on_terminal;
  int on_exeption, on_excepton, on_expection, on_excpetion, on_exceptions, onException, onexception,
      OnException, on_throw;
  int may_enters, mayEnter, can_enter, may_reach, on_enter, on_arrival;
  int payload_version, payloads_versions, input_versions, versions;
  int on_cancel, on_cancelled, on_canceled, on_cancellation, on_start, on_started, on_begin,
      on_retry, on_retried, on_timeout, on_expire, on_expired, on_lose, on_lost, on_dead,
      on_dead_letter, on_snooze, on_progress, on_exit;
  int input_for, input_for_slot, inputAt;
};
template <class H>
struct with_names : H, handler_names {};

/// A word that nothing calls or reads, and the one that was meant, if it is known.
struct slip {
  text written{};
  text meant{};
};

// clang-format off: one list, in the same order as the next
inline constexpr slip slips[] = {
  {"on_sucess", "on_success"}, {"on_succes", "on_success"}, {"on_sucsess", "on_success"},
  {"on_succeess", "on_success"}, {"on_suceess", "on_success"}, {"on_succeeded", "on_success"},
  {"on_succeed", "on_success"}, {"onSuccess", "on_success"}, {"onsuccess", "on_success"},
  {"OnSuccess", "on_success"}, {"on_complete", "on_success"}, {"on_completed", "on_success"},
  {"on_done", "on_success"}, {"on_finish", "on_success"}, {"on_finished", "on_success"},
  {"on_faliure", "on_failure"}, {"on_failiure", "on_failure"}, {"on_fail", "on_failure"},
  {"on_failed", "on_failure"}, {"on_failures", "on_failure"}, {"on_error", "on_failure"},
  {"onFailure", "on_failure"}, {"onfailure", "on_failure"}, {"OnFailure", "on_failure"},
  {"onError", "on_failure"},
  {"on_ended", "on_end"}, {"on_ends", "on_end"}, {"on_ending", "on_end"}, {"onEnd", "on_end"},
  {"OnEnd", "on_end"}, {"on_terminal", "on_end"},
  {"on_exeption", "on_exception"}, {"on_excepton", "on_exception"},
  {"on_expection", "on_exception"}, {"on_excpetion", "on_exception"},
  {"on_exceptions", "on_exception"}, {"onException", "on_exception"},
  {"onexception", "on_exception"}, {"OnException", "on_exception"}, {"on_throw", "on_exception"},
  {"may_enters", "may_enter"}, {"mayEnter", "may_enter"}, {"can_enter", "may_enter"},
  {"may_reach", "may_enter"}, {"on_enter", "may_enter"}, {"on_arrival", "may_enter"},
  {"payload_version", "payload_versions"}, {"payloads_versions", "payload_versions"},
  {"input_versions", "payload_versions"}, {"versions", "payload_versions"},
  {"on_cancel", ""}, {"on_cancelled", ""}, {"on_canceled", ""}, {"on_cancellation", ""},
  {"on_start", ""}, {"on_started", ""}, {"on_begin", ""}, {"on_retry", ""}, {"on_retried", ""},
  {"on_timeout", ""}, {"on_expire", ""}, {"on_expired", ""}, {"on_lose", ""}, {"on_lost", ""},
  {"on_dead", ""}, {"on_dead_letter", ""}, {"on_snooze", ""}, {"on_progress", ""}, {"on_exit", ""},
  {"input_for", "input_at"}, {"input_for_slot", "input_at"}, {"inputAt", "input_at"},
};
inline constexpr std::size_t slip_count = sizeof(slips) / sizeof(slip);

/// Whether a type has a member of each of these names that can be pointed to.
template <class T>
struct slips_in {
  static constexpr bool are_there[slip_count] = {
    requires { &T::on_sucess; }, requires { &T::on_succes; }, requires { &T::on_sucsess; },
    requires { &T::on_succeess; }, requires { &T::on_suceess; }, requires { &T::on_succeeded; },
    requires { &T::on_succeed; }, requires { &T::onSuccess; }, requires { &T::onsuccess; },
    requires { &T::OnSuccess; }, requires { &T::on_complete; }, requires { &T::on_completed; },
    requires { &T::on_done; }, requires { &T::on_finish; }, requires { &T::on_finished; },
    requires { &T::on_faliure; }, requires { &T::on_failiure; }, requires { &T::on_fail; },
    requires { &T::on_failed; }, requires { &T::on_failures; }, requires { &T::on_error; },
    requires { &T::onFailure; }, requires { &T::onfailure; }, requires { &T::OnFailure; },
    requires { &T::onError; }, requires { &T::on_ended; }, requires { &T::on_ends; },
    requires { &T::on_ending; }, requires { &T::onEnd; }, requires { &T::OnEnd; },
    requires { &T::on_terminal; }, requires { &T::on_exeption; }, requires { &T::on_excepton; },
    requires { &T::on_expection; }, requires { &T::on_excpetion; },
    requires { &T::on_exceptions; }, requires { &T::onException; }, requires { &T::onexception; },
    requires { &T::OnException; }, requires { &T::on_throw; }, requires { &T::may_enters; },
    requires { &T::mayEnter; }, requires { &T::can_enter; }, requires { &T::may_reach; },
    requires { &T::on_enter; }, requires { &T::on_arrival; }, requires { &T::payload_version; },
    requires { &T::payloads_versions; }, requires { &T::input_versions; },
    requires { &T::versions; }, requires { &T::on_cancel; }, requires { &T::on_cancelled; },
    requires { &T::on_canceled; }, requires { &T::on_cancellation; }, requires { &T::on_start; },
    requires { &T::on_started; }, requires { &T::on_begin; }, requires { &T::on_retry; },
    requires { &T::on_retried; }, requires { &T::on_timeout; }, requires { &T::on_expire; },
    requires { &T::on_expired; }, requires { &T::on_lose; }, requires { &T::on_lost; },
    requires { &T::on_dead; }, requires { &T::on_dead_letter; }, requires { &T::on_snooze; },
    requires { &T::on_progress; }, requires { &T::on_exit; }, requires { &T::input_for; },
    requires { &T::input_for_slot; }, requires { &T::inputAt; },
  };
};
// clang-format on

/// The first such word of a handler. Beside the names of `handler_names` one is missing if the
/// handler has it too; nothing derives from a final handler, which is asked itself.
template <class H>
consteval slip first_slip() {
  const auto find = [](const auto& asked, bool found) -> slip {
    for (std::size_t i = 0; i < slip_count; ++i)
      if (asked.are_there[i] == found) return slips[i];
    return {};
  };
  if constexpr (__is_union(H))
    return {};
  else if constexpr (__is_final(H))
    return find(slips_in<H>{}, true);
  else
    return find(slips_in<with_names<H>>{}, false);
}

template <class H>
struct rule_spelling {
  static constexpr slip found = first_slip<H>();
  static constexpr bool holds = found.written.empty();
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>() << " has a member " << found.written
        << ", which nothing calls or reads; ";
    if (found.meant.empty())
      out << "the callbacks are on_success, on_failure, on_end and on_exception, so use one of "
             "them";
    else
      out << "write " << found.meant;
    out << ", or give it quite another name";
  }
};

template <class Own, class Given>
  requires(!__is_same(Own, Given))
struct differs;

// clang-format off: one list, in the same order as the next
inline constexpr text policy_names[] = {
  "lifecycle", "errors", "retry", "delivery", "stages", "timeout", "heartbeat", "lease", "limits",
  "priority", "idempotency", "retention", "dependencies", "durability", "audit", "payload_limit",
  "codec", "checkpoint", "cancellation", "objectives", "subject", "unique", "schedule", "missed",
  "id",
};
inline constexpr std::size_t policy_name_count = sizeof(policy_names) / sizeof(text);

/// Whether a handler has a name of its own where its job has that of a policy: another type, or a
/// constant. An ordinary member is the handler's own affair.
template <class H, class Job>
struct policies_hidden {
  static constexpr bool all[policy_name_count] = {
    requires { typename differs<typename H::lifecycle, typename Job::lifecycle>; } ||
        requires { *&H::lifecycle; },
    requires { typename differs<typename H::errors, typename Job::errors>; } ||
        requires { *&H::errors; },
    requires { typename differs<typename H::retry, typename Job::retry>; } ||
        requires { *&H::retry; },
    requires { typename differs<typename H::delivery, typename Job::delivery>; } ||
        requires { *&H::delivery; },
    requires { typename differs<typename H::stages, typename Job::stages>; } ||
        requires { *&H::stages; },
    requires { typename differs<typename H::timeout, typename Job::timeout>; } ||
        requires { *&H::timeout; },
    requires { typename differs<typename H::heartbeat, typename Job::heartbeat>; } ||
        requires { *&H::heartbeat; },
    requires { typename differs<typename H::lease, typename Job::lease>; } ||
        requires { *&H::lease; },
    requires { typename differs<typename H::limits, typename Job::limits>; } ||
        requires { *&H::limits; },
    requires { typename differs<typename H::priority, typename Job::priority>; } ||
        requires { *&H::priority; },
    requires { typename differs<typename H::idempotency, typename Job::idempotency>; } ||
        requires { *&H::idempotency; },
    requires { typename differs<typename H::retention, typename Job::retention>; } ||
        requires { *&H::retention; },
    requires { typename differs<typename H::dependencies, typename Job::dependencies>; } ||
        requires { *&H::dependencies; },
    requires { typename differs<typename H::durability, typename Job::durability>; } ||
        requires { *&H::durability; },
    requires { typename differs<typename H::audit, typename Job::audit>; } ||
        requires { *&H::audit; },
    requires { typename differs<typename H::payload_limit, typename Job::payload_limit>; } ||
        requires { *&H::payload_limit; },
    requires { typename differs<typename H::codec, typename Job::codec>; } ||
        requires { *&H::codec; },
    requires { typename differs<typename H::checkpoint, typename Job::checkpoint>; } ||
        requires { *&H::checkpoint; },
    requires { typename differs<typename H::cancellation, typename Job::cancellation>; } ||
        requires { *&H::cancellation; },
    requires { typename differs<typename H::objectives, typename Job::objectives>; } ||
        requires { *&H::objectives; },
    requires { typename differs<typename H::subject, typename Job::subject>; } ||
        requires { *&H::subject; },
    requires { typename differs<typename H::unique, typename Job::unique>; } ||
        requires { *&H::unique; },
    requires { typename differs<typename H::schedule, typename Job::schedule>; } ||
        requires { *&H::schedule; requires !std::is_function_v<std::remove_pointer_t<decltype(&H::schedule)>>; },
    requires { typename differs<typename H::missed, typename Job::missed>; } ||
        requires { *&H::missed; requires !std::is_function_v<std::remove_pointer_t<decltype(&H::missed)>>; },
    !requires { requires &H::id == &Job::id; },
  };
};
// clang-format on

template <class H>
consteval text hidden_policy() {
  for (std::size_t i = 0; i < policy_name_count; ++i)
    if (policies_hidden<H, typename H::job_type>::all[i]) return policy_names[i];
  return {};
}

template <class H>
struct rule_policies_are_given {
  static constexpr text hidden = hidden_policy<H>();
  static constexpr bool holds = hidden.empty();
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>() << " declares " << hidden
        << " in its body, where the engine does not read it; give it to its pawl::job<...>";
  }
};

}  // namespace pawl::detail

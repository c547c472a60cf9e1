// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/codec/reflect.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/job/descriptor.hpp>
#include <pawl/job/handler.hpp>
#include <pawl/job/handler_words.hpp>
#include <pawl/policies/limits.hpp>
#include <pawl/policies/subject.hpp>
#include <pawl/policies/unique.hpp>

// After the others, or they would be one file further from a sentence.
#include <pawl/job/detail/call_rules.hpp>
#include <pawl/job/detail/callback_rules.hpp>
#include <pawl/job/detail/may_enter_rules.hpp>
#include <pawl/job/detail/state_rules.hpp>

/// All that a handler must keep to be registered, and what its policies ask of its payload.

namespace pawl {

/// The same as in `pawl/clock.hpp`, for handlers that make the input of a slot.
using instant = std::chrono::sys_time<std::chrono::milliseconds>;

}  // namespace pawl

namespace pawl::detail {

/// A handler that makes the input of each slot says `static input input_at(pawl::instant slot)`.
template <class H>
concept has_input_at = requires(std::chrono::sys_time<std::chrono::milliseconds> slot) {
  { H::input_at(slot) } -> std::convertible_to<typename input_of<H>::type>;
};

/// A schedule that stands in the job type has nobody who gives it an input.
template <class H>
struct rule_scheduled_input {
  using input = typename input_of<H>::type;
  /// Whatever it is declared as: see `handler_names`.
  static consteval bool names_it() {
    if constexpr (__is_final(H))
      return requires { &H::input_at; };
    else
      return !requires { &with_names<H>::input_at; };
  }
  static constexpr bool is_named = names_it();
  static constexpr bool is_scheduled = H::job_type::schedule::timetable.is_declared();
  static constexpr bool holds =
      is_scheduled ? has_input_at<H> || (!is_named && std::is_default_constructible_v<input>)
                   : !is_named || H::job_type::schedule::timetable.allowed;
  static constexpr void write(auto& out) {
    if (!is_scheduled) {
      out << "pawl: input_at of handler " << type_name<H>()
          << " is never called, for its job has no schedule; add pawl::every<...> or "
             "pawl::cron<...>, or remove it";
      return;
    }
    out << "pawl: the schedule of handler " << type_name<H>() << " has no input: ";
    if (is_named)
      out << "input_at does not fit";
    else
      out << type_name<input>() << " cannot be made without arguments";
    out << "; give the handler public static " << type_name<input>()
        << " input_at(pawl::instant slot)";
  }
};

template <class H>
using broken_handler_rule = typename first_broken<
    rule_is_handler<H>, rule_spelling<H>, rule_policies_are_given<H>, rule_can_be_called<H>,
    rule_input_is_one_type<H>, rule_call_shape<H>, rule_call_is_const<H>,
    rule_input_is_said_once<H>, rule_output_is_said_once<H>, rule_newest_version<H>,
    rule_one_active_state<H>, rule_remote_states<H>, rule_call_is_made<H>, rule_every_state_runs<H>,
    rule_every_run_is_called<H>, rule_one_kind_of_function<H>, rule_never_lost<H>,
    rule_input_is_stored<H>, rule_output_is_stored<H>, rule_checkpoint_is_stored<H>,
    rule_input_is_given_again<H>, rule_on_success<H>, rule_output_is_kept<H>, rule_on_failure<H>,
    rule_on_end<H>, rule_on_exception<H>, rule_may_enter<H>, rule_may_enter_is_asked<H>,
    rule_scheduled_input<H>>::type;

/// A handler that can be registered; whatever asks it further questions asks this first.
template <class H>
concept sound_handler = __is_same(broken_handler_rule<H>, every_rule_holds);

template <class H>
struct ephemeral_outputs_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id
        << " is ephemeral, and its input holds the output of another job, which is read from a "
           "store; make the job durable";
  }
};

/// What policies say about the payload, which only the handler knows, whatever that is.
template <class H, class Input>
struct common_payload_rules {
  using job = typename H::job_type;
  static_assert(sizeof(limit_rules<typename job::limits, Input>) != 0);
  static_assert(sizeof(subject_payload_rules<typename job::subject, Input>) != 0);
  static_assert(sizeof(unique_payload_rules < typename job::unique, Input,
                       !job::is_ephemeral || serializable < Input >>) != 0);
  static_assert(sizeof(demand < !job::is_ephemeral || !awaits_outputs<Input>,
                       ephemeral_outputs_sentence < H >>) != 0);
};
template <class H>
struct payload_rules {};
template <sound_handler H>
struct payload_rules<H> {
  static_assert(sizeof(common_payload_rules<H, typename input_of<H>::type>) != 0);
};
template <sound_handler H>
  requires(H::job_type::audit::count != 0 && reflected<typename input_of<H>::type>)
struct payload_rules<H> {
  using input = typename input_of<H>::type;
  static_assert(sizeof(common_payload_rules<H, input>) != 0);
  static_assert(sizeof(audit_rules<typename H::job_type::audit, members_of<input>>) != 0);
};

}  // namespace pawl::detail

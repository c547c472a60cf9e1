// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <type_traits>

#include <pawl/codec/serializable.hpp>
#include <pawl/codec/version.hpp>
#include <pawl/detail/rules.hpp>
#include <pawl/fwd.hpp>
#include <pawl/job/context.hpp>
#include <pawl/job/outcome.hpp>
#include <pawl/job/remote.hpp>
#include <pawl/job/task.hpp>
#include <pawl/lifecycle/decide.hpp>

namespace pawl {

namespace detail {

using admission_is_a_sentence = refused<"pawl: may_enter agrees by return {},",
                                        "and refuses by a sentence; return", "one of the two">;

}  // namespace detail

/// What a handler answers when an event from outside would lead a job to a state that it guards:
/// `{}` agrees; a sentence says why not, and the caller that raised the event is told it.
///
///     pawl::admission may_enter(pawl::at<UPLOADED>, const pawl::arrival&, const film& in) const {
///       if (!exists(in.file)) return "there is no file " + in.file;
///       return {};
///     }
///
/// **Requirements.** One `may_enter` for each state that is guarded, in a durable job.
/// **Called when.** Before an event from outside is taken, however it came: `session.raise`, the
/// HTTP API, a report from elsewhere; after all that the store itself could refuse it for, and not
/// for an event that is only repeated. Asked again if the job has moved meanwhile. Not asked about
/// failing and cancelling, nor when a handler here ends its own attempt: that one can see to it.
/// **Failure.** Who throws has not agreed: the event is refused, and nothing changes.
/// **Thread safety.** Called by the thread that raises the event, any number at once; no
/// transaction is open, so it may take its time.
class admission {
 public:
  admission() = default;
  admission(std::string why_not) : why_not_(std::move(why_not)), agreed_(false) {}
  admission(const char* why_not) : admission(std::string(why_not)) {}
  admission(decltype(nullptr)) = delete;
  template <class Given, class Because = detail::admission_is_a_sentence>
    requires(!__is_same(Given, admission) && !std::is_convertible_v<const Given&, std::string>)
  admission(const Given&) = PAWL_DELETE("pawl: an admission is {} or a sentence");

  explicit operator bool() const { return agreed_; }
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  std::string why_not_{};
  bool agreed_ = true;
};

namespace detail {

/// What a call returns, taken apart: `outcome<T>`, or `task<outcome<T>>` for a coroutine.
template <class Result, class Job>
struct result_of {
  static constexpr bool valid = false;
};
template <class T, class Job>
struct result_of<outcome<T, Job>, Job> {
  static constexpr bool valid = true;
  static constexpr bool is_coroutine = false;
  using output = std::remove_cvref_t<T>;
};
template <class T, class Job>
struct result_of<task<outcome<T, Job>>, Job> {
  static constexpr bool valid = true;
  static constexpr bool is_coroutine = true;
  using output = std::remove_cvref_t<T>;
};

/// The one call operator of a handler, taken apart.
template <class Call, class Job>
struct call_of {
  static constexpr bool valid = false;
};
template <class H, class Result, class Context, class Input, class Job>
struct call_of<Result (H::*)(Context, Input) const, Job> : result_of<Result, Job> {
  static constexpr bool is_const = true;
  static constexpr bool valid =
      result_of<Result, Job>::valid && std::is_same_v<Context, context<Job>&> &&
      (!std::is_lvalue_reference_v<Input> || std::is_const_v<std::remove_reference_t<Input>>);
  using input = std::remove_cvref_t<Input>;
};
template <class H, class Result, class Context, class Input, class Job>
struct call_of<Result (H::*)(Context, Input) const noexcept, Job>
    : call_of<Result (H::*)(Context, Input) const, Job> {};
template <class H, class Result, class Context, class Input, class Job>
struct call_of<Result (H::*)(Context, Input), Job>
    : call_of<Result (H::*)(Context, Input) const, Job> {
  static constexpr bool is_const = false;
};
template <class H, class Result, class Context, class Input, class Job>
struct call_of<Result (H::*)(Context, Input) noexcept, Job>
    : call_of<Result (H::*)(Context, Input), Job> {};

template <class H>
concept is_handler =
    requires { typename H::job_type; } && std::is_base_of_v<typename H::job_type, H>;
template <class H>
concept has_call = requires { &H::operator(); };
template <class H>
concept names_input = requires { typename H::input; };

template <class H>
struct call_operator {
  using type = void;
};
template <has_call H>
struct call_operator<H> {
  using type = decltype(&H::operator());
};
template <class H>
using call = call_of<typename call_operator<H>::type, typename H::job_type>;

/// The active states of a lifecycle, by position.
template <class L, std::size_t... State>
consteval std::size_t count_active(indices<State...>) {
  return ((kind_of<L>(static_cast<typename L::state>(State)) == kind::active ? 1U : 0U) + ...);
}
template <class L>
inline constexpr std::size_t active_states = count_active<L>(make_indices<table_of<L>::states>{});

template <class H>
using lifecycle_of = typename H::job_type::lifecycle;

/// A handler of several active states has one `run` for each of them; one of a single active state
/// has a call operator.
template <class H>
inline constexpr bool is_pipeline = !has_call<H>;

template <class H, auto State>
concept runs =
    requires(const H& handler, context<typename H::job_type>& ctx, typename H::input in) {
      requires result_of<decltype(handler.run(at<State>{}, ctx, std::move(in))),
                         typename H::job_type>::valid;
    };

template <class H, auto State>
consteval bool covers() {
  using L = lifecycle_of<H>;
  if constexpr (kind_of<L>(State) != kind::active)
    return true;
  else if constexpr (requires { H::remote::template holds<State>; })
    return H::remote::template holds<State> || runs<H, State>;
  else
    return runs<H, State>;
}

/// Whether the function of one state of a pipeline is a coroutine.
template <class H, auto State>
consteval bool begins_coroutine() {
  if constexpr (kind_of<lifecycle_of<H>>(State) == kind::active && runs<H, State>)
    return result_of<decltype(std::declval<const H&>().run(
                         at<State>{}, std::declval<context<typename H::job_type>&>(),
                         std::declval<typename H::input>())),
                     typename H::job_type>::is_coroutine;
  else
    return false;
}
template <class H, auto State>
consteval bool runs_plainly() {
  if constexpr (kind_of<lifecycle_of<H>>(State) == kind::active && runs<H, State>)
    return !begins_coroutine<H, State>();
  else
    return false;
}

/// Of what kind the functions of a handler are.
struct function_kinds {
  bool coroutines = false;
  bool plain = false;
};
template <class H, std::size_t... State>
consteval function_kinds kinds_of_pipeline(indices<State...>) {
  using state = typename lifecycle_of<H>::state;
  return {(begins_coroutine<H, static_cast<state>(State)>() || ...),
          (runs_plainly<H, static_cast<state>(State)>() || ...)};
}
template <class H>
consteval function_kinds kinds_of_functions() {
  if constexpr (is_pipeline<H>)
    return kinds_of_pipeline<H>(make_indices<table_of<lifecycle_of<H>>::states>{});
  else
    return {call<H>::is_coroutine, !call<H>::is_coroutine};
}
template <class H>
inline constexpr bool is_coroutine_handler = kinds_of_functions<H>().coroutines;

template <class H, std::size_t... State>
consteval std::size_t first_uncovered(indices<State...>) {
  constexpr bool covered[] = {covers<H, static_cast<typename lifecycle_of<H>::state>(State)>()...,
                              false};
  std::size_t s = 0;
  while (covered[s]) ++s;
  return s;
}

}  // namespace detail
}  // namespace pawl

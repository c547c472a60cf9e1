// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/slice.hpp>
#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

/// What a limit counts: jobs that are active at the same time, or submissions over time.
enum class limit_kind : unsigned char { active_jobs, rate };

/// When a limit is checked: a submission over it is refused, a claim over it is held back.
enum class limit_point : unsigned char { at_submit, at_claim };

/// One limit as values: what storage rows, error answers and documentation say about it.
struct limit_description {
  text name{};  ///< stable: it names the rows that count, and the error
  limit_kind kind{};
  limit_point point{};
  text key{};            ///< what is counted separately: `user`, `document`, …
  int count = 1;         ///< how many, unless configured otherwise
  int most = 1;          ///< the largest count that may be configured; `count` if it is fixed
  duration_ms window{};  ///< of a rate
  int burst = 0;         ///< of a rate: how many may come at once

  /// Whether an operator may set this count at run time.
  [[nodiscard]] constexpr bool accepts(int configured) const {
    return configured >= 1 && configured <= most;
  }
};

namespace detail {

template <class L>
concept has_description = says<decltype(L::description), limit_description>;
template <class L>
concept has_limit_key = requires { typename L::key; };
template <class P>
concept has_descriptions =
    requires { requires __is_same(decltype(P::all()), slice<limit_description>); };
template <class P>
concept has_for_each = requires { P::for_each([](auto) {}); };

}  // namespace detail

/// One limit: it describes itself, and `key` says where its key comes from.
template <class L>
concept job_limit = detail::has_description<L> && detail::has_limit_key<L>;

/// How many jobs of a type there may be: at once, or over time, for each key.
///
/// **Requirements.** `all()` describes the limits; their names differ. `for_each(f)` calls `f` with
/// each limit, an empty object whose type is a `job_limit`, in the same order.
/// **Called when.** Keys are taken from payload and principal once, at submission. Limits
/// `at_submit` are checked there, those `at_claim` whenever a worker looks for work.
/// **Failure.** A limit that cannot hold does not compile. Over a limit at submission the job is
/// refused with a conflict, or for a rate with the time to wait; over one at a claim it waits.
/// **Thread safety.** Constants.
/// **Example.** `limits<active_per<by::member<&convert_input::document>, 1, at_submit>>`.
template <class P>
concept limits_policy =
    detail::on_axis<P, axis::limits> && detail::has_descriptions<P> && detail::has_for_each<P>;

}  // namespace pawl

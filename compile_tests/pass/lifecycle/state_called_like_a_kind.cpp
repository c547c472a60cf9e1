// SPDX-License-Identifier: BSL-1.0
// The words of the declaration are found in its base, so an enumerator hides the word it is called
// like; the kinds and guards also stand at namespace scope.
#include <pawl/lifecycle.hpp>
#include <pawl/testing/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { dormant, ready, active, waiting, success, failure, cancelled, dead };
  enum class event { submit, start, succeed, fail, lose, retry_due, cancel, expire, may_retry };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(pawl::dormant(dormant), pawl::ready(ready), pawl::active(active), pawl::waiting(waiting),
          pawl::success(success), pawl::failure(failure), pawl::cancelled(cancelled), pawl::dead(dead)),
    dormant + on(submit)                        = ready,
    dormant + on(may_retry)                     = ready,
    ready   + on(start)                         = active,
    active  + on(succeed)                       = success,
    active  + on(fail)[pawl::guards::may_retry] = waiting,
    active  + on(fail)                          = failure,
    active  + on(lose)                          = dead,
    waiting + on(retry_due)                     = ready,
    live    + on(cancel)                        = cancelled);
  // clang-format on
};

static_assert(pawl::proven<job>);
static_assert(pawl::kind_of<job>(job::ready) == pawl::kind::ready);
static_assert(
    pawl::testing::path<job, job::dormant, job::may_retry, job::ready, job::start, job::active,
                        job::fail, job::waiting, job::retry_due, job::ready>);

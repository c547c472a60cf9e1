// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an event is misspelt in on\(\.\.\.\), and was perhaps meant to be lose; write on\(lose\)
// expect-error: pawl: handler buy cannot run, for the table of lifecycle order was refused; mend that first
// sentence: pawl: handler … cannot run, for the table of lifecycle … was refused; mend that first
// meaning: Of a lifecycle that was refused nothing more can be said.
// repair: Mend what the first error is about.
#include <pawl/job.hpp>

struct order : pawl::lifecycle {
  static constexpr pawl::text name = "order";
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)   = running,
    queued  + on(cancel)  = failed,
    running + on(succeed) = done,
    running + on(fail)    = failed,
#ifdef COMPILE_FAIL
    running + on(loose)   = failed);
#else
    running + on(lose)    = failed);
#endif
  // clang-format on
};

struct buy : pawl::job<"shop.buy", order> {
  outcome<int> operator()(context&, int count) const { return count; }
};
static_assert(pawl::jobs<buy>::count == 1);

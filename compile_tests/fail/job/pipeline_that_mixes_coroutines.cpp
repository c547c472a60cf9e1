// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler edit runs some states as coroutines and others not; a function that blocks would keep the coroutines waiting, so make all of them coroutines, or none
// sentence: pawl: handler … runs some states as coroutines and others not; a function that blocks would keep the coroutines waiting, so make all of them coroutines, or none
// meaning: Some `run` functions of a pipeline return `task<outcome<…>>`, others `outcome<…>`.
// repair: Make all of them coroutines, or none.
#include <string>

#include <pawl/job.hpp>
#include <pawl/job/jobs.hpp>

struct two_steps : pawl::lifecycle {
  enum class state { queued, first, second, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;
  static constexpr auto table = transitions(
      kinds(ready(queued), active(first), active(second), success(done), failure(failed)),
      queued + on(start) = first, first + on(succeed) = second, first + on(fail) = failed,
      first + on(lose) = failed, second + on(succeed) = done, second + on(fail) = failed,
      second + on(lose) = failed);
};
struct film {
  std::string uri;
};
struct edit : pawl::job<"studio.edit", two_steps> {
  using input = film;
  pawl::task<outcome<void>> run(pawl::at<two_steps::first>, context&, film) const { co_return {}; }
#ifdef COMPILE_FAIL
  outcome<void> run(pawl::at<two_steps::second>, context&, film) const { return {}; }
#else
  pawl::task<outcome<void>> run(pawl::at<two_steps::second>, context&, film) const { co_return {}; }
#endif
};
static_assert(pawl::jobs<edit>::count == 1);

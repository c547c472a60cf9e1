// SPDX-License-Identifier: BSL-1.0
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/testing/lifecycle.hpp>

namespace {

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)           = running,
    running + on(succeed)         = done,
    running + on(fail)[may_retry] = queued,
    running + on(fail)            = failed,
    running + on(lose)            = failed);
  // clang-format on
};

static_assert(pawl::proven<job>);
static_assert(pawl::name_of(job::queued) == pawl::text("queued"));
static_assert(pawl::name_of(job::succeed) == pawl::text("succeed"));
static_assert(pawl::detail::spoken_name<job>() == pawl::text("job"));
static_assert(
    pawl::testing::path<job, job::queued, job::start, job::running, job::succeed, job::done>);
static_assert(decltype(pawl::machine<job>{}.on<job::start>())::state == job::running);

}  // namespace

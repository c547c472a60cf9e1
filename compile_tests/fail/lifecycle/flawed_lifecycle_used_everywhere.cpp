// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state running of job is active but does not handle event lose; add a row for it, or say never\(lose\) if the job is ephemeral"
// sentence: pawl: state … of … is active but does not handle event lose; add a row for it, or say never(lose) if the job is ephemeral
// One flaw is one error, however much is made from the lifecycle.
#include <utility>

#include <pawl/lifecycle/engine.hpp>
#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycle/render.hpp>
#include <pawl/lifecycle/restore.hpp>
#include <pawl/lifecycle/simulate.hpp>
#include <pawl/lifecycle/sql.hpp>
#include <pawl/lifecycle/visit.hpp>
#include <pawl/testing/engine_laws.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)   = running,
    running + on(succeed) = done,
#ifndef COMPILE_FAIL
    running + on(lose)    = failed,
#endif
    running + on(fail)    = failed);
  // clang-format on
};

static_assert(pawl::next<job>(job::queued, job::start));
static_assert(pawl::simulate<job>(job::start, job::succeed));
static_assert(pawl::testing::engine_laws<job, pawl::engine::table<job>>().law.empty());
static_assert(!pawl::render::mermaid<job>().empty());
static_assert(!pawl::sql::check<job>().empty());

auto work(pawl::machine<job> m) { return std::move(m).on<job::start>().on<job::succeed>(); }
auto find(pawl::text stored) { return pawl::restore<job>(stored); }
bool known(job::state s) {
  return pawl::visit_state<job>(s, [](auto) { return true; });
}

// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: by\(\.\.\.\) takes triggers, joined with \|, and got something else; write by\(api \| workflow\), of api, workflow, user and system"
// sentence: pawl: by(...) takes triggers, joined with |, and got something else; write by(api | workflow), of api, workflow, user and system
// meaning: Who may raise an event is one of four triggers, or several of them.
// repair: Join triggers with `|`. A state or an event of yours that is called like one hides it: write `pawl::trigger::user`.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
#ifdef COMPILE_FAIL
    queued  + on(cancel).by(start) = failed,
#else
    queued  + on(cancel).by(user) = failed,
#endif
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);

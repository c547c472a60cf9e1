// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.look is durable, but lifecycle here_only says never\(lose\); handle lose, or make the job ephemeral
// sentence: pawl: job … is durable, but lifecycle … says never(lose); handle lose, or make the job ephemeral
// meaning: A durable job outlives its worker, so its worker can be lost.
// repair: Add a row for lose, or make the job ephemeral.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct here_only : pawl::lifecycle {
  static constexpr pawl::text name = "here_only";
  enum class state { pending, running, done };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;
  static constexpr auto table = transitions(
      kinds(ready(pending), active(running), success(done)), pending + on(start) = running,
      running + on(succeed) = done, running + on(fail) = done, running + never(lose));
};
struct look : pawl::job<"shop.look", here_only
#ifndef COMPILE_FAIL
                        ,
                        pawl::ephemeral<>
#endif
                        > {
  outcome<void> operator()(context&, order) const { return {}; }
};
pawl::jobs<look> all;

// SPDX-License-Identifier: BSL-1.0
#include <iostream>
#include <pawl/lifecycle/machine.hpp>

struct report : pawl::lifecycle {
  enum class state { pending, running, succeeded, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;
  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(pending), active(running), success(succeeded), failure(failed)),
    pending + on(start)           = running,
    running + on(succeed)         = succeeded,
    running + on(fail)[may_retry] = running,  // guarded rows are tried in order …
    running + on(fail)            = failed,   // … and end in an unguarded one
    running + on(lose)            = failed);  // the worker died
  // clang-format on
};

int main() {
  auto job = pawl::machine<report>{}.on<report::start>().on<report::succeed>();
  std::cout << "the report has " << pawl::name_of(job.state) << '\n';
  // pawl::machine<report>{}.on<report::succeed>();  // does not compile
}

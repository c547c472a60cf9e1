// SPDX-License-Identifier: BSL-1.0
// A lifecycle from its declaration to its diagram: what the compiler proves, what it refuses, and
// what is left to decide at run time.
#include <iostream>
#include <utility>

#include <pawl/lifecycle.hpp>
#include <pawl/lifecycle/engine.hpp>
#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycle/render.hpp>
#include <pawl/lifecycle/restore.hpp>
#include <pawl/lifecycle/simulate.hpp>
#include <pawl/lifecycle/visit.hpp>
#include <pawl/testing/lifecycle.hpp>

namespace {

struct parcel : pawl::lifecycle {
  static constexpr pawl::text name = "parcel";

  enum class state { packed, travelling, held, delivered, returned, lost };
  enum class event { start, succeed, fail, lose, retry_due, cancel };
  using enum state;
  using enum event;

  // Stored under this name by an earlier version.
  static constexpr pawl::former<state> former_names[] = {{"on_the_road", travelling}};

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(packed), active(travelling), waiting(held),
          success(delivered), cancelled(returned), dead(lost)),
    packed     + on(start)               = travelling,
    travelling + on(succeed)             = delivered,
    travelling + on(fail)[may_retry]     = held,        // nobody at home: try again later
    travelling + on(fail)                = lost,
    travelling + on(lose)[attempts_left] = packed,      // the van broke down
    travelling + on(lose)                = lost,
    held       + on(retry_due)           = packed,
    live       + on(cancel)              = returned);   // from every state that is not terminal
  // clang-format on
};

// Proved by the compiler, once: every state can be reached and can end, guards are complete, and
// the engine's events are handled where they are raised.
static_assert(pawl::proven<parcel>);

// What a specification says can be said again in the tests, and is then checked for ever.
using namespace pawl::testing;
static_assert(allows<parcel, parcel::packed, parcel::cancel>);
static_assert(forbids<parcel, parcel::delivered, parcel::cancel>);
static_assert(path<parcel, parcel::packed, parcel::start, parcel::travelling, parcel::fail,
                   parcel::held, parcel::retry_due, parcel::packed>);

// A whole life in a static_assert.
constexpr pawl::facts nobody_home{.attempt = 1, .max_attempts = 2, .retryable = true};
static_assert(pawl::simulate<parcel>(parcel::start, pawl::when(parcel::fail, nobody_home),
                                     parcel::retry_due, parcel::start, parcel::succeed)
                  .state() == parcel::delivered);

void heading(pawl::text title) { std::cout << '\n' << title << '\n'; }

}  // namespace

int main() {
  std::cout << "A parcel's lifecycle: " << pawl::states<parcel>().size() << " states, "
            << pawl::events<parcel>().size() << " events, proved by the compiler.\n";

  heading("Walked with types: the state is part of the type, so a wrong step does not compile.");
  auto travelling = pawl::machine<parcel>{}.on<parcel::start>();
  std::cout << "  packed -> " << pawl::name_of(travelling.state) << '\n';
  auto delivered = std::move(travelling).on<parcel::succeed>();
  std::cout << "  travelling -> " << pawl::name_of(delivered.state) << '\n';
  // std::move(delivered).on<parcel::cancel>();
  //   error: … a job in state delivered does not accept event cancel; it is finished and accepts
  //   none

  heading(
      "Walked at run time: one byte of state, and a refusal that says what would have been "
      "allowed.");
  pawl::engine::table<parcel> job;
  for (auto event :
       {parcel::succeed, parcel::start, parcel::retry_due, parcel::cancel, parcel::start}) {
    const auto answer = job.on(event);
    std::cout << "  " << pawl::name_of(event) << ": ";
    if (answer)
      std::cout << pawl::name_of(answer.from()) << " -> " << pawl::name_of(answer.state()) << '\n';
    else
      std::cout << answer.message().view() << '\n';
  }

  heading("A failure is decided by its facts.");
  for (unsigned attempt = 1; attempt <= 3; ++attempt) {
    const pawl::facts known{.attempt = attempt, .max_attempts = 3, .retryable = true};
    const auto answer = pawl::decide<parcel>(parcel::travelling, parcel::fail, known);
    std::cout << "  attempt " << attempt << " of 3 fails: " << pawl::name_of(answer.state())
              << '\n';
  }

  heading("States are stored by name, and found again by name.");
  for (pawl::text stored : {"held", "on_the_road", "vanished"}) {
    const auto found = pawl::restore<parcel>(stored);
    std::cout << "  " << stored << ": ";
    if (found)
      std::cout << pawl::visit_state<parcel>(found.state(),
                                             []<auto State>(pawl::at<State>) {
                                               return pawl::is_terminal<parcel>(State) ? "finished"
                                                                                       : "goes on";
                                             })
                << " as " << pawl::name_of(found.state());
    else
      found.explain(std::cout);
    std::cout << '\n';
  }

  heading("The same table as a diagram:");
  std::cout << pawl::render::mermaid<parcel>();
}

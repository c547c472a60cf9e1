// SPDX-License-Identifier: BSL-1.0
// Sends one pseudo-random stream of events through every contender and leaves one Callgrind dump
// for each, named `<block>.<contender>`. ./run turns them into instructions per event.
//
// Three blocks: the event is a value (`id`), the event is known to the compiler (`type`), the event
// comes with facts that guarded rows ask about (`facts`). All contenders of a block are called
// through the same loop by pointer, so what differs is the body of one function; `empty` is that
// function with no body.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <valgrind/callgrind.h>

#include <pawl/lifecycle/engine.hpp>

#include "hand_written.hpp"
#ifdef BENCH_WITH_SML
#include "boost_sml.hpp"
#endif

namespace bench {

using state = video::state;
using event = video::event;

struct empty {
  struct machine {
    unsigned char at = 0;
  };
  static bool on(machine&, event) { return true; }
  static bool on(machine&, event, const facts&) { return true; }
};

struct pawl_next {
  using machine = state;
  static bool on(machine& m, event e) {
    const auto answer = pawl::next<video>(m, e);
    if (!answer) return false;
    m = answer.state();
    return true;
  }
  static bool on(machine& m, event e, const facts& known) {
    const auto answer = pawl::decide<video>(m, e, known);
    if (!answer) return false;
    m = answer.state();
    return true;
  }
};

struct pawl_engine {
  using machine = pawl::engine::table<video>;
  static bool on(machine& m, event e) { return static_cast<bool>(m.on(e)); }
  static bool on(machine& m, event e, const facts& known) {
    return static_cast<bool>(m.on(e, known));
  }
};

// --- The stream ------------------------------------------------------------------------------

// A machine cannot be rewound, and SML's cannot be put anywhere; so there are many, fresh ones.
constexpr std::size_t walks = 1024;
constexpr std::size_t steps_per_walk = 16;
constexpr std::size_t steps = walks * steps_per_walk;

struct stream {
  std::vector<event> events;
  std::vector<facts> known;
  std::size_t accepted = 0;
};

/// Walks that mostly go on: most refusals and ends are drawn again.
stream draw(bool guarded) {
  unsigned long long random = 0x9e3779b97f4a7c15;
  const auto below = [&](unsigned limit) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    return static_cast<unsigned>(random >> 33) % limit;
  };
  stream out;
  for (std::size_t walk = 0; walk < walks; ++walk) {
    state at = pawl::initial<video>;
    while (out.events.size() < (walk + 1) * steps_per_walk) {
      const auto e = static_cast<event>(below(static_cast<unsigned>(pawl::events<video>().size())));
      const facts known{1 + below(3), 3, 0, below(2) == 0, {}};
      if (!guarded && pawl::next<video>(at, e).needs_facts()) continue;
      const auto answer = pawl::decide<video>(at, e, known);
      if (!answer && below(16) != 0) continue;
      if (answer && pawl::is_terminal<video>(answer.state()) && below(32) != 0) continue;
      at = answer.state();
      out.accepted += answer ? 1 : 0;
      out.events.push_back(e);
      out.known.push_back(known);
    }
  }
  return out;
}

// --- The loops -------------------------------------------------------------------------------

using step_by_id = bool (*)(void*, event);
using step_by_type = bool (*)(void*);
using step_with_facts = bool (*)(void*, event, const facts&);

std::size_t walk_all(step_by_id step, char* machine, std::size_t size, const stream& s) {
  std::size_t accepted = 0;
  const event* e = s.events.data();
  for (std::size_t walk = 0; walk < walks; ++walk, machine += size)
    for (std::size_t i = 0; i < steps_per_walk; ++i) accepted += step(machine, *e++) ? 1 : 0;
  return accepted;
}

std::size_t walk_all(const step_by_type* step, char* machine, std::size_t size) {
  std::size_t accepted = 0;
  for (std::size_t walk = 0; walk < walks; ++walk, machine += size)
    for (std::size_t i = 0; i < steps_per_walk; ++i) accepted += (*step++)(machine) ? 1 : 0;
  return accepted;
}

std::size_t walk_all(step_with_facts step, char* machine, std::size_t size, const stream& s) {
  std::size_t accepted = 0;
  const event* e = s.events.data();
  const facts* known = s.known.data();
  for (std::size_t walk = 0; walk < walks; ++walk, machine += size)
    for (std::size_t i = 0; i < steps_per_walk; ++i)
      accepted += step(machine, *e++, *known++) ? 1 : 0;
  return accepted;
}

/// Stands between the compiler and what it would otherwise see through.
template <class T>
T hidden(T value) {
  asm volatile("" : "+r"(value));
  return value;
}

/// Counts the instructions of one loop. A contender that answers otherwise than the rest is no
/// contender.
template <class Contender, class Loop>
void measure(const char* block, const char* name, const stream& s, Loop loop) {
  using machine = typename Contender::machine;
  std::vector<machine> machines(walks);
  char* first = hidden(reinterpret_cast<char*>(machines.data()));
  char title[64];
  std::snprintf(title, sizeof title, "%s.%s", block, name);
  CALLGRIND_ZERO_STATS;
  const std::size_t accepted = loop(first, sizeof(machine));
  CALLGRIND_DUMP_STATS_AT(title);
  std::printf("size %s %zu\n", name, sizeof(machine));
  if (accepted != s.accepted && std::strcmp(name, "empty") != 0) {
    std::fprintf(stderr, "%s accepted %zu events of %zu\n", title, accepted, s.accepted);
    std::exit(1);
  }
}

template <class Contender>
void by_id(const char* name, const stream& s) {
  const auto step = hidden<step_by_id>([](void* m, event e) {
    return Contender::on(*static_cast<typename Contender::machine*>(m), e);
  });
  measure<Contender>("id", name, s,
                     [&](char* first, std::size_t size) { return walk_all(step, first, size, s); });
}

template <class Contender>
void by_type(const char* name, const stream& s) {
  constexpr auto step_of = []<std::size_t... Event>(std::size_t e,
                                                    pawl::detail::indices<Event...>) {
    constexpr step_by_type all[] = {[](void* m) {
      return Contender::on(*static_cast<typename Contender::machine*>(m),
                           static_cast<event>(Event));
    }...};
    return all[e];
  };
  std::vector<step_by_type> calls;
  for (event e : s.events)
    calls.push_back(step_of(static_cast<std::size_t>(e), pawl::detail::make_indices<12>{}));
  measure<Contender>("type", name, s, [&](char* first, std::size_t size) {
    return walk_all(calls.data(), first, size);
  });
}

template <class Contender>
void with_facts(const char* name, const stream& s) {
  const auto step = hidden<step_with_facts>([](void* m, event e, const facts& known) {
    return Contender::on(*static_cast<typename Contender::machine*>(m), e, known);
  });
  measure<Contender>("facts", name, s,
                     [&](char* first, std::size_t size) { return walk_all(step, first, size, s); });
}

template <class Contender>
void unguarded(const char* name, const stream& s) {
  by_id<Contender>(name, s);
  by_type<Contender>(name, s);
}

}  // namespace bench

int main() {
  using namespace bench;
  const stream plain = draw(false);
  std::printf("steps %zu\naccepted %zu\n", steps, plain.accepted);
  unguarded<empty>("empty", plain);
  unguarded<pawl_next>("next", plain);
  unguarded<pawl_engine>("engine", plain);
  unguarded<hand_switch>("switch", plain);
  unguarded<hand_table>("table", plain);

  const stream guarded = draw(true);
  with_facts<empty>("empty", guarded);
  with_facts<pawl_next>("next", guarded);
  with_facts<pawl_engine>("engine", guarded);
  with_facts<hand_switch>("switch", guarded);
#ifdef BENCH_WITH_SML
  unguarded<boost_sml<>>("sml", plain);
  unguarded<boost_sml_fold>("sml_fold", plain);
  with_facts<boost_sml<>>("sml", guarded);
  with_facts<boost_sml_fold>("sml_fold", guarded);
#endif
}

// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/render.hpp>

#include <string>

#include <pawl/lifecycles/video.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using Catch::Matchers::ContainsSubstring;
using pawl::lifecycles::video;
using support::turnstile;
namespace render = pawl::render;

std::string string(pawl::text t) { return {t.data(), t.size()}; }

static_assert(!render::mermaid<turnstile>().empty() && !render::graphviz<turnstile>().empty());

TEST_CASE("the Mermaid diagram has the rows, with live rows leaving a composite state") {
  CHECK(string(render::mermaid<turnstile>()) == R"(stateDiagram-v2
    state live {
        [*] --> idle
        idle --> turning : start
        turning --> jammed : fail [is_jam]
        turning --> turning : fail [may_retry]
        jammed --> idle : retry_due, repair
    }
    turning --> passed : succeed
    turning --> broken : fail, lose
    jammed --> broken : cancel [attempts_left]
    live --> closed : cancel
    passed --> [*]
    broken --> [*]
    closed --> [*]
)");
}

TEST_CASE("the Markdown table says who may take a row, if the lifecycle says it", "[VID-19]") {
  const auto table = string(render::markdown<video>());
  CHECK_THAT(table,
             ContainsSubstring("| from | event | when | by | to |\n|---|---|---|---|---|\n"));
  CHECK_THAT(table,
             ContainsSubstring("| `UPLOADED` | run | | api, workflow | `AUDIO_EXTRACTING` |"));
  CHECK_THAT(table,
             ContainsSubstring("| `GENERATING` | lose | attempts_left | system | `GENERATING` |"));
  CHECK_THAT(table, ContainsSubstring("| *every live state* | cancel | | api | `CANCELLED` |"));
}

TEST_CASE("the Graphviz digraph marks terminal states and the initial one") {
  const auto dot = string(render::graphviz<turnstile>());
  CHECK_THAT(dot, ContainsSubstring("digraph \"turnstile\" {"));
  CHECK_THAT(dot, ContainsSubstring("\"[*]\" -> \"idle\";"));
  CHECK_THAT(dot, ContainsSubstring("\"passed\" [peripheries=2];"));
  CHECK_THAT(dot, ContainsSubstring("\"turning\" -> \"turning\" [label=\"fail [may_retry]\"];"));
  CHECK_THAT(dot, ContainsSubstring("[label=\"cancel\", ltail=cluster_live];"));
}

TEST_CASE("the Markdown table lists the rows in the order in which they are tried") {
  CHECK(string(render::markdown<turnstile>()) == R"(| from | event | when | to |
|---|---|---|---|
| `idle` | start | | `turning` |
| `turning` | succeed | | `passed` |
| `turning` | fail | is_jam | `jammed` |
| `turning` | fail | may_retry | `turning` |
| `turning` | fail | | `broken` |
| `turning` | lose | | `broken` |
| `jammed` | retry_due | | `idle` |
| `jammed` | repair | | `idle` |
| `jammed` | cancel | attempts_left | `broken` |
| *every live state* | cancel | | `closed` |
)");
  CHECK_THAT(string(render::markdown_states<turnstile>()),
             ContainsSubstring("| `passed` | success | nothing |"));
  CHECK_THAT(string(render::markdown_states<turnstile>()),
             ContainsSubstring("| `idle` | ready | start, cancel |"));
}

/// Names that are no identifiers, as an enum may give itself.
struct spoken : pawl::lifecycle {
  struct names {
    enum class state : unsigned char { in_progress, done };
    static constexpr pawl::text spelled[] = {"in progress", "say \"done\""};
    friend constexpr const auto& pawl_names(state) { return spelled; }
  };
  using state = names::state;
  enum class event { finish };
  static constexpr auto table =
      transitions(kinds(dormant(state::in_progress), success(state::done)),
                  state::in_progress + on(event::finish) = state::done);
};

TEST_CASE("a name that is no identifier is quoted or given as a label") {
  CHECK(string(render::mermaid<spoken>()) == R"(stateDiagram-v2
    state "in progress" as in_progress
    state "say \"done\"" as say__done_
    [*] --> in_progress
    in_progress --> say__done_ : finish
    say__done_ --> [*]
)");
  CHECK_THAT(string(render::graphviz<spoken>()),
             ContainsSubstring(R"("in progress" -> "say \"done\"")"));
}

TEST_CASE("a diagram of fifteen states is built by the compiler too") {
  constexpr pawl::text diagram = render::mermaid<video>();
  STATIC_REQUIRE(diagram.size() > 1000);
  CHECK_THAT(string(diagram), ContainsSubstring("live --> CANCELLED : cancel"));
}

}  // namespace

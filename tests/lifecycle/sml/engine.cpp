// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/sml/engine.hpp>

#include <pawl/lifecycle/engine.hpp>
#include <pawl/lifecycles/deck.hpp>
#include <pawl/lifecycles/document.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/lifecycles/status.hpp>
#include <pawl/lifecycles/video.hpp>
#include <pawl/testing/engine_laws.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

namespace lifecycles = pawl::lifecycles;

TEMPLATE_TEST_CASE("the SML engine keeps the laws of an engine", "", lifecycles::deck,
                   lifecycles::service, lifecycles::video, lifecycles::document, lifecycles::status,
                   support::turnstile) {
  const auto broken = pawl::testing::engine_laws<TestType, pawl::engine::sml<TestType>>();
  INFO(pawl::name_of(broken.state) << " on " << pawl::name_of(broken.event));
  CHECK(broken.law == "");
}

TEMPLATE_TEST_CASE("both engines agree on every state, event and outcome of the guards", "",
                   lifecycles::deck, lifecycles::service, lifecycles::video, lifecycles::document,
                   lifecycles::status, support::turnstile) {
  for (auto state : pawl::states<TestType>())
    for (auto event : pawl::events<TestType>())
      for (const pawl::facts& known : pawl::testing::guard_outcomes) {
        pawl::engine::table<TestType> ours(state);
        pawl::engine::sml<TestType> theirs(state);
        CHECK(static_cast<bool>(ours.on(event, known)) ==
              static_cast<bool>(theirs.on(event, known)));
        CHECK(ours.state() == theirs.state());
      }
}

TEST_CASE("a value that is no event is refused by the SML engine too") {
  pawl::engine::sml<lifecycles::deck> job;
  CHECK(job.on(static_cast<lifecycles::deck::event>(77), {}).forbidden());
  CHECK(job.state() == lifecycles::deck::pending);
}

}  // namespace

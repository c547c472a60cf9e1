// SPDX-License-Identifier: BSL-1.0
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

using pawl::engine::table;
using support::turnstile;
namespace lifecycles = pawl::lifecycles;

static_assert(sizeof(table<turnstile>) == 1);
static_assert(sizeof(table<lifecycles::video>) == 1);

TEST_CASE("the table engine keeps the laws of an engine on every lifecycle, at compile time") {
  using pawl::testing::engine_laws;
  STATIC_REQUIRE(engine_laws<turnstile, table<turnstile>>().law.empty());
  STATIC_REQUIRE(engine_laws<lifecycles::deck, table<lifecycles::deck>>().law.empty());
  STATIC_REQUIRE(engine_laws<lifecycles::service, table<lifecycles::service>>().law.empty());
  STATIC_REQUIRE(engine_laws<lifecycles::video, table<lifecycles::video>>().law.empty());
  STATIC_REQUIRE(engine_laws<lifecycles::document, table<lifecycles::document>>().law.empty());
  STATIC_REQUIRE(engine_laws<lifecycles::status, table<lifecycles::status>>().law.empty());
}

TEST_CASE("an engine moves on accepted events and stays on refused ones") {
  table<turnstile> engine;
  CHECK(engine.state() == turnstile::idle);
  CHECK_FALSE(engine.on(turnstile::succeed));
  CHECK(engine.state() == turnstile::idle);
  CHECK(engine.on(turnstile::start));
  CHECK(engine.on(turnstile::fail).needs_facts());
  CHECK(engine.state() == turnstile::turning);
  CHECK(engine.on(turnstile::fail, {.error = "jam"}));
  CHECK(engine.state() == turnstile::jammed);
}

TEST_CASE("an engine goes on from a stored state") {
  constexpr table<turnstile> engine(turnstile::jammed);
  STATIC_REQUIRE(engine.state() == turnstile::jammed);
}

}  // namespace

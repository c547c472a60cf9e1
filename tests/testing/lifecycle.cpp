// SPDX-License-Identifier: BSL-1.0
#include <pawl/testing/lifecycle.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl::testing;
using support::turnstile;
using enum turnstile::state;
using enum turnstile::event;

static_assert(allows<turnstile, idle, start> && !allows<turnstile, idle, fail>);
static_assert(forbids<turnstile, idle, fail> && !forbids<turnstile, idle, start>);
static_assert(leads_to<turnstile, turning, fail, jammed> &&
              !leads_to<turnstile, turning, fail, passed>);
static_assert(path<turnstile, idle, start, turning, fail, jammed, repair, idle>);
static_assert(!path<turnstile, idle, start, jammed>);
static_assert(path<turnstile, idle>);
static_assert(terminal<turnstile, closed> && !terminal<turnstile, jammed>);
static_assert(reaches<turnstile, idle, closed> && reaches<turnstile, idle, idle>);
static_assert(!reaches<turnstile, passed, idle>);

TEST_CASE("the vocabulary serves in a Catch2 check as it does in a static_assert") {
  CHECK(allows<turnstile, idle, start>);
  CHECK(forbids<turnstile, idle, succeed>);
  CHECK(leads_to<turnstile, turning, fail, broken>);
  CHECK(path<turnstile, idle, start, turning, succeed, passed>);
  CHECK(terminal<turnstile, broken>);
  CHECK(reaches<turnstile, jammed, passed>);
}

TEST_CASE("a path is states and events in turn, beginning and ending in a state") {
  CHECK_FALSE(path<turnstile>);
  CHECK_FALSE(path<turnstile, idle, start>);
  CHECK_FALSE(path<turnstile, start, idle, turning>);
  CHECK_FALSE(path<turnstile, idle, idle, idle>);
}

}  // namespace

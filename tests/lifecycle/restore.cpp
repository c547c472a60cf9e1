// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/restore.hpp>

#include <sstream>
#include <string>
#include <string_view>

#include <pawl/lifecycles/video.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using pawl::restore;
using pawl::lifecycles::video;
using support::turnstile;

TEST_CASE("every state is found again by its own name") {
  for (auto state : pawl::states<video>())
    CHECK(restore<video>(pawl::name_of(state)).state() == state);
  STATIC_REQUIRE(restore<turnstile>("jammed").state() == turnstile::jammed);
}

TEST_CASE("a state is found by a former name") {
  STATIC_REQUIRE(restore<turnstile>("waiting_for_coin").state() == turnstile::idle);
  STATIC_REQUIRE(restore<turnstile>("stuck").state() == turnstile::jammed);
}

TEST_CASE("an unknown name is an error value that keeps the name") {
  constexpr auto unknown = restore<turnstile>("Jammed");
  STATIC_REQUIRE(!unknown);
  STATIC_REQUIRE(unknown.name() == "Jammed");
  std::ostringstream said;
  unknown.explain(said);
  CHECK(said.str() ==
        "no state of turnstile is called \"Jammed\"; if it was renamed, list it in former_names");
  CHECK(!restore<turnstile>(""));
  CHECK(!restore<turnstile>(pawl::text{}));
  CHECK(!restore<turnstile>("idle "));
  CHECK(!restore<turnstile>(std::string_view("idle\0", 5)));
}

TEST_CASE("a name may come from any kind of string") {
  CHECK(restore<turnstile>(std::string("idle")).state() == turnstile::idle);
  CHECK(restore<turnstile>(std::string_view("idle")).state() == turnstile::idle);
}

}  // namespace

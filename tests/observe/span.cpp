// SPDX-License-Identifier: BSL-1.0
#include <pawl/observe/span.hpp>

#include "../support/catch.hpp"

namespace {

using pawl::observe::span;
using pawl::observe::detail::is_traceparent;
using pawl::observe::detail::link;

const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736";

TEST_CASE("a traceparent is taken in the one form that is known") {
  CHECK(is_traceparent("00-" + trace + "-00f067aa0ba902b7-01"));
  CHECK_FALSE(is_traceparent(""));
  CHECK_FALSE(is_traceparent("01-" + trace + "-00f067aa0ba902b7-01"));
  CHECK_FALSE(is_traceparent("00-" + trace + "-00f067aa0ba902b7-01-more"));
  CHECK_FALSE(is_traceparent("00-" + trace + "-0000000000000000-01"));
  CHECK_FALSE(is_traceparent("00-" + std::string(32, '0') + "-00f067aa0ba902b7-01"));
  CHECK_FALSE(is_traceparent("00-" + trace + "-00F067AA0BA902B7-01"));
  CHECK_FALSE(is_traceparent("00-" + trace + "-00f067aa0ba902b7-0x"));
}

TEST_CASE("a span has the trace and the flags of what its job was submitted in") {
  span made;
  link(made, "00-" + trace + "-00f067aa0ba902b7-00", 0xab, 1, 2);
  CHECK(made.trace == trace);
  CHECK(made.parent == "00f067aa0ba902b7");
  CHECK(made.id == "00000000000000ab");
  CHECK(made.traceparent == "00-" + trace + "-00000000000000ab-00");
}

TEST_CASE("a span of a job that was submitted in none begins a trace") {
  span made;
  link(made, "garbage", 0, 0, 0);
  CHECK(made.parent.empty());
  CHECK(made.id == "0000000000000001");
  CHECK(is_traceparent(made.traceparent));
}

}  // namespace

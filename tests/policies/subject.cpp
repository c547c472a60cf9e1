// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/subject.hpp>

#include <string>

#include "support/catch.hpp"

namespace {

using namespace pawl;

struct archetype {
  static constexpr pawl::axis axis = pawl::axis::subject;
  static constexpr bool is_needed = false;
};
struct without_need {
  static constexpr pawl::axis axis = pawl::axis::subject;
};
struct of_another_axis {
  static constexpr pawl::axis axis = pawl::axis::codec;
  [[maybe_unused]] static constexpr bool is_needed = false;
};
struct payload {
  std::string document;
  int page = 0;
};

TEST_CASE("a job type names the member of its payload that it is about, or none") {
  const payload in{"d1", 7};
  CHECK(subject<&payload::document>::read(in) == "d1");
  CHECK(subject<&payload::page>::read(in) == 7);
  STATIC_REQUIRE(subject<&payload::page>::is_needed);
  STATIC_REQUIRE_FALSE(default_subject::is_needed);
}

TEST_CASE("a policy on subjects says its axis and whether one is needed, and no more") {
  STATIC_REQUIRE(subject_policy<archetype>);
  STATIC_REQUIRE(subject_policy<subject<&payload::page>> && subject_policy<no_subject>);
  STATIC_REQUIRE_FALSE(subject_policy<without_need>);
  STATIC_REQUIRE_FALSE(subject_policy<of_another_axis>);
  STATIC_REQUIRE(sizeof(subject<&payload::page>) == 1);
}

}  // namespace

// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/audit.hpp>

#include <pawl/testing/audit_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using pawl::testing::broken_audit_law;

using ai_audit = audit<"model", "tokenUsage">;

TEST_CASE("fields are found by name") {
  STATIC_REQUIRE(ai_audit::count == 2);
  STATIC_REQUIRE(ai_audit::contains<"model">);
  STATIC_REQUIRE_FALSE(ai_audit::contains<"prompt">);
  STATIC_REQUIRE_FALSE(default_audit::contains<"model">);
  CHECK(ai_audit::name(1) == "tokenUsage");
  CHECK(find_field<ai_audit>("tokenUsage") == 1);
  CHECK(find_field<ai_audit>("prompt") == 2);
}

template <class...>
struct list;
struct document {
  static constexpr text name = "document";
};
struct prompt {
  static constexpr text name = "prompt";
};

TEST_CASE("fields are checked against the members of a payload") {
  STATIC_REQUIRE(sizeof(audit_rules<ai_audit, list<document, prompt>>) == 1);
  STATIC_REQUIRE(sizeof(audit_rules<default_audit, list<>>) == 1);
}

struct nameless : testing::audit_archetype {
  static constexpr std::size_t count = 1;
};
struct repeated : testing::audit_archetype {
  static constexpr std::size_t count = 2;
  static constexpr const char* name(std::size_t) { return "model"; }
};
struct with_requester : testing::audit_archetype {
  template <fixed_string Name>
  static constexpr bool contains = true;
};

TEST_CASE("an audit keeps its laws, and the laws see what breaks them") {
  CHECK(broken_audit_law<ai_audit>() == "");
  CHECK(broken_audit_law<default_audit>() == "");
  CHECK(broken_audit_law<testing::audit_archetype>() == "");
  CHECK(broken_audit_law<nameless>() == "a field is named by an identifier");
  CHECK(broken_audit_law<repeated>() == "each field has its own name");
  CHECK(broken_audit_law<with_requester>() == "the requester is no field");
}

}  // namespace

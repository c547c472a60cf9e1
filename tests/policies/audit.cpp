// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/audit.hpp>

#include <string>

#include <pawl/policies/audit/values.hpp>
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

template <class Values, fixed_string Name>
concept takes = requires(Values& values) { values.template set<Name>("x"); };

TEST_CASE("only declared fields can be set, and only those that were are recorded") {
  STATIC_REQUIRE(takes<audit_values<ai_audit>, "model">);
  STATIC_REQUIRE_FALSE(takes<audit_values<ai_audit>, "prompt">);
  STATIC_REQUIRE_FALSE(takes<audit_values<default_audit>, "model">);

  audit_values<ai_audit> values;
  const auto recorded = [&] {
    std::string all;
    values.for_each_set([&](text name, const audit_value& value) {
      all += std::string(name.data(), name.size()) + "=";
      if (const auto* number = std::get_if<std::int64_t>(&value)) all += std::to_string(*number);
      if (const auto* string = std::get_if<std::string>(&value)) all += *string;
      all += " ";
    });
    return all;
  };
  CHECK(recorded().empty());
  values.set<"tokenUsage">(1234);
  CHECK(recorded() == "tokenUsage=1234 ");
  values.set<"model">("m1");
  values.set<"tokenUsage">(1300);
  CHECK(recorded() == "model=m1 tokenUsage=1300 ");
  CHECK(std::get<std::string>(values.at(0)) == "m1");
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

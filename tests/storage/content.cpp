// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/content.hpp>

#include <set>

#include "support/catch.hpp"

namespace {

using pawl::storage::content_of;
using pawl::storage::raise;

raise plain() { return {.scope = pawl::storage::scope::tenant("acme"), .event = "run"}; }

TEST_CASE("the same content has the same hash, whatever job it is for") {
  raise one = plain();
  raise two = plain();
  one.event_id = "event 1";
  two.scope = pawl::storage::scope::tenant("globex");
  CHECK(content_of(one) == content_of(two));
}

TEST_CASE("no two contents hash alike") {
  std::vector<raise> all(1, plain());
  const auto another = [&]() -> raise& { return all.emplace_back(plain()); };
  another().event = "stop";
  another().target = "run";
  another().result = "";
  another().result = "artifacts";
  another().error = pawl::failure_info{};
  another().error = pawl::failure_info{.code = "name", .message = "value"};
  another().error = pawl::failure_info{.code = "name", .message = "value", .state = "state"};
  another().metadata = "{}";
  // The words of an error, as artifacts and as audit fields.
  another().findings.artifacts = {{"name", "value"}, {"", ""}};
  another().findings.artifacts = {{"name", "value"}, {"", "state"}};
  another().findings.artifacts = {{"name", "value"}};
  another().findings.audit = {{"name", "value"}};
  another().findings.artifacts = {{"namevalue", ""}};
  raise& both = another();
  both.findings.artifacts = {{"audit", ""}};
  both.findings.audit = {{"name", "value"}};
  raise& only = another();
  only.findings.artifacts = {{"audit", ""}, {"name", "value"}};
  // The words that stand between the lists, in either of them.
  another().findings.artifacts = {{"audit", "value"}};
  another().findings.audit = {{"value", "audit"}};
  another().findings.artifacts = {{"audit 1", "value"}};
  another().findings.audit = {{"value", "audit 1"}};
  std::set<std::string> hashes;
  for (const raise& each : all) hashes.insert(content_of(each).hex());
  CHECK(hashes.size() == all.size());
}

}  // namespace

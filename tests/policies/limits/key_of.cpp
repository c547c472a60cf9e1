// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/limits/key_of.hpp>

#include <set>
#include <string_view>

#include <pawl/job/principal.hpp>
#include <pawl/policies/limits.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;

enum class format : unsigned char { pptx, pdf };
enum class odd : int { three = 3 };

struct base {
  std::string document;
};
struct export_input : base {
  int page = 0;
  format target{};
  odd strange{};
  unsigned long long serial = 0;
};

template <auto... Members>
std::string by_members(const export_input& input, const principal& who = {"acme", "alice", ""}) {
  return key_of<active_per<by::member<Members...>, 1, at_submit>>(input, who);
}

TEST_CASE("a key names the tenant and what is counted") {
  const principal alice{"acme", "alice", "sales"};
  const export_input input{{"d1"}, 7, format::pdf, odd::three, 9};
  CHECK(key_of<rate_per<by::user, 1, 1_s>>(input, alice) == "4:acme5:alice");
  CHECK(key_of<rate_per<by::organisation, 1, 1_s>>(input, alice) == "4:acme5:sales");
  CHECK(key_of<active_per<by::tenant, 1, at_claim>>(input, alice) == "4:acme");
  CHECK(key_of<concurrent<1>>(input, alice).empty());
  CHECK(by_members<&export_input::document>(input) == "4:acme2:d1");
  CHECK(by_members<&export_input::document, &export_input::page>(input) == "4:acme2:d11:7");
}

TEST_CASE("an enum is a key by its name, or by its number if it has none") {
  const export_input input{{"d1"}, -7, format::pdf, odd::three, 18'446'744'073'709'551'615U};
  CHECK(by_members<&export_input::target>(input) == "4:acme3:pdf");
  CHECK(by_members<&export_input::strange>(input) == "4:acme1:3");
  CHECK(by_members<&export_input::page>(input) == "4:acme2:-7");
  CHECK(by_members<&export_input::serial>(input) == "4:acme20:18446744073709551615");
}

TEST_CASE("a key is taken from whatever has the principal's members") {
  struct visitor {
    std::string_view tenant = "acme";
    const char* user = "bob";
  };
  CHECK(key_of<rate_per<by::user, 1, 1_s>>(0, visitor{}) == "4:acme3:bob");
}

TEST_CASE("different subjects have different keys, whatever their names hold") {
  const std::string names[] = {"", "1", "1:", "1:a", "a", "a1:b", "1:a1:b", ":", "0:"};
  std::set<std::string> users;
  std::set<std::string> documents;
  for (const std::string& tenant : names)
    for (const std::string& each : names) {
      users.insert(key_of<rate_per<by::user, 1, 1_s>>(0, principal{tenant, each, ""}));
      for (int page = 0; page < 12; ++page)
        documents.insert(by_members<&export_input::document, &export_input::page>(
            {{each}, page, {}, {}, 0}, {tenant, "", ""}));
    }
  CHECK(users.size() == 81);
  CHECK(documents.size() == 81 * 12);
}

}  // namespace

// SPDX-License-Identifier: BSL-1.0
#include <pawl/observe/catalogue.hpp>

#include <set>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace {

using pawl::observe::metric_type;

bool is_plain(std::string_view name) {
  return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == name.npos;
}

TEST_CASE("every metric has a name, a unit where it needs one, and a sentence") {
  std::set<std::string> names;
  for (const auto& each : pawl::observe::catalogue()) {
    const std::string name{std::string_view(each.name())};
    INFO(name);
    CHECK(names.insert(name).second);
    CHECK(is_plain(name));
    CHECK(name.ends_with("_total") == (each.type == metric_type::counter));
    CHECK(std::string_view(each.help).ends_with('.'));
  }
  CHECK(names.size() == 25);
}

TEST_CASE("what is not in the deck specification is ours by its prefix") {
  std::size_t at = 0;
  for (const auto& each : pawl::observe::catalogue())
    CHECK(std::string_view(each.name()).starts_with(at++ < 9 ? "job_" : "pawl_"));
}

}  // namespace

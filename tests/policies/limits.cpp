// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/limits.hpp>

#include <string>

#include <pawl/testing/limits_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::broken_limits_law;

enum class format : unsigned char { pptx, pdf };

struct deck_input {
  std::string document;
  const long page = 0;
  format target{};
};

using convert_limits = limits<active_per<by::member<&deck_input::document>, 1, at_submit>>;
using export_limits =
    limits<active_per<by::member<&deck_input::document>, 2, configurable_up_to<16>, at_claim>,
           concurrent<8>>;
using ai_limits =
    limits<rate_per<by::user, 20, 1_min>, rate_per<by::user, 500, 1_d, named<"daily">>,
           rate_per<by::organisation, 200, 1_min, burst<50>>>;

TEST_CASE("a limit has a name that is derived from what it counts") {
  CHECK(convert_limits::all()[0].name == "active_per_document_at_submit");
  CHECK(export_limits::all()[0].name == "active_per_document_at_claim");
  CHECK(export_limits::all()[1].name == "concurrent");
  CHECK(ai_limits::all()[0].name == "rate_per_user");
  CHECK(ai_limits::all()[1].name == "daily");
  CHECK(ai_limits::all()[2].name == "rate_per_organisation");
  using several = active_per<by::member<&deck_input::document, &deck_input::page>, 1, at_submit>;
  CHECK(several::description.name == "active_per_document_page_at_submit");
  CHECK(several::description.key == "document_page");
  CHECK(by::member<&deck_input::target>::name == "target");
}

TEST_CASE("a limit describes itself") {
  constexpr limit_description convert = convert_limits::all()[0];
  CHECK(convert.kind == limit_kind::active_jobs);
  CHECK(convert.point == limit_point::at_submit);
  CHECK(convert.key == "document");
  CHECK(convert.count == 1);
  CHECK(convert.most == 1);

  constexpr limit_description rate = ai_limits::all()[2];
  CHECK(rate.kind == limit_kind::rate);
  CHECK(rate.point == limit_point::at_submit);
  CHECK(rate.count == 200);
  CHECK(rate.window == 1_min);
  CHECK(rate.burst == 50);
  CHECK(ai_limits::all()[0].burst == 20);

  constexpr limit_description workers = export_limits::all()[1];
  CHECK(workers.point == limit_point::at_claim);
  CHECK(workers.key == "global");
}

TEST_CASE("a count may be configured from one up to the declared bound") {
  constexpr limit_description exports = export_limits::all()[0];
  CHECK(exports.count == 2);
  CHECK(exports.accepts(1));
  CHECK(exports.accepts(16));
  CHECK_FALSE(exports.accepts(17));
  CHECK_FALSE(exports.accepts(0));
  CHECK_FALSE(convert_limits::all()[0].accepts(2));
}

TEST_CASE("limits are visited as types, in order") {
  std::string names;
  ai_limits::for_each([&](auto limit) {
    static_assert(job_limit<decltype(limit)> && sizeof(limit) == 1);
    const text name = decltype(limit)::description.name;
    names += std::string(name.data(), name.size()) + " ";
  });
  CHECK(names == "rate_per_user daily rate_per_organisation ");
}

TEST_CASE("limits are checked against the payload they take their keys from") {
  STATIC_REQUIRE(sizeof(limit_rules<convert_limits, deck_input>) == 1);
  STATIC_REQUIRE(sizeof(limit_rules<ai_limits, int>) == 1);
}

TEST_CASE("every shipped list of limits keeps the laws") {
  CHECK(broken_limits_law<convert_limits>() == "");
  CHECK(broken_limits_law<export_limits>() == "");
  CHECK(broken_limits_law<ai_limits>() == "");
  CHECK(broken_limits_law<default_limits>() == "");
  CHECK(broken_limits_law<testing::limits_archetype>() == "");
  STATIC_REQUIRE(sizeof(ai_limits) == 1);
}

template <class... L>
struct plain_limits {
  static constexpr pawl::axis axis = pawl::axis::limits;
  static constexpr limit_description list[sizeof...(L)] = {L::description...};
  static constexpr slice<limit_description> all() { return {list, sizeof...(L)}; }
  static constexpr void for_each(auto&& f) { (f(L{}), ...); }
};
struct unvisited : testing::limits_archetype {
  static constexpr void for_each(auto&&) {}
};

struct nameless {
  using key = by::global;
  static constexpr limit_description description{.name = "", .key = "global"};
};
struct allows_none {
  using key = by::global;
  static constexpr limit_description description{
      .name = "none", .key = "global", .count = 0, .most = 0};
};
struct default_out_of_range {
  using key = by::global;
  static constexpr limit_description description{
      .name = "many", .key = "global", .count = 2, .most = 1};
};
struct rate_without_a_window {
  using key = by::global;
  static constexpr limit_description description{
      .name = "rate", .kind = limit_kind::rate, .key = "global", .burst = 1};
};
struct rate_at_a_claim {
  using key = by::global;
  static constexpr limit_description description{.name = "rate",
                                                 .kind = limit_kind::rate,
                                                 .point = limit_point::at_claim,
                                                 .key = "global",
                                                 .window = {1},
                                                 .burst = 1};
};

TEST_CASE("limits that break a law are named with the law") {
  CHECK(broken_limits_law<plain_limits<nameless>>() == "a limit is named by an identifier");
  CHECK(broken_limits_law<plain_limits<testing::limit_archetype, testing::limit_archetype>>() ==
        "each limit has its own name");
  CHECK(broken_limits_law<plain_limits<allows_none>>() == "a limit allows something");
  CHECK(broken_limits_law<plain_limits<default_out_of_range>>() ==
        "the declared count may be configured");
  CHECK(broken_limits_law<plain_limits<rate_without_a_window>>() ==
        "a rate has a window, and nothing else has");
  CHECK(broken_limits_law<plain_limits<rate_at_a_claim>>() == "a rate is checked at submission");
  CHECK(broken_limits_law<unvisited>() == "each limit is visited once, in order");
}

}  // namespace

// SPDX-License-Identifier: BSL-1.0
// What services and clients can be made of, as the compiler works it out. The sentences are those
// of the cases in compile_tests/fail/service.
#include <pawl/runtime/engine/service_rules.hpp>

#include <string>
#include <type_traits>

#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/storage/memory.hpp>
#include <pawl/testing/memory_store.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
namespace rules = pawl::detail;
using survivor = pawl::testing::memory_store<>;
using volatile_store = pawl::storage::memory<>;

struct plain : pawl::job<"test.rules_plain", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};
struct limited : pawl::job<"test.rules_limited", pawl::lifecycles::service,
                           pawl::limits<pawl::concurrent<2, pawl::named<"ovens">>>> {
  outcome<void> operator()(context&, int) const { return {}; }
};
struct passing : pawl::job<"test.rules_passing", pawl::lifecycles::service,
                           pawl::ephemeral<pawl::capacity<10>>> {
  outcome<void> operator()(context&, int) const { return {}; }
};

struct no_counter : survivor {
  static constexpr bool counts = false;
};

/// The first rule that a service breaks, in words.
template <class Store, class... Handlers>
std::string broken() {
  using rule = rules::broken_service_rule<Store, Handlers...>;
  std::string out;
  pawl::detail::append to{out};
  if constexpr (!std::is_same_v<rule, rules::every_rule_holds>) rule::write(to);
  return out;
}

}  // namespace

TEST_CASE("a service is sound if its store can keep each of its job types") {
  CHECK(rules::sound_service<survivor, plain, limited, passing>);
  CHECK(rules::sound_service<volatile_store, passing>);
  CHECK_FALSE(rules::sound_service<volatile_store, passing, plain>);
  CHECK(rules::sound_service<no_counter, plain>);
  CHECK_FALSE(rules::sound_service<no_counter, plain, limited>);
  CHECK_FALSE(rules::sound_service<survivor, plain, plain>);
  CHECK_FALSE(rules::sound_service<survivor>);
  CHECK_FALSE(rules::sound_service<std::string, plain>);
}

TEST_CASE("a client is sound if its jobs outlive their submitter, and may list none") {
  CHECK(rules::sound_client<survivor, plain, limited>);
  CHECK(rules::sound_client<survivor>);
  CHECK_FALSE(rules::sound_client<survivor, plain, passing>);
  CHECK_FALSE(rules::sound_client<volatile_store, plain>);
  CHECK_FALSE(rules::sound_client<no_counter, limited>);
}

TEST_CASE("of several broken rules the first is told, and of several job types the one it is of") {
  CHECK_THAT((broken<std::string>()),
             Catch::Matchers::ContainsSubstring("where its store belongs"));
  CHECK_THAT((broken<volatile_store, passing, limited>()),
             Catch::Matchers::ContainsSubstring("job test.rules_limited is durable"));
  CHECK_THAT((broken<no_counter, plain, limited>()),
             Catch::Matchers::ContainsSubstring("job test.rules_limited has a limit"));
  CHECK(broken<survivor, plain, limited>().empty());
}

TEST_CASE("a store that does not say whether it counts does") {
  CHECK(rules::store_counts<survivor>());
  CHECK_FALSE(rules::store_counts<no_counter>());
}

TEST_CASE("the name of a limit is taken from the source, and from elsewhere") {
  using limit = rules::limit_of<limited>;
  constexpr limit written("ovens");
  CHECK(written.name == "ovens");
  // What comes from elsewhere is for the store to look up, also if there is no such limit.
  const std::string elsewhere = "fridges";
  CHECK(limit(elsewhere).name == "fridges");
  CHECK(limit(std::string_view(elsewhere).substr(0, 3)).name == "fri");
  CHECK(limit(elsewhere.c_str()).name == "fridges");
}

TEST_CASE("one argument is known by its type, and more or none are not") {
  CHECK(std::is_same_v<rules::only<int>, int>);
  CHECK(std::is_same_v<rules::only<int, int>, void>);
  CHECK(std::is_same_v<rules::only<>, void>);
  CHECK(rules::is_unique_ptr<std::unique_ptr<survivor>>);
  CHECK_FALSE(rules::is_unique_ptr<survivor*>);
}

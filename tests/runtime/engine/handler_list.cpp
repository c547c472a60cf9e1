// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/engine/handler_list.hpp>
#include <pawl/runtime/engine/service_core.hpp>

#include "support/catch.hpp"

namespace {

using pawl::runtime::handler_list;
using pawl::runtime::keep;

/// Counts how often it is destroyed; what it was moved from does not count.
template <int Number>
struct counted {
  std::shared_ptr<int> ends;

  explicit counted(std::shared_ptr<int> count) : ends(std::move(count)) {}
  counted(counted&&) = default;
  ~counted() {
    if (ends) ++*ends;
  }
};
using three = handler_list<counted<1>, counted<2>, counted<3>>;

}  // namespace

TEST_CASE("each handler is found by its type") {
  const auto first = std::make_shared<int>(0);
  const auto second = std::make_shared<int>(0);
  const auto third = std::make_shared<int>(0);
  const three all{counted<1>(first), counted<2>(second), counted<3>(third)};
  CHECK(all.get<counted<1>>().ends == first);
  CHECK(all.get<counted<2>>().ends == second);
  CHECK(all.get<counted<3>>().ends == third);
}

TEST_CASE("handlers are kept for as long as anything points to them, and destroyed once") {
  const auto ends = std::make_shared<int>(0);
  auto kept = keep(new three{counted<1>(ends), counted<2>(ends), counted<3>(ends)});
  auto other = kept;
  kept.reset();
  CHECK(*ends == 0);
  CHECK(static_cast<const three*>(other.get())->get<counted<3>>().ends == ends);
  other.reset();
  CHECK(*ends == 3);
}

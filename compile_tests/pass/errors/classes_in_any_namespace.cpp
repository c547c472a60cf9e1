// SPDX-License-Identifier: BSL-1.0
// Error classes are declared wherever their failures belong, and named from anywhere.
#include <pawl/policies/errors.hpp>

namespace shop::payments {
struct card_declined : pawl::error_class<"card_declined", pawl::fatal> {};
}  // namespace shop::payments

namespace {
struct local_only : pawl::error_class<"local_only"> {};
}  // namespace

template <class>
struct connection {
  struct dropped : pawl::error_class<"dropped", pawl::retryable> {};
};

struct written_by_hand {
  static constexpr const char* code = "written_by_hand";
  static constexpr pawl::retryability classification = pawl::fatal;
  static constexpr bool escalates = true;
};

using failures = pawl::errors<shop::payments::card_declined, local_only, connection<int>::dropped,
                              written_by_hand>;
static_assert(failures::count == 8);
static_assert(failures::index_of("dropped") == 2);
static_assert(failures::infos()[3].escalates);
static_assert(pawl::public_code<"shop.pay", written_by_hand>() == "PAY_WRITTEN_BY_HAND");

// The class `timeout` and a policy of that name do not meet, unless both namespaces are opened.
using pawl::error::worker_lost;
static_assert(failures::contains<worker_lost> && failures::contains<pawl::error::timeout>);

// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/secret.hpp>

#include <ostream>
#include <string>
#include <type_traits>

#include "support/catch.hpp"

namespace {

template <class T>
concept printable = requires(std::ostream& out, const T& value) { out << value; };

static_assert(printable<std::string>);
static_assert(!printable<pawl::secret<std::string>>);
static_assert(!std::is_convertible_v<pawl::secret<std::string>, std::string>);
static_assert(!std::is_convertible_v<std::string, pawl::secret<std::string>>);
static_assert(sizeof(pawl::secret<int>) == sizeof(int));
static_assert(pawl::secret<int>{42}.reveal() == 42);

}  // namespace

TEST_CASE("a secret is read only by asking it to reveal itself", "[SVC-26]") {
  pawl::secret<std::string> token{"hunter2"};
  CHECK(token.reveal() == "hunter2");
  const pawl::secret<std::string> copy = token;
  CHECK(copy.reveal() == "hunter2");
  CHECK(std::move(token).reveal() == "hunter2");
}

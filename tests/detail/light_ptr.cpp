// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/light_ptr.hpp>

#include <memory>
#include <string>
#include <type_traits>

#include "support/catch.hpp"

namespace {

using pawl::detail::light_ptr;

TEST_CASE("a light pointer deletes what it owns, once") {
  STATIC_REQUIRE(!std::is_copy_constructible_v<light_ptr<int>>);
  STATIC_REQUIRE(sizeof(light_ptr<int>) == sizeof(int*));
  const auto token = std::make_shared<int>(7);
  using held = std::shared_ptr<int>;
  {
    light_ptr<held> one(new held(token));
    light_ptr<held> two(std::move(one));
    CHECK(!one);
    CHECK(**two == 7);
    one = std::move(two);
    CHECK(token.use_count() == 2);
    one.reset();
    CHECK(token.use_count() == 1);
    one = light_ptr<held>(new held(token));
    one = light_ptr<held>(new held(token));
    CHECK(token.use_count() == 2);
    const std::unique_ptr<held> given(one.release());
    CHECK(!one);
    CHECK(token.use_count() == 2);
  }
  CHECK(token.use_count() == 1);
}

int closed = 0;
struct closes {
  static void end(const int* handle) { closed += *handle; }
};

TEST_CASE("a light pointer to a handle ends it in the handle's own way") {
  const int handle = 7;
  {
    const light_ptr<const int, closes> owned(&handle);
  }
  CHECK(closed == 7);
}

}  // namespace

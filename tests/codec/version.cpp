// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/version.hpp>

#include <string>

#include "support/catch.hpp"

namespace report {

struct v1 {
  std::string title;
};
struct v2 {
  std::string title;
  int pages{};
};
struct v3 {
  std::string heading;
  int pages{};
  std::optional<std::string> author;
};

v2 upcast(v1&& old) { return {std::move(old.title), 1}; }
v3 upcast(const v2& old) { return {old.title, old.pages, std::nullopt}; }

}  // namespace report

namespace {

using chain = pawl::versions<report::v1, report::v2, report::v3>;

static_assert(chain::count == 3);
static_assert(std::same_as<chain::newest, report::v3>);
static_assert(!chain::knows(0) && chain::knows(1) && chain::knows(3) && !chain::knows(4));
static_assert(pawl::versions<report::v1>::count == 1);

}  // namespace

TEST_CASE("every version is decoded as what it was and raised to the newest") {
  const auto from_1 = chain::decode(1, R"({"title":"t"})").value();
  CHECK(from_1.heading == "t");
  CHECK(from_1.pages == 1);
  const auto from_2 = chain::decode(2, R"({"pages":5,"title":"t"})").value();
  CHECK(from_2.pages == 5);
  const auto from_3 = chain::decode(3, R"({"author":"a","heading":"t","pages":5})").value();
  CHECK(from_3.author == "a");
}

TEST_CASE("a version is decoded as strictly as any payload") {
  CHECK(chain::decode(1, R"({"pages":5,"title":"t"})").error().code ==
        pawl::codec_errc::unknown_member);
  CHECK(chain::decode(2, R"({"title":"t"})").error().pointer == "/pages");
  CHECK(chain::decode(1, R"({"title":"t"})", {.max_bytes = 3}).error().code ==
        pawl::codec_errc::too_large);
}

TEST_CASE("a version that the chain does not have is an error value") {
  CHECK(chain::decode(0, "{}").error().code == pawl::codec_errc::unknown_version);
  CHECK(chain::decode(4, "{}").error().code == pawl::codec_errc::unknown_version);
  CHECK(chain::decode(4'000'000'000, "{}").error().code == pawl::codec_errc::unknown_version);
}

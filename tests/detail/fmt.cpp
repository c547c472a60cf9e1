// SPDX-License-Identifier: BSL-1.0
// Included before the types that it only names.
#include <pawl/fmt.hpp>

#include <pawl/codec/error.hpp>
#include <pawl/job/outcome.hpp>
#include <pawl/job/record.hpp>
#include <pawl/lifecycle.hpp>
#include <pawl/lifecycles/deck.hpp>
#include <pawl/storage/error.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;

struct parcel {
  enum class state { packed, delivered };
  enum class event { start };
};

}  // namespace

template <>
inline constexpr bool pawl::prints_by_name<parcel::state> = true;

namespace {

constexpr auto some_job = pawl::job_id::from_words(0x018f3c6e7a107c3e, 0x9b1d2f6a5e0c4d21);

TEST_CASE("an id is printed as ids are") {
  CHECK(fmt::format("{}", some_job) == "018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21");
  CHECK(fmt::format("{}!", pawl::job_id{}) == pawl::to_string(pawl::job_id{}) + "!");
}

TEST_CASE("what submit has returned is printed as its id") {
  const pawl::job_ref<int> job{pawl::job_id::from_words(1, 2)};
  CHECK(fmt::format("{}", job) == to_string(job.id));
}

TEST_CASE("what pawl names has the width and the length of text") {
  CHECK(fmt::format("{:.8}", some_job) == "018f3c6e");
  CHECK(fmt::format("[{:>8}]", pawl::kind::ready) == "[   ready]");
  CHECK(fmt::format("[{:*<8}]", pawl::kind::ready) == "[ready***]");
  CHECK(fmt::format("{:>4}{:>4}", pawl::text("a"), pawl::text("b")) == "   a   b");
  CHECK_THROWS(fmt::format(fmt::runtime("{:d}"), some_job));
  CHECK_THROWS(fmt::format(fmt::runtime("{:{}}"), some_job, 7));
}

TEST_CASE("an enumerator is printed by its name, and by its number if it has none") {
  CHECK(fmt::format("{}", pawl::phase::running) == "running");
  CHECK(fmt::format("{}", pawl::storage::errc::lease_lost) == "lease_lost");
  CHECK(fmt::format("{}", pawl::lifecycles::deck::state::pending) == "pending");
  CHECK(fmt::format("{}", static_cast<pawl::phase>(200)) == "200");
}

TEST_CASE("states of a lifecycle of one's own are printed if it says so, or if they are types") {
  CHECK(fmt::format("{}", parcel::state::packed) == "packed");
  CHECK(fmt::format("{}", pawl::at<parcel::state::delivered>{}) == "delivered");
  CHECK(fmt::format("{}", pawl::at<parcel::event::start>{}) == "start");
  STATIC_REQUIRE(!fmt::is_formattable<parcel::event>::value);
}

TEST_CASE("an error says its code and its message, and not what only operators may read") {
  CHECK(fmt::format("{}",
                    pawl::storage::error{pawl::storage::errc::full, "no space is left", {}, {}}) ==
        "full: no space is left");
  CHECK(fmt::format("{}", pawl::codec_error{pawl::codec_errc::unknown_member, "/to", 17}) ==
        "unknown_member at \"/to\", byte 17");
  CHECK(fmt::format("{}", pawl::job_error{"timeout", "no answer", "from 10.0.0.1"}) ==
        "timeout: no answer");
  CHECK(fmt::format("{}", pawl::failure_info{.code = "timeout", .message = "no answer"}) ==
        "timeout: no answer");
}

TEST_CASE("a length of time is printed in the largest unit that divides it") {
  CHECK(fmt::format("{} {}", 90_s, 1500_ms) == "90 s 1500 ms");
  CHECK(fmt::format("{:>6}", 5_min) == " 5 min");
}

}  // namespace

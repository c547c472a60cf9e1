// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/id.hpp>

#include <set>
#include <sstream>
#include <unordered_set>

#include <pawl/job/record.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;

constexpr job_id some = job_id::from_words(0x018f3c6e7a107c3eU, 0x9b1d2f6a5e0c4d21U);

TEST_CASE("an id is printed as UUIDs are, and read back") {
  CHECK(to_string(some) == "018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21");
  STATIC_REQUIRE(parse_job_id("018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21") == some);
  STATIC_REQUIRE(parse_job_id("018F3C6E-7A10-7C3E-9B1D-2F6A5E0C4D21") == some);
  CHECK(to_string(job_id{}) == "00000000-0000-0000-0000-000000000000");
  for (std::uint64_t i = 1; i < 200; ++i) {
    const job_id id = job_id::from_words(i * 0x9e3779b97f4a7c15U, ~i * 0xbf58476d1ce4e5b9U);
    CHECK(parse_job_id(to_string(id)) == id);
  }
}

TEST_CASE("an id prints itself on a stream") {
  const pawl::job_id id = pawl::job_id::from_words(1, 2);
  std::ostringstream printed;
  printed << id << '.';
  CHECK(printed.str() == to_string(id) + '.');
}

TEST_CASE("what spells no id is none") {
  for (const char* spelled :
       {"", "018f3c6e", "018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d2",
        "018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d211", "018f3c6e7a107c3e9b1d2f6a5e0c4d2100000",
        "018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d2g", "018f3c6e-7a10-7c3e-9b1d+2f6a5e0c4d21",
        "{18f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d2}", "018f3c6e-7a10-7c3e-9b1-d2f6a5e0c4d21",
        " 18f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21"}) {
    INFO(spelled);
    CHECK_FALSE(parse_job_id(spelled));
  }
  CHECK_FALSE(parse_job_id(std::string_view("018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d2\0", 36)));
}

TEST_CASE("an id is two words of 64 bits, the first one on the left") {
  STATIC_REQUIRE(some.high() == 0x018f3c6e7a107c3eU);
  STATIC_REQUIRE(some.low() == 0x9b1d2f6a5e0c4d21U);
  STATIC_REQUIRE(some.bytes[0] == 0x01 && some.bytes[15] == 0x21);
  STATIC_REQUIRE(job_id::from_words(some.high(), some.low()) == some);
  STATIC_REQUIRE(sizeof(job_id) == 16);
}

TEST_CASE("ids sort as their text does") {
  STATIC_REQUIRE(job_id{} < some);
  const job_id later = job_id::from_words(some.high() + 1, 0);
  CHECK(some < later);
  CHECK(to_string(some) < to_string(later));
  const job_id beside = job_id::from_words(some.high(), some.low() + 1);
  CHECK(some < beside);
  CHECK(to_string(some) < to_string(beside));
}

TEST_CASE("one bit of an id says whether its job lives in memory only", "[SVC-29]") {
  STATIC_REQUIRE(some.is_ephemeral());
  STATIC_REQUIRE_FALSE(job_id::from_words(some.high(), some.low() & ~1ULL).is_ephemeral());
}

TEST_CASE("no job has the nil id") {
  STATIC_REQUIRE(job_id{}.is_nil());
  STATIC_REQUIRE_FALSE(some.is_nil());
}

TEST_CASE("ids can be keys of an unordered container") {
  std::unordered_set<job_id> ids;
  std::set<std::size_t> hashes;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const job_id id = job_id::from_words(some.high(), detail::scatter(i));
    ids.insert(id);
    hashes.insert(std::hash<job_id>{}(id));
  }
  CHECK(ids.size() == 1000);
  CHECK(hashes.size() > 990);
}

TEST_CASE("the delays of a job are derived from all of its id") {
  const job_id other = job_id::from_words(some.high() ^ 1U, some.low());
  const job_id another = job_id::from_words(some.high(), some.low() ^ 1U);
  CHECK(some.seed().value != other.seed().value);
  CHECK(some.seed().value != another.seed().value);
  CHECK(some.seed().value == job_id(some).seed().value);
}

TEST_CASE("an event's id is derived from its job and number, and is a UUID", "[DECK-19]") {
  std::set<job_id> seen;
  for (std::uint64_t job = 0; job < 20; ++job)
    for (std::uint64_t number = 1; number <= 50; ++number) {
      const job_event event{.job = job_id::from_words(some.high() + job, some.low()),
                            .number = number};
      CHECK(event.id() == job_event{.job = event.job, .number = number, .message = "x"}.id());
      CHECK((event.id().high() >> 12U & 0xfU) == 8);  // version: made as its owner likes
      CHECK((event.id().low() >> 62U) == 2);          // variant: of RFC 9562
      seen.insert(event.id());
    }
  CHECK(seen.size() == 1000);
}

}  // namespace

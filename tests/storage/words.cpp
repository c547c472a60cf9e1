// SPDX-License-Identifier: BSL-1.0
// The small words of storage: cursors, scopes, errors, limit keys.
#include <pawl/storage/cursor.hpp>
#include <pawl/storage/error.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/scope.hpp>
#include <pawl/storage/summary.hpp>

#include <pawl/policies/limits/key_of.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::storage;

TEST_CASE("a cursor says where a list goes on") {
  const auto there = parse_cursor(cursor_of(1'700'000'000'000, 42));
  REQUIRE(there);
  CHECK(there->created_at == 1'700'000'000'000);
  CHECK(there->key == 42);
  const auto beginning = parse_cursor("");
  REQUIRE(beginning);
  CHECK(beginning->created_at == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("what is no cursor is none") {
  for (const char* wrong : {"1", "1-", "-", "-1", "a-1", "1-a", "1-1 ", " 1-1", "1--", "1-1-1",
                            "99999999999999999999-1", "1-99999999999999999999", "0x1-1", "1,1"}) {
    INFO(wrong);
    CHECK_FALSE(parse_cursor(wrong));
  }
  CHECK(bad_cursor().value().code == errc::invalid);
}

TEST_CASE("a tenant has a name that can be written down", "[SVC-11]") {
  STATIC_REQUIRE(valid_tenant("acme"));
  STATIC_REQUIRE(valid_tenant("a tenant, with spaces & signs"));
  STATIC_REQUIRE(valid_tenant(root_tenant));
  STATIC_REQUIRE_FALSE(valid_tenant(""));
  STATIC_REQUIRE_FALSE(valid_tenant("a\nb"));
  STATIC_REQUIRE_FALSE(valid_tenant("a\x7f"));
  CHECK(valid_tenant(std::string(255, 't')));
  CHECK_FALSE(valid_tenant(std::string(256, 't')));
  CHECK_FALSE(valid_tenant(std::string_view("a\0b", 3)));
}

TEST_CASE("an error is described by its code and its sentence", "") {
  CHECK(describe({errc::rate_limited, "wait", {}, {}}) == "rate_limited: wait");
  CHECK(name_of(errc::lease_lost) == "lease_lost");
}

TEST_CASE("some errors go away by themselves, and some are the store's own") {
  for (const errc code : {errc::rate_limited, errc::queue_overloaded, errc::limit_reached,
                          errc::busy, errc::full, errc::read_only})
    CHECK(is_transient(code));
  for (const errc code : {errc::not_found, errc::invalid, errc::key_conflict, errc::lease_lost,
                          errc::forbidden, errc::corrupt})
    CHECK_FALSE(is_transient(code));
  for (const errc code : {errc::busy, errc::full, errc::read_only, errc::corrupt, errc::gone,
                          errc::not_a_store, errc::newer_schema, errc::failed})
    CHECK(is_store_failure(code));
  for (const errc code :
       {errc::not_found, errc::lease_lost, errc::would_deadlock, errc::owner_lost})
    CHECK_FALSE(is_store_failure(code));
}

TEST_CASE("a page is as long as asked for, within bounds", "[SVC-28]") {
  list_filter filter;
  CHECK(filter.clamped_limit() == 50);
  filter.limit = 0;
  CHECK(filter.clamped_limit() == 1);
  filter.limit = 200;
  CHECK(filter.clamped_limit() == 200);
  filter.limit = 201;
  CHECK(filter.clamped_limit() == 200);
}

TEST_CASE("several limit keys are one text, from which each comes back") {
  const std::string keys[] = {"plain", "", "3:abc", "a:b:c", std::string(1024, 'x'), "12", "\n"};
  std::string joined;
  for (const std::string& each : keys) pawl::detail::append_part(joined, each);
  limit_keys read(joined);
  for (const std::string& each : keys) CHECK(read.next() == each);
  CHECK(read.next().empty());
  limit_keys nothing("");
  CHECK(nothing.next().empty());
}

TEST_CASE("a text is cut where a character ends") {
  STATIC_REQUIRE(cut("short", 9) == "short");
  STATIC_REQUIRE(cut("short", 5) == "short");
  STATIC_REQUIRE(cut("short", 4) == "shor");
  STATIC_REQUIRE(cut("short", 0).empty());
  STATIC_REQUIRE(cut("a\xc3\xa9z", 2) == "a");  // e with an accent: two bytes
  STATIC_REQUIRE(cut("a\xc3\xa9z", 3) == "a\xc3\xa9");
  STATIC_REQUIRE(cut("\xe2\x82\xac\xe2\x82\xac", 5) == "\xe2\x82\xac");  // euro: three
  STATIC_REQUIRE(cut("\xf0\x9f\x90\xb4", 3).empty());                    // a horse: four
  STATIC_REQUIRE(cut("\x80\x80\x80\x80\x80\x80", 5).size() == 5);        // no text at all
}

TEST_CASE("statistics add up") {
  const statistics all{{{"a", "pending", phase::ready, 3},
                        {"a", "running", phase::scheduled, 2},
                        {"b", "CREATED", phase::blocked, 1},
                        {"b", "running", phase::running, 7},
                        {"b", "done", phase::terminal, 9}},
                       4};
  CHECK(all.waiting() == 6);
  CHECK(all.in(phase::running) == 7);
  CHECK(all.in(phase::held) == 0);
}

}  // namespace

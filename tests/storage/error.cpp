// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/error.hpp>

#include "support/catch.hpp"

using namespace pawl;
using namespace pawl::storage;

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

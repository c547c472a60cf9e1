// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/answer.hpp>

#include <memory>
#include <string>

#include "support/catch.hpp"

namespace {

namespace storage = pawl::storage;
using storage::answer_to;

template <class T>
concept made_of_nothing = requires(void (*take)(T)) { take({}); };
static_assert(made_of_nothing<storage::result<int>>);
static_assert(!made_of_nothing<answer_to<int>>, "a store that answers {} has not answered");
static_assert(!std::is_reference_v<decltype(*std::declval<answer_to<int>>())> &&
                  !std::is_reference_v<decltype(std::declval<answer_to<int>>().value())>,
              "a loop over what was just answered outlives the answer");

answer_to<std::string> refused() {
  return storage::refuse(storage::errc::not_found, "there is no such job");
}

TEST_CASE("an answer is a value, or says why there is none") {
  const answer_to<std::string> given = std::string("done");
  REQUIRE(given);
  CHECK(*given == "done");
  CHECK(given.value() == "done");

  const answer_to<std::string> none = refused();
  REQUIRE(!none);
  CHECK(none.error().code == storage::errc::not_found);
  CHECK(none.error().message == "there is no such job");
}

TEST_CASE("before a store has answered, nothing was done") {
  const answer_to<int> none;
  CHECK(!none.has_value());
  CHECK(none.error().code == storage::errc::failed);
}

TEST_CASE("an answer that is copied or moved keeps its reason") {
  answer_to<std::string> none = refused();
  const answer_to<std::string> copied = none;
  CHECK(copied.error().message == none.error().message);
  answer_to<std::string> moved;
  moved = std::move(none);
  CHECK(moved.error().message == copied.error().message);
  moved = std::string("done");
  CHECK(moved.value() == "done");
}

TEST_CASE("an answer becomes a result, and is moved into it where it can be") {
  const answer_to<std::string> given = std::string("done");
  const storage::result<std::string> copied = given;
  CHECK(copied.value() == "done");
  CHECK(*given == "done");

  answer_to<std::unique_ptr<int>> owner = std::make_unique<int>(7);
  const storage::result<std::unique_ptr<int>> moved = std::move(owner);
  CHECK(*moved.value() == 7);

  const storage::result<std::string> none = refused();
  REQUIRE(!none);
  CHECK(none.error().message == "there is no such job");
  const storage::result<bool> no = answer_to<bool>(false);
  REQUIRE(no);
  CHECK(!*no);
}

TEST_CASE("an answer without a value throws what a result throws") {
  CHECK(answer_to<std::unique_ptr<int>>(std::make_unique<int>(7)).value() != nullptr);
  CHECK_THROWS_AS(static_cast<void>(refused().value()), pawl::bad_expected_access<storage::error>);
  const answer_to<std::string> none = refused();
  CHECK_THROWS_AS(static_cast<void>(none.value()), pawl::bad_expected_access<storage::error>);
}

}  // namespace

// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/block_pool.hpp>

#include <cstdint>
#include <cstring>
#include <set>

#include "support/catch.hpp"

namespace {

using pawl::detail::block_pool;

TEST_CASE("blocks of a pool do not overlap, and are aligned for anything") {
  constexpr std::size_t bytes = 40;
  block_pool pool(bytes);
  std::set<std::uintptr_t> places;
  for (int i = 0; i < 1000; ++i) {
    void* const block = pool.take();
    std::memset(block, i, bytes);
    places.insert(reinterpret_cast<std::uintptr_t>(block));
  }
  CHECK(places.size() == 1000);
  std::uintptr_t before = 0;
  for (const std::uintptr_t place : places) {
    CHECK(place % alignof(std::max_align_t) == 0);
    if (before != 0) CHECK(place - before >= bytes);
    before = place;
  }
}

TEST_CASE("a block that was given back is the next one that is taken") {
  block_pool pool(64);
  void* const first = pool.take();
  void* const second = pool.take();
  pool.give_back(first);
  pool.give_back(second);
  CHECK(pool.take() == second);
  CHECK(pool.take() == first);
}

}  // namespace

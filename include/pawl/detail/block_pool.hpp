// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace pawl::detail {

/// Memory for objects of one size that come and go by the thousand: what one leaves is the place of
/// the next, and all of it goes with the pool. Not synchronised.
class block_pool {
 public:
  explicit block_pool(std::size_t bytes)
      : bytes_((bytes + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) *
               alignof(std::max_align_t)) {}
  block_pool(const block_pool&) = delete;
  block_pool& operator=(const block_pool&) = delete;
  ~block_pool() {
    while (chunks_ != nullptr) ::operator delete(std::exchange(chunks_, chunks_->next));
  }

  [[nodiscard]] void* take() {
    if (free_ == nullptr) grow();
    return std::exchange(free_, free_->next);
  }
  void give_back(void* block) { free_ = ::new (block) free_block{free_}; }

 private:
  struct free_block {
    free_block* next;
  };
  /// Stands before its blocks, as large as the strictest alignment.
  struct alignas(std::max_align_t) chunk {
    chunk* next;
  };
  static constexpr std::size_t at_once = 64;

  void grow() {
    chunks_ = ::new (::operator new(sizeof(chunk) + at_once * bytes_)) chunk{chunks_};
    std::byte* const all = reinterpret_cast<std::byte*>(chunks_ + 1);
    for (std::size_t i = at_once; i-- > 0;) give_back(all + i * bytes_);
  }

  std::size_t bytes_;
  free_block* free_ = nullptr;
  chunk* chunks_ = nullptr;
};

}  // namespace pawl::detail

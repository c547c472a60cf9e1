// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/config.hpp>

namespace pawl::detail {

/// A text that does not change any more, of which a copy is another reference: a payload goes from
/// its submitter to a row and from there to a worker, and is one piece of memory all the way. An
/// empty one is a null pointer. Any thread may drop its own reference.
class shared_text {
 public:
  PAWL_FLAT shared_text() {}
  shared_text(std::string words) {
    if (!words.empty()) block_ = new block{std::move(words)};
  }
  shared_text(const char* words) : shared_text(std::string(words)) {}
  PAWL_FLAT shared_text(const shared_text& other) : block_(other.block_) {
    if (block_ != nullptr) block_->references.fetch_add(1, std::memory_order_relaxed);
  }
  PAWL_FLAT shared_text(shared_text&& other) noexcept
      : block_(std::exchange(other.block_, nullptr)) {}
  PAWL_FLAT shared_text& operator=(shared_text other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  PAWL_FLAT ~shared_text() {
    if (block_ != nullptr) drop();
  }

  [[nodiscard]] PAWL_FLAT bool empty() const { return block_ == nullptr; }
  [[nodiscard]] std::size_t size() const { return view().size(); }
  [[nodiscard]] const char* data() const { return view().data(); }
  [[nodiscard]] std::string_view view() const {
    return block_ != nullptr ? std::string_view(block_->words) : std::string_view("", 0);
  }
  operator std::string_view() const { return view(); }
  operator std::string() const { return std::string(view()); }

  friend bool operator==(const shared_text& a, const shared_text& b) {
    return a.block_ == b.block_ || a.view() == b.view();
  }
  template <std::convertible_to<std::string_view> T>
    requires(!std::same_as<T, shared_text>)
  friend bool operator==(const shared_text& a, const T& b) {
    return a.view() == std::string_view(b);
  }

 private:
  struct block {
    std::string words;
    std::atomic<unsigned> references{1};
  };
  void drop() noexcept {
    if (block_->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete block_;
  }

  block* block_ = nullptr;
};

}  // namespace pawl::detail

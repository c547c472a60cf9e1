// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <concepts>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/config.hpp>

namespace pawl::detail {

/// A text that does not change any more, of which a copy is another reference: a payload goes from
/// its submitter to a row and from there to a worker, and is one piece of memory all the way. An
/// empty one is a null pointer. Any thread may drop its own reference.
///
/// A short one stands behind its counter, in one piece of memory; a long one stays in the string
/// that it came in.
class shared_text {
 public:
  PAWL_FLAT shared_text() {}
  shared_text(std::string&& words) {
    if (words.size() > longest_copied)
      block_ = new taken_string(std::move(words));
    else
      block_ = copy_of(words);
  }
  shared_text(std::string_view words) : block_(copy_of(words)) {}
  shared_text(const std::string& words) : shared_text(std::string_view(words)) {}
  shared_text(const char* words) : shared_text(std::string_view(words)) {}
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
    return block_ != nullptr ? block_->words : std::string_view("", 0);
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
  static constexpr std::size_t longest_copied = 1024;

  struct block {
    std::string_view words;
    std::atomic<unsigned> references{1};
  };
  struct taken_string : block {
    explicit taken_string(std::string&& all) : held(std::move(all)) { words = held; }
    std::string held;
  };
  static block* copy_of(std::string_view words) {
    if (words.empty()) return nullptr;
    void* const room = ::operator new(sizeof(block) + words.size());
    char* const behind = static_cast<char*>(room) + sizeof(block);
    words.copy(behind, words.size());
    return ::new (room) block{{behind, words.size()}};
  }
  void drop() noexcept {
    if (block_->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    if (block_->words.data() == reinterpret_cast<const char*>(block_ + 1))
      ::operator delete(block_);
    else
      delete static_cast<taken_string*>(block_);
  }

  block* block_ = nullptr;
};

}  // namespace pawl::detail

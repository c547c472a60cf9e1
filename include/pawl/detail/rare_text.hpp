// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include <pawl/config.hpp>

namespace pawl::detail {

/// A text that is empty most of the time: then it is a null pointer, and costs nothing to copy.
/// Rows are copied often, and most of their texts say nothing; so what is done with an empty one is
/// done in place, and the rest by functions.
class rare_text {
 public:
  PAWL_FLAT rare_text() {}
  template <std::convertible_to<std::string_view> T>
    requires(!std::same_as<T, rare_text>)
  rare_text(const T& words) {
    if (const std::string_view some(words); !some.empty()) words_ = copy_of(some);
  }
  PAWL_FLAT rare_text(const rare_text& other) {
    if (other.words_ != nullptr) words_ = copy_of(*other.words_);
  }
  PAWL_FLAT rare_text(rare_text&& other) noexcept : words_(other.words_) { other.words_ = nullptr; }
  PAWL_FLAT rare_text& operator=(const rare_text& other) {
    if (words_ != nullptr || other.words_ != nullptr) *this = other.view();
    return *this;
  }
  PAWL_FLAT rare_text& operator=(rare_text&& other) noexcept {
    std::string* const given = other.words_;
    other.words_ = nullptr;
    if (words_ != nullptr) drop();
    words_ = given;
    return *this;
  }
  PAWL_FLAT ~rare_text() {
    if (words_ != nullptr) drop();
  }

  template <std::convertible_to<std::string_view> T>
    requires(!std::same_as<T, rare_text>)
  rare_text& operator=(const T& words) {
    return *this = std::string_view(words);
  }
  rare_text& operator=(std::string_view words) {
    if (words_ != nullptr)
      change_to(words);
    else if (!words.empty())
      words_ = copy_of(words);
    return *this;
  }

  [[nodiscard]] PAWL_FLAT bool empty() const { return words_ == nullptr; }
  [[nodiscard]] std::size_t size() const { return words_ != nullptr ? words_->size() : 0; }
  [[nodiscard]] std::string_view view() const {
    return words_ != nullptr ? std::string_view(*words_) : std::string_view();
  }
  operator std::string_view() const { return view(); }
  operator std::string() const { return std::string(view()); }

  friend bool operator==(const rare_text& a, const rare_text& b) { return a.view() == b.view(); }
  template <std::convertible_to<std::string_view> T>
    requires(!std::same_as<T, rare_text>)
  friend bool operator==(const rare_text& a, const T& b) {
    return a.view() == std::string_view(b);
  }

 private:
  [[gnu::noinline]] static std::string* copy_of(std::string_view words) {
    return new std::string(words);
  }
  [[gnu::noinline]] void change_to(std::string_view words) {
    if (words.empty())
      drop();
    else
      words_->assign(words);
  }
  [[gnu::noinline]] void drop() noexcept {
    delete words_;
    words_ = nullptr;
  }

  std::string* words_ = nullptr;
};

}  // namespace pawl::detail

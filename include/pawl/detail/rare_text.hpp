// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <string_view>

namespace pawl::detail {

/// A text that is empty most of the time: then it is a null pointer, and costs nothing to copy.
/// Rows are copied often, and most of their texts say nothing.
class rare_text {
 public:
  rare_text() = default;
  template <std::convertible_to<std::string_view> T>
    requires(!std::same_as<T, rare_text>)
  rare_text(const T& words) {
    *this = std::string_view(words);
  }
  rare_text(const rare_text& other)
      : words_(other.words_ ? std::make_unique<std::string>(*other.words_) : nullptr) {}
  rare_text(rare_text&&) noexcept = default;
  rare_text& operator=(const rare_text& other) { return *this = other.view(); }
  rare_text& operator=(rare_text&&) noexcept = default;
  ~rare_text() = default;

  template <std::convertible_to<std::string_view> T>
    requires(!std::same_as<T, rare_text>)
  rare_text& operator=(const T& words) {
    return *this = std::string_view(words);
  }
  rare_text& operator=(std::string_view words) {
    if (words.empty())
      words_.reset();
    else if (words_)
      words_->assign(words);
    else
      words_ = std::make_unique<std::string>(words);
    return *this;
  }

  [[nodiscard]] bool empty() const { return words_ == nullptr; }
  [[nodiscard]] std::size_t size() const { return words_ ? words_->size() : 0; }
  [[nodiscard]] std::string_view view() const {
    return words_ ? std::string_view(*words_) : std::string_view();
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
  std::unique_ptr<std::string> words_{};
};

}  // namespace pawl::detail

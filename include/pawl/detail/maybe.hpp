// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>  // std::construct_at, for less than <memory> costs
#include <utility>

namespace pawl::detail {

/// A value or none. What std::optional does, with a quarter of its work for the compiler.
template <class T>
class maybe {
 public:
  constexpr maybe() : none_{} {}
  constexpr explicit maybe(T value) : value_(std::move(value)), full_(true) {}

  constexpr maybe(maybe&& other) noexcept(__is_nothrow_constructible(T, T&&)) : none_{} {
    take(std::move(other));
  }
  constexpr maybe(const maybe& other)
    requires(__is_constructible(T, const T&))
      : none_{} {
    take(other);
  }
  constexpr maybe& operator=(maybe other) {
    reset();
    take(std::move(other));
    return *this;
  }
  constexpr ~maybe() { reset(); }

  /// The value; the caller knows that there is one.
  [[nodiscard]] constexpr const T& operator*() const& { return value_; }
  [[nodiscard]] constexpr T&& operator*() && { return std::move(value_); }

 private:
  template <class Other>
  constexpr void take(Other&& other) {
    if (!other.full_) return;
    std::construct_at(&value_, std::forward<Other>(other).value_);
    full_ = true;
  }
  constexpr void reset() {
    if (full_) value_.~T();
    full_ = false;
  }

  union {
    char none_;
    T value_;
  };
  bool full_ = false;
};

}  // namespace pawl::detail

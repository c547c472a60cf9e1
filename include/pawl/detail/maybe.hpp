// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>  // std::construct_at, for less than <memory> costs
#include <utility>

#include <pawl/config.hpp>

namespace pawl::detail {

/// A value or none. What std::optional does, with a fifth of its work for the compiler.
template <class T>
class maybe {
 public:
  PAWL_FLAT constexpr maybe() : none_{} {}
  PAWL_FLAT constexpr maybe(T value) : value_(static_cast<T&&>(value)), full_(true) {}

  PAWL_FLAT constexpr maybe(maybe&& other) noexcept(__is_nothrow_constructible(T, T&&)) : none_{} {
    take(static_cast<maybe&&>(other));
  }
  PAWL_FLAT constexpr maybe(const maybe& other)
    requires(__is_constructible(T, const T&))
      : none_{} {
    take(other);
  }
  PAWL_FLAT constexpr maybe& operator=(maybe other) {
    reset();
    take(static_cast<maybe&&>(other));
    return *this;
  }
  PAWL_FLAT constexpr ~maybe() { reset(); }

  [[nodiscard]] PAWL_FLAT constexpr bool has_value() const { return full_; }
  PAWL_FLAT constexpr explicit operator bool() const { return full_; }
  /// The value; the caller knows that there is one.
  [[nodiscard]] PAWL_FLAT constexpr T& operator*() & { return value_; }
  [[nodiscard]] PAWL_FLAT constexpr const T& operator*() const& { return value_; }
  [[nodiscard]] PAWL_FLAT constexpr T&& operator*() && { return static_cast<T&&>(value_); }
  [[nodiscard]] PAWL_FLAT constexpr T* operator->() { return &value_; }
  [[nodiscard]] PAWL_FLAT constexpr const T* operator->() const { return &value_; }
  [[nodiscard]] PAWL_FLAT constexpr T value_or(T instead) const { return full_ ? value_ : instead; }
  [[nodiscard]] PAWL_FLAT constexpr bool operator==(const T& value) const {
    return full_ && value_ == value;
  }

  /// Makes a value in the place of the one before it, which need not be movable.
  template <class... Parts>
  PAWL_FLAT constexpr T& emplace(Parts&&... parts) {
    reset();
    std::construct_at(&value_, static_cast<Parts&&>(parts)...);
    full_ = true;
    return value_;
  }
  PAWL_FLAT constexpr void reset() {
    if (full_) value_.~T();
    full_ = false;
  }

 private:
  template <class Other>
  PAWL_FLAT constexpr void take(Other&& other) {
    if (other.full_) emplace(static_cast<Other&&>(other).value_);
  }

  union {
    char none_;
    T value_;
  };
  bool full_ = false;
};

}  // namespace pawl::detail

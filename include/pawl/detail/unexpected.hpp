// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <type_traits>
#include <utility>

#include <pawl/config.hpp>

namespace pawl::detail::own {

template <class T, class E>
class expected;

/// Says that an `expected` is made as one that has an error.
struct unexpect_t {
  explicit unexpect_t() = default;
};
inline constexpr unexpect_t unexpect{};

/// An error on its way into an `expected`.
template <class E>
class unexpected {
 public:
  template <class G = E>
    requires(!__is_same(std::remove_cvref_t<G>, unexpected) &&
             !__is_same(std::remove_cvref_t<G>, std::in_place_t) && __is_constructible(E, G))
  PAWL_FLAT constexpr explicit unexpected(G&& why) : error_(static_cast<G&&>(why)) {}
  template <class... Parts>
    requires(__is_constructible(E, Parts...))
  PAWL_FLAT constexpr explicit unexpected(std::in_place_t, Parts&&... parts)
      : error_(static_cast<Parts&&>(parts)...) {}

  [[nodiscard]] PAWL_FLAT constexpr E& error() & noexcept { return error_; }
  [[nodiscard]] PAWL_FLAT constexpr const E& error() const& noexcept { return error_; }
  [[nodiscard]] PAWL_FLAT constexpr E&& error() && noexcept { return static_cast<E&&>(error_); }

  template <class G>
  [[nodiscard]] constexpr bool operator==(const unexpected<G>& other) const {
    return error_ == other.error();
  }

 private:
  E error_;
};
template <class E>
unexpected(E) -> unexpected<E>;

template <class E>
class bad_expected_access;

/// What is caught where the type of the error is not known.
template <>
class bad_expected_access<void> : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override {
    return "an expected has an error, and was asked for its value";
  }

 protected:
  bad_expected_access() = default;
};

/// Thrown by `value()` where there is none; has the error.
template <class E>
class bad_expected_access : public bad_expected_access<void> {
 public:
  explicit bad_expected_access(E why) : error_(static_cast<E&&>(why)) {}
  [[nodiscard]] E& error() & noexcept { return error_; }
  [[nodiscard]] const E& error() const& noexcept { return error_; }
  [[nodiscard]] E&& error() && noexcept { return static_cast<E&&>(error_); }

 private:
  E error_;
};

template <class>
inline constexpr bool is_expected = false;
template <class T, class E>
inline constexpr bool is_expected<expected<T, E>> = true;
template <class>
inline constexpr bool is_unexpected = false;
template <class E>
inline constexpr bool is_unexpected<unexpected<E>> = true;

/// What an `expected<T, E>` keeps for its value, and how it is given out.
template <class T>
struct value_of {
  using kept = T;
  using lvalue = T&;
  using const_lvalue = const T&;
  using rvalue = T&&;
};
template <>
struct value_of<void> {
  struct kept {
    bool operator==(const kept&) const = default;
  };
  using lvalue = void;
  using const_lvalue = void;
  using rvalue = void;
};

/// Whether `T` is made from the whole `Other`, not from what is in it. An `expected` says by a
/// conversion to bool whether it has a value; that is no way to make one.
template <class T, class Other>
concept takes_whole = !__is_same(T, bool) && __is_constructible(T, Other);

}  // namespace pawl::detail::own

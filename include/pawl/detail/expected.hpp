// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>  // std::construct_at, for less than <memory> costs
#include <type_traits>
#include <utility>

#include <pawl/config.hpp>
#include <pawl/detail/expected_chain.hpp>
#include <pawl/detail/refusal.hpp>
#include <pawl/detail/unexpected.hpp>

/// What std::expected does, for libraries that lack it, with less work for the compiler: one class
/// for values and for void, no `const&&` overloads, no forms for lists in braces. A namespace of
/// its own, so that a call with an `expected` is looked for in no more places than one with std's.
namespace pawl::detail::own {

using value_is_asked =
    refused<"pawl: an answer may be a refusal,", "and is not its value; look at it,",
            "and take *answer, or write .value()">;

/// A value, or the error that there is instead of one. Not [[nodiscard]] itself: clang would print
/// that instead of the sentence of the function whose answer is not looked at.
template <class T, class E>
class expected {
  using given = value_of<T>;
  using kept = typename given::kept;
  static constexpr bool nothrow_moves =
      __is_nothrow_constructible(kept, kept) && __is_nothrow_constructible(E, E);
  // One of the two must come back if the other cannot be made in its place.
  static constexpr bool moves_over =
      __is_constructible(kept, kept) && __is_constructible(E, E) && __is_assignable(kept&, kept) &&
      __is_assignable(E&, E) &&
      (__is_nothrow_constructible(kept, kept) || __is_nothrow_constructible(E, E));
  static constexpr bool trivial = __is_trivially_copyable(kept) && __is_trivially_copyable(E);

 public:
  using value_type = T;
  using error_type = E;
  using unexpected_type = unexpected<E>;
  template <class U>
  using rebind = expected<U, E>;

  PAWL_FLAT constexpr expected()
    requires(__is_constructible(kept))
      : value_(), has_value_(true) {}

  // The defaulted ones are deleted where a member is not trivial; then the others stand in.
  constexpr expected(const expected&) = default;
  constexpr expected(expected&&) = default;
  constexpr expected(const expected& other)
    requires(!trivial && __is_constructible(kept, const kept&) && __is_constructible(E, const E&))
      : has_value_(other.has_value_) {
    take(other);
  }
  constexpr expected(expected&& other) noexcept(nothrow_moves)
    requires(!trivial && __is_constructible(kept, kept) && __is_constructible(E, E))
      : has_value_(other.has_value_) {
    take(static_cast<expected&&>(other));
  }

  template <class U, class G>
    requires(!__is_same(expected, expected<U, G>) &&
             __is_constructible(kept, const typename value_of<U>::kept&) &&
             __is_constructible(E, const G&) && !takes_whole<T, const expected<U, G>&>)
  constexpr explicit(!std::is_convertible_v<const typename value_of<U>::kept&, kept> ||
                     !std::is_convertible_v<const G&, E>) expected(const expected<U, G>& other)
      : has_value_(other.has_value_) {
    take(other);
  }
  template <class U, class G>
    requires(!__is_same(expected, expected<U, G>) &&
             __is_constructible(kept, typename value_of<U>::kept) && __is_constructible(E, G) &&
             !takes_whole<T, expected<U, G>>)
  constexpr explicit(!std::is_convertible_v<typename value_of<U>::kept, kept> ||
                     !std::is_convertible_v<G, E>) expected(expected<U, G>&& other)
      : has_value_(other.has_value_) {
    take(static_cast<expected<U, G>&&>(other));
  }

  template <class U = kept>
    requires(!__is_same(T, void) && !__is_same(std::remove_cvref_t<U>, expected) &&
             !__is_same(std::remove_cvref_t<U>, std::in_place_t) &&
             !is_unexpected<std::remove_cvref_t<U>> &&
             !(__is_same(T, bool) && is_expected<std::remove_cvref_t<U>>) &&
             __is_constructible(kept, U))
  PAWL_FLAT constexpr explicit(!std::is_convertible_v<U, kept>) expected(U&& value)
      : value_(static_cast<U&&>(value)), has_value_(true) {}

  template <class G>
    requires(__is_constructible(E, const G&))
  PAWL_FLAT constexpr explicit(!std::is_convertible_v<const G&, E>)
      expected(const unexpected<G>& why)
      : error_(why.error()), has_value_(false) {}
  template <class G>
    requires(__is_constructible(E, G))
  PAWL_FLAT constexpr explicit(!std::is_convertible_v<G, E>) expected(unexpected<G>&& why)
      : error_(static_cast<G&&>(why.error())), has_value_(false) {}

  template <class... Parts>
    requires(__is_constructible(kept, Parts...))
  PAWL_FLAT constexpr explicit expected(std::in_place_t, Parts&&... parts)
      : value_(static_cast<Parts&&>(parts)...), has_value_(true) {}
  template <class... Parts>
    requires(__is_constructible(E, Parts...))
  PAWL_FLAT constexpr explicit expected(unexpect_t, Parts&&... parts)
      : error_(static_cast<Parts&&>(parts)...), has_value_(false) {}

  constexpr ~expected() = default;
  constexpr ~expected()
    requires(!std::is_trivially_destructible_v<kept> || !std::is_trivially_destructible_v<E>)
  {
    if (has_value_)
      value_.~kept();
    else
      error_.~E();
  }

  // A value or an `unexpected` is assigned by way of an `expected`.
  constexpr expected& operator=(const expected&)
    requires(trivial)
  = default;
  constexpr expected& operator=(expected&&)
    requires(trivial)
  = default;
  constexpr expected& operator=(const expected& other)
    requires(!trivial && moves_over && __is_constructible(kept, const kept&) &&
             __is_constructible(E, const E&))
  {
    return *this = expected(other);
  }
  constexpr expected& operator=(expected&& other) noexcept(nothrow_moves &&
                                                           __is_nothrow_assignable(kept&, kept) &&
                                                           __is_nothrow_assignable(E&, E))
    requires(!trivial && moves_over)
  {
    if (has_value_ && other.has_value_)
      value_ = static_cast<kept&&>(other.value_);
    else if (has_value_)
      replace(value_, error_, static_cast<E&&>(other.error_));
    else if (other.has_value_)
      replace(error_, value_, static_cast<kept&&>(other.value_));
    else
      error_ = static_cast<E&&>(other.error_);
    has_value_ = other.has_value_;
    return *this;
  }

  /// Makes a value in the place of what is there; making it must not throw.
  template <class... Parts>
    requires(__is_nothrow_constructible(kept, Parts...))
  constexpr typename given::lvalue emplace(Parts&&... parts) noexcept {
    if (has_value_)
      value_.~kept();
    else
      error_.~E();
    has_value_ = true;
    return static_cast<typename given::lvalue>(
        *std::construct_at(__builtin_addressof(value_), static_cast<Parts&&>(parts)...));
  }
  constexpr void swap(expected& other) {
    expected aside(static_cast<expected&&>(other));
    other = static_cast<expected&&>(*this);
    *this = static_cast<expected&&>(aside);
  }

  [[nodiscard]] PAWL_FLAT constexpr bool has_value() const noexcept { return has_value_; }
  PAWL_FLAT constexpr explicit operator bool() const noexcept { return has_value_; }

  /// An answer taken for what is in it.
  template <class To, class Because = value_is_asked>
    requires(__is_same(To, T))
  operator To() const = PAWL_DELETE("pawl: look at the answer, and take *answer");

  /// The value, or the error; the caller knows that it is there.
  PAWL_FLAT constexpr typename given::lvalue operator*() & noexcept {
    return static_cast<typename given::lvalue>(value_);
  }
  PAWL_FLAT constexpr typename given::const_lvalue operator*() const& noexcept {
    return static_cast<typename given::const_lvalue>(value_);
  }
  PAWL_FLAT constexpr typename given::rvalue operator*() && noexcept {
    return static_cast<typename given::rvalue>(value_);
  }
  [[nodiscard]] PAWL_FLAT constexpr kept* operator->() noexcept {
    return __builtin_addressof(value_);
  }
  [[nodiscard]] PAWL_FLAT constexpr const kept* operator->() const noexcept {
    return __builtin_addressof(value_);
  }
  [[nodiscard]] PAWL_FLAT constexpr E& error() & noexcept { return error_; }
  [[nodiscard]] PAWL_FLAT constexpr const E& error() const& noexcept { return error_; }
  [[nodiscard]] PAWL_FLAT constexpr E&& error() && noexcept { return static_cast<E&&>(error_); }

  /// The value; throws `bad_expected_access` with the error if there is none.
  constexpr typename given::lvalue value() & {
    if (!has_value_) throw bad_expected_access<E>(error_);
    return static_cast<typename given::lvalue>(value_);
  }
  constexpr typename given::const_lvalue value() const& {
    if (!has_value_) throw bad_expected_access<E>(error_);
    return static_cast<typename given::const_lvalue>(value_);
  }
  constexpr typename given::rvalue value() && {
    if (!has_value_) throw bad_expected_access<E>(static_cast<E&&>(error_));
    return static_cast<typename given::rvalue>(value_);
  }

  template <class U>
  [[nodiscard]] constexpr T value_or(U&& instead) const& {
    return has_value_ ? value_ : static_cast<T>(static_cast<U&&>(instead));
  }
  template <class U>
  [[nodiscard]] constexpr T value_or(U&& instead) && {
    return has_value_ ? static_cast<T&&>(value_) : static_cast<T>(static_cast<U&&>(instead));
  }
  template <class G = E>
  [[nodiscard]] constexpr E error_or(G&& instead) const& {
    return has_value_ ? static_cast<E>(static_cast<G&&>(instead)) : error_;
  }
  template <class G = E>
  [[nodiscard]] constexpr E error_or(G&& instead) && {
    return has_value_ ? static_cast<E>(static_cast<G&&>(instead)) : static_cast<E&&>(error_);
  }

  /// What `next` gives for the value, another `expected`; or the error.
  template <class F>
  constexpr auto and_then(F&& next) & {
    return chain::and_then(*this, static_cast<F&&>(next));
  }
  template <class F>
  constexpr auto and_then(F&& next) const& {
    return chain::and_then(*this, static_cast<F&&>(next));
  }
  template <class F>
  constexpr auto and_then(F&& next) && {
    return chain::and_then(static_cast<expected&&>(*this), static_cast<F&&>(next));
  }
  /// What `change` makes of the value; or the error.
  template <class F>
  constexpr auto transform(F&& change) & {
    return chain::transform(*this, static_cast<F&&>(change));
  }
  template <class F>
  constexpr auto transform(F&& change) const& {
    return chain::transform(*this, static_cast<F&&>(change));
  }
  template <class F>
  constexpr auto transform(F&& change) && {
    return chain::transform(static_cast<expected&&>(*this), static_cast<F&&>(change));
  }
  /// The value; or what `next` gives for the error, another `expected`.
  template <class F>
  constexpr auto or_else(F&& next) & {
    return chain::or_else(*this, static_cast<F&&>(next));
  }
  template <class F>
  constexpr auto or_else(F&& next) const& {
    return chain::or_else(*this, static_cast<F&&>(next));
  }
  template <class F>
  constexpr auto or_else(F&& next) && {
    return chain::or_else(static_cast<expected&&>(*this), static_cast<F&&>(next));
  }
  /// The value; or what `change` makes of the error.
  template <class F>
  constexpr auto transform_error(F&& change) & {
    return chain::transform_error(*this, static_cast<F&&>(change));
  }
  template <class F>
  constexpr auto transform_error(F&& change) const& {
    return chain::transform_error(*this, static_cast<F&&>(change));
  }
  template <class F>
  constexpr auto transform_error(F&& change) && {
    return chain::transform_error(static_cast<expected&&>(*this), static_cast<F&&>(change));
  }

  template <class U, class G>
  [[nodiscard]] constexpr bool operator==(const expected<U, G>& other) const {
    if (has_value_ != other.has_value_) return false;
    return has_value_ ? value_ == other.value_ : error_ == other.error_;
  }
  template <class G>
  [[nodiscard]] constexpr bool operator==(const unexpected<G>& why) const {
    return !has_value_ && error_ == why.error();
  }
  template <class U>
    requires(!is_expected<U>) &&
            requires(const kept& mine, const U& theirs) { static_cast<bool>(mine == theirs); }
  [[nodiscard]] constexpr bool operator==(const U& value) const {
    return has_value_ && value_ == value;
  }

 private:
  template <class, class>
  friend class expected;

  template <class Other>
  PAWL_FLAT constexpr void take(Other&& other) {
    if (has_value_)
      std::construct_at(__builtin_addressof(value_), static_cast<Other&&>(other).value_);
    else
      std::construct_at(__builtin_addressof(error_), static_cast<Other&&>(other).error_);
  }

  /// Ends `old` and makes `made` in its place, which share their storage; if that throws, `old` is
  /// there as before.
  template <class Old, class New>
  static constexpr void replace(Old& old, New& made, New&& from) {
    if constexpr (__is_nothrow_constructible(New, New)) {
      old.~Old();
      std::construct_at(__builtin_addressof(made), static_cast<New&&>(from));
    } else {
      struct comes_back {
        Old& place;
        Old aside;
        bool needed = true;
        constexpr ~comes_back() {
          if (needed) std::construct_at(__builtin_addressof(place), static_cast<Old&&>(aside));
        }
      } before{old, static_cast<Old&&>(old)};
      old.~Old();
      std::construct_at(__builtin_addressof(made), static_cast<New&&>(from));
      before.needed = false;
    }
  }

  union {
    kept value_;
    E error_;
  };
  bool has_value_;
};

}  // namespace pawl::detail::own

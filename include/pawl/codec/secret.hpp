// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>

#include <utility>

namespace pawl {

namespace detail::codec {

struct secret_is_not_printed {
  static constexpr void write(auto& out) {
    out << "pawl: a secret is never printed; print what it is for, or call reveal() and answer for "
           "it";
  }
};

}  // namespace detail::codec

/// A value that is never printed and never stored: a payload that holds one, at any depth, does not
/// compile. It is read only through `reveal`, which is easy to search for.
template <class T>
class secret {
 public:
  using value_type = T;

  constexpr secret() = default;
  constexpr explicit secret(T value) : value_(std::move(value)) {}

  [[nodiscard]] constexpr const T& reveal() const& { return value_; }
  [[nodiscard]] constexpr T reveal() && { return std::move(value_); }

 private:
  T value_{};
};

template <class Stream, class T,
          class Because = detail::because<detail::codec::secret_is_not_printed>>
Stream& operator<<(Stream&, const secret<T>&) =
    PAWL_DELETE("pawl: a secret is never printed; print what it is for, or call reveal()");

namespace detail::codec {

template <class T>
inline constexpr bool is_secret = false;
template <class T>
inline constexpr bool is_secret<secret<T>> = true;

}  // namespace detail::codec
}  // namespace pawl

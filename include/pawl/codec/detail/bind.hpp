// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/place.hpp>

// The members of a plain struct can be counted and bound only with as many braces and names as
// there are members, so each count from 1 to 64 is written down here, by macros that end with this
// header.
#define PAWL_EMPTY_8 \
  {}, {}, {}, {}, {}, {}, {}, {}
#define PAWL_EMPTY_16 PAWL_EMPTY_8, PAWL_EMPTY_8
#define PAWL_EMPTY_24 PAWL_EMPTY_16, PAWL_EMPTY_8
#define PAWL_EMPTY_32 PAWL_EMPTY_24, PAWL_EMPTY_8
#define PAWL_EMPTY_40 PAWL_EMPTY_32, PAWL_EMPTY_8
#define PAWL_EMPTY_48 PAWL_EMPTY_40, PAWL_EMPTY_8
#define PAWL_EMPTY_56 PAWL_EMPTY_48, PAWL_EMPTY_8
#define PAWL_EMPTY_64 PAWL_EMPTY_56, PAWL_EMPTY_8
#define PAWL_NAMES_8 a0, a1, a2, a3, a4, a5, a6, a7
#define PAWL_NAMES_16 PAWL_NAMES_8, b0, b1, b2, b3, b4, b5, b6, b7
#define PAWL_NAMES_24 PAWL_NAMES_16, c0, c1, c2, c3, c4, c5, c6, c7
#define PAWL_NAMES_32 PAWL_NAMES_24, d0, d1, d2, d3, d4, d5, d6, d7
#define PAWL_NAMES_40 PAWL_NAMES_32, e0, e1, e2, e3, e4, e5, e6, e7
#define PAWL_NAMES_48 PAWL_NAMES_40, f0, f1, f2, f3, f4, f5, f6, f7
#define PAWL_NAMES_56 PAWL_NAMES_48, g0, g1, g2, g3, g4, g5, g6, g7
#define PAWL_NAMES_64 PAWL_NAMES_56, h0, h1, h2, h3, h4, h5, h6, h7

namespace pawl::detail::codec {

inline constexpr std::size_t most_plain_members = 64;
inline constexpr std::size_t uncountable = most_plain_members + 2;

// The member behind the last that can be made from nothing: there is none, or it cannot be.
#define PAWL_COUNT(count, ...)                                            \
  else if constexpr (!requires { T{__VA_ARGS__, {}}; }) return requires { \
    T{__VA_ARGS__, any_member{}};                                         \
  } ? uncountable : (count);

/// How many members an aggregate has: as many as it takes empty braces. More than
/// `most_plain_members` if they cannot be counted. Braces, because asking for a conversion to a
/// std::string looks at all of its constructors.
template <class T>
consteval std::size_t count_members() {
  // clang-format off
  if constexpr (!requires { T{{}}; }) return __is_empty(T) ? 0 : uncountable;
  PAWL_COUNT(1, {})
  PAWL_COUNT(2, {}, {})
  PAWL_COUNT(3, {}, {}, {})
  PAWL_COUNT(4, {}, {}, {}, {})
  PAWL_COUNT(5, {}, {}, {}, {}, {})
  PAWL_COUNT(6, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(7, {}, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(8, PAWL_EMPTY_8)
  PAWL_COUNT(9, PAWL_EMPTY_8, {})
  PAWL_COUNT(10, PAWL_EMPTY_8, {}, {})
  PAWL_COUNT(11, PAWL_EMPTY_8, {}, {}, {})
  PAWL_COUNT(12, PAWL_EMPTY_8, {}, {}, {}, {})
  PAWL_COUNT(13, PAWL_EMPTY_8, {}, {}, {}, {}, {})
  PAWL_COUNT(14, PAWL_EMPTY_8, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(15, PAWL_EMPTY_8, {}, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(16, PAWL_EMPTY_16)
  PAWL_COUNT(17, PAWL_EMPTY_16, {})
  PAWL_COUNT(18, PAWL_EMPTY_16, {}, {})
  PAWL_COUNT(19, PAWL_EMPTY_16, {}, {}, {})
  PAWL_COUNT(20, PAWL_EMPTY_16, {}, {}, {}, {})
  PAWL_COUNT(21, PAWL_EMPTY_16, {}, {}, {}, {}, {})
  PAWL_COUNT(22, PAWL_EMPTY_16, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(23, PAWL_EMPTY_16, {}, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(24, PAWL_EMPTY_24)
  PAWL_COUNT(25, PAWL_EMPTY_24, {})
  PAWL_COUNT(26, PAWL_EMPTY_24, {}, {})
  PAWL_COUNT(27, PAWL_EMPTY_24, {}, {}, {})
  PAWL_COUNT(28, PAWL_EMPTY_24, {}, {}, {}, {})
  PAWL_COUNT(29, PAWL_EMPTY_24, {}, {}, {}, {}, {})
  PAWL_COUNT(30, PAWL_EMPTY_24, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(31, PAWL_EMPTY_24, {}, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(32, PAWL_EMPTY_32)
  PAWL_COUNT(33, PAWL_EMPTY_32, {})
  PAWL_COUNT(34, PAWL_EMPTY_32, {}, {})
  PAWL_COUNT(35, PAWL_EMPTY_32, {}, {}, {})
  PAWL_COUNT(36, PAWL_EMPTY_32, {}, {}, {}, {})
  PAWL_COUNT(37, PAWL_EMPTY_32, {}, {}, {}, {}, {})
  PAWL_COUNT(38, PAWL_EMPTY_32, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(39, PAWL_EMPTY_32, {}, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(40, PAWL_EMPTY_40)
  PAWL_COUNT(41, PAWL_EMPTY_40, {})
  PAWL_COUNT(42, PAWL_EMPTY_40, {}, {})
  PAWL_COUNT(43, PAWL_EMPTY_40, {}, {}, {})
  PAWL_COUNT(44, PAWL_EMPTY_40, {}, {}, {}, {})
  PAWL_COUNT(45, PAWL_EMPTY_40, {}, {}, {}, {}, {})
  PAWL_COUNT(46, PAWL_EMPTY_40, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(47, PAWL_EMPTY_40, {}, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(48, PAWL_EMPTY_48)
  PAWL_COUNT(49, PAWL_EMPTY_48, {})
  PAWL_COUNT(50, PAWL_EMPTY_48, {}, {})
  PAWL_COUNT(51, PAWL_EMPTY_48, {}, {}, {})
  PAWL_COUNT(52, PAWL_EMPTY_48, {}, {}, {}, {})
  PAWL_COUNT(53, PAWL_EMPTY_48, {}, {}, {}, {}, {})
  PAWL_COUNT(54, PAWL_EMPTY_48, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(55, PAWL_EMPTY_48, {}, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(56, PAWL_EMPTY_56)
  PAWL_COUNT(57, PAWL_EMPTY_56, {})
  PAWL_COUNT(58, PAWL_EMPTY_56, {}, {})
  PAWL_COUNT(59, PAWL_EMPTY_56, {}, {}, {})
  PAWL_COUNT(60, PAWL_EMPTY_56, {}, {}, {}, {})
  PAWL_COUNT(61, PAWL_EMPTY_56, {}, {}, {}, {}, {})
  PAWL_COUNT(62, PAWL_EMPTY_56, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(63, PAWL_EMPTY_56, {}, {}, {}, {}, {}, {}, {})
  PAWL_COUNT(64, PAWL_EMPTY_64)
  else return most_plain_members + 1;
  // clang-format on
}

#undef PAWL_COUNT

/// Tells where the members of an aggregate stand. False if one is a bit-field, which stands
/// nowhere.
template <std::size_t Count>
struct bindings;
template <>
struct bindings<0> {
  static constexpr bool bind(auto&, const place_sink&) { return true; }
};

#define PAWL_BIND(count, ...)                                         \
  template <>                                                         \
  struct bindings<count> {                                            \
    template <class T>                                                \
    static constexpr bool bind(T& object, const place_sink& places) { \
      auto& [__VA_ARGS__] = object;                                   \
      if constexpr (requires { addressable{__VA_ARGS__}; }) {         \
        places.put({__VA_ARGS__});                                    \
        return true;                                                  \
      } else {                                                        \
        return false;                                                 \
      }                                                               \
    }                                                                 \
  };

// clang-format off
PAWL_BIND(1, a0)
PAWL_BIND(2, a0, a1)
PAWL_BIND(3, a0, a1, a2)
PAWL_BIND(4, a0, a1, a2, a3)
PAWL_BIND(5, a0, a1, a2, a3, a4)
PAWL_BIND(6, a0, a1, a2, a3, a4, a5)
PAWL_BIND(7, a0, a1, a2, a3, a4, a5, a6)
PAWL_BIND(8, PAWL_NAMES_8)
PAWL_BIND(9, PAWL_NAMES_8, b0)
PAWL_BIND(10, PAWL_NAMES_8, b0, b1)
PAWL_BIND(11, PAWL_NAMES_8, b0, b1, b2)
PAWL_BIND(12, PAWL_NAMES_8, b0, b1, b2, b3)
PAWL_BIND(13, PAWL_NAMES_8, b0, b1, b2, b3, b4)
PAWL_BIND(14, PAWL_NAMES_8, b0, b1, b2, b3, b4, b5)
PAWL_BIND(15, PAWL_NAMES_8, b0, b1, b2, b3, b4, b5, b6)
PAWL_BIND(16, PAWL_NAMES_16)
PAWL_BIND(17, PAWL_NAMES_16, c0)
PAWL_BIND(18, PAWL_NAMES_16, c0, c1)
PAWL_BIND(19, PAWL_NAMES_16, c0, c1, c2)
PAWL_BIND(20, PAWL_NAMES_16, c0, c1, c2, c3)
PAWL_BIND(21, PAWL_NAMES_16, c0, c1, c2, c3, c4)
PAWL_BIND(22, PAWL_NAMES_16, c0, c1, c2, c3, c4, c5)
PAWL_BIND(23, PAWL_NAMES_16, c0, c1, c2, c3, c4, c5, c6)
PAWL_BIND(24, PAWL_NAMES_24)
PAWL_BIND(25, PAWL_NAMES_24, d0)
PAWL_BIND(26, PAWL_NAMES_24, d0, d1)
PAWL_BIND(27, PAWL_NAMES_24, d0, d1, d2)
PAWL_BIND(28, PAWL_NAMES_24, d0, d1, d2, d3)
PAWL_BIND(29, PAWL_NAMES_24, d0, d1, d2, d3, d4)
PAWL_BIND(30, PAWL_NAMES_24, d0, d1, d2, d3, d4, d5)
PAWL_BIND(31, PAWL_NAMES_24, d0, d1, d2, d3, d4, d5, d6)
PAWL_BIND(32, PAWL_NAMES_32)
PAWL_BIND(33, PAWL_NAMES_32, e0)
PAWL_BIND(34, PAWL_NAMES_32, e0, e1)
PAWL_BIND(35, PAWL_NAMES_32, e0, e1, e2)
PAWL_BIND(36, PAWL_NAMES_32, e0, e1, e2, e3)
PAWL_BIND(37, PAWL_NAMES_32, e0, e1, e2, e3, e4)
PAWL_BIND(38, PAWL_NAMES_32, e0, e1, e2, e3, e4, e5)
PAWL_BIND(39, PAWL_NAMES_32, e0, e1, e2, e3, e4, e5, e6)
PAWL_BIND(40, PAWL_NAMES_40)
PAWL_BIND(41, PAWL_NAMES_40, f0)
PAWL_BIND(42, PAWL_NAMES_40, f0, f1)
PAWL_BIND(43, PAWL_NAMES_40, f0, f1, f2)
PAWL_BIND(44, PAWL_NAMES_40, f0, f1, f2, f3)
PAWL_BIND(45, PAWL_NAMES_40, f0, f1, f2, f3, f4)
PAWL_BIND(46, PAWL_NAMES_40, f0, f1, f2, f3, f4, f5)
PAWL_BIND(47, PAWL_NAMES_40, f0, f1, f2, f3, f4, f5, f6)
PAWL_BIND(48, PAWL_NAMES_48)
PAWL_BIND(49, PAWL_NAMES_48, g0)
PAWL_BIND(50, PAWL_NAMES_48, g0, g1)
PAWL_BIND(51, PAWL_NAMES_48, g0, g1, g2)
PAWL_BIND(52, PAWL_NAMES_48, g0, g1, g2, g3)
PAWL_BIND(53, PAWL_NAMES_48, g0, g1, g2, g3, g4)
PAWL_BIND(54, PAWL_NAMES_48, g0, g1, g2, g3, g4, g5)
PAWL_BIND(55, PAWL_NAMES_48, g0, g1, g2, g3, g4, g5, g6)
PAWL_BIND(56, PAWL_NAMES_56)
PAWL_BIND(57, PAWL_NAMES_56, h0)
PAWL_BIND(58, PAWL_NAMES_56, h0, h1)
PAWL_BIND(59, PAWL_NAMES_56, h0, h1, h2)
PAWL_BIND(60, PAWL_NAMES_56, h0, h1, h2, h3)
PAWL_BIND(61, PAWL_NAMES_56, h0, h1, h2, h3, h4)
PAWL_BIND(62, PAWL_NAMES_56, h0, h1, h2, h3, h4, h5)
PAWL_BIND(63, PAWL_NAMES_56, h0, h1, h2, h3, h4, h5, h6)
PAWL_BIND(64, PAWL_NAMES_64)
// clang-format on

#undef PAWL_BIND
#undef PAWL_EMPTY_8
#undef PAWL_NAMES_8
#undef PAWL_EMPTY_16
#undef PAWL_NAMES_16
#undef PAWL_EMPTY_24
#undef PAWL_NAMES_24
#undef PAWL_EMPTY_32
#undef PAWL_NAMES_32
#undef PAWL_EMPTY_40
#undef PAWL_NAMES_40
#undef PAWL_EMPTY_48
#undef PAWL_NAMES_48
#undef PAWL_EMPTY_56
#undef PAWL_NAMES_56
#undef PAWL_EMPTY_64
#undef PAWL_NAMES_64

}  // namespace pawl::detail::codec

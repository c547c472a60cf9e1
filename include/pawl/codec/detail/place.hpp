// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <initializer_list>

namespace pawl::detail::codec {

struct wire_type;
template <class T>
struct wire;

template <class T>
struct without_const {
  using type = T;
};
template <class T>
struct without_const<const T> {
  using type = T;
};

/// Where a member stands, and what it is on the wire: all that is asked of a member once its type
/// is forgotten. Made from the member itself, so that members of one type share what is compiled.
struct place {
  void* at = nullptr;
  const wire_type* type = nullptr;
  bool assignable = true;

  constexpr place() = default;
  template <class Member>
  constexpr place(Member& member)
      : at(const_cast<typename without_const<Member>::type*>(__builtin_addressof(member))),
        type(&wire<typename without_const<Member>::type>::type),
        assignable(__is_same(Member, typename without_const<Member>::type)) {}
};

/// Takes the members of one object in the order of the source: whole for the compiler, which makes
/// tables of them, or only where they stand for the codec, which has the table.
struct place_sink {
  place* whole = nullptr;
  void** bare = nullptr;

  constexpr void put(std::initializer_list<place> all) const {
    std::size_t index = 0;
    for (const place& each : all) {
      if (whole != nullptr)
        whole[index++] = each;
      else
        bare[index++] = each.at;
    }
  }
};

/// What can be made from every member but a bit-field. Never made.
struct addressed {
  template <class Member>
  constexpr addressed(Member&);
};
using addressable = const addressed[];

/// Converts to every member. Never does.
struct any_member {
  template <class Member>
  constexpr operator Member() const;
};

}  // namespace pawl::detail::codec

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>
#include <pawl/detail/type_name.hpp>

namespace pawl {

namespace detail {

template <class T>
struct bare {
  using type = T;
};
template <class T>
struct bare<const T> {
  using type = T;
};

template <class T, class... Among>
concept one_of = (__is_same(T, Among) || ...);

template <class T>
concept key_string = string_like<T> && __is_same(typename T::value_type, char);
// bool and the character types are no numbers, and a limit by them is hardly meant.
template <class T>
concept key_integer = one_of<T, signed char, unsigned char, short, unsigned short, int, unsigned,
                             long, unsigned long, long long, unsigned long long>;
template <class T>
concept key_value = key_string<T> || key_integer<T> || __is_enum(T);

template <auto Pointer>
struct member_pointer {
  static constexpr bool valid = false;
};
template <class Owner, class T, T Owner::* Pointer>
struct member_pointer<Pointer> {
  static constexpr bool valid = true;
  using owner = Owner;
  using type = typename bare<T>::type;
};

template <auto PawlMember>
consteval text spelled_member() {
  return __PRETTY_FUNCTION__;
}

/// The name of a member, `document` for `&convert_input::document`: the last word both compilers
/// print for the argument.
template <auto Pointer>
consteval text member_name() {
  constexpr auto in_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const text printed = spelled_member<Pointer>();
  constexpr text label = "PawlMember = ";
  std::size_t end = 0;
  while (!(printed.substr(end, label.size()) == label)) ++end;
  end += label.size();
  // GCC lists further names behind a ';', Clang closes with ']'.
  while (printed[end] != ';' && printed[end] != ']') ++end;
  while (end > 0 && !in_word(printed[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && in_word(printed[begin - 1])) --begin;
  return printed.substr(begin, end - begin);
}

template <auto... Members>
struct key_name {
  static constexpr void write(auto& out) {
    constexpr text names[] = {member_name<Members>()..., {}};
    for (std::size_t i = 0; i < sizeof...(Members); ++i) {
      if (i != 0) out << "_";
      out << names[i];
    }
  }
};

template <auto Member>
consteval bool is_key_member() {
  if constexpr (member_pointer<Member>::valid)
    return key_value<typename member_pointer<Member>::type>;
  else
    return false;
}

template <auto... Members>
struct key_sentence {
  static constexpr void write(auto& out) {
    constexpr bool pointers[] = {member_pointer<Members>::valid..., true};
    constexpr bool values[] = {is_key_member<Members>()..., true};
    if (sizeof...(Members) == 0) {
      out << "pawl: by::member names no member; write by::member<&payload::document>";
      return;
    }
    for (std::size_t i = 0; i < sizeof...(Members); ++i) {
      if (!pointers[i]) {
        out << "pawl: by::member is given something that is no member; write "
               "by::member<&payload::document>";
        return;
      }
      if (!values[i]) {
        constexpr text names[] = {member_name<Members>()..., {}};
        out << "pawl: member " << names[i]
            << " cannot be the key of a limit; a key is a string, an integer or an enum";
        return;
      }
    }
  }
};

template <auto... Members>
struct sound_key : demand<(sizeof...(Members) > 0 && (is_key_member<Members>() && ...)),
                          key_sentence<Members...>> {};

// An argument that is no member has no name, and is refused above.
template <auto... Members>
consteval text key_name_of() {
  if constexpr (sizeof...(Members) != 0 && (member_pointer<Members>::valid && ...))
    return composed<key_name<Members...>>;
  else
    return "member";
}

}  // namespace detail

/// What a limit counts separately. All but `global` count inside one tenant: a user or a document
/// of another tenant is another key, even under the same name.
namespace by {

struct global {
  static constexpr text name = "global";
};
struct tenant {
  static constexpr text name = "tenant";
};
/// The user that requested the job.
struct user {
  static constexpr text name = "user";
};
struct organisation {
  static constexpr text name = "organisation";
};
/// One or more members of the payload, each a string, an integer or an enum.
// clang-format off: clang shows the line of the parameters
template <auto... Members> requires detail::takes<"pawl: by::member takes members of the payload, as in by::member<&payload::document>">
// clang-format on
struct member : private detail::sound_key<Members...> {
  static constexpr text name = detail::key_name_of<Members...>();
};

}  // namespace by

/// Where a limit's key comes from.
template <class K>
concept limit_key = requires { requires __is_same(decltype(K::name), const text); };

}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/bind.hpp>
#include <pawl/detail/sequence.hpp>
#include <pawl/detail/text.hpp>

// What the compiler can tell about a struct that no library was told about.

namespace boost::hana {
template <typename S, typename>
struct accessors_impl;
template <typename... Xn>
struct tuple;
template <typename First, typename Second>
struct pair;
namespace struct_detail {
template <typename Memptr, Memptr ptr>
struct member_ptr;
}  // namespace struct_detail
}  // namespace boost::hana

namespace pawl::detail::codec {

// Both are asked without the library's header: a struct that one of them knows must not be read in
// another way where the header happens to be missing.
template <class T>
concept defined_by_hana = requires { T::hana_accessors_impl::apply(); };
template <class T>
concept adapted_by_hana =
    defined_by_hana<T> || requires { boost::hana::accessors_impl<T, void>::apply(); };
template <class T>
concept described = requires(T** t) { boost_public_member_descriptor_fn(t); };

/// Converts to the bases of `T` only. Never does.
template <class T>
struct any_base_of {
  template <class Base>
    requires(__is_base_of(Base, T) && !__is_same(Base, T))
  constexpr operator Base() const;
};

/// Makes a first member that takes anything, such as a std::any, and no base.
struct converts_to_nothing {};

/// Why a struct is not reflected by itself.
enum class plain_flaw { none, no_aggregate, hana, describe, container, fixed, base, many };

struct plain_look {
  std::size_t count = 0;
  plain_flaw flaw = plain_flaw::none;
};

template <class T>
consteval plain_look look_at() {
  if constexpr (!__is_class(T)) {
    return {0, plain_flaw::no_aggregate};
  } else if constexpr (adapted_by_hana<T>) {
    return {0, plain_flaw::hana};
  } else if constexpr (described<T>) {
    return {0, plain_flaw::describe};
  } else if constexpr (!__is_aggregate(T)) {
    return {0, plain_flaw::no_aggregate};
  } else if constexpr (requires(T& t) {
                         typename T::value_type;
                         t.begin();
                       }) {
    return {0, plain_flaw::container};  // std::array
  } else if constexpr (!__is_assignable(T&, T&&)) {
    return {0, plain_flaw::fixed};
  } else if constexpr (
      !__is_empty(T) && requires { T{any_base_of<T>{}}; } &&
      !requires { T{converts_to_nothing{}}; }) {
    return {0, plain_flaw::base};
  } else {
    constexpr std::size_t count = count_members<T>();
    if (count == uncountable) return {0, plain_flaw::no_aggregate};
    return {count, count > most_plain_members ? plain_flaw::many : plain_flaw::none};
  }
}

/// Looked at once.
template <class T>
inline constexpr plain_look plain_look_at = look_at<T>();

template <class T>
struct held {
  T value;
};

// Never defined: the compiler only prints where its members would stand. Clang warns of that.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
template <class T>
extern held<T> somewhere;

/// The places of the members of some `T`.
template <std::size_t Count>
struct places {
  place list[Count == 0 ? 1 : Count]{};
  bool sound = false;
};
template <class T>
consteval auto find_places() {
  constexpr std::size_t count = plain_look_at<T>.count;
  places<count> found;
  found.sound = bindings<count>::bind(somewhere<T>.value, place_sink{found.list});
  return found;
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// A wrapper, because compilers differ in whether a pointer to a member of an object may be a
/// template argument by itself.
struct address {
  const void* at;
};
// One instantiation spells all members; one per member would cost more than all that is made of
// them.
template <address... PawlPlaces>
consteval text spell_places() {
  return {__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1};
}

/// Reads the names from a printed list of places. GCC prints `{address{((const void*)(&
/// somewhere<app::order>.held<app::order>::value.app::order::cents))}, …}`, Clang
/// `<address{&somewhere.value.cents}, …>`. What stands around a name is equally long for all of
/// them, so only the first is looked through.
consteval void read_names(text printed, text* names, std::size_t count) {
  constexpr text label = "PawlPlaces = ";
  std::size_t at = 0;
  while (printed[at] != 'P' || !(printed.substr(at, label.size()) == label)) ++at;
  at += label.size() + 1;
  const std::size_t first = at;
  std::size_t before = 0;  // what stands before a name
  int depth = 0;
  while (printed[at] != '{') ++at;
  do {
    const char c = printed[at];
    if (c == '(' || c == '{') ++depth;
    if (c == ')' || c == '}') --depth;
    if (c == ':' || c == '.') before = at + 1 - first;
    ++at;
  } while (depth > 0);
  std::size_t end = at;
  while (printed[end - 1] == ')' || printed[end - 1] == '}') --end;
  const std::size_t behind = at - end + 2;  // and ", "
  std::size_t begin = first + before;
  for (std::size_t i = 0; i < count; ++i) {
    end = begin;
    while (printed[end] != ')' && printed[end] != '}') ++end;
    names[i] = printed.substr(begin, end - begin);
    begin = end + behind + before;
  }
}

/// The members of an aggregate in the order of the source. The places are of use only to the
/// compiler: a constant that holds them would need a real `somewhere`.
template <std::size_t Count>
struct plain_list {
  text names[Count == 0 ? 1 : Count]{};
  places<Count> where{};
};
template <class T, std::size_t... Index>
consteval auto list_members(indices<Index...>) {
  constexpr auto found = find_places<T>();
  plain_list<sizeof...(Index)> list{{}, found};
  if constexpr (sizeof...(Index) != 0)
    read_names(spell_places<address{found.list[Index].at}...>(), list.names, sizeof...(Index));
  return list;
}
template <class T>
consteval auto list_members() {
  return list_members<T>(make_indices<plain_look_at<T>.count>{});
}

}  // namespace pawl::detail::codec

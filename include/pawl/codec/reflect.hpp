// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/aggregate.hpp>
#include <pawl/detail/compose.hpp>
#include <pawl/detail/sequence.hpp>

#include <type_traits>
#include <utility>

namespace pawl {

/// One member of a reflected struct: its name, its type, and how to reach it.
template <class Owner, class Name, class Accessor>
struct member {
  using owner = Owner;
  using access = decltype(Accessor{}(std::declval<Owner&>()));
  using type = std::remove_reference_t<access>;
  static constexpr text name = Name::c_str();

  static constexpr decltype(auto) of(auto& object) { return Accessor{}(object); }
};

namespace detail {

/// Reaches a member by its pointer.
template <auto Pointer>
struct pointed {};

}  // namespace detail

/// The same for a member that a pointer names, with less work for the compiler.
template <class Owner, class Name, auto Pointer>
struct member<Owner, Name, detail::pointed<Pointer>> {
  using owner = Owner;
  using access = decltype((std::declval<Owner&>().*Pointer));
  using type = std::remove_reference_t<access>;
  static constexpr text name = Name::c_str();

  // Even without optimisation, or each would be a function of its own.
  [[gnu::always_inline]] static constexpr type& of(Owner& object) { return object.*Pointer; }
  [[gnu::always_inline]] static constexpr const type& of(const Owner& object) {
    return object.*Pointer;
  }
};

/// The members of a struct.
template <class... Members>
struct members {
  static constexpr std::size_t count = sizeof...(Members);
};

namespace detail::codec {

/// Says which member of an aggregate is meant.
template <std::size_t Index>
struct plain_access {};
template <class T, std::size_t Index>
consteval text plain_name() {
  return list_members<T>().names[Index];
}

template <class T, class Indices = make_indices<plain_look_at<T>.count>>
struct plain_members;
template <class T, std::size_t... Index>
struct plain_members<T, indices<Index...>> {
  using type = members<member<T, void, plain_access<Index>>...>;
  static constexpr bool by_itself = true;
};

}  // namespace detail::codec

/// A member of a plain aggregate has a name only: it is reached together with all others, and the
/// codec asks for no types.
template <class Owner, std::size_t Index>
struct member<Owner, void, detail::codec::plain_access<Index>> {
  using owner = Owner;
  static constexpr text name = detail::codec::plain_name<Owner, Index>();
};

namespace detail::codec {

// Hana's tuple of (name, accessor) is taken apart by its type alone. So a struct that Hana knows is
// read wherever Hana was included, before pawl or after, and a program without Hana pays nothing.
template <class Accessor>
struct access_by {
  using type = Accessor;
};
template <class Type, Type Pointer>
struct access_by<boost::hana::struct_detail::member_ptr<Type, Pointer>> {
  using type = pointed<Pointer>;
};

template <class T>
struct hana_accessors : boost::hana::accessors_impl<T, void> {};
template <defined_by_hana T>
struct hana_accessors<T> : T::hana_accessors_impl {};

struct not_reflected {};
template <class Owner, class Accessors>
struct from_hana : not_reflected {};
template <class Owner, class... Name, class... Accessor>
struct from_hana<Owner, boost::hana::tuple<boost::hana::pair<Name, Accessor>...>> {
  using type = members<member<Owner, Name, typename access_by<Accessor>::type>...>;
};

template <class T, plain_flaw Flaw = plain_look_at<T>.flaw>
struct reflected_by_itself : not_reflected {};
template <class T>
struct reflected_by_itself<T, plain_flaw::none> : plain_members<T> {};
template <class T>
struct reflected_by_itself<T, plain_flaw::hana>
    : from_hana<T, decltype(hana_accessors<T>::apply())> {};

/// The `Index`-th of `T…`, without recursion.
template <std::size_t Index, class T>
struct indexed {
  using type = T;
};
template <class Indices, class... T>
struct index_types;
template <std::size_t... Index, class... T>
struct index_types<indices<Index...>, T...> : indexed<Index, T>... {};
template <std::size_t Index, class T>
indexed<Index, T> pick(indexed<Index, T>);
template <std::size_t Index, class... T>
using nth = typename decltype(pick<Index>(index_types<make_indices<sizeof...(T)>, T...>{}))::type;

/// Whether `a` comes before `b` byte by byte: the order of keys on the wire.
constexpr bool bytewise_less(text a, text b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (a[i] != b[i]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[i]);
  return a.size() < b.size();
}

/// Which name comes first, second, … in bytewise order.
template <std::size_t Count>
struct ranking {
  std::size_t at[Count == 0 ? 1 : Count]{};
};
template <std::size_t Count>
consteval ranking<Count> rank_names(const text* names) {
  ranking<Count> result;
  for (std::size_t i = 0; i < Count; ++i) {
    std::size_t place = i;
    for (; place > 0 && bytewise_less(names[i], names[result.at[place - 1]]); --place)
      result.at[place] = result.at[place - 1];
    result.at[place] = i;
  }
  return result;
}

template <class Members, class Indices = make_indices<Members::count>>
struct sort_members;
template <class... Member, std::size_t... Rank>
struct sort_members<members<Member...>, indices<Rank...>> {
  static constexpr text names[] = {Member::name..., {}};
  static constexpr auto order = rank_names<sizeof...(Member)>(names);
  using type = members<nth<order.at[Rank], Member...>...>;
};

}  // namespace detail::codec

/// The members of `T` as `type`, a `members<…>`, in the order they were reflected. A type without
/// this alias is not a payload. A plain aggregate has it by itself, and so has a struct known to
/// Boost.Hana. One known to Boost.Describe has it where Describe was included before pawl, or
/// `<pawl/codec/describe.hpp>` is; anything else may be added by specialising, which comes before
/// all others.
template <class T>
struct reflection : detail::codec::reflected_by_itself<T> {};

/// A struct whose members are known.
template <class T>
concept reflected = requires { typename reflection<T>::type; };

/// The members of `T`, sorted by name as they stand on the wire.
template <reflected T>
using members_of = typename detail::codec::sort_members<typename reflection<T>::type>::type;

}  // namespace pawl

#if defined(BOOST_DESCRIBE_CLASS_HPP_INCLUDED)
#include <pawl/codec/describe.hpp>
#endif

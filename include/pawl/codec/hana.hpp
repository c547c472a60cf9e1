// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Lets structs known to Boost.Hana (BOOST_HANA_ADAPT_STRUCT, BOOST_HANA_DEFINE_STRUCT) be
/// payloads: for what is no aggregate, for a part of the members, and for compilers that cannot
/// reflect by themselves. Include it before the first use of the type as a payload.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/codec/reflect.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/define_struct.hpp>

namespace pawl {
namespace detail::codec {

// Hana's tuple of (name, accessor) is taken apart once, by its type: Hana's algorithms would be
// instantiated anew for every use.
template <class Accessor>
struct access_by {
  using type = Accessor;
};
template <class Type, Type Pointer>
struct access_by<boost::hana::struct_detail::member_ptr<Type, Pointer>> {
  using type = pointed<Pointer>;
};

template <class Owner, class Accessors>
struct from_hana;
template <class Owner, class... Name, class... Accessor>
struct from_hana<Owner, boost::hana::tuple<boost::hana::pair<Name, Accessor>...>> {
  using type = members<member<Owner, Name, typename access_by<Accessor>::type>...>;
};

template <class T>
concept known_to_hana = __is_class(T) && boost::hana::Struct<T>::value;

}  // namespace detail::codec

template <detail::codec::known_to_hana T>
struct reflection<T> : detail::codec::from_hana<T, decltype(boost::hana::accessors<T>())> {};

}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Brings Boost.Hana's own headers, for structs that it knows (BOOST_HANA_ADAPT_STRUCT,
/// BOOST_HANA_DEFINE_STRUCT): what is no aggregate, a part of the members, and compilers that
/// cannot reflect by themselves. Such structs are payloads without this header too, wherever Hana
/// was included; this one adds those that it knows by a tag. Adapt a struct before its first use
/// as a payload.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/codec/reflect.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/define_struct.hpp>

namespace pawl {
namespace detail::codec {

template <class T>
concept tagged_by_hana = __is_class(T) && !adapted_by_hana<T> && boost::hana::Struct<T>::value;

}  // namespace detail::codec

template <detail::codec::tagged_by_hana T>
struct reflection<T> : detail::codec::from_hana<T, decltype(boost::hana::accessors<T>())> {};

}  // namespace pawl

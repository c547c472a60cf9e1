// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Lets structs described with BOOST_DESCRIBE_STRUCT be payloads: for those with bases, and for
/// classes that are no aggregates. All public members count, those of bases included; a struct
/// known to Hana as well is taken from Hana. Include it before the first use of the type as a
/// payload.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/codec/reflect.hpp>

#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>

namespace pawl {
namespace detail::codec {

inline constexpr auto described_members =
    boost::describe::mod_public | boost::describe::mod_inherited;

template <class T>
concept known_to_describe = __is_class(T) && !adapted_by_hana<T> && described<T>;

template <class Descriptor>
struct described_name {
  static constexpr const char* c_str() { return Descriptor::name; }
};

template <class Owner, class Descriptors>
struct from_describe;
template <class Owner, template <class...> class List, class... Descriptor>
struct from_describe<Owner, List<Descriptor...>> {
  using type = members<member<Owner, described_name<Descriptor>, pointed<Descriptor::pointer>>...>;
};

}  // namespace detail::codec

template <detail::codec::known_to_describe T>
struct reflection<T>
    : detail::codec::from_describe<
          T, boost::describe::describe_members<T, detail::codec::described_members>> {};

}  // namespace pawl

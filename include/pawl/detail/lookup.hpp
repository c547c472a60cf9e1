// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/sequence.hpp>

namespace pawl::detail {

/// A type, the key that it is found by, and its place in the list.
template <auto Key, class T, std::size_t Place>
struct entry {};

template <auto... Key>
struct keys {};

template <class Keys, class Places, class... T>
struct keyed_list;
template <auto... Key, std::size_t... Place, class... T>
struct keyed_list<keys<Key...>, indices<Place...>, T...> : entry<Key, T, Place>... {};

/// Types and their keys: `keyed<keys<1, 2>, apple, pear>`. Searched by conversion to a base, which
/// needs neither recursion nor an instantiation per question.
template <class Keys, class... T>
using keyed = keyed_list<Keys, make_indices<sizeof...(T)>, T...>;

template <auto Key, class Default, class T, std::size_t Place>
T entry_of(const entry<Key, T, Place>*);
template <auto Key, class Default>
Default entry_of(const void*);

/// The type with a key; `Default` if none has it, or more than one.
template <class List, auto Key, class Default>
using found = decltype(entry_of<Key, Default>(static_cast<const List*>(nullptr)));

}  // namespace pawl::detail

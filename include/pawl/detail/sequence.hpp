// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace pawl::detail {

// std::index_sequence lives in <utility>, which is most of what including a lifecycle would cost.
template <class T, T... Values>
struct integers {};

template <std::size_t... Index>
using indices = integers<std::size_t, Index...>;

#if defined(__clang__)
template <std::size_t Count>
using make_indices = __make_integer_seq<integers, std::size_t, Count>;
#else
template <std::size_t Count>
using make_indices = indices<__integer_pack(Count)...>;
#endif

}  // namespace pawl::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/text.hpp>

namespace pawl::detail {

template <class PawlType>
consteval text spelled_type() {
  return {__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1};  // counting would cost more
}

/// Where the name begins in what `spelled_type` returns, whatever the type.
inline constexpr std::size_t type_name_begins = [] {
  constexpr text label = "PawlType = ";
  std::size_t begin = 0;
  while (!(spelled_type<int>().substr(begin, label.size()) == label)) ++begin;
  return begin + label.size();
}();

/// The name in a spelled type, without its namespaces.
constexpr text unqualified(text printed) {
  std::size_t begin = type_name_begins;
  std::size_t end = begin;
  int depth = 0;
  // GCC lists further names behind a ';', Clang closes with ']'.
  for (std::size_t at = begin; depth > 0 || (printed[at] != ';' && printed[at] != ']'); ++at) {
    const char c = printed[at];
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
    if (depth == 0 && c == ':') begin = at + 1;
    end = at + 1;
  }
  return printed.substr(begin, end - begin);
}

/// The name of a type as a person would say it: without its namespaces, with its template
/// arguments.
template <class T>
consteval text type_name() {
  return unqualified(spelled_type<T>());
}

}  // namespace pawl::detail

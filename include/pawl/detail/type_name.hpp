// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/text.hpp>

namespace pawl::detail {

template <class PawlType>
consteval text spelled_type() {
  return __PRETTY_FUNCTION__;
}

/// The name of a type as a person would say it: without its namespaces, with its template
/// arguments.
template <class T>
consteval text type_name() {
  const text printed = spelled_type<T>();
  constexpr text label = "PawlType = ";
  std::size_t begin = 0;
  while (!(printed.substr(begin, label.size()) == label)) ++begin;
  begin += label.size();
  std::size_t end = begin;
  int depth = 0;
  // GCC lists further names behind a ';', Clang closes with ']'.
  for (std::size_t at = begin; depth > 0 || (printed[at] != ';' && printed[at] != ']'); ++at) {
    const char c = printed[at];
    if (c == '<' || c == '(' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == '}') --depth;
    if (depth == 0 && c == ':') begin = at + 1;
    end = at + 1;
  }
  return printed.substr(begin, end - begin);
}

}  // namespace pawl::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/text.hpp>

namespace pawl::detail {

template <class PawlType>
consteval text printed_type() {
  return __PRETTY_FUNCTION__;
}

/// The name of a type as the compiler prints it, qualified. For sentences; not the same everywhere.
template <class T>
consteval text type_name() {
  constexpr text label = "PawlType = ";
  constexpr text printed = printed_type<T>();
  std::size_t at = 0;
  while (!(printed.substr(at, label.size()) == label)) ++at;
  at += label.size();
  return printed.substr(at, printed.size() - at - 1);
}

/// The last part of a qualified name: `email` of `acme::mail::email`. Empty for the instance of a
/// template, whose printed arguments differ between compilers.
consteval text unqualified(text name) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') return {};
    if (name[i] == ':') begin = i + 1;
  }
  return name.substr(begin, name.size() - begin);
}

}  // namespace pawl::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <utility>

namespace pawl::runtime {

/// One object of each handler. Not a std::tuple: that would cost every program that makes a service
/// some fifty functions.
template <class... Handlers>
struct handler_list;

template <>
struct handler_list<> {};

template <class First, class... Rest>
struct handler_list<First, Rest...> {
  First first;
  handler_list<Rest...> rest;

  explicit handler_list(First&& one, Rest&&... others)
      : first(std::move(one)), rest(make_rest(std::move(others)...)) {}

  template <class H>
  [[nodiscard]] const H& get() const {
    if constexpr (__is_same(H, First))
      return first;
    else
      return rest.template get<H>();
  }

 private:
  static handler_list<Rest...> make_rest(Rest&&... others) {
    if constexpr (sizeof...(Rest) == 0)
      return {};
    else
      return handler_list<Rest...>(std::move(others)...);
  }
};

/// Keeps an object whose type no longer matters for as long as anything points to it.
[[nodiscard]] std::shared_ptr<const void> keep(const void* object, void (*destroy)(const void*));

template <class T>
[[nodiscard]] std::shared_ptr<const void> keep(const T* object) {
  return keep(object, [](const void* kept) { delete static_cast<const T*>(kept); });
}

}  // namespace pawl::runtime

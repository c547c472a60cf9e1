// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>
#include <utility>

#include <pawl/detail/unexpected.hpp>

/// The four ways to go on from an `expected`, whether it may be changed, moved from or only read.
/// Not in the namespace of the class, where they would stand beside functions of the user's.
namespace pawl::detail::chain {

using own::expected;
using own::unexpect;

// std::invoke is in <functional>; this is what it does for an argument that is an object.
template <class F, class Arg>
constexpr decltype(auto) call(F&& f, Arg&& arg) {
  if constexpr (std::is_member_object_pointer_v<std::remove_cvref_t<F>>)
    return (static_cast<Arg&&>(arg).*f);
  else if constexpr (std::is_member_function_pointer_v<std::remove_cvref_t<F>>)
    return (static_cast<Arg&&>(arg).*f)();
  else
    return static_cast<F&&>(f)(static_cast<Arg&&>(arg));
}
template <class F, class Answer>
constexpr decltype(auto) call_with_value(F&& f, Answer&& answer) {
  if constexpr (__is_same(typename std::remove_cvref_t<Answer>::value_type, void))
    return static_cast<F&&>(f)();
  else
    return chain::call(static_cast<F&&>(f), *static_cast<Answer&&>(answer));
}
/// The `expected` of type `To` with the value of this one, which may be void.
template <class To, class Answer>
constexpr To with_value(Answer&& answer) {
  if constexpr (__is_same(typename To::value_type, void))
    return To();
  else
    return To(std::in_place, *static_cast<Answer&&>(answer));
}

template <class Answer, class F>
constexpr auto and_then(Answer&& answer, F&& f) {
  using next = std::remove_cvref_t<decltype(chain::call_with_value(static_cast<F&&>(f),
                                                                   static_cast<Answer&&>(answer)))>;
  // As std::expected has it; what compiles here must compile there.
  static_assert(
      __is_same(typename next::error_type, typename std::remove_cvref_t<Answer>::error_type));
  if (!answer.has_value()) return next(unexpect, static_cast<Answer&&>(answer).error());
  return next(chain::call_with_value(static_cast<F&&>(f), static_cast<Answer&&>(answer)));
}
template <class Answer, class F>
constexpr auto transform(Answer&& answer, F&& f) {
  using value = std::remove_cvref_t<decltype(chain::call_with_value(
      static_cast<F&&>(f), static_cast<Answer&&>(answer)))>;
  using next = typename std::remove_cvref_t<Answer>::template rebind<value>;
  if (!answer.has_value()) return next(unexpect, static_cast<Answer&&>(answer).error());
  if constexpr (__is_same(value, void)) {
    chain::call_with_value(static_cast<F&&>(f), static_cast<Answer&&>(answer));
    return next();
  } else {
    return next(std::in_place,
                chain::call_with_value(static_cast<F&&>(f), static_cast<Answer&&>(answer)));
  }
}
template <class Answer, class F>
constexpr auto or_else(Answer&& answer, F&& f) {
  using next = std::remove_cvref_t<decltype(chain::call(static_cast<F&&>(f),
                                                        static_cast<Answer&&>(answer).error()))>;
  static_assert(
      __is_same(typename next::value_type, typename std::remove_cvref_t<Answer>::value_type));
  if (answer.has_value()) return chain::with_value<next>(static_cast<Answer&&>(answer));
  return next(chain::call(static_cast<F&&>(f), static_cast<Answer&&>(answer).error()));
}
template <class Answer, class F>
constexpr auto transform_error(Answer&& answer, F&& f) {
  using next = expected<typename std::remove_cvref_t<Answer>::value_type,
                        std::remove_cvref_t<decltype(chain::call(
                            static_cast<F&&>(f), static_cast<Answer&&>(answer).error()))>>;
  if (answer.has_value()) return chain::with_value<next>(static_cast<Answer&&>(answer));
  return next(unexpect, chain::call(static_cast<F&&>(f), static_cast<Answer&&>(answer).error()));
}

}  // namespace pawl::detail::chain

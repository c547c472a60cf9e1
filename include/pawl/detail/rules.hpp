// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>

namespace pawl::detail {

struct every_rule_holds {
  static constexpr bool holds = true;
};

/// The first of some rules that does not hold, as a pointer to it. The rules behind it are not
/// looked at: they may rely on those before them. Eight at once, because each step is paid for by
/// every job type.
template <class A, class B = every_rule_holds, class C = every_rule_holds,
          class D = every_rule_holds, class E = every_rule_holds, class F = every_rule_holds,
          class G = every_rule_holds, class H = every_rule_holds, class... Rest>
consteval auto find_broken() {
  if constexpr (!A::holds)
    return static_cast<A*>(nullptr);
  else if constexpr (!B::holds)
    return static_cast<B*>(nullptr);
  else if constexpr (!C::holds)
    return static_cast<C*>(nullptr);
  else if constexpr (!D::holds)
    return static_cast<D*>(nullptr);
  else if constexpr (!E::holds)
    return static_cast<E*>(nullptr);
  else if constexpr (!F::holds)
    return static_cast<F*>(nullptr);
  else if constexpr (!G::holds)
    return static_cast<G*>(nullptr);
  else if constexpr (!H::holds)
    return static_cast<H*>(nullptr);
  else if constexpr (sizeof...(Rest) != 0)
    return find_broken<Rest...>();
  else
    return static_cast<every_rule_holds*>(nullptr);
}

template <class Rule>
Rule pointed_to(Rule*);

template <class... Rules>
struct first_broken {
  using type = decltype(pointed_to(find_broken<Rules...>()));
};

/// Many rules as one, such as the same for each of some types.
template <class... Rules>
struct rule_for_each {
  using broken = typename first_broken<every_rule_holds, Rules...>::type;
  static constexpr bool holds = __is_same(broken, every_rule_holds);
  static constexpr void write(auto& out) { broken::write(out); }
};

/// Several rules about one subject, of which the first broken one is the one error. A rule has
/// `holds` and the sentence it is refused with, `write(out)`.
template <class... Rules>
struct all_of : demand<__is_same(typename first_broken<Rules...>::type, every_rule_holds),
                       typename first_broken<Rules...>::type> {};

}  // namespace pawl::detail

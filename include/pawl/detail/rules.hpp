// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>

namespace pawl::detail {

struct every_rule_holds {};

/// The first of some rules that does not hold. The rules behind it are not looked at: they may rely
/// on those before them.
template <class... Rules>
struct first_broken {
  using type = every_rule_holds;
};
template <class First, class... Rest>
struct first_broken<First, Rest...> : first_broken<Rest...> {};
template <class First, class... Rest>
  requires(!First::holds)
struct first_broken<First, Rest...> {
  using type = First;
};

/// Several rules about one subject, of which the first broken one is the one error. A rule has
/// `holds` and the sentence it is refused with, `write(out)`.
template <class... Rules>
struct all_of : demand<__is_same(typename first_broken<Rules...>::type, every_rule_holds),
                       typename first_broken<Rules...>::type> {};

}  // namespace pawl::detail

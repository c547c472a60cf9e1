// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/errors/policy.hpp>

namespace pawl {

namespace detail {

/// A set and those of some further classes that it lacks.
template <class Set, class... Further>
struct completed {
  using type = Set;
};
template <class... Classes, class Next, class... Further>
struct completed<type_list<Classes...>, Next, Further...>
    : completed<typename choose<is_in<type_list<Classes...>, Next>, type_list<Classes...>,
                                type_list<Classes..., Next>>::type,
                Further...> {};

template <class List>
struct set_of;
template <class... Classes>
struct set_of<type_list<Classes...>> {
  using type = error_classes<Classes...>;
};

template <class Declared, class Implicit>
struct declared_and_implicit;
template <class... Declared, class... Implicit>
struct declared_and_implicit<type_list<Declared...>, error_classes<Implicit...>>
    : set_of<typename completed<type_list<Declared...>, Implicit...>::type> {};
// Most jobs list none of them: nothing to sort out.
template <class... Declared, class... Implicit>
  requires(!(error_classes<Implicit...>::template contains<Declared> || ...))
struct declared_and_implicit<type_list<Declared...>, error_classes<Implicit...>> {
  using type = error_classes<Declared..., Implicit...>;
};

}  // namespace detail

/// The error classes that a job's handler may return. `timeout`, `worker_lost`, `internal_bug` and
/// `payload_undecodable` belong to every set and need not be listed.
template <class... Classes>
struct errors
    : detail::declared_and_implicit<detail::type_list<Classes...>, implicit_errors>::type {
  static constexpr pawl::axis axis = pawl::axis::errors;
  using classes =
      typename detail::declared_and_implicit<detail::type_list<Classes...>, implicit_errors>::type;
};

/// What a job that says nothing can fail with: the implicit classes.
using default_errors = errors<>;

}  // namespace pawl

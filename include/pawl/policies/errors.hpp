// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The errors axis: what can go wrong with a job, as types.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/errors/error_class.hpp>
#include <pawl/policies/errors/error_classes.hpp>
#include <pawl/policies/errors/public_code.hpp>
#include <pawl/policies/policy.hpp>

namespace pawl {

/// What can go wrong with any job, and is therefore part of every set.
using implicit_errors = error_classes<error::timeout, error::worker_lost, error::internal_bug,
                                      error::payload_undecodable>;

namespace detail {

template <class P>
concept is_on_errors_axis = requires { requires P::axis == axis::errors; };

template <class Classes>
inline constexpr bool is_class_set = false;
template <class... Classes>
inline constexpr bool is_class_set<error_classes<Classes...>> = true;
template <class P>
concept has_classes = requires { requires is_class_set<typename P::classes>; };

template <class Subset, class Set>
inline constexpr bool is_subset = false;
template <class... Classes, class Set>
inline constexpr bool is_subset<error_classes<Classes...>, Set> =
    (Set::template contains<Classes> && ...);
template <class P>
concept has_implicit_classes = is_subset<implicit_errors, typename P::classes>;

}  // namespace detail

/// The ways in which a job can fail: a closed set, known to the compiler.
///
/// **Requirements.** `axis` is `axis::errors`. `classes` is an `error_classes<…>` that holds the
/// classes a handler may return and those of `implicit_errors`, which the engine raises by itself.
/// **Called when.** Never: the set is read while the job type is compiled, and its table of codes
/// is read whenever an attempt has failed.
/// **Failure.** A handler that returns a class outside the set does not compile. A code that is
/// restored from storage and no longer in the set is fatal and keeps its name.
/// **Thread safety.** Constants only.
/// **Example.** `pawl::errors<pawl::error::network_timeout, bad_input>`.
template <class P>
concept errors_policy =
    detail::is_on_errors_axis<P> && detail::has_classes<P> && detail::has_implicit_classes<P>;

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

namespace detail {

/// What is no error class is refused where it is listed, and then nothing more is known of the
/// list.
template <class... Classes>
using usable_classes =
    typename choose<(error_type<Classes> && ...), type_list<Classes...>, type_list<>>::type;

/// The same check of what was written, under a name of its own: a set has the other as a base.
template <class... Classes>
struct written_set_check : set_check<Classes...> {};

}  // namespace detail

/// The error classes that a job's handler may return. `timeout`, `worker_lost`, `internal_bug` and
/// `payload_undecodable` belong to every set and need not be listed.
// clang-format off: clang shows the line of the parameters
template <class... Classes> requires detail::takes<"pawl: errors takes error classes, which are types">
// clang-format on
struct errors
    : detail::declared_and_implicit<detail::usable_classes<Classes...>, implicit_errors>::type,
      private detail::demand<(error_type<Classes> && ...), detail::written_set_check<Classes...>> {
  static constexpr pawl::axis axis = pawl::axis::errors;
  using classes = typename detail::declared_and_implicit<detail::usable_classes<Classes...>,
                                                         implicit_errors>::type;
};

/// What a job that says nothing can fail with: the implicit classes.
using default_errors = errors<>;

}  // namespace pawl

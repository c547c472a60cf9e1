// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/rules.hpp>
#include <pawl/policies/errors.hpp>
#include <pawl/policies/retry/policy.hpp>

namespace pawl {

/// An error class as a job type treats it.
struct classified_error {
  text code{};
  bool retryable = false;
  bool escalates = false;

  friend constexpr bool operator==(const classified_error&, const classified_error&) = default;
};

namespace detail {

template <class Retry>
concept has_lists = requires {
  Retry::retried::size;
  Retry::never_retried::size;
  requires __is_same(decltype(Retry::names_what_is_retried), const bool);
};

/// The classes that a policy names; a policy without lists names none.
template <class Retry>
struct named_by {
  using retried = type_list<>;
  using fatal = type_list<>;
  static constexpr bool all_retried = false;
};
template <has_lists Retry>
struct named_by<Retry> {
  using retried = typename Retry::retried;
  using fatal = typename Retry::never_retried;
  static constexpr bool all_retried = Retry::names_what_is_retried;
};

template <fixed_string List, class Set, class Named>
struct rule_declared;
template <fixed_string List, class Set, class... Named>
struct rule_declared<List, Set, type_list<Named...>> {
  static constexpr std::size_t count = sizeof...(Named);
  static constexpr bool missing[count + 1] = {!Set::template contains<Named>..., true};
  static constexpr std::size_t undeclared = first_set(missing);
  static constexpr bool holds = undeclared == count;
  static constexpr void write(auto& out) {
    constexpr text names[count + 1] = {type_name<Named>()..., text{}};
    out << "pawl: " << List.view() << " names error class " << names[undeclared]
        << ", which the job does not declare; add it to pawl::errors<...>";
  }
};

template <class Set, class Retry>
struct rule_classified;
template <class... Classes, class Retry>
struct rule_classified<error_classes<Classes...>, Retry> {
  using named = named_by<Retry>;
  static constexpr std::size_t count = sizeof...(Classes);

  /// `retry_on` is the whole truth about the declared classes; the implicit ones keep their
  /// default.
  static constexpr bool unspoken[count + 1] = {
      (named::all_retried && Classes::classification == retryability::retryable &&
       !implicit_errors::contains<Classes> && !is_in<typename named::retried, Classes> &&
       !is_in<typename named::fatal, Classes>)...,
      true};
  static constexpr bool open[count + 1] = {
      (Retry::template classification<Classes> == retryability::unclassified)..., true};
  static constexpr bool holds = first_set(unspoken) == count && first_set(open) == count;
  static constexpr void write(auto& out) {
    constexpr text names[count + 1] = {type_name<Classes>()..., text{}};
    if (first_set(unspoken) != count)
      out << "pawl: error class " << names[first_set(unspoken)]
          << " is retryable by default but missing from retry_on; name it there or in fatal_on";
    else
      out << "pawl: error class " << names[first_set(open)]
          << " is neither retryable nor fatal; name it in retry_on or in fatal_on";
  }
};

template <class Errors, class Retry>
using classification_rules =
    all_of<rule_declared<"retry_on", typename Errors::classes, typename named_by<Retry>::retried>,
           rule_declared<"fatal_on", typename Errors::classes, typename named_by<Retry>::fatal>,
           rule_classified<typename Errors::classes, Retry>>;

template <class Set, class Retry>
struct classified_table;
template <class... Classes, class Retry>
struct classified_table<error_classes<Classes...>, Retry> {
  static constexpr classified_error entries[sizeof...(Classes) + 1] = {
      classified_error{Classes::code,
                       Retry::template classification<Classes> == retryability::retryable,
                       Classes::escalates}...,
      classified_error{}};
};

}  // namespace detail

/// How one job type treats each of its error classes: the two policies put together, and refused if
/// they do not fit. Afterwards every declared class is either retryable or fatal.
template <errors_policy Errors, retry_policy Retry>
struct retry_classification : detail::classification_rules<Errors, Retry> {
  using classes = typename Errors::classes;

  /// All classes, in the order of `Errors::classes`.
  [[nodiscard]] static constexpr slice<classified_error> table() {
    return {detail::classified_table<classes, Retry>::entries, classes::count};
  }
  /// The class with a code; null if the job has none.
  [[nodiscard]] static constexpr const classified_error* find(text code) {
    const std::size_t at = classes::index_of(code);
    return at == classes::count ? nullptr : table().begin() + at;
  }

  template <class E>
    requires(classes::template contains<E>)
  [[nodiscard]] static constexpr bool is_retryable() {
    return Retry::template classification<E> == retryability::retryable;
  }
  /// A code that the job no longer declares is not retried.
  [[nodiscard]] static constexpr bool is_retryable(text code) { return entry(code).retryable; }
  [[nodiscard]] static constexpr bool escalates(text code) { return entry(code).escalates; }

 private:
  /// The class with a code; for a code that the job does not declare, one that is not retried.
  static constexpr const classified_error& entry(text code) {
    return detail::classified_table<classes, Retry>::entries[classes::index_of(code)];
  }
};

}  // namespace pawl

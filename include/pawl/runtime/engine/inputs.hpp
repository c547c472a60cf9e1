// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <pawl/detail/type_name.hpp>
#include <pawl/runtime/engine/payload.hpp>
#include <pawl/storage/error.hpp>

/// What `submit_all` takes, and how it is read. Written with `begin` and `end` alone: every program
/// that submits would pay for <ranges>.

namespace pawl {

/// What came of many submissions, counted.
struct submit_counts {
  std::size_t accepted = 0;  ///< also those whose key has made a job before
  std::size_t refused = 0;
  storage::error first_refusal{};  ///< if there was one
};

/// Given to `submit_all` in the place of what takes the answers: they are counted, and not kept.
struct only_counted_t {
  constexpr void operator()(const auto&) const {}
};
inline constexpr only_counted_t only_counted{};

namespace detail {

namespace reading {

using std::begin;
using std::end;

template <class Range>
auto first_of(Range& range) -> decltype(*begin(range));

/// What a loop can go over, once: a container, a view, a generator, an array.
template <class Range>
concept range = requires(Range& each) {
  static_cast<bool>(begin(each) != end(each));
  first_of(each);
};

}  // namespace reading

template <class Range>
using element_of = decltype(reading::first_of(std::declval<Range&>()));

/// Whether what a loop over `Given&&` sees belongs to nobody else afterwards: `Given` is a
/// container that is given away. One that only looks shows the same elements when it is const.
template <class Given>
inline constexpr bool gives_away = false;
template <class Given>
  requires(!std::is_reference_v<Given> && !std::is_const_v<Given> && reading::range<Given> &&
           reading::range<const Given>)
inline constexpr bool gives_away<Given> =
    std::is_lvalue_reference_v<element_of<Given>> &&
    !std::is_const_v<std::remove_reference_t<element_of<Given>>> &&
    std::is_const_v<std::remove_reference_t<element_of<const Given>>>;

/// An element of what `submit_all` was given, as the input is made of it.
template <class Given, bool = gives_away<Given>>
struct taken_from {
  using type = element_of<Given>;
};
template <class Given>
struct taken_from<Given, true> {
  using type = std::remove_reference_t<element_of<Given>>&&;
};

/// Whether one becomes the other by itself, and no number of it another number.
template <class From, class To>
inline constexpr bool becomes = std::is_convertible_v<From, To>;
template <class From, class To>
  requires(std::is_arithmetic_v<std::remove_cvref_t<From>> && std::is_arithmetic_v<To>)
inline constexpr bool becomes<From, To> = requires(From&& from) { To{static_cast<From&&>(from)}; };

/// What `submit_all` may be given: what can be gone over, of what becomes an input by itself.
template <class H, class Given>
inline constexpr bool are_inputs_of = false;
template <class H, class Given>
  requires reading::range<Given>
inline constexpr bool are_inputs_of<H, Given> =
    becomes<typename taken_from<Given>::type, runtime::detail::input_type<H>>;

template <class H, class Given>
struct submit_all_sentence {
  static constexpr void write(auto& out) {
    using input = runtime::detail::input_type<H>;
    out << "pawl: submit_all<" << type_name<H>() << "> takes a range of " << type_name<input>();
    if constexpr (!reading::range<Given>)
      out << ", and " << type_name<std::remove_cvref_t<Given>>()
          << " is no range; give it a container, a view or a generator";
    else if constexpr (std::is_same_v<std::remove_cvref_t<element_of<Given>>, input>)
      out << ", which cannot be copied; move the container, or give it a view that moves";
    else
      out << ", and " << type_name<std::remove_cvref_t<element_of<Given>>>()
          << " does not become one by itself; transform each of them";
  }
};

/// What `submit_all` may be given to take the answers.
template <class Answer, class Sink>
inline constexpr bool takes_answers =
    requires(Sink& sink, Answer&& one) { sink(static_cast<Answer&&>(one)); };

template <class H, class Sink>
struct answers_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: submit_all<" << type_name<H>() << "> gives each answer to a function, and "
        << type_name<std::remove_cvref_t<Sink>>() << " takes none; give it one that takes a "
        << "pawl::storage::result<pawl::job_ref<" << type_name<H>() << ">>, or pawl::only_counted";
  }
};

}  // namespace detail
}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>

namespace pawl {

/// What becomes of a job when one it depends on ends without success.
enum class dependents : unsigned char {
  cancel,     ///< it is cancelled, with reason `dependency_failed`
  run_anyway  ///< it runs once all it depends on have ended, however they did
};

namespace detail {

template <class P>
concept has_on_failed = says<decltype(P::on_failed), dependents>;
template <class P>
concept has_most_dependencies = says<decltype(P::at_most), int>;

}  // namespace detail

/// How a job waits for others.
///
/// **Requirements.** `on_failed` says what becomes of a job when one it depends on fails, is
/// cancelled or dead-lettered; `at_most`, at least 1, is how many it may depend on.
/// **Called when.** `at_most` at submission; `on_failed` in the transaction that ends the other
/// job.
/// **Failure.** A number out of range does not compile. A submission with more dependencies is
/// refused as invalid.
/// **Thread safety.** Constants.
/// **Example.** `dependencies<on_failed_dependency<dependents::run_anyway>,
/// depends_on_at_most<8>>`.
template <class P>
concept dependencies_policy = detail::on_axis<P, axis::dependencies> && detail::has_on_failed<P> &&
                              detail::has_most_dependencies<P>;

enum class dependencies_part : unsigned char { on_failed_dependency, depends_on_at_most };

namespace detail {

struct failed_dependency_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: on_failed_dependency takes dependents::cancel or dependents::run_anyway";
  }
};

}  // namespace detail

/// What becomes of a job when one it depends on ends without success.
// clang-format off: clang shows the line of the parameters
template <detail::given_one_of<dependents> Then> requires detail::takes<"pawl: on_failed_dependency takes dependents::cancel or dependents::run_anyway">
// clang-format on
struct on_failed_dependency
    : private detail::demand<Then.is_one, detail::failed_dependency_sentence> {
  static constexpr auto part = dependencies_part::on_failed_dependency;
  static constexpr dependents then = Then.value;
};

/// How many jobs a job may depend on.
template <int Count>
struct depends_on_at_most : private detail::sound_count<"depends_on_at_most", Count, 10'000> {
  static constexpr auto part = dependencies_part::depends_on_at_most;
  static constexpr int count = Count;
};

/// A job may wait for others: by default for 64 of them, and it is cancelled when one ends without
/// success. There is no `fail`: a job that never started has nothing that could fail.
// clang-format off: clang shows the line of the parameters
template <class... Parts> requires detail::takes<"pawl: dependencies takes parts such as depends_on_at_most<9>">
// clang-format on
struct dependencies : private detail::known_parts<"dependencies", dependencies_part, Parts...> {
  static constexpr pawl::axis axis = pawl::axis::dependencies;
  static constexpr dependents on_failed =
      detail::chosen_part<dependencies_part::on_failed_dependency,
                          on_failed_dependency<dependents::cancel>, Parts...>::then;
  static constexpr int at_most = detail::chosen_part<dependencies_part::depends_on_at_most,
                                                     depends_on_at_most<64>, Parts...>::count;
};

using default_dependencies = dependencies<>;

}  // namespace pawl

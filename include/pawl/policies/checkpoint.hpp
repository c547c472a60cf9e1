// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_saved_type = requires { typename P::saved; };

}  // namespace detail

/// What a job keeps while it runs, for its next attempt.
///
/// **Requirements.** `saved` is the type of its checkpoints, `void` if it has none.
/// **Called when.** `ctx.save` writes one and `ctx.checkpoint` reads it; both take this type only,
/// so that an attempt does not find what it cannot read.
/// **Failure.** A type that the codec cannot write, a checkpoint of a job that declares none, and
/// one of another type do not compile.
/// **Thread safety.** A type only.
/// **Example.** `checkpoint<rows_done>`.
template <class P>
concept checkpoint_policy = detail::on_axis<P, axis::checkpoint> && detail::has_saved_type<P>;

/// The job saves checkpoints of this type.
// clang-format off: clang shows the line of the parameters
template <class T> requires detail::takes<"pawl: checkpoint takes the type that is saved">
// clang-format on
struct checkpoint {
  static constexpr pawl::axis axis = pawl::axis::checkpoint;
  using saved = T;
};

/// What a job that says nothing has: no checkpoint.
struct no_checkpoint {
  static constexpr pawl::axis axis = pawl::axis::checkpoint;
  using saved = void;
};

using default_checkpoint = no_checkpoint;

}  // namespace pawl

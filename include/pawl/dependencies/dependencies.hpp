// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/dependencies/policy.hpp>
#include <pawl/detail/spoken.hpp>

namespace pawl {

enum class dependencies_part : unsigned char { on_failed_dependency, depends_on_at_most };

/// What becomes of a job when one it depends on ends without success.
template <dependents Then>
struct on_failed_dependency {
  static constexpr auto part = dependencies_part::on_failed_dependency;
  static constexpr dependents then = Then;
};

/// How many jobs a job may depend on.
template <int Count>
struct depends_on_at_most : private detail::sound_count<"depends_on_at_most", Count, 1000> {
  static constexpr auto part = dependencies_part::depends_on_at_most;
  static constexpr int count = Count;
};

/// A job may wait for others: by default for 64 of them, and it is cancelled when one ends without
/// success. There is no `fail`: a job that never started has nothing that could fail.
template <class... Parts>
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

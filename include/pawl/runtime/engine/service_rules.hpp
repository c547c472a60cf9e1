// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/jobs.hpp>

namespace pawl::detail {

/// What a job type needs of the store that its service runs on.
template <class Store, class H>
struct rule_store_survives {
  static constexpr bool holds = H::job_type::is_ephemeral || Store::survives_the_process;
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id
        << " is durable, but this storage does not survive its process; use one that does, make "
           "the job ephemeral, or, in a test, use pawl::testing::memory_store";
  }
};

template <class Store>
consteval bool store_counts() {
  if constexpr (requires { Store::counts; })
    return Store::counts;
  else
    return true;
}

template <class Store, class H>
struct rule_store_counts {
  static constexpr bool holds = H::job_type::limits::all().size() == 0 || store_counts<Store>();
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id
        << " has a limit, but this storage says that it cannot count; use one that can, or drop "
           "the limit";
  }
};

template <class Store, class H>
struct store_rules {};
template <class Store, sound_handler H>
struct store_rules<Store, H> : all_of<rule_store_survives<Store, H>, rule_store_counts<Store, H>> {
};

template <class Store, class... Handlers>
struct service_rules : private store_rules<Store, Handlers>... {};

}  // namespace pawl::detail

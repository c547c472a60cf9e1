// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>

#include <pawl/job/handler_rules.hpp>
#include <pawl/storage/store.hpp>

namespace pawl {

namespace runtime {

/// The way into a service for the testing kit.
struct service_access;

}  // namespace runtime

namespace detail {

/// Makes the store that a service keeps its ephemeral jobs in. Defined by
/// <pawl/storage/memory.hpp>, so that a service without such jobs does not pay for it.
template <class Handler>
struct ephemeral_store;

template <class Handler>
concept can_keep_ephemeral = requires { sizeof(ephemeral_store<Handler>); };

template <class Handler>
struct rule_memory_is_there {
  static constexpr bool holds = !Handler::job_type::is_ephemeral || can_keep_ephemeral<Handler>;
  static constexpr void write(auto& out) {
    out << "pawl: an ephemeral job is kept in memory; include <pawl/storage/memory.hpp> where its "
           "service is made";
  }
};

/// Null if no job type is ephemeral.
template <class... Handlers, class Store>
light_ptr<storage::store> make_ephemeral_store(const Store& durable) {
  light_ptr<storage::store> made;
  const auto make = [&]<class Handler>(Handler*) {
    if constexpr (Handler::job_type::is_ephemeral && can_keep_ephemeral<Handler>)
      if (!made) made = ephemeral_store<Handler>::make(durable);
  };
  (make(static_cast<Handlers*>(nullptr)), ...);
  return made;
}

}  // namespace detail
}  // namespace pawl

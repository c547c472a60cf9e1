// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/jobs.hpp>
#include <pawl/runtime/engine/client_core.hpp>
#include <pawl/runtime/engine/service_rules.hpp>
#include <pawl/runtime/session.hpp>

namespace pawl {

/// Submits jobs that other processes run: a service without handlers' bodies.
///
///     pawl::client jobs{std::move(store), pawl::jobs<report, convert>{}};
///     jobs.as({.tenant = "acme"}).submit<report>({"ALFKI", 2026});
template <storage::job_storage Store, class... Handlers>
class client : private detail::service_rules<Store, Handlers...> {
 public:
  client(std::unique_ptr<Store> store, jobs<Handlers...>)
      : store_(std::move(store)), core_(*store_, {&type_of<Handlers>...}) {}
  client(const client&) = delete;
  client& operator=(const client&) = delete;

  /// Whether the store could be taught the job types.
  [[nodiscard]] const storage::result<void>& ready() const { return core_.ready(); }

  [[nodiscard]] session<Store, Handlers...> as(principal who) {
    static_assert(!(Handlers::job_type::is_ephemeral || ...),
                  "pawl: an ephemeral job runs in the process that submits it; give its handler to "
                  "a service");
    return {core_.sessions(), std::move(who)};
  }
  [[nodiscard]] Store& store() { return *store_; }

 private:
  std::unique_ptr<Store> store_;
  runtime::client_core core_;
};

}  // namespace pawl

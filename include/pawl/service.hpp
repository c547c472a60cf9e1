// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/client.hpp>
#include <pawl/runtime/engine/ephemeral.hpp>
#include <pawl/runtime/engine/handler_list.hpp>
#include <pawl/runtime/engine/service_core.hpp>
#include <pawl/runtime/until_signal.hpp>

namespace pawl {

/// Job types and a store, running.
///
///     pawl::service jobs{std::move(store), report{}, convert{}};
///     jobs.start();
///     auto job = jobs.as({.tenant = "acme", .user = "ann"}).submit<report>({"ALFKI", 2026});
///
/// Owns the store and one object of each handler, which all workers share. Neither copies nor
/// moves: sessions and workers point to it. All members may be called from any thread.
template <storage::job_storage Store, class... Handlers>
class service : private jobs<Handlers...>, private detail::service_rules<Store, Handlers...> {
 public:
  explicit service(std::unique_ptr<Store> store, Handlers... handlers)
      : store_(std::move(store)),
        handlers_(new list(std::move(handlers)...)),
        core_(*store_, detail::make_ephemeral_store<Handlers...>(*store_),
              {runtime::runner_of(handlers_->template get<Handlers>())...},
              runtime::keep(handlers_)) {}
  service(const service&) = delete;
  service& operator=(const service&) = delete;

  using registry = jobs<Handlers...>;

  /// Begins to run jobs. Jobs that were running when a process of this store died are taken up
  /// again when their leases run out. If it fails, nothing has begun, and it may be tried again.
  storage::result<void> start(service_options options = {}) {
    return core_.start(std::move(options));
  }

  /// No new jobs are begun; handlers are asked to stop and given the grace of the options. What has
  /// not ended by then goes back to the queue, uncharged. A second call meanwhile ends the grace.
  void stop() { core_.stop(); }
  void stop(std::chrono::milliseconds grace) { core_.stop(grace); }

  /// Everything that can be done with jobs, in the name of a principal.
  [[nodiscard]] session<Store, Handlers...> as(principal who) {
    return {core_.sessions(), std::move(who)};
  }
  /// The same for the jobs of the system itself, which belong to no customer.
  [[nodiscard]] session<Store, Handlers...> as_root(std::string user) {
    return as({.tenant = std::string(root_tenant), .user = std::move(user), .organisation = {}});
  }

  /// The caller has committed a transaction of its own with jobs in it.
  void notify() { store_->notify(); }
  /// Sets how many jobs a configurable limit of a job type allows, in this process.
  template <class H>
  storage::result<void> configure(text limit, int count) {
    return store_->configure(type_of<H>, limit, count);
  }

  [[nodiscard]] runtime::engine_health health() const { return core_.health(); }
  /// Include <pawl/observe/metrics.hpp> to use them.
  [[nodiscard]] observe::metrics& metrics() { return core_.metrics(); }
  [[nodiscard]] Store& store() { return *store_; }

 private:
  friend struct runtime::service_access;
  using list = runtime::handler_list<Handlers...>;

  std::unique_ptr<Store> store_;
  const list* handlers_;  ///< kept by the core, and by attempts that outlive it
  runtime::service_core core_;
};

}  // namespace pawl

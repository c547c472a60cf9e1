// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/job/jobs.hpp>
#include <pawl/runtime/engine/client_core.hpp>
#include <pawl/runtime/engine/service_rules.hpp>
#include <pawl/runtime/session.hpp>

namespace pawl {

/// Submits jobs that other processes run: a service without handlers' bodies.
///
///     pawl::client jobs{std::move(store), pawl::jobs<report, convert>{}};
///     jobs.as({.tenant = "acme"}).submit<report>({"ALFKI", 2026});
///
/// A third argument says more: `{.high_watermark = 10'000}` sheds while that many jobs are ready.
template <class Store, class... Handlers>
class client : public detail::asked_in_no_name {
 public:
  client(std::unique_ptr<Store>&& store, jobs<Handlers...>, client_options options = {})
    requires detail::sound_client<Store, Handlers...>
      : store_(std::move(store)), core_(*store_, {&type_of<Handlers>...}, std::move(options)) {}
  // What cannot work is refused where it is written, on the caller's own line.
  template <class Given,
            class Because = detail::because_if<!detail::sound_client<Store, Handlers...>,
                                               detail::broken_client_rule<Store, Handlers...>>>
    requires(!detail::sound_client<Store, Handlers...>)
  client(Given&&, jobs<Handlers...>,
         const client_options& = {}) = PAWL_DELETE("pawl: this client cannot work");
  template <auto = 0, class Because = detail::store_is_kept>
    requires detail::sound_client<Store, Handlers...>
  client(const std::unique_ptr<Store>&, jobs<Handlers...>,
         const client_options& = {}) = PAWL_DELETE("pawl: a client owns its store");
  template <class Given, class Because = detail::handlers_are_listed>
    requires(sizeof...(Handlers) != 0)
  client(Given&&, Handlers...) = PAWL_DELETE("pawl: write pawl::jobs<...>{}");
  client(const client&) = delete;
  client& operator=(const client&) = delete;

  /// Whether the store could be taught the job types.
  [[nodiscard]] const storage::result<void>& ready() const { return core_.ready(); }

  [[nodiscard]] session<Store, Handlers...>
  // clang-format off: both compilers show this line if a member is misspelt
  as(principal who) & {  // pawl: a principal has .tenant, .user, .organisation and .trigger
    // clang-format on
    return {core_.sessions(), std::move(who)};
  }
  template <auto = 0, class Because = detail::service_outlives_session>
  session<Store, Handlers...> as(const principal&) && = PAWL_DELETE("pawl: name the service");
  template <class... Given, class Because = detail::named_principal>
    requires(!__is_same(detail::only<Given...>, principal))
  session<Store, Handlers...> as(const Given&...) = PAWL_DELETE("pawl: as(...) takes a principal");
  /// The caller has committed a transaction of its own with jobs in it.
  void notify() {
    store_->notify();
    core_.sessions().count_committed();
  }
  template <class Because = detail::client_runs_nothing>
  detail::anything start(const auto&...) = PAWL_DELETE("pawl: a client runs nothing");
  /// What it has submitted, and what was shed. Include <pawl/observe/metrics.hpp> to use them.
  [[nodiscard]] observe::metrics& metrics() { return core_.metrics(); }
  [[nodiscard]] Store& store() { return *store_; }

 private:
  std::unique_ptr<Store> store_;
  runtime::client_core core_;
};

template <class Store, class... Handlers>
client(std::unique_ptr<Store>, jobs<Handlers...>, client_options = {})
    -> client<Store, Handlers...>;
/// What is no store, and handlers that are not listed, become those of a client that is refused.
template <class Given, class... Handlers>
  requires(!detail::is_unique_ptr<Given>)
client(Given, jobs<Handlers...>, client_options = {}) -> client<Given, Handlers...>;
template <class Store, detail::is_handler... Handlers>
client(std::unique_ptr<Store>, Handlers...) -> client<Store, Handlers...>;

}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/client.hpp>
#include <pawl/job/stop_token.hpp>
#include <pawl/runtime/confirmation.hpp>
#include <pawl/runtime/engine/ephemeral.hpp>
#include <pawl/runtime/engine/handler_list.hpp>
#include <pawl/runtime/engine/service_core.hpp>
#include <pawl/runtime/until_signal.hpp>

namespace pawl {

/// Job types and a store, running.
///
///     pawl::service jobs{std::move(store), report{}, convert{}};
///     jobs.start().value();
///     auto job = jobs.as({.tenant = "acme", .user = "ann"}).submit<report>({"ALFKI", 2026});
///
/// Owns the store and one object of each handler, which all workers share. Neither copies nor
/// moves: sessions and workers point to it. All members may be called from any thread.
template <class Store, class... Handlers>
class service : public detail::asked_in_no_name {
  static_assert((0 + ... + sizeof(detail::payload_rules<Handlers>)) == sizeof...(Handlers));

 public:
  explicit service(std::unique_ptr<Store>&& store, Handlers... handlers)
    requires detail::sound_service<Store, Handlers...>
      : store_(std::move(store)),
        handlers_(new list(std::move(handlers)...)),
        core_(*store_, detail::make_ephemeral_store<Handlers...>(*store_),
              {runtime::runner_of(handlers_->template get<Handlers>())...},
              runtime::keep(handlers_)) {}
  // What cannot work is refused where it is written, on the caller's own line.
  template <class Given,
            class Because = detail::because_if<!detail::sound_service<Store, Handlers...>,
                                               detail::broken_service_rule<Store, Handlers...>>>
    requires(!detail::sound_service<Store, Handlers...> &&
             !(detail::lost_its_base<Handlers>() || ...))
  explicit service(Given&&, Handlers...) = PAWL_DELETE("pawl: this service cannot work");
  // A handler whose base was refused has been spoken about: see `refused_late`.
  template <class Given>
    requires(detail::lost_its_base<Handlers>() || ...)
  explicit service(Given&&, Handlers...)
      : handlers_(nullptr), core_(detail::refused_late<runtime::service_core>()) {}
  template <class... Given, class Because = detail::handlers_are_given>
    requires(sizeof...(Given) != 1 + sizeof...(Handlers))
  explicit service(Given&&...) = PAWL_DELETE("pawl: a service is given its handlers");
  template <auto = 0, class Because = detail::store_is_kept>
    requires detail::sound_service<Store, Handlers...>
  explicit service(const std::unique_ptr<Store>&,
                   Handlers...) = PAWL_DELETE("pawl: a service owns its store");
  service(const service&) = delete;  // pawl: a service stays where it is; pass it by reference
  service& operator=(const service&) = delete;

  using registry = jobs<Handlers...>;

  /// Begins to run jobs. Jobs that were running when a process of this store died are taken up
  /// again when their leases run out. If it fails, nothing has begun, and it may be tried again. A
  /// service that runs already answers `invalid`: its options hold until it is stopped.
  [[nodiscard("pawl: if it fails, nothing runs; look at the answer")]] confirmation
  // clang-format off: both compilers show this line if the options do not fit
  start(  // pawl: start takes options as pawl::service_options names and orders them
          // clang-format on
      service_options options = {}) {
    return core_.start(std::move(options));
  }
  template <class Number, class Because = detail::options_are_named>
    requires(std::is_arithmetic_v<Number>)
  confirmation start(Number) = PAWL_DELETE("pawl: write start({.workers = ...})");

  /// No new jobs are begun; handlers are asked to stop and given the grace of the options. What has
  /// not ended by then goes back to the queue, uncharged. A second call meanwhile ends the grace.
  void stop() { core_.stop(); }
  void stop(std::chrono::milliseconds grace) { core_.stop(grace); }
  template <class Number, class Because = detail::time_has_unit>
    requires(std::is_arithmetic_v<Number>)
  void stop(Number) = PAWL_DELETE("pawl: a time to wait has a unit");

  /// Everything that can be done with jobs, in the name of a principal.
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
  /// The same for the jobs of the system itself, which belong to no customer.
  [[nodiscard]] session<Store, Handlers...> as_root(std::string user) {
    return as({.tenant = std::string(root_tenant), .user = std::move(user), .organisation = {}});
  }

  /// The caller has committed a transaction of its own with jobs in it.
  void notify() {
    store_->notify();
    core_.sessions().count_committed();
  }
  /// Sets how many jobs a configurable limit of a job type allows, in every process on the store
  /// and for as long as the store lives.
  template <class H>
    requires detail::is_handler<H>
  [[nodiscard("pawl: a limit that is refused stays as it was; look at the answer")]]
  confirmation configure(detail::limit_of<H> limit, int count) {
    return store_->configure(type_of<H>, limit.name, count);
  }
  template <auto = 0, class Because = detail::configure_without_type>
  detail::anything configure(const auto&...) = PAWL_DELETE("pawl: write configure<handler>(...)");

  /// No job of this type is claimed any more, in any process, until it is resumed. What runs goes
  /// on, and so does what a process has already taken; new ones are accepted and wait.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard("pawl: a type stays as it was if this is refused; look at the answer")]]
  confirmation pause() {
    return say_of<H>(true, {});
  }
  /// No job of this type is accepted any more, in any process, until it is resumed: submissions are
  /// refused with `draining`. What waits is worked off.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard("pawl: a type stays as it was if this is refused; look at the answer")]]
  confirmation drain() {
    return say_of<H>({}, true);
  }
  /// Takes both back.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard("pawl: a type stays as it was if this is refused; look at the answer")]]
  confirmation resume() {
    return say_of<H>(false, false);
  }
  /// What was said of a type, in whatever process.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard]] storage::result<storage::type_control> control() {
    auto said = core_.sessions().control(type_of<H>, {}, {});
    if (!said) return unexpected<storage::error>(said.error());
    return *said;
  }
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  detail::anything pause() = PAWL_DELETE("pawl: this service has no such handler");
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  detail::anything drain() = PAWL_DELETE("pawl: this service has no such handler");
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  detail::anything resume() = PAWL_DELETE("pawl: this service has no such handler");
  template <auto = 0, class Because = detail::pause_without_type>
  detail::anything pause(const auto&...) = PAWL_DELETE("pawl: write pause<handler>()");
  template <auto = 0, class Because = detail::pause_without_type>
  detail::anything drain(const auto&...) = PAWL_DELETE("pawl: write drain<handler>()");
  template <auto = 0, class Because = detail::pause_without_type>
  detail::anything resume(const auto&...) = PAWL_DELETE("pawl: write resume<handler>()");

  [[nodiscard]] runtime::engine_health health() const { return core_.health(); }
  /// Include <pawl/observe/metrics.hpp> to use them.
  [[nodiscard]] observe::metrics& metrics() { return core_.metrics(); }
  [[nodiscard]] Store& store() { return *store_; }

 private:
  friend struct runtime::service_access;
  using list = runtime::handler_list<Handlers...>;

  template <class H>
  storage::result<void> say_of(storage::maybe<bool> paused, storage::maybe<bool> draining) {
    auto said = core_.sessions().control(type_of<H>, paused, draining);
    if (!said) return unexpected<storage::error>(said.error());
    return {};
  }

  std::unique_ptr<Store> store_;
  const list* handlers_;  ///< kept by the core, and by attempts that outlive it
  runtime::service_core core_;
};

template <class Store, class... Handlers>
service(std::unique_ptr<Store>, Handlers...) -> service<Store, Handlers...>;
/// What is no store becomes the store of a service that is refused.
template <class Given, class... Handlers>
  requires(!detail::is_unique_ptr<Given>)
service(Given, Handlers...) -> service<Given, Handlers...>;

}  // namespace pawl

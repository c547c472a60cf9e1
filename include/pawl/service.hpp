// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/jobs.hpp>
#include <pawl/runtime/engine.hpp>
#include <pawl/runtime/service_rules.hpp>
#include <pawl/runtime/session.hpp>
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
  using door = runtime::front_door<Store>;
  using ephemeral_store = typename door::ephemeral_store;

 public:
  explicit service(std::unique_ptr<Store> store, Handlers... handlers)
      : store_(std::move(store)),
        ephemeral_(make_ephemeral()),
        handlers_(std::make_shared<const std::tuple<Handlers...>>(std::move(handlers)...)),
        metrics_{std::make_shared<observe::metrics>()} {
    // So that jobs can be submitted before anybody runs them. If it fails, `start` will say why.
    const std::vector<const job_type*> types = types_in(false);
    static_cast<void>(store_->learn(types));
  }
  service(const service&) = delete;
  service& operator=(const service&) = delete;
  ~service() { stop(std::chrono::milliseconds{0}); }

  using registry = jobs<Handlers...>;

  /// Begins to run jobs. Jobs that were running when a process of this store died are taken up
  /// again when their leases run out. If it fails, nothing has begun, and it may be tried again.
  storage::result<void> start(service_options options = {}) {
    const std::scoped_lock lock(mutex_);
    if (durable_ || in_memory_) return {};
    options = within_reason(std::move(options));
    high_watermark_ = options.high_watermark;
    grace_ = options.grace;
    if (options.metrics) count_in(options.metrics);
    auto pool = std::make_shared<runtime::worker_pool>(options.workers);
    auto durable = make_engine(*store_, false, options, pool);
    if (auto started = durable->start(); !started) return started;
    std::unique_ptr<runtime::engine<ephemeral_store>> in_memory;
    if (has_ephemeral) {
      in_memory = make_engine(*ephemeral_, true, options, pool);
      if (auto started = in_memory->start(); !started) return started;
    }
    pool->start();
    const std::scoped_lock nobody_looks(engines_mutex_);
    pool_ = std::move(pool);
    durable_ = std::move(durable);
    in_memory_ = std::move(in_memory);
    return {};
  }

  /// No new jobs are begun; handlers are asked to stop and given the grace of the options. What has
  /// not ended by then goes back to the queue, uncharged. A second call meanwhile ends the grace.
  void stop() { stop(grace_.load()); }
  void stop(std::chrono::milliseconds grace) {
    if (stopping_.exchange(true)) {
      hurry();
      const std::scoped_lock until_it_has_ended(mutex_);
      return;
    }
    const std::scoped_lock lock(mutex_);
    {
      std::jthread beside;
      if (in_memory_) beside = std::jthread([&] { in_memory_->stop(grace); });
      if (durable_) durable_->stop(grace);
    }
    if (pool_) pool_->stop();
    const std::scoped_lock nobody_looks(engines_mutex_);
    in_memory_.reset();
    durable_.reset();
    pool_.reset();
    stopping_ = false;
  }

  /// Everything that can be done with jobs, in somebody's name.
  [[nodiscard]] session<Store, Handlers...> as(principal who) {
    return {door{store_.get(), ephemeral_.get(), &ids_, &counting_, &high_watermark_},
            std::move(who)};
  }
  /// The same for the jobs of the system itself, which belong to no customer.
  [[nodiscard]] session<Store, Handlers...> as_root(std::string user) {
    return as({.tenant = std::string(root_tenant), .user = std::move(user), .organisation = {}});
  }

  /// Somebody has committed a transaction of his own with jobs in it.
  void notify() { store_->notify(); }
  /// Sets how many jobs a configurable limit of a job type allows, in this process.
  template <class H>
  storage::result<void> configure(text limit, int count) {
    return store_->configure(type_of<H>, limit, count);
  }

  [[nodiscard]] runtime::engine_health health() const {
    const std::scoped_lock lock(engines_mutex_);
    runtime::engine_health out = durable_ ? durable_->health() : runtime::engine_health{};
    if (in_memory_) {
      const runtime::engine_health more = in_memory_->health();
      out.held += more.held;
      out.claims += more.claims;
      out.settled += more.settled;
      out.leases_lost += more.leases_lost;
      out.stuck += more.stuck;
    }
    return out;
  }
  [[nodiscard]] observe::metrics& metrics() { return *counting_.load(); }
  [[nodiscard]] Store& store() { return *store_; }

  /// An engine that does nothing by itself, for tests that take its steps one by one.
  [[nodiscard]] std::unique_ptr<runtime::engine<Store>> idle_engine(service_options options = {}) {
    high_watermark_ = options.high_watermark;
    return make_engine(*store_, false, options,
                       std::make_shared<runtime::worker_pool>(options.workers));
  }
  /// The same for ephemeral jobs.
  [[nodiscard]] std::unique_ptr<runtime::engine<ephemeral_store>> idle_ephemeral_engine(
      service_options options = {}) {
    return make_engine(*ephemeral_, true, options,
                       std::make_shared<runtime::worker_pool>(options.workers));
  }

 private:
  static constexpr bool has_ephemeral = (Handlers::job_type::is_ephemeral || ...);

  static std::vector<const job_type*> types_in(bool ephemeral) {
    std::vector<const job_type*> types;
    for (const job_type* each : {&type_of<Handlers>...})
      if (each->ephemeral == ephemeral) types.push_back(each);
    return types;
  }

  void count_in(std::shared_ptr<observe::metrics> metrics) {
    if (metrics == metrics_.back()) return;
    counting_ = metrics.get();
    metrics_.push_back(std::move(metrics));
  }

  /// Whoever waits for handlers waits no longer.
  void hurry() {
    const std::scoped_lock lock(engines_mutex_);
    if (durable_) durable_->hurry();
    if (in_memory_) in_memory_->hurry();
  }

  [[nodiscard]] std::unique_ptr<ephemeral_store> make_ephemeral() const {
    if constexpr (requires { store_->clock(); })
      return std::make_unique<ephemeral_store>(storage::memory_options{}, store_->clock());
    else
      return std::make_unique<ephemeral_store>();
  }

  template <class S>
  std::unique_ptr<runtime::engine<S>> make_engine(S& store, bool ephemeral,
                                                  const service_options& options,
                                                  std::shared_ptr<runtime::worker_pool> pool) {
    std::vector<runtime::runner> runners;
    std::apply(
        [&](const Handlers&... each) {
          ((Handlers::job_type::is_ephemeral == ephemeral
                ? runners.push_back(runtime::runner_of(each))
                : void()),
           ...);
        },
        *handlers_);
    return std::make_unique<runtime::engine<S>>(store, std::move(runners), options, std::move(pool),
                                                metrics_.back(), handlers_);
  }

  std::unique_ptr<Store> store_;
  std::unique_ptr<ephemeral_store> ephemeral_;
  std::shared_ptr<const std::tuple<Handlers...>> handlers_;
  std::vector<std::shared_ptr<observe::metrics>> metrics_;  ///< somebody may still look at old ones
  std::atomic<observe::metrics*> counting_{metrics_.back().get()};
  id_source ids_;
  std::atomic<std::int64_t> high_watermark_{0};
  std::atomic<std::chrono::milliseconds> grace_{std::chrono::milliseconds{10'000}};
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;                  ///< for whoever starts or stops
  mutable std::mutex engines_mutex_;  ///< held when the engines come and go
  std::shared_ptr<runtime::worker_pool> pool_;
  std::unique_ptr<runtime::engine<Store>> durable_;
  std::unique_ptr<runtime::engine<ephemeral_store>> in_memory_;
};

/// Submits jobs that other processes run: a service without handlers' bodies.
///
///     pawl::client jobs{std::move(store), pawl::jobs<report, convert>{}};
///     jobs.as({.tenant = "acme"}).submit<report>({"ALFKI", 2026});
template <storage::job_storage Store, class... Handlers>
class client : private detail::service_rules<Store, Handlers...> {
 public:
  client(std::unique_ptr<Store> store, jobs<Handlers...>) : store_(std::move(store)) {
    const job_type* const types[] = {&type_of<Handlers>...};
    learnt_ = store_->learn(types);
  }
  client(const client&) = delete;
  client& operator=(const client&) = delete;

  /// Whether the store could be taught the job types.
  [[nodiscard]] const storage::result<void>& ready() const { return learnt_; }

  [[nodiscard]] session<Store, Handlers...> as(principal who) {
    static_assert(!(Handlers::job_type::is_ephemeral || ...),
                  "pawl: an ephemeral job runs in the process that submits it; give its handler to "
                  "a service");
    return {runtime::front_door<Store>{store_.get(), nullptr, &ids_, &counting_, &no_watermark_},
            std::move(who)};
  }
  [[nodiscard]] Store& store() { return *store_; }

 private:
  std::unique_ptr<Store> store_;
  storage::result<void> learnt_{};
  id_source ids_;
  observe::metrics metrics_;
  std::atomic<observe::metrics*> counting_{&metrics_};
  std::atomic<std::int64_t> no_watermark_{0};
};

}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/jobs.hpp>
#include <pawl/runtime/engine.hpp>
#include <pawl/runtime/session.hpp>

namespace pawl {

/// Job types and a store, running.
///
///     pawl::service jobs{std::move(store), report{}, convert{}};
///     jobs.start();
///     auto job = jobs.as({.tenant = "acme", .user = "ann"}).submit<report>({"ALFKI", 2026});
///
/// Owns the store and one object of each handler, which all workers share. Neither copies nor
/// moves: sessions and workers point to it.
template <storage::job_storage Store, class... Handlers>
class service : private jobs<Handlers...> {
 public:
  explicit service(std::unique_ptr<Store> store, Handlers... handlers)
      : store_(std::move(store)),
        handlers_(std::make_shared<const std::tuple<Handlers...>>(std::move(handlers)...)) {}
  service(const service&) = delete;
  service& operator=(const service&) = delete;
  ~service() { stop(std::chrono::milliseconds{0}); }

  using registry = jobs<Handlers...>;

  /// Begins to run jobs. Jobs that were running when a process of this store died are taken up
  /// again when their leases run out.
  storage::result<void> start(service_options options = {}) {
    if (engine_) return {};
    high_watermark_ = options.high_watermark;
    grace_ = options.grace;
    auto made =
        std::make_unique<runtime::engine<Store>>(*store_, runners(), std::move(options), handlers_);
    if (auto started = made->start(); !started) return started;
    engine_ = std::move(made);
    return {};
  }

  /// No new jobs are begun; handlers are asked to stop and given the grace of the options. What has
  /// not ended by then goes back to the queue, uncharged.
  void stop() { stop(grace_); }
  void stop(std::chrono::milliseconds grace) {
    if (engine_) engine_->stop(grace);
    engine_.reset();
  }

  /// Everything that can be done with jobs, in somebody's name.
  [[nodiscard]] session<Store, Handlers...> as(principal who) {
    return {*store_, ids_, std::move(who), high_watermark_};
  }

  [[nodiscard]] runtime::engine_health health() const {
    return engine_ ? engine_->health() : runtime::engine_health{};
  }
  [[nodiscard]] Store& store() { return *store_; }

  /// An engine that does nothing by itself, for tests that take its steps one by one.
  [[nodiscard]] std::unique_ptr<runtime::engine<Store>> idle_engine(service_options options = {}) {
    high_watermark_ = options.high_watermark;
    return std::make_unique<runtime::engine<Store>>(*store_, runners(), std::move(options),
                                                    handlers_);
  }

 private:
  [[nodiscard]] std::vector<runtime::runner> runners() const {
    return std::apply(
        [](const Handlers&... each) {
          return std::vector<runtime::runner>{runtime::runner_of(each)...};
        },
        *handlers_);
  }

  std::unique_ptr<Store> store_;
  std::shared_ptr<const std::tuple<Handlers...>> handlers_;
  id_source ids_;
  std::int64_t high_watermark_ = 0;
  std::chrono::milliseconds grace_{10'000};
  std::unique_ptr<runtime::engine<Store>> engine_;
};

}  // namespace pawl

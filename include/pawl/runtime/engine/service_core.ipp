// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <system_error>

#include <pawl/detail/thread.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/runtime/engine/counting.hpp>
#include <pawl/runtime/engine/handler_list.hpp>
#include <pawl/runtime/engine/service_core.hpp>

namespace pawl::runtime {

PAWL_INLINE std::shared_ptr<const void> keep(const void* object, void (*destroy)(const void*)) {
  return {object, destroy};
}

PAWL_INLINE service_core::service_core(storage::store& durable, light_ptr<storage::store> ephemeral,
                                       std::initializer_list<runner> runners,
                                       std::shared_ptr<const void> handlers)
    : durable_store_(durable),
      ephemeral_(std::move(ephemeral)),
      runners_(runners),
      handlers_(std::move(handlers)),
      metrics_{std::shared_ptr<observe::metrics>(new observe::metrics)},
      counting_(metrics_.back().get()),
      sessions_(durable, ephemeral_.get(), counting_) {
  sessions_.ask({runners_.data(), runners_.size()});
  // So that jobs can be submitted before any are run. If it fails, `start` will say why.
  light_vector<const job_descriptor*> types;
  for (const runner& each : runners_)
    if (!each.type->ephemeral) types.push_back(each.type);
  static_cast<void>(durable.learn(types));
}
PAWL_INLINE service_core::~service_core() {
  stop(milliseconds{0});
  if (!home_.is_forked()) return;
  // The threads are the parent's: there are none here that could be joined.
  static_cast<void>(in_memory_.release());
  static_cast<void>(durable_.release());
  static_cast<void>(new std::shared_ptr<worker_pool>(std::move(pool_)));
}

PAWL_INLINE storage::result<void> service_core::start(service_options options) {
  if (home_.is_forked()) return unexpected<storage::error>(storage::detail::opened_before_fork());
  const std::scoped_lock lock(changes_);
  if (durable_ || in_memory_)
    return storage::refuse(storage::errc::invalid,
                           "the service runs already, with the options of its start; stop it "
                           "first, or do not start it "
                           "before run_until_signal, which starts it");
  options = clamped(std::move(options));
  sessions_.bound_by(options);
  sessions_.tell(options.log);
  sessions_.zones = options.zones;
  grace_ = options.grace;
  if (options.metrics) count_in(options.metrics);
  auto pool = make_worker_pool(options.workers);
  auto durable = make_engine(false, options, pool);
  if (auto started = durable->start(); !started) return started;
  take_up_left_behind();
  light_ptr<engine> in_memory;
  if (ephemeral_) {
    in_memory = make_engine(true, options, pool);
    if (auto started = in_memory->start(); !started) return started;
  }
  if (auto started = start_workers(*pool); !started) return started;
  const std::scoped_lock coming(engines_);
  pool_ = std::move(pool);
  durable_ = std::move(durable);
  in_memory_ = std::move(in_memory);
  return {};
}

PAWL_INLINE void service_core::stop() { stop(grace_.load()); }
PAWL_INLINE void service_core::stop(milliseconds grace) {
  if (home_.is_forked()) return;
  if (stopping_.exchange(true)) {
    end_grace();
    const std::scoped_lock until_it_has_ended(changes_);
    return;
  }
  const std::scoped_lock lock(changes_);
  grace = clamped({.grace = grace}).grace;
  std::thread beside;
  try {
    if (in_memory_) beside = pawl::detail::start_thread([&] { in_memory_->stop(grace); });
  } catch (const std::system_error&) {  // no thread to be had: one after the other
    in_memory_->stop(grace);
  }
  if (durable_) durable_->stop(grace);
  if (beside.joinable()) beside.join();
  if (pool_) stop_workers(*pool_);
  if (durable_ && durable_->left_behind() != 0) left_behind_ = durable_->left_behind();
  // Last: what jobs have done in their grace is told.
  sessions_.note_stop();
  const std::scoped_lock going(engines_);
  in_memory_.reset();
  durable_.reset();
  pool_.reset();
  stopping_ = false;
}
/// Without it the jobs would come back only when their leases have run out.
PAWL_INLINE void service_core::take_up_left_behind() {
  if (left_behind_ == 0) return;
  storage::leave op{left_behind_};
  durable_store_.apply_one(op);
  if (!op.answer) return;
  count_moved(*metrics_.back(), op.answer->moved);
  left_behind_ = 0;
}
PAWL_INLINE void service_core::end_grace() {
  const std::scoped_lock lock(engines_);
  if (durable_) durable_->end_grace();
  if (in_memory_) in_memory_->end_grace();
}

PAWL_INLINE engine_health service_core::health() const {
  const std::scoped_lock lock(engines_);
  engine_health out = durable_ ? durable_->health() : engine_health{};
  if (in_memory_) {
    const engine_health more = in_memory_->health();
    out.busy += more.busy;
    out.held += more.held;
    out.claims += more.claims;
    out.settled += more.settled;
    out.leases_lost += more.leases_lost;
    out.stuck += more.stuck;
  }
  return out;
}

PAWL_INLINE light_ptr<engine> service_core::make_engine(bool ephemeral,
                                                        const service_options& options,
                                                        std::shared_ptr<worker_pool> pool) {
  light_vector<runner> mine;
  for (const runner& each : runners_)
    if (each.type->ephemeral == ephemeral) mine.push_back(each);
  return light_ptr<engine>(new engine(ephemeral ? *ephemeral_ : durable_store_, std::move(mine),
                                      options, metrics_.back(), std::move(pool), handlers_));
}
PAWL_INLINE void service_core::count_in(std::shared_ptr<observe::metrics> metrics) {
  if (metrics == metrics_.back()) return;
  counting_ = metrics.get();
  metrics_.push_back(std::move(metrics));
}

}  // namespace pawl::runtime

// SPDX-License-Identifier: BSL-1.0
// A store that fails or is slow at the worst moment, and a service on it.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>

#include <pawl/observe/prometheus.hpp>

#include "bench.hpp"

namespace runtime_test {

namespace storage = pawl::storage;

/// A store in memory that does what a test tells it before and after each batch.
template <class Clock>
class fragile : public pawl::testing::memory_store<Clock> {
  using base = pawl::testing::memory_store<Clock>;

 public:
  using base::base;
  using batch_type = std::span<const storage::operation_ptr>;

  std::atomic<bool> fails{false};
  std::function<bool(batch_type)> fails_for{};
  std::function<void(batch_type)> before{};
  std::function<void(batch_type)> after{};
  std::function<void(const storage::operation_ptr&)> change{};
  std::atomic<int> looks{0};   ///< at the clock
  std::atomic<int> reaped{0};  ///< how often lost jobs were looked for

  using storage::store::apply;
  void apply(batch_type batch) override {
    if (before) before(batch);
    if (fails || (fails_for && fails_for(batch))) {
      for (const storage::operation_ptr& op : batch)
        op.answer().refuse({storage::errc::full, "no space is left", {}, {}});
      return;
    }
    base::apply(batch);
    if (batch.front().template as<storage::reap>() != nullptr) {
      ++reaped;
      reaped.notify_all();
    }
    if (after) after(batch);
    if (change)
      for (const storage::operation_ptr& op : batch) change(op);
  }
  [[nodiscard]] std::chrono::milliseconds elapsed() override {
    ++looks;
    return base::elapsed();
  }
};
using steady = fragile<manual_clock>;
using living = fragile<pawl::system_clock>;

struct on_fragile {
  using store = steady;
  std::unique_ptr<store> make(const manual_clock& clock) const {
    return std::make_unique<store>(storage::memory_options{}, clock);
  }
};

/// Does what a test tells it, and has no callbacks.
struct scripted : service_jobs::report_job {
  using act_type = std::function<outcome<report_output>(context&, report_input)>;
  std::shared_ptr<act_type> act = std::make_shared<act_type>();
  outcome<report_output> operator()(context& ctx, report_input in) const {
    return (*act)(ctx, std::move(in));
  }
};
using fragile_bench = bench<scripted, on_fragile>;

inline const pawl::principal ann{.tenant = "acme", .user = "ann", .organisation = {}};

/// The value of a metric's sample; empty if there is none.
inline std::string sample(const pawl::observe::metrics& of, const std::string& name) {
  const std::string all = to_prometheus(of);
  const auto at = all.find('\n' + name + ' ');
  if (at == std::string::npos) return {};
  const auto from = at + name.size() + 2;
  return all.substr(from, all.find('\n', from) - from);
}

template <class Operation>
bool has(std::span<const storage::operation_ptr> batch) {
  return std::any_of(batch.begin(), batch.end(), [](const storage::operation_ptr& each) {
    return each.kind() == Operation::kind;
  });
}

/// Waits on a worker until it is asked to stop.
inline void until_stopped(std::stop_token token) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait(lock, std::move(token), [] { return false; });
}

}  // namespace runtime_test

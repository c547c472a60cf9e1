// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <mutex>

#include <pawl/detail/process_mark.hpp>
#include <pawl/runtime/engine/engine.hpp>
#include <pawl/runtime/engine/session_backend.hpp>

namespace pawl::runtime {

/// A service without its job types: the stores, the engines that run their jobs, and what sessions
/// share. `service` checks the types and is a thin layer over it.
class service_core {
 public:
  using milliseconds = std::chrono::milliseconds;

  /// `ephemeral` is null where no job type is; `handlers` keeps alive what the runners point to.
  service_core(storage::store& durable, light_ptr<storage::store> ephemeral,
               std::initializer_list<runner> runners, std::shared_ptr<const void> handlers);
  service_core(const service_core&) = delete;
  service_core& operator=(const service_core&) = delete;
  ~service_core();

  storage::result<void> start(service_options options);
  void stop();
  void stop(milliseconds grace);

  [[nodiscard]] session_backend& sessions() { return sessions_; }
  [[nodiscard]] storage::store* ephemeral() { return ephemeral_.get(); }
  [[nodiscard]] engine_health health() const;
  [[nodiscard]] observe::metrics& metrics() {
    sessions_.count_committed();
    return *counting_.load();
  }

  /// An engine of its durable or of its ephemeral jobs. Without a pool, its steps are its caller's.
  [[nodiscard]] light_ptr<engine> make_engine(bool ephemeral, const service_options& options,
                                              std::shared_ptr<worker_pool> pool = {});

 private:
  void count_in(std::shared_ptr<observe::metrics> metrics);
  void end_grace();
  void take_up_left_behind();

  pawl::detail::process_mark home_;
  storage::store& durable_store_;
  light_ptr<storage::store> ephemeral_;
  light_vector<runner> runners_;
  std::shared_ptr<const void> handlers_;
  light_vector<std::shared_ptr<observe::metrics>> metrics_;  ///< old ones may still be looked at
  std::atomic<observe::metrics*> counting_;
  session_backend sessions_;
  std::atomic<milliseconds> grace_{milliseconds{10'000}};
  std::atomic<bool> stopping_{false};
  std::mutex changes_;          ///< held by the thread that starts or stops
  mutable std::mutex engines_;  ///< held while the engines come and go
  std::shared_ptr<worker_pool> pool_;
  light_ptr<engine> durable_;
  light_ptr<engine> in_memory_;
  storage::owner_number left_behind_ = 0;  ///< by a stop; under `changes_`
};

}  // namespace pawl::runtime

#if !PAWL_COMPILED
#include <pawl/runtime/engine/service_core.ipp>
#endif

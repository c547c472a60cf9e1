// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>

#include <pawl/runtime/engine/engine.hpp>
#include <pawl/runtime/engine/session_backend.hpp>
#include <pawl/testing/faulty.hpp>
#include <pawl/testing/manual_clock.hpp>
#include <pawl/testing/scripted_runner.hpp>

namespace pawl::testing {

/// A workbench without its job types: stores, a clock that stands still, and processes whose steps
/// are taken on the caller's thread, when the caller says so.
class stepped_processes {
 public:
  using milliseconds = std::chrono::milliseconds;

  /// `ephemeral` may be null. What is given outlives this.
  stepped_processes(manual_clock clock, faulty_store& durable, storage::store* ephemeral);
  stepped_processes(const stepped_processes&) = delete;
  stepped_processes& operator=(const stepped_processes&) = delete;
  ~stepped_processes();

  /// Before the first process: the handlers that they run.
  void serve(std::vector<scripted_runner*> runners);

  void run();
  bool run_to_end(milliseconds longest);
  void advance(milliseconds by);
  void lose_leases();
  [[nodiscard]] bool crashed() const { return processes_.empty(); }
  /// All processes are gone, and one with these options begins.
  void restart(service_options options);
  void end_all() { processes_.clear(); }

  /// One of several processes that share the store, of which each takes what it can get.
  class process {
   public:
    process(stepped_processes& of, bool with_ephemeral);
    /// Takes what can be begun, and does not begin it.
    void take();
    /// Does what can be done now; true if there may be more.
    bool work();
    /// A sign of life, and a look at what has become of its jobs.
    void keep();
    [[nodiscard]] bool is_busy() const;

   private:
    std::vector<std::unique_ptr<runtime::engine>> engines_;
  };
  /// Another process joins. Ephemeral jobs stay with the first.
  process& add_process();

  [[nodiscard]] milliseconds shortest_lease() const;
  [[nodiscard]] milliseconds longest_lease() const;

  manual_clock clock;
  runtime::session_backend sessions;
  const std::shared_ptr<observe::metrics> metrics;
  service_options options{.workers = 4, .prefetch = 4};
  std::vector<observe::log_entry> log{};
  std::vector<escalation> escalations{};

 private:
  template <class F>
  void step(F take);
  [[nodiscard]] bool is_busy() const;
  /// The time between two looks at the leases: no heartbeat is missed.
  [[nodiscard]] milliseconds heartbeat() const;
  std::optional<milliseconds> next_moment();
  void look_at(storage::store& store, std::optional<milliseconds>& next);
  [[nodiscard]] std::unique_ptr<runtime::engine> make_engine(bool ephemeral);

  faulty_store& store_;
  storage::store* ephemeral_;
  std::atomic<observe::metrics*> counting_;
  std::vector<scripted_runner*> runners_;
  std::vector<runtime::runner> asked_{};  ///< the same, for the sessions
  std::vector<std::unique_ptr<process>> processes_{};
  int depth_ = 0;
  int callback_rounds_ = 0;
  bool has_ended_ = true;
};

}  // namespace pawl::testing

#if !PAWL_COMPILED
#include <pawl/testing/stepped_processes.ipp>
#endif

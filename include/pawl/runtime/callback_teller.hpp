// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/board.hpp>

namespace pawl::runtime {

/// Calls on_success and on_failure of jobs that have ended, whoever ended them. On a thread of its
/// own: a callback that does not come back holds up nobody else, and outlives the engine if it
/// must.
template <storage::job_storage Store>
class callback_teller {
 public:
  explicit callback_teller(std::shared_ptr<board<Store>> shared) : board_(std::move(shared)) {
    for (const job_type* each : board_->types)
      if (each->calls_on_success || each->calls_on_failure) types_.push_back(each);
  }

  /// Whether any handler wants to be told anything.
  [[nodiscard]] bool has_work() const { return !types_.empty(); }

  /// Until there are no more; or, if the engine stops, whoever comes next tells the others.
  void once() {
    constexpr std::size_t at_once = 32;
    while (has_work()) {
      const auto taken = board_->ask(storage::take_callbacks{types_, at_once});
      if (!taken) return;
      for (const storage::callback& of : taken->callbacks) tell(of);
      if (taken->callbacks.size() < at_once) return;
      const std::scoped_lock lock(board_->mutex);
      if (board_->stopping) return;
    }
  }

  void until_stopped() {
    std::unique_lock lock(board_->mutex);
    while (!board_->stopped) {
      board_->callbacks_expected = false;
      lock.unlock();
      once();
      lock.lock();
      board_->teller_wakes.wait_for(lock, board_->options.maintenance,
                                    [&] { return board_->stopped || board_->callbacks_expected; });
    }
    ended_ = true;
    board_->changed.notify_all();
  }
  /// Whether the thread is about to end; under the board's lock.
  [[nodiscard]] bool has_ended() const { return ended_; }

 private:
  void tell(const storage::callback& of) {
    bool done = true;
    const auto failed = [&](const char* what) {
      done = false;
      say(of, observe::log_level::warning, observe::event<"callback_failed">,
          std::string("a callback failed: ") + what);
    };
    try {
      const runner& how = *board_->serving(*of.type).how;
      how.tell(how.handler, of);
    } catch (const std::exception& thrown) {
      failed(thrown.what());
    } catch (...) {
      failed("something was thrown that is no std::exception");
    }
    const auto finished = board_->ask(storage::finish_callback{of.key, of.tries, done});
    if (finished && finished->given_up)
      say(of, observe::log_level::error, observe::event<"callback_given_up">,
          "a callback failed too often and is given up");
  }
  void say(const storage::callback& of, observe::log_level level, observe::log_event event,
           std::string message) {
    board_->say(observe::log_entry{.level = level,
                                   .event = event,
                                   .message = std::move(message),
                                   .job = of.id,
                                   .handler = std::string(std::string_view(of.type->handler))});
  }

  std::shared_ptr<board<Store>> board_;
  std::vector<const job_type*> types_;
  bool ended_ = false;
};

}  // namespace pawl::runtime

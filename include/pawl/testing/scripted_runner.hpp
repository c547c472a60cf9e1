// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <deque>

#include <pawl/runtime/engine/runner.hpp>

namespace pawl::testing {

/// A handler's runner whose next attempts may be decided by a test: they fail with what
/// stands in `instead`, and the handler is not called. Must stay where it is while an engine uses
/// it.
class scripted_runner {
 public:
  explicit scripted_runner(runtime::runner real) : real_(real) {}
  scripted_runner(const scripted_runner&) = delete;
  scripted_runner& operator=(const scripted_runner&) = delete;

  std::deque<failure_info> instead{};
  /// How often the handler was called.
  std::size_t runs = 0;

  [[nodiscard]] const job_descriptor& type() const { return *real_.type; }
  /// For an engine.
  [[nodiscard]] runtime::runner runner() {
    runtime::runner out = real_;
    out.handler = this;
    out.tell = [](const void* me, const storage::callback& ended) {
      return of(me).real_.tell(of(me).real_.handler, ended);
    };
    if (real_.tell_end != nullptr)
      out.tell_end = [](const void* me, const job_record& ended, follow_ups& next) {
        of(me).real_.tell_end(of(me).real_.handler, ended, next);
      };
    if (real_.may_enter != nullptr)
      out.may_enter = [](const void* me, state_number to, const arrival& how,
                         std::string_view payload, unsigned version, std::string& thrown) {
        return of(me).real_.may_enter(of(me).real_.handler, to, how, payload, version, thrown);
      };
    if (real_.is_coroutine())
      out.begin = &begin;
    else
      out.run = &run;
    return out;
  }

 private:
  static scripted_runner& of(const void* me) {
    // An engine knows handlers as constant; this one was given to it by `runner`, which is not.
    return *static_cast<scripted_runner*>(const_cast<void*>(me));
  }
  /// Whether the test has decided what comes of this attempt.
  bool is_decided(storage::settle& end) {
    if (instead.empty()) {
      ++runs;
      return false;
    }
    end.end = storage::attempt_end::failed;
    end.error = std::move(instead.front());
    instead.pop_front();
    return true;
  }
  static void run(const void* me, attempt_backend& attempt, const storage::claimed& job,
                  storage::settle& end) {
    if (!of(me).is_decided(end)) of(me).real_.run(of(me).real_.handler, attempt, job, end);
  }
  static task<runtime::has_ended> begin(const void* me, attempt_backend& attempt,
                                        const storage::claimed& job, storage::settle& end) {
    if (!of(me).is_decided(end)) {
      auto begun = of(me).real_.begin(of(me).real_.handler, attempt, job, end);
      co_await std::move(begun);
    }
    co_return runtime::has_ended{};
  }

  runtime::runner real_;
};

}  // namespace pawl::testing

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <deque>

#include <pawl/runtime/runner.hpp>

namespace pawl::testing {

/// A handler's runner whose next attempts may be decided by a test: what stands in `instead` is
/// what they come to, and the handler is not called. Must stay where it is while an engine uses it.
class scripted_runner {
 public:
  explicit scripted_runner(runtime::runner real) : real_(real) {}
  scripted_runner(const scripted_runner&) = delete;
  scripted_runner& operator=(const scripted_runner&) = delete;

  std::deque<runtime::attempt_result> instead{};
  /// How often the handler was called.
  std::size_t runs = 0;

  [[nodiscard]] const job_type& type() const { return *real_.type; }
  /// For an engine.
  [[nodiscard]] runtime::runner runner() {
    runtime::runner out = real_;
    out.handler = this;
    out.tell = [](const void* me, const storage::callback& ended) {
      of(me).real_.tell(of(me).real_.handler, ended);
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
  std::optional<runtime::attempt_result> next() {
    if (instead.empty()) {
      ++runs;
      return {};
    }
    std::optional<runtime::attempt_result> planned(std::move(instead.front()));
    instead.pop_front();
    return planned;
  }
  static runtime::attempt_result run(const void* me, attempt_backend& attempt,
                                     const storage::claimed& job) {
    if (auto planned = of(me).next()) return *std::move(planned);
    return of(me).real_.run(of(me).real_.handler, attempt, job);
  }
  static task<runtime::attempt_result> begin(const void* me, attempt_backend& attempt,
                                             const storage::claimed& job) {
    if (auto planned = of(me).next()) co_return *std::move(planned);
    co_return co_await of(me).real_.begin(of(me).real_.handler, attempt, job);
  }

  runtime::runner real_;
};

}  // namespace pawl::testing

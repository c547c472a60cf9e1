// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <pawl/detail/durations.hpp>
#include <pawl/expected.hpp>
#include <pawl/job/connection_ref.hpp>
#include <pawl/job/id.hpp>
#include <pawl/job/outcome.hpp>
#include <pawl/job/principal.hpp>

namespace pawl {

namespace storage {
struct submit;
}
template <class Level>
struct basic_submit_options;
struct stop_token_place;

namespace detail {
class awaited_outputs;
}

/// One run of a handler, as the engine sees it: what `context` stands on.
///
/// **Requirements.** The engine makes one for every attempt; the testing kit has one that records.
/// **Called when.** Only from the handler, through its `context`, while the handler runs.
/// **Failure.** Writing answers false when the lease is lost; the handler's stop token fires then
/// too.
/// **Thread safety.** One attempt is used by one handler; calls do not overlap unless the handler
/// makes them overlap, which it may.
class attempt_backend {
 public:
  attempt_backend() = default;
  attempt_backend(const attempt_backend&) = delete;
  attempt_backend& operator=(const attempt_backend&) = delete;
  virtual ~attempt_backend() = default;

  [[nodiscard]] virtual std::string_view job_id() const = 0;
  /// Counts charged starts; the first is 1.
  [[nodiscard]] virtual unsigned number() const = 0;
  /// The claim's fence: every effect outside the job system should carry it.
  [[nodiscard]] virtual std::uint64_t fence() const = 0;
  [[nodiscard]] virtual const principal& requested_by() const = 0;
  /// What ties the job to logs and requests elsewhere; empty if there is nothing.
  [[nodiscard]] virtual std::string_view correlation() const = 0;
  /// W3C traceparent of the submission; empty if there was none.
  [[nodiscard]] virtual std::string_view traceparent() const = 0;
  /// The time by the store's clock, which is that of all timestamps.
  [[nodiscard]] virtual std::chrono::sys_time<std::chrono::milliseconds> now() const = 0;
  [[nodiscard]] virtual bool stop_requested() const = 0;
  /// Defined by `pawl/job/stop_token.hpp`, which a handler that asks for its token includes.
  virtual void show_stop_token(stop_token_place& to) const = 0;

  /// The first of the job's output is out.
  virtual void mark_first_output() = 0;
  virtual bool enter_stage(std::string_view stage, int progress) = 0;
  virtual bool report(int progress, std::string_view message) = 0;
  virtual bool save_checkpoint(std::string bytes) = 0;
  /// The handler has a checkpoint that can never be stored.
  virtual void refuse_checkpoint(std::string why) = 0;
  [[nodiscard]] virtual std::optional<std::string> checkpoint() const = 0;
  virtual void audit(std::string_view field, std::string value) = 0;
  /// Kept if the attempt succeeds, with its end.
  virtual void add_artifact(std::string_view name, std::string value) = 0;
  /// The newest of a name: what this attempt has added, else what is stored.
  [[nodiscard]] virtual std::optional<std::string> artifact(std::string_view name) const = 0;
  /// Where what the job has made is to be had, and until when; kept if the attempt succeeds.
  virtual void set_link(std::string url,
                        std::chrono::sys_time<std::chrono::milliseconds> until) = 0;
  virtual void log(std::string_view message) = 0;
  /// Begins a job that goes with the end of this attempt: all but its input. An error says what is
  /// wrong with what is asked for.
  virtual expected<void, job_error> prepare_child(
      storage::submit& child, const basic_submit_options<std::string>& options) = 0;
  /// Keeps it, with its input, until the attempt succeeds.
  virtual expected<void, job_error> add_child(storage::submit&& child) = 0;
  /// Reads the outputs of other jobs that an input holds. A sentence if the store could not be
  /// asked, so that nothing is known of them; empty if each is there or says why it is not.
  virtual std::string read_outputs(detail::awaited_outputs& of) const = 0;
  /// Ends the job as succeeded inside a transaction of the caller's.
  virtual expected<void, job_error> complete_in(const connection_ref& callers,
                                                std::string result) = 0;
};

}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include <pawl/codec/policy.hpp>
#include <pawl/job/attempt_backend.hpp>
#include <pawl/policies/audit.hpp>
#include <pawl/policies/stages.hpp>

namespace pawl {

namespace detail {

template <class Job>
struct ephemeral_checkpoint_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id
        << " is ephemeral, so a checkpoint would be lost with its process; make it durable, or do "
           "not save one";
  }
};

/// An attempt as every handler sees it, whatever its job type: compiled once.
class attempt_view {
 public:
  /// Fires when the job is cancelled, runs out of time, or its lease is about to be lost.
  [[nodiscard]] std::stop_token stop_token() const { return run_->stop_token(); }
  [[nodiscard]] bool stop_requested() const { return stop_token().stop_requested(); }
  /// A place where the handler can be left: if it was asked to stop, this throws `stopped`, which
  /// ends the attempt.
  void stop_here() const {
    if (stop_requested()) throw stopped{};
  }

  /// How much of the present stage is done, in percent, or of the job if it has no stages.
  void progress(int percent, std::string_view message = {}) {
    progress_.report(stages_, percent);
    run_->report(progress_.percent(), message);
  }

  [[nodiscard]] std::string_view job_id() const { return run_->job_id(); }
  /// Counts charged starts; the first is 1.
  [[nodiscard]] unsigned attempt() const { return run_->number(); }
  /// Grows with every claim of the job. Effects outside the job system should carry it, so that
  /// those of an attempt that lost its lease can be refused.
  [[nodiscard]] std::uint64_t fence() const { return run_->fence(); }
  [[nodiscard]] const principal& requested_by() const { return run_->requested_by(); }
  [[nodiscard]] std::string_view correlation() const { return run_->correlation(); }
  [[nodiscard]] std::string_view traceparent() const { return run_->traceparent(); }

  /// Something that the job has made: an address or a small document. Kept, as a new version of its
  /// name, if and only if the attempt succeeds.
  void artifact(std::string_view name, std::string value) {
    run_->add_artifact(name, std::move(value));
  }

  void log(std::string_view message) { run_->log(message); }

 protected:
  attempt_view(attempt_backend& run, slice<stage_range> stages) : run_(&run), stages_(stages) {}

  void enter_stage(std::size_t index) {
    stop_here();
    progress_.enter(stages_, index);
    run_->enter_stage(stages_[index].name, progress_.percent());
  }

  attempt_backend* run_;

 private:
  slice<stage_range> stages_;
  stage_progress progress_{};
};

}  // namespace detail

/// What a handler sees of its attempt. One per attempt, handed to the handler by reference.
///
/// Everything that could be wrong is checked where it is written: a stage that is not declared, a
/// checkpoint of an ephemeral job, an audit field that the job does not name do not compile.
template <class Job>
class context : public detail::attempt_view {
 public:
  explicit context(attempt_backend& run)
      : attempt_view(run, detail::stage_table<typename Job::stages>::all) {}

  /// Enters a declared stage; progress rises to its minimum and never falls. The boundary between
  /// two stages is where a handler is left that was asked to stop: see `stop_here`.
  template <fixed_string Stage>
  void enter() {
    enter_stage(detail::declared_stage<typename Job::stages, Stage>);
  }

  /// Keeps what a later attempt needs to go on from here, and returns when it is stored. False if
  /// it is not: the lease is lost, or, which the log tells, the store would not have it.
  template <class Checkpoint>
    requires(!Job::is_ephemeral)
  bool save(const Checkpoint& data) {
    auto bytes = Job::codec::encode(data);
    return bytes && run_->save_checkpoint(*std::move(bytes));
  }
  template <class Checkpoint, class Because = detail::because_if<
                                  Job::is_ephemeral, detail::ephemeral_checkpoint_sentence<Job>>>
    requires(Job::is_ephemeral)
  bool save(const Checkpoint&) = PAWL_DELETE("pawl: an ephemeral job has no checkpoints");

  /// What an earlier attempt saved; nothing if there is none or it has another form.
  template <class Checkpoint>
  [[nodiscard]] std::optional<Checkpoint> checkpoint() const {
    const auto bytes = run_->checkpoint();
    if (!bytes) return {};
    std::optional<Checkpoint> data(std::in_place);
    if (!decode_into<typename Job::codec>(*bytes, *data)) data.reset();
    return data;
  }

  /// Ends the job as succeeded inside a transaction of yours, on your connection to the store's
  /// database: the output is there if and only if you commit. Then return `pawl::settled`.
  template <class Connection, class Output>
  expected<void, job_error> complete_in(Connection* callers, const Output& output) {
    auto bytes = Job::codec::encode(output);
    if (!bytes)
      return unexpected<job_error>(
          job_error{"invalid", "the output cannot be encoded: " + describe(bytes.error()), {}});
    return run_->complete_in(refer_to(callers), *std::move(bytes));
  }

  /// Records a declared audit field.
  template <fixed_string Field>
    requires(Job::audit::template contains<Field>)
  void audit(std::string value) {
    run_->audit(Field.view(), std::move(value));
  }
  template <fixed_string Field,
            class Because = detail::because_if<!Job::audit::template contains<Field>,
                                               detail::unknown_field<typename Job::audit, Field>>>
    requires(!Job::audit::template contains<Field>)
  void audit(std::string) = PAWL_DELETE("pawl: this audit field is not declared");
};

}  // namespace pawl

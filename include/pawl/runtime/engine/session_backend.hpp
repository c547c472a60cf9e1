// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <mutex>
#include <span>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/light_queue.hpp>
#include <pawl/job/id_source.hpp>
#include <pawl/job/principal.hpp>
#include <pawl/runtime/callable.hpp>
#include <pawl/runtime/filter.hpp>
#include <pawl/storage/store.hpp>

namespace pawl::observe {
struct log_entry;
class metrics;
class job_metrics;
}  // namespace pawl::observe

namespace pawl {

/// What one submission asks for beyond its input.
template <class Level>
struct basic_submit_options {
  std::string key{};  ///< idempotency key
  Level priority{};   ///< a level of the job type; empty: its default
  std::chrono::milliseconds delay{};
  std::optional<instant> run_at{};
  std::vector<job_id> depends_on{};
  retry_override retry{};
  std::chrono::milliseconds timeout{};  ///< of each attempt; zero: as long as the job type says
  std::string subject{};
  std::string correlation{};
  std::string traceparent{};
  std::string metadata{};
};

/// The same for any job type, so that its level is looked up when the job is submitted: for options
/// that come from elsewhere.
using submit_options = basic_submit_options<std::string>;

/// When a job that waits is to run instead: after a delay, or not before a time; neither: now.
struct new_time {
  std::chrono::milliseconds delay{};
  std::optional<instant> run_at{};
};

/// Why a job has no output to give.
struct no_output {
  enum class reason : unsigned char {
    none,        ///< it has one
    unfinished,  ///< it has not ended yet
    failed,      ///< `failure` says why
    was_cancelled,
    not_kept,  ///< it has succeeded, and its type does not keep outputs, or not so long
    unknown    ///< the store could not tell; `store` says why
  };
  reason why{};
  failure_info failure{};
  storage::error store{};
};

/// For logs and people: `failed: network_timeout: no answer`.
[[nodiscard]] std::string describe(const no_output& none);

namespace detail {

using answer_is_asked =
    refused<"pawl: an answer may be a refusal,", "and is not printed; look at it, and",
            "print *answer, or", "describe(answer.error())">;

}  // namespace detail

namespace storage {

template <class Stream, class T, class Because = pawl::detail::answer_is_asked>
  requires requires(Stream& to) { to.flush(); }
Stream& operator<<(Stream&, const expected<T, error>&) =
    PAWL_DELETE("pawl: look at the answer, and print *answer");

}  // namespace storage

template <class Stream, class T, class Because = detail::answer_is_asked>
  requires requires(Stream& to) { to.flush(); }
Stream& operator<<(Stream&, const expected<T, no_output>&) =
    PAWL_DELETE("pawl: look at the answer, and print *answer");

namespace runtime {

struct runner;

/// Fills in what a submission asks for, but for its id and its input; or says what is wrong with
/// it.
[[nodiscard]] storage::result<void> fill_in(storage::submit& op, const principal& who,
                                            const submit_options& options);

[[nodiscard]] inline storage::scope scope_of(const principal& who) {
  return storage::scope::tenant(who.tenant);
}

/// Which of the jobs that a filter means are meant indeed.
struct job_test {
  bool (*is_meant)(const void* to, const job_record& each) = nullptr;  ///< null: all
  const void* to = nullptr;

  [[nodiscard]] bool operator()(const job_record& each) const {
    return is_meant == nullptr || is_meant(to, each);
  }
};

/// What the sessions of a service share, and all that a session does with jobs whose type does not
/// matter. Ephemeral jobs have a store of their own, in memory. Any number of threads may call.
class session_backend {
 public:
  using milliseconds = std::chrono::milliseconds;

  /// `ephemeral` and `metrics` may be null. `metrics` is set anew when a service starts; sessions
  /// may be older.
  session_backend(storage::store& durable, storage::store* ephemeral,
                  const std::atomic<observe::metrics*>& metrics)
      : durable_(&durable), ephemeral_(ephemeral), metrics_(&metrics) {}

  /// How often the service was stopped: a subscription that has seen another number ends.
  [[nodiscard]] std::uint32_t stops() const { return stops_.load(); }
  /// Ends the subscriptions that there are.
  void note_stop();

  /// The handlers of this process, which are asked before a job reaches a state that they guard.
  /// To be called before any session is used; they outlive this.
  void ask(slice<runner> handlers) { handlers_ = handlers; }

  /// Hears of handlers that have thrown when they were asked. Set anew when a service starts.
  using log = callable<const observe::log_entry&>;
  void tell(log who);

  /// How many jobs may wait in the store before submissions are refused, as the options say.
  std::atomic<std::int64_t> high_watermark{0};
  std::atomic<std::int64_t> high_watermark_per_tenant{0};
  std::atomic<std::int64_t> most_delayed{0};
  std::atomic<std::int64_t> most_delayed_per_tenant{0};
  template <class Options>
  void bound_by(const Options& options) {
    high_watermark = options.high_watermark;
    high_watermark_per_tenant = options.high_watermark_per_tenant;
    most_delayed = options.most_delayed;
    most_delayed_per_tenant = options.most_delayed_per_tenant;
  }

  /// The zones of schedules that sessions resume; null: UTC alone, and those of their types.
  std::atomic<zone_lookup> zones{nullptr};

  [[nodiscard]] job_id fresh_id(bool ephemeral);
  /// Null if this process does not have it.
  [[nodiscard]] const runner* handler_called(std::string_view name) const;
  /// The store that a job is in.
  [[nodiscard]] storage::store& store_of(bool ephemeral) const {
    return ephemeral && ephemeral_ != nullptr ? *ephemeral_ : *durable_;
  }
  [[nodiscard]] storage::store& store_of(const job_id& id) const {
    return store_of(id.is_ephemeral());
  }

  /// Fills in what a submission asks for; or says what is wrong with it.
  [[nodiscard]] storage::result<void> prepare(storage::submit& op, const principal& who,
                                              const submit_options& options);
  /// Counts what came of a submission.
  void count(const storage::submit& op) const;
  /// The same for one inside a caller's transaction: it counts once that is committed, which is
  /// found out by the next look (`count_committed`).
  void count_if_committed(const storage::submit& op);
  void count_committed();

  [[nodiscard]] storage::answer_to<job_id> submit(storage::submit& op) const;
  /// Those without a type were refused before, and stay so.
  void submit_all(const job_descriptor& type, std::span<storage::submit> all) const;
  /// All of them or none, in one commit.
  void submit_whole(storage::submit_whole& op) const;

  /// What a job has come to, if it has succeeded; else `none` says why not.
  [[nodiscard]] storage::stored_result output_of(const principal& who, const job_id& id,
                                                 no_output& none) const;
  [[nodiscard]] storage::answer_to<job_record> status(const principal& who, const job_id& id) const;
  storage::answer_to<job_record> wait(const principal& who, const job_id& id,
                                      milliseconds longest) const;
  [[nodiscard]] storage::answer_to<storage::job_page> list(
      const principal& who, bool ephemeral, const storage::list_filter& filter) const;
  [[nodiscard]] storage::answer_to<std::vector<job_event>> events(const principal& who,
                                                                  const job_id& id,
                                                                  std::uint64_t after,
                                                                  std::size_t limit) const;
  storage::answer_to<bool> cancel(const principal& who, const job_id& id, std::string reason) const;
  storage::answer_to<instant> reschedule(const principal& who, const job_id& id,
                                         const new_time& to) const;
  storage::answer_to<storage::raise::answer_type> raise(const principal& who,
                                                        storage::raise op) const;
  /// What an operator says about a job type, to all processes; nothing: as it is.
  storage::answer_to<storage::type_control> control(const job_descriptor& type,
                                                    storage::maybe<bool> paused,
                                                    storage::maybe<bool> draining) const;
  [[nodiscard]] storage::answer_to<storage::dead_letter_page> dead_letters(
      const principal& who, bool ephemeral, const storage::list_filter& filter) const;
  [[nodiscard]] storage::answer_to<pawl::dead_letter> dead_letter(const principal& who,
                                                                  const job_id& id) const;
  storage::answer_to<job_id> replay(const principal& who, const job_id& id);

  /// Job types of which jobs may be meant.
  using types = storage::light_vector<const job_descriptor*>;
  /// Nothing is done to more jobs at once, which are found before the first of them is changed.
  static constexpr std::size_t most_at_once = 1'000'000;
  /// Each so many are one commit.
  static constexpr std::size_t bulk_chunk = 200;

  /// Cancels the jobs that a filter means and that have not ended, if there are as many as the
  /// caller has seen. What comes while it works is left alone.
  storage::answer_to<bulk_answer> cancel_all(const principal& who, const types& known,
                                             const job_filter& filter, std::size_t expected,
                                             const std::string& reason, job_test which = {});
  /// Submits the dead jobs that a filter means and that no job repeats again, if there are as many
  /// as the caller has seen.
  storage::answer_to<bulk_answer> replay_all(const principal& who, const types& known,
                                             const job_filter& filter, std::size_t expected,
                                             job_test which = {});

 private:
  static void count(const storage::submit& op, observe::job_metrics& in);
  static void count_created(observe::job_metrics& in, bool ended);
  /// Whether the handler lets a job go where an event leads; nothing, or why not.
  [[nodiscard]] std::optional<storage::error> ask_handler(const principal& who,
                                                          const storage::raise& op) const;
  void say_thrown(const job_record& about, std::string what) const;

  struct uncommitted {
    job_id id{};
    const job_descriptor* type = nullptr;
    bool ended = false;  ///< cancelled at once, for a job that it depends on had failed
  };
  /// Of more than this many that were not committed at the last look, the oldest are taken for
  /// rolled back.
  static constexpr std::size_t most_uncommitted = 200;

  storage::store* durable_;
  storage::store* ephemeral_;
  const std::atomic<observe::metrics*>* metrics_;
  slice<runner> handlers_{};
  mutable std::mutex log_mutex_;
  log log_{};  ///< under its mutex, and called without it: it may use a session
  std::atomic<std::uint32_t> stops_{0};
  id_source ids_;
  std::mutex uncommitted_mutex_;
  /// Submitted in transactions of callers, under their mutex.
  pawl::detail::light_queue<uncommitted> uncommitted_;
};

/// Submissions of one type that become one commit. What is refused before it has its answer, too.
class submit_chunk {
 public:
  static constexpr std::size_t most = 1000;
  static constexpr std::size_t most_bytes = 4'194'304;  ///< of inputs, as they are stored

  submit_chunk(session_backend& to, const principal& who, const job_descriptor& type)
      : to_(to), who_(who), type_(type) {}

  /// So many are about to come, if not more than a chunk holds.
  void reserve(std::size_t expected) { all_.reserve(pawl::detail::least(expected, most)); }
  /// A submission that waits for its input; null if its options are refused.
  [[nodiscard]] storage::submit* add(const submit_options& options);
  /// The newest one has its input, or is refused because of it.
  void added(const storage::result<void>& input);
  [[nodiscard]] bool is_full() const { return all_.size() >= most || bytes_ >= most_bytes; }
  void commit() { to_.submit_all(type_, all_); }
  [[nodiscard]] storage::light_vector<storage::submit>& all() { return all_; }
  void clear();

 private:
  session_backend& to_;
  const principal& who_;
  const job_descriptor& type_;
  storage::light_vector<storage::submit> all_;
  std::size_t bytes_ = 0;
};

}  // namespace runtime
}  // namespace pawl

#if !PAWL_COMPILED
#include <pawl/runtime/engine/bulk.ipp>
#include <pawl/runtime/engine/session_backend.ipp>
#endif

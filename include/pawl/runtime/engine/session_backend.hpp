// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <mutex>
#include <span>

#include <pawl/detail/light_queue.hpp>
#include <pawl/job/id_source.hpp>
#include <pawl/job/principal.hpp>
#include <pawl/storage/store.hpp>

namespace pawl::observe {
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
  std::string subject{};
  std::string correlation{};
  std::string traceparent{};
  std::string metadata{};
};

/// The same for any job type, so that its level is looked up when the job is submitted: for options
/// that come from elsewhere.
using submit_options = basic_submit_options<std::string>;

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

namespace runtime {

struct runner;

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

  /// The handlers of this process, which are asked before a job reaches a state that they guard.
  /// To be called before any session is used; they outlive this.
  void ask(slice<runner> handlers) { handlers_ = handlers; }

  /// Jobs that may wait in the store before submissions are shed; 0: any number.
  std::atomic<std::int64_t> high_watermark{0};

  [[nodiscard]] job_id fresh_id(bool ephemeral);
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
  /// found out when somebody looks (`count_committed`).
  void count_if_committed(const storage::submit& op);
  void count_committed();

  [[nodiscard]] storage::answer_to<job_id> submit(storage::submit& op) const;
  void submit_all(std::span<storage::submit> all) const;
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
  storage::answer_to<storage::raise::answer_type> raise(const principal& who,
                                                        storage::raise op) const;
  [[nodiscard]] storage::answer_to<storage::dead_letter_page> dead_letters(
      const principal& who, bool ephemeral, const storage::list_filter& filter) const;
  [[nodiscard]] storage::answer_to<pawl::dead_letter> dead_letter(const principal& who,
                                                                  const job_id& id) const;
  storage::answer_to<job_id> replay(const principal& who, const job_id& id);
  storage::answer_to<storage::replay_all::answer_type> replay_all(const principal& who,
                                                                  const job_descriptor& type,
                                                                  std::size_t expected);

 private:
  static void count(const storage::submit& op, observe::job_metrics& in);
  /// Whether the handler lets a job go where an event leads; nothing, or why not.
  [[nodiscard]] std::optional<storage::error> ask_handler(const principal& who,
                                                          const storage::raise& op) const;

  struct uncommitted {
    job_id id{};
    const job_descriptor* type = nullptr;
  };
  /// Of more than this many that were not committed when somebody looked, the oldest are taken for
  /// rolled back.
  static constexpr std::size_t most_uncommitted = 200;

  storage::store* durable_;
  storage::store* ephemeral_;
  const std::atomic<observe::metrics*>* metrics_;
  slice<runner> handlers_{};
  id_source ids_;
  std::mutex uncommitted_mutex_;
  /// Submitted in transactions of callers, under their mutex.
  pawl::detail::light_queue<uncommitted> uncommitted_;
};

}  // namespace runtime
}  // namespace pawl

#if !PAWL_COMPILED
#include <pawl/runtime/engine/session_backend.ipp>
#endif

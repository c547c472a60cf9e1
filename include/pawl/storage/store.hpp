// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include <pawl/detail/one_mode.hpp>
#include <pawl/detail/slice.hpp>
#include <pawl/job/connection_ref.hpp>
#include <pawl/storage/operation.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/transport/channel.hpp>

namespace pawl::storage {

/// A store inside a transaction of the caller's: what is submitted or settled through it is there
/// if and only if the caller commits. It leaves nothing on the connection between two calls, so
/// that the connection can be closed.
class joined_transaction {
 public:
  joined_transaction() = default;
  joined_transaction(const joined_transaction&) = delete;
  joined_transaction& operator=(const joined_transaction&) = delete;
  PAWL_INLINE virtual ~joined_transaction();

  /// Only `submit` and `settle` are possible; all else answers `would_deadlock`.
  virtual void apply(operation_ptr op) = 0;
};

/// How the time of day stands to a clock that nobody sets.
struct wall_clock_state {
  milliseconds ahead{};      ///< of that one; if it changes by a second or more, it was set
  bool is_followed = false;  ///< delays and leases are due by the time of day, and move with it
};

/// Where jobs are kept, as everything that handles jobs of every type sees it: the run-time face of
/// a backend. `job_storage` states what its members promise.
class store {
 public:
  store() = default;
  store(const store&) = delete;
  store& operator=(const store&) = delete;
  PAWL_INLINE virtual ~store();

  virtual result<void> learn(std::span<const job_descriptor* const> types) = 0;
  virtual result<void> configure(const job_descriptor& type, text limit, int count) = 0;

  /// Does all operations of a batch in one commit and answers each in its own place.
  virtual void apply(std::span<const operation_ptr> batch) = 0;
  void apply(std::initializer_list<operation_ptr> batch) {
    apply(std::span<const operation_ptr>(batch.begin(), batch.size()));
  }
  template <class Operation>
  void apply_one(Operation& op) {
    apply({operation_ptr(&op)});
  }
  /// Takes part in a transaction on the caller's own connection to the store's database.
  [[nodiscard]] PAWL_INLINE virtual std::unique_ptr<joined_transaction> join(
      const connection_ref& callers);

  [[nodiscard]] virtual instant now() = 0;
  [[nodiscard]] virtual milliseconds elapsed() = 0;
  /// By which an engine notices that the time of day was set. As far ahead of `elapsed` as `now`
  /// is, unless a store knows better.
  [[nodiscard]] PAWL_INLINE virtual wall_clock_state wall_clock();

  virtual answer_to<job_record> get(const scope& who, const job_id& id) = 0;
  /// A number that is another one after every commit, of any process: while it stays the same,
  /// `get` answers the same about every job that is not scheduled. Nothing: the store cannot tell
  /// for less than a read.
  [[nodiscard]] PAWL_INLINE virtual maybe<std::uint64_t> last_change();
  virtual answer_to<stored_result> result_of(const scope& who, const job_id& id) = 0;
  /// What came of several jobs, in their order; nothing in the place of one that is not there. One
  /// by one, unless a store can do better.
  [[nodiscard]] PAWL_INLINE virtual answer_to<stored_results> results_of(const scope& who,
                                                                         slice<job_id> ids);
  virtual answer_to<stored_payload> payload_of(const scope& who, const job_id& id) = 0;
  virtual answer_to<job_page> list(const scope& who, const list_filter& filter) = 0;
  virtual answer_to<std::vector<job_event>> events(const scope& who, const job_id& id,
                                                   std::uint64_t after, std::size_t limit) = 0;
  /// Cursors are opaque: who has one goes on behind it, in this process or another. Empty: from
  /// the first event that is kept. A limit of 0 asks for nothing but where the feed ends now.
  virtual answer_to<feed_page> feed(const scope& who, std::string_view after,
                                    std::size_t limit) = 0;
  virtual answer_to<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) = 0;
  virtual answer_to<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) = 0;
  virtual answer_to<statistics> count(const scope& who) = 0;
  virtual answer_to<std::int64_t> depth(const job_descriptor& type) = 0;
  virtual answer_to<light_vector<held_job>> leases(owner_number owner) = 0;
  /// All processes that are enrolled or hold something, for every tenant; of what they hold, what
  /// is in the scope.
  virtual answer_to<light_vector<worker>> workers(const scope& who) = 0;
  /// Those who have jobs, by their names, from the one after `after` on.
  virtual answer_to<std::vector<std::string>> tenants(std::string_view after,
                                                      std::size_t limit) = 0;

  /// Job types that an operator has paused or drained, by their names. A store that keeps no such
  /// thing has none.
  PAWL_INLINE virtual answer_to<controlled_types> controls();

  /// Whether a transaction, of this process or of another one, keeps all others from writing now. A
  /// store without such transactions is never held.
  [[nodiscard]] PAWL_INLINE virtual bool is_held();
  /// From then on nothing waits for another process that holds the store; it is refused with
  /// `busy` at once. The latest time of all: as long as the store is used to. Asked for by an
  /// engine that has to stop in time.
  PAWL_INLINE virtual void wait_no_longer_than(std::chrono::steady_clock::time_point until);

  /// What was found when the store was opened and goes on by itself, a sentence for each: settings
  /// that lose jobs when a machine fails, clocks that differ. An engine logs them when it starts.
  [[nodiscard]] PAWL_INLINE virtual std::vector<std::string> warnings();

  [[nodiscard]] virtual transport::channel& transport() = 0;
  /// Announces work and news, for a commit that the store has not made itself.
  void notify() { transport().announce({.work = true, .news = true}); }
};

/// A store that stands before another one: does nothing but pass on what it is asked.
class forwarding_store : public store {
 public:
  PAWL_INLINE result<void> learn(std::span<const job_descriptor* const> types) override;
  PAWL_INLINE result<void> configure(const job_descriptor& type, text limit, int count) override;
  using store::apply;
  PAWL_INLINE void apply(std::span<const operation_ptr> batch) override;
  [[nodiscard]] PAWL_INLINE std::unique_ptr<joined_transaction> join(
      const connection_ref& callers) override;
  [[nodiscard]] PAWL_INLINE instant now() override;
  [[nodiscard]] PAWL_INLINE milliseconds elapsed() override;
  [[nodiscard]] PAWL_INLINE wall_clock_state wall_clock() override;
  PAWL_INLINE answer_to<job_record> get(const scope& who, const job_id& id) override;
  [[nodiscard]] PAWL_INLINE maybe<std::uint64_t> last_change() override;
  PAWL_INLINE answer_to<stored_result> result_of(const scope& who, const job_id& id) override;
  [[nodiscard]] PAWL_INLINE answer_to<stored_results> results_of(const scope& who,
                                                                 slice<job_id> ids) override;
  PAWL_INLINE answer_to<stored_payload> payload_of(const scope& who, const job_id& id) override;
  PAWL_INLINE answer_to<job_page> list(const scope& who, const list_filter& filter) override;
  PAWL_INLINE answer_to<std::vector<job_event>> events(const scope& who, const job_id& id,
                                                       std::uint64_t after,
                                                       std::size_t limit) override;
  PAWL_INLINE answer_to<feed_page> feed(const scope& who, std::string_view after,
                                        std::size_t limit) override;
  PAWL_INLINE answer_to<dead_letter_page> dead_letters(const scope& who,
                                                       const list_filter& filter) override;
  PAWL_INLINE answer_to<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) override;
  PAWL_INLINE answer_to<statistics> count(const scope& who) override;
  PAWL_INLINE answer_to<std::int64_t> depth(const job_descriptor& type) override;
  PAWL_INLINE answer_to<light_vector<held_job>> leases(owner_number owner) override;
  PAWL_INLINE answer_to<light_vector<worker>> workers(const scope& who) override;
  PAWL_INLINE answer_to<std::vector<std::string>> tenants(std::string_view after,
                                                          std::size_t limit) override;
  PAWL_INLINE answer_to<controlled_types> controls() override;
  [[nodiscard]] PAWL_INLINE bool is_held() override;
  PAWL_INLINE void wait_no_longer_than(std::chrono::steady_clock::time_point until) override;
  [[nodiscard]] PAWL_INLINE std::vector<std::string> warnings() override;
  [[nodiscard]] PAWL_INLINE transport::channel& transport() override;

 protected:
  forwarding_store() = default;
  explicit forwarding_store(store& inner) : inner_(&inner) {}
  void pass_to(store& inner) { inner_ = &inner; }

 private:
  store* inner_ = nullptr;
};

namespace detail {

/// For a child process that uses the store of its parent.
[[nodiscard]] error opened_before_fork();

}  // namespace detail

/// One operation by itself, as a value.
template <class Operation>
answer_to<typename Operation::answer_type> apply_one(store& to, Operation op) {
  to.apply_one(op);
  return std::move(op.answer);
}

}  // namespace pawl::storage

#if !PAWL_COMPILED
#include <pawl/storage/store.ipp>
#endif

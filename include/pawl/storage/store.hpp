// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include <pawl/detail/one_mode.hpp>
#include <pawl/job/connection_ref.hpp>
#include <pawl/storage/operation.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/transport/channel.hpp>

namespace pawl::storage {

/// A store inside a transaction of the caller's: what is submitted or settled through it is there
/// if and only if the caller commits. Use one for as long as the connection lives; it keeps what it
/// has prepared.
class joined_transaction {
 public:
  joined_transaction() = default;
  joined_transaction(const joined_transaction&) = delete;
  joined_transaction& operator=(const joined_transaction&) = delete;
  virtual ~joined_transaction();

  /// Only `submit` and `settle` are possible; all else answers `would_deadlock`.
  virtual void apply(operation_ptr op) = 0;
};

/// Where jobs are kept, as everything that handles jobs of every type sees it: the run-time face of
/// a backend. `job_storage` states what its members promise.
class store {
 public:
  store() = default;
  store(const store&) = delete;
  store& operator=(const store&) = delete;
  virtual ~store();

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
  [[nodiscard]] virtual std::unique_ptr<joined_transaction> join(const connection_ref& callers);

  [[nodiscard]] virtual instant now() = 0;
  [[nodiscard]] virtual milliseconds elapsed() = 0;

  virtual result<job_record> get(const scope& who, const job_id& id) = 0;
  virtual result<stored_result> result_of(const scope& who, const job_id& id) = 0;
  virtual result<job_page> list(const scope& who, const list_filter& filter) = 0;
  virtual result<std::vector<job_event>> events(const scope& who, const job_id& id,
                                                std::uint64_t after, std::size_t limit) = 0;
  virtual result<std::vector<job_event>> feed(const scope& who, std::uint64_t after,
                                              std::size_t limit) = 0;
  virtual result<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) = 0;
  virtual result<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) = 0;
  virtual result<statistics> count(const scope& who) = 0;
  virtual result<std::int64_t> depth(const job_descriptor& type) = 0;
  virtual result<std::vector<held_job>> leases(owner_number owner) = 0;

  [[nodiscard]] virtual transport::channel& transport() = 0;
  /// Announces work and news, for a commit that the store has not made itself.
  void notify() {
    transport().announce_work();
    transport().announce_news();
  }
};

/// A store that stands before another one: does nothing but pass on what it is asked.
class forwarding_store : public store {
 public:
  result<void> learn(std::span<const job_descriptor* const> types) override;
  result<void> configure(const job_descriptor& type, text limit, int count) override;
  using store::apply;
  void apply(std::span<const operation_ptr> batch) override;
  [[nodiscard]] std::unique_ptr<joined_transaction> join(const connection_ref& callers) override;
  [[nodiscard]] instant now() override;
  [[nodiscard]] milliseconds elapsed() override;
  result<job_record> get(const scope& who, const job_id& id) override;
  result<stored_result> result_of(const scope& who, const job_id& id) override;
  result<job_page> list(const scope& who, const list_filter& filter) override;
  result<std::vector<job_event>> events(const scope& who, const job_id& id, std::uint64_t after,
                                        std::size_t limit) override;
  result<std::vector<job_event>> feed(const scope& who, std::uint64_t after,
                                      std::size_t limit) override;
  result<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) override;
  result<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) override;
  result<statistics> count(const scope& who) override;
  result<std::int64_t> depth(const job_descriptor& type) override;
  result<std::vector<held_job>> leases(owner_number owner) override;
  [[nodiscard]] transport::channel& transport() override;

 protected:
  forwarding_store() = default;
  explicit forwarding_store(store& inner) : inner_(&inner) {}
  void pass_to(store& inner) { inner_ = &inner; }

 private:
  store* inner_ = nullptr;
};

/// One operation by itself, as a value.
template <class Operation>
result<typename Operation::answer_type> apply_one(store& to, Operation op) {
  to.apply_one(op);
  if (!op.answer) return unexpected<error>(op.answer.error());
  return *std::move(op.answer);
}

}  // namespace pawl::storage

#if !PAWL_COMPILED
#include <pawl/storage/store.ipp>
#endif

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>

#include <pawl/storage/policy.hpp>
#include <pawl/testing/storage_faults.hpp>
#include <pawl/testing/storage_watch.hpp>

namespace pawl::testing {

namespace detail {

/// A store, what is to go wrong with it, and who watches.
template <class Store>
class disturbed_store {
 public:
  explicit disturbed_store(std::shared_ptr<Store> store) : store_(std::move(store)) {}

  [[nodiscard]] storage_faults& faults() const { return *faults_; }
  [[nodiscard]] storage_watch& watch() const { return *watch_; }
  /// The store itself, which nothing disturbs.
  [[nodiscard]] Store& undisturbed() const { return *store_; }
  [[nodiscard]] const std::shared_ptr<Store>& shared() const { return store_; }

 protected:
  /// Does what `commit` does, or what was planned instead. `refused` makes an answer of an error.
  /// Whoever holds a transaction of his own is not overtaken: nobody else could write meanwhile.
  template <class Commit, class Refuse>
  auto disturb(std::span<const storage::operation> batch, bool in_transaction, Commit commit,
               Refuse refused) const -> decltype(commit()) {
    using how = storage_fault::how;
    const auto fault = faults_->next(batch);
    if (!fault) return commit();
    if (fault->what == how::crash_before) faults_->crash();
    const storage::error why{fault->code, "the test wants it so; try again", {}, {}};
    if (fault->what == how::refused) return refused(why);
    if (fault->what == how::delayed && !in_transaction && fault->meanwhile) fault->meanwhile();
    auto done = commit();
    if (fault->what == how::crash_after) faults_->crash();
    return fault->what == how::reply_lost ? refused(why) : std::move(done);
  }

  std::shared_ptr<Store> store_;
  std::shared_ptr<storage_faults> faults_ = std::make_shared<storage_faults>();
  std::shared_ptr<storage_watch> watch_ = std::make_shared<storage_watch>();
};

/// For a store that takes part in transactions of its callers: those calls are disturbed too.
template <class Store>
class transactions_of : public disturbed_store<Store> {
 public:
  using disturbed_store<Store>::disturbed_store;
};
template <class Store>
  requires requires { typename Store::connection_type; }
class transactions_of<Store> : public disturbed_store<Store> {
 public:
  using disturbed_store<Store>::disturbed_store;
  using connection_type = typename Store::connection_type;

  class in_transaction {
   public:
    in_transaction(const transactions_of& of, connection_type* callers)
        : of_(&of), inner_(of.undisturbed().in(callers)) {}

    template <class Operation>
    storage::result<typename Operation::answer> apply(const Operation& op) {
      using answer = storage::result<typename Operation::answer>;
      const storage::operation batch[] = {op};
      return of_->disturb(
          batch, true, [&] { return inner_.apply(op); },
          [](const storage::error& why) { return answer(unexpected<storage::error>(why)); });
    }

   private:
    const transactions_of* of_;
    typename Store::in_transaction inner_;
  };
  [[nodiscard]] in_transaction in(connection_type* callers) { return {*this, callers}; }
};

}  // namespace detail

/// A store in which things go wrong when a test wants it: commits are refused, answers get lost,
/// the process dies in the middle, or another one comes first. Without a plan it is the store that
/// it was given. What is only read is never disturbed.
///
///     pawl::testing::faulty store{std::make_shared<pawl::testing::memory_store<>>()};
///     store.faults().plan({.what = pawl::testing::storage_fault::how::refused, .nth = 3});
template <storage::job_storage Store>
class faulty : public detail::transactions_of<Store> {
  using base = detail::transactions_of<Store>;

 public:
  static constexpr bool survives_the_process = Store::survives_the_process;
  static constexpr bool shared_between_processes = Store::shared_between_processes;
  static constexpr bool counts = [] {
    if constexpr (requires { Store::counts; })
      return Store::counts;
    else
      return true;
  }();
  using clock_type = typename Store::clock_type;

  explicit faulty(std::shared_ptr<Store> store) : base(std::move(store)) {}

  /// The store was opened again, by a process that has just started.
  void replace(std::shared_ptr<Store> opened) { this->store_ = std::move(opened); }

  storage::result<void> learn(std::span<const job_type* const> types) {
    return this->store_->learn(types);
  }
  storage::result<void> configure(const job_type& type, text limit, int count) {
    return this->store_->configure(type, limit, count);
  }

  std::vector<storage::answer> apply(std::span<const storage::operation> batch) {
    return this->disturb(
        batch, false,
        [&] {
          auto answers = this->store_->apply(batch);
          this->watch_->saw(batch, answers);
          return answers;
        },
        [&](const storage::error& why) {
          return std::vector<storage::answer>(batch.size(),
                                              storage::answer(unexpected<storage::error>(why)));
        });
  }

  [[nodiscard]] instant now() { return this->store_->now(); }
  [[nodiscard]] std::chrono::milliseconds elapsed() { return this->store_->elapsed(); }

  storage::result<job_record> get(const storage::scope& who, const job_id& id) {
    return this->store_->get(who, id);
  }
  storage::result<storage::stored_result> result_of(const storage::scope& who, const job_id& id) {
    return this->store_->result_of(who, id);
  }
  storage::result<storage::job_page> list(const storage::scope& who,
                                          const storage::list_filter& filter) {
    return this->store_->list(who, filter);
  }
  storage::result<storage::statistics> count(const storage::scope& who) {
    return this->store_->count(who);
  }
  storage::result<std::vector<job_event>> events(const storage::scope& who, const job_id& id,
                                                 std::uint64_t after, std::size_t limit) {
    return this->store_->events(who, id, after, limit);
  }
  storage::result<std::vector<job_event>> feed(const storage::scope& who, std::uint64_t after,
                                               std::size_t limit) {
    return this->store_->feed(who, after, limit);
  }
  storage::result<storage::dead_letter_page> dead_letters(const storage::scope& who,
                                                          const storage::list_filter& filter) {
    return this->store_->dead_letters(who, filter);
  }
  storage::result<pawl::dead_letter> dead_letter(const storage::scope& who, const job_id& id) {
    return this->store_->dead_letter(who, id);
  }
  storage::result<std::int64_t> depth(const job_type& type) { return this->store_->depth(type); }
  storage::result<std::vector<storage::held_job>> leases(storage::owner_number owner) {
    return this->store_->leases(owner);
  }

  [[nodiscard]] auto& transport() { return this->store_->transport(); }
  void notify() { this->store_->notify(); }
  [[nodiscard]] const clock_type& clock() const { return this->store_->clock(); }
};

}  // namespace pawl::testing

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>

#include <pawl/storage/policy.hpp>
#include <pawl/testing/storage_faults.hpp>
#include <pawl/testing/storage_watch.hpp>

namespace pawl::testing {

/// A store in which things go wrong when a test wants it: commits are refused, answers get lost,
/// the process dies in the middle, or another one comes first. Without a plan it is the store that
/// it was given. What is only read is never disturbed.
class faulty_store : public storage::forwarding_store {
 public:
  explicit faulty_store(std::shared_ptr<storage::store> inner) { replace(std::move(inner)); }

  [[nodiscard]] storage_faults& faults() { return faults_; }
  [[nodiscard]] const storage_watch& watch() const { return watch_; }
  /// The store was opened again, by a process that has just started.
  void replace(std::shared_ptr<storage::store> opened) {
    store_ = std::move(opened);
    pass_to(*store_);
  }

  using store::apply;
  void apply(std::span<const storage::operation_ptr> batch) override {
    disturb(batch, false, [&] {
      store_->apply(batch);
      watch_.saw(batch);
    });
  }
  /// Calls inside a transaction of the caller's are disturbed too.
  [[nodiscard]] std::unique_ptr<storage::joined_transaction> join(
      const connection_ref& callers) override {
    return std::make_unique<disturbed_transaction>(*this, store_->join(callers));
  }

 private:
  class disturbed_transaction final : public storage::joined_transaction {
   public:
    disturbed_transaction(faulty_store& of, std::unique_ptr<storage::joined_transaction> inner)
        : of_(&of), inner_(std::move(inner)) {}
    void apply(storage::operation_ptr op) override {
      of_->disturb({&op, 1}, true, [&] { inner_->apply(op); });
    }

   private:
    faulty_store* of_;
    std::unique_ptr<storage::joined_transaction> inner_;
  };

  /// Does what `commit` does, or what was planned instead. A caller with a transaction of its own
  /// is not overtaken: no other could write meanwhile.
  template <class Commit>
  void disturb(std::span<const storage::operation_ptr> batch, bool in_transaction, Commit commit) {
    using how = storage_fault::how;
    const auto fault = faults_.next(batch);
    if (!fault) return commit();
    if (fault->what == how::crash_before) faults_.crash();
    if (fault->what == how::delayed && !in_transaction && fault->meanwhile) fault->meanwhile();
    if (fault->what != how::refused) commit();
    if (fault->what == how::crash_after) faults_.crash();
    if (fault->what != how::refused && fault->what != how::reply_lost) return;
    for (const storage::operation_ptr& op : batch)
      op.answer().refuse({fault->code, "the test wants it so; try again", {}, {}});
  }

  std::shared_ptr<storage::store> store_;
  storage_faults faults_;
  storage_watch watch_;
};

/// The same for a store of a known type: what it says of itself, it says here.
///
///     pawl::testing::faulty store{std::make_shared<pawl::testing::memory_store<>>()};
///     store.faults().plan({.what = pawl::testing::storage_fault::how::refused, .nth = 3});
template <storage::job_storage Store>
class faulty : public faulty_store {
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
  using connection_type = typename pawl::detail::connection_of<Store>::type;

  explicit faulty(std::shared_ptr<Store> inner) : faulty_store(inner), store_(std::move(inner)) {}

  void replace(std::shared_ptr<Store> opened) {
    faulty_store::replace(opened);
    store_ = std::move(opened);
  }
  /// The store itself, which nothing disturbs.
  [[nodiscard]] Store& undisturbed() const { return *store_; }
  [[nodiscard]] const std::shared_ptr<Store>& shared() const { return store_; }
  [[nodiscard]] const clock_type& clock() const { return store_->clock(); }

 private:
  std::shared_ptr<Store> store_;
};

}  // namespace pawl::testing

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/policy.hpp>
#include <pawl/transport/none.hpp>

namespace pawl::testing {

/// The least storage: it has all members that a storage has, and keeps nothing.
class storage_archetype : public storage::store {
 public:
  static constexpr bool survives_the_process = false;
  static constexpr bool shared_between_processes = false;

  storage::result<void> learn(std::span<const job_descriptor* const>) override { return {}; }
  storage::result<void> configure(const job_descriptor&, text, int) override { return {}; }
  using store::apply;
  void apply(std::span<const storage::operation_ptr> batch) override {
    for (const storage::operation_ptr& op : batch)
      op.answer().refuse({storage::errc::read_only, "nothing is kept", {}, {}});
  }
  instant now() override { return {}; }
  std::chrono::milliseconds elapsed() override { return {}; }

  storage::result<job_record> get(const storage::scope&, const job_id&) override {
    return nothing();
  }
  storage::result<storage::stored_result> result_of(const storage::scope&, const job_id&) override {
    return nothing();
  }
  storage::result<storage::job_page> list(const storage::scope&,
                                          const storage::list_filter&) override {
    return {};
  }
  storage::result<std::vector<job_event>> events(const storage::scope&, const job_id&,
                                                 std::uint64_t, std::size_t) override {
    return nothing();
  }
  storage::result<std::vector<job_event>> feed(const storage::scope&, std::uint64_t,
                                               std::size_t) override {
    return {};
  }
  storage::result<storage::dead_letter_page> dead_letters(const storage::scope&,
                                                          const storage::list_filter&) override {
    return {};
  }
  storage::result<pawl::dead_letter> dead_letter(const storage::scope&, const job_id&) override {
    return nothing();
  }
  storage::result<storage::statistics> count(const storage::scope&) override { return {}; }
  storage::result<std::int64_t> depth(const job_descriptor&) override { return 0; }
  storage::result<std::vector<storage::held_job>> leases(storage::owner_number) override {
    return {};
  }
  transport::channel& transport() override { return transport_; }

 private:
  static unexpected<storage::error> nothing() {
    return storage::refuse(storage::errc::not_found, "there is no such job");
  }

  transport::none transport_;
};

static_assert(storage::job_storage<storage_archetype>);

}  // namespace pawl::testing

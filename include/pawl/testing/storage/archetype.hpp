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

  storage::answer_to<job_record> get(const storage::scope&, const job_id&) override {
    return nothing();
  }
  storage::answer_to<storage::stored_result> result_of(const storage::scope&,
                                                       const job_id&) override {
    return nothing();
  }
  storage::answer_to<storage::stored_payload> payload_of(const storage::scope&,
                                                         const job_id&) override {
    return nothing();
  }
  storage::answer_to<storage::job_page> list(const storage::scope&,
                                             const storage::list_filter&) override {
    return storage::job_page{};
  }
  storage::answer_to<std::vector<job_event>> events(const storage::scope&, const job_id&,
                                                    std::uint64_t, std::size_t) override {
    return nothing();
  }
  storage::answer_to<storage::feed_page> feed(const storage::scope&, std::string_view,
                                              std::size_t) override {
    return storage::feed_page{};
  }
  storage::answer_to<storage::dead_letter_page> dead_letters(const storage::scope&,
                                                             const storage::list_filter&) override {
    return storage::dead_letter_page{};
  }
  storage::answer_to<pawl::dead_letter> dead_letter(const storage::scope&, const job_id&) override {
    return nothing();
  }
  storage::answer_to<storage::statistics> count(const storage::scope&) override {
    return storage::statistics{};
  }
  storage::answer_to<std::int64_t> depth(const job_descriptor&) override { return std::int64_t{0}; }
  storage::answer_to<storage::light_vector<storage::held_job>> leases(
      storage::owner_number) override {
    return storage::light_vector<storage::held_job>{};
  }
  storage::answer_to<storage::light_vector<storage::worker>> workers(
      const storage::scope&) override {
    return storage::light_vector<storage::worker>{};
  }
  storage::answer_to<std::vector<std::string>> tenants(std::string_view, std::size_t) override {
    return std::vector<std::string>{};
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

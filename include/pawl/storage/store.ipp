// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/store.hpp>

namespace pawl::storage {

PAWL_INLINE joined_transaction::~joined_transaction() = default;
PAWL_INLINE store::~store() = default;

PAWL_INLINE wall_clock_state store::wall_clock() {
  const milliseconds elapsed_now = elapsed();
  return {.ahead = now().time_since_epoch() - elapsed_now};
}

PAWL_INLINE answer_to<stored_results> store::results_of(const scope& who, slice<job_id> ids) {
  stored_results out;
  out.reserve(ids.size());
  for (const job_id& id : ids) {
    auto found = result_of(who, id);
    if (!found && found.error().code != errc::not_found)
      return unexpected<error>(std::move(found).error());
    out.push_back(found ? *std::move(found) : stored_result{});
  }
  return out;
}

PAWL_INLINE result<void> forwarding_store::learn(std::span<const job_descriptor* const> types) {
  return inner_->learn(types);
}
PAWL_INLINE result<void> forwarding_store::configure(const job_descriptor& type, text limit,
                                                     int count) {
  return inner_->configure(type, limit, count);
}
PAWL_INLINE void forwarding_store::apply(std::span<const operation_ptr> batch) {
  inner_->apply(batch);
}
PAWL_INLINE std::unique_ptr<joined_transaction> forwarding_store::join(
    const connection_ref& callers) {
  return inner_->join(callers);
}
PAWL_INLINE instant forwarding_store::now() { return inner_->now(); }
PAWL_INLINE milliseconds forwarding_store::elapsed() { return inner_->elapsed(); }
PAWL_INLINE wall_clock_state forwarding_store::wall_clock() { return inner_->wall_clock(); }
PAWL_INLINE answer_to<job_record> forwarding_store::get(const scope& who, const job_id& id) {
  return inner_->get(who, id);
}
PAWL_INLINE answer_to<stored_result> forwarding_store::result_of(const scope& who,
                                                                 const job_id& id) {
  return inner_->result_of(who, id);
}
PAWL_INLINE answer_to<stored_results> forwarding_store::results_of(const scope& who,
                                                                   slice<job_id> ids) {
  return inner_->results_of(who, ids);
}
PAWL_INLINE answer_to<stored_payload> forwarding_store::payload_of(const scope& who,
                                                                   const job_id& id) {
  return inner_->payload_of(who, id);
}
PAWL_INLINE answer_to<job_page> forwarding_store::list(const scope& who,
                                                       const list_filter& filter) {
  return inner_->list(who, filter);
}
PAWL_INLINE answer_to<std::vector<job_event>> forwarding_store::events(const scope& who,
                                                                       const job_id& id,
                                                                       std::uint64_t after,
                                                                       std::size_t limit) {
  return inner_->events(who, id, after, limit);
}
PAWL_INLINE answer_to<feed_page> forwarding_store::feed(const scope& who, std::string_view after,
                                                        std::size_t limit) {
  return inner_->feed(who, after, limit);
}
PAWL_INLINE answer_to<dead_letter_page> forwarding_store::dead_letters(const scope& who,
                                                                       const list_filter& filter) {
  return inner_->dead_letters(who, filter);
}
PAWL_INLINE answer_to<pawl::dead_letter> forwarding_store::dead_letter(const scope& who,
                                                                       const job_id& id) {
  return inner_->dead_letter(who, id);
}
PAWL_INLINE answer_to<statistics> forwarding_store::count(const scope& who) {
  return inner_->count(who);
}
PAWL_INLINE answer_to<std::int64_t> forwarding_store::depth(const job_descriptor& type) {
  return inner_->depth(type);
}
PAWL_INLINE answer_to<light_vector<held_job>> forwarding_store::leases(owner_number owner) {
  return inner_->leases(owner);
}
PAWL_INLINE answer_to<light_vector<worker>> forwarding_store::workers(const scope& who) {
  return inner_->workers(who);
}
PAWL_INLINE answer_to<std::vector<std::string>> forwarding_store::tenants(std::string_view after,
                                                                          std::size_t limit) {
  return inner_->tenants(after, limit);
}
PAWL_INLINE answer_to<controlled_types> store::controls() { return controlled_types{}; }
PAWL_INLINE maybe<std::uint64_t> store::last_change() { return {}; }

PAWL_INLINE maybe<std::uint64_t> forwarding_store::last_change() { return inner_->last_change(); }

PAWL_INLINE bool store::is_held() { return false; }
PAWL_INLINE answer_to<controlled_types> forwarding_store::controls() { return inner_->controls(); }
PAWL_INLINE bool forwarding_store::is_held() { return inner_->is_held(); }
PAWL_INLINE void store::wait_no_longer_than(std::chrono::steady_clock::time_point) {}
PAWL_INLINE void forwarding_store::wait_no_longer_than(
    std::chrono::steady_clock::time_point until) {
  inner_->wait_no_longer_than(until);
}
PAWL_INLINE std::vector<std::string> store::warnings() { return {}; }
PAWL_INLINE std::vector<std::string> forwarding_store::warnings() { return inner_->warnings(); }
PAWL_INLINE transport::channel& forwarding_store::transport() { return inner_->transport(); }

namespace detail {

PAWL_INLINE error opened_before_fork() {
  return {errc::failed,
          "this process was forked from one that had a store open; fork before, or exec",
          {},
          {}};
}

/// For stores that take part in no transaction but their own.
class no_transaction final : public joined_transaction {
 public:
  void apply(operation_ptr op) override {
    op.answer().refuse({errc::invalid,
                        "the job's store takes no transaction on such a connection; use one to the "
                        "store's own database",
                        {},
                        {}});
  }
};

}  // namespace detail

PAWL_INLINE std::unique_ptr<joined_transaction> store::join(const connection_ref&) {
  return std::unique_ptr<joined_transaction>(new detail::no_transaction);
}

}  // namespace pawl::storage

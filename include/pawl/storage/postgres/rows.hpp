// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <pawl/detail/durations.hpp>
#include <pawl/storage/postgres/job_rows.hpp>

namespace pawl::storage::detail {

/// The rows of a store in PostgreSQL, as one batch sees them: those of the jobs and beside them,
/// and here the orders of the queue, of which a claim has read the heads ahead.
class postgres_rows final : public postgres_job_rows {
 public:
  postgres_rows(pg_connection* db, const known_types& known) : postgres_job_rows(db, known) {
    describe();
  }

  /// A transaction begins: nothing is known of any row.
  void begin() {
    forget_rows();
    leased_.clear();
    next_due_.clear();
    left_behind_.clear();
  }
  void forget_uncommitted() {
    drop_new_names();
    counts().forget();
    begin();
  }
  /// In a transaction that the caller will commit or not.
  void forget_names() {
    drop_names();
    counts().forget();
    begin();
  }

  /// What is ready was counted ahead, if that was needed: in the middle of a batch nothing is
  /// counted anew.
  std::int64_t count_ready(std::int64_t bound) {
    if (counts().ready.is_known_to(bound)) return counts().ready.value();
    ++unforeseen_;
    return postgres_job_rows::count_ready(bound);
  }
  std::int64_t count_ready_of(name_number tenant, std::int64_t bound) {
    if (const kept_count& of = counts().ready_of(tenant); of.is_known_to(bound)) return of.value();
    ++unforeseen_;
    return postgres_job_rows::count_ready_of(tenant, bound);
  }
  /// What is delayed is never counted ahead, for its bounds need not be kept to the job.
  std::int64_t count_delayed(std::int64_t bound) {
    if (counts().delayed.is_known_to(bound)) return counts().delayed.value();
    ++unforeseen_;
    return postgres_job_rows::count_delayed(bound);
  }
  /// Before a batch with a delayed submission: if the count of what is delayed is old, the batch
  /// counts anew.
  void forget_old_count_of_delayed(std::int64_t bound) {
    if (!counts().delayed.is_fresh_to(bound)) counts().delayed.forget();
  }
  [[nodiscard]] bool knows_count_of_delayed(std::int64_t bound) {
    return counts().delayed.is_known_to(bound);
  }
  [[nodiscard]] kept_count& ready_count() { return counts().ready; }
  [[nodiscard]] kept_count& ready_count_of(name_number tenant) { return counts().ready_of(tenant); }
  /// Whether a submission that is refused above a watermark needs another count: the last one is
  /// old, or so near to it that others could pass it with this one.
  [[nodiscard]] static bool has_to_count(const kept_count& of, std::int64_t watermark,
                                         std::int64_t submissions) {
    constexpr std::int64_t margin = 1000;
    return !of.is_fresh_to(watermark) ||
           of.value() + submissions + std::max(margin, watermark / 8) >= watermark;
  }

  // What a claim takes was read ahead for it; here it is only put in order.
  light_vector<queue_lane> ready_lanes(name_number handler) {
    return lanes_in(handler, phase::ready);
  }
  light_vector<queue_lane> scheduled_lanes(name_number handler) {
    light_vector<queue_lane> found = lanes_in(handler, phase::scheduled);
    for (const upcoming& each : next_due_) {
      if (each.handler != handler) continue;
      const auto same = [&](const queue_lane& lane) { return lane.format == each.format; };
      if (std::none_of(found.begin(), found.end(), same))
        found.push_back(lane_of(handler, each.format));
    }
    return found;
  }
  light_vector<name_number> heads(name_number handler, std::int64_t lane, name_number after,
                                  std::size_t limit) {
    light_vector<name_number> found;
    for (const std::int64_t key : order_) {
      living& each = *living_.find(key);
      if (is_in(each, handler, phase::ready) && each.format == lane &&
          !contains(found, each.row.tenant))
        found.push_back(each.row.tenant);
    }
    // In a circle that begins after `after`.
    pawl::detail::sort_by(found, [after](name_number a, name_number b) {
      return (a <= after) == (b <= after) ? a < b : b <= after;
    });
    while (found.size() > limit) found.pop_back();
    return found;
  }
  light_vector<queue_row> ready(name_number handler, std::int64_t lane, name_number tenant,
                                std::size_t skip, std::size_t limit) {
    const auto look = [&] {
      return in_order(handler, phase::ready, skip, limit, [&](const living& each) {
        return each.format == lane && each.row.tenant == tenant;
      });
    };
    light_vector<queue_row> found = look();
    // Where limits hold jobs back, a claim has to see more than it takes.
    while (found.size() < limit && has_limits(handler) && read_more({handler, lane, tenant}))
      found = look();
    return found;
  }
  light_vector<queue_row> due(name_number handler, std::int64_t lane, due_time from, due_time until,
                              std::size_t limit) {
    return in_order(handler, phase::scheduled, 0, limit, [&](const living& each) {
      const std::int64_t at = each.row.due_at.number();
      return each.format == lane && at >= from.number() && at <= until.number();
    });
  }
  maybe<due_time> next_due(name_number handler, std::int64_t lane, due_time from) {
    maybe<std::int64_t> first;
    const auto note = [&](std::int64_t at) {
      if (at >= from.number() && (!first || at < *first)) first = at;
    };
    for (const upcoming& each : next_due_)
      if (each.handler == handler && each.format == lane) note(each.at);
    for (const std::int64_t key : order_) {
      living& each = *living_.find(key);
      if (is_in(each, handler, phase::scheduled) && each.format == lane)
        note(each.row.due_at.number());
    }
    if (!first) return {};
    return due_time(*first);
  }
  /// What an owner holds, as it was read ahead and as the batch has changed it. Those that it has
  /// lost are locked; what another process has locked to take it away is not among them.
  light_vector<queue_row> leased_by(owner_number number, std::int64_t after, std::size_t limit) {
    const light_vector<queue_row>* known = leased_.find(number);
    if (known == nullptr) {
      ++unforeseen_;
      write_held();
      know_leased({number}, *db().fetch(leased_by_, array_of_numbers({number})));
      known = leased_.find(number);
    }
    light_vector<queue_row> found;
    for (const queue_row& each : *known)
      if (each.key > after && living_.find(each.key) == nullptr) found.push_back(each);
    for (const std::int64_t key : order_) {
      const living& each = *living_.find(key);
      if (each.is_there && each.row.owner == number && key > after) found.push_back(each.row);
    }
    pawl::detail::sort_by(found,
                          [](const queue_row& a, const queue_row& b) { return a.key < b.key; });
    while (found.size() > limit) found.pop_back();
    return found;
  }

  // --- For what reads ahead ----------------------------------------------------------------------

  /// What owners hold; not locked.
  void know_leased(const light_vector<std::int64_t>& owners, const PGresult& rows) {
    for (const std::int64_t each : owners) leased_.put(each, {});
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      queue_row job = read_living_row(row);
      leased_.find(job.owner)->push_back(std::move(job));
    }
  }
  /// Of these, what they hold and have not lost is not looked at.
  void know_none_leased(const light_vector<std::int64_t>& owners) {
    for (const std::int64_t each : owners)
      if (leased_.find(each) == nullptr) leased_.put(each, {});
  }
  [[nodiscard]] const light_vector<queue_row>& leased(owner_number number) {
    return *leased_.find(number);
  }
  void know_next_due(name_number handler, std::int64_t format, std::int64_t at) {
    next_due_.push_back({handler, format, at});
  }
  /// A tenant's part of a lane.
  struct head {
    name_number handler = 0;
    std::int64_t format = 0;
    name_number tenant = 0;
    friend bool operator==(const head&, const head&) = default;
  };
  /// There is more in it than was read, or there are more like it than were looked at.
  void leave_behind(const head& of) { left_behind_.push_back(of); }
  [[nodiscard]] bool has_left_behind() const { return !left_behind_.empty(); }
  /// That hold back claims.
  bool has_limits(name_number handler) {
    const job_descriptor* const of = type(handler);
    if (of == nullptr) return false;
    for (const limit_description& each : of->limits)
      if (each.point == limit_point::at_claim) return true;
    return false;
  }
  queue_lane lane_of(name_number handler, std::int64_t format) {
    const job_descriptor* const of = type(handler);
    maybe<state_number> state;
    if (of != nullptr) state = of->state_called(name_of(sql::state_in(format)));
    return {.format = format,
            .state = state.value_or(0),
            .version = sql::version_in(format),
            .suspect = sql::suspect_in(format),
            .state_is_known = state.has_value()};
  }

 private:
  static constexpr int portion = 64;
  struct upcoming {
    name_number handler = 0;
    std::int64_t format = 0;
    std::int64_t at = 0;
  };

  bool is_in(living& each, name_number handler, phase where) {
    if (!each.is_there || each.row.handler != handler || each.row.at.phase != where) return false;
    set_format(each);
    return true;
  }
  light_vector<queue_lane> lanes_in(name_number handler, phase where) {
    light_vector<queue_lane> found;
    for (const std::int64_t key : order_) {
      living& each = *living_.find(key);
      if (!is_in(each, handler, where)) continue;
      const auto same = [&](const queue_lane& lane) { return lane.format == each.format; };
      if (std::none_of(found.begin(), found.end(), same))
        found.push_back(lane_of(handler, each.format));
    }
    return found;
  }
  template <class Wanted>
  light_vector<queue_row> in_order(name_number handler, phase where, std::size_t skip,
                                   std::size_t limit, Wanted wanted) {
    light_vector<const queue_row*> found;
    for (const std::int64_t key : order_) {
      living& each = *living_.find(key);
      if (is_in(each, handler, where) && wanted(each)) found.push_back(&each.row);
    }
    pawl::detail::sort_by(found, [](const queue_row* a, const queue_row* b) {
      const std::int64_t first = sql::place_in_order(*a).get();
      const std::int64_t second = sql::place_in_order(*b).get();
      return first != second ? first < second : a->key < b->key;
    });
    light_vector<queue_row> out;
    for (std::size_t i = skip; i < found.size() && out.size() < limit; ++i)
      out.push_back(*found[i]);
    return out;
  }

  /// The next rows of a lane, beyond those that are known. False if there are none.
  bool read_more(const head& of) {
    if (!contains(left_behind_, of)) return false;
    ++unforeseen_;
    write_held();
    pg_values values = array_of_numbers(order_);
    values << of.handler << of.format << of.tenant;
    const pg_result found = db().fetch(more_, values);
    const int count = PQntuples(found.get());
    for (int i = 0; i < count; ++i) take_with_job(*found, i);
    if (count < portion) erase_if(left_behind_, [&](const head& each) { return each == of; });
    return count != 0;
  }

  void describe() {
    leased_by_.sql = db().qualified(
        sql::compose("SELECT " + std::string(std::string_view(living_columns)) +
                     " FROM pawl_queue AS q WHERE q.owner = ANY($1) ORDER BY q.key"));
    more_.sql = db().qualified(sql::compose(
        "WITH taken AS (SELECT n.* FROM pawl_queue AS n WHERE n.queued_as = {phase.ready} AND "
        "n.handler = $2 AND n.format = $3 AND n.tenant = $4 AND n.key <> ALL($1) ORDER BY "
        "n.order_at, n.key "
        "LIMIT " +
        std::to_string(portion) + " FOR UPDATE SKIP LOCKED) " + select_with_job("taken")));
  }

  pawl::detail::light_map<std::int64_t, light_vector<queue_row>> leased_{};
  light_vector<upcoming> next_due_{};
  light_vector<head> left_behind_{};
  pg_statement leased_by_{};
  pg_statement more_{};
};

}  // namespace pawl::storage::detail

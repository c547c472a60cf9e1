// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <pawl/detail/light_map.hpp>
#include <pawl/storage/postgres/declarations.hpp>

namespace pawl::storage::detail {

/// A limit, and what it counts by.
struct pg_limit_key {
  name_number limit = 0;
  std::string key{};

  [[nodiscard]] std::string text() const { return std::to_string(limit) + '/' + key; }
};

/// What a batch knows of limits: slots, rates, parked jobs. All of it is read ahead
/// for the limits that the batch will look at, under their locks; what it changes is written with
/// the commit. What was not foreseen is asked for, and counted.
///
/// Who looks at what a limit counts, or changes it, holds the lock of the limit and its key, until
/// its transaction ends.
class postgres_limits : public postgres_declarations {
 public:
  postgres_limits(pg_connection* db, const known_types& known) : postgres_declarations(db, known) {
    describe();
  }

  // Slots.
  found_slot find_slot(name_number limit, const std::string& key, int count) {
    lock_limit({limit, key});
    const taken_slots& of = slots_at({limit, key});
    int free = 1;
    int taken = 0;
    // Another release may have taken numbers beyond this count: all that are taken count.
    for (const slot& each : of.all) {
      if (each.number == free) ++free;
      if (++taken >= count) return {{}, of.all[0].job};
    }
    return {free, 0};
  }
  void take_slot(name_number limit, const std::string& key, int number, std::int64_t by,
                 bool until_end) {
    taken_slots& of = slots_at({limit, key});
    of.all.push_back({number, by, until_end});
    sort_slots(of);
    light_vector<held_slot>* held = slots_of_.find(by);
    if (held == nullptr) held = &slots_of_.put(by, {});
    held->push_back({{limit, key}, number, until_end});
    taking_.push_back({{limit, key}, number, by, until_end});
  }
  bool holds_slot(name_number limit, std::int64_t job) {
    for (const held_slot& each : held_by(job))
      if (each.of.limit == limit) return true;
    return false;
  }
  light_vector<freed_slot> free_slots(std::int64_t by, bool only_running) {
    light_vector<freed_slot> freed;
    erase_if(held_by(by), [&](const held_slot& each) {
      if (only_running && each.until_end) return false;
      lock_limit(each.of);
      if (taken_slots* const of = slots_.find(each.of.text()))
        erase_if(of->all, [&](const slot& one) { return one.number == each.number; });
      if (!drop_taking(each)) freed_.add(each.of.limit, each.of.key, each.number);
      freed.push_back({each.of.limit, each.of.key});
      return true;
    });
    return freed;
  }

  // Rates.
  gcra_state rate(name_number limit, const std::string& key) {
    const pg_limit_key of{limit, key};
    lock_limit(of);
    if (const kept_rate* const known = rates_.find(of.text())) return known->state;
    ++unforeseen_;
    const gcra_state found = sql_rows::rate(limit, key);
    know_rate(of, found);
    return found;
  }
  void set_rate(name_number limit, const std::string& key, gcra_state state) {
    const pg_limit_key of{limit, key};
    const kept_rate* const known = rates_.find(of.text());
    const bool is_listed = known != nullptr && known->is_changed;
    rates_.put(of.text(), {of, state, true});
    if (!is_listed) changed_rates_.push_back(of.text());
  }

  // Parked jobs.
  void park(name_number limit, const std::string& key, std::int64_t sort_key, std::int64_t job) {
    parked_now_.push_back({{limit, key}, {job, sort_key}});
  }
  maybe<parked_job> unpark(name_number limit, const std::string& key) {
    const pg_limit_key of{limit, key};
    lock_limit(of);
    waiting_jobs& waiting = waiting_for(of);
    const auto is_before = [](const parked_job& a, const parked_job& b) {
      return a.sort_key != b.sort_key ? a.sort_key < b.sort_key : a.job < b.job;
    };
    std::size_t fresh = parked_now_.size();
    for (std::size_t i = 0; i < parked_now_.size(); ++i)
      if (parked_now_[i].of.text() == of.text() &&
          (fresh == parked_now_.size() || is_before(parked_now_[i].job, parked_now_[fresh].job)))
        fresh = i;
    const bool has_fresh = fresh != parked_now_.size();
    if (!waiting.heads.empty() &&
        (!has_fresh || is_before(waiting.heads[0], parked_now_[fresh].job))) {
      const parked_job first = waiting.heads[0];
      waiting.heads.erase(waiting.heads.begin());
      gone_.add(first.job);
      return first;
    }
    if (!has_fresh) return {};
    const parked_job first = parked_now_[fresh].job;
    parked_now_.erase(parked_now_.begin() + static_cast<std::ptrdiff_t>(fresh));
    return first;
  }
  std::optional<std::string> parked_key_after(name_number limit,
                                              const std::optional<std::string>& after) {
    const parked_keys* const known = parked_keys_.find(limit);
    if (known != nullptr) {
      for (const std::string& each : known->first) {
        if (after && each <= *after) continue;
        if (!waiting_for({limit, each}).heads.empty()) return each;
      }
      if (known->are_all) return {};
    }
    ++unforeseen_;
    write_held();
    return sql_rows::parked_key_after(limit, after);
  }
  void remove_parked(std::int64_t job) {
    const std::size_t before = parked_now_.size();
    erase_if(parked_now_, [job](const fresh_parked& each) { return each.job.job == job; });
    if (parked_now_.size() != before) return;
    gone_.add(job);
  }

  // --- For what reads ahead ----------------------------------------------------------------------

  /// That the last run of this batch would have had to lock at its beginning.
  [[nodiscard]] const light_vector<pg_limit_key>& foreseen_limits() const {
    return foreseen_limits_;
  }
  /// The first keys of a limit that jobs wait for, in their order.
  struct parked_keys {
    light_vector<std::string> first{};
    bool are_all = true;
  };
  [[nodiscard]] const parked_keys* parked_keys_of(name_number limit) const {
    return parked_keys_.find(limit);
  }
  void know_parked_keys(name_number limit, parked_keys keys) {
    parked_keys_.put(limit, std::move(keys));
  }

  /// What of limits a batch will look at.
  struct foreseen {
    light_vector<std::int64_t> holders{};  ///< jobs whose slots may be freed
    light_vector<std::int64_t> awaited{};  ///< the same of those who wait for these
    struct look {
      pg_limit_key of{};
      std::size_t wakes = 0;  ///< parked jobs that may be woken
      bool is_rate = false;
    };
    light_vector<look> looks{};

    void add(pg_limit_key of, std::size_t wakes, bool is_rate = false) {
      looks.push_back({std::move(of), wakes, is_rate});
    }
    [[nodiscard]] bool empty() const { return holders.empty() && looks.empty(); }
  };
  /// Sends what locks and reads it. `of` is there until the round trip.
  void ask_limits(const foreseen& of) {
    pg_values values = array_of_numbers(of.holders);
    pg_arrays looks;
    for (const pg_type each : {pg_type::integer, pg_type::words, pg_type::integer})
      looks.expect(each);
    for (const auto& each : of.looks) {
      looks << each.of.limit << each.of.key << std::uint64_t{each.wakes};
      looks.end_row();
    }
    looks.bind(values);
    add_numbers(values, of.awaited);
    values << wants_jobs_;
    db().send(lock_all_, values, [this, &of](const PGresult&) { expect_rows_of(of); });
    db().send(slots_of_jobs_, values, [this](const PGresult& rows) { take_slots_of_jobs(rows); });
    db().send(slots_of_keys_, values, [this](const PGresult& rows) { take_slots_of_keys(rows); });
    db().send(heads_of_keys_, values, [this](const PGresult& rows) { take_heads(rows); });
    if (has_rates(of))
      db().send(rates_of_keys_, values, [this](const PGresult& rows) { take_rates(rows); });
  }

 protected:
  ~postgres_limits() = default;

  /// A living row was read, by `living_columns`, and is locked; behind it stands what was
  /// submitted, if that is wanted.
  virtual void know_living(pg_row& row) = 0;
  virtual void know_id_of(std::int64_t key, const job_id& id) = 0;

  void forget_limits() {
    forget_declarations();
    locked_.clear();
    slots_.clear();
    slots_of_.clear();
    rates_.clear();
    waiting_.clear();
    parked_now_.clear();
    parked_keys_.clear();
    taking_.clear();
    changed_rates_.clear();
    for (pg_held_rows* const each : {&freed_, &taken_, &rates_out_, &gone_, &parked_out_})
      each->drop();
  }
  void forget_foreseen_limits() { foreseen_limits_.clear(); }
  void write_limits() {
    freed_.write(db());
    for (const taken_slot& each : taking_)
      taken_.add(each.of.limit, each.of.key, each.number, each.job, each.until_end);
    taking_.clear();
    taken_.write(db());
    for (const std::string& each : changed_rates_) {
      kept_rate& rate = *rates_.find(each);
      rate.is_changed = false;
      rates_out_.add(rate.of.limit, rate.of.key, rate.state.even_at_ns);
    }
    changed_rates_.clear();
    rates_out_.write(db());
    gone_.write(db());
    for (const fresh_parked& each : parked_now_) {
      parked_out_.add(each.of.limit, each.of.key, each.job.sort_key, each.job.job);
      // It is stored from now on, and stands with the others that wait.
      if (waiting_jobs* const known = waiting_.find(each.of.text())) known->known = know::some;
    }
    parked_now_.clear();
    parked_out_.write(db());
    write_rechecks();
  }

 private:
  struct slot {
    int number = 0;
    std::int64_t job = 0;
    bool until_end = false;
  };
  struct taken_slots {
    light_vector<slot> all{};  ///< by their numbers
  };
  struct held_slot {
    pg_limit_key of{};
    int number = 0;
    bool until_end = false;
  };
  struct taken_slot {
    pg_limit_key of{};
    int number = 0;
    std::int64_t job = 0;
    bool until_end = false;
  };
  struct kept_rate {
    pg_limit_key of{};
    gcra_state state{};
    bool is_changed = false;
  };
  enum class know : unsigned char { nothing, some, all };
  struct waiting_jobs {
    light_vector<parked_job> heads{};  ///< the first of them
    enum know known = know::nothing;
  };
  struct fresh_parked {
    pg_limit_key of{};
    parked_job job{};
  };
  static bool has_rates(const foreseen& of) {
    for (const auto& each : of.looks)
      if (each.is_rate) return true;
    return false;
  }
  /// True if the slot was taken by this batch, and is not written yet.
  bool drop_taking(const held_slot& of) {
    const std::size_t before = taking_.size();
    erase_if(taking_, [&](const taken_slot& each) {
      return each.number == of.number && each.of.limit == of.of.limit && each.of.key == of.of.key;
    });
    return taking_.size() != before;
  }
  void know_locked(const pg_limit_key& of) { locked_.put(of.text(), true); }
  void lock_limit(const pg_limit_key& of) {
    if (locked_.find(of.text()) != nullptr) return;
    ++unforeseen_;
    pg_execution row(db(), try_lock_);
    row << of.limit << of.key;
    row.next();
    if (row.integer() == 0) {
      foreseen_limits_.push_back(of);
      throw pg_conflict{};
    }
    know_locked(of);
  }
  /// The locks are held. What no row tells of from here on is empty.
  void expect_rows_of(const foreseen& of) {
    for (const std::int64_t job : of.holders) slots_of_.put(job, {});
    for (const auto& each : of.looks) {
      know_locked(each.of);
      slots_.put(each.of.text(), {});
      waiting_.put(each.of.text(), {});
      if (each.is_rate) know_rate(each.of, {});
    }
  }
  static void sort_slots(taken_slots& of) {
    pawl::detail::sort_by(of.all, [](const slot& a, const slot& b) { return a.number < b.number; });
  }
  /// Those of one limit and key that were not foreseen. What the batch did to it is not known
  /// there, so it is written first.
  void read_limit(const pg_limit_key& of, std::size_t wakes) {
    ++unforeseen_;
    write_held();
    foreseen one;
    one.add(of, wakes);
    ask_limits(one);
    db().round_trip();
  }
  taken_slots& slots_at(const pg_limit_key& of) {
    if (taken_slots* const known = slots_.find(of.text())) return *known;
    read_limit(of, 0);
    return *slots_.find(of.text());
  }
  light_vector<held_slot>& held_by(std::int64_t job) {
    if (light_vector<held_slot>* const known = slots_of_.find(job)) return *known;
    ++unforeseen_;
    const pg_result rows = db().fetch(slots_of_job_, array_of_numbers({job}));
    slots_of_.put(job, {});
    take_slots_of_jobs(*rows);
    return *slots_of_.find(job);
  }
  /// As many of those who wait as there are, or some.
  waiting_jobs& waiting_for(const pg_limit_key& of) {
    waiting_jobs* known = waiting_.find(of.text());
    if (known != nullptr && (!known->heads.empty() || known->known == know::all)) return *known;
    read_limit(of, portion);
    return *waiting_.find(of.text());
  }
  void take_slots_of_jobs(const PGresult& rows) {
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      const std::int64_t job = row.integer();
      held_slot one;
      one.of.limit = row.number<name_number>();
      one.of.key = row.string();
      one.number = row.number<int>();
      one.until_end = row.integer() != 0;
      light_vector<held_slot>* held = slots_of_.find(job);
      if (held == nullptr) held = &slots_of_.put(job, {});
      held->push_back(std::move(one));
    }
  }
  void take_slots_of_keys(const PGresult& rows) {
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      pg_limit_key of{row.number<name_number>(), {}};
      of.key = row.string();
      slot one;
      one.number = row.number<int>();
      one.job = row.integer();
      one.until_end = row.integer() != 0;
      if (!row.is_null()) know_id_of(one.job, row.id());
      know_locked(of);
      taken_slots* known = slots_.find(of.text());
      if (known == nullptr) known = &slots_.put(of.text(), {});
      known->all.push_back(one);
    }
  }
  void take_heads(const PGresult& rows) {
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      pg_limit_key of{row.number<name_number>(), {}};
      of.key = row.string();
      const bool has_all = row.integer() != 0;
      know_locked(of);
      waiting_jobs* known = waiting_.find(of.text());
      if (known == nullptr) known = &waiting_.put(of.text(), {});
      known->known = has_all ? know::all : know::some;
      parked_job one;
      if (row.is_null()) continue;
      one.job = row.integer();
      one.sort_key = row.integer();
      known->heads.push_back(one);
      if (!row.is_null()) know_living(row);
    }
  }
  void take_rates(const PGresult& rows) {
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      pg_limit_key of{row.number<name_number>(), {}};
      of.key = row.string();
      know_rate(of, {row.integer()});
    }
  }
  void know_rate(const pg_limit_key& of, gcra_state state) { rates_.put(of.text(), {of, state}); }

  void describe() {
    const auto made = [this](const std::string& sql) { return db().qualified(sql::compose(sql)); };
    const std::string hash =
        "hashtextextended('" + db().schema() + " limit ' || l.lim || '/' || l.key, 0)";
    // Those that the jobs hold, or that who waits for one of them holds, and those that are named.
    const std::string holders =
        "pawl_slots AS s WHERE s.job = ANY(ARRAY(SELECT unnest($1) UNION ALL SELECT w.job FROM "
        "pawl_dependencies AS w WHERE w.awaited = ANY($5)))";
    const std::string named = "(SELECT s.lim, s.key, 1::bigint AS wakes FROM " + holders +
                              " UNION ALL SELECT * FROM unnest($2, $3, $4))";
    lock_all_.sql = made("SELECT pg_advisory_xact_lock(o.h) FROM (SELECT DISTINCT " + hash +
                         " AS h FROM " + named + " AS l ORDER BY h) AS o");
    slots_of_jobs_.sql = made("SELECT s.job, s.lim, s.key, s.number, s.until_end FROM " + holders);
    slots_of_keys_.sql = made(
        "SELECT s.lim, s.key, s.number, s.job, s.until_end, CASE WHEN row_number() OVER "
        "(PARTITION BY s.lim, s.key ORDER BY s.number) = 1 THEN (SELECT j.id FROM pawl_jobs AS j "
        "WHERE j.key = s.job) END FROM (SELECT DISTINCT l.lim, l.key FROM " +
        named +
        " AS l) AS k JOIN pawl_slots AS s ON s.lim = k.lim AND s.key = k.key ORDER BY s.lim, "
        "s.key, s.number");
    heads_of_keys_.sql = made(
        "WITH wanted AS MATERIALIZED (SELECT l.lim, l.key, sum(l.wakes)::bigint + 1 AS n FROM " +
        named +
        " AS l GROUP BY l.lim, l.key HAVING sum(l.wakes) > 0), heads AS MATERIALIZED (SELECT "
        "w.lim, w.key, w.n, p.job, p.sort_key FROM wanted AS w, LATERAL (SELECT p.job, p.sort_key "
        "FROM pawl_parked AS p WHERE p.lim = w.lim AND p.key = w.key ORDER BY p.sort_key, p.job "
        "LIMIT w.n) AS p), q AS (SELECT n.* FROM pawl_queue AS n WHERE n.key = ANY(ARRAY(SELECT "
        "h.job FROM heads AS h)) FOR UPDATE SKIP LOCKED) SELECT w.lim, w.key, ((SELECT count(*) "
        "FROM heads AS h WHERE h.lim = w.lim AND h.key = w.key) < w.n)::int, h.job, h.sort_key, " +
        std::string(std::string_view(living_columns)) +
        ", {j.jobs} FROM wanted AS w LEFT JOIN heads AS h ON h.lim = w.lim AND h.key = w.key LEFT "
        "JOIN q ON q.key = h.job LEFT JOIN pawl_jobs AS j ON $6 = 1 AND j.key = q.key ORDER BY "
        "w.lim, w.key, h.sort_key, h.job");
    rates_of_keys_.sql =
        made("SELECT r.lim, r.key, r.even_at FROM (SELECT DISTINCT l.lim, l.key FROM " + named +
             " AS l) AS k JOIN pawl_rates AS r ON r.lim = k.lim AND r.key = k.key");
    slots_of_job_.sql =
        made("SELECT job, lim, key, number, until_end FROM pawl_slots WHERE job = ANY($1)");
    try_lock_.sql = "SELECT pg_try_advisory_xact_lock(" + hash +
                    ") FROM (SELECT $1::bigint AS lim, $2::text AS key) AS l";

    freed_.deletes(db(), "pawl_slots", {"lim", "key", "number"});
    taken_.inserts(db(), "pawl_slots");
    rates_out_.inserts(db(), "pawl_rates", sql::part::all,
                       "(lim, key) DO UPDATE SET even_at = excluded.even_at");
    gone_.deletes(db(), "pawl_parked", {"job"});
    parked_out_.inserts(db(), "pawl_parked");
  }

  static constexpr std::size_t portion = 64;
  pawl::detail::light_map<std::string, bool> locked_{};
  light_vector<pg_limit_key> foreseen_limits_{};  ///< kept from one run of a batch to the next
  pawl::detail::light_map<std::string, taken_slots> slots_{};
  pawl::detail::light_map<std::int64_t, light_vector<held_slot>> slots_of_{};
  pawl::detail::light_map<std::string, kept_rate> rates_{};
  pawl::detail::light_map<std::string, waiting_jobs> waiting_{};
  light_vector<fresh_parked> parked_now_{};    ///< by this batch, and not written yet
  light_vector<taken_slot> taking_{};          ///< likewise
  light_vector<std::string> changed_rates_{};  ///< likewise
  pawl::detail::light_map<std::int64_t, parked_keys> parked_keys_{};

  pg_held_rows freed_{};
  pg_held_rows taken_{};
  pg_held_rows rates_out_{};
  pg_held_rows gone_{};
  pg_held_rows parked_out_{};
  pg_statement lock_all_{};
  pg_statement slots_of_jobs_{};
  pg_statement slots_of_keys_{};
  pg_statement heads_of_keys_{};
  pg_statement rates_of_keys_{};
  pg_statement slots_of_job_{};
  pg_statement try_lock_{};
};

}  // namespace pawl::storage::detail

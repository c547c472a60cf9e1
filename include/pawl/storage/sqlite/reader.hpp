// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/cursor.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/storage/shown.hpp>
#include <pawl/storage/sqlite/rows.hpp>

namespace pawl::storage::detail {

/// What can be read from a store, through one connection. Every member is called inside a read
/// transaction, so what it reads belongs together.
class sqlite_reader {
 public:
  sqlite_reader(sqlite3* db, const known_types& known) : rows_(db, known), known_(&known) {}

  result<job_record> get(const scope& who, const job_id& id) {
    execution row = sql().use(query::record);
    row << id;
    if (!row.next()) return no_such_job();
    job_record found = read_record(row);
    if (!sees(who, found.tenant)) return no_such_job();
    return found;
  }

  result<stored_result> result_of(const scope& who, const job_id& id) {
    execution row = sql().use(query::result_of);
    row << id;
    if (!row.next()) return no_such_job();
    stored_result out;
    out.state = row.string();
    const bool ended = !row.is_null();
    out.kind = static_cast<kind>(row.integer());
    if (!row.is_null())
      out.value = row.string();
    else
      row.skip();
    if (!row.is_null()) {
      out.error = read_error(row, false);
      out.error->retryable = row.integer() != 0;
    } else {
      row.skip(error_columns + 1);
    }
    const std::string tenant = rows_.name_of(row.number<name_number>());
    if (!sees(who, tenant)) return no_such_job();
    if (!ended) out.kind = kind_of(rows_.name_of(row.number<name_number>()), out.state);
    return out;
  }

  result<job_page> list(const scope& who, const list_filter& filter) {
    job_page page;
    const auto cursor = read_list(who, filter, false, [&](std::int64_t, job_record&& record) {
      page.jobs.push_back(std::move(record));
    });
    if (!cursor) return unexpected<error>(cursor.error());
    page.cursor = *cursor;
    return page;
  }

  result<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) {
    dead_letter_page page;
    const auto cursor = read_list(who, filter, true, [&](std::int64_t key, job_record&& record) {
      page.letters.push_back(read_letter(key, std::move(record)));
    });
    if (!cursor) return unexpected<error>(cursor.error());
    page.cursor = *cursor;
    return page;
  }

  result<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) {
    auto record = get(who, id);
    const auto found = record ? rows_.find_job(id) : std::nullopt;
    if (!found || !rows_.is_dead_letter(found->key))
      return refuse(errc::not_found, "there is no such dead letter");
    return read_letter(found->key, *std::move(record));
  }

  result<std::vector<job_event>> events(const scope& who, const job_id& id, std::uint64_t after,
                                        std::size_t limit) {
    const auto found = rows_.find_job(id);
    if (!found || !sees(who, rows_.name_of(found->tenant))) return no_such_job();
    execution row = sql().use(query::events_of);
    row << found->key << after << std::uint64_t{limit};
    return read_events(row);
  }

  result<std::vector<job_event>> feed(const scope& who, std::uint64_t after, std::size_t limit) {
    std::optional<name_number> tenant;
    if (!who.is_every_tenant()) {
      tenant = rows_.find_number(who.tenant());
      if (!tenant) return std::vector<job_event>{};
    }
    execution row = sql().use(tenant ? query::feed_of : query::feed);
    row << after << std::uint64_t{limit};
    if (tenant) row << *tenant;
    return read_events(row);
  }

  result<statistics> count(const scope& who) {
    statistics out;
    name_number tenant = 0;
    if (!who.is_every_tenant()) {
      const auto number = rows_.find_number(who.tenant());
      if (!number) return out;
      tenant = *number;
    }
    for (const query each : {query::count_living, query::count_ended}) {
      execution row = sql().use(each);
      row << tenant;
      while (row.next()) {
        state_count one;
        one.handler = row.string();
        one.state = row.string();
        one.phase = static_cast<phase>(row.integer());
        one.count = row.integer();
        out.jobs.push_back(std::move(one));
      }
    }
    std::sort(out.jobs.begin(), out.jobs.end(), [](const auto& a, const auto& b) {
      return std::tie(a.handler, a.state, a.phase) < std::tie(b.handler, b.state, b.phase);
    });
    execution row = sql().use(query::count_dead_letters);
    row << tenant;
    if (row.next()) out.dead_letters = row.integer();
    return out;
  }

  result<std::int64_t> depth(const job_descriptor& type) {
    const auto number = rows_.find_number(type.handler);
    return number ? rows_.depth_of(*number) : 0;
  }

  result<std::vector<held_job>> leases(owner_number owner) {
    std::vector<held_job> out;
    for (const queue_row& job : rows_.leased_by(owner))
      out.push_back({{job.key, job.fence}, rows_.type(job.handler), job.cancel_requested});
    return out;
  }

  result<std::int64_t> last_time() { return rows_.last_time(); }

 private:
  [[nodiscard]] statements& sql() { return rows_.sql(); }

  static unexpected<error> no_such_job() { return refuse(errc::not_found, "there is no such job"); }
  static bool sees(const scope& who, const std::string& tenant) {
    return who.is_every_tenant() || who.tenant() == tenant;
  }
  static instant at_ms(std::int64_t ms) { return instant{std::chrono::milliseconds{ms}}; }

  kind kind_of(const std::string& handler, const std::string& state) const {
    const auto found = known_->by_handler.find(handler);
    if (found == known_->by_handler.end()) return kind::none;
    const auto restored = found->second->restore(state);
    return restored ? found->second->kind_of(*restored) : kind::none;
  }

  /// Whether it is certain that no job that has succeeded matches: every type that it could be of
  /// is known here, and none of the states is one of its successes.
  bool none_has_succeeded(const list_filter& filter) {
    constexpr std::size_t most = 64;  // each is a part of its own of the statement
    if (filter.states.empty() || filter.states.size() > most) return false;
    std::vector<const job_descriptor*> types;
    const auto add = [&](const std::string& handler) {
      const auto found = known_->by_handler.find(handler);
      if (found == known_->by_handler.end()) return false;
      types.push_back(found->second);
      return true;
    };
    if (!filter.handler.empty()) {
      if (!add(filter.handler)) return false;
    } else {
      execution row = sql().use(query::handlers);
      while (row.next())
        if (!add(rows_.name_of(row.number<name_number>()))) return false;
    }
    return std::all_of(filter.states.begin(), filter.states.end(), [&](const std::string& name) {
      bool is_known = false;
      for (const job_descriptor* type : types) {
        const auto state = type->restore(name);
        if (state && type->kind_of(*state) == kind::success) return false;
        is_known = is_known || state.has_value();
      }
      return is_known;
    });
  }

  /// Calls `see` with each job of a page; answers where the next page begins.
  template <class See>
  result<std::string> read_list(const scope& who, const list_filter& filter, bool dead, See see) {
    const auto from = parse_cursor(filter.cursor);
    if (!from) return bad_cursor();
    std::vector<std::string> states = filter.states;
    std::sort(states.begin(), states.end());
    states.erase(std::unique(states.begin(), states.end()), states.end());
    sql::list_shape shape{.dead_letters = dead,
                          .tenant = !who.is_every_tenant(),
                          .handler = !filter.handler.empty(),
                          .subject = !filter.subject.empty(),
                          .from = filter.created_from.has_value(),
                          .until = filter.created_until.has_value(),
                          .states = states.size(),
                          .no_success = !dead && none_has_succeeded(filter)};
    std::optional<name_number> tenant;
    std::optional<name_number> handler;
    if (shape.tenant && !(tenant = rows_.find_number(who.tenant()))) return std::string();
    if (shape.handler && !(handler = rows_.find_number(filter.handler))) return std::string();

    const statement_handle statement = prepare(sql().db(), sql::list_statement(shape));
    execution row(sql().db(), statement.get());
    // One more than the page holds tells whether there is a next one.
    row << from->created_at << from->key << std::uint64_t{filter.clamped_limit() + 1};
    if (tenant) row << *tenant;
    if (handler) row << *handler;
    if (shape.subject) row << filter.subject;
    if (shape.from) row << filter.created_from->time_since_epoch().count();
    if (shape.until) row << filter.created_until->time_since_epoch().count();
    for (const std::string& state : states) row << state;

    std::string cursor;
    for (std::size_t seen = 0; row.next(); ++seen) {
      if (seen == filter.clamped_limit()) return cursor;
      const std::int64_t key = row.integer();  // which is also the first of the record
      row.skip(-1);
      job_record record = read_record(row);
      cursor = cursor_of(record.created_at.time_since_epoch().count(), key);
      see(key, std::move(record));
    }
    return std::string();
  }

  /// The columns of `{record}`.
  job_record read_record(execution& row) {
    job_record out;
    job_row job = read_job(row, sql::part::shown);
    const std::int64_t key = job.key;
    out.handler = row.string();
    out.lifecycle = row.string();
    out.tenant = row.string();
    const bool has_result = row.integer() != 0;
    show(out, job);
    if (!row.is_null())
      read_living(row, out);
    else
      read_ended(row, out, has_result);
    const auto type = known_->by_handler.find(out.handler);
    if (type != known_->by_handler.end())
      out.lifecycle = std::string(type->second->lifecycle.data(), type->second->lifecycle.size());
    read_details(key, out);
    return out;
  }
  void read_living(execution& row, job_record& out) const {
    queue_row job;
    row_reader reader(row, sql::part::shown);
    sql::queue_list::visit(job, reader);
    out.state = reader.state();
    out.kind = kind_of(out.handler, out.state);
    if (job.error_event != 0) out.error = read_error(row, job.at.retryable);
    show(out, job);
  }
  static void read_ended(execution& row, job_record& out, bool has_result) {
    static const int of_the_living =
        sql::count_of<sql::queue_list>(sql::part::shown) + error_columns;
    row.skip(of_the_living);
    outcome_row end;
    sql::outcomes_list::visit(end, row_reader(row, sql::part::shown));
    end.has_result = has_result;
    show(out, end);
  }

  void read_details(std::int64_t key, job_record& out) {
    execution row = sql().use(query::details);
    row << key;
    while (row.next()) {
      const auto kind = static_cast<detail_kind>(row.integer());
      std::string name = row.string();
      const auto version = row.number<unsigned>();
      if (kind == detail_kind::audit)
        out.audit.emplace(std::move(name), row.string());
      else if (kind == detail_kind::cancel_reason)
        out.cancel_reason = row.string();
      else
        out.artifacts.push_back({std::move(name), version, row.string()});
    }
  }

  pawl::dead_letter read_letter(std::int64_t key, job_record&& record) {
    pawl::dead_letter out{.job = std::move(record)};
    execution row = sql().use(query::dead_letter);
    row << key;
    if (!row.next()) return out;
    out.dead_since = at_ms(row.integer());
    if (!row.is_null())
      out.replayed_as = row.id();
    else
      row.skip();
    out.payload = row.string();
    out.payload_version = row.number<unsigned>();
    return out;
  }

  static std::vector<job_event> read_events(execution& row) {
    std::vector<job_event> out;
    while (row.next()) {
      job_event event;
      event.job = row.id();
      sql::events_list::visit(event, row_reader(row, sql::part::shown));
      out.push_back(std::move(event));
    }
    return out;
  }

  sqlite_rows rows_;
  const known_types* known_;
};

}  // namespace pawl::storage::detail

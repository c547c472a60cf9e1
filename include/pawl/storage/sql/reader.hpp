// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include <pawl/storage/cursor.hpp>
#include <pawl/storage/feed.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/storage/shown.hpp>
#include <pawl/storage/sql/rows.hpp>

namespace pawl::storage::detail {

/// What can be read from a store, through one connection. Every member is called inside a read
/// transaction, so what it reads belongs together.
template <class Session>
class sql_reader {
 public:
  template <class Connection>
  sql_reader(Connection* db, const known_types& known) : rows_(db, known), known_(&known) {}

  /// All of it is read while the first statement stands: that is a snapshot by itself.
  answer_to<job_record> get(const scope& who, const job_id& id) {
    auto row = sql().use(query::record);
    row << id;
    if (!row.next()) return no_such_job();
    job_record found;
    job_row job = read_job(row, sql::part::shown);
    const auto handler = row.template number<name_number>();
    found.handler = rows_.name_of(handler);
    found.tenant = rows_.name_of(row.template number<name_number>());
    if (!sees(who, found.tenant)) return no_such_job();
    read_rest(row, found, job, columns::of_one);
    if (found.lifecycle.empty()) {
      auto known = sql().use(query::lifecycle_of);
      known << handler;
      if (known.next()) found.lifecycle = known.string();
    }
    return found;
  }

  answer_to<stored_result> result_of(const scope& who, const job_id& id) {
    auto row = sql().use(query::result_of);
    row << id;
    if (!row.next()) return no_such_job();
    return read_result(who, row);
  }
  template <class Row>
  answer_to<stored_result> read_result(const scope& who, Row& row) {
    stored_result out;
    out.state = row.string();
    const bool ended = !row.is_null();
    out.kind = row.template enumerator<kind>();
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
    const std::string tenant = rows_.name_of(row.template number<name_number>());
    if (!sees(who, tenant)) return no_such_job();
    if (!ended) out.kind = kind_of(rows_.name_of(row.template number<name_number>()), out.state);
    return out;
  }

  answer_to<stored_results> results_of(const scope& who, slice<job_id> ids) {
    stored_results out(ids.size());
    const auto take = [&](std::size_t place, auto& row) {
      if (auto found = read_result(who, row)) out[place] = *std::move(found);
    };
    if constexpr (requires { sql().ask_together(query::result_of, ids, take); }) {
      // In one round trip, however many they are.
      sql().ask_together(query::result_of, ids, take);
    } else {
      for (std::size_t i = 0; i < ids.size(); ++i)
        if (auto found = result_of(who, ids[i])) out[i] = *std::move(found);
    }
    return out;
  }

  answer_to<stored_payload> payload_of(const scope& who, const job_id& id) {
    auto row = sql().use(query::payload_of);
    row << id;
    if (!row.next()) return no_such_job();
    stored_payload out{.value = row.string(), .version = row.template number<unsigned>()};
    if (!sees(who, rows_.name_of(row.template number<name_number>()))) return no_such_job();
    return out;
  }

  answer_to<job_page> list(const scope& who, const list_filter& filter) {
    job_page page;
    const auto cursor = read_list(who, filter, &page, nullptr);
    if (!cursor) return unexpected<error>(cursor.error());
    page.cursor = *cursor;
    return page;
  }

  answer_to<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) {
    dead_letter_page page;
    const auto cursor = read_list(who, filter, nullptr, &page);
    if (!cursor) return unexpected<error>(cursor.error());
    page.cursor = *cursor;
    return page;
  }

  answer_to<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) {
    auto record = get(who, id);
    const auto found = record ? rows_.find_job(id) : maybe<found_job>();
    if (!found || !rows_.is_dead_letter(found->key))
      return refuse(errc::not_found, "there is no such dead letter");
    return read_letter(found->key, *std::move(record));
  }

  answer_to<std::vector<job_event>> events(const scope& who, const job_id& id, std::uint64_t after,
                                           std::size_t limit) {
    const auto found = rows_.find_job(id);
    if (!found || !sees(who, rows_.name_of(found->tenant))) return no_such_job();
    auto row = sql().use(query::events_of);
    row << found->key << after << std::uint64_t{limit};
    return read_events(row);
  }

  answer_to<feed_page> feed(const scope& who, std::string_view after, std::size_t limit) {
    const auto from = parse_feed_cursor(after);
    if (!from) return bad_feed_cursor();
    feed_place newest = newest_in_feed();
    if (limit == 0) return end_of_feed(newest);
    maybe<name_number> tenant;
    light_vector<announced_job> jobs;
    light_vector<placed_event> events;
    if (!who.is_every_tenant()) {
      tenant = rows_.find_number(who.tenant());
      if (!tenant) return merged(*from, newest, jobs, std::move(events), limit);
    }
    {
      auto row = sql().use(tenant ? query::new_jobs_of : query::new_jobs);
      row << from->jobs << std::uint64_t{limit};
      if (tenant) row << *tenant;
      while (row.next()) {
        announced_job& job = jobs.emplace_back();
        job.key = row.integer();
        job.id = row.id();
        job.created_at = detail::shown_time(row.integer());
      }
    }
    {
      auto row = sql().use(tenant ? query::feed_of : query::feed);
      row << from->events << std::uint64_t{limit};
      if (tenant) row << *tenant;
      while (row.next()) {
        placed_event event;
        event.job = row.integer();
        event.event = read_event(row);
        // Where many write at once, what happened may be told before its job: both wait.
        if (event.job > newest.jobs) {
          newest.events = static_cast<std::int64_t>(event.event.feed) - 1;
          break;
        }
        events.push_back(std::move(event));
      }
    }
    feed_page out = merged(*from, newest, jobs, std::move(events), limit);
    const feed_place to = *parse_feed_cursor(out.cursor);
    auto row = sql().use(query::count_events);
    row << from->events << to.events;
    row.next();
    out.gap = has_gap(after, *from, to, row.integer());
    return out;
  }

  answer_to<statistics> count(const scope& who) {
    statistics out;
    out.feed = cursor_of(newest_in_feed());
    name_number tenant = 0;
    if (!who.is_every_tenant()) {
      const auto number = rows_.find_number(who.tenant());
      if (!number) return out;
      tenant = *number;
    }
    for (const query each : {query::count_living, query::count_ended}) {
      auto row = sql().use(each);
      row << tenant;
      while (row.next()) {
        state_count one;
        one.handler = row.string();
        one.state = row.string();
        one.phase = row.template enumerator<phase>();
        one.count = row.integer();
        out.jobs.push_back(std::move(one));
      }
    }
    pawl::detail::sort_by(out.jobs, [](const state_count& a, const state_count& b) {
      if (const int order = a.handler.compare(b.handler)) return order < 0;
      if (const int order = a.state.compare(b.state)) return order < 0;
      return a.phase < b.phase;
    });
    auto row = sql().use(query::count_dead_letters);
    row << tenant;
    while (row.next()) {
      auto& [handler, dead] = out.dead_of.emplace_back();
      handler = row.string();
      dead = row.integer();
      out.dead_letters += dead;
    }
    return out;
  }

  answer_to<controlled_types> controls() {
    controlled_types out;
    light_vector<name_number> handlers;
    {
      auto row = sql().use(query::controls);
      while (row.next()) {
        handlers.push_back(row.template number<name_number>());
        controlled_type& said = out.emplace_back();
        said.paused = row.integer() != 0;
        said.draining = row.integer() != 0;
      }
    }
    for (std::size_t i = 0; i < handlers.size(); ++i) out[i].handler = rows_.name_of(handlers[i]);
    pawl::detail::sort_by(out, [](const controlled_type& a, const controlled_type& b) {
      return a.handler < b.handler;
    });
    return out;
  }

  answer_to<std::int64_t> depth(const job_descriptor& type) {
    const auto number = rows_.find_number(type.handler);
    return number ? rows_.depth_of(*number) : 0;
  }

  answer_to<light_vector<held_job>> leases(owner_number owner) {
    light_vector<held_job> out;
    for (const queue_row& job : rows_.leased_by(owner, 0, all_rows))
      out.push_back({{job.key, job.fence}, rows_.type(job.handler), job.cancel_requested});
    return out;
  }

  answer_to<light_vector<worker>> workers(const scope& who) {
    light_vector<worker> out;
    for (const owner_number number : rows_.owners()) {
      worker& each = out.emplace_back(worker{.owner = number});
      if (const auto row = rows_.owner(number)) show(each, *row, at);
      for (const queue_row& job : rows_.leased_by(number, 0, all_rows)) {
        if (!sees(who, rows_.name_of(job.tenant))) continue;
        if (++each.holds > std::int64_t{worker::most_shown}) continue;
        if (auto record = get(who, rows_.id_of(job.key))) each.jobs.push_back(*std::move(record));
      }
    }
    return out;
  }

  answer_to<std::vector<std::string>> tenants(std::string_view after, std::size_t limit) {
    std::vector<std::string> out;
    auto row = sql().use(query::tenants);
    row << after << std::uint64_t{limit};
    while (row.next()) out.push_back(row.string());
    return out;
  }

  /// As the clocks tell the time while this is read.
  clock_reading at{};

 private:
  [[nodiscard]] auto& sql() { return rows_.sql(); }

  static unexpected<error> no_such_job() { return refuse(errc::not_found, "there is no such job"); }
  static bool sees(const scope& who, const std::string& tenant) {
    return who.is_every_tenant() || who.tenant() == tenant;
  }
  static instant at_ms(std::int64_t ms) { return instant{std::chrono::milliseconds{ms}}; }

  kind kind_of(const std::string& handler, const std::string& state) const {
    const auto* const found = known_->by_handler.find(handler);
    if (found == nullptr) return kind::none;
    const auto restored = (*found)->state_called(state);
    return restored ? (*found)->kind_of(*restored) : kind::none;
  }

  /// Whether it is certain that no job that has succeeded matches: every type that it could be of
  /// is known here, and none of the states is one of its successes.
  bool none_has_succeeded(const list_filter& filter) {
    constexpr std::size_t most = 64;  // each is a part of its own of the statement
    if (filter.states.empty() || filter.states.size() > most) return false;
    light_vector<const job_descriptor*> types;
    const auto add = [&](const std::string& handler) {
      const auto* const found = known_->by_handler.find(handler);
      if (found != nullptr) types.push_back(*found);
      return found != nullptr;
    };
    if (!filter.handler.empty()) {
      if (!add(filter.handler)) return false;
    } else {
      auto row = sql().use(query::handlers);
      while (row.next())
        if (!add(rows_.name_of(row.template number<name_number>()))) return false;
    }
    for (const std::string& name : filter.states) {
      bool is_known = false;
      for (const job_descriptor* type : types) {
        const auto state = type->state_called(name);
        if (state && type->kind_of(*state) == kind::success) return false;
        is_known = is_known || state.has_value();
      }
      if (!is_known) return false;
    }
    return true;
  }

  /// Fills a page of jobs, or else one of dead letters; answers where the next page begins.
  answer_to<std::string> read_list(const scope& who, const list_filter& filter, job_page* jobs,
                                   dead_letter_page* letters) {
    const bool dead = letters != nullptr;
    const auto from = parse_cursor(filter.cursor);
    if (!from) return bad_cursor();
    light_vector<std::string_view> states;
    for (const std::string& each : filter.states)
      if (!contains(states, each)) states.push_back(each);
    sql::list_shape shape{.dead_letters = dead,
                          .tenant = !who.is_every_tenant(),
                          .handler = !filter.handler.empty(),
                          .subject = !filter.subject.empty(),
                          .from = filter.created_from.has_value(),
                          .until = filter.created_until.has_value(),
                          .states = states.size(),
                          .no_success = !dead && none_has_succeeded(filter)};
    maybe<name_number> tenant;
    maybe<name_number> handler;
    if (shape.tenant && !(tenant = rows_.find_number(who.tenant()))) return std::string();
    if (shape.handler && !(handler = rows_.find_number(filter.handler))) return std::string();

    const auto statement = sql().prepare_once(sql::list_statement(shape));
    auto row = sql().use(statement);
    // One more than the page holds tells whether there is a next one.
    row << *from << std::uint64_t{filter.clamped_limit() + 1};
    if (tenant) row << *tenant;
    if (handler) row << *handler;
    if (shape.subject) row << filter.subject;
    if (shape.from) row << filter.created_from->time_since_epoch().count();
    if (shape.until) row << filter.created_until->time_since_epoch().count();
    for (const std::string_view state : states) row << state;

    std::string cursor;
    for (std::size_t seen = 0; row.next(); ++seen) {
      if (seen == filter.clamped_limit()) return cursor;
      const std::int64_t key = row.integer();  // which is also the first of the record
      row.skip(-1);
      job_record record = read_record(row);
      cursor = cursor_of(key);
      if (dead) {
        letters->letters.push_back(read_letter(key, std::move(record)));
        letters->behind.push_back(cursor);
      } else {
        jobs->jobs.push_back(std::move(record));
        jobs->behind.push_back(cursor);
      }
    }
    return std::string();
  }

  /// The columns of `{record}`.
  template <class Execution>
  job_record read_record(Execution& row) {
    job_record out;
    job_row job = read_job(row, sql::part::shown);
    out.handler = row.string();
    out.lifecycle = row.string();
    out.tenant = row.string();
    read_rest(row, out, job, columns::of_list);
    return out;
  }
  /// Whether the last error stands in the row: of one job it is read by itself if there is one.
  enum class columns : unsigned char { of_one, of_list };

  template <class Execution>
  void read_rest(Execution& row, job_record& out, job_row& job, columns which) {
    const std::int64_t key = job.key;
    const bool has_result = row.integer() != 0;
    show(out, job);
    if (!row.is_null())
      read_living(row, out, key, which);
    else
      read_ended(row, out, has_result, which);
    if (const auto* const type = known_->by_handler.find(out.handler))
      out.lifecycle = std::string_view((*type)->lifecycle);
    read_details(key, out);
  }
  template <class Execution>
  void read_living(Execution& row, job_record& out, std::int64_t key, columns which) {
    queue_row job;
    row_reader reader(row, sql::part::shown);
    sql::queue_list::visit(job, reader);
    out.state = reader.state();
    out.kind = kind_of(out.handler, out.state);
    if (job.error_event != 0 && which == columns::of_list)
      out.error = read_error(row, job.at.retryable);
    else if (job.error_event != 0)
      out.error = rows_.failure_of(key, job.error_event, job.at.retryable);
    show(out, job, at);
  }
  template <class Execution>
  static void read_ended(Execution& row, job_record& out, bool has_result, columns which) {
    static const int of_the_living = sql::count_of<sql::queue_list>(sql::part::shown);
    row.skip(of_the_living + (which == columns::of_list ? error_columns : 0));
    outcome_row end;
    sql::outcomes_list::visit(end, row_reader(row, sql::part::shown));
    end.has_result = has_result;
    show(out, end);
  }

  void read_details(std::int64_t key, job_record& out) {
    auto row = sql().use(query::details);
    row << key;
    while (row.next()) {
      const auto kind = static_cast<detail_kind>(row.integer());
      std::string name = row.string();
      const auto version = row.template number<unsigned>();
      if (kind == detail_kind::audit)
        out.audit[std::move(name)] = row.string();
      else if (kind == detail_kind::cancel_reason)
        out.cancel_reason = row.string();
      else if (kind == detail_kind::artifact)
        out.artifacts.push_back({std::move(name), version, row.string()});
      else if (kind == detail_kind::link)
        out.link = read_link(row.string());
    }
  }

  pawl::dead_letter read_letter(std::int64_t key, job_record&& record) {
    pawl::dead_letter out{.job = std::move(record)};
    auto row = sql().use(query::dead_letter);
    row << key;
    if (!row.next()) return out;
    out.dead_since = at_ms(row.integer());
    if (!row.is_null())
      out.replayed_as = row.id();
    else
      row.skip();
    out.payload = row.string();
    out.payload_version = row.template number<unsigned>();
    return out;
  }

  template <class Execution>
  static std::vector<job_event> read_events(Execution& row) {
    std::vector<job_event> out;
    while (row.next()) out.push_back(read_event(row));
    return out;
  }
  template <class Execution>
  static job_event read_event(Execution& row) {
    job_event event;
    event.job = row.id();
    sql::events_list::visit(event, row_reader(row, sql::part::shown));
    return event;
  }
  feed_place newest_in_feed() {
    feed_place newest;
    if (auto row = sql().use(query::newest_event); row.next()) newest.events = row.integer();
    if (auto row = sql().use(query::newest_job); row.next()) newest.jobs = row.integer();
    return newest;
  }

  sql_rows<Session> rows_;
  const known_types* known_;
};

}  // namespace pawl::storage::detail

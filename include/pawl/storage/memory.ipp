// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <mutex>

#include <range/v3/algorithm/contains.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/indirect.hpp>
#include <range/v3/view/map.hpp>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/transform.hpp>

#include <pawl/detail/process_mark.hpp>
#include <pawl/storage/cursor.hpp>
#include <pawl/storage/feed.hpp>
#include <pawl/storage/logic.hpp>
#include <pawl/storage/memory.hpp>
#include <pawl/storage/memory_rows.hpp>
#include <pawl/storage/shown.hpp>

namespace pawl::storage::detail {

namespace views = ranges::views;

/// The store in memory itself: rows, and one lock for all of them.
class memory_backend final : public store {
 public:
  memory_backend(const memory_options& options, any_clock clock,
                 light_ptr<transport::channel> channel)
      : clock_(std::move(clock)), transport_(std::move(channel)), rows_(options.capacity) {
    static_cast<void>(read_clock(clock_.boot_id()));
  }

  result<void> learn(std::span<const job_descriptor* const> types) override {
    const std::scoped_lock lock(mutex_);
    for (const job_descriptor* type : types) rows_.learn(*type);
    return {};
  }

  result<void> configure(const job_descriptor& type, text limit, int count) override {
    const auto found = configurable_limit(type, limit, count);
    if (!found) return unexpected<error>(found.error());
    recheck_limits op{.type = &type, .configured = *found, .count = count};
    apply_one(op);
    if (!op.answer) return unexpected<error>(op.answer.error());
    return {};
  }

  using store::apply;
  void apply(std::span<const operation_ptr> batch) override {
    if (home_.is_forked()) {
      for (const operation_ptr& op : batch) op.answer().refuse(opened_before_fork());
      return;
    }
    logic::announcements committed;
    {
      const std::scoped_lock lock(mutex_);
      const std::string boot_id = clock_.boot_id();
      const clock_reading at = read_clock(boot_id);
      logic::transaction<memory_rows> tx{rows_, at.wall, at.elapsed, boot_id};
      for (const operation_ptr& op : batch) {
        // A submitter knows the type of its job, and there is no other process here.
        if (const auto* made = op.as<submit>(); made != nullptr && made->type != nullptr)
          rows_.learn_if_new(*made->type);
        if (const auto* ended = op.as<settle>())
          for (const submit& each : ended->children)
            if (each.type != nullptr) rows_.learn_if_new(*each.type);
        if (const auto* put = op.as<put_schedule>(); put != nullptr && put->type != nullptr)
          rows_.learn_if_new(*put->type);
        if (const auto* made = op.as<submit_whole>())
          for (const submit& each : made->jobs)
            if (each.type != nullptr) rows_.learn_if_new(*each.type);
        try {
          logic::perform_any(tx, op);
        } catch (...) {
          op.answer().refuse_because_thrown();
        }
      }
      logic::before_commit(tx);
      committed.add(tx);
    }
    committed.tell(*transport_);
  }

  [[nodiscard]] instant now() override { return clock_.wall(); }
  [[nodiscard]] milliseconds elapsed() override { return clock_.boot() + offset_.load(); }

  answer_to<job_record> get(const scope& who, const job_id& id) override {
    const std::scoped_lock lock(mutex_);
    const auto* found = visible(who, id);
    if (found == nullptr) return logic::no_such_job();
    return record_of(*found);
  }

  answer_to<stored_result> result_of(const scope& who, const job_id& id) override {
    const std::scoped_lock lock(mutex_);
    const auto* found = visible(who, id);
    if (found == nullptr) return logic::no_such_job();
    const job_record record = record_of(*found);
    stored_result out{record.state, record.kind, {}, {}};
    if (found->outcome) {
      if (found->outcome->has_result) out.value = found->outcome->result;
      out.object = found->outcome->result_object;
      out.error = found->outcome->error;
    }
    return out;
  }

  answer_to<stored_payload> payload_of(const scope& who, const job_id& id) override {
    const std::scoped_lock lock(mutex_);
    const auto* found = visible(who, id);
    if (found == nullptr) return logic::no_such_job();
    return stored_payload{found->cold.payload, found->cold.payload_version};
  }

  answer_to<job_page> list(const scope& who, const list_filter& filter) override {
    const auto from = parse_cursor(filter.cursor);
    if (!from) return bad_cursor();
    const std::scoped_lock lock(mutex_);
    job_page page;
    page.cursor = fill_page(rows_.entries() | views::filter(is_there) | views::indirect, who, *from,
                            filter, [&](const entry& each) {
                              page.jobs.push_back(record_of(each));
                              page.behind.push_back(cursor_of(each.cold.key));
                            });
    return page;
  }

  answer_to<std::vector<job_event>> events(const scope& who, const job_id& id, std::uint64_t after,
                                           std::size_t limit) override {
    const std::scoped_lock lock(mutex_);
    const auto* found = visible(who, id);
    if (found == nullptr) return logic::no_such_job();
    std::vector<job_event> out;
    for (const auto& each : found->events)
      if (each.number > after && out.size() < limit) out.push_back(event_of(id, each));
    return out;
  }

  answer_to<feed_page> feed(const scope& who, std::string_view after, std::size_t limit) override {
    const auto from = parse_feed_cursor(after);
    if (!from) return bad_feed_cursor();
    const std::scoped_lock lock(mutex_);
    const feed_place newest = rows_.newest_in_feed();
    if (limit == 0) return end_of_feed(newest);
    light_vector<announced_job> jobs;
    for (std::int64_t key = rows_.key_after(from->jobs); key <= newest.jobs && jobs.size() < limit;
         ++key)
      if (const auto* of = std::as_const(rows_).find(key); of != nullptr && sees(who, *of))
        jobs.push_back({key, of->cold.id, logic::at_ms(of->cold.created_at)});
    light_vector<placed_event> events;
    const auto& all = rows_.feed();
    const auto begin = std::upper_bound(all.begin(), all.end(), from->events,
                                        [](std::int64_t place, const auto& e) {
                                          return place < static_cast<std::int64_t>(e.first);
                                        });
    for (auto at = begin; at != all.end() && events.size() < limit; ++at) {
      const auto* of = std::as_const(rows_).find(at->second);
      if (of == nullptr || !sees(who, *of)) continue;
      if (const auto* event = rows_.event_at(*at))
        events.push_back({at->second, event_of(of->cold.id, *event)});
    }
    feed_page out = merged(*from, newest, jobs, std::move(events), limit);
    const feed_place to = *parse_feed_cursor(out.cursor);
    std::int64_t kept = 0;
    for (auto at = begin; at != all.end() && static_cast<std::int64_t>(at->first) <= to.events;
         ++at)
      kept += rows_.event_at(*at) != nullptr ? 1 : 0;
    out.gap = has_gap(after, *from, to, kept);
    return out;
  }

  answer_to<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) override {
    const auto from = parse_cursor(filter.cursor);
    if (!from) return bad_cursor();
    const std::scoped_lock lock(mutex_);
    dead_letter_page page;
    const auto entry_of = [&](std::int64_t key) -> const entry& {
      return *std::as_const(rows_).find(key);
    };
    page.cursor = fill_page(rows_.dead() | views::keys | views::transform(entry_of), who, *from,
                            filter, [&](const entry& each) {
                              page.letters.push_back(letter_of(each));
                              page.behind.push_back(cursor_of(each.cold.key));
                            });
    return page;
  }

  answer_to<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) override {
    const std::scoped_lock lock(mutex_);
    const auto* found = visible(who, id);
    if (found == nullptr || !found->dead_since)
      return refuse(errc::not_found, "there is no such dead letter");
    return letter_of(*found);
  }

  answer_to<statistics> count(const scope& who) override {
    const std::scoped_lock lock(mutex_);
    std::map<std::tuple<std::string, std::string, phase>, std::int64_t> counted;
    std::map<std::string, std::int64_t> dead;
    statistics out;
    out.feed = cursor_of(rows_.newest_in_feed());
    for (const auto& each : rows_.entries()) {
      if (!each || !sees(who, *each)) continue;
      const job_record record = record_of(*each);
      ++counted[{record.handler, record.state, record.phase}];
      if (each->dead_since) ++out.dead_letters, ++dead[record.handler];
    }
    for (const auto& [handler, number] : dead) out.dead_of.push_back({handler, number});
    for (const auto& [what, number] : counted)
      out.jobs.push_back({std::get<0>(what), std::get<1>(what), std::get<2>(what), number});
    return out;
  }

  answer_to<std::int64_t> depth(const job_descriptor& type) override {
    const std::scoped_lock lock(mutex_);
    return rows_.depth_of(rows_.number_of(type.handler));
  }

  answer_to<light_vector<held_job>> leases(owner_number owner) override {
    const std::scoped_lock lock(mutex_);
    light_vector<held_job> out;
    rows_.for_each_leased(owner, [&](const queue_row& job) {
      out.push_back({{job.key, job.fence}, rows_.type(job.handler), job.cancel_requested});
    });
    return out;
  }

  answer_to<light_vector<worker>> workers(const scope& who) override {
    const std::scoped_lock lock(mutex_);
    const clock_reading at{clock_.wall().time_since_epoch().count(), elapsed().count()};
    light_vector<worker> out;
    for (const owner_number number : rows_.owners()) {
      worker& each = out.emplace_back(worker{.owner = number});
      if (const auto row = rows_.owner(number)) show(each, *row, at);
      for (const queue_row& job : rows_.leased_by(number, 0, all_rows)) {
        const entry& held = *std::as_const(rows_).find(job.key);
        if (!sees(who, held)) continue;
        if (++each.holds <= std::int64_t{worker::most_shown}) each.jobs.push_back(record_of(held));
      }
    }
    return out;
  }

  answer_to<std::vector<std::string>> tenants(std::string_view after, std::size_t limit) override {
    const std::scoped_lock lock(mutex_);
    std::set<std::string, std::less<>> found;
    for (const auto& each : rows_.entries())
      if (each) found.insert(rows_.name_of(each->cold.tenant));
    std::vector<std::string> out(found.upper_bound(after), found.end());
    if (out.size() > limit) out.resize(limit);
    return out;
  }

  answer_to<controlled_types> controls() override {
    const std::scoped_lock lock(mutex_);
    controlled_types out;
    for (const auto& [handler, said] : rows_.controls())
      out.push_back({rows_.name_of(handler), said.paused, said.draining});
    std::sort(out.begin(), out.end(),
              [](const auto& a, const auto& b) { return a.handler < b.handler; });
    return out;
  }

  [[nodiscard]] transport::channel& transport() override { return *transport_; }

 private:
  using entry = memory_rows::entry;

  /// Both clocks, for a transaction: the store's own line goes on to now.
  clock_reading read_clock(std::string_view boot_id) {
    const std::int64_t wall = clock_.wall().time_since_epoch().count();
    const std::int64_t boot = clock_.boot().count();
    line_.advance(wall, boot, boot_id);
    offset_ = milliseconds{line_.offset};
    return {wall, boot + line_.offset};
  }

  [[nodiscard]] bool sees(const scope& who, const entry& job) const {
    return who.is_every_tenant() || rows_.name_of(job.cold.tenant) == who.tenant();
  }
  [[nodiscard]] const entry* visible(const scope& who, const job_id& id) const {
    const auto found = rows_.find_job(id);
    if (!found) return nullptr;
    const entry* job = rows_.find(found->key);
    return sees(who, *job) ? job : nullptr;
  }

  [[nodiscard]] job_record record_of(const entry& of) const {
    const job_row& cold = of.cold;
    const job_descriptor* type = rows_.type(cold.handler);
    job_record out{.handler = rows_.name_of(cold.handler),
                   .lifecycle = type == nullptr ? std::string() : logic::to_string(type->lifecycle),
                   .tenant = rows_.name_of(cold.tenant)};
    show(out, cold);
    if (of.outcome) {
      show(out, *of.outcome);
    } else {
      const queue_row& queued = of.queued;
      show(out, queued,
           {clock_.wall().time_since_epoch().count(), (clock_.boot() + offset_.load()).count()});
      out.state = logic::to_string(type->name_of(queued.at.state));
      out.kind = type->kind_of(queued.at.state);
      if (queued.error_event != 0)
        out.error = rows_.failure_of(cold.key, queued.error_event, queued.at.retryable);
    }
    for (const auto& each : of.details) {
      if (each.kind == detail_kind::audit) out.audit[each.name] = each.value;
      if (each.kind == detail_kind::artifact)
        out.artifacts.push_back({each.name, each.version, each.value});
      if (each.kind == detail_kind::link) out.link = read_link(each.value);
    }
    std::sort(out.artifacts.begin(), out.artifacts.end(), [](const auto& a, const auto& b) {
      return std::pair(a.name, a.version) < std::pair(b.name, b.version);
    });
    return out;
  }

  [[nodiscard]] pawl::dead_letter letter_of(const entry& of) const {
    pawl::dead_letter out{.job = record_of(of),
                          .payload = of.cold.payload,
                          .payload_version = of.cold.payload_version,
                          .dead_since = logic::at_ms(*of.dead_since)};
    if (!of.replayed_as.is_nil()) out.replayed_as = of.replayed_as;
    return out;
  }

  [[nodiscard]] static job_event event_of(const job_id& job, const memory_rows::stored_event& e) {
    return {.job = job,
            .number = e.number,
            .kind = e.kind,
            .at = logic::at_ms(e.at),
            .event = logic::to_string(e.event),
            .from = logic::to_string(e.from),
            .to = logic::to_string(e.to),
            .attempt = e.attempt,
            .progress = e.progress,
            .stage = e.words().stage,
            .message = e.words().message,
            .error = e.words().error,
            .detail = e.words().detail,
            .actor = e.words().actor,
            .metadata = e.words().metadata,
            .feed = e.feed};
  }

  static constexpr auto is_there = [](const auto& each) { return each != nullptr; };

  /// Adds to a page those of the jobs that belong to it, the newest first. The cursor of the next
  /// page; empty if there is none.
  template <class Entries, class Add>
  std::string fill_page(Entries all, const scope& who, std::int64_t from, const list_filter& filter,
                        Add add) const {
    const auto belongs = [&](const entry& each) {
      return each.cold.key < from && sees(who, each) && matches(each, filter);
    };
    const entry* last = nullptr;
    std::size_t room = filter.clamped_limit();
    for (const entry& each : std::move(all) | views::reverse | views::filter(belongs)) {
      if (room-- == 0) return cursor_of(last->cold.key);
      add(each);
      last = &each;
    }
    return {};
  }
  [[nodiscard]] bool matches(const entry& job, const list_filter& filter) const {
    const instant created = logic::at_ms(job.cold.created_at);
    return (filter.handler.empty() || rows_.name_of(job.cold.handler) == filter.handler) &&
           (filter.subject.empty() || job.cold.subject == filter.subject) &&
           (!filter.created_from || created >= *filter.created_from) &&
           (!filter.created_until || created < *filter.created_until) &&
           (filter.states.empty() || ranges::contains(filter.states, state_of(job)));
  }
  [[nodiscard]] std::string state_of(const entry& job) const {
    if (job.outcome) return job.outcome->state;
    return logic::to_string(rows_.type(job.cold.handler)->name_of(job.queued.at.state));
  }

  pawl::detail::process_mark home_;
  any_clock clock_;
  light_ptr<transport::channel> transport_;
  std::atomic<milliseconds> offset_{};  ///< of the line; written under the lock
  std::mutex mutex_;                    ///< for all that follows
  memory_rows rows_;
  time_line line_{};
};

PAWL_INLINE light_ptr<store> make_memory_backend(const memory_options& options, any_clock clock,
                                                 light_ptr<transport::channel> channel) {
  return light_ptr<store>(new memory_backend(options, std::move(clock), std::move(channel)));
}

}  // namespace pawl::storage::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include <pawl/storage/logic.hpp>
#include <pawl/storage/postgres/rows.hpp>

namespace pawl::storage::detail {

/// What the operations of a batch name, before anything is read.
struct pg_plan {
  struct key_of {
    name_number tenant = 0;
    name_number handler = 0;
    std::string_view key{};
  };
  struct unique_of {
    name_number tenant = 0;
    name_number handler = 0;
    std::string_view value{};
    second_submission second{};
  };
  struct share_of {
    name_number tenant = 0;
    std::int64_t watermark = 0;
  };
  struct told {
    job_id id{};
    std::string_view event_id{};
  };
  struct letters {
    bool are_due = false;
    name_number tenant = 0;  ///< 0: of all
    name_number handler = 0;
    std::int64_t after = 0;  ///< that they have lain
    std::size_t limit = 0;
  };
  /// A job type whose callbacks a process takes.
  struct callbacks_of {
    name_number handler = 0;
    std::int64_t lease_ms = 0;
    unsigned newest_version = 0;  ///< of the payload, that the process can read
    owner_number taker = 0;
  };
  using numbers = light_vector<std::int64_t>;

  light_vector<job_id> ids{};      ///< that are looked up
  light_vector<job_id> acted{};    ///< those of them whose rows are needed as well
  light_vector<job_id> awaited{};  ///< those of them that a new job depends on
  light_vector<job_id> judged{};   ///< those of them that bring findings
  light_vector<key_of> keys{};
  light_vector<unique_of> uniques{};
  bool moves_uniques = false;  ///< a job that has one of them may be replaced or put off
  light_vector<told> inbox{};
  numbers locks{};     ///< hashes of idempotency keys, and of what jobs are unique by
  numbers leases{};    ///< keys of living rows, by leases
  numbers living{};    ///< these, and those that are named by ids
  numbers jobs{};      ///< whose cold rows are needed
  numbers findings{};  ///< whose details are needed
  numbers callbacks{};
  numbers owners{};     ///< that claim, take callbacks, or give a sign of life
  numbers leaving{};    ///< owners
  numbers beating{};    ///< owners whose leases are looked at, those who leave included
  numbers limits{};     ///< checked at submission
  numbers handlers{};   ///< of claims
  numbers submitted{};  ///< handlers of submissions
  light_vector<const job_descriptor*> types{};
  postgres_limits::foreseen looks{};
  light_vector<letters> dead{};
  light_vector<const replay*> replays{};
  light_vector<callbacks_of> called{};  ///< types whose callbacks are taken, for each that takes
  std::size_t called_limit = 0;
  numbers enrolled_handlers{};
  std::size_t enrolled = 0;
  std::size_t submissions = 0;
  std::int64_t watermark = 0;
  light_vector<share_of> shares{};  ///< of tenants
  bool counts_delayed = false;
  std::size_t wanted = 0;
  std::size_t reaped = 0;
  bool hears = false;  ///< a sign of life asks what the others have told
  std::size_t released = 0;
  std::size_t rechecked = 0;
  numbers rechecked_limits{};
  std::size_t pruned = 0;
  bool looks_for_work = false;    ///< there is a claim, if only to learn what is due
  bool starts_elsewhere = false;  ///< jobs of a claim's types may start without a worker
  bool suspects = false;
  bool has_limits = false;
  bool controls = false;  ///< what operators have said is asked or changed
  bool only_submits = true;

  /// New jobs that depend on nothing and take nothing: nothing has to be read before them. That an
  /// id is new is seen when it is written; if it is not, the batch runs again and looks.
  [[nodiscard]] bool only_adds() const {
    return only_submits && submissions != 0 && keys.empty() && uniques.empty() &&
           looks.looks.empty() && awaited.empty() && watermark == 0 && shares.empty() &&
           !counts_delayed && leases.empty();
  }
  [[nodiscard]] bool acts_on_ids() const {
    return !acted.empty() || !awaited.empty() || moves_uniques;
  }
};

/// Reads a batch for what it names.
class pg_planner {
 public:
  explicit pg_planner(postgres_rows& rows, std::string_view schema)
      : rows_(&rows), schema_(schema) {}

  /// The names that it needs and that are not known here.
  [[nodiscard]] light_vector<std::string> unknown_names(std::span<const operation_ptr> batch) {
    light_vector<std::string> names;
    const auto need = [&](std::string name) {
      if (!rows_->knows(std::string_view(name)) && !contains(names, name))
        names.push_back(std::move(name));
    };
    const auto need_type = [&](const job_descriptor* type) {
      if (type == nullptr) return;
      need(logic::to_string(type->handler));
      for (const limit_description& limit : type->limits) need(limit_name(*type, limit));
    };
    const auto need_submission = [&](const submit& made) {
      need_type(made.type);
      // What is refused before anything is looked up shall leave no name behind.
      if (valid_tenant(made.who.tenant)) need(made.who.tenant);
    };
    for (const operation_ptr& op : batch) {
      if (const auto* made = op.as<submit>()) need_submission(*made);
      if (const auto* made = op.as<submit_whole>())
        for (const submit& each : made->jobs) need_submission(each);
      if (const auto* ended = op.as<settle>())
        for (const submit& each : ended->children) need_submission(each);
      if (const auto* fired = op.as<fire_schedule>())
        for (const fire_schedule::run& each : fired->runs) need_submission(each.job);
      if (const auto* changed = op.as<change_schedule>();
          changed != nullptr && changed->to == change_schedule::what::run)
        need_submission(changed->job);
      if (const auto* put = op.as<put_schedule>()) {
        need_type(put->type);
        if (valid_tenant(put->of.tenant)) need(put->of.tenant);
      }
      if (const auto* taken = op.as<claim>())
        for (const job_descriptor* type : taken->types) need_type(type);
      if (const auto* said = op.as<control>()) need(logic::to_string(said->type->handler));
      if (const auto* enters = op.as<enrol>())
        for (const job_descriptor* type : enters->types) need_type(type);
    }
    pawl::detail::sort_by(names, [](const std::string& a, const std::string& b) { return a < b; });
    return names;
  }

  [[nodiscard]] pg_plan plan(std::span<const operation_ptr> batch) {
    pg_plan of;
    for (const operation_ptr& op : batch) add(of, op);
    // What is submitted may be claimed by the same batch.
    const auto foresee_claim = [&](const submit& made) {
      if (made.type != nullptr) add_limits(of, *made.type, made.limit_keys, limit_point::at_claim);
    };
    if (of.looks_for_work)
      for (const operation_ptr& op : batch) {
        if (const auto* made = op.as<submit>()) foresee_claim(*made);
        if (const auto* ended = op.as<settle>())
          for (const submit& each : ended->children) foresee_claim(each);
        if (const auto* made = op.as<submit_whole>())
          for (const submit& each : made->jobs) foresee_claim(each);
      }
    for (const std::int64_t each : rows_->foreseen_living()) of.leases.push_back(each);
    for (const pg_limit_key& each : rows_->foreseen_limits()) of.looks.add(each, 1);
    of.living = of.leases;
    // A claim, or taking callbacks, by an owner that is overdue takes all away that it has lost. A
    // reap reads only what it takes itself.
    if (of.reaped != 0)
      for (const std::int64_t each : of.owners) of.beating.push_back(each);
    sort_out(of);
    return of;
  }

  static void sort_out(pg_plan& of) {
    for (auto* const each : {&of.locks, &of.leases, &of.living, &of.jobs, &of.owners, &of.findings,
                             &of.callbacks, &of.leaving, &of.beating, &of.limits})
      sort_and_unite(*each);
  }
  static void sort_and_unite(pg_plan::numbers& all) {
    pawl::detail::sort_by(all, [](std::int64_t a, std::int64_t b) { return a < b; });
    std::int64_t last = 0;
    bool any = false;
    erase_if(all, [&](std::int64_t value) {
      const bool again = any && value == last;
      any = true;
      last = value;
      return again;
    });
  }
  static std::string limit_name(const job_descriptor& type, const limit_description& limit) {
    return logic::to_string(type.handler) + '/' + logic::to_string(limit.name);
  }

 private:
  void add(pg_plan& to, const operation_ptr& op) {
    to.only_submits = to.only_submits && (op.kind() == operation_kind::submit ||
                                          op.kind() == operation_kind::submit_whole);
    switch (op.kind()) {
      case operation_kind::submit:
        return add_submission(to, *op.as<submit>());
      case operation_kind::submit_whole:
        for (const submit& each : op.as<submit_whole>()->jobs) add_submission(to, each);
        return;
      case operation_kind::fire_schedule:
        for (const fire_schedule::run& each : op.as<fire_schedule>()->runs)
          add_submission(to, each.job);
        return;
      case operation_kind::change_schedule:
        if (op.as<change_schedule>()->to == change_schedule::what::run)
          add_submission(to, op.as<change_schedule>()->job);
        return;
      case operation_kind::put_schedule:
      case operation_kind::find_schedules:
      case operation_kind::due_schedules:
        return;
      case operation_kind::claim:
        return add_claim(to, *op.as<claim>());
      case operation_kind::start:
        to.leases.push_back(op.as<storage::start>()->lease.key);
        return;
      case operation_kind::report:
        to.leases.push_back(op.as<report>()->lease.key);
        if (!op.as<report>()->findings.empty()) to.findings.push_back(to.leases.back());
        return;
      case operation_kind::settle: {
        const settle& ended = *op.as<settle>();
        to.leases.push_back(ended.lease.key);
        // A failure needs the job's id for its delay, and its own settings; what a child is
        // refused for makes one of a success.
        if (ended.end != attempt_end::succeeded || !ended.children.empty())
          to.jobs.push_back(ended.lease.key);
        if (ended.end == attempt_end::succeeded)
          for (const submit& each : ended.children) add_submission(to, each);
        if (!ended.findings.empty()) to.findings.push_back(ended.lease.key);
        return;
      }
      case operation_kind::beat:
        to.owners.push_back(op.as<beat>()->owner);
        to.beating.push_back(op.as<beat>()->owner);
        to.hears |= !op.as<beat>()->ended.empty();
        return;
      case operation_kind::leave:
        to.leaving.push_back(op.as<leave>()->owner);
        to.beating.push_back(op.as<leave>()->owner);
        return;
      case operation_kind::cancel:
        act(to, op.as<cancel>()->id);
        return;
      case operation_kind::raise: {
        const raise& raised = *op.as<raise>();
        act(to, raised.id);
        if (!raised.event_id.empty()) to.inbox.push_back({raised.id, raised.event_id});
        if (!raised.findings.empty()) to.judged.push_back(raised.id);
        return;
      }
      case operation_kind::replay:
        act(to, op.as<replay>()->id);
        to.ids.push_back(op.as<replay>()->fresh);
        to.replays.push_back(op.as<replay>());
        ++to.submissions;
        to.has_limits = true;
        return;
      case operation_kind::replay_all: {
        const replay_all& all = *op.as<replay_all>();
        pg_plan::letters& of = to.dead.emplace_back();
        if (!all.scope.is_every_tenant()) of.tenant = rows_->number_of(all.scope.tenant());
        of.handler = rows_->number_of(all.handler);
        of.limit = all.fresh.size() + 1;
        repeat(to, all.fresh);
        return;
      }
      case operation_kind::reprocess: {
        const reprocess& due = *op.as<reprocess>();
        pg_plan::letters& of = to.dead.emplace_back();
        of.are_due = true;
        of.handler = rows_->number_of(due.type->handler);
        of.after = due.after.count();
        of.limit = due.fresh.size();
        repeat(to, due.fresh);
        return;
      }
      case operation_kind::enrol: {
        ++to.enrolled;
        for (const job_descriptor* type : op.as<enrol>()->types) {
          const std::int64_t handler = rows_->number_of(type->handler);
          to.enrolled_handlers.push_back(handler);
          // Two processes that enrol a new payload look for its form one after the other. No key
          // has this character.
          to.locks.push_back(
              postgres_rows::lock_on_key(schema_, 0, static_cast<name_number>(handler), "\nform"));
        }
        return;
      }
      case operation_kind::reap:
        to.reaped = std::max(to.reaped, std::max<std::size_t>(op.as<reap>()->limit, 1));
        to.rechecked = std::max(to.rechecked, op.as<reap>()->limit);
        return;
      case operation_kind::release_dependents:
        to.released += op.as<release_dependents>()->limit;
        return;
      case operation_kind::recheck_limits: {
        const recheck_limits& again = *op.as<recheck_limits>();
        to.rechecked = std::max(to.rechecked, again.limit);
        for (const limit_description& limit : again.type->limits)
          to.rechecked_limits.push_back(rows_->number_of(limit_name(*again.type, limit)));
        return;
      }
      case operation_kind::prune:
        to.pruned = std::max(to.pruned, std::max<std::size_t>(op.as<prune>()->limit, 1));
        return;
      case operation_kind::take_callbacks: {
        const take_callbacks& taken = *op.as<take_callbacks>();
        to.owners.push_back(taken.owner);
        to.called_limit += taken.limit;
        for (const job_descriptor* type : taken.types)
          to.called.push_back({rows_->number_of(type->handler), type->lease.count,
                               type->newest_version, taken.owner});
        return;
      }
      case operation_kind::finish_callback:
        to.callbacks.push_back(op.as<finish_callback>()->key);
        return;
      case operation_kind::control:
        to.controls = true;
        return;
      case operation_kind::reschedule:
        act(to, op.as<reschedule>()->id);
        return;
    }
  }
  static void act(pg_plan& to, const job_id& id) {
    to.ids.push_back(id);
    to.acted.push_back(id);
  }
  static void repeat(pg_plan& to, const std::vector<job_id>& fresh) {
    for (const job_id& each : fresh) to.ids.push_back(each);
    to.submissions += fresh.size();
    to.has_limits = true;
  }
  void add_claim(pg_plan& to, const claim& op) {
    to.owners.push_back(op.owner);
    to.looks_for_work = true;
    to.wanted += op.start + op.hold;
    to.suspects = to.suspects || op.suspects != 0;
    for (const job_descriptor* type : op.types) {
      const std::int64_t handler = rows_->number_of(type->handler);
      if (contains(to.handlers, handler)) continue;
      to.handlers.push_back(handler);
      to.types.push_back(type);
      to.has_limits = to.has_limits || !type->limits.empty();
      to.starts_elsewhere = to.starts_elsewhere || type->starts_elsewhere;
    }
  }
  void add_submission(pg_plan& to, const submit& op) {
    ++to.submissions;
    to.ids.push_back(op.id);
    for (const job_id& each : op.depends_on) {
      to.ids.push_back(each);
      to.awaited.push_back(each);
    }
    if (op.high_watermark > 0) to.watermark = std::max(to.watermark, op.high_watermark);
    if (op.high_watermark_per_tenant > 0 && valid_tenant(op.who.tenant)) add_share(to, op);
    const bool is_delayed = op.delay.count() > 0 || op.run_at || !op.depends_on.empty();
    if (const std::int64_t bound = logic::bound_on_delayed(op); is_delayed && bound > 0) {
      rows_->forget_old_count_of_delayed(bound);
      // What is counted in the middle of the batch keeps it from going out unread.
      to.counts_delayed |= op.most_delayed_per_tenant > 0 || !rows_->knows_count_of_delayed(bound);
    }
    if (op.type == nullptr) return;
    const name_number handler = rows_->number_of(op.type->handler);
    if (!contains(to.submitted, std::int64_t{handler})) to.submitted.push_back(handler);
    add_limits(to, *op.type, op.limit_keys, limit_point::at_submit);
    if ((op.key.empty() && op.unique.empty()) || !valid_tenant(op.who.tenant)) return;
    const name_number tenant = rows_->number_of(op.who.tenant);
    if (!op.unique.empty()) {
      const second_submission second = op.type->unique.second;
      to.uniques.push_back({tenant, handler, op.unique, second});
      to.moves_uniques |= second != second_submission::skipped;
      // No key has this character.
      to.locks.push_back(postgres_rows::lock_on_key(schema_, tenant, handler, '\n' + op.unique));
    }
    if (op.key.empty()) return;
    to.keys.push_back({tenant, handler, op.key});
    to.locks.push_back(postgres_rows::lock_on_key(schema_, tenant, handler, op.key));
  }
  void add_share(pg_plan& to, const submit& op) {
    const name_number tenant = rows_->number_of(op.who.tenant);
    for (pg_plan::share_of& each : to.shares) {
      if (each.tenant != tenant) continue;
      each.watermark = std::max(each.watermark, op.high_watermark_per_tenant);
      return;
    }
    to.shares.push_back({tenant, op.high_watermark_per_tenant});
  }
  void add_limits(pg_plan& to, const job_descriptor& type, const std::vector<std::string>& keys,
                  limit_point point) {
    for (std::size_t i = 0; i < type.limits.size() && i < keys.size(); ++i) {
      const limit_description& limit = type.limits[i];
      if (limit.point != point) continue;
      const name_number number = rows_->number_of(limit_name(type, limit));
      to.has_limits = true;
      to.limits.push_back(number);
      to.looks.add({number, keys[i]}, 0, limit.kind == limit_kind::rate);
    }
  }

  postgres_rows* rows_;
  std::string_view schema_;
};

}  // namespace pawl::storage::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/algorithm.hpp>
#include <pawl/observe/log_entry.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/runtime/engine/counting.hpp>
#include <pawl/runtime/engine/runner.hpp>
#include <pawl/runtime/engine/session_backend.hpp>
#include <pawl/storage/content.hpp>

namespace pawl {

PAWL_INLINE std::string describe(const no_output& none) {
  switch (none.why) {
    case no_output::reason::none:
      return "none: the job has an output";
    case no_output::reason::unfinished:
      return "unfinished: the job has not ended yet";
    case no_output::reason::failed:
      return "failed: " + none.failure.code + ": " + none.failure.message;
    case no_output::reason::was_cancelled:
      return "cancelled: " + none.failure.message;
    case no_output::reason::not_kept:
      return "not kept: the job has succeeded, and its output was not kept";
    case no_output::reason::unknown:
      break;
  }
  return "unknown: " + describe(none.store);
}

}  // namespace pawl

namespace pawl::runtime {

PAWL_INLINE job_id session_backend::fresh_id(bool ephemeral) {
  return ids_.next(system_clock{}.wall(), ephemeral);
}

PAWL_INLINE void session_backend::note_stop() {
  ++stops_;
  durable_->transport().interrupt();
  if (ephemeral_ != nullptr) ephemeral_->transport().interrupt();
}

PAWL_INLINE const runner* session_backend::handler_called(std::string_view name) const {
  for (const runner& each : handlers_)
    if (std::string_view(each.type->handler) == name) return &each;
  return nullptr;
}

PAWL_INLINE storage::result<void> session_backend::prepare(storage::submit& op,
                                                           const principal& who,
                                                           const submit_options& options) {
  op.id = fresh_id(op.type->ephemeral);
  if (op.type->needs_subject && options.correlation.empty())
    op.correlation = to_string(fresh_id(false));
  put_bounds(op, *this);
  return fill_in(op, who, options);
}
PAWL_INLINE storage::result<void> fill_in(storage::submit& op, const principal& who,
                                          const submit_options& options) {
  const auto invalid = [](std::string message) {
    return storage::refuse(storage::errc::invalid, std::move(message));
  };
  const job_descriptor& type = *op.type;
  op.who = who;
  op.payload_version = type.newest_version;
  if (!options.key.empty()) op.key = options.key;
  op.run_at = options.run_at;
  op.delay = options.delay;
  op.retry = options.retry;
  if (!options.depends_on.empty()) op.depends_on = options.depends_on;
  op.subject = options.subject;
  if (!options.correlation.empty()) op.correlation = options.correlation;
  op.timeout = options.timeout;
  op.traceparent = options.traceparent;
  op.metadata = options.metadata;
  for (const job_id& awaited : options.depends_on)
    if (awaited.is_ephemeral() != type.ephemeral)
      return storage::refuse(storage::errc::unknown_dependency,
                             "a job that is stored and one that lives in memory cannot wait for "
                             "each other; make both durable, or both ephemeral");
  if (!options.priority.empty()) {
    const auto rank = type.rank_called(options.priority);
    if (!rank) return invalid("the job type has no priority level " + options.priority);
    op.rank = *rank;
  }
  if (options.retry.is_empty()) return {};
  if (const auto verdict = apply(type.retry, type.overridable, options.retry); !verdict) {
    std::string message = "the retry override is refused: ";
    pawl::detail::append out{message};
    verdict.write(out);
    return invalid(std::move(message));
  }
  return {};
}

PAWL_INLINE void session_backend::count(const storage::submit& op) const {
  count(op, metrics_->load()->of(std::string_view(op.type->handler)));
}
PAWL_INLINE void session_backend::count(const storage::submit& op, observe::job_metrics& in) {
  if (!op.answer) {
    const storage::errc why = op.answer.error().code;
    if (why == storage::errc::queue_overloaded || why == storage::errc::too_many_delayed) in.shed();
    return;
  }
  if (op.answer->created) count_created(in, op.answer->ended);
}
PAWL_INLINE void session_backend::count_created(observe::job_metrics& in, bool ended) {
  in.submitted();
  if (ended)
    in.finished(
        {.outcome = observe::job_outcome::cancelled, .ran = {}, .attempts = 0, .error = {}});
}

PAWL_INLINE void session_backend::count_if_committed(const storage::submit& op) {
  if (!op.answer || !op.answer->created) return count(op);
  const std::scoped_lock lock(uncommitted_mutex_);
  if (uncommitted_.size() == most_uncommitted) uncommitted_.pop_front();
  uncommitted_.push_back({op.answer->id, op.type, op.answer->ended});
}
PAWL_INLINE void session_backend::count_committed() {
  const std::scoped_lock lock(uncommitted_mutex_);
  for (std::size_t left = uncommitted_.size(); left != 0; --left) {
    const uncommitted each = uncommitted_.pop_front();
    const auto found = durable_->get(storage::scope::every_tenant(), each.id);
    if (found)
      count_created(metrics_->load()->of(std::string_view(each.type->handler)), each.ended);
    else
      uncommitted_.push_back(each);
  }
}

PAWL_INLINE storage::answer_to<job_id> session_backend::submit(storage::submit& op) const {
  store_of(op.type->ephemeral).apply_one(op);
  count(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  return op.answer->id;
}
PAWL_INLINE void session_backend::submit_all(const job_descriptor& type,
                                             std::span<storage::submit> all) const {
  storage::light_vector<storage::operation_ptr> batch;
  batch.reserve(all.size());
  for (storage::submit& each : all)
    if (each.type != nullptr) batch.push_back(&each);
  if (batch.empty()) return;
  store_of(type.ephemeral).apply(batch);
  observe::job_metrics& counted = metrics_->load()->of(std::string_view(type.handler));
  for (const storage::submit& each : all) count(each, counted);
}

PAWL_INLINE void session_backend::submit_whole(storage::submit_whole& op) const {
  durable_->apply_one(op);
  if (op.answer)
    for (const storage::submit& each : op.jobs) count(each);
}
PAWL_INLINE storage::submit* submit_chunk::add(const submit_options& options) {
  storage::submit& op = all_.emplace_back();
  op.type = &type_;
  const auto prepared = to_.prepare(op, who_, options);
  if (prepared) return &op;
  added(prepared);
  return nullptr;
}
PAWL_INLINE void submit_chunk::added(const storage::result<void>& input) {
  storage::submit& op = all_.back();
  bytes_ += op.payload.view().size();
  if (input) return;
  op.answer.refuse(input.error());
  op.type = nullptr;
}
PAWL_INLINE void submit_chunk::clear() {
  all_.clear();
  bytes_ = 0;
}

PAWL_INLINE storage::stored_result session_backend::output_of(const principal& who,
                                                              const job_id& id,
                                                              no_output& none) const {
  using reason = no_output::reason;
  auto found = store_of(id).result_of(scope_of(who), id);
  none = {};
  if (!found) {
    none = {reason::unknown, {}, std::move(found).error()};
    return {};
  }
  if (!is_terminal(found->kind))
    none.why = reason::unfinished;
  else if (found->kind != kind::success)
    none.why = found->kind == kind::cancelled ? reason::was_cancelled : reason::failed;
  else if (!found->value && !found->object)
    none.why = reason::not_kept;
  if (none.why != reason::none && found->error) none.failure = *found->error;
  return *std::move(found);
}
PAWL_INLINE storage::answer_to<job_record> session_backend::status(const principal& who,
                                                                   const job_id& id) const {
  return store_of(id).get(scope_of(who), id);
}
PAWL_INLINE storage::answer_to<job_record> session_backend::wait(const principal& who,
                                                                 const job_id& id,
                                                                 milliseconds longest) const {
  using clock = std::chrono::steady_clock;
  constexpr milliseconds for_ever = std::chrono::hours{24 * 365};
  const auto until = clock::now() + pawl::detail::within(longest, milliseconds{0}, for_ever);
  storage::store& store = store_of(id);
  while (true) {
    // Before the job is read: what happens between the two is heard of.
    const std::uint32_t seen = store.transport().news();
    auto found = store.get(scope_of(who), id);
    if (!found || is_terminal(found->kind)) return found;
    const auto left = std::chrono::ceil<milliseconds>(until - clock::now());
    if (left.count() <= 0) return found;
    // A process may have died between a commit and its announcement.
    store.transport().wait_for_news(seen, pawl::detail::least(left, milliseconds{500}));
  }
}
PAWL_INLINE storage::answer_to<storage::job_page> session_backend::list(
    const principal& who, bool ephemeral, const storage::list_filter& filter) const {
  return store_of(ephemeral).list(scope_of(who), filter);
}
PAWL_INLINE storage::answer_to<std::vector<job_event>> session_backend::events(
    const principal& who, const job_id& id, std::uint64_t after, std::size_t limit) const {
  return store_of(id).events(scope_of(who), id, after, limit);
}

PAWL_INLINE storage::answer_to<bool> session_backend::cancel(const principal& who, const job_id& id,
                                                             std::string reason) const {
  storage::cancel op{scope_of(who), id, std::move(reason)};
  op.by = actor_of(who);
  store_of(id).apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  count_moved(*metrics_->load(), op.answer->moved);
  return op.answer->done;
}
PAWL_INLINE storage::answer_to<instant> session_backend::reschedule(const principal& who,
                                                                    const job_id& id,
                                                                    const new_time& to) const {
  storage::reschedule op{.scope = scope_of(who), .id = id};
  op.delay = to.delay;
  op.run_at = to.run_at;
  op.by = actor_of(who);
  store_of(id).apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  return op.answer->due_at;
}
PAWL_INLINE storage::answer_to<storage::type_control> session_backend::control(
    const job_descriptor& type, storage::maybe<bool> paused, storage::maybe<bool> draining) const {
  storage::control op{.type = &type, .paused = paused, .draining = draining};
  store_of(type.ephemeral).apply_one(op);
  return std::move(op.answer);
}
PAWL_INLINE storage::answer_to<storage::raise::answer_type> session_backend::raise(
    const principal& who, storage::raise op) const {
  op.scope = scope_of(who);
  op.by = actor_of(who);
  op.content = storage::content_of(op);
  store_of(op.id).apply_one(op);
  // Asked outside of any transaction, and told with the event: if the job has moved meanwhile, the
  // store wants to hear it again, of where it stands now.
  while (!op.answer && op.asked && (!op.admitted || !(*op.admitted == *op.asked))) {
    if (auto refused = ask_handler(who, op)) return unexpected<storage::error>(*std::move(refused));
    op.admitted = op.asked;
    store_of(op.id).apply_one(op);
  }
  if (op.answer) count_moved(*metrics_->load(), op.answer->moved);
  return std::move(op.answer);
}
PAWL_INLINE std::optional<storage::error> session_backend::ask_handler(
    const principal& who, const storage::raise& op) const {
  storage::store& store = store_of(op.id);
  auto job = store.get(op.scope, op.id);
  if (!job) return job.error();
  const runner* asked = nullptr;
  for (const runner& each : handlers_)
    if (each.may_enter != nullptr && std::string_view(each.type->handler) == job->handler)
      asked = &each;
  if (asked == nullptr) return op.answer.error();
  const auto payload = store.payload_of(op.scope, op.id);
  if (!payload) return payload.error();
  for (const auto& [name, value] : op.findings.artifacts) {
    const artifact* const newest = job->newest_artifact(name);
    job->artifacts.push_back({name, newest == nullptr ? 1 : newest->version + 1, value});
  }
  std::string thrown;
  const admission answer =
      asked->may_enter(asked->handler, op.asked->to,
                       {.job = *job, .event = op.event, .event_id = op.event_id, .by = who},
                       payload->value, payload->version, thrown);
  if (answer) return {};
  if (!thrown.empty()) say_thrown(*job, std::move(thrown));
  return storage::error{storage::errc::not_admitted, answer.why_not(), {}, {}};
}
PAWL_INLINE void session_backend::tell(log who) {
  const std::scoped_lock lock(log_mutex_);
  log_ = std::move(who);
}
PAWL_INLINE void session_backend::say_thrown(const job_record& about, std::string what) const {
  log to;
  {
    const std::scoped_lock lock(log_mutex_);
    to = log_;
  }
  if (!to) return;
  observe::log_entry entry{.level = observe::log_level::warning,
                           .event = observe::event<"may_enter_failed">,
                           .message = "may_enter threw: " + std::move(what),
                           .job = about.id,
                           .handler = about.handler,
                           .tenant = about.tenant};
  entry.time = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
  try {
    to(entry);
  } catch (...) {  // NOLINT(bugprone-empty-catch): a log that fails must not take an event with it
  }
}

PAWL_INLINE storage::answer_to<storage::dead_letter_page> session_backend::dead_letters(
    const principal& who, bool ephemeral, const storage::list_filter& filter) const {
  return store_of(ephemeral).dead_letters(scope_of(who), filter);
}
PAWL_INLINE storage::answer_to<pawl::dead_letter> session_backend::dead_letter(
    const principal& who, const job_id& id) const {
  return store_of(id).dead_letter(scope_of(who), id);
}
PAWL_INLINE storage::answer_to<job_id> session_backend::replay(const principal& who,
                                                               const job_id& id) {
  storage::replay op{scope_of(who), id, fresh_id(id.is_ephemeral())};
  store_of(id).apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  metrics_->load()->of(std::string_view(op.answer->type->handler)).submitted();
  return op.answer->id;
}

}  // namespace pawl::runtime

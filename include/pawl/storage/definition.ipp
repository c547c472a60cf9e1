// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>
#include <utility>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/append.hpp>
#include <pawl/policies/limits/key_of.hpp>
#include <pawl/storage/definition.hpp>

namespace pawl::storage {

namespace detail {

/// Of the text below; another number is another release's.
inline constexpr unsigned definition_format = 2;

/// Shows each stored member of a job type, in order: written and read by the same list.
template <class Type, class Visit>
void visit_definition(Type& type, Visit&& each) {
  each(type.handler), each(type.lifecycle);
  each(type.states), each(type.events), each(type.rows), each(type.errors);
  each(type.retry.max_attempts), each(type.at_most_once), each(type.worker_lost_is_retried),
      each(type.timeout_is_retried);
  auto& plan = type.retry.plan;
  each(plan.model), each(plan.initial), each(plan.cap), each(plan.multiplier.permille);
  each(plan.degree), each(plan.jitter.low), each(plan.jitter.high), each(plan.jitter.decorrelated);
  each(type.lease), each(type.timeout);
  each(type.ranks), each(type.default_rank), each(type.aging_step);
  each(type.key_ttl), each(type.key_required), each(type.limits);
  each(type.on_failed_dependency), each(type.most_dependencies);
  each(type.keep_results), each(type.keep_output), each(type.keep_events);
  each(type.keep_dead_letters);
  each(type.keep_at_most), each(type.most_input_bytes), each(type.most_result_bytes);
  each(type.most_summary_bytes), each(type.newest_version);
  each(type.calls_on_success), each(type.calls_on_failure), each(type.calls_on_end);
}
template <class Item, class Visit>
void visit_item(Item& item, Visit&& each) {
  using bare = std::remove_const_t<Item>;
  if constexpr (std::is_same_v<bare, state_info>) {
    each(item.name), each(item.kind), each(item.remote), each(item.firm);
  } else if constexpr (std::is_same_v<bare, event_info>) {
    each(item.name), each(item.role);
  } else if constexpr (std::is_same_v<bare, row_info>) {
    each(item.from), each(item.on), each(item.guard), each(item.to), each(item.by);
  } else if constexpr (std::is_same_v<bare, classified_error>) {
    each(item.code), each(item.retryable), each(item.escalates);
  } else if constexpr (std::is_same_v<bare, limit_description>) {
    each(item.name), each(item.kind), each(item.point), each(item.key), each(item.count);
    each(item.most), each(item.window), each(item.burst);
  } else {
    each(item);
  }
}

class definition_writer {
 public:
  explicit definition_writer(std::string& to) : to_(&to) {}

  void operator()(text value) const { pawl::detail::append_part(*to_, value); }
  void operator()(duration_ms value) const { (*this)(value.count); }
  void operator()(triggers value) const { (*this)(value.bits()); }
  template <class Number>
    requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>)
  void operator()(Number value) const {
    std::string digits;
    pawl::detail::append out{digits};
    pawl::detail::say_number(out, static_cast<std::int64_t>(value));
    (*this)(text(digits));
  }
  template <class Item>
  void operator()(slice<Item> items) const {
    (*this)(items.size());
    for (const Item& each : items) visit_item(each, *this);
  }

 private:
  std::string* to_;
};

}  // namespace detail

class definition_reader {
 public:
  explicit definition_reader(stored_definition& to) : to_(&to), rest_(to.words_) {}

  [[nodiscard]] bool read() {
    unsigned format = 0;
    (*this)(format);
    if (format != detail::definition_format) return false;
    detail::visit_definition(to_->type_, *this);
    return sound_ && rest_.empty() && is_sound(to_->type_);
  }

  void operator()(text& value) {
    std::size_t length = 0;
    std::size_t digits = 0;
    for (; digits < rest_.size() && digits < 10 && rest_[digits] != ':'; ++digits)
      length =
          length * 10 + static_cast<std::size_t>(static_cast<unsigned char>(rest_[digits]) - '0');
    if (digits == 0 || digits >= rest_.size() || rest_[digits] != ':' ||
        length > rest_.size() - digits - 1) {
      sound_ = false;
      rest_ = {};
      value = {};
      return;
    }
    value = rest_.substr(digits + 1, length);
    rest_ = rest_.substr(digits + 1 + length, rest_.size() - digits - 1 - length);
  }
  void operator()(duration_ms& value) { (*this)(value.count); }
  void operator()(triggers& value) {
    unsigned bits = 0;
    (*this)(bits);
    value = triggers::from_bits(bits);
  }
  template <class Number>
    requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>)
  void operator()(Number& value) {
    text digits;
    (*this)(digits);
    std::int64_t number = 0;
    const bool negative = !digits.empty() && digits[0] == '-';
    for (std::size_t i = negative ? 1 : 0; i < digits.size() && i < 20; ++i)
      number = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) * 10 +
                                         static_cast<std::uint64_t>(digits[i] - '0'));
    value = static_cast<Number>(negative ? -number : number);
  }
  template <class Item>
  void operator()(slice<Item>& items) {
    std::size_t count = 0;
    (*this)(count);
    auto& kept = place_for(static_cast<Item*>(nullptr));
    // Each takes two bytes at least: a number that is wrong asks for no more than there is.
    for (; count != 0 && sound_; --count) detail::visit_item(kept.emplace_back(), *this);
    items = {kept.data(), kept.size()};
  }

 private:
  auto& place_for(state_info*) { return to_->states_; }
  auto& place_for(event_info*) { return to_->events_; }
  auto& place_for(row_info*) { return to_->rows_; }
  auto& place_for(classified_error*) { return to_->errors_; }
  auto& place_for(limit_description*) { return to_->limits_; }
  auto& place_for(text*) { return to_->ranks_; }

  static bool is_sound(const job_descriptor& type) {
    for (const row_info& row : type.rows)
      if (row.from >= type.states.size() || row.to >= type.states.size() ||
          row.on >= type.events.size())
        return false;
    return !type.states.empty() && !type.handler.empty();
  }

  stored_definition* to_;
  text rest_;
  bool sound_ = true;
};

PAWL_INLINE std::string definition_of(const job_descriptor& type) {
  job_descriptor stored = type;
  // A function cannot be stored; the wait after the first attempt stands for all of them.
  backoff_plan& plan = stored.retry.plan;
  if (plan.model == backoff_model::custom) {
    const duration_ms first = plan.curve == nullptr ? duration_ms{} : plan.curve(1);
    plan = backoff_plan{.model = backoff_model::fixed,
                        .initial = first,
                        .cap = first,
                        .multiplier = plan.multiplier,
                        .degree = plan.degree,
                        .jitter = plan.jitter};
  }
  std::string out;
  const detail::definition_writer write(out);
  write(detail::definition_format);
  detail::visit_definition(std::as_const(stored), write);
  return out;
}

PAWL_INLINE pawl::detail::light_ptr<const stored_definition> stored_definition::read(
    std::string definition) {
  pawl::detail::light_ptr<stored_definition> made(new stored_definition(std::move(definition)));
  if (!definition_reader(*made).read()) return {};
  return pawl::detail::light_ptr<const stored_definition>(made.release());
}

PAWL_INLINE pawl::detail::maybe<state_number> stored_definition::state_called(text name) const {
  for (std::size_t s = 0; s < type_.states.size(); ++s)
    if (type_.states[s].name == name) return static_cast<state_number>(s);
  return {};
}

namespace detail {

/// The steps of `pawl::happen`, on rows that are values.
class row_decider {
 public:
  row_decider(const job_descriptor& type, const any_position& from, unsigned max_attempts)
      : type_(&type), max_attempts_(max_attempts) {
    out_.after = from;
  }

  bool step(event_number event) {
    const auto to = target(event);
    if (!to) return false;
    any_position& job = out_.after;
    out_.steps[out_.count++] = {job.state, event, *to};
    job.state = *to;
    job.phase = entry_phase(type_->kind_of(*to));
    return true;
  }
  bool step(role r) {
    const auto event = type_->event_of(r);
    return event && step(*event);
  }
  [[nodiscard]] bool accepts(event_number event) const {
    for (const row_info& row : type_->rows)
      if (row.from == out_.after.state && row.on == event) return true;
    return false;
  }
  [[nodiscard]] bool would_end(role r) const {
    row_decider ahead = *this;
    return ahead.step(r) && is_terminal(type_->kind_of(ahead.out_.after.state));
  }
  [[nodiscard]] bool is_guarded(role r) const {
    const auto event = type_->event_of(r);
    if (event)
      for (const row_info& row : type_->rows)
        if (row.from == out_.after.state && row.on == *event) return !row.guard.empty();
    return false;
  }

  any_decision& out() { return out_; }

 private:
  /// Where the first row leads whose guard holds; nowhere if one has to be asked that is not known.
  [[nodiscard]] pawl::detail::maybe<state_number> target(event_number event) const {
    const any_position& job = out_.after;
    const facts known{job.attempt, max_attempts_, job.retries, job.retryable, job.error};
    for (const row_info& row : type_->rows) {
      if (row.from != job.state || row.on != event) continue;
      if (row.guard.empty()) return row.to;
      const guard* asked = nullptr;
      for (const guard* each : {&guards::attempts_left, &guards::may_retry, &guards::exhausted})
        if (each->name == row.guard) asked = each;
      if (asked == nullptr) return {};
      if (asked->holds(known)) return row.to;
    }
    return {};
  }

  const job_descriptor* type_;
  unsigned max_attempts_;
  any_decision out_{};
};

}  // namespace detail

PAWL_INLINE any_decision happen_by_rows(const job_descriptor& type, const any_position& from,
                                        event_number event, unsigned max_attempts,
                                        const ending& end) {
  if (event >= type.events.size() || from.state >= type.states.size()) return {};
  const role r = type.events[event].role;
  const bool failing = r == role::fail || r == role::lose || r == role::expire;
  any_position before = from;
  if (failing) {
    before.error = end.error;
    before.retryable = end.retryable;
  }
  const bool was_elsewhere = failing && r != role::lose &&
                             type.kind_of(from.state) == kind::active &&
                             from.phase != phase::running;
  if (was_elsewhere) before.attempt += 1;
  detail::row_decider job(type, before, max_attempts);
  any_decision& out = job.out();
  if (r == role::cancel && type.kind_of(from.state) == kind::waiting && !job.accepts(event) &&
      !job.step(role::retry_due))
    return {};
  if (!job.step(event)) return {};
  out.charged = was_elsewhere;
  if (failing) {
    const kind now = type.kind_of(out.after.state);
    if (now == kind::waiting) {
      if (job.would_end(role::retry_due) || (r == role::lose && job.is_guarded(role::retry_due))) {
        if (!job.step(role::retry_due)) return {};
      } else {
        out.wait_for_attempt = pawl::detail::greatest(before.attempt, 1U);
      }
    } else if (now == kind::active && r != role::lose) {
      out.after.phase = phase::scheduled;
      out.wait_for_attempt = before.attempt;
    }
    const kind last = type.kind_of(out.after.state);
    if (!is_terminal(last)) out.after.retries += 1;
    out.dead_letter = last == kind::dead || (last == kind::failure && end.retryable);
  } else if (out.after.state != from.state) {
    const kind last = type.kind_of(out.after.state);
    if (!is_terminal(last)) out.after.attempt = 0;
    out.dead_letter = last == kind::dead;
  }
  out.accepted = true;
  return out;
}

}  // namespace pawl::storage

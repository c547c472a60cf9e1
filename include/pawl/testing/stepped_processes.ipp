// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <pawl/observe/metrics.hpp>
#include <pawl/testing/stepped_processes.hpp>

namespace pawl::testing {

namespace detail {

template <class T>
T expect(storage::answer_to<T> done) {
  if (!done) throw std::runtime_error(describe(done.error()));
  return *std::move(done);
}
inline void expect(const storage::result<void>& done) {
  if (!done) throw std::runtime_error(describe(done.error()));
}

}  // namespace detail

PAWL_INLINE stepped_processes::stepped_processes(manual_clock tells, faulty_store& durable,
                                                 storage::store* ephemeral)
    : clock(tells),
      sessions(durable, ephemeral, counting_),
      metrics(std::make_shared<observe::metrics>()),
      store_(durable),
      ephemeral_(ephemeral),
      counting_(metrics.get()) {}
PAWL_INLINE stepped_processes::~stepped_processes() = default;

PAWL_INLINE void stepped_processes::serve(std::vector<scripted_runner*> runners) {
  runners_ = std::move(runners);
  for (scripted_runner* each : runners_) asked_.push_back(each->runner());
  sessions.ask({asked_.data(), asked_.size()});
}

PAWL_INLINE void stepped_processes::run() {
  step([&] {
    bool more = true;
    while (more) {
      more = false;
      // By number: what runs may add a process.
      for (std::size_t i = 0; i < processes_.size(); ++i) more |= processes_[i]->work();
    }
  });
}

PAWL_INLINE bool stepped_processes::run_to_end(milliseconds longest) {
  constexpr int most_rounds = 10'000;
  const milliseconds until = clock.boot() + longest;
  for (int round = 0; round < most_rounds && !crashed(); ++round) {
    run();
    if (crashed()) break;
    const std::optional<milliseconds> wait = next_moment();
    if (!wait) return has_ended_;
    if (clock.boot() + *wait > until) return false;
    advance(*wait);
  }
  return false;
}

PAWL_INLINE void stepped_processes::advance(milliseconds by) {
  step([&] {
    for (milliseconds left = by; left.count() > 0;) {
      // As often as a worker does; less often over long times in which nothing runs.
      milliseconds slice = heartbeat();
      if (!is_busy()) slice = std::max(slice, by / 64);
      slice = std::min(slice, left);
      clock.advance(slice);
      left -= slice;
      for (std::size_t i = 0; i < processes_.size(); ++i) processes_[i]->keep();
    }
  });
}

PAWL_INLINE void stepped_processes::lose_leases() {
  const storage_faults::truce truce(store_.faults());
  clock.advance(longest_lease() + milliseconds{1});
  storage::reap lost{10'000};
  store_.apply_one(lost);
  if (ephemeral_ != nullptr) ephemeral_->apply_one(lost);
}

PAWL_INLINE void stepped_processes::restart(service_options how) {
  processes_.clear();
  options = std::move(how);
  sessions.bound_by(options);
  sessions.zones = options.zones;
  options.log = [this](const observe::log_entry& entry) { log.push_back(entry); };
  options.escalate = [this](const escalation& about) { escalations.push_back(about); };
  add_process();
}

PAWL_INLINE stepped_processes::process& stepped_processes::add_process() {
  return *processes_.emplace_back(std::make_unique<process>(*this, processes_.empty()));
}

PAWL_INLINE stepped_processes::process::process(stepped_processes& of, bool with_ephemeral) {
  bool durable = false;
  bool ephemeral = false;
  for (const scripted_runner* each : of.runners_)
    (each->type().ephemeral ? ephemeral : durable) = true;
  if (durable) engines_.push_back(of.make_engine(false));
  if (ephemeral && with_ephemeral) engines_.push_back(of.make_engine(true));
  // Not counted: what a test plans is meant for what jobs do.
  const storage_faults::truce truce(of.store_.faults());
  for (const auto& each : engines_) detail::expect(each->enrol());
}
PAWL_INLINE void stepped_processes::process::take() {
  for (const auto& each : engines_) {
    each->maintain_once();
    static_cast<void>(each->dispatch_once());
  }
}
PAWL_INLINE bool stepped_processes::process::work() {
  bool more = false;
  for (const auto& each : engines_) {
    each->run_until_idle();
    each->maintain_once();
    more |= each->dispatch_once();
  }
  return more;
}
PAWL_INLINE void stepped_processes::process::keep() {
  for (const auto& each : engines_) each->keep_once();
}
PAWL_INLINE bool stepped_processes::process::is_busy() const {
  for (const auto& each : engines_) {
    const runtime::engine_health health = each->health();
    if (health.busy + health.held != 0) return true;
  }
  return false;
}

PAWL_INLINE std::chrono::milliseconds stepped_processes::shortest_lease() const {
  std::int64_t shortest = 60'000;
  for (const scripted_runner* each : runners_)
    shortest = std::min(shortest, each->type().lease.count);
  return milliseconds{shortest};
}
PAWL_INLINE std::chrono::milliseconds stepped_processes::heartbeat() const {
  std::int64_t shortest = 20'000;
  for (const scripted_runner* each : runners_)
    shortest = std::min(shortest, each->type().heartbeat.count);
  return milliseconds{shortest};
}
PAWL_INLINE std::chrono::milliseconds stepped_processes::longest_lease() const {
  std::int64_t longest = 0;
  for (const scripted_runner* each : runners_)
    longest = std::max(longest, each->type().lease.count);
  return milliseconds{longest};
}

/// Takes steps that a crash may end. One inside a handler's own ends the handler's too.
template <class F>
void stepped_processes::step(F take) {
  struct depth_guard {
    int& depth;
    ~depth_guard() { --depth; }
  };
  const bool outermost = depth_++ == 0;
  const depth_guard guard{depth_};
  try {
    take();
  } catch (const simulated_crash&) {
    if (!outermost) throw;
  }
  // A handler's own runner may have caught it.
  if (!store_.faults().crashed()) return;
  if (!outermost) throw simulated_crash{};
  processes_.clear();
  store_.faults().bury();
}

PAWL_INLINE bool stepped_processes::is_busy() const {
  for (const auto& each : processes_)
    if (each->is_busy()) return true;
  return false;
}

/// How long to wait until something can happen by itself; nothing if it cannot.
PAWL_INLINE std::optional<std::chrono::milliseconds> stepped_processes::next_moment() {
  has_ended_ = true;
  std::optional<milliseconds> next;
  look_at(store_, next);
  if (ephemeral_ != nullptr) look_at(*ephemeral_, next);
  if (!next && store_.watch().has_open_callbacks() && callback_rounds_ < 10) {
    ++callback_rounds_;
    // The lease of a process that was lost while it called one, or the pause after a try.
    next = std::max(longest_lease() + milliseconds{1}, milliseconds{10'000});
  } else {
    callback_rounds_ = 0;
  }
  return next;
}
PAWL_INLINE void stepped_processes::look_at(storage::store& store,
                                            std::optional<milliseconds>& next) {
  const instant now = store.now();
  storage::list_filter filter;
  filter.limit = storage::list_filter::most;
  do {
    const auto page = detail::expect(store.list(storage::scope::every_tenant(), filter));
    for (const job_record& job : page.jobs) {
      if (job.phase == phase::terminal) continue;
      has_ended_ = false;
      std::optional<milliseconds> wait;
      if (job.phase == phase::scheduled && job.due_at) wait = *job.due_at - now;
      // No process of the workbench runs anything now: its worker is gone.
      if (job.phase == phase::running || job.phase == phase::held)
        wait = longest_lease() + milliseconds{1};
      if (wait && (!next || *wait < *next)) next = std::max(*wait, milliseconds{1});
    }
    filter.cursor = page.cursor;
  } while (!filter.cursor.empty());
}

PAWL_INLINE std::unique_ptr<runtime::engine> stepped_processes::make_engine(bool ephemeral) {
  runtime::light_vector<runtime::runner> runners;
  for (scripted_runner* each : runners_)
    if (each->type().ephemeral == ephemeral) runners.push_back(each->runner());
  return std::make_unique<runtime::engine>(ephemeral ? *ephemeral_ : store_, std::move(runners),
                                           options, metrics);
}

}  // namespace pawl::testing

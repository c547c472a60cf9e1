// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>
#include <tuple>

#include <pawl/service.hpp>
#include <pawl/testing/faulty.hpp>
#include <pawl/testing/job_history.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/testing/scripted_runner.hpp>

namespace pawl::testing {

/// Job types, a store and a clock that stands still: what a service does, done on the caller's
/// thread, when the caller says so.
///
///     pawl::testing::workbench jobs{report{}};
///     const auto job = jobs.submit<report>({"ALFKI", 2026});
///     jobs.fail_next<report, network_timeout>();
///     jobs.run_to_end();
///     CHECK(jobs.history(job) == std::vector<std::string>{"pending", "running", …, "succeeded"});
///
/// The store is one in memory unless one is given: anything whose time is a `manual_clock`. A
/// handler is copied; what it shares with its test it holds by a pointer. What must not fail in a
/// test, such as `submit`, throws a `std::runtime_error`; to see a refusal, use `session()`.
template <storage::job_storage Store, class... Handlers>
class workbench : private pawl::jobs<Handlers...>,
                  private pawl::detail::service_rules<Store, Handlers...> {
 public:
  using store_type = faulty<Store>;
  using session_type = pawl::session<store_type, Handlers...>;
  using milliseconds = std::chrono::milliseconds;

  explicit workbench(Handlers... handlers)
      : workbench(std::make_shared<Store>(storage::memory_options{}, manual_clock{}),
                  std::move(handlers)...) {}
  explicit workbench(std::shared_ptr<Store> store, Handlers... handlers)
      : clock_(store->clock()),
        store_(std::move(store)),
        ephemeral_(storage::memory_options{}, clock_),
        handlers_(std::move(handlers)...),
        runners_{scripted_runner(runtime::runner_of(std::get<Handlers>(handlers_)))...} {
    restart();
  }
  workbench(const workbench&) = delete;
  workbench& operator=(const workbench&) = delete;

  // --- Submitting and looking ------------------------------------------------------------------

  template <class H>
  job_ref<H> submit(const runtime::detail::input_type<H>& payload,
                    const submit_options& options = {}) {
    return expect(session().template submit<H>(payload, options));
  }
  [[nodiscard]] job_record record(const job_id& job) { return expect(session().status(job)); }
  template <class H>
  [[nodiscard]] job_record record(const job_ref<H>& job) {
    return record(job.id);
  }
  /// The name of the state that a job is in.
  template <class Job>
  [[nodiscard]] std::string state(const Job& job) {
    return record(job).state;
  }
  /// The output of a job; or why there is none.
  template <class H>
  [[nodiscard]] auto result(const job_ref<H>& job) {
    return session().result(job);
  }
  /// The names of the states that a job has been in.
  template <class H>
  [[nodiscard]] std::vector<std::string> history(const job_ref<H>& job) {
    return states_in(events(job));
  }
  template <class H>
  [[nodiscard]] std::vector<job_event> events(const job_ref<H>& job) {
    return expect(session().events(job.id, 0, 1'000'000));
  }

  /// Everything else that can be done with jobs, in the name of a principal.
  [[nodiscard]] session_type session(principal who = {
                                         .tenant = "tenant", .user = "user", .organisation = {}}) {
    return {{&store_, &ephemeral_, &ids_, &counting_, &high_watermark_}, std::move(who)};
  }
  [[nodiscard]] manual_clock& clock() { return clock_; }
  /// The store, past everything that is planned to go wrong with it.
  [[nodiscard]] Store& store() { return store_.undisturbed(); }
  [[nodiscard]] const std::shared_ptr<Store>& shared_store() const { return store_.shared(); }
  template <class H>
  [[nodiscard]] const H& handler() const {
    return std::get<H>(handlers_);
  }
  /// How often a handler was called.
  template <class H>
  [[nodiscard]] std::size_t runs() const {
    return runners_[index_of<H>()].runs;
  }
  [[nodiscard]] const std::vector<observe::log_entry>& log() const { return log_; }
  [[nodiscard]] const std::vector<escalation>& escalations() const { return escalations_; }
  [[nodiscard]] observe::metrics& metrics() { return *metrics_; }

  // --- Running ---------------------------------------------------------------------------------

  /// Runs until nothing is left to do now: attempts, callbacks, dependents.
  void run() {
    step([&] {
      bool more = true;
      while (more) {
        more = false;
        // By number: what runs may add a process.
        for (std::size_t i = 0; i < processes_.size(); ++i) more |= processes_[i]->work();
      }
    });
  }
  /// The same, and lets time pass whenever nothing can be done but to wait: for a retry, for the
  /// lease of a worker that is lost, for a callback. True if every job has ended; false if one
  /// waits for something from outside, or for longer than this.
  bool run_to_end(milliseconds longest = std::chrono::hours{24 * 30}) {
    constexpr int most_rounds = 10'000;
    const milliseconds until = clock_.boot() + longest;
    for (int round = 0; round < most_rounds && !crashed(); ++round) {
      run();
      if (crashed()) break;
      const std::optional<milliseconds> wait = next_moment();
      if (!wait) return has_ended_;
      if (clock_.boot() + *wait > until) return false;
      advance(*wait);
    }
    return false;
  }
  /// Time passes, and the workers give signs of life meanwhile. Called by a handler, it is the time
  /// that the handler takes: it may be told to stop.
  void advance(milliseconds by) {
    step([&] {
      for (milliseconds left = by; left.count() > 0;) {
        // As often as a worker does; less often over long times in which nothing runs.
        milliseconds slice = shortest_lease() / 3;
        if (!is_busy()) slice = std::max(slice, by / 64);
        slice = std::min(slice, left);
        clock_.advance(slice);
        left -= slice;
        for (std::size_t i = 0; i < processes_.size(); ++i) processes_[i]->keep();
      }
    });
  }

  // --- What can go wrong -----------------------------------------------------------------------

  /// The next attempts of a job type fail with an error of this class, without their handler being
  /// called.
  template <class H, class Class>
    requires(H::job_type::errors::template contains<Class>)
  void fail_next(std::size_t attempts = 1, const std::string& message = "the test wants it so") {
    for (; attempts != 0; --attempts)
      runners_[index_of<H>()].instead.push_back(runtime::detail::failed_with(
          Class::code, message, {}, H::job_type::template retries<Class>));
  }
  template <class H, class Class,
            class Because = pawl::detail::because_if<
                !H::job_type::errors::template contains<Class>,
                pawl::detail::undeclared_error_sentence<typename H::job_type, Class>>>
    requires(!H::job_type::errors::template contains<Class>)
  void fail_next(std::size_t = 1,
                 const std::string& = {}) = PAWL_DELETE("pawl: this error class is not declared");

  /// The nth commit from now on is not made. With an operation, the nth of those that hold one:
  /// `jobs.fail_commit<pawl::storage::settle>(1, errc::full)`.
  template <class Operation = void>
  void fail_commit(std::size_t nth = 1, storage::errc code = storage::errc::failed) {
    plan<Operation>(storage_fault::how::refused, nth, code);
  }
  /// The nth commit from now on is made, but whoever asked for it is told that it was not.
  template <class Operation = void>
  void lose_reply(std::size_t nth = 1, storage::errc code = storage::errc::failed) {
    plan<Operation>(storage_fault::how::reply_lost, nth, code);
  }
  /// Everything that runs now is lost, as if its workers had been held up for too long: their
  /// leases run out, and the jobs are taken from them.
  void lose_leases() {
    clock_.advance(longest_lease() + milliseconds{1});
    static_cast<void>(storage::apply_one(store(), storage::reap{10'000}));
    static_cast<void>(storage::apply_one(ephemeral_, storage::reap{10'000}));
  }
  /// All that can go wrong with the store, and whether it has.
  [[nodiscard]] storage_faults& faults() { return store_.faults(); }
  /// What the store has answered and must never answer.
  [[nodiscard]] const storage_watch& watch() const { return store_.watch(); }

  /// The process has died: by a fault that was planned. Nothing runs until it is restarted.
  [[nodiscard]] bool crashed() const { return processes_.empty(); }
  /// The process dies here, without a word, and another one begins. What ran stays leased until its
  /// lease runs out.
  void restart() { restart(options_); }
  void restart(service_options options) {
    processes_.clear();
    options_ = std::move(options);
    high_watermark_ = options_.high_watermark;
    options_.log = [this](const observe::log_entry& entry) { log_.push_back(entry); };
    options_.escalate = [this](const escalation& about) { escalations_.push_back(about); };
    add_process();
  }
  /// The same, with the store opened again.
  void restart(std::shared_ptr<Store> opened) {
    processes_.clear();
    store_.replace(std::move(opened));
    restart();
  }

  /// One of several processes that share the store, of which each takes what it can get.
  class process {
   public:
    explicit process(workbench& of) : of_(of) {
      if (has_durable) durable_ = of.make_engine(of.store_, false);
      if (has_ephemeral && of.processes_.empty()) in_memory_ = of.make_engine(of.ephemeral_, true);
      // Not counted: what a test plans is meant for what jobs do.
      const storage_faults::truce truce(of.faults());
      each([](auto& engine) { expect(engine.enrol()); });
    }
    /// Takes what can be begun, and does not begin it.
    void take() {
      each([](auto& engine) {
        engine.maintain_once();
        static_cast<void>(engine.pump_once());
      });
    }
    /// Does what can be done now; true if there may be more.
    bool work() {
      bool more = false;
      each([&](auto& engine) {
        engine.run_until_idle();
        engine.maintain_once();
        more |= engine.pump_once();
      });
      return more;
    }
    /// A sign of life, and a look at what has become of its jobs.
    void keep() {
      each([](auto& engine) { engine.keep_once(); });
    }
    [[nodiscard]] bool is_busy() const {
      bool busy = false;
      each([&](const auto& engine) {
        const runtime::engine_health health = engine.health();
        busy |= health.busy + health.held != 0;
      });
      return busy;
    }

   private:
    template <class F>
    void each(F f) const {
      if (durable_) f(*durable_);
      if (in_memory_) f(*in_memory_);
    }
    workbench& of_;
    std::unique_ptr<runtime::engine<store_type>> durable_;
    std::unique_ptr<runtime::engine<storage::memory<manual_clock>>> in_memory_;
  };
  /// Another process joins. Ephemeral jobs stay with the first.
  process& add_process() { return *processes_.emplace_back(std::make_unique<process>(*this)); }

  [[nodiscard]] static milliseconds shortest_lease() {
    return milliseconds{std::min({type_of<Handlers>.lease.count...})};
  }
  [[nodiscard]] static milliseconds longest_lease() {
    return milliseconds{std::max({type_of<Handlers>.lease.count...})};
  }

 private:
  static constexpr bool has_ephemeral = (Handlers::job_type::is_ephemeral || ...);
  static constexpr bool has_durable = (!Handlers::job_type::is_ephemeral || ...);

  template <class H>
  static constexpr std::size_t index_of() {
    static_assert(pawl::detail::is_registered<H, Handlers...>,
                  "pawl: this workbench has no such handler; give it to the workbench");
    std::size_t at = 0;
    static_cast<void>(((__is_same(H, Handlers) ? true : (++at, false)) || ...));
    return at;
  }
  template <class T>
  static T expect(storage::result<T> done) {
    if (!done) throw std::runtime_error(describe(done.error()));
    if constexpr (!std::is_void_v<T>) return *std::move(done);
  }
  template <class Operation>
  void plan(storage_fault::how what, std::size_t nth, storage::errc code) {
    storage_fault fault{.what = what, .nth = nth, .code = code};
    if constexpr (!std::is_void_v<Operation>)
      fault.holds = [](const storage::operation& op) {
        return std::holds_alternative<Operation>(op);
      };
    faults().plan(std::move(fault));
  }

  template <class S>
  std::unique_ptr<runtime::engine<S>> make_engine(S& store, bool ephemeral) {
    std::vector<runtime::runner> runners;
    for (scripted_runner& each : runners_)
      if (each.type().ephemeral == ephemeral) runners.push_back(each.runner());
    return std::make_unique<runtime::engine<S>>(
        store, std::move(runners), options_,
        std::make_shared<runtime::worker_pool>(options_.workers), metrics_);
  }

  /// Takes steps that a crash may end. One inside a handler's own ends the handler's too.
  template <class F>
  void step(F take) {
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
    if (!faults().crashed()) return;
    if (!outermost) throw simulated_crash{};
    processes_.clear();
    faults().bury();
  }

  [[nodiscard]] bool is_busy() const {
    for (const auto& each : processes_)
      if (each->is_busy()) return true;
    return false;
  }

  /// How long to wait until something can happen by itself; nothing if it cannot.
  std::optional<milliseconds> next_moment() {
    has_ended_ = true;
    std::optional<milliseconds> next;
    const auto look = [&](auto& store) {
      const instant now = store.now();
      storage::list_filter filter;
      filter.limit = storage::list_filter::most;
      do {
        const auto page = expect(store.list(storage::scope::every_tenant(), filter));
        for (const job_record& job : page.jobs) {
          if (job.phase == phase::terminal) continue;
          has_ended_ = false;
          std::optional<milliseconds> wait;
          if (job.phase == phase::scheduled && job.due_at) wait = *job.due_at - now;
          // Nothing of ours runs now: its worker is gone.
          if (job.phase == phase::running || job.phase == phase::held)
            wait = longest_lease() + milliseconds{1};
          if (wait && (!next || *wait < *next)) next = std::max(*wait, milliseconds{1});
        }
        filter.cursor = page.cursor;
      } while (!filter.cursor.empty());
    };
    look(store());
    look(ephemeral_);
    if (!next && store_.watch().has_open_callbacks() && callback_rounds_ < 10) {
      ++callback_rounds_;
      next = milliseconds{60'001};
    } else {
      callback_rounds_ = 0;
    }
    return next;
  }

  manual_clock clock_;
  store_type store_;
  storage::memory<manual_clock> ephemeral_;
  std::tuple<Handlers...> handlers_;
  scripted_runner runners_[sizeof...(Handlers)];
  id_source ids_{};
  std::shared_ptr<observe::metrics> metrics_ = std::make_shared<observe::metrics>();
  std::atomic<observe::metrics*> counting_ = metrics_.get();
  std::atomic<std::int64_t> high_watermark_{0};
  service_options options_{.workers = 4, .prefetch = 4};
  std::vector<observe::log_entry> log_{};
  std::vector<escalation> escalations_{};
  std::vector<std::unique_ptr<process>> processes_{};
  int depth_ = 0;
  int callback_rounds_ = 0;
  bool has_ended_ = true;
};

template <class... Handlers>
  requires(pawl::detail::is_handler<Handlers> && ...)
workbench(Handlers...) -> workbench<memory_store<>, Handlers...>;
template <class Store, class... Handlers>
workbench(std::shared_ptr<Store>, Handlers...) -> workbench<Store, Handlers...>;
template <class Store, class... Handlers>
workbench(std::unique_ptr<Store>, Handlers...) -> workbench<Store, Handlers...>;

}  // namespace pawl::testing

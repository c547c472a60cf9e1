// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <tuple>

#include <pawl/job/jobs.hpp>
#include <pawl/runtime/engine/service_rules.hpp>
#include <pawl/runtime/session.hpp>
#include <pawl/testing/job_history.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/testing/stepped_processes.hpp>

namespace pawl::testing {

// In pieces, as clang prints them.
using steps_are_taken =
    refused<"pawl: a workbench runs on the thread", "of its caller, when it is told to;",
            "write run(), run_to_end() or", "advance(10s)">;
using session_is_asked = refused<"pawl: a workbench asks in the name", "of a principal; write",
                                 "jobs.session() and ask that">;
using session_submits_many =
    refused<"pawl: a workbench submits one job,", "and throws if it is refused; ask",
            "jobs.session() for submit_all">;
using time_is_advanced =
    refused<"pawl: run takes nothing and does all", "there is to do now; to let time",
            "pass, write advance(10s) or", "run_to_end()">;
using longest_is_a_time = refused<"pawl: run_to_end takes the longest",
                                  "time that it may wait, such as 10s;", "write that, or nothing">;
using advance_takes_a_time =
    refused<"pawl: advance takes the time that", "passes; write advance(10s)">;
using process_restarts =
    refused<"pawl: a process of a workbench dies", "where the next one begins; write",
            "restart(), or fail_commit() for a", "fault of the store">;
using handler_is_named = refused<"pawl: several handlers may be in a",
                                 "workbench; name one in angle", "brackets, as in runs<handler>()">;
using result_is_there =
    refused<"pawl: a workbench waits for no", "result; write run_to_end(), then", "result(job)">;
using handler_fails_with_class =
    refused<"pawl: fail_next takes a handler and", "one of its error classes; write",
            "fail_next<handler, class>()">;
using store_with_manual_clock =
    refused<"pawl: a workbench sets the time, so", "its store has a manual_clock; give",
            "none, or fresh_sqlite_store()">;

/// A store whose time a test sets.
template <class Store>
concept stands_still = requires(const Store& store) {
  { store.clock() } -> std::same_as<const manual_clock&>;
};

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
class workbench
    : private pawl::detail::demand<pawl::detail::sound_service<Store, Handlers...> ||
                                       (pawl::detail::lost_its_base<Handlers>() || ...),
                                   pawl::detail::broken_service_rule<Store, Handlers...>> {
  static_assert((0 + ... + sizeof(pawl::detail::payload_rules<Handlers>)) == sizeof...(Handlers));

 public:
  using store_type = faulty<Store>;
  using session_type = pawl::session<store_type, Handlers...>;
  using milliseconds = std::chrono::milliseconds;
  using process = stepped_processes::process;

  explicit workbench(Handlers... handlers)
      : workbench(std::make_shared<Store>(storage::memory_options{}, manual_clock{}),
                  std::move(handlers)...) {}
  explicit workbench(std::shared_ptr<Store> store, Handlers... handlers)
    requires stands_still<Store>
      : store_(std::move(store)),
        ephemeral_(storage::memory_options{}, store_.clock()),
        handlers_(std::move(handlers)...),
        runners_{scripted_runner(runner_of(std::get<Handlers>(handlers_)))...},
        processes_(store_.clock(), store_, &ephemeral_) {
    std::vector<scripted_runner*> all;
    for (scripted_runner& each : runners_) all.push_back(&each);
    processes_.serve(std::move(all));
    restart();
  }
  template <class Because = store_with_manual_clock>
    requires(!stands_still<Store>)
  explicit workbench(const std::shared_ptr<Store>&, const Handlers&...) =
      PAWL_DELETE("pawl: a workbench sets the time of its store");
  workbench(const workbench&) = delete;
  workbench& operator=(const workbench&) = delete;

  // --- Submitting and looking ------------------------------------------------------------------

  template <class H>
  job_ref<H> submit(const runtime::detail::input_type<H>& payload,
                    const typename pawl::detail::options_of<H>::type& options = {}) {
    if constexpr (pawl::detail::lost_its_base<H>())
      return {};  // refused before
    else
      return expect(session().template submit<H>(payload, options));
  }
  template <class H, class Options>
    requires(__is_same(Options, submit_options))
  job_ref<H> submit(const runtime::detail::input_type<H>& payload, const Options& options) {
    return expect(session().template submit<H>(payload, options));
  }
  template <class H, class... Given,
            class Because = pawl::detail::because_if<pawl::detail::are_members<H, Given...>,
                                                     pawl::detail::submit_sentence<H>>>
    requires(pawl::detail::is_registered<H, Handlers...> && pawl::detail::are_members<H, Given...>)
  job_ref<H> submit(const Given&...) = PAWL_DELETE("pawl: this is not the job's input");
  template <auto = 0, class Because = pawl::detail::because<pawl::detail::submit_without_type>>
  pawl::detail::anything submit(const auto&...) = PAWL_DELETE("pawl: write submit<handler>(...)");
  [[nodiscard]] job_record record(const job_id& job) { return expect(session().status(job)); }
  /// The name of the state that a job is in.
  [[nodiscard]] std::string state(const job_id& job) { return record(job).state; }
  template <class Given,
            class Because = pawl::detail::because_if<pawl::detail::names_no_job<Given>,
                                                     pawl::detail::no_job_sentence<Given>>>
    requires(pawl::detail::names_no_job<Given>)
  pawl::detail::anything state(const Given&) = PAWL_DELETE("pawl: this names no job");
  /// The output of a job; or why there is none.
  template <class H>
  [[nodiscard]] auto result(const job_ref<H>& job) {
    return session().result(job);
  }
  template <class Because = result_is_there>
  pawl::detail::anything result(const job_id&,
                                const auto&) = PAWL_DELETE("pawl: run the workbench first");
  template <auto = 0, class Because = pawl::detail::result_without_type>
  pawl::detail::anything result(const job_id&) =
      PAWL_DELETE("pawl: an id does not say which type its output has");
  /// The names of the states that a job has been in.
  [[nodiscard]] std::vector<std::string> history(const job_id& job) {
    return states_in(events(job));
  }
  [[nodiscard]] std::vector<job_event> events(const job_id& job) {
    return expect(session().events(job, 0, 1'000'000));
  }

  /// The jobs that the handler of a job has submitted with its end, the first one first.
  [[nodiscard]] std::vector<job_record> submitted_by(const job_id& job) {
    std::vector<job_record> found;
    storage::list_filter filter{.limit = 1000};
    do {
      const auto page = store_of(job).list(storage::scope::every_tenant(), filter);
      if (!page) throw std::runtime_error(describe(page.error()));
      for (const job_record& each : page->jobs)
        if (each.submitted_by == job) found.insert(found.begin(), each);
      filter.cursor = page->cursor;
    } while (!filter.cursor.empty());
    return found;
  }

  /// Everything else that can be done with jobs, in the name of a principal.
  [[nodiscard]] session_type session(principal who = {
                                         .tenant = "tenant", .user = "user", .organisation = {}}) {
    return {processes_.sessions, std::move(who)};
  }
  [[nodiscard]] manual_clock& clock() { return processes_.clock; }
  /// The store, past everything that is planned to go wrong with it.
  [[nodiscard]] Store& store() { return store_.undisturbed(); }
  [[nodiscard]] const std::shared_ptr<Store>& shared_store() const { return store_.shared(); }
  template <class H>
  [[nodiscard]] const H& handler() const {
    if constexpr (index_of<H>() < sizeof...(Handlers))
      return std::get<H>(handlers_);
    else  // refused there
      return pawl::detail::refused_late<const H&>();
  }
  /// How often a handler was called.
  template <class H>
  [[nodiscard]] std::size_t runs() const {
    return runners_[index_of<H>()].runs;
  }
  template <auto = 0, class Because = handler_is_named>
  pawl::detail::anything handler(const auto&...) const = PAWL_DELETE("pawl: name the handler");
  template <auto = 0, class Because = handler_is_named>
  pawl::detail::anything runs(const auto&...) const = PAWL_DELETE("pawl: name the handler");
  [[nodiscard]] const std::vector<observe::log_entry>& log() const { return processes_.log; }
  [[nodiscard]] const std::vector<escalation>& escalations() const {
    return processes_.escalations;
  }
  /// Include <pawl/observe/metrics.hpp> to use them.
  [[nodiscard]] observe::metrics& metrics() { return *processes_.metrics; }

  // --- Running ---------------------------------------------------------------------------------

  /// Runs until nothing is left to do now: attempts, callbacks, dependents.
  void run() { processes_.run(); }
  /// The same, and lets time pass whenever nothing can be done but to wait: for a retry, for the
  /// lease of a worker that is lost, for a callback. True if every job has ended; false if one
  /// waits for something from outside, or for longer than this.
  bool run_to_end(milliseconds longest = std::chrono::hours{24 * 30}) {
    return processes_.run_to_end(longest);
  }
  /// Time passes, and the workers give signs of life meanwhile. Called by a handler, it is the time
  /// that the handler takes: it may be told to stop.
  void advance(milliseconds by) { processes_.advance(by); }
  template <class Number, class Because = pawl::detail::time_has_unit>
    requires(std::is_arithmetic_v<Number>)
  void advance(Number) = PAWL_DELETE("pawl: a time to wait has a unit");
  template <class Because = steps_are_taken>
  pawl::detail::anything start(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = steps_are_taken>
  pawl::detail::anything wait(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Handler, class Because = time_is_advanced>
  pawl::detail::anything run() = PAWL_DELETE("pawl: use advance(10s)");
  template <class First, class Because = time_is_advanced>
  pawl::detail::anything run(const First&, const auto&...) = PAWL_DELETE("pawl: use advance(10s)");
  template <class Given, class Because = longest_is_a_time>
    requires(!std::is_convertible_v<const Given&, milliseconds>)
  pawl::detail::anything run_to_end(const Given&) = PAWL_DELETE("pawl: give it a time, or nothing");
  template <class Because = advance_takes_a_time>
  pawl::detail::anything advance() = PAWL_DELETE("pawl: advance takes a time");
  template <class Because = steps_are_taken>
  pawl::detail::anything stop(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = steps_are_taken>
  pawl::detail::anything step(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = steps_are_taken>
  pawl::detail::anything tick(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = steps_are_taken>
  pawl::detail::anything sleep(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = steps_are_taken>
  pawl::detail::anything notify(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = steps_are_taken>
  pawl::detail::anything run_one(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = steps_are_taken>
  pawl::detail::anything run_all(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = steps_are_taken>
  pawl::detail::anything run_for(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = steps_are_taken>
  pawl::detail::anything run_until(const auto&...) = PAWL_DELETE("pawl: use run()");
  template <class Because = session_is_asked>
  pawl::detail::anything reschedule(const job_id&,
                                    const new_time&) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything jobs(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything dead_letter(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything letters(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything replay_all(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything cancel_all(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything schedule(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything schedules(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class... H, class Because = session_submits_many>
  pawl::detail::anything submit_all(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = process_restarts>
  pawl::detail::anything crash(const auto&...) = PAWL_DELETE("pawl: use restart()");
  template <class Because = session_is_asked>
  pawl::detail::anything cancel(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything raise(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything status(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything list(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything replay(const auto&...) = PAWL_DELETE("pawl: use session()");
  template <class Because = session_is_asked>
  pawl::detail::anything as(const auto&...) = PAWL_DELETE("pawl: use session()");

  // --- What can go wrong -----------------------------------------------------------------------

  /// The next attempts of a job type fail with an error of this class, without their handler being
  /// called.
  template <class H, class Class>
    requires(pawl::detail::is_handler<H> && H::job_type::errors::template contains<Class>)
  void fail_next(std::size_t attempts = 1, const std::string& message = "the test wants it so") {
    for (; attempts != 0; --attempts)
      runners_[index_of<H>()].instead.push_back(
          {.code = std::string(std::string_view(Class::code)),
           .message = message,
           .detail = {},
           .state = {},
           .retryable = H::job_type::template retries<Class>});
  }
  template <class H, class Class,
            class Because = pawl::detail::because_if<
                !H::job_type::errors::template contains<Class>,
                pawl::detail::undeclared_error_sentence<typename H::job_type, Class>>>
    requires(pawl::detail::is_handler<H> && !H::job_type::errors::template contains<Class>)
  void fail_next(std::size_t = 1,
                 const std::string& = {}) = PAWL_DELETE("pawl: this error class is not declared");
  template <class Given = void, class Class = void, class Because = handler_fails_with_class>
    requires(!pawl::detail::is_handler<Given> || __is_same(Class, void))
  void fail_next(const auto&...) = PAWL_DELETE("pawl: write fail_next<handler, class>()");

  /// The nth commit from now on is not made. With an operation, the nth of those that hold one:
  /// `jobs.fail_commit<pawl::storage::settle>(1, errc::full)`.
  template <class Operation = void>
  void fail_commit(std::size_t nth = 1, storage::errc code = storage::errc::failed) {
    plan<Operation>(storage_fault::how::refused, nth, code);
  }
  /// The nth commit from now on is made, but its caller is told that it was not.
  template <class Operation = void>
  void lose_reply(std::size_t nth = 1, storage::errc code = storage::errc::failed) {
    plan<Operation>(storage_fault::how::reply_lost, nth, code);
  }
  /// Everything that runs now is lost, as if its workers had been held up for too long: their
  /// leases run out, and the jobs are taken from them.
  void lose_leases() { processes_.lose_leases(); }
  /// All that can go wrong with the store, and whether it has.
  [[nodiscard]] storage_faults& faults() { return store_.faults(); }
  /// What the store has answered and must never answer.
  [[nodiscard]] const storage_watch& watch() const { return store_.watch(); }

  /// The process has died: by a fault that was planned. Nothing runs until it is restarted.
  [[nodiscard]] bool crashed() const { return processes_.crashed(); }
  /// The process dies here, without a word, and another one begins. What ran stays leased until its
  /// lease runs out.
  void restart() { restart(processes_.options); }
  void restart(service_options options) { processes_.restart(std::move(options)); }
  /// The same, with the store opened again.
  void restart(std::shared_ptr<Store> opened) {
    processes_.end_all();
    store_.replace(std::move(opened));
    restart();
  }
  /// Another process joins. Ephemeral jobs stay with the first.
  process& add_process() { return processes_.add_process(); }

  [[nodiscard]] milliseconds shortest_lease() const { return processes_.shortest_lease(); }
  [[nodiscard]] milliseconds longest_lease() const { return processes_.longest_lease(); }

 private:
  template <class H>
  static runtime::runner runner_of(const H& handler) {
    if constexpr (pawl::detail::sound_handler<H>)
      return runtime::runner_of(handler);
    else  // refused above
      return pawl::detail::refused_late<runtime::runner>();
  }
  template <class H>
  static constexpr std::size_t index_of() {
    static_assert(pawl::detail::is_registered<H, Handlers...>,
                  "pawl: this workbench has no such handler; give it to the workbench");
    std::size_t at = 0;
    static_cast<void>(((__is_same(H, Handlers) ? true : (++at, false)) || ...));
    return at;
  }
  [[nodiscard]] storage::store& store_of(const job_id& job) {
    if (job.is_ephemeral()) return ephemeral_;
    return store();
  }
  template <class Answer>
  static auto expect(Answer done) {
    if (!done) throw std::runtime_error(describe(done.error()));
    return *std::move(done);
  }
  template <class Operation>
  void plan(storage_fault::how what, std::size_t nth, storage::errc code) {
    storage_fault fault{.what = what, .nth = nth, .code = code};
    if constexpr (!std::is_void_v<Operation>)
      fault.holds = [](const storage::operation_ptr& op) { return op.kind() == Operation::kind; };
    faults().plan(std::move(fault));
  }

  store_type store_;
  storage::memory<manual_clock> ephemeral_;
  std::tuple<Handlers...> handlers_;
  scripted_runner runners_[sizeof...(Handlers)];
  stepped_processes processes_;
};

template <class First, class... Handlers>
  requires(!requires { typename First::element_type; })
workbench(First, Handlers...) -> workbench<memory_store<>, First, Handlers...>;
template <class Store, class... Handlers>
workbench(std::shared_ptr<Store>, Handlers...) -> workbench<Store, Handlers...>;
template <class Store, class... Handlers>
workbench(std::unique_ptr<Store>, Handlers...) -> workbench<Store, Handlers...>;

}  // namespace pawl::testing

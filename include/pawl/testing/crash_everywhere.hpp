// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <concepts>
#include <functional>
#include <ostream>

#include <pawl/testing/workbench.hpp>

namespace pawl::testing {

/// What happens to a process at one of its commits.
enum class crash_moment : unsigned char {
  before_commit,  ///< it dies, and nothing was written
  reply_lost,     ///< it dies, and all was written
  overtaken,      ///< it stands still until another one has begun its job, and then goes on
  outrun          ///< it stands still until another one has done its job, and then goes on
};

[[nodiscard]] constexpr const char* words_for(crash_moment moment) {
  switch (moment) {
    case crash_moment::before_commit:
      return "crash before the commit of";
    case crash_moment::reply_lost:
      return "crash after the commit of";
    case crash_moment::overtaken:
      return "overtaken before the commit of";
    case crash_moment::outrun:
      break;
  }
  return "outrun before the commit of";
}

/// What did not hold, and where the process was disturbed.
struct crash_failure {
  std::string where{};  ///< `crash before the commit of settle, claim (number 3)`
  std::string what{};
};

/// What came of crashing a job everywhere.
struct crash_report {
  std::size_t points = 0;  ///< that were tried
  std::vector<crash_failure> failures{};

  [[nodiscard]] bool ok() const { return points != 0 && failures.empty(); }
  /// For people: one line for each failure.
  friend std::ostream& operator<<(std::ostream& out, const crash_report& all) {
    out << all.points << " points, " << all.failures.size() << " failures\n";
    for (const crash_failure& each : all.failures) out << each.where << ": " << each.what << '\n';
    return out;
  }
};

/// A job that is to survive a crash at any moment, and how it is checked that it does. `Others` are
/// the handlers of jobs that are submitted with it: those that it waits for, for instance.
template <class H, storage::job_storage Store = memory_store<>, class... Others>
struct crash_plan {
  using bench = workbench<Store, H, Others...>;
  using job = job_ref<H>;

  /// Makes a handler for each run, with effects of its own: what it writes to is the world outside,
  /// which survives the crash.
  std::function<H()> handler{};
  std::tuple<std::function<Others()>...> others{};
  runtime::detail::input_type<H> input{};
  /// Submits the job, and others with it; without this, `input` is submitted.
  std::function<job(bench&)> submit{};
  /// Called with every job that has ended; a sentence says what is wrong, an empty one that
  /// nothing is.
  std::function<std::string(bench&, const job&)> check{};
  /// Called whenever the job can only wait for something from outside: makes it happen. False:
  /// there is nothing more.
  std::function<bool(bench&, const job&)> outside{};
  /// Called before the job is submitted.
  std::function<void(bench&)> before{};
  submit_options options{};
  service_options service{.workers = 4, .prefetch = 4};
  /// Makes an empty store for each run.
  std::function<std::shared_ptr<Store>(manual_clock)> store{};
  /// Opens the store of a process that died. Without it, the next process uses the same object.
  std::function<std::shared_ptr<Store>(std::shared_ptr<Store>, manual_clock)> reopen{};
  std::vector<crash_moment> moments{crash_moment::before_commit, crash_moment::reply_lost,
                                    crash_moment::overtaken, crash_moment::outrun};
  /// A job that commits more often is not crashed there.
  std::size_t most_commits = 1000;
};

namespace detail {

/// One life of a job, disturbed at most once.
template <class H, class Store, class... Others>
class crash_run {
 public:
  using plan_type = crash_plan<H, Store, Others...>;

  crash_run(const plan_type& plan, crash_report& report)
      : plan_(plan),
        report_(report),
        jobs_(std::apply(
            [&](const auto&... make) {
              return typename plan_type::bench(make_store(), plan.handler(), make()...);
            },
            plan.others)) {
    jobs_.restart(plan.service);
    if (plan.before) plan.before(jobs_);
    job_ = plan.submit ? plan.submit(jobs_) : jobs_.template submit<H>(plan.input, plan.options);
  }

  /// False if the job has ended without coming there.
  bool disturbed_at(std::size_t commit, crash_moment moment) {
    using how = storage_fault::how;
    storage_fault fault{.nth = commit};
    if (moment == crash_moment::before_commit) fault.what = how::crash_before;
    if (moment == crash_moment::reply_lost) fault.what = how::crash_after;
    if (moment == crash_moment::overtaken || moment == crash_moment::outrun) {
      fault.what = how::delayed;
      fault.meanwhile = [this, moment] { let_another_come_first(moment == crash_moment::outrun); };
    }
    jobs_.faults().plan(std::move(fault));
    live();
    if (jobs_.faults().planned() != 0) return false;
    where_ = words_for(moment) + (' ' + jobs_.faults().disturbed()) + " (number " +
             std::to_string(commit) + ')';
    if (jobs_.crashed()) {
      if (plan_.reopen)
        jobs_.restart(plan_.reopen(jobs_.shared_store(), jobs_.clock()));
      else
        jobs_.restart();
      live();
    }
    judge();
    return true;
  }
  void undisturbed() {
    live();
    judge();
  }

 private:
  std::shared_ptr<Store> make_store() {
    const manual_clock clock;
    if (plan_.store) return plan_.store(clock);
    if constexpr (std::constructible_from<Store, storage::memory_options, manual_clock>)
      return std::make_shared<Store>(storage::memory_options{}, clock);
    else
      throw std::invalid_argument("crash_plan::store says how a store is made");
  }

  void live() {
    constexpr int most_events = 1000;
    for (int i = 0; i < most_events; ++i) {
      jobs_.run_to_end();
      if (jobs_.crashed() || is_terminal(jobs_.record(job_).kind) || !plan_.outside) return;
      const storage_faults::truce truce(jobs_.faults());
      if (!plan_.outside(jobs_, job_)) return;
    }
  }
  void let_another_come_first(bool to_the_end) {
    const storage_faults::truce truce(jobs_.faults());
    jobs_.lose_leases();
    jobs_.clock().advance(std::chrono::milliseconds{type_of<H>.retry.plan.cap.count});
    auto& other = jobs_.add_process();
    if (to_the_end)
      while (other.work()) {
      }
    else
      other.take();
  }

  void judge() {
    const job_record record = jobs_.record(job_);
    for (std::string& each : flaws_of_ended(type_of<H>, record, jobs_.events(job_)))
      fail(std::move(each));
    for (std::string& each : jobs_.watch().broken()) fail(std::move(each));
    if (!plan_.check) return;
    if (std::string flaw = plan_.check(jobs_, job_); !flaw.empty()) fail(std::move(flaw));
  }
  void fail(std::string what) { report_.failures.push_back({where_, std::move(what)}); }

  const plan_type& plan_;
  crash_report& report_;
  typename plan_type::bench jobs_;
  typename plan_type::job job_{};
  std::string where_ = "without a crash";
};

}  // namespace detail

/// Runs a job once for every commit that it takes and for every moment at which its process can be
/// disturbed there, each time in a fresh store, and lets another process finish what was left.
/// Each time the job must have ended, once, within its attempts, with a history without a gap; no
/// worker that had lost the job may have written to it; and the plan's own check must hold.
template <class H, storage::job_storage Store, class... Others>
[[nodiscard]] crash_report crash_everywhere(const crash_plan<H, Store, Others...>& plan) {
  static_assert(!H::job_type::is_ephemeral,
                "pawl: an ephemeral job dies with its process, and there is nothing to find after "
                "a crash; make it durable, or test it on a workbench");
  crash_report report;
  detail::crash_run<H, Store, Others...>(plan, report).undisturbed();
  for (const crash_moment moment : plan.moments)
    for (std::size_t commit = 1; commit <= plan.most_commits; ++commit) {
      detail::crash_run<H, Store, Others...> run(plan, report);
      if (!run.disturbed_at(commit, moment)) break;
      ++report.points;
    }
  return report;
}

/// The same in one line. `make()` makes a handler; `check(jobs, job)` answers whether all is well,
/// or with a sentence that says what is not.
///
///     const auto crashes = pawl::testing::crash_everywhere(
///         [] { return invoice{}; }, order{"tea", 2},
///         [](auto& jobs, auto) { return jobs.template handler<invoice>().sent->size() == 1; });
///     INFO(crashes);
///     CHECK(crashes.ok());
template <std::invocable Make, class H = std::invoke_result_t<Make>, class Check>
[[nodiscard]] crash_report crash_everywhere(Make make, runtime::detail::input_type<H> input,
                                            Check check) {
  crash_plan<H> plan;
  plan.handler = std::move(make);
  plan.input = std::move(input);
  using answer = decltype(check(std::declval<typename crash_plan<H>::bench&>(),
                                std::declval<const typename crash_plan<H>::job&>()));
  static_assert(std::same_as<answer, bool> || std::convertible_to<answer, std::string>,
                "pawl: the check of crash_everywhere answers whether all is well; let it return a "
                "bool, or a sentence that is empty if it is");
  if constexpr (std::same_as<answer, bool>)
    plan.check = [check = std::move(check)](auto& jobs, const auto& job) -> std::string {
      return check(jobs, job) ? "" : "the check does not hold";
    };
  else if constexpr (std::convertible_to<answer, std::string>)
    plan.check = std::move(check);
  return crash_everywhere(plan);
}
template <std::invocable Make, class H = std::invoke_result_t<Make>>
[[nodiscard]] crash_report crash_everywhere(Make make, runtime::detail::input_type<H> input) {
  crash_plan<H> plan;
  plan.handler = std::move(make);
  plan.input = std::move(input);
  return crash_everywhere(plan);
}

}  // namespace pawl::testing

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/job/jobs.hpp>
#include <pawl/runtime/engine/submission.hpp>
#include <pawl/runtime/engine/typed_calls.hpp>
#include <pawl/runtime/listing.hpp>
#include <pawl/runtime/submit.hpp>
#include <pawl/storage/policy.hpp>

namespace pawl {

class subscription;
struct timetable;
class session_schedules;
template <class Session>
class workflow;

/// Everything that can be done with jobs, in the name of one principal. Made by `service.as(…)`.
///
/// Copies are cheap, and any number of threads may use one. It must not outlive its service.
template <class Store, class... Handlers>
class session {
 public:
  session(runtime::session_backend& backend, principal who)
      : backend_(&backend), who_(std::move(who)) {}

  /// What can be asked for with a job of this type: `{.key = "…", .priority = "high"}`.
  template <class H>
  using options_of = typename detail::options_of<H>::type;
  /// Whether jobs of this handler can be submitted here.
  template <class H>
  static constexpr bool serves = detail::is_registered<H, Handlers...>;

  [[nodiscard]] const principal& who() const { return who_; }

  // --- Submitting ----------------------------------------------------------------------------

  /// Submits a job and returns when it is as durable as the store promises. With a key that was
  /// used before, the job that it made.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
  storage::result<job_ref<H>>
  // clang-format off: both compilers show this line if the options do not fit
  submit(  // pawl: submit takes an input, and options as pawl::submit_options names and orders them
           // clang-format on
      const runtime::detail::input_type<H>& input, const options_of<H>& options = {}) const {
    return runtime::detail::submit_one<H>(*backend_, who_, input, detail::plain(options));
  }
  /// The same with options that come from elsewhere.
  template <class H, class Options>
    requires(detail::is_registered<H, Handlers...> && __is_same(Options, submit_options))
  [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
  storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>& input,
                                     const Options& options) const {
    return runtime::detail::submit_one<H>(*backend_, who_, input, options);
  }
  /// The same for an input that cannot be copied, which an ephemeral job may have.
  template <class H>
    requires(detail::is_registered<H, Handlers...> &&
             !std::is_copy_constructible_v<runtime::detail::input_type<H>>)
  [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
  storage::result<job_ref<H>> submit(runtime::detail::input_type<H>&& input,
                                     const options_of<H>& options = {}) const {
    return runtime::detail::submit_one<H>(*backend_, who_, std::move(input),
                                          detail::plain(options));
  }
  template <class H, class... Given,
            class Because =
                detail::because_if<detail::are_members<H, Given...>, detail::submit_sentence<H>>>
    requires(detail::is_registered<H, Handlers...> && detail::are_members<H, Given...>)
  storage::result<job_ref<H>> submit(const Given&...) const =
      PAWL_DELETE("pawl: this is not the job's input");
  // Takes the input by its type, so that one in braces is refused by the same sentence.
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...> && detail::is_handler<H>)
  storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>&,
                                     const submit_options& = {}) const =
      PAWL_DELETE("pawl: this service has no such handler");
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...> && !detail::is_handler<H>)
  storage::result<job_ref<H>> submit(const auto&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: this service has no such handler");
  template <auto = 0, class Because = detail::because<detail::submit_without_type>>
  detail::anything submit(const auto&...) const = PAWL_DELETE("pawl: write submit<handler>(...)");
  template <fixed_string Name, class Because = detail::submit_by_name>
  detail::anything submit(const detail::any_input& = {}, const submit_options& = {}) const =
      PAWL_DELETE("pawl: write submit<handler>(...)");

  /// Submits a job for each input of a range: a container, a view, a generator, of what is or
  /// becomes an input. Each is accepted or refused by itself, and has its answer in the order of
  /// the range, which is read once. Every 1000 inputs, or 4 MiB of them, are one commit
  /// (`runtime::submit_chunk`). If the range throws, so does this; what was committed stays, and
  /// the chunk that was being read is not submitted.
  template <class H, class Inputs>
    requires(detail::is_registered<H, Handlers...> && detail::are_inputs_of<H, Inputs>)
  [[nodiscard("pawl: a job that was refused is not stored; look at each answer")]]
  std::vector<storage::result<job_ref<H>>> submit_all(Inputs&& inputs,
                                                      const options_of<H>& options = {}) const {
    std::vector<storage::result<job_ref<H>>> out;
    if constexpr (requires { inputs.size(); }) out.reserve(static_cast<std::size_t>(inputs.size()));
    const auto keep = [&out](storage::result<job_ref<H>>&& each) {
      out.push_back(static_cast<storage::result<job_ref<H>>&&>(each));
    };
    runtime::detail::submit_many<H, Inputs>(*backend_, who_, inputs, keep, detail::plain(options));
    return out;
  }
  template <class H>
    requires(detail::is_registered<H, Handlers...> &&
             std::is_copy_constructible_v<runtime::detail::input_type<H>>)
  [[nodiscard("pawl: a job that was refused is not stored; look at each answer")]]
  std::vector<storage::result<job_ref<H>>> submit_all(
      std::initializer_list<runtime::detail::input_type<H>> inputs,
      const options_of<H>& options = {}) const {
    return submit_all<H, const std::initializer_list<runtime::detail::input_type<H>>&>(inputs,
                                                                                       options);
  }
  /// The same for inputs without a bound: each answer is given to `answered`, when its chunk is
  /// committed, and is not kept. With `pawl::only_counted` they are only counted.
  template <class H, class Inputs, class Sink>
    requires(detail::is_registered<H, Handlers...> && detail::are_inputs_of<H, Inputs> &&
             detail::takes_answers<storage::result<job_ref<H>>, Sink>)
  submit_counts submit_all(Inputs&& inputs, Sink&& answered,
                           const options_of<H>& options = {}) const {
    return runtime::detail::submit_many<H, Inputs>(*backend_, who_, inputs, answered,
                                                   detail::plain(options));
  }
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  void submit_all(const auto&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: this service has no such handler");
  template <class H, class Given,
            class Because = detail::because_if<!detail::are_inputs_of<H, Given>,
                                               detail::submit_all_sentence<H, Given>>>
    requires(detail::is_registered<H, Handlers...> && !detail::are_inputs_of<H, Given>)
  detail::anything submit_all(Given&&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: these are not the job's inputs");
  template <class H, class Given, class Sink,
            class Because = detail::because_if<!detail::are_inputs_of<H, Given>,
                                               detail::submit_all_sentence<H, Given>>>
    requires(detail::is_registered<H, Handlers...> && !detail::are_inputs_of<H, Given> &&
             !std::is_convertible_v<const Sink&, const submit_options&>)
  detail::anything submit_all(Given&&, const Sink&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: these are not the job's inputs");
  template <
      class H, class Given, class Sink,
      class Because = detail::because_if<!detail::takes_answers<storage::result<job_ref<H>>, Sink>,
                                         detail::answers_sentence<H, Sink>>>
    requires(detail::is_registered<H, Handlers...> && detail::are_inputs_of<H, Given> &&
             !detail::takes_answers<storage::result<job_ref<H>>, Sink> &&
             !std::is_convertible_v<const Sink&, const options_of<H>&>)
  detail::anything submit_all(Given&&, Sink&&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: this takes no answers");
  template <auto = 0, class Because = detail::because<detail::submit_without_type>>
  detail::anything submit_all(const auto&...) const =
      PAWL_DELETE("pawl: write submit_all<handler>(...)");

  /// Submits inside a transaction of the caller's, on the caller's own connection to the store's
  /// database: the job is there if and only if it is committed. After that the caller calls
  /// `notify()` of the service or the client, or the next poll finds the job.
  class in_transaction {
   public:
    in_transaction(const session& of, const connection_ref& callers)
        : session_(of), joined_(of.backend_->store_of(false).join(callers)) {}

    template <class H>
      requires detail::is_registered<H, Handlers...>
    [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
    storage::result<job_ref<H>>
    // clang-format off: both compilers show this line if the options do not fit
    submit(  // pawl: submit takes an input, and options as pawl::submit_options names and orders them
             // clang-format on
        const runtime::detail::input_type<H>& input, const options_of<H>& options = {}) {
      static_assert(!H::job_type::is_ephemeral,
                    "pawl: an ephemeral job is not stored; submit it without a transaction");
      storage::submit op{.type = &type_of<H>};
      if (auto made = runtime::detail::make_submission<H>(*session_.backend_, session_.who_, op,
                                                          input, detail::plain(options));
          !made)
        return unexpected<storage::error>(std::move(made).error());
      joined_->apply(&op);
      session_.backend_->count_if_committed(op);
      if (!op.answer) return unexpected<storage::error>(op.answer.error());
      return job_ref<H>{op.answer->id};
    }
    template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
      requires(!detail::is_registered<H, Handlers...> && detail::is_handler<H>)
    storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>&,
                                       const submit_options& = {}) =
        PAWL_DELETE("pawl: this service has no such handler");
    template <class H, class... Given,
              class Because =
                  detail::because_if<detail::are_members<H, Given...>, detail::submit_sentence<H>>>
      requires(detail::is_registered<H, Handlers...> && detail::are_members<H, Given...>)
    storage::result<job_ref<H>> submit(const Given&...) =
        PAWL_DELETE("pawl: this is not the job's input");
    template <auto = 0, class Because = detail::because<detail::submit_without_type>>
    detail::anything submit(const auto&...) = PAWL_DELETE("pawl: write submit<handler>(...)");
    template <fixed_string Name, class Because = detail::submit_by_name>
    detail::anything submit(const detail::any_input& = {}, const submit_options& = {}) =
        PAWL_DELETE("pawl: write submit<handler>(...)");

   private:
    session session_;
    std::unique_ptr<storage::joined_transaction> joined_;
  };
  template <class Connection>
    requires(__is_same(Connection, typename detail::connection_of<Store>::type))
  [[nodiscard]] in_transaction in(Connection* callers) const {
    return {*this, refer_to(callers)};
  }
  template <class Given,
            class Because = detail::because_if<!detail::is_own_connection<Store, Given>,
                                               detail::foreign_connection_sentence<Store>>>
    requires(!detail::is_own_connection<Store, Given>)
  in_transaction in(const Given&) const = PAWL_DELETE("pawl: this is no connection of the store's");

  // --- Looking -------------------------------------------------------------------------------

  [[nodiscard]] storage::result<job_record> status(const job_id& id) const {
    return backend_->status(who_, id);
  }
  template <class Given, class... More, class Because = detail::because_no_job<Given>>
    requires(detail::names_no_job<Given>)
  detail::anything status(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");

  /// The output of a job, of its own type; or why there is none.
  template <class H>
  [[nodiscard]] expected<runtime::detail::output_type<H>, no_output> result(
      const job_ref<H>& job) const {
    return runtime::detail::result_of<H>(*backend_, who_, job.id);
  }
  /// The same, after waiting for the job to end, at most so long.
  template <class H>
  [[nodiscard]] auto result(const job_ref<H>& job, std::chrono::milliseconds longest) const {
    static_cast<void>(backend_->wait(who_, job.id, longest));
    return result(job);
  }
  template <class Number, class Because = detail::time_has_unit>
    requires(std::is_arithmetic_v<Number>)
  detail::anything result(const job_id&,
                          Number) const = PAWL_DELETE("pawl: a time to wait has a unit");
  template <class H, class Other, class... More,
            class Because =
                detail::because_if<!__is_same(H, Other), detail::other_result_sentence<H, Other>>>
    requires(!__is_same(H, Other))
  detail::anything result(const job_ref<Other>&,
                          const More&...) const = PAWL_DELETE("pawl: this is another job's type");
  template <auto = 0, class Because = detail::result_without_type>
  detail::anything result(const job_id&, std::chrono::milliseconds = {}) const =
      PAWL_DELETE("pawl: an id does not say which type its output has");
  template <class Given, class... More, class Because = detail::because_no_job<Given>>
    requires(detail::names_no_job<Given>)
  detail::anything result(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");

  /// Waits until a job has ended, or for so long. The record as it then is.
  storage::result<job_record>
  // clang-format off: both compilers show this line if something else is given
  wait(  // pawl: wait takes a job and how long to wait for it at most, as in wait(job, 10s)
         // clang-format on
      const job_id& id, std::chrono::milliseconds longest) const {
    return backend_->wait(who_, id, longest);
  }
  template <auto = 0, class Because = detail::wait_takes_a_time>
  detail::anything wait(const job_id&) const = PAWL_DELETE("pawl: write wait(job, 10s)");
  template <class Number, class Because = detail::time_has_unit>
    requires(std::is_arithmetic_v<Number>)
  detail::anything wait(const job_id&,
                        Number) const = PAWL_DELETE("pawl: a time to wait has a unit");
  template <class Given, class... More, class Because = detail::because_no_job<Given>>
    requires(detail::names_no_job<Given>)
  detail::anything wait(const Given&,
                        const More&...) const = PAWL_DELETE("pawl: this names no job");

  /// The tenant's jobs that a filter means, newest first: a range that reads its pages itself. See
  /// `paged` for what a failure does.
  [[nodiscard]] job_list jobs(const job_filter& filter = {}) const {
    return job_list(source(filter));
  }
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard]] job_list
  // clang-format off: both compilers show this line if the filter does not fit
  jobs(  // pawl: jobs takes {.handler, .state, .subject, .created_after, .created_before}
         // clang-format on
      job_filter filter = {}) const {
    return jobs(of_type<H>(filter));
  }
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  job_list jobs(const job_filter& = {}) const =
      PAWL_DELETE("pawl: this service has no such handler");
  template <auto = 0, class Given, class Because = detail::jobs_by_filter>
    requires(!__is_same(Given, job_filter))
  job_list jobs(const Given&) const = PAWL_DELETE("pawl: jobs are listed by a filter");
  /// What happened to a job, from an event that was seen on: a range, as `jobs` is.
  [[nodiscard]] job_history history(const job_id& id, std::uint64_t after = 0) const {
    return job_history({.backend = backend_, .who = who_, .job = id, .after = after});
  }
  template <class Given, class... More, class Because = detail::because_no_job<Given>>
    requires(detail::names_no_job<Given>)
  detail::anything history(const Given&,
                           const More&...) const = PAWL_DELETE("pawl: this names no job");

  /// One page of the tenant's jobs, newest first. Ephemeral ones are listed by the name of their
  /// type only.
  [[nodiscard]] storage::answer_to<storage::job_page>
  // clang-format off: both compilers show this line if the filter does not fit
  list(  // pawl: list takes {.handler, .states, .subject, .created_from, .created_until, .limit, .cursor}
         // clang-format on
      const storage::list_filter& filter = {}) const {
    return backend_->list(who_, is_ephemeral(filter.handler), filter);
  }
  template <class Given, class... More, class Because = detail::list_by_filter>
    requires(!__is_same(Given, storage::list_filter))
  detail::anything list(const Given&,
                        const More&...) const = PAWL_DELETE("pawl: list takes a filter");
  template <class H, class Because = detail::list_by_filter>
  detail::anything list() const = PAWL_DELETE("pawl: list takes a filter");
  /// What happened to a job, after an event that was seen.
  [[nodiscard]] storage::answer_to<std::vector<job_event>> events(const job_id& id,
                                                                  std::uint64_t after = 0,
                                                                  std::size_t limit = 1000) const {
    return backend_->events(who_, id, after, limit);
  }
  template <class Given, class... More, class Because = detail::because_no_job<Given>>
    requires(detail::names_no_job<Given>)
  detail::anything events(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");

  /// What happens to a job, as it happens and to its end, after an event that was seen. Include
  /// <pawl/runtime/subscription.hpp>, which says more; a third argument may be a std::stop_token.
  template <class Subscription = subscription, class... Stop>
    requires(detail::is_complete<Subscription> && !detail::names_job_type<Subscription>)
  [[nodiscard]] Subscription subscribe(const job_id& id, std::uint64_t after = 0,
                                       const Stop&... stop) const {
    return Subscription(*backend_, who_, &id, typename Subscription::start{.event = after},
                        {stop...});
  }
  /// What happens to all stored jobs of the tenant, from now on.
  template <class Subscription = subscription>
    requires(detail::is_complete<Subscription> && !detail::names_job_type<Subscription>)
  [[nodiscard]] Subscription subscribe() const {
    return Subscription(*backend_, who_, nullptr, {}, {});
  }
  /// The same behind a place that a subscription has told; an empty one: from the first event kept.
  template <class Subscription = subscription, class... Stop>
    requires detail::is_complete<Subscription>
  [[nodiscard]] Subscription subscribe(std::string after, const Stop&... stop) const {
    return Subscription(*backend_, who_, nullptr,
                        typename Subscription::start{.cursor = std::move(after)}, {stop...});
  }
  template <class Subscription = subscription, class Because = detail::subscriptions_are_included>
    requires(!detail::is_complete<Subscription>)
  detail::anything subscribe(const auto&...) const =
      PAWL_DELETE("pawl: include <pawl/runtime/subscription.hpp>");
  template <class Subscription = subscription, class Given, class... More,
            class Because = detail::because_if<detail::names_nothing_to_follow<Given>,
                                               detail::no_job_sentence<Given>>>
    requires(detail::is_complete<Subscription> && detail::names_nothing_to_follow<Given>)
  detail::anything subscribe(const Given&,
                             const More&...) const = PAWL_DELETE("pawl: this names no job");

  template <class H, class Because = detail::subscribed_by_job>
    requires(detail::names_job_type<H>)
  detail::anything subscribe(const auto&...) const =
      PAWL_DELETE("pawl: a subscription is to a job, or to all");
  template <class Subscription = subscription, class Callback,
            class Because = detail::events_are_read>
    requires(detail::is_complete<Subscription> && std::is_class_v<Callback>)
  detail::anything subscribe(const job_id&,
                             const Callback&) const = PAWL_DELETE("pawl: a subscription is read");

  // --- Intervening -----------------------------------------------------------------------------

  /// Ends a job that has not started, which answers true; asks a running one to end: false.
  [[nodiscard("pawl: a job that cannot be cancelled goes on; look at the answer")]]
  storage::result<bool> cancel(const job_id& id, std::string reason = {}) const {
    return backend_->cancel(who_, id, std::move(reason));
  }
  template <class Given, class... More, class Because = detail::because_no_job<Given>>
    requires(detail::names_no_job<Given>)
  detail::anything cancel(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");
  /// Puts a job off that has not begun, or makes it due now: `reschedule(job, {.delay = 5min})`.
  /// When it may run. One that has begun, that a process is about to begin, or that waits for
  /// something else than a time is refused.
  [[nodiscard("pawl: a job that cannot be put off runs as it would have; look at the answer")]]
  storage::result<instant> reschedule(const job_id& id, const new_time& to) const {
    auto done = backend_->reschedule(who_, id, to);
    if (!done) return unexpected<storage::error>(done.error());
    return *done;
  }
  template <class Duration, class Because = detail::new_time_is_named>
    requires(!__is_same(Duration, new_time))
  detail::anything
  // clang-format off: both compilers show this line if the time does not fit
  reschedule(  // pawl: reschedule takes {.delay = 5min}, or {.run_at = ...}, a point in time
               // clang-format on
      const job_id&,
      const Duration&) const = PAWL_DELETE("pawl: write reschedule(job, {.delay = ...})");
  template <class Given, class... More, class Because = detail::because_no_job<Given>>
    requires(detail::names_no_job<Given>)
  detail::anything reschedule(const Given&,
                              const More&...) const = PAWL_DELETE("pawl: this names no job");
  /// Cancels all jobs that a filter means and that have not ended, if there are as many as the
  /// caller has seen; else nothing is done. A filter without a handler means the job types that
  /// this program knows. They are cancelled 200 to a commit, and each is accounted for: one that
  /// has ended meanwhile is gone, one that comes meanwhile is left alone.
  [[nodiscard("pawl: if there are more or fewer, nothing is done; look at the answer")]]
  storage::result<bulk_answer> cancel_all(const job_filter& filter, std::size_t expected,
                                          const std::string& reason = {}) const {
    return backend_->cancel_all(who_, {&type_of<Handlers>...}, filter, expected, reason);
  }
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard("pawl: if there are more or fewer, nothing is done; look at the answer")]]
  storage::result<bulk_answer> cancel_all(std::size_t expected, job_filter filter = {},
                                          const std::string& reason = {}) const {
    return cancel_all(of_type<H>(filter), expected, reason);
  }
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  detail::anything cancel_all(const auto&...) const =
      PAWL_DELETE("pawl: this service has no such handler");
  template <class... H, class Because = detail::cancelled_as_counted>
  detail::anything cancel_all() const = PAWL_DELETE("pawl: cancel_all takes a number");
  template <auto = 0, class Because = detail::raise_takes_an_event>
  detail::anything raise(const job_id&) const = PAWL_DELETE("pawl: raise takes an event");
  /// Tells a job that something happened, by the name of an event of its lifecycle. With an id of
  /// its own the event may come again: the same content does nothing more, another is a conflict.
  [[nodiscard("pawl: an event that is refused has not happened; look at the answer")]]
  storage::result<storage::raise::answer_type> raise(const job_id& id, std::string event,
                                                     std::string event_id = {},
                                                     storage::findings findings = {}) const {
    storage::raise op{
        .scope = storage::scope::tenant(who_.tenant), .id = id, .event = std::move(event)};
    op.event_id = std::move(event_id);
    op.findings = std::move(findings);
    return raise(std::move(op));
  }
  /// The same with an event of the lifecycle itself: `raise(job, parcel::pack)`.
  template <class Event>
    requires(__is_enum(Event))
  [[nodiscard("pawl: an event that is refused has not happened; look at the answer")]]
  storage::result<storage::raise::answer_type> raise(const job_id& id, Event event,
                                                     std::string event_id = {},
                                                     storage::findings findings = {}) const {
    static_assert(sizeof(detail::demand<(detail::is_event_of<Handlers, Event> || ...),
                                        detail::no_event_sentence<Event>>) != 0);
    const text name = name_of(event);
    return raise(id, std::string(name.data(), name.size()), std::move(event_id),
                 std::move(findings));
  }
  /// The same for a job of a known type: an event that its lifecycle does not have does not
  /// compile.
  template <class H, class Event>
    requires(__is_enum(Event))
  [[nodiscard("pawl: an event that is refused has not happened; look at the answer")]]
  storage::result<storage::raise::answer_type> raise(const job_ref<H>& job, Event event,
                                                     std::string event_id = {},
                                                     storage::findings findings = {}) const {
    using L = detail::lifecycle_of<H>;
    static_assert(sizeof(detail::demand<__is_same(Event, typename L::event),
                                        detail::foreign_event_sentence<L, Event>>) != 0);
    return raise(job.id, event, std::move(event_id), std::move(findings));
  }
  template <class H>
  [[nodiscard("pawl: an event that is refused has not happened; look at the answer")]]
  storage::result<storage::raise::answer_type> raise(
      const job_ref<H>& job, detail::event_of<detail::lifecycle_of<H>> event,
      std::string event_id = {}, storage::findings findings = {}) const {
    return raise(job.id, std::string(event.name.data(), event.name.size()), std::move(event_id),
                 std::move(findings));
  }
  /// The same with all that can come from outside: a target state, a failure, a result. The scope
  /// and the hash of the content are filled in.
  [[nodiscard("pawl: an event that is refused has not happened; look at the answer")]]
  storage::result<storage::raise::answer_type> raise(storage::raise op) const {
    return backend_->raise(who_, std::move(op));
  }
  template <class Given, class... More,
            class Because =
                detail::because_if<detail::names_no_job<Given> && !__is_same(Given, storage::raise),
                                   detail::no_job_sentence<Given>>>
    requires(detail::names_no_job<Given> && !__is_same(Given, storage::raise))
  detail::anything raise(const Given&,
                         const More&...) const = PAWL_DELETE("pawl: this names no job");

  // --- Schedules -------------------------------------------------------------------------------

  /// Jobs of this type are made by themselves from now on: `schedule<report>("nightly-42",
  /// pawl::cron_at("0 3 * * *"), {…})`. A schedule of this name and type is changed. Its number.
  /// Include <pawl/schedules.hpp> to use it.
  template <class H, class Timetable = timetable>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard("pawl: a schedule that was refused is not stored; look at the answer")]]
  storage::result<std::int64_t> schedule(std::string name,
                                         const std::type_identity_t<Timetable>& when,
                                         const runtime::detail::input_type<H>& input) const {
    static_assert(sizeof(detail::demand<(H::job_type::schedule::timetable.allowed),
                                        detail::unscheduled_sentence<H>>) != 0);
    static_assert(
        sizeof(detail::demand<!H::job_type::is_ephemeral, detail::lost_schedule_sentence<H>>) != 0);
    storage::submit made{.type = &type_of<H>};
    if (auto prepared = runtime::detail::make_submission<H>(*backend_, who_, made, input, {});
        !prepared)
      return unexpected<storage::error>(std::move(prepared).error());
    storage::put_schedule op{.type = &type_of<H>};
    op.of.payload = std::move(made.payload);
    op.of.payload_version = made.payload_version;
    return put_schedule(*backend_, who_, std::move(name), when, std::move(op));
  }
  template <class H, class When, class Because = detail::timetable_is_made>
    requires(!__is_same(When, timetable) && detail::is_handler<H>)
  storage::result<std::int64_t> schedule(const std::string&, const When&,
                                         const runtime::detail::input_type<H>&) const =
      PAWL_DELETE("pawl: a schedule has a timetable");
  template <class H, class... Given, class Because = detail::schedule_without_type>
    requires(sizeof...(Given) != 3)
  storage::result<std::int64_t> schedule(const Given&...) const =
      PAWL_DELETE("pawl: schedule takes a name, a timetable and an input");
  template <auto = 0, class Because = detail::schedule_without_type>
  storage::result<std::int64_t> schedule(const auto&...) const =
      PAWL_DELETE("pawl: write schedule<handler>(...)");
  /// The tenant's schedules: to list, pause, resume, run and remove them. Include
  /// <pawl/schedules.hpp> to use it.
  template <class Schedules = session_schedules>
    requires detail::is_complete<Schedules>
  [[nodiscard]] Schedules schedules() const {
    return Schedules(*backend_, who_);
  }
  template <class Schedules = session_schedules, class Because = detail::schedules_are_included>
    requires(!detail::is_complete<Schedules>)
  detail::anything schedules() const = PAWL_DELETE("pawl: include <pawl/schedules.hpp>");

  // What is done by the service, for all.
  template <class Because = detail::asked_of_service>
  detail::anything start(const auto&...) const = PAWL_DELETE("pawl: start the service");
  template <class Because = detail::asked_of_service>
  detail::anything stop(const auto&...) const = PAWL_DELETE("pawl: stop the service");
  template <class Because = detail::asked_of_service>
  detail::anything notify(const auto&...) const = PAWL_DELETE("pawl: notify the service");

  // --- Dead letters ----------------------------------------------------------------------------

  /// The dead letters that a filter means, newest first: a range, as `jobs` is.
  [[nodiscard]] letter_list letters(const job_filter& filter = {}) const {
    return letter_list(source(filter));
  }
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard]] letter_list letters(job_filter filter = {}) const {
    return letters(of_type<H>(filter));
  }
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  letter_list letters(const job_filter& = {}) const =
      PAWL_DELETE("pawl: this service has no such handler");
  /// One page of them.
  [[nodiscard]] storage::answer_to<storage::dead_letter_page> dead_letters(
      const storage::list_filter& filter = {}) const {
    return backend_->dead_letters(who_, is_ephemeral(filter.handler), filter);
  }
  [[nodiscard]] storage::result<pawl::dead_letter> dead_letter(const job_id& id) const {
    return backend_->dead_letter(who_, id);
  }
  template <class Given, class... More, class Because = detail::because_no_job<Given>>
    requires(detail::names_no_job<Given>)
  detail::anything dead_letter(const Given&,
                               const More&...) const = PAWL_DELETE("pawl: this names no job");
  /// Submits a dead job again, as a new one that names it as its parent.
  [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
  storage::result<job_id> replay(const job_id& id) const {
    return backend_->replay(who_, id);
  }
  template <class Given, class... More, class Because = detail::because_no_job<Given>>
    requires(detail::names_no_job<Given>)
  detail::anything replay(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");
  /// Submits all dead jobs again that a filter means and that were not before, if there are as many
  /// as the caller has seen; else nothing is done. As `cancel_all`, 200 to a commit.
  [[nodiscard("pawl: if there are more or fewer, nothing is done; look at the answer")]]
  storage::result<bulk_answer> replay_all(const job_filter& filter, std::size_t expected) const {
    return backend_->replay_all(who_, {&type_of<Handlers>...}, filter, expected);
  }
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard("pawl: if there are more or fewer, nothing is done; look at the answer")]]
  storage::result<bulk_answer>
  // clang-format off: both compilers show this line if no number is given
  replay_all(  // pawl: replay_all takes how many dead jobs of the type the caller has seen
               // clang-format on
      std::size_t expected, job_filter filter = {}) const {
    return replay_all(of_type<H>(filter), expected);
  }
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  detail::anything replay_all(const auto&...) const =
      PAWL_DELETE("pawl: this service has no such handler");
  template <auto = 0, class Given, class Because = detail::replay_without_type>
    requires(!std::is_convertible_v<const Given&, const job_filter&>)
  detail::anything replay_all(const Given&, const auto&...) const =
      PAWL_DELETE("pawl: write replay_all<handler>(...)");

 private:
  template <class Session>
  friend class workflow;

  [[nodiscard]] runtime::list_source source(const job_filter& filter) const {
    return {.backend = backend_,
            .who = who_,
            .ephemeral = is_ephemeral(filter.handler),
            .filter = as_list_filter(filter, runtime::list_source::page)};
  }
  template <class H>
  static job_filter& of_type(job_filter& filter) {
    filter.handler = std::string_view(type_of<H>.handler);
    return filter;
  }
  /// Whether a name is that of an ephemeral job type, whose jobs are in memory.
  static bool is_ephemeral(std::string_view handler) {
    return ((detail::is_ephemeral_handler<Handlers>() &&
             text(handler) == detail::job_id_of<Handlers>()) ||
            ...);
  }

  runtime::session_backend* backend_;
  principal who_;
};

}  // namespace pawl

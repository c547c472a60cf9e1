// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/job/jobs.hpp>
#include <pawl/runtime/engine/submission.hpp>
#include <pawl/storage/policy.hpp>

namespace pawl {

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
    return submit_any<H>(input, detail::plain(options));
  }
  /// The same with options that come from elsewhere.
  template <class H, class Options>
    requires(detail::is_registered<H, Handlers...> && __is_same(Options, submit_options))
  [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
  storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>& input,
                                     const Options& options) const {
    return submit_any<H>(input, options);
  }
  /// The same for an input that cannot be copied, which an ephemeral job may have.
  template <class H>
    requires(detail::is_registered<H, Handlers...> &&
             !std::is_copy_constructible_v<runtime::detail::input_type<H>>)
  [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
  storage::result<job_ref<H>> submit(runtime::detail::input_type<H>&& input,
                                     const options_of<H>& options = {}) const {
    return submit_any<H>(std::move(input), detail::plain(options));
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

  /// Submits many jobs in one commit; each is accepted or refused by itself.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard("pawl: a job that was refused is not stored; look at each answer")]]
  std::vector<storage::result<job_ref<H>>> submit_all(
      std::span<const runtime::detail::input_type<H>> inputs,
      const options_of<H>& wanted = {}) const {
    const submit_options& options = detail::plain(wanted);
    std::vector<storage::result<job_ref<H>>> out(inputs.size());
    std::vector<storage::submit> batch;
    std::vector<std::size_t> places;
    batch.reserve(inputs.size());
    places.reserve(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      storage::submit& op = batch.emplace_back();
      op.type = &type_of<H>;
      if (auto made = make<H>(op, inputs[i], options); made) {
        places.push_back(i);
      } else {
        out[i] = unexpected<storage::error>(std::move(made).error());
        batch.pop_back();
      }
    }
    backend_->submit_all(batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto& answer = batch[i].answer;
      if (answer)
        out[places[i]] = job_ref<H>{answer->id};
      else
        out[places[i]] = unexpected<storage::error>(answer.error());
    }
    return out;
  }
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  void submit_all(const auto&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: this service has no such handler");
  template <class H, class Given,
            class Because = detail::because_if<!detail::are_inputs_of<H, Given>,
                                               detail::submit_all_sentence<H>>>
    requires(detail::is_registered<H, Handlers...> && !detail::are_inputs_of<H, Given>)
  detail::anything submit_all(const Given&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: these are not the job's inputs");
  template <auto = 0, class Because = detail::because<detail::submit_without_type>>
  detail::anything submit_all(const auto&...) const =
      PAWL_DELETE("pawl: write submit_all<handler>(...)");

  /// Submits inside a transaction of the caller's, on the caller's own connection to the store's
  /// database: the job is there if and only if it is committed. After that the caller calls
  /// `service.notify()`, or the next poll finds the job.
  class in_transaction {
   public:
    in_transaction(const session& of, const connection_ref& callers)
        : session_(of), joined_(of.backend_->store_of(false).join(callers)) {}

    template <class H>
      requires detail::is_registered<H, Handlers...>
    [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
    storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>& input,
                                       const options_of<H>& options = {}) {
      static_assert(!H::job_type::is_ephemeral,
                    "pawl: an ephemeral job is not stored; submit it without a transaction");
      storage::submit op{.type = &type_of<H>};
      if (auto made = session_.template make<H>(op, input, detail::plain(options)); !made)
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
    template <auto = 0, class Because = detail::because<detail::submit_without_type>>
    detail::anything submit(const auto&...) = PAWL_DELETE("pawl: write submit<handler>(...)");

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
  template <class Given, class... More,
            class Because =
                detail::because_if<detail::names_no_job<Given>, detail::no_job_sentence<Given>>>
    requires(detail::names_no_job<Given>)
  detail::anything status(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");

  /// The output of a job, of its own type; or why there is none.
  template <class H>
  [[nodiscard]] expected<runtime::detail::output_type<H>, no_output> result(
      const job_ref<H>& job) const {
    no_output none;
    if constexpr (detail::sound_handler<H>) {
      const storage::stored_result stored = backend_->output_of(who_, job.id, none);
      if constexpr (std::is_void_v<runtime::detail::output_type<H>>) {
        // It has succeeded, and there is nothing that could have been kept.
        if (none.why == no_output::reason::none || none.why == no_output::reason::not_kept)
          return {};
      } else if (none.why == no_output::reason::none) {
        runtime::detail::read_type<H> output{};
        const auto read = runtime::detail::read_output<H>(
            stored.value ? std::string_view(*stored.value) : std::string_view(), stored.object,
            output);
        if (!read) return unexpected<no_output>(unreadable(job.id, read.error()));
        return output;
      }
    }
    return unexpected<no_output>(std::move(none));
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
  template <auto = 0, class Because = detail::result_without_type>
  detail::anything result(const job_id&, std::chrono::milliseconds = {}) const =
      PAWL_DELETE("pawl: an id does not say which type its output has");
  template <class Given, class... More,
            class Because =
                detail::because_if<detail::names_no_job<Given>, detail::no_job_sentence<Given>>>
    requires(detail::names_no_job<Given>)
  detail::anything result(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");

  /// Waits until a job has ended, or for so long. The record as it then is.
  storage::result<job_record> wait(const job_id& id, std::chrono::milliseconds longest) const {
    return backend_->wait(who_, id, longest);
  }
  template <class Number, class Because = detail::time_has_unit>
    requires(std::is_arithmetic_v<Number>)
  detail::anything wait(const job_id&,
                        Number) const = PAWL_DELETE("pawl: a time to wait has a unit");
  template <class Given, class... More,
            class Because =
                detail::because_if<detail::names_no_job<Given>, detail::no_job_sentence<Given>>>
    requires(detail::names_no_job<Given>)
  detail::anything wait(const Given&,
                        const More&...) const = PAWL_DELETE("pawl: this names no job");

  /// The tenant's jobs, newest first. Ephemeral ones are listed by the name of their type only.
  [[nodiscard]] storage::result<storage::job_page> list(
      const storage::list_filter& filter = {}) const {
    return backend_->list(who_, is_ephemeral(filter.handler), filter);
  }
  /// What happened to a job, after an event that was seen.
  [[nodiscard]] storage::result<std::vector<job_event>> events(const job_id& id,
                                                               std::uint64_t after = 0,
                                                               std::size_t limit = 1000) const {
    return backend_->events(who_, id, after, limit);
  }
  template <class Given, class... More,
            class Because =
                detail::because_if<detail::names_no_job<Given>, detail::no_job_sentence<Given>>>
    requires(detail::names_no_job<Given>)
  detail::anything events(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");

  // --- Intervening -----------------------------------------------------------------------------

  /// Ends a job that has not started, which answers true; asks a running one to end: false.
  [[nodiscard("pawl: a job that cannot be cancelled goes on; look at the answer")]]
  storage::result<bool> cancel(const job_id& id, std::string reason = {}) const {
    return backend_->cancel(who_, id, std::move(reason));
  }
  template <class Given, class... More,
            class Because =
                detail::because_if<detail::names_no_job<Given>, detail::no_job_sentence<Given>>>
    requires(detail::names_no_job<Given>)
  detail::anything cancel(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");
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

  // --- Dead letters ----------------------------------------------------------------------------

  [[nodiscard]] storage::result<storage::dead_letter_page> dead_letters(
      const storage::list_filter& filter = {}) const {
    return backend_->dead_letters(who_, is_ephemeral(filter.handler), filter);
  }
  [[nodiscard]] storage::result<pawl::dead_letter> dead_letter(const job_id& id) const {
    return backend_->dead_letter(who_, id);
  }
  /// Submits a dead job again, as a new one that names it as its parent.
  [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
  storage::result<job_id> replay(const job_id& id) const {
    return backend_->replay(who_, id);
  }
  template <class Given, class... More,
            class Because =
                detail::because_if<detail::names_no_job<Given>, detail::no_job_sentence<Given>>>
    requires(detail::names_no_job<Given>)
  detail::anything replay(const Given&,
                          const More&...) const = PAWL_DELETE("pawl: this names no job");
  /// Submits all dead jobs of a type again that were not before, if there are as many as the caller
  /// has seen.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  [[nodiscard("pawl: if there are more or fewer, nothing is done; look at the answer")]]
  storage::result<storage::replay_all::answer_type> replay_all(std::size_t expected) const {
    return backend_->replay_all(who_, type_of<H>, expected);
  }

 private:
  template <class Session>
  friend class workflow;

  template <class H, class Input>
  storage::result<job_ref<H>> submit_any(Input&& input, const submit_options& options) const {
    // A handler that cannot work was refused where the service was made.
    if constexpr (detail::sound_handler<H>) {
      storage::submit op{.type = &type_of<H>};
      if (auto made = make<H>(op, std::forward<Input>(input), options); !made)
        return unexpected<storage::error>(std::move(made).error());
      return as_ref<H>(backend_->submit(op));
    } else {
      return storage::refuse(storage::errc::invalid, {});
    }
  }
  template <class H, class Input>
  storage::result<void> make(storage::submit& op, Input&& input,
                             const submit_options& options) const {
    if (auto prepared = backend_->prepare(op, who_, options); !prepared) return prepared;
    return detail::add_input<H>(op, std::forward<Input>(input));
  }
  template <class H>
  static storage::result<job_ref<H>> as_ref(const storage::answer_to<job_id>& made) {
    if (!made) return unexpected<storage::error>(made.error());
    return job_ref<H>{*made};
  }
  static no_output unreadable(const job_id& job, const codec_error& why) {
    return {
        no_output::reason::unknown,
        {},
        {storage::errc::corrupt, "the stored result cannot be read: " + describe(why), {}, job}};
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

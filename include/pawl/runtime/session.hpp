// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/submission.hpp>
#include <pawl/storage/policy.hpp>

namespace pawl {

/// Everything that can be done with jobs, in the name of one principal. Made by `service.as(…)`.
///
/// Copies are cheap, and any number of threads may use one. It must not outlive its service.
template <class Store, class... Handlers>
class session {
 public:
  session(runtime::session_backend& backend, principal who)
      : backend_(&backend), who_(std::move(who)) {}

  [[nodiscard]] const principal& who() const { return who_; }

  // --- Submitting ----------------------------------------------------------------------------

  /// Submits a job and returns when it is as durable as the store promises. With a key that was
  /// used before, the job that it made.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>& input,
                                     const submit_options& options = {}) const {
    storage::submit op{.type = &type_of<H>};
    if (auto made = make<H>(op, input, options); !made)
      return unexpected<storage::error>(std::move(made).error());
    return as_ref<H>(backend_->submit(op));
  }
  // Takes the input by its type, so that one in braces is refused by the same sentence.
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...> && detail::is_handler<H>)
  void submit(const runtime::detail::input_type<H>&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: this service has no such handler");
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...> && !detail::is_handler<H>)
  void submit(const auto&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: this service has no such handler");

  /// Submits many jobs in one commit; each is accepted or refused by itself.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  std::vector<storage::result<job_ref<H>>> submit_all(
      std::span<const runtime::detail::input_type<H>> inputs,
      const submit_options& options = {}) const {
    std::vector<storage::result<job_ref<H>>> out(inputs.size());
    std::vector<storage::submit> batch;
    std::vector<std::size_t> places;
    batch.reserve(inputs.size());
    places.reserve(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      storage::submit& op = batch.emplace_back(storage::submit{.type = &type_of<H>});
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

  /// Submits inside a transaction of the caller's, on the caller's own connection to the store's
  /// database: the job is there if and only if it is committed. After that the caller calls
  /// `service.notify()`, or the next poll finds the job.
  class in_transaction {
   public:
    in_transaction(const session& of, const connection_ref& callers)
        : session_(of), joined_(of.backend_->store_of(false).join(callers)) {}

    template <class H>
      requires detail::is_registered<H, Handlers...>
    storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>& input,
                                       const submit_options& options = {}) {
      static_assert(!H::job_type::is_ephemeral,
                    "pawl: an ephemeral job is not stored; submit it without a transaction");
      storage::submit op{.type = &type_of<H>};
      if (auto made = session_.template make<H>(op, input, options); !made)
        return unexpected<storage::error>(std::move(made).error());
      joined_->apply(&op);
      session_.backend_->count(op);
      if (!op.answer) return unexpected<storage::error>(op.answer.error());
      return job_ref<H>{op.answer->id};
    }

   private:
    session session_;
    std::unique_ptr<storage::joined_transaction> joined_;
  };
  template <class Connection>
    requires(__is_same(Connection, typename detail::connection_of<Store>::type))
  [[nodiscard]] in_transaction in(Connection* callers) const {
    return {*this, refer_to(callers)};
  }

  // --- Looking -------------------------------------------------------------------------------

  [[nodiscard]] storage::result<job_record> status(const job_id& id) const {
    return backend_->status(who_, id);
  }
  template <class H>
  [[nodiscard]] storage::result<job_record> status(const job_ref<H>& job) const {
    return status(job.id);
  }

  /// The output of a job, of its own type; or why there is none.
  template <class H>
  [[nodiscard]] expected<runtime::detail::output_type<H>, no_output> result(
      const job_ref<H>& job) const {
    no_output none;
    const storage::stored_result stored = backend_->output_of(who_, job.id, none);
    if (none.why != no_output::reason::none) return unexpected<no_output>(std::move(none));
    runtime::detail::read_type<H> output{};
    const auto read = runtime::detail::read_output<H>(
        stored.value ? std::string_view(*stored.value) : std::string_view(), stored.object, output);
    if (!read) return unexpected<no_output>(unreadable(job.id, read.error()));
    if constexpr (std::is_void_v<runtime::detail::output_type<H>>)
      return {};
    else
      return output;
  }
  /// The same, after waiting for the job to end, at most so long.
  template <class H>
  [[nodiscard]] auto result(const job_ref<H>& job, std::chrono::milliseconds longest) const {
    static_cast<void>(wait(job.id, longest));
    return result(job);
  }

  /// Waits until a job has ended, or for so long. The record as it then is.
  template <class H>
  storage::result<job_record> wait(const job_ref<H>& job, std::chrono::milliseconds longest) const {
    return wait(job.id, longest);
  }
  storage::result<job_record> wait(const job_id& id, std::chrono::milliseconds longest) const {
    return backend_->wait(who_, id, longest);
  }

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

  // --- Intervening -----------------------------------------------------------------------------

  /// Ends a job that has not started, which answers true; asks a running one to end: false.
  storage::result<bool> cancel(const job_id& id, std::string reason = {}) const {
    return backend_->cancel(who_, id, std::move(reason));
  }
  /// Tells a job that something happened, by the name of an event of its lifecycle. With an id of
  /// its own the event may come again: the same content does nothing more, another is a conflict.
  storage::result<storage::raise::answer_type> raise(const job_id& id, std::string event,
                                                     std::string event_id = {},
                                                     storage::findings findings = {}) const {
    storage::raise op{
        .scope = storage::scope::tenant(who_.tenant), .id = id, .event = std::move(event)};
    op.event_id = std::move(event_id);
    op.findings = std::move(findings);
    return raise(std::move(op));
  }
  /// The same with all that can come from outside: a target state, a failure, a result. The scope
  /// and the hash of the content are filled in.
  storage::result<storage::raise::answer_type> raise(storage::raise op) const {
    return backend_->raise(who_, std::move(op));
  }

  // --- Dead letters ----------------------------------------------------------------------------

  [[nodiscard]] storage::result<storage::dead_letter_page> dead_letters(
      const storage::list_filter& filter = {}) const {
    return backend_->dead_letters(who_, is_ephemeral(filter.handler), filter);
  }
  [[nodiscard]] storage::result<pawl::dead_letter> dead_letter(const job_id& id) const {
    return backend_->dead_letter(who_, id);
  }
  /// Submits a dead job again, as a new one that names it as its parent.
  storage::result<job_id> replay(const job_id& id) const { return backend_->replay(who_, id); }
  /// Submits all dead jobs of a type again that were not before, if there are as many as the caller
  /// has seen.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  storage::result<storage::replay_all::answer_type> replay_all(std::size_t expected) const {
    return backend_->replay_all(who_, type_of<H>, expected);
  }

 private:
  template <class H>
  storage::result<void> make(storage::submit& op, const runtime::detail::input_type<H>& input,
                             const submit_options& options) const {
    if (auto prepared = backend_->prepare(op, who_, options); !prepared) return prepared;
    return detail::add_input<H>(op, input);
  }
  template <class H>
  static storage::result<job_ref<H>> as_ref(storage::result<job_id> made) {
    if (!made) return unexpected<storage::error>(std::move(made).error());
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
    return ((Handlers::job_type::is_ephemeral && text(handler) == Handlers::id) || ...);
  }

  runtime::session_backend* backend_;
  principal who_;
};

}  // namespace pawl

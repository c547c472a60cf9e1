// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>

#include <pawl/core/id_source.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/runtime/submission.hpp>
#include <pawl/storage/content.hpp>
#include <pawl/storage/memory.hpp>
#include <pawl/storage/policy.hpp>

namespace pawl {

/// Why a job has no output to give.
struct no_output {
  enum class reason : unsigned char {
    unfinished,  ///< it has not ended yet
    failed,      ///< `failure` says why
    was_canceled,
    unknown  ///< the store could not tell; `store` says why
  };
  reason why{};
  failure_info failure{};
  storage::error store{};
};

/// For logs and people: `failed: network_timeout: no answer`.
[[nodiscard]] inline std::string describe(const no_output& none) {
  switch (none.why) {
    case no_output::reason::unfinished:
      return "unfinished: the job has not ended yet";
    case no_output::reason::failed:
      return "failed: " + none.failure.code + ": " + none.failure.message;
    case no_output::reason::was_canceled:
      return "canceled: " + none.failure.message;
    case no_output::reason::unknown:
      break;
  }
  return "unknown: " + describe(none.store);
}

namespace runtime {

template <class Store>
struct clock_of {
  using type = system_clock;
};
template <class Store>
  requires requires { typename Store::clock_type; }
struct clock_of<Store> {
  using type = typename Store::clock_type;
};

/// What the sessions of a service share. Ephemeral jobs have a store of their own, in memory.
template <class Store>
struct front_door {
  using ephemeral_store = storage::memory<typename clock_of<Store>::type>;

  Store* store = nullptr;
  ephemeral_store* ephemeral = nullptr;
  id_source* ids = nullptr;
  /// Set anew when the service starts; sessions may be older.
  const std::atomic<observe::metrics*>* metrics = nullptr;
  const std::atomic<std::int64_t>* high_watermark = nullptr;

  template <class H>
  [[nodiscard]] auto& store_of() const {
    if constexpr (H::job_type::is_ephemeral)
      return *ephemeral;
    else
      return *store;
  }
  /// Asks the store that an id belongs to.
  template <class Ask>
  auto ask(const job_id& id, Ask question) const {
    return id.is_ephemeral() ? question(*ephemeral) : question(*store);
  }
  [[nodiscard]] job_id fresh_id(bool is_ephemeral) const {
    return ids->next(system_clock{}.wall(), is_ephemeral);
  }
};

}  // namespace runtime

/// Everything that can be done with jobs, in the name of one principal. Made by `service.as(…)`.
///
/// Copies are cheap, and any number of threads may use one. It must not outlive its service.
template <class Store, class... Handlers>
class session {
 public:
  session(runtime::front_door<Store> door, principal who) : door_(door), who_(std::move(who)) {}

  [[nodiscard]] const principal& who() const { return who_; }

  // --- Submitting ----------------------------------------------------------------------------

  /// Submits a job and returns when it is as durable as the store promises. With a key that was
  /// used before, the job that it made.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>& input,
                                     const submit_options& options = {}) const {
    auto op = make<H>(input, options);
    if (!op) return unexpected<storage::error>(std::move(op).error());
    auto made = storage::apply_one(door_.template store_of<H>(), *std::move(op));
    count<H>(made);
    if (!made) return unexpected<storage::error>(std::move(made).error());
    return job_ref<H>{made->id};
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
    std::vector<storage::operation> batch;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      auto op = make<H>(inputs[i], options);
      if (op) {
        batch.emplace_back(*std::move(op));
        places.push_back(i);
      } else {
        out[i] = unexpected<storage::error>(std::move(op).error());
      }
    }
    auto answers = door_.template store_of<H>().apply(batch);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      count<H>(answers[i]);
      if (answers[i])
        out[places[i]] = job_ref<H>{std::get<storage::submit::answer>(*answers[i]).id};
      else
        out[places[i]] = unexpected<storage::error>(std::move(answers[i]).error());
    }
    return out;
  }

  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
  void submit_all(const auto&, const submit_options& = {}) const =
      PAWL_DELETE("pawl: this service has no such handler");

  /// Submits inside a transaction of the caller's, on his own connection to the store's database:
  /// the job is there if and only if he commits. After that he calls `service.notify()`, or the
  /// next poll finds the job.
  template <class Connection>
  class in_transaction {
   public:
    in_transaction(const session& of, Connection* callers)
        : session_(of), in_(of.door_.store->in(callers)) {}

    template <class H>
      requires detail::is_registered<H, Handlers...>
    storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>& input,
                                       const submit_options& options = {}) {
      static_assert(!H::job_type::is_ephemeral,
                    "pawl: an ephemeral job is not stored; submit it without a transaction");
      auto op = session_.template make<H>(input, options);
      if (!op) return unexpected<storage::error>(std::move(op).error());
      auto made = in_.apply(*op);
      session_.template count<H>(made);
      if (!made) return unexpected<storage::error>(std::move(made).error());
      return job_ref<H>{made->id};
    }

   private:
    session session_;
    typename Store::in_transaction in_;
  };
  template <class Connection>
    requires requires(Store& store, Connection* callers) { store.in(callers); }
  [[nodiscard]] in_transaction<Connection> in(Connection* callers) const {
    return {*this, callers};
  }

  // --- Looking -------------------------------------------------------------------------------

  [[nodiscard]] storage::result<job_record> status(const job_id& id) const {
    return door_.ask(id, [&](auto& store) { return store.get(scope(), id); });
  }
  template <class H>
  [[nodiscard]] storage::result<job_record> status(const job_ref<H>& job) const {
    return status(job.id);
  }

  /// The output of a job, of its own type; or why there is none.
  template <class H>
  [[nodiscard]] expected<runtime::detail::output_type<H>, no_output> result(
      const job_ref<H>& job) const {
    auto stored = door_.template store_of<H>().result_of(scope(), job.id);
    const auto none = [](no_output why) { return unexpected<no_output>(std::move(why)); };
    if (!stored) return none({no_output::reason::unknown, {}, std::move(stored).error()});
    if (!is_terminal(stored->kind)) return none({no_output::reason::unfinished, {}, {}});
    if (stored->kind == kind::cancelled)
      return none({no_output::reason::was_canceled, stored->error.value_or(failure_info{}), {}});
    if (stored->kind != kind::success)
      return none({no_output::reason::failed, stored->error.value_or(failure_info{}), {}});
    auto output =
        runtime::detail::read_output<H>(stored->value.value_or(std::string()), stored->object);
    if (output) return output.map_error([](const codec_error&) { return no_output{}; });
    return none({no_output::reason::unknown,
                 {},
                 {storage::errc::corrupt,
                  "the stored result cannot be read: " + describe(output.error()),
                  {},
                  job.id}});
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
    using clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds for_ever = std::chrono::hours{24 * 365};
    const auto until = clock::now() + std::min(longest, for_ever);
    return door_.ask(id, [&](auto& store) {
      while (true) {
        // Before the job is read: what happens between the two is heard of.
        const std::uint32_t seen = store.transport().news();
        auto found = store.get(scope(), id);
        if (!found || is_terminal(found->kind)) return found;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - clock::now());
        if (left.count() <= 0) return found;
        // Somebody may have died between a commit and its announcement.
        store.transport().wait_for_news(seen, std::min(left, std::chrono::milliseconds{500}));
      }
    });
  }

  /// The tenant's jobs, newest first. Ephemeral ones are listed by the name of their type only.
  [[nodiscard]] storage::result<storage::job_page> list(
      const storage::list_filter& filter = {}) const {
    return in_store_of(filter.handler, [&](auto& store) { return store.list(scope(), filter); });
  }
  /// What happened to a job, after an event that was seen.
  [[nodiscard]] storage::result<std::vector<job_event>> events(const job_id& id,
                                                               std::uint64_t after = 0,
                                                               std::size_t limit = 1000) const {
    return door_.ask(id, [&](auto& store) { return store.events(scope(), id, after, limit); });
  }

  // --- Intervening -----------------------------------------------------------------------------

  /// Ends a job that has not started, which answers true; asks a running one to end: false.
  storage::result<bool> cancel(const job_id& id, std::string reason = {}) const {
    auto done = door_.ask(id, [&](auto& store) {
      return storage::apply_one(store, storage::cancel{scope(), id, std::move(reason)});
    });
    if (!done) return unexpected<storage::error>(std::move(done).error());
    if (done->done) count_canceled(id);
    return done->done;
  }
  /// Tells a job that something happened, by the name of an event of its lifecycle. With an id of
  /// its own the event may come again: the same content does nothing more, another is a conflict.
  storage::result<storage::raise::answer> raise(const job_id& id, std::string event,
                                                std::string event_id = {},
                                                storage::findings findings = {}) const {
    storage::raise op{.scope = scope(), .id = id, .event = std::move(event)};
    op.event_id = std::move(event_id);
    op.findings = std::move(findings);
    return raise(std::move(op));
  }
  /// The same with all that can come from outside: a target state, a failure, a result. The scope
  /// and the hash of the content are filled in.
  storage::result<storage::raise::answer> raise(storage::raise op) const {
    op.scope = scope();
    op.content = storage::content_of(op);
    return door_.ask(op.id, [&](auto& store) { return storage::apply_one(store, op); });
  }

  // --- Dead letters ----------------------------------------------------------------------------

  [[nodiscard]] storage::result<storage::dead_letter_page> dead_letters(
      const storage::list_filter& filter = {}) const {
    return in_store_of(filter.handler,
                       [&](auto& store) { return store.dead_letters(scope(), filter); });
  }
  [[nodiscard]] storage::result<pawl::dead_letter> dead_letter(const job_id& id) const {
    return door_.ask(id, [&](auto& store) { return store.dead_letter(scope(), id); });
  }
  /// Submits a dead job again, as a new one that names it as its parent.
  storage::result<job_id> replay(const job_id& id) const {
    const job_id fresh = door_.fresh_id(id.is_ephemeral());
    auto made = door_.ask(id, [&](auto& store) {
      return storage::apply_one(store, storage::replay{scope(), id, fresh});
    });
    if (!made) return unexpected<storage::error>(std::move(made).error());
    return made->id;
  }
  /// Submits all dead jobs of a type again that were not before, if there are as many as the caller
  /// has seen.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  storage::result<storage::replay_all::answer> replay_all(std::size_t expected) const {
    storage::replay_all op{.scope = scope(),
                           .handler = std::string(std::string_view(type_of<H>.handler))};
    for (std::size_t i = 0; i < expected; ++i)
      op.fresh.push_back(door_.fresh_id(H::job_type::is_ephemeral));
    return storage::apply_one(door_.template store_of<H>(), std::move(op));
  }

 private:
  [[nodiscard]] storage::scope scope() const { return storage::scope::tenant(who_.tenant); }

  template <class H>
  storage::result<storage::submit> make(const runtime::detail::input_type<H>& input,
                                        const submit_options& options) const {
    constexpr bool in_memory = H::job_type::is_ephemeral;
    return detail::make_submission<H>(who_, door_.fresh_id(in_memory), input, options,
                                      in_memory ? 0 : door_.high_watermark->load());
  }
  template <class H, class Answer>
  void count(const storage::result<Answer>& made) const {
    observe::job_metrics& counted = door_.metrics->load()->of(std::string_view(type_of<H>.handler));
    if (made)
      counted.submitted();
    else if (made.error().code == storage::errc::queue_overloaded)
      counted.shed();
  }
  void count_canceled(const job_id& id) const {
    if (const auto record = status(id); record && is_terminal(record->kind))
      door_.metrics->load()
          ->of(record->handler)
          .finished({.outcome = observe::job_outcome::canceled,
                     .ran = {},
                     .attempts = record->attempt,
                     .error = {}});
  }

  /// Asks the store that jobs of a type are in; the one that keeps them, if no type is named.
  template <class Ask>
  auto in_store_of(const std::string& handler, Ask question) const {
    const bool in_memory =
        ((Handlers::job_type::is_ephemeral && text(handler) == Handlers::id) || ...);
    return in_memory ? question(*door_.ephemeral) : question(*door_.store);
  }

  runtime::front_door<Store> door_;
  principal who_;
};

}  // namespace pawl

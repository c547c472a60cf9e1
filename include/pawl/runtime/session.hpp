// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/sha256.hpp>
#include <pawl/core/id_source.hpp>
#include <pawl/job/type.hpp>
#include <pawl/limits/key_of.hpp>
#include <pawl/runtime/runner.hpp>
#include <pawl/storage/policy.hpp>

namespace pawl {

/// The id of a job of a known type, so that its result has a type.
template <class H>
struct job_ref {
  job_id id{};

  friend bool operator==(const job_ref&, const job_ref&) = default;
};

/// What one submission asks for beyond its input.
struct submit_options {
  std::string key{};       ///< idempotency key
  std::string priority{};  ///< a level of the job type; empty: its default
  std::chrono::milliseconds delay{};
  std::optional<instant> run_at{};
  std::vector<job_id> depends_on{};
  retry_override retry{};
  std::string subject{};
  std::string correlation{};
  std::string traceparent{};
  std::string metadata{};
};

namespace detail {

template <class H, class... Handlers>
inline constexpr bool is_registered = (__is_same(H, Handlers) || ...);

template <class H>
struct unregistered_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " is not registered with this service; give it to the service, or submit to another";
  }
};

/// One submission as storage wants it.
template <class H>
storage::result<storage::submit> make_submission(const principal& who, job_id id,
                                                 const runtime::detail::input_type<H>& input,
                                                 const submit_options& options,
                                                 std::int64_t high_watermark) {
  using job = typename H::job_type;
  const auto invalid = [](std::string message) {
    return storage::refuse(storage::errc::invalid, std::move(message));
  };
  storage::submit op{.type = &type_of<H>,
                     .id = id,
                     .who = who,
                     .key = options.key,
                     .run_at = options.run_at,
                     .delay = options.delay,
                     .retry = options.retry,
                     .depends_on = options.depends_on,
                     .subject = options.subject,
                     .correlation = options.correlation,
                     .traceparent = options.traceparent,
                     .metadata = options.metadata,
                     .high_watermark = high_watermark};
  auto bytes = job::codec::encode(input);
  if (!bytes) return invalid("the input cannot be encoded: " + describe(bytes.error()));
  op.payload = *std::move(bytes);
  op.payload_hash = sha256_of(op.payload);
  op.payload_version = type_of<H>.newest_version;
  if (!options.priority.empty()) {
    const std::size_t rank = find_level<typename job::priority>(options.priority);
    if (rank == job::priority::count)
      return invalid("the job type has no priority level " + options.priority);
    op.rank = static_cast<unsigned>(rank);
  }
  if (const auto verdict = apply<typename job::retry>(options.retry); !verdict) {
    std::string message = "the retry override is refused: ";
    detail::append out{message};
    verdict.write(out);
    return invalid(std::move(message));
  }
  job::limits::for_each(
      [&](auto limit) { op.limit_keys.push_back(key_of<decltype(limit)>(input, who)); });
  return op;
}

}  // namespace detail

/// Everything that can be done with jobs, in the name of one principal. Made by `service.as(…)`.
///
/// Copies are cheap, and any number of threads may use one. It must not outlive its service.
template <class Store, class... Handlers>
class session {
 public:
  session(Store& store, id_source& ids, principal who, std::int64_t high_watermark)
      : store_(&store), ids_(&ids), who_(std::move(who)), high_watermark_(high_watermark) {}

  [[nodiscard]] const principal& who() const { return who_; }

  /// Submits a job and returns when it is as durable as the store promises. With a key that was
  /// used before, the job that it made.
  template <class H>
    requires detail::is_registered<H, Handlers...>
  storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>& input,
                                     const submit_options& options = {}) const {
    auto op = detail::make_submission<H>(who_, fresh_id(), input, options, high_watermark_);
    if (!op) return unexpected<storage::error>(std::move(op).error());
    auto made = storage::apply_one(*store_, *std::move(op));
    if (!made) return unexpected<storage::error>(std::move(made).error());
    return job_ref<H>{made->id};
  }
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!detail::is_registered<H, Handlers...>)
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
      auto op = detail::make_submission<H>(who_, fresh_id(), inputs[i], options, high_watermark_);
      if (op) {
        batch.emplace_back(*std::move(op));
        places.push_back(i);
      } else {
        out[i] = unexpected<storage::error>(std::move(op).error());
      }
    }
    auto answers = store_->apply(batch);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i])
        out[places[i]] = job_ref<H>{std::get<storage::submit::answer>(*answers[i]).id};
      else
        out[places[i]] = unexpected<storage::error>(std::move(answers[i]).error());
    }
    return out;
  }

  [[nodiscard]] storage::result<job_record> status(const job_id& id) const {
    return store_->get(scope(), id);
  }
  template <class H>
  [[nodiscard]] storage::result<job_record> status(const job_ref<H>& job) const {
    return status(job.id);
  }

  /// What a job came to: its output, or why there is none. A job that has not ended is
  /// `already_terminal`'s opposite: the outer answer has no value yet.
  template <class H>
  using outcome_of = expected<std::conditional_t<std::is_void_v<runtime::detail::output_type<H>>,
                                                 std::monostate, runtime::detail::output_type<H>>,
                              failure_info>;

  /// The typed outcome of a job that has ended; nothing while it has not.
  template <class H>
  [[nodiscard]] storage::result<std::optional<outcome_of<H>>> result(const job_ref<H>& job) const {
    using output = runtime::detail::output_type<H>;
    auto stored = store_->result_of(scope(), job.id);
    if (!stored) return unexpected<storage::error>(std::move(stored).error());
    std::optional<outcome_of<H>> out;
    if (!is_terminal(stored->kind)) return out;
    if (stored->kind == kind::success && stored->value) {
      if constexpr (std::is_void_v<output>) {
        out.emplace();
      } else {
        auto value = H::job_type::codec::template decode<output>(*stored->value);
        if (!value)
          return storage::refuse(storage::errc::corrupt,
                                 "the stored result cannot be read: " + describe(value.error()));
        out.emplace(*std::move(value));
      }
      return out;
    }
    failure_info why = stored->error.value_or(
        failure_info{.code = stored->kind == kind::cancelled ? "canceled" : "failed"});
    out.emplace(unexpected<failure_info>(std::move(why)));
    return out;
  }

  /// Waits until a job has ended, or for so long. The record as it then is.
  template <class H>
  storage::result<job_record> wait(const job_ref<H>& job, std::chrono::milliseconds longest) const {
    return wait(job.id, longest);
  }
  storage::result<job_record> wait(const job_id& id, std::chrono::milliseconds longest) const {
    const auto until = std::chrono::steady_clock::now() + longest;
    while (true) {
      auto found = status(id);
      if (!found || is_terminal(found->kind)) return found;
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
      if (left.count() <= 0) return found;
      std::this_thread::sleep_for(std::min(left, std::chrono::milliseconds{10}));
    }
  }

  storage::result<bool> cancel(const job_id& id, std::string reason = {}) const {
    auto done = storage::apply_one(*store_, storage::cancel{scope(), id, std::move(reason)});
    if (!done) return unexpected<storage::error>(std::move(done).error());
    return done->done;
  }
  /// Tells a job that something happened, by the name of an event of its lifecycle.
  storage::result<storage::raise::answer> raise(const job_id& id, std::string event,
                                                std::string event_id = {},
                                                storage::findings findings = {}) const {
    storage::raise op{.scope = scope(), .id = id, .event = std::move(event)};
    op.event_id = std::move(event_id);
    op.findings = std::move(findings);
    return storage::apply_one(*store_, std::move(op));
  }

  [[nodiscard]] storage::result<storage::job_page> list(
      const storage::list_filter& filter = {}) const {
    return store_->list(scope(), filter);
  }
  [[nodiscard]] storage::result<std::vector<job_event>> events(const job_id& id,
                                                               std::uint64_t after = 0,
                                                               std::size_t limit = 1000) const {
    return store_->events(scope(), id, after, limit);
  }
  [[nodiscard]] storage::result<storage::dead_letter_page> dead_letters(
      const storage::list_filter& filter = {}) const {
    return store_->dead_letters(scope(), filter);
  }
  [[nodiscard]] storage::result<pawl::dead_letter> dead_letter(const job_id& id) const {
    return store_->dead_letter(scope(), id);
  }
  /// Submits a dead job again, as a new one that names it as its parent.
  storage::result<job_id> replay(const job_id& id) const {
    auto made = storage::apply_one(*store_, storage::replay{scope(), id, fresh_id()});
    if (!made) return unexpected<storage::error>(std::move(made).error());
    return made->id;
  }

 private:
  [[nodiscard]] job_id fresh_id() const { return ids_->next(system_clock{}.wall()); }
  [[nodiscard]] storage::scope scope() const { return storage::scope::tenant(who_.tenant); }

  Store* store_;
  id_source* ids_;
  principal who_;
  std::int64_t high_watermark_;
};

}  // namespace pawl

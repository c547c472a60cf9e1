// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <span>
#include <type_traits>

#include <pawl/storage/operations.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/transport/policy.hpp>

namespace pawl::storage {

namespace detail {

template <class S>
concept says_what_it_can = requires {
  { S::survives_the_process } -> std::convertible_to<bool>;
  { S::shared_between_processes } -> std::convertible_to<bool>;
};
template <class S>
concept learns = requires(S& store, std::span<const job_type* const> types) {
  { store.learn(types) } -> std::same_as<result<void>>;
};
template <class S>
concept is_configured = requires(S& store, const job_type& type, text limit, int count) {
  { store.configure(type, limit, count) } -> std::same_as<result<void>>;
};
template <class S>
concept applies = requires(S& store, std::span<const operation> batch) {
  { store.apply(batch) } -> std::same_as<std::vector<answer>>;
};
template <class S>
concept tells_time = requires(S& store) {
  { store.now() } -> std::same_as<instant>;
  { store.elapsed() } -> std::same_as<milliseconds>;
};
template <class S>
concept reads_jobs =
    requires(S& store, const scope& who, const job_id& id, const list_filter& filter) {
      { store.get(who, id) } -> std::same_as<result<job_record>>;
      { store.result_of(who, id) } -> std::same_as<result<stored_result>>;
      { store.list(who, filter) } -> std::same_as<result<job_page>>;
      { store.count(who) } -> std::same_as<result<statistics>>;
    };
template <class S>
concept reads_events =
    requires(S& store, const scope& who, const job_id& id, std::uint64_t after, std::size_t limit) {
      { store.events(who, id, after, limit) } -> std::same_as<result<std::vector<job_event>>>;
      { store.feed(who, after, limit) } -> std::same_as<result<std::vector<job_event>>>;
    };
template <class S>
concept reads_dead_letters =
    requires(S& store, const scope& who, const job_id& id, const list_filter& filter) {
      { store.dead_letters(who, filter) } -> std::same_as<result<dead_letter_page>>;
      { store.dead_letter(who, id) } -> std::same_as<result<pawl::dead_letter>>;
    };
template <class S>
concept measures_depth = requires(S& store, const job_type& type) {
  { store.depth(type) } -> std::same_as<result<std::int64_t>>;
};
template <class S>
concept reads_leases = requires(S& store, owner_number owner) {
  { store.leases(owner) } -> std::same_as<result<std::vector<held_job>>>;
};
template <class S>
concept wakes = requires(S& store) {
  requires transport::job_transport<std::remove_cvref_t<decltype(store.transport())>>;
  { store.notify() } -> std::same_as<void>;
};

}  // namespace detail

/// Where jobs are kept.
///
/// **Requirements.** `learn(types)` makes job types known; until then their jobs are left alone.
/// `configure(type, limit, count)` sets how many jobs a limit allows in this process, as far as its
/// declaration lets it.
/// `apply(batch)` does all operations of a batch in one commit and answers each in its place. Items
/// are independent of each other: a refused one has written nothing, and the others do not notice.
/// Items see what items before them have done. When `apply` returns, what it has answered is as
/// durable as the storage promises. Time is the storage's own; nobody brings any. An operation that
/// shows a grant is refused with `lease_lost` once the job was claimed again, taken away or moved
/// on. `now()` is the time of day that a commit would write down; `elapsed()`, counted from
/// anywhere, never goes back. The events of a job are numbered 1, 2, 3, …; a transition has exactly
/// one, written with it. The reading members see every commit that was acknowledged before they
/// were called; `depth(type)` is how many jobs of a type wait for a worker or for their time.
/// `survives_the_process` and `shared_between_processes` say what the storage is good
/// for.
/// **Called when.** `apply` by sessions, workers and maintenance, from any thread. It blocks; what
/// must not block does not call it. After a commit that made something ready, the storage announces
/// work on its `transport()`; after one that wrote events, news. `notify()` announces both, for a
/// commit that the storage has not made itself.
/// **Failure.** Every answer is an `expected`. If the commit fails, all items of the batch answer
/// with the store's error and none has happened. Nothing throws but what the standard library
/// throws for want of memory.
/// **Thread safety.** All members may be called at once from any number of threads.
/// **Example.** `pawl::storage::memory<>`, `pawl::storage::sqlite<>`. A backend of your own runs
/// the laws of `pawl/testing/storage_laws.hpp`.
template <class S>
concept job_storage =
    detail::says_what_it_can<S> && detail::learns<S> && detail::is_configured<S> &&
    detail::applies<S> && detail::tells_time<S> && detail::reads_jobs<S> &&
    detail::reads_events<S> && detail::reads_dead_letters<S> && detail::measures_depth<S> &&
    detail::reads_leases<S> && detail::wakes<S>;

/// The limit of a job type that may be set to this count; or why not.
inline result<const limit_description*> configurable_limit(const job_type& type, text limit,
                                                           int count) {
  for (const limit_description& each : type.limits) {
    if (!(each.name == limit)) continue;
    if (each.accepts(count)) return &each;
    return refuse(errc::invalid, "this limit may be set from 1 to " + std::to_string(each.most));
  }
  return refuse(errc::invalid, "the job type has no such limit");
}

/// One operation by itself: a batch of one.
template <job_storage S, class Operation>
result<typename Operation::answer> apply_one(S& store, Operation op) {
  const operation batch[] = {std::move(op)};
  auto answers = store.apply(batch);
  if (!answers[0]) return unexpected<error>(std::move(answers[0]).error());
  return std::get<typename Operation::answer>(*std::move(answers[0]));
}

}  // namespace pawl::storage

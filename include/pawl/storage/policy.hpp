// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <type_traits>

#include <pawl/storage/store.hpp>

namespace pawl::storage {

namespace detail {

template <class S>
concept is_a_store = std::derived_from<S, store>;
template <class S>
concept has_every_member = !std::is_abstract_v<S>;
template <class S>
concept says_what_it_can = requires {
  { S::survives_the_process } -> std::convertible_to<bool>;
  { S::shared_between_processes } -> std::convertible_to<bool>;
};

}  // namespace detail

/// Where jobs are kept.
///
/// **Requirements.** Derives from `store`, and has all its members. `learn(types)` makes job types
/// known; until then their jobs are left alone. `configure(type, limit, count)` sets how many jobs
/// a limit allows, in every process on the storage, as far as its declaration lets it.
/// `apply(batch)` does all operations of a batch in one commit and answers each in its place. Items
/// are independent of each other: a refused one has written nothing, and the others do not notice.
/// Items see what items before them have done. When `apply` returns, what it has answered is as
/// durable as the storage promises. Time is the storage's own; nobody brings any. An operation that
/// shows a lease is refused with `lease_lost` once the job was claimed again, taken away or moved
/// on. `now()` is the time of day that a commit would write down; `elapsed()`, counted from
/// anywhere, never goes back, and is what delays, leases and retention are due by. The events of a
/// job are numbered 1, 2, 3, …; a transition has exactly one, written with it. The reading members
/// see every commit that was acknowledged before they were called; `depth(type)` is how many jobs
/// of a type wait for a worker or for their time. `survives_the_process` and
/// `shared_between_processes` say what the storage is good for.
/// **Called when.** `apply` by sessions, workers and maintenance, from any thread. It blocks; what
/// must not block does not call it. After a commit that made something ready, the storage announces
/// work on its `transport()`; after one that wrote events, news. `notify()` announces both, for a
/// commit that the storage has not made itself.
/// **Failure.** Every answer is a value, or says why there is none. If the commit fails, all items
/// of the batch answer with the store's error and none has happened. Nothing throws but what the
/// standard library throws for want of memory.
/// **Thread safety.** All members may be called at once from any number of threads.
/// **Example.** `pawl::storage::memory<>`, `pawl::storage::sqlite<>`. A backend of your own runs
/// the laws of `pawl/testing/storage_laws.hpp`.
template <class S>
concept job_storage =
    detail::is_a_store<S> && detail::has_every_member<S> && detail::says_what_it_can<S>;

/// The limit of a job type that may be set to this count; or why not.
inline answer_to<const limit_description*> configurable_limit(const job_descriptor& type,
                                                              text limit, int count) {
  for (const limit_description& each : type.limits) {
    if (!(each.name == limit)) continue;
    if (each.accepts(count)) return &each;
    return refuse(errc::invalid, "this limit may be set from 1 to " + std::to_string(each.most));
  }
  return refuse(errc::invalid, "the job type has no such limit");
}

}  // namespace pawl::storage

namespace pawl::detail {

/// What a caller's own transaction on a store is on; none for most stores.
struct no_connection;
template <class Store>
struct connection_of {
  using type = no_connection;
};
template <class Store>
  requires requires { typename Store::connection_type; }
struct connection_of<Store> {
  using type = typename Store::connection_type;
};

/// A store that cannot be opened says so, which a constructor could not.
using store_is_opened =
    refused<"pawl: opening a store may fail, and", "says why; write", "open(path).value()">;

using place_is_text = refused<"pawl: a store is opened by a text;",
                              "give open the path of its file, or", "what libpq connects to">;
template <class... Given>
inline constexpr bool begin_with_text = false;
template <class First, class... More>
inline constexpr bool begin_with_text<First, More...> =
    std::is_convertible_v<const First&, std::string>;

}  // namespace pawl::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <concepts>
#include <memory>
#include <string>

#include <pawl/clock.hpp>
#include <pawl/detail/light_ptr.hpp>
#include <pawl/storage/policy.hpp>
#include <pawl/storage/sqlite/options.hpp>
#include <pawl/transport/policy.hpp>
#include <pawl/transport/shared_file.hpp>

struct sqlite3;

namespace pawl::storage {

namespace detail {

using pawl::detail::light_ptr;

/// A store in a SQLite file, and what can be asked of it alone.
class sqlite_backend : public store {
 public:
  [[nodiscard]] virtual const std::string& path() const = 0;
  [[nodiscard]] virtual std::uint64_t commits() = 0;
  [[nodiscard]] virtual std::int64_t pages_used() = 0;
};

/// Null if it cannot be had; `why` says why. Without a channel, the small file beside the database.
light_ptr<sqlite_backend> open_sqlite_backend(const std::string& path,
                                              const sqlite_options& options, any_clock clock,
                                              light_ptr<transport::channel> channel, error& why);

}  // namespace detail

/// Jobs in a SQLite file: nothing to install, nothing to start, and any number of processes of one
/// machine may share the file. An application's own tables may be in it too.
///
/// Writes are committed in groups by the caller that comes first; reads go on beside them. What
/// `apply` has answered survives what the chosen durability says.
template <clock_policy Clock = system_clock,  // pawl: a store takes a clock, then a transport
          transport::job_transport Transport = transport::shared_file>
class sqlite final : public forwarding_store {
 public:
  static constexpr bool survives_the_process = true;
  static constexpr bool shared_between_processes = true;
  using clock_type = Clock;
  /// What a caller's own transaction is on; see `join`.
  using connection_type = sqlite3;

  /// Opens a store, and makes it if there is none. The file and all that belong to it are readable
  /// by their owner alone.
  [[nodiscard("pawl: what is not kept is closed at once; keep the store")]]
  static result<std::unique_ptr<sqlite>>
  // clang-format off: both compilers show this line if the options do not fit
  open(  // pawl: open takes a path, and options as pawl::storage::sqlite_options names and orders them
         // clang-format on
      const std::string& path, sqlite_options options = {}, Clock clock = {}) {
    error why;
    auto opened = detail::open_sqlite_backend(path, options, clock, transport_for(path), why);
    if (!opened) return unexpected<error>(std::move(why));
    return std::unique_ptr<sqlite>(new sqlite(std::move(opened), std::move(clock)));
  }
  template <class... Given, class Because = pawl::detail::place_is_text>
    requires(!pawl::detail::begin_with_text<Given...>)
  static result<std::unique_ptr<sqlite>> open(const Given&...) =
      PAWL_DELETE("pawl: a store is opened by a text");

  template <class... Given, class Because = pawl::detail::store_is_opened>
  explicit sqlite(const std::string&, const Given&...) = PAWL_DELETE("pawl: a store is opened");

  [[nodiscard]] const Clock& clock() const { return clock_; }
  [[nodiscard]] const std::string& path() const { return backend_->path(); }
  /// Commits that this process has made so far: what a measurement of their sizes counts.
  [[nodiscard]] std::uint64_t commits() { return backend_->commits(); }
  /// Pages of the database that writing has looked at so far, in the cache or not: what a
  /// measurement of growth counts.
  [[nodiscard]] std::int64_t pages_used() { return backend_->pages_used(); }

 private:
  sqlite(detail::light_ptr<detail::sqlite_backend> backend, Clock clock)
      : forwarding_store(*backend), backend_(std::move(backend)), clock_(std::move(clock)) {}

  static detail::light_ptr<transport::channel> transport_for(
      [[maybe_unused]] const std::string& path) {
    if constexpr (std::same_as<Transport, transport::shared_file>)
      return {};
    else if constexpr (std::constructible_from<Transport, const std::string&>)
      return detail::light_ptr<transport::channel>(new Transport(path + "-wake"));
    else
      return detail::light_ptr<transport::channel>(new Transport);
  }

  detail::light_ptr<detail::sqlite_backend> backend_;
  Clock clock_;
};

}  // namespace pawl::storage

#if !PAWL_COMPILED
#include <pawl/storage/sqlite.ipp>
#endif

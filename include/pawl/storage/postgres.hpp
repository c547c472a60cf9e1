// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <concepts>
#include <memory>
#include <optional>
#include <string>

#include <pawl/clock.hpp>
#include <pawl/detail/light_ptr.hpp>
#include <pawl/storage/policy.hpp>
#include <pawl/storage/postgres/options.hpp>
#include <pawl/transport/policy.hpp>
#include <pawl/transport/postgres_notify.hpp>

struct pg_conn;

namespace pawl::storage {

/// The time of the database server, which all processes on it share.
struct server_clock : system_clock {};

/// What the batches of a process have cost so far.
struct postgres_counts {
  std::uint64_t batches = 0;
  std::uint64_t rounds = 0;      ///< times that the server's answers were waited for
  std::uint64_t unforeseen = 0;  ///< rows that were not read ahead
  std::uint64_t reruns = 0;      ///< batches that met another one, and ran again
  std::uint64_t reconnects = 0;  ///< times that the writing connection was lost, and made again
  std::uint64_t in_doubt = 0;  ///< commits whose answer was lost; what became of them was found out
};

namespace detail {

/// A store in PostgreSQL, and what can be asked of it alone.
class postgres_backend : public store {
 public:
  [[nodiscard]] virtual postgres_counts counts() = 0;
};

/// Null if it cannot be had; `why` says why. Without a clock, the server's.
pawl::detail::light_ptr<postgres_backend> open_postgres_backend(
    const std::string& dsn, const postgres_options& options, std::optional<any_clock> clock,
    std::unique_ptr<transport::channel> transport, error& why);

}  // namespace detail

/// Jobs in PostgreSQL: any number of processes on any number of machines share one queue.
///
/// Writes of one process are committed in groups by the caller that comes first; what a batch needs
/// is read ahead, so that it costs a fixed number of round trips. What `apply` has answered
/// survives what the server's own settings say.
template <clock_policy Clock = server_clock,  // pawl: a store takes a clock, then a transport
          transport::job_transport Transport = transport::postgres_notify>
class postgres final : public forwarding_store {
 public:
  static constexpr bool survives_the_process = true;
  static constexpr bool shared_between_processes = true;
  using clock_type = Clock;
  /// What a caller's own transaction is on; see `join`.
  using connection_type = pg_conn;

  /// Opens a store, and makes its tables if there are none. `dsn` is what libpq takes:
  /// `postgresql://user@host/database`, or `host=… dbname=…`.
  [[nodiscard("pawl: what is not kept is closed at once; keep the store")]]
  static result<std::unique_ptr<postgres>>
  // clang-format off: both compilers show this line if the options do not fit
  open(  // pawl: open takes what libpq connects to, and options as pawl::storage::postgres_options names and orders them
         // clang-format on
      const std::string& dsn, postgres_options options = {}, Clock clock = {}) {
    error why;
    std::optional<any_clock> given;
    if constexpr (!std::same_as<Clock, server_clock>) given.emplace(clock);
    auto opened = detail::open_postgres_backend(dsn, options, std::move(given),
                                                transport_for(dsn, options), why);
    if (!opened) return unexpected<error>(std::move(why));
    return std::unique_ptr<postgres>(new postgres(std::move(opened), std::move(clock)));
  }
  template <class... Given, class Because = pawl::detail::place_is_text>
    requires(!pawl::detail::begin_with_text<Given...>)
  static result<std::unique_ptr<postgres>> open(const Given&...) =
      PAWL_DELETE("pawl: a store is opened by a text");

  [[nodiscard]] const Clock& clock() const { return clock_; }
  [[nodiscard]] postgres_counts counts() { return backend_->counts(); }
  /// How the connection fares that announces work to other processes, and hears of theirs.
  [[nodiscard]] transport::listener_health listener()
    requires std::same_as<Transport, transport::postgres_notify>
  {
    return static_cast<Transport&>(transport()).health();
  }

 private:
  static std::unique_ptr<transport::channel> transport_for(
      [[maybe_unused]] const std::string& dsn, [[maybe_unused]] const postgres_options& options) {
    if constexpr (std::constructible_from<Transport, transport::notify_options>)
      return std::make_unique<Transport>(transport::notify_options{
          .dsn = options.listener_dsn.empty() ? dsn : options.listener_dsn,
          .channel = options.schema,
          .listens = options.listens,
          .heartbeat = options.heartbeat,
          .deadline = options.deadline});
    else
      return std::make_unique<Transport>();
  }

  postgres(pawl::detail::light_ptr<detail::postgres_backend> backend, Clock clock)
      : forwarding_store(*backend), backend_(std::move(backend)), clock_(std::move(clock)) {}

  pawl::detail::light_ptr<detail::postgres_backend> backend_;
  Clock clock_;
};

}  // namespace pawl::storage

#if !PAWL_COMPILED
#include <pawl/storage/postgres.ipp>
#endif

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <libpq-fe.h>

#include <string>
#include <string_view>
#include <utility>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/light_ptr.hpp>
#include <pawl/detail/light_vector.hpp>
#include <pawl/storage/sql/failure.hpp>

namespace pawl::storage::detail {

using pawl::detail::light_vector;

/// What libpq is told to connect to, and what of it is never shown.
class pg_address {
 public:
  /// Refuses what libpq cannot read, in words of its own: libpq's repeat what they complain of, and
  /// that may be a part of the password.
  pg_address(std::string dsn, std::chrono::milliseconds deadline)
      : dsn_(std::move(dsn)), deadline_(std::to_string(deadline.count())) {
    char* complaint = nullptr;
    note_secrets(options_of(PQconndefaults()));
    const options given = options_of(PQconninfoParse(dsn_.c_str(), &complaint));
    if (complaint != nullptr) PQfreemem(complaint);
    if (!given || (is_uri() && is_torn(given))) refuse();
    note_secrets(given);
  }

  /// Begins to connect. What the address itself says goes before what is said here: that a silent
  /// peer is noticed, and what the statistics of the server call us.
  [[nodiscard]] PGconn* start_connecting() const {
    constexpr const char* names[] = {
        "fallback_application_name", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "tcp_user_timeout",          "dbname",          "client_encoding",     nullptr};
    const char* const values[] = {"pawl",       "10",   "5",    "3", deadline_.c_str(),
                                  dsn_.c_str(), "UTF8", nullptr};
    return PQconnectStartParams(names, values, 1);
  }

  /// A text from libpq, fit to be shown.
  [[nodiscard]] std::string without_secrets(std::string said) const {
    for (const std::string& each : secrets_)
      for (std::size_t at = said.find(each); at != std::string::npos;
           at = said.find(each, at + hidden.size()))
        said.replace(at, each.size(), hidden);
    return said;
  }

 private:
  static constexpr std::string_view hidden = "***";

  struct frees {
    static void end(PQconninfoOption* options) { PQconninfoFree(options); }
  };
  using options = pawl::detail::light_ptr<PQconninfoOption, frees>;
  static options options_of(PQconninfoOption* made) { return options(made); }

  [[nodiscard]] bool is_uri() const {
    return dsn_.starts_with("postgresql://") || dsn_.starts_with("postgres://");
  }
  static std::string_view value_of(const PQconninfoOption& of) {
    return of.val == nullptr ? std::string_view{} : std::string_view(of.val);
  }
  /// Whether a part of a password ended up where the host is: it has a character that ends it.
  static bool is_torn(const options& given) {
    for (const PQconninfoOption* each = given.get(); each->keyword != nullptr; ++each) {
      const std::string_view name = each->keyword;
      const std::string_view value = value_of(*each);
      if ((name == "host" || name == "dbname") && value.find('@') != std::string_view::npos)
        return true;
      if (name == "port" && value.find_first_not_of("0123456789,") != std::string_view::npos)
        return true;
    }
    return false;
  }
  /// libpq says itself which options are not for the eyes of others.
  void note_secrets(const options& of) {
    if (!of) return;
    for (const PQconninfoOption* each = of.get(); each->keyword != nullptr; ++each)
      if (std::string_view(each->dispchar) == "*" && !value_of(*each).empty())
        secrets_.push_back(std::string(value_of(*each)));
  }
  [[noreturn]] static void refuse() {
    throw store_failure{
        {errc::invalid,
         "the connection string cannot be read; write postgresql://user:password@host/database "
         "with special characters as %40 for @, %3A for : and %2F for /, or host=… dbname=… with "
         "spaces in quotes",
         {},
         {}},
        false};
  }

  std::string dsn_;
  std::string deadline_;
  light_vector<std::string> secrets_{};
};

}  // namespace pawl::storage::detail

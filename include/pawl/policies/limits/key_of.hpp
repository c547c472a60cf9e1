// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/detail/append.hpp>
#include <pawl/detail/enum_names.hpp>
#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/limits/key.hpp>
#include <pawl/policies/limits/policy.hpp>

namespace pawl {

/// The longest key that storage counts by. A submission whose key is longer is invalid.
inline constexpr std::size_t longest_limit_key = 1024;

namespace detail {

/// With its length in front, so that no two lists of parts make the same key.
inline void append_part(std::string& key, text part) {
  append out{key};
  say_number(out, static_cast<std::int64_t>(part.size()));
  out << ':' << part;
}

template <class T>
void append_value(std::string& key, const T& value) {
  if constexpr (key_string<T>) {
    append_part(key, text(value));
  } else if constexpr (__is_enum(T)) {
    // By name: a key outlives a release, and a release may renumber an enum.
    if (const text name = name_of(value); !name.empty())
      append_part(key, name);
    else
      append_value(key, static_cast<long long>(value));
  } else {
    append_part(key, std::to_string(value));
  }
}

template <class Key>
struct key_reader;
template <>
struct key_reader<by::global> {
  static void read(std::string&, const auto&, const auto&) {}
};
template <>
struct key_reader<by::tenant> {
  static void read(std::string& key, const auto&, const auto& principal) {
    append_part(key, text(principal.tenant));
  }
};
template <>
struct key_reader<by::user> {
  static void read(std::string& key, const auto&, const auto& principal) {
    append_part(key, text(principal.tenant));
    append_part(key, text(principal.user));
  }
};
template <>
struct key_reader<by::organisation> {
  static void read(std::string& key, const auto&, const auto& principal) {
    append_part(key, text(principal.tenant));
    append_part(key, text(principal.organisation));
  }
};
template <auto... Members>
struct key_reader<by::member<Members...>> {
  static void read(std::string& key, const auto& payload, const auto& principal) {
    append_part(key, text(principal.tenant));
    (append_value(key, payload.*Members), ...);
  }
};

}  // namespace detail

/// The key under which a limit counts this submission: different for different tenants, users,
/// organisations or member values, whatever characters they hold. A principal has the members
/// `tenant`, `user` and `organisation`, as far as the keys need them; those without an organisation
/// count as one.
template <job_limit Limit, class Payload, class Principal>
[[nodiscard]] std::string key_of(const Payload& payload, const Principal& principal) {
  std::string key;
  detail::key_reader<typename Limit::key>::read(key, payload, principal);
  return key;
}

}  // namespace pawl

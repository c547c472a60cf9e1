// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <initializer_list>

#include <pawl/detail/rules.hpp>
#include <pawl/detail/type_name.hpp>

/// What an API offers, chosen by the compiler: a route that was not composed in does not exist.

namespace pawl::http {

enum class capability : unsigned char {
  always,  ///< what every API has: health
  read_only,
  submit,
  control,
  callbacks,
  events,
  metrics,
  dashboard
};

/// Status, result, list, job types, the API's own description.
struct read_only {
  static constexpr capability gives = capability::read_only;
};
/// New jobs from JSON.
struct submit {
  static constexpr capability gives = capability::submit;
};
/// Cancel, run, dead letters.
struct control {
  static constexpr capability gives = capability::control;
};
/// Reports of what was done elsewhere, with event ids.
struct callbacks {
  static constexpr capability gives = capability::callbacks;
};
/// Server-sent events of one job, or of all.
struct events {
  static constexpr capability gives = capability::events;
};
/// Prometheus text.
struct metrics {
  static constexpr capability gives = capability::metrics;
};
/// One page in the browser.
struct dashboard {
  static constexpr capability gives = capability::dashboard;
};

class capabilities {
 public:
  constexpr capabilities() = default;
  constexpr explicit capabilities(std::initializer_list<capability> list) {
    for (const capability each : list) bits_ |= 1U << static_cast<unsigned>(each);
  }
  [[nodiscard]] constexpr bool has(capability which) const {
    return which == capability::always || (bits_ >> static_cast<unsigned>(which) & 1U) != 0;
  }

 private:
  unsigned bits_ = 0;
};

namespace detail {

template <class T>
concept is_capability = requires {
  { T::gives } -> std::same_as<const capability&>;
};

template <class T>
struct rule_is_capability {
  static constexpr bool holds = is_capability<T>;
  static constexpr void write(auto& out) {
    out << "pawl: " << pawl::detail::type_name<T>()
        << " is no capability of an API; compose it from pawl::http::read_only, submit, control, "
           "callbacks, events, metrics and dashboard";
  }
};

/// What one capability relies on.
struct reliance {
  capability of{};
  text name{};
  capability on{};
  text on_name{};
  text why{};
};
inline constexpr reliance reliances[] = {
    {capability::submit, "submit", capability::read_only, "read_only",
     "a submission answers with the address of its status"},
    {capability::control, "control", capability::read_only, "read_only",
     "nobody can act on jobs that cannot be seen"},
    {capability::events, "events", capability::read_only, "read_only",
     "a stream goes on from a status that was read"},
    {capability::dashboard, "dashboard", capability::read_only, "read_only",
     "the page shows what it can read"},
    {capability::dashboard, "dashboard", capability::events, "events",
     "the page is fed by a stream"},
};

template <class... Capabilities>
struct rule_relies_on {
  static constexpr capabilities given{Capabilities::gives...};
  static constexpr const reliance* broken = [] {
    for (const reliance& each : reliances)
      if (given.has(each.of) && !given.has(each.on)) return &each;
    return static_cast<const reliance*>(nullptr);
  }();
  static constexpr bool holds = broken == nullptr;
  static constexpr void write(auto& out) {
    out << "pawl: an API with http::" << broken->name << " needs http::" << broken->on_name << ": "
        << broken->why << "; add it to the composition";
  }
};

template <class... Capabilities>
struct rule_offers_something {
  static constexpr bool holds = sizeof...(Capabilities) != 0;
  static constexpr void write(auto& out) {
    out << "pawl: an API without capabilities has no routes; compose it, as in "
           "pawl::http::api<pawl::http::read_only>";
  }
};

template <class... Capabilities>
struct api_rules : private pawl::detail::all_of<rule_offers_something<Capabilities...>,
                                                rule_is_capability<Capabilities>...,
                                                rule_relies_on<Capabilities...>> {};

}  // namespace detail
}  // namespace pawl::http

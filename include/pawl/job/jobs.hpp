// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/slice.hpp>
#include <pawl/job/handler_rules.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

/// What a registry tells about a job type.
struct job_info {
  text id{};
  text lifecycle{};
  bool restartable = true;  ///< durable: survives a restart of its process
  bool coroutine = false;
  duration_ms timeout{};  ///< zero: none
  unsigned max_attempts = 1;
  unsigned max_retries = 0;
  text input_schema{};  ///< JSON Schema; empty if the input is never stored
};

namespace detail {

template <class H>
consteval text job_id_of() {
  if constexpr (sound_handler<H>)
    return H::id;
  else
    return {};
}

template <class... Handlers>
consteval std::size_t repeated_id() {
  constexpr text ids[] = {job_id_of<Handlers>()..., {}};
  for (std::size_t i = 0; i < sizeof...(Handlers); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (!ids[i].empty() && ids[i] == ids[k]) return i;
  return sizeof...(Handlers);
}

template <class... Handlers>
struct rule_ids_differ {
  static constexpr std::size_t repeated = repeated_id<Handlers...>();
  static constexpr bool holds = repeated == sizeof...(Handlers);
  static constexpr void write(auto& out) {
    constexpr text ids[] = {job_id_of<Handlers>()..., {}};
    out << "pawl: two job types of one registry are called " << ids[repeated]
        << "; a stored job must find the one handler that can run it, so rename one";
  }
};

template <class H>
consteval job_info job_info_of() {
  return {};
}
template <sound_handler H>
consteval job_info job_info_of() {
  using job = typename H::job_type;
  job_info info{.id = H::id,
                .lifecycle = spoken_name<typename job::lifecycle>(),
                .restartable = !job::is_ephemeral,
                .timeout = job::timeout::limit,
                .max_attempts = job::retry::max_attempts,
                .max_retries = job::retry::max_attempts - 1};
  info.coroutine = is_coroutine_handler<H>;
  if constexpr (!job::is_ephemeral)
    info.input_schema = job::codec::template schema<typename input_of<H>::type>();
  return info;
}

}  // namespace detail

/// The closed set of job types that a program runs, each checked against its handler.
///
/// A handler that cannot work, or two with one id, do not compile. What each is like can be
/// enumerated.
template <class... Handlers>
struct jobs : private detail::handler_rules<Handlers>...,
              private detail::payload_rules<Handlers>...,
              private detail::all_of<detail::rule_ids_differ<Handlers...>> {
  static constexpr std::size_t count = sizeof...(Handlers);

  /// The job types, in the order in which they were given.
  [[nodiscard]] static constexpr slice<job_info> all() { return {list, count}; }

  /// The job type of an id, or null: its jobs stay as they are until a process registers it.
  [[nodiscard]] static constexpr const job_info* find(text id) {
    for (const job_info& each : all())
      if (each.id == id) return &each;
    return nullptr;
  }

 private:
  static constexpr job_info list[] = {detail::job_info_of<Handlers>()..., {}};
};

}  // namespace pawl

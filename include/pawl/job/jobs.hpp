// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/detail/slice.hpp>
#include <pawl/job/handler_rules.hpp>
#include <pawl/job/type.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

namespace detail {

template <class H>
consteval text job_id_of() {
  if constexpr (sound_handler<H>)
    return H::id;
  else
    return {};
}

template <class H>
consteval bool is_ephemeral_handler() {
  if constexpr (sound_handler<H>)
    return H::job_type::is_ephemeral;
  else
    return false;
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

/// What a list of job types must satisfy.
template <class... Handlers>
struct registry_rules
    : all_of<rule_for_each<broken_handler_rule<Handlers>...>, rule_ids_differ<Handlers...>> {
  static_assert((0 + ... + sizeof(payload_rules<Handlers>)) == sizeof...(Handlers));
};

/// Null for a handler that cannot work, of which another sentence tells.
template <class H>
consteval const job_descriptor* descriptor_of() {
  if constexpr (sound_handler<H>)
    return &type_of<H>;
  else
    return nullptr;
}

}  // namespace detail

/// The closed set of job types that a program runs, each checked against its handler.
///
/// A handler that cannot work, or two with one id, do not compile. What each is like can be
/// enumerated.
template <class... Handlers>
struct jobs : private detail::registry_rules<Handlers...> {
  static constexpr std::size_t count = sizeof...(Handlers);

  /// The job types, in the order in which they were given.
  [[nodiscard]] static constexpr slice<const job_descriptor*> all() { return {list, count}; }

  /// The job type of an id, or null: its jobs stay as they are until a process registers it.
  [[nodiscard]] static constexpr const job_descriptor* find(text id) {
    for (const job_descriptor* each : all())
      if (each->handler == id) return each;
    return nullptr;
  }

 private:
  static constexpr const job_descriptor* list[] = {detail::descriptor_of<Handlers>()..., nullptr};
};

}  // namespace pawl

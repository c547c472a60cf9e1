// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How many jobs of a type there may be. Extracting a key at run time is
/// `<pawl/policies/limits/key_of.hpp>`.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/limits/gcra.hpp>
#include <pawl/policies/limits/key.hpp>
#include <pawl/policies/limits/limit.hpp>
#include <pawl/policies/limits/policy.hpp>

namespace pawl {

namespace detail {

enum class limits_defect : unsigned char { none, not_a_limit, twice, same_name };

struct limits_flaw {
  limits_defect what = limits_defect::none;
  std::size_t at = 0;
  std::size_t before = 0;
};

/// Two counts of the same thing at the same point: the larger one would never matter.
constexpr bool same_limit(const limit_description& a, const limit_description& b) {
  return a.kind == b.kind && a.point == b.point && a.key == b.key && a.window == b.window;
}

constexpr limits_flaw first_limits_flaw(const limit_description* all, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t before = 0; before < i; ++before) {
      if (same_limit(all[before], all[i])) return {limits_defect::twice, i, before};
      if (all[before].name == all[i].name) return {limits_defect::same_name, i, before};
    }
  return {};
}

template <class... Limits>
struct limit_list {
  static constexpr limit_description all[sizeof...(Limits) + 1] = {Limits::description..., {}};
  static constexpr limits_flaw flaw = first_limits_flaw(all, sizeof...(Limits));
};
template <class... Limits>
  requires(!(job_limit<Limits> && ...))
struct limit_list<Limits...> {
  static constexpr limit_description all[sizeof...(Limits) + 1] = {};
  static constexpr limits_flaw flaw{limits_defect::not_a_limit};
};

template <class... Limits>
struct limits_sentence {
  static constexpr void write(auto& out) {
    using list = limit_list<Limits...>;
    constexpr limits_flaw flaw = list::flaw;
    if constexpr (flaw.what == limits_defect::not_a_limit) {
      constexpr bool good[] = {job_limit<Limits>..., true};
      constexpr text names[] = {template_name<Limits>()..., {}};
      std::size_t at = 0;
      while (good[at]) ++at;
      out << "pawl: limits does not take " << names[at]
          << "; it takes only active_per, rate_per, concurrent";
    } else if constexpr (flaw.what == limits_defect::twice) {
      out << "pawl: limits " << list::all[flaw.before].name << " and " << list::all[flaw.at].name
          << " count the same jobs at the same point; keep the smaller";
    } else {
      out << "pawl: two limits are called " << list::all[flaw.at].name
          << "; give one of them its own name with named<...>";
    }
  }
};

template <class Key>
struct key_members {
  template <class Payload>
  static constexpr bool of = true;
};
template <auto... Members>
struct key_members<by::member<Members...>> {
  template <class Payload>
  static constexpr bool of = (requires(const Payload& payload) { payload.*Members; } && ...);
};

template <class Payload, class Limit>
struct foreign_key_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: limit " << Limit::description.name << " counts by " << Limit::description.key
        << ", which is no member of the payload " << type_name<Payload>()
        << "; use a member of the payload";
  }
};

}  // namespace detail

/// The limits of a job type, in any order. Their names differ, and no two count the same thing.
// clang-format off: clang shows the line of the parameters
template <class... Limits> requires detail::takes<"pawl: limits takes limits such as concurrent<4>">
// clang-format on
struct limits : private detail::demand<detail::limit_list<Limits...>::flaw.what ==
                                           detail::limits_defect::none,
                                       detail::limits_sentence<Limits...>> {
  static constexpr pawl::axis axis = pawl::axis::limits;
  static constexpr std::size_t count = sizeof...(Limits);

  [[nodiscard]] static constexpr slice<limit_description> all() {
    return {detail::limit_list<Limits...>::all, count};
  }
  /// Calls `f` with an object of each limit, in the order of `all()`.
  static constexpr void for_each(auto&& f) { (static_cast<void>(f(Limits{})), ...); }
};

using default_limits = limits<>;

/// Checks the limits against the payload: a key by members is taken from that payload. Of limits
/// that are no `limits<…>` nothing is known here.
template <class Limits, class Payload>
struct limit_rules {};
template <class... Limits, class Payload>
struct limit_rules<limits<Limits...>, Payload> {
  static_assert(
      (0 + ... +
       sizeof(detail::demand<detail::key_members<typename Limits::key>::template of<Payload>,
                             detail::foreign_key_sentence<Payload, Limits>>)) == sizeof...(Limits));
};

}  // namespace pawl

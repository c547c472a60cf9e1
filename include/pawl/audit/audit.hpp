// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/audit/policy.hpp>
#include <pawl/detail/spoken.hpp>

namespace pawl {

namespace detail {

struct requested_by_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: audit field requestedBy is always recorded; remove it";
  }
};

template <fixed_string... Names>
inline constexpr bool names_requester = ((Names.view() == text("requestedBy")) || ...);

}  // namespace detail

/// The fields that a job records besides `requestedBy`. A handler sets their values; nothing is
/// copied from the payload.
template <fixed_string... Names>
struct audit
    : private detail::demand<detail::sound_names<Names...>,
                             detail::names_sentence<"audit", "field", Names...>>,
      private detail::demand<!detail::names_requester<Names...>, detail::requested_by_sentence> {
  static constexpr pawl::axis axis = pawl::axis::audit;
  static constexpr std::size_t count = sizeof...(Names);

  template <fixed_string Name>
  static constexpr bool contains = ((Names.view() == Name.view()) || ...);

  [[nodiscard]] static constexpr text name(std::size_t i) {
    constexpr text names[] = {Names.view()..., {}};
    return names[i];
  }
};

using default_audit = audit<>;

namespace detail {

template <class Audit, class Member>
struct copied_member_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: audit field " << text(Member::name)
        << " is called like a member of the payload; payload parts are not copied into "
           "metadata, so give it another name";
  }
};

}  // namespace detail

/// Checks the audit fields against the members of a payload, any list of types with a `name`: no
/// field is called like one.
template <audit_policy Audit, class Members>
struct audit_rules;
template <audit_policy Audit, template <class...> class List, class... Members>
struct audit_rules<Audit, List<Members...>>
    : private detail::demand<find_field<Audit>(text(Members::name)) == Audit::count,
                             detail::copied_member_sentence<Audit, Members>>... {};

}  // namespace pawl

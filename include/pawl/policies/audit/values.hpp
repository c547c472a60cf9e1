// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>

#include <pawl/config.hpp>
#include <pawl/policies/audit.hpp>

namespace pawl {

/// The value of one audit field: not set, a number, or a text.
using audit_value = std::variant<std::monostate, std::int64_t, std::string>;

/// The audit fields of one job while its handler runs. Only declared fields can be set.
template <audit_policy Audit>
class audit_values {
 public:
  template <fixed_string Name>
    requires(Audit::template contains<Name>)
  void set(std::int64_t value) {
    values_[find_field<Audit>(Name)] = value;
  }
  template <fixed_string Name>
    requires(Audit::template contains<Name>)
  void set(text value) {
    values_[find_field<Audit>(Name)] = std::string(value.data(), value.size());
  }
  template <fixed_string Name,
            class Because = detail::because_if<!Audit::template contains<Name>,
                                               detail::unknown_field<Audit, Name>>>
    requires(!Audit::template contains<Name>)
  void set(const auto&) = PAWL_DELETE("pawl: the audit field is not declared");

  [[nodiscard]] const audit_value& at(std::size_t field) const { return values_[field]; }

  /// Calls `f(name, value)` for every field that was set, in the order of declaration.
  void for_each_set(auto&& f) const {
    for (std::size_t i = 0; i < Audit::count; ++i)
      if (values_[i].index() != 0) f(text(Audit::name(i)), values_[i]);
  }

 private:
  std::array<audit_value, Audit::count> values_{};
};

}  // namespace pawl

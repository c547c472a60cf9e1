// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <typeinfo>

namespace pawl {

/// A connection of the caller's to a database, which only its store understands.
struct connection_ref {
  void* connection = nullptr;
  const std::type_info* type = nullptr;

  /// The connection, if it is one of these; else null.
  template <class Connection>
  [[nodiscard]] Connection* as() const {
    return type != nullptr && *type == typeid(Connection*) ? static_cast<Connection*>(connection)
                                                           : nullptr;
  }
};

template <class Connection>
[[nodiscard]] connection_ref refer_to(Connection* callers) {
  return {callers, &typeid(Connection*)};
}

}  // namespace pawl

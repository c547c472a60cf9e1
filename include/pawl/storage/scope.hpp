// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <pawl/codec/detail/utf8.hpp>

namespace pawl {

/// The tenant that system jobs belong to.
inline constexpr std::string_view root_tenant = "root";

/// Whether a text may name a tenant: 1 to 255 bytes without control characters.
[[nodiscard]] constexpr bool valid_tenant(std::string_view name) {
  if (name.empty() || name.size() > 255) return false;
  bool ascii = true;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
    ascii = ascii && static_cast<unsigned char>(c) < 0x80;
  }
  return ascii || detail::codec::is_readable(text(name));
}

namespace storage {

/// Whose jobs an operation may see: those of one tenant, or, said out loud, those of all.
///
/// There is no default and no way to leave it out. To a tenant, a job of another looks like one
/// that does not exist.
class scope {
 public:
  [[nodiscard]] static scope tenant(std::string name) { return scope(std::move(name), false); }
  [[nodiscard]] static scope every_tenant() { return scope({}, true); }

  [[nodiscard]] bool is_every_tenant() const { return every_; }
  [[nodiscard]] const std::string& tenant() const { return tenant_; }

 private:
  scope(std::string name, bool every) : tenant_(std::move(name)), every_(every) {}
  std::string tenant_;
  bool every_;
};

}  // namespace storage
}  // namespace pawl

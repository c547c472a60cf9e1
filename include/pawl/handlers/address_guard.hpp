// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pawl/config.hpp>
#include <pawl/detail/one_mode.hpp>

/// Whom a handler may connect to when the address came from outside: nobody inside.

namespace pawl::handlers {

/// An address of the Internet. One of version 4 stands in the first four bytes.
struct ip_address {
  std::array<std::uint8_t, 16> bytes{};
  bool is_v6 = false;

  friend constexpr bool operator==(const ip_address&, const ip_address&) = default;
};

/// The address of a socket; nothing if it is not one of the Internet.
[[nodiscard]] std::optional<ip_address> address_of(const sockaddr& socket);
[[nodiscard]] std::uint16_t port_of(const sockaddr& socket);

/// All addresses that begin with the same bits: `10.0.0.0/8`, `fd00::/8`, `::1`.
struct ip_network {
  ip_address first{};
  unsigned bits = 0;

  [[nodiscard]] constexpr bool contains(const ip_address& each) const {
    if (each.is_v6 != first.is_v6) return false;
    for (unsigned bit = 0; bit < bits; ++bit) {
      const auto at = [&](const ip_address& of) {
        return (of.bytes[bit / 8] >> (7 - bit % 8)) & 1U;
      };
      if (at(each) != at(first)) return false;
    }
    return true;
  }
};

/// The network that a text spells; nothing if it spells none.
[[nodiscard]] std::optional<ip_network> parse_network(std::string_view spelled);

/// Whether an address belongs to the public Internet: routed everywhere, one machine, and no door
/// to another address. Of version 6 only 2000::/3 is, and not all of it; so the addresses that
/// carry one of version 4 (mapped, NAT64, 6to4, Teredo) are not, whatever they carry.
[[nodiscard]] constexpr bool is_public(const ip_address& address) {
  struct v4 {
    std::uint8_t a, b, c, bits;
  };
  constexpr v4 inner[] = {
      {0, 0, 0, 8},     {10, 0, 0, 8},      {100, 64, 0, 10},  {127, 0, 0, 8},    {169, 254, 0, 16},
      {172, 16, 0, 12}, {192, 0, 0, 24},    {192, 0, 2, 24},   {192, 88, 99, 24}, {192, 168, 0, 16},
      {198, 18, 0, 15}, {198, 51, 100, 24}, {203, 0, 113, 24}, {224, 0, 0, 4},    {240, 0, 0, 4}};
  if (!address.is_v6) {
    for (const v4& each : inner)
      if (ip_network{{{each.a, each.b, each.c}}, each.bits}.contains(address)) return false;
    return true;
  }
  const auto begins = [&](std::array<std::uint8_t, 16> with, unsigned bits) {
    return ip_network{{with, true}, bits}.contains(address);
  };
  return begins({0x20}, 3) && !begins({0x20, 0x01}, 23) && !begins({0x20, 0x01, 0x0d, 0xb8}, 32) &&
         !begins({0x20, 0x02}, 16) && !begins({0x3f, 0xff}, 20);
}

/// Decides about every connection that a handler makes, and about the addresses that lead to them.
///
/// Without a word it permits public addresses at the ports 80 and 443. Addresses are asked about
/// when a socket is about to be connected, after every name was looked up: a name that leads
/// elsewhere a moment later changes nothing. Copies are independent; handlers share none.
class address_guard {
 public:
  /// Permits a network that is not public: `allow_network("10.1.0.0/16")`. Throws
  /// `std::invalid_argument` if it spells none.
  address_guard& allow_network(std::string_view network);
  address_guard& allow_port(std::uint16_t port) {
    ports_.push_back(port);
    return *this;
  }
  address_guard& require_https() {
    https_only_ = true;
    return *this;
  }

  [[nodiscard]] bool permits(const ip_address& address) const {
    for (const ip_network& each : networks_)
      if (each.contains(address)) return true;
    return is_public(address);
  }
  [[nodiscard]] bool permits_port(std::uint16_t port) const {
    for (const std::uint16_t each : ports_)
      if (each == port) return true;
    return false;
  }
  [[nodiscard]] bool permits_scheme(std::string_view scheme) const {
    return scheme == "https" || (scheme == "http" && !https_only_);
  }
  /// Whether a socket may be connected to this.
  [[nodiscard]] bool permits(const sockaddr& to) const {
    const auto address = address_of(to);
    return address && permits(*address) && permits_port(port_of(to));
  }

 private:
  std::vector<ip_network> networks_{};
  std::vector<std::uint16_t> ports_{80, 443};
  bool https_only_ = false;
};

}  // namespace pawl::handlers

#if !PAWL_COMPILED
#include <pawl/handlers/address_guard.ipp>
#endif

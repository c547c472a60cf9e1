// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <stdexcept>

#include <pawl/handlers/address_guard.hpp>

namespace pawl::handlers {

PAWL_INLINE std::optional<ip_address> address_of(const sockaddr& socket) {
  ip_address out;
  if (socket.sa_family == AF_INET) {
    sockaddr_in of{};
    std::memcpy(&of, &socket, sizeof of);
    std::memcpy(out.bytes.data(), &of.sin_addr, sizeof of.sin_addr);
    return out;
  }
  if (socket.sa_family == AF_INET6) {
    sockaddr_in6 of{};
    std::memcpy(&of, &socket, sizeof of);
    std::memcpy(out.bytes.data(), &of.sin6_addr, sizeof of.sin6_addr);
    out.is_v6 = true;
    return out;
  }
  return {};
}

PAWL_INLINE std::uint16_t port_of(const sockaddr& socket) {
  if (socket.sa_family == AF_INET) {
    sockaddr_in of{};
    std::memcpy(&of, &socket, sizeof of);
    return ntohs(of.sin_port);
  }
  if (socket.sa_family == AF_INET6) {
    sockaddr_in6 of{};
    std::memcpy(&of, &socket, sizeof of);
    return ntohs(of.sin6_port);
  }
  return 0;
}

PAWL_INLINE std::optional<ip_network> parse_network(std::string_view spelled) {
  ip_network out;
  const std::size_t slash = spelled.find('/');
  const std::string address(spelled.substr(0, slash));
  if (::inet_pton(AF_INET, address.c_str(), out.first.bytes.data()) == 1)
    out.bits = 32;
  else if (::inet_pton(AF_INET6, address.c_str(), out.first.bytes.data()) == 1) {
    out.bits = 128;
    out.first.is_v6 = true;
  } else {
    return {};
  }
  if (slash == spelled.npos) return out;
  const std::string_view bits = spelled.substr(slash + 1);
  unsigned given = 0;
  const auto read = std::from_chars(bits.data(), bits.data() + bits.size(), given);
  if (read.ec != std::errc{} || read.ptr != bits.data() + bits.size() || given > out.bits)
    return {};
  out.bits = given;
  return out;
}

PAWL_INLINE address_guard& address_guard::allow_network(std::string_view network) {
  const auto parsed = parse_network(network);
  if (!parsed)
    throw std::invalid_argument(
        "pawl: allow_network takes an address and how many of its bits "
        "count; write it like 10.1.0.0/16, not like " +
        std::string(network));
  networks_.push_back(*parsed);
  return *this;
}

}  // namespace pawl::handlers

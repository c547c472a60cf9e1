// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <optional>

#include <pawl/expected.hpp>
#include <pawl/http/message.hpp>

namespace pawl::http {

/// The proxies whose word about a client's address is taken. Of any other peer's an
/// `X-Forwarded-For` is worth nothing: every client can write one.
class trusted_proxies {
 public:
  using address = boost::asio::ip::address;

  /// `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`; or which of them is none.
  [[nodiscard]] static expected<trusted_proxies, std::string> parse(
      const std::vector<std::string>& spelled) {
    trusted_proxies out;
    for (const std::string& each : spelled) {
      const std::size_t slash = each.find('/');
      const auto base = address_of(std::string_view(each).substr(0, slash));
      if (!base) return unexpected<std::string>("not the address of a proxy: " + each);
      network to{*base, base->is_v4() ? 32U : 128U};
      if (slash != each.npos) {
        unsigned bits = 0;
        const char* const end = each.data() + each.size();
        const auto read = std::from_chars(each.data() + slash + 1, end, bits);
        if (read.ec != std::errc{} || read.ptr != end || bits > to.bits)
          return unexpected<std::string>("not the address of a proxy: " + each);
        to.bits = bits;
      }
      out.networks_.push_back(to);
    }
    return out;
  }

  [[nodiscard]] bool has(const address& which) const {
    for (const network& each : networks_)
      if (each.has(which)) return true;
    return false;
  }

  /// Who has sent a request: the peer; or, as far as proxies can be trusted, the client that they
  /// say it came from.
  [[nodiscard]] std::string client_of(const request& of, const address& peer) const {
    address client = peer;
    for (auto each = of.headers.rbegin(); each != of.headers.rend(); ++each) {
      if (!same_name(each->name, "x-forwarded-for")) continue;
      std::string_view list = each->value;
      while (has(client)) {
        const std::size_t comma = list.rfind(',');
        const auto named = address_of(list.substr(comma == list.npos ? 0 : comma + 1));
        if (!named) return client.to_string();
        client = *named;
        if (comma == list.npos) break;
        list = list.substr(0, comma);
      }
    }
    return client.to_string();
  }

  /// An address as it stands in a list: with spaces around it, and maybe a port.
  [[nodiscard]] static std::optional<address> address_of(std::string_view spelled) {
    while (spelled.starts_with(' ') || spelled.starts_with('\t')) spelled.remove_prefix(1);
    while (spelled.ends_with(' ') || spelled.ends_with('\t')) spelled.remove_suffix(1);
    if (spelled.starts_with('['))
      spelled = spelled.substr(1, spelled.find(']') - 1);
    else if (const std::size_t colon = spelled.find(':'); colon == spelled.rfind(':'))
      spelled = spelled.substr(0, colon);
    boost::system::error_code failed;
    const address out = boost::asio::ip::make_address(std::string(spelled), failed);
    if (failed) return {};
    return plain(out);
  }
  /// The same address of version 4 where one of version 6 only wraps it.
  [[nodiscard]] static address plain(const address& which) {
    if (which.is_v6() && which.to_v6().is_v4_mapped())
      return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, which.to_v6());
    return which;
  }

 private:
  struct network {
    address base{};
    unsigned bits = 0;  ///< so many of the front are those of all its addresses

    [[nodiscard]] bool has(const address& which) const {
      if (which.is_v4() != base.is_v4()) return false;
      return base.is_v4() ? same_front(base.to_v4().to_bytes(), which.to_v4().to_bytes())
                          : same_front(base.to_v6().to_bytes(), which.to_v6().to_bytes());
    }
    template <class Bytes>
    [[nodiscard]] bool same_front(const Bytes& a, const Bytes& b) const {
      for (std::size_t i = 0; i < bits; ++i) {
        const unsigned bit = 0x80U >> (i % 8);
        if (((a[i / 8] ^ b[i / 8]) & bit) != 0) return false;
      }
      return true;
    }
  };
  std::vector<network> networks_;
};

}  // namespace pawl::http

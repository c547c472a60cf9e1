// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include <pawl/codec/sha256.hpp>

/// The signature of a webhook: for who sends it, and for who receives it. Needs no libcurl.

namespace pawl::handlers {

/// The headers of a delivery.
inline constexpr std::string_view delivery_header = "Pawl-Delivery";
inline constexpr std::string_view timestamp_header = "Pawl-Timestamp";
inline constexpr std::string_view signature_header = "Pawl-Signature";

/// How far the clocks of sender and receiver may be apart, and how old a delivery may be.
inline constexpr std::int64_t webhook_tolerance_seconds = 300;

/// `v1=` and the HMAC-SHA256 of `<timestamp>.<body>`, in hexadecimal digits.
[[nodiscard]] inline std::string webhook_signature(std::string_view secret,
                                                   std::string_view timestamp,
                                                   std::string_view body) {
  std::string signed_text(timestamp);
  signed_text += '.';
  signed_text += body;
  return "v1=" + hmac_sha256(text(secret.data(), secret.size()), text(signed_text)).hex();
}

/// Whether a delivery comes from who has the secret, unaltered, and is at most five minutes old, by
/// the receiver's clock in seconds since 1970. Takes as long for every signature of the right
/// length. What comes twice within that time has the same `Pawl-Delivery`: remember those.
[[nodiscard]] inline bool verify_webhook(std::string_view secret, std::string_view timestamp,
                                         std::string_view body, std::string_view signature,
                                         std::int64_t now) {
  std::int64_t sent = 0;
  const char* const end = timestamp.data() + timestamp.size();
  const auto read = std::from_chars(timestamp.data(), end, sent);
  if (read.ec != std::errc{} || read.ptr != end || sent < 0) return false;
  const std::int64_t apart = now < sent ? sent - now : now - sent;
  const std::string right = webhook_signature(secret, timestamp, body);
  if (signature.size() != right.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < right.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(right[i]) ^
                                        static_cast<unsigned char>(signature[i]));
  return difference == 0 && apart <= webhook_tolerance_seconds;
}

}  // namespace pawl::handlers

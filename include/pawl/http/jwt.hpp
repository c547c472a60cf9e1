// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <memory>

#include <pawl/detail/one_mode.hpp>
#include <pawl/expected.hpp>
#include <pawl/http/caller.hpp>

/// JSON Web Tokens (RFC 7519) as proof of who asks. The component pawl::http_jwt needs OpenSSL.

namespace pawl::http {

/// How tokens are signed. It belongs to the key: what a token says of itself is only compared.
enum class jwt_algorithm : unsigned char { hs256, rs256, es256 };

/// What a signature is checked with, and the one algorithm that it is for: a public key can never
/// serve as a secret.
class jwt_key {
 public:
  /// A secret of 32 bytes or more, shared with who issues.
  [[nodiscard]] static expected<jwt_key, std::string> hs256(std::string_view secret,
                                                            std::string id = {});
  /// A public RSA key of 2048 bits or more, in PEM.
  [[nodiscard]] static expected<jwt_key, std::string> rs256(std::string_view pem,
                                                            std::string id = {});
  /// A public key on the curve P-256, in PEM.
  [[nodiscard]] static expected<jwt_key, std::string> es256(std::string_view pem,
                                                            std::string id = {});

  [[nodiscard]] jwt_algorithm algorithm() const { return algorithm_; }
  /// What a token calls it, as `kid`; empty: tokens do not say.
  [[nodiscard]] const std::string& id() const { return id_; }
  /// Whether the signature, decoded, is that of the text. Any number of threads ask.
  [[nodiscard]] bool verifies(std::string_view signed_text, std::string_view signature) const;

 private:
  struct material;
  jwt_key(jwt_algorithm algorithm, std::string id, std::shared_ptr<const material> with)
      : algorithm_(algorithm), id_(std::move(id)), with_(std::move(with)) {}
  static expected<jwt_key, std::string> from_pem(jwt_algorithm algorithm, std::string_view pem,
                                                 std::string id);

  jwt_algorithm algorithm_;
  std::string id_;
  std::shared_ptr<const material> with_;
};

struct jwt_options {
  std::string issuer{};             ///< what `iss` must be
  std::string audience{};           ///< what `aud` must be, or hold
  std::chrono::seconds leeway{30};  ///< that clocks may differ by
  std::string tenant_claim = "tenant";
  std::string user_claim = "sub";
  std::string organisation_claim = "org";  ///< the only one of these that may be missing
  std::string scope_claim = "scope";       ///< a text with spaces, or a list
  /// Which scope stands for which permission; others mean nothing here.
  std::vector<std::pair<std::string, permission>> scopes{{"jobs:read", permission::read},
                                                         {"jobs:submit", permission::submit},
                                                         {"jobs:control", permission::control},
                                                         {"jobs:callback", permission::callback},
                                                         {"jobs:operate", permission::operate}};
  /// Which scope says in what part the caller raises events; without one it is an application.
  std::vector<std::pair<std::string, trigger>> parts{{"jobs:as_user", trigger::user},
                                                     {"jobs:as_system", trigger::system}};
  std::function<std::chrono::system_clock::time_point()> now = [] {
    return std::chrono::system_clock::now();
  };
};

/// The claims of a token whose signature one of the keys has made, as JSON; nothing for any other.
/// A key is asked if the token names its algorithm and, where both have one, its id.
[[nodiscard]] std::optional<std::string> verified_claims(std::string_view token,
                                                         const std::vector<jwt_key>& keys);

/// Takes the bearer's token for what its claims say, if it is signed, valid now, and meant for this
/// service. It cannot be revoked: let tokens be short-lived.
class jwt_tokens : public authenticator {
 public:
  /// Refused without a key, an issuer, an audience.
  [[nodiscard]] static expected<std::shared_ptr<jwt_tokens>, std::string> make(
      std::vector<jwt_key> keys, jwt_options options);

  [[nodiscard]] std::optional<caller> identify(const request& of) override;

 private:
  jwt_tokens(std::vector<jwt_key> keys, jwt_options options)
      : keys_(std::move(keys)), options_(std::move(options)) {}

  const std::vector<jwt_key> keys_;
  const jwt_options options_;
};

}  // namespace pawl::http

#if !PAWL_COMPILED
#include <pawl/http/jwt.ipp>
#endif

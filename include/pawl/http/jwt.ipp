// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>

#include <algorithm>

#include <pawl/http/body.hpp>
#include <pawl/http/jwt.hpp>

namespace pawl::http {

namespace detail {

/// A token is a header among others; longer ones do not come this far.
inline constexpr std::size_t longest_jwt = 8'192;

/// The bytes of base64url without padding; nothing if it is not exactly what an encoder writes.
inline std::optional<std::string> from_base64url(std::string_view in) {
  const auto value = [](char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '-' ? 62 : c == '_' ? 63 : -1;
  };
  std::string out;
  unsigned bits = 0;
  unsigned held = 0;
  for (const char c : in) {
    const int next = value(c);
    if (next < 0) return {};
    bits = (bits << 6U | static_cast<unsigned>(next)) & 0xffffU;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out += static_cast<char>(bits >> held & 0xffU);
  }
  // What is left over is less than a character, and nothing.
  if (held >= 6 || (bits & ((1U << held) - 1)) != 0) return {};
  return out;
}

struct jwt_parts {
  std::string header{};
  std::string claims{};
  std::string signature{};
  std::string_view signed_text{};
};
inline std::optional<jwt_parts> parts_of_jwt(std::string_view token) {
  if (token.size() > longest_jwt) return {};
  const std::size_t first = token.find('.');
  const std::size_t second = first == token.npos ? first : token.find('.', first + 1);
  if (second == token.npos) return {};
  const auto header = from_base64url(token.substr(0, first));
  const auto claims = from_base64url(token.substr(first + 1, second - first - 1));
  const auto signature = from_base64url(token.substr(second + 1));
  if (!header || !claims || !signature) return {};
  return jwt_parts{*header, *claims, *signature, token.substr(0, second)};
}

[[nodiscard]] constexpr std::string_view name_in_jwt(jwt_algorithm of) {
  return of == jwt_algorithm::hs256 ? "HS256" : of == jwt_algorithm::rs256 ? "RS256" : "ES256";
}

/// A text, or a list of texts.
inline bool read_texts(body_member& value, std::vector<std::string>& out) {
  text json;
  if (!value.as_it_is(json)) return false;
  const bool is_list = json.size() != 0 && json.data()[0] == '[';
  const std::string whole = R"({"of":)" + std::string(is_list ? "" : "[") +
                            std::string(json.data(), json.size()) + (is_list ? "}" : "]}");
  body_reader again(whole);
  again.read([&](text, body_member& list) { return list.to(out); });
  return !again.wrong();
}

inline std::vector<std::string> words_of(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (std::string_view rest : texts)
    while (!rest.empty()) {
      const std::size_t space = rest.find(' ');
      if (space != 0) out.emplace_back(rest.substr(0, space));
      rest.remove_prefix(space == rest.npos ? rest.size() : space + 1);
    }
  return out;
}

}  // namespace detail

struct jwt_key::material {
  struct freed {
    void operator()(EVP_PKEY* of) const { EVP_PKEY_free(of); }
  };
  std::string secret{};
  std::unique_ptr<EVP_PKEY, freed> key{};
};

PAWL_INLINE expected<jwt_key, std::string> jwt_key::hs256(std::string_view secret, std::string id) {
  if (secret.size() < 32) return unexpected<std::string>("a secret for HS256 has 32 bytes or more");
  if (secret.find("-----BEGIN") != secret.npos)
    return unexpected<std::string>("this is a key in PEM and no secret; use rs256 or es256");
  auto with = std::make_shared<material>();
  with->secret = secret;
  return jwt_key(jwt_algorithm::hs256, std::move(id), std::move(with));
}
PAWL_INLINE expected<jwt_key, std::string> jwt_key::rs256(std::string_view pem, std::string id) {
  return from_pem(jwt_algorithm::rs256, pem, std::move(id));
}
PAWL_INLINE expected<jwt_key, std::string> jwt_key::es256(std::string_view pem, std::string id) {
  return from_pem(jwt_algorithm::es256, pem, std::move(id));
}

PAWL_INLINE expected<jwt_key, std::string> jwt_key::from_pem(jwt_algorithm algorithm,
                                                             std::string_view pem, std::string id) {
  auto with = std::make_shared<material>();
  if (BIO* const in = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))) {
    with->key.reset(PEM_read_bio_PUBKEY(in, nullptr, nullptr, nullptr));
    BIO_free(in);
  }
  ERR_clear_error();  // what OpenSSL has to say of it would be taken for the next caller's
  if (!with->key) return unexpected<std::string>("this is no public key in PEM");
  if (algorithm == jwt_algorithm::rs256) {
    if (EVP_PKEY_is_a(with->key.get(), "RSA") != 1 || EVP_PKEY_get_bits(with->key.get()) < 2048)
      return unexpected<std::string>("RS256 needs a public RSA key of 2048 bits or more");
  } else {
    char curve[32]{};
    std::size_t length = 0;
    if (EVP_PKEY_is_a(with->key.get(), "EC") != 1 ||
        EVP_PKEY_get_group_name(with->key.get(), curve, sizeof curve, &length) != 1 ||
        std::string_view(curve, length) != "prime256v1")
      return unexpected<std::string>("ES256 needs a public key on the curve P-256");
  }
  return jwt_key(algorithm, std::move(id), std::move(with));
}

PAWL_INLINE bool jwt_key::verifies(std::string_view signed_text, std::string_view signature) const {
  const auto* const said = reinterpret_cast<const unsigned char*>(signed_text.data());
  if (algorithm_ == jwt_algorithm::hs256) {
    unsigned char made[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    return HMAC(EVP_sha256(), with_->secret.data(), static_cast<int>(with_->secret.size()), said,
                signed_text.size(), made, &size) != nullptr &&
           signature.size() == size && CRYPTO_memcmp(signature.data(), made, size) == 0;
  }
  std::string der(signature);
  if (algorithm_ == jwt_algorithm::es256) {
    // Two numbers of 32 bytes, where OpenSSL expects them in ASN.1.
    constexpr std::size_t half = 32;
    if (signature.size() != 2 * half) return false;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(signature.data());
    BIGNUM* const r = BN_bin2bn(bytes, half, nullptr);
    BIGNUM* const s = BN_bin2bn(bytes + half, half, nullptr);
    const std::unique_ptr<ECDSA_SIG, decltype(&ECDSA_SIG_free)> both(ECDSA_SIG_new(),
                                                                     &ECDSA_SIG_free);
    if (both == nullptr || r == nullptr || s == nullptr || ECDSA_SIG_set0(both.get(), r, s) != 1) {
      BN_free(r);
      BN_free(s);
      return false;
    }
    unsigned char* written = nullptr;
    const int size = i2d_ECDSA_SIG(both.get(), &written);
    if (size <= 0) return false;
    der.assign(reinterpret_cast<const char*>(written), static_cast<std::size_t>(size));
    OPENSSL_free(written);
  }
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> check(EVP_MD_CTX_new(),
                                                                      &EVP_MD_CTX_free);
  const bool holds =
      check != nullptr &&
      EVP_DigestVerifyInit(check.get(), nullptr, EVP_sha256(), nullptr, with_->key.get()) == 1 &&
      EVP_DigestVerify(check.get(), reinterpret_cast<const unsigned char*>(der.data()), der.size(),
                       said, signed_text.size()) == 1;
  ERR_clear_error();
  return holds;
}

PAWL_INLINE std::optional<std::string> verified_claims(std::string_view token,
                                                       const std::vector<jwt_key>& keys) {
  auto parts = detail::parts_of_jwt(token);
  if (!parts) return {};
  std::string algorithm;
  std::string id;
  bool is_critical = false;
  body_reader header(parts->header);
  header.read([&](text name, body_member& value) {
    if (name == "alg") return value.to(algorithm);
    if (name == "kid") return value.to(id);
    // What must be understood is not understood here.
    if (name == "crit") is_critical = true;
    text skipped;
    return value.without_doubles(skipped);
  });
  if (header.wrong() || is_critical) return {};
  for (const jwt_key& each : keys) {
    if (detail::name_in_jwt(each.algorithm()) != algorithm) continue;
    if (!id.empty() && !each.id().empty() && id != each.id()) continue;
    if (each.verifies(parts->signed_text, parts->signature)) return std::move(parts->claims);
  }
  return {};
}

PAWL_INLINE expected<std::shared_ptr<jwt_tokens>, std::string> jwt_tokens::make(
    std::vector<jwt_key> keys, jwt_options options) {
  if (keys.empty()) return unexpected<std::string>("tokens are checked with at least one key");
  if (options.issuer.empty() || options.audience.empty())
    return unexpected<std::string>(
        "say who issues tokens, and for which audience: other services' tokens are no proof here");
  return std::shared_ptr<jwt_tokens>(new jwt_tokens(std::move(keys), std::move(options)));
}

PAWL_INLINE std::optional<caller> jwt_tokens::identify(const request& of) {
  const auto token = bearer_token(of);
  const auto claims = token ? verified_claims(*token, keys_) : std::nullopt;
  if (!claims) return {};
  caller out;
  std::string issuer;
  std::vector<std::string> audience;
  std::vector<std::string> scopes;
  std::optional<double> until;
  std::optional<double> from;
  body_reader body(*claims);
  body.read([&](text name, body_member& value) {
    const std::string_view claim(name);
    // A claim may serve twice, for instance `sub` as user and as tenant.
    bool is_text = false;
    std::string read;
    for (const std::string* each :
         {&options_.tenant_claim, &options_.user_claim, &options_.organisation_claim})
      is_text = is_text || claim == *each;
    if (is_text) {
      if (!value.to(read)) return false;
      if (claim == options_.tenant_claim) out.who.tenant = read;
      if (claim == options_.user_claim) out.who.user = read;
      if (claim == options_.organisation_claim) out.who.organisation = read;
      if (claim == "iss") issuer = read;
      return true;
    }
    if (claim == "iss") return value.to(issuer);
    if (claim == "aud") return detail::read_texts(value, audience);
    if (claim == "exp") return value.to(until);
    if (claim == "nbf") return value.to(from);
    if (claim == options_.scope_claim) return detail::read_texts(value, scopes);
    text skipped;
    return value.without_doubles(skipped);
  });
  if (body.wrong() || issuer != options_.issuer ||
      std::find(audience.begin(), audience.end(), options_.audience) == audience.end())
    return {};
  const double now = std::chrono::duration<double>(options_.now().time_since_epoch()).count();
  const double leeway = std::chrono::duration<double>(options_.leeway).count();
  // One that never ends is not taken: it could not be taken back either.
  if (!until || !(now < *until + leeway) || (from && !(now >= *from - leeway))) return {};
  if (!valid_tenant(out.who.tenant) || out.who.user.empty()) return {};
  for (const std::string& scope : detail::words_of(scopes)) {
    for (const auto& [name, permission] : options_.scopes)
      if (scope == name) out.may.add(permission);
    for (const auto& [name, part] : options_.parts)
      if (scope == name) out.who.trigger = part;
  }
  return out;
}

}  // namespace pawl::http

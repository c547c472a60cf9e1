// SPDX-License-Identifier: BSL-1.0
// Makes jwt_tokens.hpp: keys and tokens by an implementation that is not ours, Node's.
//
//     node tests/http/jwt_tokens.mjs > tests/http/jwt_tokens.hpp
import { createHmac, createPublicKey, generateKeyPairSync, sign } from "node:crypto";

const secret = "a secret of more than thirty-two bytes, for tests";
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
const small = generateKeyPairSync("rsa", { modulusLength: 1024 });
const curve = generateKeyPairSync("ec", { namedCurve: "P-384" });
const pem = (pair) => pair.publicKey.export({ type: "spki", format: "pem" });

const signers = {
  HS256: (text) => createHmac("sha256", secret).update(text).digest(),
  RS256: (text) => sign("sha256", Buffer.from(text), rsa.privateKey),
  ES256: (text) => sign("sha256", Buffer.from(text), { key: ec.privateKey, dsaEncoding: "ieee-p1363" }),
  none: () => Buffer.alloc(0),
};
const encoded = (value) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const token = (header, claims, signer = signers[header.alg]) => {
  const text = encoded(header) + "." + encoded(claims);
  return text + "." + signer(text).toString("base64url");
};

const claims = { iss: "https://id.example", aud: "jobs", sub: "ann", tenant: "acme", org: "sales",
  scope: "openid jobs:read jobs:submit", iat: 1800000000, nbf: 1800000000, exp: 1800003600 };
const but = (changes) => JSON.parse(JSON.stringify({ ...claims, ...changes }));
const es = (payload, header = {}) => token({ alg: "ES256", typ: "JWT", ...header }, payload);

const all = {
  hs256: token({ alg: "HS256", typ: "JWT" }, claims),
  rs256: token({ alg: "RS256", typ: "JWT" }, claims),
  es256: es(claims),
  with_kid: es(claims, { kid: "second" }),
  audience_list: es(but({ aud: ["other", "jobs"] })),
  scope_list: es(but({ scope: ["jobs:operate", "jobs:control"] })),
  no_scope: es(but({ scope: undefined })),
  fraction: es(but({ exp: 1800003600.5 })),
  no_org: es(but({ org: undefined })),
  other_claims: es({ iss: claims.iss, aud: claims.aud, exp: claims.exp, "https://acme.example/tenant": "globex", uid: "bob",
    roles: ["worker"] }),

  bad_no_exp: es(but({ exp: undefined })),
  bad_exp_text: es(but({ exp: "1800003600" })),
  bad_issuer: es(but({ iss: "https://evil.example" })),
  bad_no_issuer: es(but({ iss: undefined })),
  bad_audience: es(but({ aud: "mail" })),
  bad_audience_list: es(but({ aud: ["mail", "calendar"] })),
  bad_no_audience: es(but({ aud: undefined })),
  bad_no_tenant: es(but({ tenant: undefined })),
  bad_empty_tenant: es(but({ tenant: "" })),
  bad_null_tenant: es(but({ tenant: null })),
  bad_zero_tenant: es(but({ tenant: 0 })),
  bad_control_tenant: es(but({ tenant: "a\nb" })),
  bad_no_user: es(but({ sub: undefined })),
  bad_double: es(JSON.stringify(claims).replace('"tenant":"acme"', '"tenant":"acme","tenant":"root"')),
  bad_claims: es("[]"),
  bad_crit: es(claims, { crit: ["exp"] }),
  bad_none: token({ alg: "none" }, claims),
  bad_none_signed: token({ alg: "none" }, claims, signers.ES256),
  bad_no_alg: token({ typ: "JWT" }, claims, signers.ES256),
  bad_lower: token({ alg: "es256" }, claims, signers.ES256),
  // The public key as the secret of an HMAC: what makes it through where the token chooses.
  bad_confused_rsa: token({ alg: "HS256" }, claims, (text) => createHmac("sha256", pem(rsa)).update(text).digest()),
  bad_confused_ec: token({ alg: "HS256" }, claims, (text) => createHmac("sha256", pem(ec)).update(text).digest()),
  bad_swapped: token({ alg: "RS256" }, claims, signers.ES256),
  bad_der: token({ alg: "ES256" }, claims, (text) => sign("sha256", Buffer.from(text), ec.privateKey)),
  bad_other_key: token({ alg: "ES256" }, claims,
    (text) => sign("sha256", Buffer.from(text), { key: other.privateKey, dsaEncoding: "ieee-p1363" })),
};

const key = (name, value) => `inline constexpr const char* ${name} =\n    R"(${value})";\n`;
const jwk = (fields) => createPublicKey({ key: fields, format: "jwk" }).export({ type: "spki", format: "pem" });
console.log(`// SPDX-License-Identifier: BSL-1.0
// Made by jwt_tokens.mjs, with Node ${process.version}.
#pragma once

#include <string_view>

// clang-format off
namespace jwt_fixture {

${key("secret", secret)}${key("rsa", pem(rsa))}${key("ec", pem(ec))}${key("other_ec", pem(other))}${key("small_rsa", pem(small))}${key("other_curve", pem(curve))}
/// The public keys of RFC 7515, appendices A.2 and A.3, which it shows as JWK.
${key("rfc_rsa", jwk({ kty: "RSA", e: "AQAB", n: "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ" }))}${key("rfc_ec", jwk({ kty: "EC", crv: "P-256", x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0" }))}
struct named_token {
  std::string_view name;
  std::string_view token;
};
/// Those that begin with bad_ are refused.
inline constexpr named_token tokens[] = {
${Object.entries(all).map(([name, value]) => `    {"${name}", "${value}"},`).join("\n")}
};

}  // namespace jwt_fixture
// clang-format on`);

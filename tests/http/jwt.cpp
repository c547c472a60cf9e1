// SPDX-License-Identifier: BSL-1.0
#include <pawl/http/jwt.hpp>

#include "desk.hpp"
#include "jwt_tokens.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;
namespace fixture = jwt_fixture;

std::string token(std::string_view name) {
  for (const fixture::named_token& each : fixture::tokens)
    if (each.name == name) return std::string(each.token);
  FAIL("there is no token " << name);
  return {};
}

/// 100 seconds after the tokens were issued, unless said.
http::jwt_options options(std::int64_t after = 100) {
  http::jwt_options out{.issuer = "https://id.example", .audience = "jobs"};
  out.now = [after] {
    return std::chrono::system_clock::time_point(std::chrono::seconds{1'800'000'000 + after});
  };
  return out;
}
std::shared_ptr<http::jwt_tokens> make(std::vector<http::jwt_key> keys,
                                       const http::jwt_options& with = options()) {
  auto made = http::jwt_tokens::make(std::move(keys), with);
  REQUIRE(made);
  return *made;
}
std::optional<http::caller> ask(http::authenticator& of, const std::string& proof) {
  return of.identify({.headers = {{"Authorization", "Bearer " + proof}}});
}
http::jwt_key secret() { return *http::jwt_key::hs256(fixture::secret); }
http::jwt_key rsa() { return *http::jwt_key::rs256(fixture::rsa); }
http::jwt_key ec() { return *http::jwt_key::es256(fixture::ec); }

const http::caller ann{{.tenant = "acme", .user = "ann", .organisation = "sales"},
                       {http::permission::read, http::permission::submit}};

}  // namespace

TEST_CASE("the signatures of RFC 7515 are good, and belong to their text", "[http][jwt]") {
  const std::string claims =
      "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVl"
      "fQ";
  const std::string secret_of_rfc =
      "\x03\x23\x35\x4b\x2b\x0f\xa5\xbc\x83\x7e\x06\x65\x77\x7b\xa6\x8f\x5a\xb3\x28\xe6\xf0\x54\xc9"
      "\x28\xa9\x0f\x84\xb2\xd2\x50\x2e\xbf\xd3\xfb\x5a\x92\xd2\x06\x47\xef\x96\x8a\xb4\xc3\x77\x62"
      "\x3d\x22\x3d\x2e\x21\x72\x05\x2e\x4f\x08\xc0\xcd\x9a\xf5\x67\xd0\x80\xa3";
  const std::pair<http::jwt_key, std::string> all[] = {
      {*http::jwt_key::hs256(secret_of_rfc), "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + claims +
                                                 ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"},
      {*http::jwt_key::rs256(fixture::rfc_rsa),
       "eyJhbGciOiJSUzI1NiJ9." + claims +
           ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_"
           "O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIAR"
           "NPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvh"
           "J1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77R"
           "w"},
      {*http::jwt_key::es256(fixture::rfc_ec),
       "eyJhbGciOiJFUzI1NiJ9." + claims +
           ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-"
           "Kg6NU1Q"},
  };
  for (const auto& [key, signed_by_it] : all) {
    const auto read = http::verified_claims(signed_by_it, {key});
    REQUIRE(read);
    CHECK(*read ==
          "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n "
          "\"http://example.com/is_root\":true}");
    // Whatever is altered, it is another text, another signature, or no base64url.
    for (std::size_t i = 0; i < signed_by_it.size(); ++i) {
      std::string altered = signed_by_it;
      altered[i] = altered[i] == 'A' ? 'B' : 'A';
      CAPTURE(i);
      CHECK_FALSE(http::verified_claims(altered, {key}));
    }
    CHECK_FALSE(http::verified_claims(signed_by_it + "=", {key}));
    CHECK_FALSE(http::verified_claims(signed_by_it + ".", {key}));
    CHECK_FALSE(http::verified_claims(signed_by_it.substr(0, signed_by_it.rfind('.')), {key}));
    CHECK_FALSE(http::verified_claims(signed_by_it.substr(0, signed_by_it.rfind('.') + 1), {key}));
  }
}

TEST_CASE("tokens that another implementation has signed prove who asks", "[http][jwt]") {
  const auto all = make({secret(), rsa(), ec()});
  for (const char* name : {"hs256", "rs256", "es256", "audience_list", "fraction", "with_kid"}) {
    CAPTURE(name);
    const auto found = ask(*all, token(name));
    REQUIRE(found);
    CHECK(*found == ann);
  }
  CHECK(ask(*all, token("scope_list"))->may ==
        http::permissions{http::permission::operate, http::permission::control});
  CHECK(ask(*all, token("no_scope"))->may == http::permissions{});
  CHECK(ask(*all, token("no_org"))->who.organisation.empty());

  // Each only with the key that it is for.
  CHECK_FALSE(ask(*make({secret()}), token("es256")));
  CHECK_FALSE(ask(*make({rsa()}), token("es256")));
  CHECK_FALSE(ask(*make({ec()}), token("rs256")));
  CHECK_FALSE(ask(*make({ec()}), token("hs256")));
  CHECK_FALSE(ask(*make({*http::jwt_key::es256(fixture::other_ec)}), token("es256")));
}

TEST_CASE("a scope says in what part its caller raises events", "[http][jwt][VID-19]") {
  CHECK(ask(*make({secret()}), token("hs256"))->who.trigger == pawl::trigger::api);
  http::jwt_options told = options();
  told.parts = {{"jobs:submit", pawl::trigger::user}, {"jobs:control", pawl::trigger::system}};
  const auto all = make({secret(), rsa(), ec()}, told);
  CHECK(ask(*all, token("hs256"))->who.trigger == pawl::trigger::user);
  CHECK(ask(*all, token("scope_list"))->who.trigger == pawl::trigger::system);
  CHECK(ask(*all, token("no_scope"))->who.trigger == pawl::trigger::api);
}

TEST_CASE("what is wrong with a token makes it no proof at all", "[http][jwt]") {
  const auto all = make({secret(), rsa(), ec()});
  std::size_t refused = 0;
  for (const fixture::named_token& each : fixture::tokens) {
    if (!each.name.starts_with("bad_")) continue;
    CAPTURE(std::string(each.name));
    CHECK_FALSE(ask(*all, std::string(each.token)));
    ++refused;
  }
  CHECK(refused == 25);
  for (const std::string& nonsense :
       {std::string(), std::string("."), std::string(".."), std::string("a.b.c"),
        std::string("e30.e30."), std::string(100'000, '.'), token("es256") + std::string(1, '\0')})
    CHECK_FALSE(ask(*all, nonsense));
}

TEST_CASE("a token is good from its beginning to its end, give or take what clocks differ by",
          "[http][jwt]") {
  const auto good_at = [](std::int64_t after, std::chrono::seconds leeway) {
    auto with = options(after);
    with.leeway = leeway;
    return ask(*make({ec()}, with), token("es256")).has_value();
  };
  CHECK(good_at(0, 0s));
  CHECK_FALSE(good_at(-1, 0s));
  CHECK(good_at(3599, 0s));
  CHECK_FALSE(good_at(3600, 0s));
  CHECK(good_at(-30, 30s));
  CHECK_FALSE(good_at(-31, 30s));
  CHECK(good_at(3629, 30s));
  CHECK_FALSE(good_at(3630, 30s));
}

TEST_CASE("claims and scopes have the names that the issuer gives them", "[http][jwt]") {
  auto with = options();
  with.tenant_claim = "https://acme.example/tenant";
  with.user_claim = "uid";
  with.scope_claim = "roles";
  with.scopes = {{"worker", http::permission::callback}};
  const auto found = ask(*make({ec()}, with), token("other_claims"));
  REQUIRE(found);
  CHECK(*found == http::caller{{.tenant = "globex", .user = "bob", .organisation = {}},
                               {http::permission::callback}});
}

TEST_CASE("keys are changed by their ids", "[http][jwt]") {
  const auto named = [](const char* pem, const char* id) { return *http::jwt_key::es256(pem, id); };
  CHECK(ask(*make({named(fixture::other_ec, "first"), named(fixture::ec, "second")}),
            token("with_kid")));
  CHECK_FALSE(ask(*make({named(fixture::ec, "first")}), token("with_kid")));
  // A token that does not say is tried with each.
  CHECK(ask(*make({named(fixture::other_ec, "first"), named(fixture::ec, "second")}),
            token("es256")));
}

TEST_CASE("a key is of the kind that its algorithm is for", "[http][jwt]") {
  CHECK_FALSE(http::jwt_key::hs256("short"));
  CHECK_FALSE(http::jwt_key::hs256(fixture::rsa));
  CHECK_FALSE(http::jwt_key::rs256(fixture::ec));
  CHECK_FALSE(http::jwt_key::rs256(fixture::small_rsa));
  CHECK_FALSE(http::jwt_key::es256(fixture::rsa));
  CHECK_FALSE(http::jwt_key::es256(fixture::other_curve));
  CHECK_FALSE(http::jwt_key::es256("nonsense"));
  CHECK_FALSE(http::jwt_tokens::make({}, options()));
  CHECK_FALSE(http::jwt_tokens::make({ec()}, {.issuer = {}, .audience = "jobs"}));
  CHECK_FALSE(http::jwt_tokens::make({ec()}, {.issuer = "https://id.example", .audience = {}}));
}

TEST_CASE("an API asks for such a token, and takes no tenant from elsewhere", "[http][jwt]") {
  desk<convert> at({.auth = make({rsa(), ec()}), .guesses_a_minute = 1000});
  const std::string job = R"({"input":{"document":"d1","source_uri":"s3://a"},"subjectId":"d1"})";
  const auto made = at.post("/v1/jobs/deck.convert", job, token("rs256"));
  REQUIRE(made.status == 202);
  const auto shown = at.get("/v1/jobs/" + member(made.body, "jobId"), token("es256"));
  CHECK(shown.status == 200);
  CHECK(member(shown.body, "requestedBy") == "ann");
  CHECK(at.post("/v1/jobs/" + member(made.body, "jobId") + "/cancel", {}, token("es256")).status ==
        403);
  for (const char* name : {"bad_no_tenant", "bad_empty_tenant", "bad_null_tenant",
                           "bad_zero_tenant", "bad_none", "bad_confused_rsa", "bad_audience"}) {
    CAPTURE(name);
    const auto refused = at.get("/v1/jobs", token(name));
    CHECK(refused.status == 401);
    CHECK(*refused.find("WWW-Authenticate") == "Bearer");
  }
}

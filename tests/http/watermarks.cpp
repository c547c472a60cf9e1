// SPDX-License-Identifier: BSL-1.0
// How many jobs may wait, and whose: what is put off keeps out nothing that is due, and no tenant
// keeps out another one.
#include <pawl/client.hpp>

#include "desk.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;

template <class Place>
struct queue : desk<convert, everything, Place> {
  int made = 0;

  /// Submits one more conversion; `more` are further members of the body.
  http::response submit(const std::string& token, const std::string& more = {}) {
    return this->post("/v1/jobs/deck.convert",
                      R"({"input":{"document":"d)" + std::to_string(++made) +
                          R"(","source_uri":"s"})" + more + "}",
                      token);
  }
};
const std::string put_off = R"(,"runAt":"9999-12-31T00:00:00Z")";

}  // namespace

TEMPLATE_TEST_CASE("jobs that are put off until the year 9999 keep no other tenant's jobs out",
                   "[http][DECK-27][D32]", PAWL_RUNTIME_STORES) {
  queue<TestType> at;
  at.api.core().sessions().high_watermark = 3;
  for (int i = 0; i < 10; ++i) CHECK(at.submit("stranger", put_off).status == 202);
  for (int i = 0; i < 3; ++i) CHECK(at.submit("admin").status == 202);
  const http::response shed = at.submit("admin");
  CHECK(shed.status == 503);
  CHECK(member(shed.body, "code") == "QUEUE_OVERLOADED");
}

TEMPLATE_TEST_CASE("a tenant that has used up its share is shed, and the others are not",
                   "[http][DECK-27][D32]", PAWL_RUNTIME_STORES) {
  queue<TestType> at;
  at.api.core().sessions().high_watermark = 100;
  at.api.core().sessions().high_watermark_per_tenant = 2;
  for (int i = 0; i < 2; ++i) CHECK(at.submit("stranger").status == 202);
  const http::response shed = at.submit("stranger");
  CHECK(shed.status == 503);
  CHECK(member(shed.body, "code") == "QUEUE_OVERLOADED");
  CHECK(shed.find("Retry-After") != nullptr);
  CHECK(at.submit("admin").status == 202);
}

TEMPLATE_TEST_CASE("what is put off has a bound and shares of its own", "[http][DECK-27][D32]",
                   PAWL_RUNTIME_STORES) {
  queue<TestType> at;
  at.api.core().sessions().most_delayed = 3;
  at.api.core().sessions().most_delayed_per_tenant = 2;
  const auto refused = [&](const std::string& token) {
    const http::response answer = at.submit(token, put_off);
    CHECK(answer.status == 503);
    CHECK(member(answer.body, "code") == "TOO_MANY_DELAYED");
    CHECK(answer.find("Retry-After") != nullptr);
  };
  for (int i = 0; i < 2; ++i) CHECK(at.submit("stranger", put_off).status == 202);
  refused("stranger");
  CHECK(at.submit("stranger").status == 202);
  CHECK(at.submit("admin", put_off).status == 202);
  refused("admin");
  CHECK(at.submit("admin").status == 202);
  CHECK(at.get("/metrics", "root").body.find("pawl_jobs_shed_total{job_type=\"deck.convert\"} 2") !=
        std::string::npos);
}

TEST_CASE("a service bounds what is put off unless it is told otherwise", "[http][D32]") {
  desk<convert> at;
  CHECK(at.api.core().sessions().most_delayed == 1'000'000);
  CHECK(pawl::client_options{}.most_delayed == 1'000'000);
}

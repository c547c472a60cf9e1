// SPDX-License-Identifier: BSL-1.0
#include <pawl/observe/redact.hpp>

#include "support/catch.hpp"

namespace {

using pawl::observe::redact;

TEST_CASE("the password of an address is not shown") {
  CHECK(redact("cannot reach postgres://jobs:hunter2@db:5432/pawl") ==
        "cannot reach postgres://jobs:***@db:5432/pawl");
  CHECK(redact("amqp://u:p@ss/w:rd@h/") == "amqp://u:***@h/");
  CHECK(redact("a://u:one@h b://u:two@h") == "a://u:***@h b://u:***@h");
  CHECK(redact("clone https://ghp_hunter2@github.com/a/b") == "clone https://***@github.com/a/b");
}

TEST_CASE("an address without a password stays as it is") {
  for (const char* address : {"http://localhost:8080/jobs?id=7", "https://h/@scope/package",
                              "file:///var/lib/jobs.db", "see http://a.b and x@y"})
    CHECK(redact(address) == address);
}

TEST_CASE("what is named as a secret is not shown") {
  CHECK(redact("host=db password=hunter2 dbname=pawl") == "host=db password=*** dbname=pawl");
  CHECK(redact("password='hunter 2' dbname=pawl") == "password=*** dbname=pawl");
  CHECK(redact("PGPASSWORD = hunter2") == "PGPASSWORD = ***");
  CHECK(redact(R"({"api_key": "hunter\"2", "n": 1})") == R"({"api_key": ***, "n": 1})");
  CHECK(redact(R"(body was "{\"token\":\"hunter2\",\"n\":1}")") ==
        R"(body was "{\"token\":***,\"n\":1}")");
  CHECK(redact("X-Api-Key: hunter2; q") == "X-Api-Key: ***; q");
  CHECK(redact("run tool --password hunter2 -v") == "run tool --password *** -v");
  CHECK(redact("GET /x?access_token=hunter2&y=1") == "GET /x?access_token=***&y=1");
}

TEST_CASE("credentials of a request are not shown") {
  CHECK(redact("Authorization: Bearer hunter2.x.y") == "Authorization: Bearer ***");
  CHECK(redact("authorization: Basic aHVudGVyMg==") == "authorization: Basic ***");
  CHECK(redact("sent bearer hunter2 twice") == "sent bearer *** twice");
}

TEST_CASE("a secret at the end of the text, or none after its name, is no accident") {
  CHECK(redact("password=") == "password=");
  CHECK(redact("password=\"hunter2") == "password=***");
  CHECK(redact("password") == "password");
  CHECK(redact("bearer") == "bearer");
  CHECK(redact("x://") == "x://");
  CHECK(redact("") == "");
}

TEST_CASE("plain sentences stay as they are") {
  for (const char* sentence :
       {"the lease was lost; its result is dropped", "a basic failure", "no password was given",
        "the secretary said: no", "12:30:00 took 5s", "max_tokens=400"})
    CHECK(redact(sentence) == sentence);
}

}  // namespace

// SPDX-License-Identifier: BSL-1.0
// The program of docs/handlers.md, run.
#include <cstdlib>
#include <fstream>

#include <pawl/handlers/webhook_signature.hpp>

#include "../storage/directory.hpp"
#include "../support/catch.hpp"
#include "handlers/server.hpp"
#include "support/program.hpp"

using namespace handlers_test;
using support::program;

TEST_CASE("the example fetches a file and tells a partner", "[SVC-18][DECK-30]") {
  if (*PAWL_TEST_EXAMPLE == '\0') {
    WARN("the examples are not built; this one is not run");
    return;
  }
  const std::string secret = "a secret that the environment brings";
  ::setenv("PARTNER_SECRET", secret.c_str(), 1);
  support::fresh_directory directory;
  served_file file;
  file.bytes = numbered_bytes(9'000'000);
  server source([&](wire& to, const request& r) { file(to, r); });
  server partner(
      [](wire& to, const request&) { to.send("HTTP/1.1 204 x\r\nContent-Length: 0\r\n\r\n"); });
  program example({PAWL_TEST_EXAMPLE, directory / "jobs.db", directory.path(), source.url(),
                   "model.bin", partner.url("/hooks"), "127.0.0.0/8", std::to_string(source.port()),
                   std::to_string(partner.port())});
  const std::string said = example.rest();
  CHECK(said == "model.bin: 9000000 bytes\ntold: succeeded\n");
  CHECK(example.wait() == 0);
  std::ifstream from(directory / "model.bin");
  CHECK(std::string(std::istreambuf_iterator<char>(from), {}) == file.bytes);
  CHECK(source.requests().size() == 3);
  REQUIRE(partner.requests().size() == 1);
  const request told = partner.requests()[0];
  CHECK(told.target == "/hooks");
  CHECK(told.body.find("\"status\":\"succeeded\"") != std::string::npos);
  CHECK(pawl::handlers::verify_webhook(secret, told.header("pawl-timestamp"), told.body,
                                       told.header("pawl-signature"),
                                       std::stoll(told.header("pawl-timestamp"))));
}

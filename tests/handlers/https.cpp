// SPDX-License-Identifier: BSL-1.0
// HTTPS, with certificates that the test makes.
#include <filesystem>
#include <fstream>

#include <pawl/handlers/download.hpp>
#include <pawl/handlers/webhook.hpp>
#include <pawl/testing/recorded_attempt.hpp>

#include "../storage/directory.hpp"
#include "../support/catch.hpp"
#include "handlers/server.hpp"
#include "support/program.hpp"

using namespace handlers_test;
using support::program;
namespace handlers = pawl::handlers;

namespace {

/// A certificate of its own authority, for localhost.
struct certificate {
  support::fresh_directory directory{};
  std::string file = directory / "certificate.pem";
  std::string key = directory / "key.pem";

  explicit certificate(const std::string& name = "localhost") {
    program makes({PAWL_TEST_OPENSSL_PROGRAM, "req", "-x509", "-newkey", "ec", "-pkeyopt",
                   "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=" + name,
                   "-addext", "subjectAltName=DNS:" + name, "-keyout", key, "-out", file});
    REQUIRE(makes.wait() == 0);
  }
};

bool has_openssl() {
  if (*PAWL_TEST_OPENSSL_PROGRAM != '\0') return true;
  WARN("openssl was not found; HTTPS is not tested");
  return false;
}

struct field {
  support::fresh_directory root{};
  served_file file{};
  handlers::download_options options{};
  pawl::testing::recorded_attempt run{};

  field() {
    file.bytes = numbered_bytes(50'000);
    options.root = root.path();
    options.chunk_size = 16'384;
  }
  std::string failure(const server& from, const std::string& url) {
    options.guard.allow_network("127.0.0.0/8").allow_network("::1").allow_port(from.port());
    handlers::download::context ctx(run);
    const auto end = handlers::download(options)(ctx, {.url = url, .dest = "model.bin"});
    return end.error() == nullptr ? "" : std::string(std::string_view(end.error()->code));
  }
};

}  // namespace

TEST_CASE("a file is fetched by HTTPS, in chunks too", "[SVC-18]") {
  if (!has_openssl()) return;
  const certificate own;
  field f;
  server source([&](wire& to, const request& r) { f.file(to, r); }, own.file, own.key);
  f.options.certificates = own.file;
  f.options.guard.require_https();
  f.file.cut_after = 3'000;
  CHECK(f.failure(source, source.url()) == "source_unavailable");
  f.file.cut_after = -1;
  CHECK(f.failure(source, source.url()) == "");
  std::ifstream from(f.root / "model.bin");
  CHECK(std::string(std::istreambuf_iterator<char>(from), {}) == f.file.bytes);
  CHECK(source.requests()[1].range().first == 3'000);
}

TEST_CASE("a certificate that nobody vouches for, or of another host, is refused", "[SVC-18]") {
  if (!has_openssl()) return;
  const certificate own;
  const certificate other("elsewhere.example");
  field f;
  server source([&](wire& to, const request& r) { f.file(to, r); }, own.file, own.key);
  CHECK(f.failure(source, source.url()) == "source_refused");
  f.options.certificates = own.file;
  CHECK(f.failure(source, "https://127.0.0.1:" + std::to_string(source.port())) ==
        "source_refused");
  server impostor([&](wire& to, const request& r) { f.file(to, r); }, other.file, other.key);
  f.options.certificates = other.file;
  CHECK(f.failure(impostor, impostor.url()) == "source_refused");
  CHECK(source.requests().empty());
  CHECK(impostor.requests().empty());
}

TEST_CASE("a redirect from https to http is refused", "[SVC-18]") {
  if (!has_openssl()) return;
  const certificate own;
  field f;
  server plain([&](wire& to, const request& r) { f.file(to, r); });
  server source(
      [&](wire& to, const request&) {
        to.send("HTTP/1.1 302 x\r\nLocation: " + plain.url() + "\r\nContent-Length: 0\r\n\r\n");
      },
      own.file, own.key);
  f.options.certificates = own.file;
  f.options.redirects = 3;
  f.options.guard.allow_port(plain.port());
  CHECK(f.failure(source, source.url()) == "address_refused");
  CHECK(source.requests().size() == 1);
  CHECK(plain.connections() == 0);
}

TEST_CASE("a webhook is delivered by HTTPS", "[DECK-30]") {
  if (!has_openssl()) return;
  const certificate own;
  server partner(
      [](wire& to, const request&) { to.send("HTTP/1.1 204 x\r\nContent-Length: 0\r\n\r\n"); },
      own.file, own.key);
  handlers::webhook_options options{.certificates = own.file};
  options.guard.allow_network("127.0.0.0/8").allow_network("::1").allow_port(partner.port());
  handlers::webhook sends(options);
  sends.add("partner",
            {.url = partner.url(), .secret = pawl::secret<std::string>(std::string(32, 's'))});
  pawl::testing::recorded_attempt run;
  handlers::webhook::context ctx(run);
  CHECK(sends(ctx, {"partner", "delivery-1", "{}"}).has_value());
  CHECK(partner.requests().size() == 1);
}

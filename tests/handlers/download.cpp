// SPDX-License-Identifier: BSL-1.0
// Downloads from a server that does what it likes.
#include <filesystem>
#include <fstream>
#include <functional>

#include <pawl/handlers/download.hpp>
#include <pawl/testing/recorded_attempt.hpp>

#include "../runtime/bench.hpp"
#include "handlers/server.hpp"

using namespace handlers_test;
using namespace std::chrono_literals;
namespace handlers = pawl::handlers;
namespace fs = std::filesystem;
using handlers::download;
using handlers::download_input;

namespace {

std::string content_of(const std::string& path) {
  std::ifstream from(path);
  return {std::istreambuf_iterator<char>(from), {}};
}

/// A root, a server and an attempt, of which a test changes what it is about.
struct field {
  support::fresh_directory root{};
  served_file file{};
  std::function<void(wire&, const request&)> answer = [this](wire& to, const request& asked) {
    file(to, asked);
  };
  server source{[this](wire& to, const request& asked) { answer(to, asked); }};
  handlers::download_options options{};
  download_input input{};
  pawl::testing::recorded_attempt run{};

  field() {
    file.bytes = numbered_bytes(100'000);
    options.root = root.path();
    options.chunk_size = 16'384;
    options.guard.allow_network("127.0.0.0/8").allow_port(source.port());
    input = {.url = source.url(), .dest = "model.bin"};
  }
  auto attempt() {
    download::context ctx(run);
    return download(options)(ctx, input);
  }
  /// The class of the attempt's failure; empty if it did not fail.
  std::string failure() {
    const auto end = attempt();
    return end.error() == nullptr ? "" : std::string(std::string_view(end.error()->code));
  }
  [[nodiscard]] std::string result() const { return content_of(root / "model.bin"); }
  [[nodiscard]] bool is_clean() const {
    return !fs::exists(root / "model.bin") &&
           (!fs::exists(root / ".pawl-parts") || fs::is_empty(root / ".pawl-parts"));
  }
};

/// Answers once so, and then as the file does.
auto first_time(field& of, std::function<void(wire&, const request&)> once) {
  return [&of, once, asked = std::make_shared<std::atomic<int>>(0)](wire& to, const request& r) {
    if ((*asked)++ == 0)
      once(to, r);
    else
      of.file(to, r);
  };
}

std::string status_line(const std::string& status, const std::string& headers = {}) {
  return "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: 0\r\n\r\n";
}

}  // namespace

TEST_CASE("a file is fetched a chunk at a time, each once", "[SVC-18]") {
  field f;
  const auto end = f.attempt();
  REQUIRE(end.has_value());
  CHECK(end.value().bytes == 100'000);
  CHECK(end.value().dest == "model.bin");
  CHECK(f.result() == f.file.bytes);
  CHECK(f.file.sent == 100'000);
  const auto asked = f.source.requests();
  REQUIRE(asked.size() == 7);
  std::int64_t at = 0;
  for (const request& each : asked) {
    CHECK(each.range() == std::pair<std::int64_t, std::int64_t>{at, at + 16'383});
    CHECK(each.header("if-range") == (at == 0 ? "" : "\"v1\""));
    CHECK(each.header("accept-encoding") == "identity");
    at += 16'384;
  }
  CHECK(f.source.connections() == 1);
  CHECK(f.run.progress >= 98);
  CHECK(fs::is_empty(f.root / ".pawl-parts"));
}

TEST_CASE("a job says how large its chunks are", "[SVC-18]") {
  field f;
  f.input.chunk_size = 50'000;
  CHECK(f.attempt().has_value());
  CHECK(f.source.requests().size() == 2);
  for (const std::int64_t wrong :
       {std::int64_t{0}, std::int64_t{-1}, f.options.most_chunk_size + 1}) {
    f.input.chunk_size = wrong;
    CHECK(f.failure() == "invalid_input");
  }
  CHECK(f.source.requests().size() == 2);
}

TEST_CASE("a connection that breaks in the middle of a chunk costs nothing twice", "[SVC-18]") {
  field f;
  std::atomic<int> asked{0};
  f.answer = [&](wire& to, const request& r) {
    f.file.cut_after = ++asked == 3 ? 5'000 : -1;
    f.file(to, r);
  };
  CHECK(f.failure() == "source_unavailable");
  CHECK(f.run.saved->find("\"bytes\":37768") != std::string::npos);
  CHECK(f.attempt().has_value());
  CHECK(f.result() == f.file.bytes);
  CHECK(f.file.sent == 100'000);
  CHECK(f.source.requests()[3].range().first == 37'768);
}

TEST_CASE("what was not written down is not trusted", "[SVC-18]") {
  field f;
  f.file.cut_after = 5'000;
  CHECK(f.failure() == "source_unavailable");
  f.file.cut_after = -1;
  const std::string part = f.root / (".pawl-parts/" + f.run.id + ".part");
  SECTION("what stands behind it is cut off") {
    std::ofstream(part, std::ios::app) << "rubbish";
    CHECK(f.attempt().has_value());
    CHECK(f.source.requests()[1].range().first == 5'000);
  }
  SECTION("a file that is shorter is begun anew") {
    fs::resize_file(part, 4'999);
    CHECK(f.attempt().has_value());
    CHECK(f.source.requests()[1].range().first == 0);
  }
  SECTION("and so is another file") {
    fs::rename(part, part + "x");
    fs::copy_file(part + "x", part);
    fs::permissions(part, fs::perms::owner_read | fs::perms::owner_write);
    CHECK(f.attempt().has_value());
    CHECK(f.source.requests()[1].range().first == 0);
  }
  CHECK(f.result() == f.file.bytes);
}

TEST_CASE("a source without ranges is fetched whole, and from the beginning after a break",
          "[SVC-18]") {
  field f;
  f.file.knows_ranges = false;
  f.file.cut_after = 60'000;
  CHECK(f.failure() == "source_unavailable");
  f.file.cut_after = -1;
  CHECK(f.attempt().has_value());
  CHECK(f.result() == f.file.bytes);
  CHECK(f.source.requests().size() == 2);
  CHECK(f.source.requests()[1].range().first == 0);
}

TEST_CASE("a source that has lost its ranges is fetched from the beginning", "[SVC-18]") {
  field f;
  f.file.cut_after = 5'000;
  CHECK(f.failure() == "source_unavailable");
  f.file.cut_after = -1;
  f.file.knows_ranges = false;
  CHECK(f.attempt().has_value());
  CHECK(f.result() == f.file.bytes);
}

TEST_CASE("a source that has changed is fetched from the beginning", "[SVC-18]") {
  field f;
  std::atomic<int> asked{0};
  const std::string newer = std::string(50'000, 'n') + numbered_bytes(30'000);
  bool heeds = GENERATE(true, false);
  f.answer = [&](wire& to, const request& r) {
    if (++asked == 3) {
      f.file.bytes = newer;
      f.file.etag = "\"v2\"";
    }
    request as = r;
    if (!heeds) as.headers.erase("if-range");  // a server that has never heard of it
    f.file(to, as);
  };
  CHECK(f.attempt().has_value());
  CHECK(f.result() == newer);
}

TEST_CASE("a source that is another after a restart is fetched from the beginning", "[SVC-18]") {
  field f;
  f.file.cut_after = 10'000;
  CHECK(f.failure() == "source_unavailable");
  f.file.cut_after = -1;
  f.file.etag = "\"v2\"";
  f.file.bytes = numbered_bytes(9'000);
  CHECK(f.attempt().has_value());
  CHECK(f.result() == f.file.bytes);
}

TEST_CASE("a source that keeps changing is left for later", "[SVC-18]") {
  field f;
  std::atomic<int> asked{0};
  f.answer = [&](wire& to, const request& r) {
    f.file.etag = '"' + std::to_string(++asked) + '"';
    request as = r;
    as.headers.erase("if-range");
    f.file(to, as);
  };
  CHECK(f.failure() == "source_unavailable");
  CHECK(asked < 12);
}

TEST_CASE("chunks of a source that names no version are not put together", "[SVC-18]") {
  field f;
  f.file.etag = GENERATE("", "W/\"weak\"");
  SECTION("it is fetched in one piece") {
    CHECK(f.attempt().has_value());
    CHECK(f.result() == f.file.bytes);
    CHECK(f.source.requests().back().header("range").empty());
  }
  SECTION("unless the sum says whether they fit") {
    f.input.sha256 = pawl::sha256_of(f.file.bytes).hex();
    CHECK(f.attempt().has_value());
    CHECK(f.source.requests().size() == 7);
  }
}

TEST_CASE("an empty file is a file", "[SVC-18]") {
  field f;
  f.file.bytes.clear();
  f.file.knows_ranges = GENERATE(true, false);
  CHECK(f.attempt().has_value());
  CHECK(fs::file_size(f.root / "model.bin") == 0);
}

TEST_CASE("a file as long as whole chunks ends where it ends", "[SVC-18]") {
  field f;
  f.file.bytes = numbered_bytes(32'768);
  CHECK(f.attempt().has_value());
  CHECK(f.result() == f.file.bytes);
  CHECK(f.source.requests().size() == 2);
}

TEST_CASE("a source that lies about its length is not believed", "[SVC-18]") {
  field f;
  const auto part = [](std::int64_t first, std::int64_t last, const std::string& total,
                       const std::string& rest) {
    return "HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nContent-Range: bytes " +
           std::to_string(first) + '-' + std::to_string(last) + '/' + total + "\r\n" + rest;
  };
  SECTION("that sends less than it says, and goes on") {
    f.answer = first_time(f, [&](wire& to, const request&) {
      to.send(part(0, 16'383, "100000", "Content-Length: 9\r\n\r\n") + f.file.bytes.substr(0, 9));
    });
    CHECK(f.attempt().has_value());
    CHECK(f.result() == f.file.bytes);
  }
  SECTION("that says more than it has") {
    f.answer = first_time(f, [&](wire& to, const request&) {
      to.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + f.file.bytes);
      to.cut();
    });
    CHECK(f.failure() == "source_unavailable");
    CHECK_FALSE(fs::exists(f.root / "model.bin"));
  }
  SECTION("that sends nothing") {
    f.answer = [&](wire& to, const request&) {
      to.send(part(0, 16'383, "100000", "Content-Length: 0\r\n\r\n"));
    };
    CHECK(f.failure() == "source_unavailable");
  }
  SECTION("that sends more than was asked for") {
    f.answer = [&](wire& to, const request&) {
      to.send(part(0, 16'383, "100000", "Connection: close\r\n\r\n") + f.file.bytes);
      to.cut();
    };
    CHECK(f.failure() == "source_refused");
    CHECK(f.is_clean());
  }
  SECTION("that sends another part than was asked for") {
    const std::string wrong =
        GENERATE(as<std::string>(), "bytes 5-16383/100000", "bytes 0-99999/100000",
                 "bytes 0-16383/10", "bytes 9-3/100", "items 0-16383/100000", "bytes 0-", "");
    f.answer = [&](wire& to, const request&) {
      to.send("HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nContent-Range: " + wrong +
              "\r\nContent-Length: 3\r\n\r\nabc");
    };
    CHECK(f.failure() == "source_refused");
    CHECK(f.is_clean());
  }
  SECTION("that packs what was to be sent as it is") {
    f.answer = [&](wire& to, const request&) {
      to.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc");
    };
    CHECK(f.failure() == "source_refused");
  }
}

TEST_CASE("a file that is too large is not fetched, or not to its end", "[SVC-18]") {
  field f;
  f.options.most_bytes = 99'999;
  SECTION("if it says so") {
    f.file.knows_ranges = GENERATE(true, false);
    CHECK(f.failure() == "limit_exceeded");
    CHECK(f.source.requests().size() == 1);
  }
  SECTION("if it says nothing, and has no end") {
    f.answer = [&](wire& to, const request&) {
      to.send("HTTP/1.1 200 OK\r\n\r\n");
      while (to.send(f.file.bytes)) continue;
    };
    CHECK(f.failure() == "limit_exceeded");
  }
  SECTION("if it says that it does not know") {
    f.answer = [&](wire& to, const request& r) {
      const auto [first, last] = r.range();
      to.send("HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nContent-Range: bytes " +
              std::to_string(first) + '-' + std::to_string(last) +
              "/*\r\nContent-Length: 16384\r\n\r\n" + std::string(16'384, 'x'));
    };
    CHECK(f.failure() == "limit_exceeded");
  }
  CHECK(f.is_clean());
}

TEST_CASE("a source that does not know its length ends where it has no more", "[SVC-18]") {
  field f;
  f.file.bytes = numbered_bytes(32'768);
  f.answer = [&](wire& to, const request& r) {
    const auto first = static_cast<std::size_t>(r.range().first);
    if (first >= f.file.bytes.size()) return f.file(to, r);
    to.send("HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nContent-Range: bytes " +
            std::to_string(first) + '-' + std::to_string(first + 16'383) +
            "/*\r\nContent-Length: 16384\r\n\r\n" + f.file.bytes.substr(first, 16'384));
  };
  CHECK(f.attempt().has_value());
  CHECK(f.result() == f.file.bytes);
}

TEST_CASE("a source that drips is left for later", "[SVC-18]") {
  field f;
  f.options.least_bytes_per_second = 1000;
  f.options.patience = 1s;
  f.answer = [&](wire& to, const request&) {
    to.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nx");
    to.wait_for_end();
  };
  CHECK(f.failure() == "source_unavailable");
}

TEST_CASE("a download has so much time, all attempts together", "[SVC-18]") {
  field f;
  f.answer = [&](wire& to, const request&) { to.wait_for_end(); };
  f.options.longest = 100ms;
  CHECK(f.failure() == "limit_exceeded");
  CHECK(f.is_clean());
  f.run.saved =
      R"({"file":1,"bytes":0,"total":-1,"validator":"","spent_ms":3600000,"complete":false})";
  f.options.longest = 1h;
  CHECK(f.failure() == "limit_exceeded");
}

TEST_CASE("a download is no faster than is allowed", "[SVC-18]") {
  field f;
  f.options.most_bytes_per_second = 50'000;
  f.input.chunk_size = 50'000;
  // Slower than that it may be, for any reason; faster it cannot be.
  const auto begun = std::chrono::steady_clock::now();
  CHECK(f.attempt().has_value());
  CHECK(std::chrono::steady_clock::now() - begun >= 1s);
}

TEST_CASE("the sum is compared when it is given", "[SVC-18]") {
  field f;
  const std::string right = pawl::sha256_of(f.file.bytes).hex();
  SECTION("and is right") {
    f.input.sha256 = right;
    if (GENERATE(true, false))
      for (char& each : *f.input.sha256) each = static_cast<char>(std::toupper(each));
    CHECK(f.attempt().has_value());
  }
  SECTION("and is wrong") {
    f.input.sha256 = pawl::sha256_of("another file").hex();
    CHECK(f.failure() == "checksum_mismatch");
    CHECK(f.is_clean());
  }
  SECTION("and is none") {
    f.input.sha256 = GENERATE(as<std::string>(), "", "abc", std::string(64, 'g'));
    CHECK(f.failure() == "invalid_input");
    CHECK(f.source.connections() == 0);
  }
}

TEST_CASE("statuses are final, or not", "[SVC-18]") {
  field f;
  std::string status;
  std::string headers;
  f.answer = [&](wire& to, const request&) { to.send(status_line(status, headers)); };
  for (const char* final : {"400 x", "401 x", "403 x", "404 x", "410 x", "451 x", "204 x"}) {
    INFO(final);
    status = final;
    CHECK(f.failure() == "source_refused");
  }
  for (const char* temporary : {"500 x", "502 x", "503 x", "429 x", "408 x"}) {
    INFO(temporary);
    status = temporary;
    CHECK(f.failure() == "source_unavailable");
  }
  status = "503 Busy";
  headers = "Retry-After: 7\r\n";
  CHECK(f.attempt().least_wait() == 7s);
  headers = "Retry-After: 999999999\r\n";
  CHECK(f.attempt().least_wait() == 1h);
  headers = "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n";
  CHECK(f.attempt().least_wait() == 0s);
}

TEST_CASE("nothing is fetched from an address that is not permitted", "[SVC-18]") {
  field f;
  f.options.guard = pawl::handlers::address_guard{}.allow_port(f.source.port());
  for (const char* host :
       {"127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]", "0x7f.1"}) {
    INFO(host);
    f.input.url = "http://" + std::string(host) + ':' + std::to_string(f.source.port()) + "/file";
    const auto end = f.attempt();
    REQUIRE(end.error() != nullptr);
    CHECK(end.error()->code == "address_refused");
    CHECK(end.error()->message.find("127") == std::string::npos);
    CHECK(end.error()->message.find(host) == std::string::npos);
  }
  for (const std::string& url : std::vector<std::string>{"file:///etc/passwd", "ftp://127.0.0.1/",
                                                         "http://a:b@example.com/", "x"}) {
    f.input.url = url;
    CHECK(f.failure() == "address_refused");
  }
  CHECK(f.source.connections() == 0);
  CHECK(f.is_clean());
}

TEST_CASE("a source that leads to another address is not followed there", "[SVC-18]") {
  field f;
  server inner([](wire& to, const request&) { to.send(status_line("200 OK")); });
  f.answer = [&](wire& to, const request&) {
    to.send(status_line("302 Found", "Location: " + inner.url("/secret") + "\r\n"));
  };
  CHECK(f.failure() == "address_refused");
  f.options.redirects = 3;
  CHECK(f.failure() == "address_refused");
  CHECK(inner.connections() == 0);
  CHECK(f.is_clean());
}

TEST_CASE("a redirect that is permitted is followed for every chunk, at most three times",
          "[SVC-18]") {
  field f;
  f.options.redirects = 9;
  f.answer = [&](wire& to, const request& r) {
    const int hop = r.target == "/file" ? 0 : std::stoi(r.target.substr(1));
    if (hop < 3)
      to.send(status_line("307 x", "Location: /" + std::to_string(hop + 1) + "\r\n"));
    else
      f.file(to, r);
  };
  CHECK(f.attempt().has_value());
  CHECK(f.result() == f.file.bytes);
  field g;
  g.options.redirects = 9;
  g.answer = [&](wire& to, const request&) {
    to.send(status_line("302 x", "Location: /again\r\n"));
  };
  CHECK(g.failure() == "address_refused");
  CHECK(g.source.requests().size() == 4);
}

TEST_CASE("destinations stay below the root", "[SVC-18]") {
  field f;
  fs::create_directory_symlink("/tmp", f.root / "door");
  std::ofstream(f.root / "taken") << "old";
  for (const char* dest : {"../x", "/etc/x", "a/../../x", "door/x", "taken", "", "%2e%2e/x"}) {
    INFO(dest);
    f.input.dest = dest;
    CHECK(f.failure() == "destination_refused");
  }
  CHECK(f.source.connections() == 0);
  CHECK(content_of(f.root / "taken") == "old");
  f.options.replace = true;
  f.input.dest = "taken";
  CHECK(f.attempt().has_value());
  CHECK(content_of(f.root / "taken") == f.file.bytes);
  CHECK_THROWS_AS(download(handlers::download_options{}), std::invalid_argument);
}

TEST_CASE("a destination that is taken meanwhile is not overwritten", "[SVC-18]") {
  field f;
  f.answer = [&](wire& to, const request& r) {
    std::ofstream(f.root / "model.bin") << "another's";
    f.file(to, r);
  };
  CHECK(f.failure() == "destination_refused");
  CHECK(f.result() == "another's");
  CHECK(fs::is_empty(f.root / ".pawl-parts"));
}

TEST_CASE("a download that is asked to stop does, and goes on later", "[SVC-18]") {
  field f;
  f.answer = first_time(f, [&](wire& to, const request&) {
    to.send(
        "HTTP/1.1 206 x\r\nETag: \"v1\"\r\nContent-Range: bytes 0-16383/100000\r\n"
        "Content-Length: 16384\r\n\r\n" +
        f.file.bytes.substr(0, 4'000));
    f.run.stop.request_stop();
    to.wait_for_end();  // it hangs up: otherwise the test would not end
  });
  CHECK(f.attempt().is_cancelled());
  CHECK_FALSE(fs::exists(f.root / "model.bin"));
  f.run.stop = {};
  CHECK(f.attempt().has_value());
  CHECK(f.result() == f.file.bytes);
}

TEST_CASE("an attempt whose lease is lost gives the file no name", "[SVC-18]") {
  field f;
  f.answer = [&](wire& to, const request& r) {
    if (r.range().first > 90'000) f.run.lease_lost = true;
    f.file(to, r);
  };
  CHECK(f.failure() == "destination_unavailable");  // which is refused with the lease
  CHECK_FALSE(fs::exists(f.root / "model.bin"));
  f.run.stop.request_stop();
  CHECK(f.attempt().is_cancelled());
  f.run.stop = {};
  f.run.lease_lost = false;
  f.answer = [&](wire& to, const request& r) { f.file(to, r); };
  CHECK(f.attempt().has_value());
  CHECK(f.file.sent <= 100'000 + 16'384);
}

TEST_CASE("an attempt that is asked to stop while it saves has not failed", "[SVC-18]") {
  struct : pawl::testing::recorded_attempt {
    bool save_checkpoint(std::string) override { return !stop.request_stop(); }
  } stopping;
  field f;
  download::context ctx(stopping);
  CHECK(download(f.options)(ctx, f.input).is_cancelled());
}

TEST_CASE("an attempt that finds the file in place has done it before", "[SVC-18]") {
  field f;
  CHECK(f.attempt().has_value());
  CHECK(f.attempt().has_value());  // the process died between the name and the end of the job
  CHECK(f.file.sent == 100'000);
  f.run.saved.reset();
  CHECK(f.failure() == "destination_refused");
}

TEST_CASE("a job that does not succeed leaves nothing behind", "[SVC-18]") {
  field f;
  runtime_test::bench<download> b(download(f.options));
  f.file.cut_after = 1'000;
  const auto job = b.submit(f.input);
  b.engine->run_until_idle();
  CHECK_FALSE(fs::is_empty(f.root / ".pawl-parts"));
  SECTION("when it is out of attempts") {
    b.live_on();
    CHECK(b.record(job).state == "dead_lettered");
    CHECK(b.record(job).error->code == "source_unavailable");
  }
  SECTION("when it is cancelled") {
    CHECK(b.me.cancel(job.id));
    b.live_on(1);
    CHECK(b.record(job).state == "canceled");
  }
  b.engine->maintain_once();
  CHECK(f.is_clean());
}

TEST_CASE("a job that is told to wait does", "[SVC-18]") {
  field f;
  runtime_test::bench<download> b(download(f.options));
  f.answer = first_time(f, [&](wire& to, const request&) {
    to.send(status_line("429 Slow down", "Retry-After: 600\r\n"));
  });
  const auto job = b.submit(f.input);
  b.engine->run_until_idle();
  CHECK(f.source.requests().size() == 1);
  b.clock.advance(599s);
  b.engine->run_until_idle();
  CHECK(f.source.requests().size() == 1);
  b.clock.advance(2s);
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "succeeded");
  CHECK(b.record(job).progress == 100);
  CHECK(f.result() == f.file.bytes);
}

TEST_CASE("a running download ends as soon as its job is cancelled", "[SVC-18]") {
  field f;
  f.answer = [&](wire& to, const request&) { to.wait_for_end(); };
  auto store = pawl::storage::sqlite<>::open(f.root / "jobs.db").value();
  pawl::service jobs{std::move(store), download(f.options)};
  REQUIRE(jobs.start({.workers = 1, .lease_check_interval = 5ms}));
  const auto me = jobs.as({.tenant = "acme", .user = "ann"});
  const auto job = me.submit<download>(f.input);
  REQUIRE(job);
  f.source.await_requests(1);
  REQUIRE(me.cancel(job->id));
  CHECK(me.wait(job->id, 60s)->state == "canceled");
  jobs.stop();
}

// SPDX-License-Identifier: BSL-1.0
#include <pawl/http/token_file.hpp>

#include <sys/stat.h>

#include <fstream>

#include "desk.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;

/// A file of tokens that is looked at whenever a caller asks.
struct safe {
  support::fresh_directory folder{};
  std::string path = folder / "tokens";
  std::vector<std::string> told{};
  std::shared_ptr<http::token_file> tokens = std::make_shared<http::token_file>(
      path,
      http::token_file_options{.check_every = 0ms, .on_trouble = [this](const std::string& why) {
                                 told.push_back(why);
                               }});

  http::issued_token issue(std::vector<std::string> permissions,
                           std::optional<pawl::instant> expires = {},
                           std::optional<std::string> trigger = {}) {
    auto made = http::make_token({.tenant = "acme",
                                  .user = "ann",
                                  .organisation = "org",
                                  .permissions = std::move(permissions),
                                  .expires = expires,
                                  .trigger = std::move(trigger)});
    REQUIRE(http::change_token_file(path, [&](http::token_list& list) {
      list.tokens.push_back(made.record);
      return std::string();
    }));
    return made;
  }
  void revoke(const http::issued_token& which) {
    REQUIRE(http::change_token_file(path, [&](http::token_list& list) {
      std::erase_if(list.tokens, [&](const http::token_record& each) {
        return each.digest == which.record.digest;
      });
      return std::string();
    }));
  }
  std::optional<http::caller> ask(const std::string& token) {
    return tokens->identify({.headers = {{"Authorization", "Bearer " + token}}});
  }
  [[nodiscard]] std::string text_of_file() const {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

}  // namespace

TEST_CASE("a token of the file proves whose it is, until it is revoked", "[http][tokens]") {
  safe at;
  const auto ann = at.issue({"read", "submit"});
  const auto found = at.ask(ann.token);
  REQUIRE(found);
  CHECK(*found == http::caller{{.tenant = "acme", .user = "ann", .organisation = "org"},
                               {http::permission::read, http::permission::submit}});
  const auto other = at.issue({"operate"});
  CHECK(other.token != ann.token);
  CHECK(at.ask(other.token)->may == http::permissions{http::permission::operate});
  CHECK(at.ask(ann.token));
  CHECK_FALSE(at.ask(ann.token + "x"));
  CHECK_FALSE(at.ask(ann.record.digest));

  at.revoke(ann);
  CHECK_FALSE(at.ask(ann.token));
  CHECK(at.ask(other.token));
  CHECK(at.told.empty());
}

TEST_CASE("a token of the file says in what part its holder raises events",
          "[http][tokens][VID-19]") {
  safe at;
  const auto plain = at.issue({"read"});
  CHECK(at.ask(plain.token)->who.trigger == pawl::trigger::api);
  for (const char* name : {"api", "workflow", "user", "system"}) {
    CAPTURE(name);
    const auto made = at.issue({"read"}, {}, name);
    const auto found = at.ask(made.token);
    REQUIRE(found);
    CHECK(std::string_view(name_of(found->who.trigger)) == name);
  }
  // A part that there is not makes the whole file one that cannot be trusted.
  const auto wrong = at.issue({"read"}, {}, "root");
  CHECK_FALSE(at.ask(wrong.token));
  CHECK_FALSE(at.ask(plain.token));
  CHECK(at.told.size() == 1);
}

TEST_CASE("the file keeps digests, for its owner alone", "[http][tokens]") {
  safe at;
  const ::mode_t before = ::umask(0);
  const auto ann = at.issue({"read"});
  ::umask(before);
  struct stat found{};
  REQUIRE(::stat(at.path.c_str(), &found) == 0);
  CHECK((found.st_mode & 0777U) == 0600U);
  CHECK(at.text_of_file().find(ann.token.substr(5)) == std::string::npos);
  CHECK(at.text_of_file().find(ann.record.digest) != std::string::npos);
}

TEST_CASE("a token that has expired is none", "[http][tokens]") {
  safe at;
  const auto now =
      std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  CHECK(at.ask(at.issue({"read"}, now + std::chrono::hours{1}).token));
  CHECK_FALSE(at.ask(at.issue({"read"}, now - std::chrono::hours{1}).token));
}

TEST_CASE("a file that cannot be trusted proves nobody, and that is told once", "[http][tokens]") {
  safe at;
  const auto ann = at.issue({"read"});
  REQUIRE(at.ask(ann.token));
  REQUIRE(::chmod(at.path.c_str(), 0640) == 0);
  CHECK_FALSE(at.ask(ann.token));
  CHECK_FALSE(at.ask(ann.token));
  REQUIRE(at.told.size() == 1);
  CHECK(at.told[0].find("chmod 600") != std::string::npos);
  CHECK(at.tokens->trouble() == at.told[0]);
  REQUIRE(::chmod(at.path.c_str(), 0600) == 0);
  CHECK(at.ask(ann.token));
  CHECK(at.tokens->trouble().empty());

  const std::string good = at.text_of_file();
  const auto with = [&](const std::string& text) {
    std::ofstream(at.path) << text;
    return at.ask(ann.token).has_value();
  };
  const auto replaced = [&](const std::string& what, const std::string& by) {
    std::string out = good;
    return out.replace(out.find(what), what.size(), by);
  };
  CHECK_FALSE(with(good.substr(0, good.size() / 2)));
  CHECK_FALSE(with(""));
  CHECK_FALSE(with(replaced("\"version\":1", "\"version\":2")));
  CHECK_FALSE(with(replaced("\"acme\"", "\"\"")));
  CHECK_FALSE(with(replaced("\"read\"", "\"rule\"")));
  CHECK_FALSE(with(replaced("\"user\"", "\"usr\"")));
  CHECK(with(good));
  REQUIRE(::unlink(at.path.c_str()) == 0);
  CHECK_FALSE(at.ask(ann.token));
}

TEST_CASE("what a change says is wrong is not written", "[http][tokens]") {
  safe at;
  at.issue({"read"});
  const std::string before = at.text_of_file();
  const auto refused = http::change_token_file(at.path, [](http::token_list& list) {
    list.tokens.clear();
    return std::string("no");
  });
  REQUIRE_FALSE(refused);
  CHECK(refused.error() == "no");
  CHECK(at.text_of_file() == before);
}

TEST_CASE("a stream ends when its token is revoked in the file", "[http][tokens]") {
  safe file;
  const auto ann = file.issue({"read"});
  desk<convert> at({.auth = file.tokens, .check_token_every = 0ms});
  auto watching = at.get("/v1/events", ann.token);
  REQUIRE(watching.stream);
  std::string out;
  CHECK(watching.stream->read(out) == http::event_stream::state::open);
  file.revoke(ann);
  CHECK(watching.stream->read(out) == http::event_stream::state::ended);
  CHECK(at.get("/v1/events", ann.token).status == 401);
}

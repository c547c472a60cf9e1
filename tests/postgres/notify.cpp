// SPDX-License-Identifier: BSL-1.0
// Processes that hear of each other by NOTIFY. Nothing here is asserted about time: where an
// announcement has to arrive, the process that waits for it would otherwise ask again after an
// hour.
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>

#include <atomic>
#include <thread>

#include <pawl/client.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/postgres.hpp>
#include <pawl/testing/transport_laws.hpp>
#include <pawl/transport/none.hpp>

#include "server.hpp"
#include "support/catch.hpp"

namespace {

namespace laws = pawl::testing::transport_laws;
using namespace std::chrono_literals;
using pawl::transport::channel;
using pawl::transport::milliseconds;
using pawl::transport::notify_options;
using pawl::transport::postgres_notify;
constexpr milliseconds as_long_as_it_takes = laws::as_long_as_it_takes;

/// A transport whose listener listens: it says once that there may be something to look at, and
/// that is taken here.
struct listening {
  explicit listening(notify_options options) : one(std::move(options)) {
    const auto seen = one.news();
    while (!one.wait_for_work(as_long_as_it_takes, one.due())) {
    }
    while (one.wait_for_news(seen, as_long_as_it_takes) == seen) {
    }
  }
  postgres_notify one;
};
notify_options on_channel(const std::string& name) { return {.dsn = "", .channel = name}; }

struct count_up : pawl::job<"notify.count_up", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int in) const { return in + 1; }
};
using store_type = pawl::storage::postgres<>;
constexpr auto an_hour = std::chrono::milliseconds{3'600'000};

}  // namespace

TEST_CASE("the transport of PostgreSQL keeps the laws of one, with a listener and without") {
  const bool listens = GENERATE(true, false);
  notify_options options = on_channel(server::fresh_schema("laws"));
  options.listens = listens;
  std::optional<listening> connected;
  std::optional<postgres_notify> alone;
  if (listens)
    connected.emplace(options);
  else
    alone.emplace(options);
  postgres_notify& carrier = listens ? connected->one : *alone;
  CHECK(laws::silence_tells_nothing(carrier));
  CHECK(laws::work_is_kept_until_it_is_taken(carrier));
  CHECK(laws::work_goes_from_one_to_the_next(carrier));
  CHECK(laws::an_earlier_alarm_reaches_everybody(carrier));
  CHECK(laws::an_alarm_that_has_passed_is_over(carrier));
  CHECK(laws::news_reach_everybody(carrier));
  CHECK(laws::waits_can_be_interrupted(carrier));
  CHECK(carrier.health().is_listening == listens);
}

TEST_CASE("those who name one channel hear each other, and nobody hears itself twice") {
  const std::string name = server::fresh_schema("pair");
  listening here(on_channel(name));
  listening there(on_channel(name));
  const auto seen = there.one.news();
  const auto own = here.one.news();
  here.one.announce_due(milliseconds{2000}, milliseconds{1000});
  while (there.one.due() != milliseconds{2000})
    static_cast<void>(there.one.wait_for_work(as_long_as_it_takes, channel::never));
  here.one.announce_news();
  while (there.one.wait_for_news(seen, as_long_as_it_takes) == seen) {
  }
  here.one.announce_work();
  CHECK(there.one.wait_for_work(as_long_as_it_takes, there.one.due()));
  CHECK(here.one.wait_for_work(as_long_as_it_takes, here.one.due()));
  // `there` answers: had `here` heard its own announcements, they would have come before this one.
  there.one.announce_due(milliseconds{1500}, milliseconds{1000});
  while (here.one.due() != milliseconds{1500})
    static_cast<void>(here.one.wait_for_work(as_long_as_it_takes, milliseconds{2000}));
  CHECK(here.one.news() == own + 1);
}

TEST_CASE("what any other program announces on the channel means that there is something to see") {
  const std::string name = server::fresh_schema("foreign");
  listening here(on_channel(name));
  server::connection psql;
  for (const char* message :
       {"", "hello", "a b c d e", "x wq", "x  -5 7", "x  99999999999999999999 1",
        "x wn 9223372036854775807 9223372036854775807", "x wn 9223372036854775808 1"}) {
    const auto seen = here.one.news();
    psql.run("SELECT pg_notify('" + name + "', '" + message + "')");
    while (here.one.wait_for_news(seen, as_long_as_it_takes) == seen) {
    }
    CHECK(here.one.wait_for_work(as_long_as_it_takes, here.one.due()));
  }
  CHECK(here.one.due() == channel::never);
}

TEST_CASE("a listener whose connection is ended by the server makes another one") {
  const std::string name = server::fresh_schema("ended");
  listening here(on_channel(name));
  CHECK(here.one.health().connections == 1);
  server::connection psql;
  const std::string listeners =
      "pg_stat_activity WHERE application_name = 'pawl listener' AND query LIKE '%" + name + "%'";
  REQUIRE(psql.count(listeners) == 1);
  for (std::uint64_t made = 2; made < 5; ++made) {
    psql.run("SELECT pg_terminate_backend(pid) FROM " + listeners);
    // It looks once when it is back, for what was said meanwhile.
    CHECK(here.one.wait_for_work(as_long_as_it_takes, here.one.due()));
    CHECK(here.one.health().connections == made);
    CHECK(here.one.health().failures == made - 1);
    psql.run("SELECT pg_notify('" + name + "', 'x w')");
    CHECK(here.one.wait_for_work(as_long_as_it_takes, here.one.due()));
  }
}

namespace {

/// Stands between a client and the server, passes everything on, and can fall silent: then it keeps
/// its connections, as a host does that has lost its power.
class relay {
 public:
  relay() {
    accepting_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    REQUIRE(::bind(accepting_, reinterpret_cast<sockaddr*>(&at), size) == 0);
    REQUIRE(::listen(accepting_, 8) == 0);
    REQUIRE(::getsockname(accepting_, reinterpret_cast<sockaddr*>(&at), &size) == 0);
    port_ = ntohs(at.sin_port);
    thread_ = std::thread([this] { work(); });
  }
  relay(const relay&) = delete;
  relay& operator=(const relay&) = delete;
  ~relay() {
    ends_ = true;
    thread_.join();
    for (const pair& each : pairs_) {
      ::close(each.client);
      ::close(each.server);
    }
    ::close(accepting_);
  }
  /// For a listener: it has no other way to the server.
  [[nodiscard]] std::string dsn() const {
    return "host=127.0.0.1 sslmode=disable gssencmode=disable port=" + std::to_string(port_);
  }
  /// All connections that there are now say nothing any more.
  void fall_silent() { silent_ = true; }

 private:
  struct pair {
    int client;
    int server;
    bool mute;
  };
  void work() {
    while (!ends_) {
      if (silent_.exchange(false))
        for (pair& each : pairs_) each.mute = true;
      std::vector<pollfd> all{{accepting_, POLLIN, 0}};
      for (const pair& each : pairs_)
        for (const int end : {each.client, each.server})
          all.push_back({each.mute ? -1 : end, POLLIN, 0});
      if (::poll(all.data(), all.size(), 10) <= 0) continue;
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (all[1 + 2 * i].revents != 0) pass(pairs_[i], pairs_[i].client, pairs_[i].server);
        if (all[2 + 2 * i].revents != 0) pass(pairs_[i], pairs_[i].server, pairs_[i].client);
      }
      if (all[0].revents != 0)
        pairs_.push_back({::accept(accepting_, nullptr, nullptr), reach(), false});
    }
  }
  static void pass(pair& of, int from, int to) {
    char bytes[4096];
    const ssize_t got = ::recv(from, bytes, sizeof bytes, 0);
    if (got <= 0 || ::send(to, bytes, static_cast<std::size_t>(got), MSG_NOSIGNAL) != got)
      of.mute = true;
  }
  static int reach() {
    const int out = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    const std::string path = std::string(::getenv("PGHOST")) + "/.s.PGSQL.5432";
    path.copy(at.sun_path, sizeof at.sun_path - 1);
    if (::connect(out, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0) ::perror("relay");
    return out;
  }

  int accepting_ = -1;
  int port_ = 0;
  std::atomic<bool> ends_{false};
  std::atomic<bool> silent_{false};
  std::vector<pair> pairs_{};
  std::thread thread_{};
};

}  // namespace

TEST_CASE("a listener whose server has gone without a word makes another connection") {
  relay between;
  notify_options options = on_channel(server::fresh_schema("silent"));
  options.dsn = between.dsn();
  options.heartbeat = milliseconds{20};
  options.deadline = milliseconds{2000};
  listening here(options);
  between.fall_silent();
  CHECK(here.one.wait_for_work(as_long_as_it_takes, here.one.due()));
  CHECK(here.one.health().connections == 2);
}

TEST_CASE("between two connections a listener waits, longer each time, and never in step") {
  using pawl::transport::pause_before_connecting;
  for (std::uint64_t failures = 1; failures < 40; ++failures) {
    const auto least = pause_before_connecting(failures, 0);
    CHECK(least >= 50ms);
    CHECK(least <= 2500ms);
    CHECK(pause_before_connecting(failures + 1, 0) >= least);
    CHECK(pause_before_connecting(failures, 17) == least + 17ms);
    for (const std::uint32_t random : {1U, 1234567U, ~0U})
      CHECK(pause_before_connecting(failures, random) <= 2 * least);
  }
  CHECK(pause_before_connecting(6, 0) == 1600ms);
  CHECK(pause_before_connecting(60, 0) == 2500ms);
}

TEST_CASE("a listener that reaches no server can be waited on and ended all the same") {
  postgres_notify deaf({.dsn = "host=127.0.0.1 port=1", .channel = "deaf"});
  deaf.announce_work();
  CHECK(deaf.wait_for_work(as_long_as_it_takes, deaf.due()));
  CHECK_FALSE(deaf.health().is_listening);
}

TEST_CASE("what one process submits another one begins at once", "[SVC-01]") {
  const std::string schema = server::fresh_schema("begun");
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t worker = ::fork();
  if (worker == 0) {
    ::close(ends[1]);
    int verdict = 1;
    try {
      pawl::service jobs{store_type::open("", {.schema = schema}).value(), count_up{}};
      if (jobs.start({.poll = an_hour})) {
        char end = 0;
        verdict = ::read(ends[0], &end, 1) == 0 ? 0 : 2;
        jobs.stop(std::chrono::seconds{1});
      }
    } catch (...) {
    }
    ::_exit(verdict);
  }
  ::close(ends[0]);
  {
    pawl::client jobs{store_type::open("", {.schema = schema}).value(), pawl::jobs<count_up>{}};
    auto me = jobs.as({.tenant = "acme", .user = "ann"});
    for (int i = 0; i < 5; ++i) {
      const auto job = me.submit<count_up>(i);
      REQUIRE(job);
      const auto sum = me.result(*job, 60s);
      REQUIRE(sum);
      CHECK(*sum == i + 1);
    }
    // Due later than anything that the other process knows of, and then something earlier.
    REQUIRE(me.submit<count_up>(0, {.delay = 1h}));
    const auto soon = me.submit<count_up>(7, {.delay = 50ms});
    REQUIRE(soon);
    const auto sum = me.result(*soon, 60s);
    REQUIRE(sum);
    CHECK(*sum == 8);
  }
  ::close(ends[1]);
  int status = 0;
  ::waitpid(worker, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("a process that does not listen finds its work by polling") {
  const std::string schema = server::fresh_schema("polled");
  pawl::service jobs{store_type::open("", {.schema = schema, .listens = false}).value(),
                     count_up{}};
  REQUIRE(jobs.start({.poll = 5ms}));
  pawl::client elsewhere{store_type::open("", {.schema = schema, .listens = false}).value(),
                         pawl::jobs<count_up>{}};
  auto me = elsewhere.as({.tenant = "acme", .user = "ann"});
  for (int i = 0; i < 3; ++i) {
    const auto job = me.submit<count_up>(i);
    REQUIRE(job);
    const auto sum = me.result(*job, 60s);
    REQUIRE(sum);
    CHECK(*sum == i + 1);
  }
  CHECK_FALSE(elsewhere.store().listener().is_listening);
  server::connection psql;
  CHECK(psql.count("pg_stat_activity WHERE application_name = 'pawl listener' AND query LIKE '%" +
                   schema + "%'") == 0);
}

TEST_CASE(
    "a message that comes alone goes at once, and the next one when the server has had a rest") {
  using pawl::transport::message_pace;
  using time = message_pace::time_point;
  const auto at = [](auto since) { return time{} + 1h + since; };
  message_pace pace;
  CHECK(pace.next() <= at(0ms));
  CHECK(pace.next_news() <= at(0ms));

  pace.sent(at(0ms));
  pace.answered(at(100us));
  CHECK(pace.next() == at(2ms));
  CHECK(pace.next_news() == at(10ms));

  pace.sent(at(20ms));
  pace.answered(at(21500us));
  CHECK(pace.next() == at(35ms));
  CHECK(pace.next_news() == at(35ms));

  pace.sent(at(100ms));
  pace.answered(at(3s));  // another program's NOTIFY was in the way
  CHECK(pace.next() == at(150ms));
}

TEST_CASE("what is announced while the server is busy goes with the next message, and arrives") {
  const std::string name = server::fresh_schema("burst");
  listening here(on_channel(name));
  listening there(on_channel(name));
  const auto seen = there.one.news();
  constexpr int commits = 1000;
  // Each sets an alarm that has passed when the next one does.
  milliseconds now{1'000'000};
  for (int i = 0; i < commits; ++i, now += 10ms)
    here.one.announce({.work = true, .news = true, .due = now + 5ms, .now = now});
  const milliseconds last = now - 5ms;
  bool has_work = false;
  for (auto due = there.one.due(); due != last; due = there.one.due())
    has_work |= there.one.wait_for_work(as_long_as_it_takes, due);
  CHECK((has_work || there.one.wait_for_work(as_long_as_it_takes, there.one.due())));
  // News may come with a later message than work.
  CHECK(there.one.wait_for_news(seen, as_long_as_it_takes) != seen);
  CHECK(there.one.news() < seen + commits / 2);
}

TEST_CASE("an announcement costs its commit no round trip") {
  const auto rounds_of_one = [](auto& store) {
    pawl::client jobs{std::move(store), pawl::jobs<count_up>{}};
    auto me = jobs.as({.tenant = "acme", .user = "ann"});
    REQUIRE(me.template submit<count_up>(1));
    const auto before = jobs.store().counts();
    REQUIRE(me.template submit<count_up>(2));
    return jobs.store().counts().rounds - before.rounds;
  };
  const std::string schema = server::fresh_schema("rounds");
  listening ear(on_channel(schema));
  auto loud = store_type::open("", {.schema = schema}).value();
  const auto with = rounds_of_one(loud);
  CHECK(ear.one.wait_for_work(as_long_as_it_takes, ear.one.due()));
  auto quiet = pawl::storage::postgres<pawl::storage::server_clock, pawl::transport::none>::open(
                   "", {.schema = schema})
                   .value();
  CHECK(with == rounds_of_one(quiet));
}

namespace {

/// Another program's transaction with a NOTIFY that does not end: its commit waits for a standby
/// that there is none of, and holds the lock that all others with a NOTIFY need. Commits of ours do
/// not wait for standbys, with `dsn`.
class notify_that_does_not_end {
 public:
  static constexpr const char* dsn = "options='-c synchronous_commit=local'";

  notify_that_does_not_end() {
    psql_.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    psql_.run("SELECT pg_reload_conf()");
    while (psql_.run("SHOW synchronous_standby_names") != "nobody") {
    }
    // The message in the log is what has to reach the standby.
    REQUIRE(PQsendQuery(
                other_.get(),
                "NOTIFY of_another_program; SELECT pg_logical_emit_message(true, '', '')") == 1);
    const std::string pid = std::to_string(PQbackendPID(other_.get()));
    while (psql_.count("pg_stat_activity WHERE wait_event = 'SyncRep' AND pid = " + pid) == 0) {
    }
  }
  notify_that_does_not_end(const notify_that_does_not_end&) = delete;
  notify_that_does_not_end& operator=(const notify_that_does_not_end&) = delete;
  ~notify_that_does_not_end() {
    if (!has_ended_) end();
  }
  void end() {
    has_ended_ = true;
    psql_.run("ALTER SYSTEM RESET synchronous_standby_names");
    psql_.run("SELECT pg_reload_conf()");
    while (PGresult* const answer = PQgetResult(other_.get())) PQclear(answer);
  }

 private:
  server::connection psql_{dsn};
  server::connection other_{};
  bool has_ended_ = false;
};

}  // namespace

TEST_CASE("no commit waits for a NOTIFY of another program, and announcements go on after it") {
  const std::string schema = server::fresh_schema("held_up");
  auto opened = store_type::open(notify_that_does_not_end::dsn, {.schema = schema});
  REQUIRE(opened);
  pawl::client jobs{std::move(*opened), pawl::jobs<count_up>{}};
  auto me = jobs.as({.tenant = "acme", .user = "ann"});
  REQUIRE(me.submit<count_up>(0));
  listening ear(on_channel(schema));
  notify_that_does_not_end held;
  for (int i = 1; i < 5; ++i) CHECK(me.submit<count_up>(i));
  held.end();
  static_cast<void>(ear.one.wait_for_work(milliseconds{0}, ear.one.due()));
  REQUIRE(me.submit<count_up>(5));
  CHECK(ear.one.wait_for_work(as_long_as_it_takes, ear.one.due()));
}

TEST_CASE("a process that only submits announces, and does not listen") {
  const std::string schema = server::fresh_schema("mouth");
  listening ear(on_channel(schema));
  pawl::client jobs{store_type::open("", {.schema = schema}).value(), pawl::jobs<count_up>{}};
  auto me = jobs.as({.tenant = "acme", .user = "ann"});
  CHECK(jobs.store().listener().connections == 0);
  const auto job = me.submit<count_up>(1);
  REQUIRE(job);
  CHECK(ear.one.wait_for_work(as_long_as_it_takes, ear.one.due()));
  CHECK(jobs.store().listener().connections == 1);
  CHECK_FALSE(jobs.store().listener().is_listening);
  // Who waits, listens from then on.
  static_cast<void>(me.result(*job, 0ms));
  channel& carrier = jobs.store().transport();
  for (auto seen = carrier.news(); !jobs.store().listener().is_listening;)
    seen = carrier.wait_for_news(seen, as_long_as_it_takes);
  CHECK(jobs.store().listener().connections == 1);
}

TEST_CASE("what a process announces before it ends is sent") {
  const std::string name = server::fresh_schema("last_words");
  listening ear(on_channel(name));
  notify_options options = on_channel(name);
  options.farewell = as_long_as_it_takes;
  options.heartbeat = as_long_as_it_takes;
  for (int i = 0; i < 5; ++i) {
    postgres_notify(options).announce_work();
    CHECK(ear.one.wait_for_work(as_long_as_it_takes, ear.one.due()));
  }
}

TEST_CASE("a process that announces before it blocks its signals is not hit by them elsewhere") {
  const pid_t child = ::fork();
  if (child == 0) {
    int verdict = 1;
    try {
      postgres_notify one(on_channel("signals"));
      one.announce_work();
      sigset_t asked;
      ::sigemptyset(&asked);
      ::sigaddset(&asked, SIGTERM);
      ::pthread_sigmask(SIG_BLOCK, &asked, nullptr);
      ::kill(::getpid(), SIGTERM);
      int which = 0;
      verdict = ::sigwait(&asked, &which) == 0 && which == SIGTERM ? 0 : 2;
    } catch (...) {
    }
    ::_exit(verdict);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(status == 0);
}

TEST_CASE("in a forked child a transport announces nothing to others, and waits for nobody") {
  postgres_notify one(on_channel(server::fresh_schema("forked")));
  one.announce_work();
  const pid_t child = ::fork();
  if (child == 0) {
    one.announce({.work = true, .news = true});
    const bool had = one.wait_for_work(as_long_as_it_takes, one.due());
    ::_exit(had ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
}

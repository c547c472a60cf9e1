// SPDX-License-Identifier: BSL-1.0
// What happens to all jobs, as a stream.
#include <algorithm>
#include <set>
#include <sstream>

#include "desk.hpp"

namespace {

using namespace http_test;
using state = http::event_stream::state;

/// A job that is forgotten an hour after it has ended, and its history before that.
struct fleeting : pawl::job<"http.fleeting", pawl::lifecycles::deck,
                            pawl::idempotency<pawl::ttl<pawl::duration_ms{1'800'000}>>,
                            pawl::retention<pawl::keep_results<pawl::duration_ms{3'600'000}>,
                                            pawl::keep_events<pawl::duration_ms{1'200'000}>>> {
  outcome<void> operator()(context&, service_jobs::report_input) const { return {}; }
};

struct message {
  std::string id{}, event{}, data{};
};

template <class Place>
struct feed_desk : desk<fleeting, everything, Place> {
  using desk<fleeting, everything, Place>::desk;

  std::string submit() { return to_string(this->bench.submit(runtime_test::alfki).id); }
  http::response open(const std::string& last = {}, const std::string& target = "/v1/events",
                      const std::string& token = "admin") {
    std::vector<http::header> headers;
    if (!last.empty()) headers.push_back({"Last-Event-ID", last});
    return this->ask("GET", target, token, {}, std::move(headers));
  }
  static std::vector<message> read(const http::response& of) {
    std::string text;
    while (of.stream->read(text) == state::more) {
    }
    std::vector<message> out;
    message each;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.empty()) {
        if (!each.event.empty()) out.push_back(std::exchange(each, {}));
      } else if (line.starts_with("id: ")) {
        each.id = line.substr(4);
      } else if (line.starts_with("event: ")) {
        each.event = line.substr(7);
      } else if (line.starts_with("data: ")) {
        each.data = line.substr(6);
      }
    }
    return out;
  }
};

}  // namespace

TEMPLATE_TEST_CASE("the stream of all jobs tells of a new job, then of what happens to it",
                   "[http][DECK-19]", PAWL_RUNTIME_STORES) {
  feed_desk<TestType> at;
  const auto stream = at.open();
  REQUIRE(stream.stream);
  CHECK(at.read(stream).empty());
  const std::string one = at.submit();
  const std::string two = at.submit();
  const auto fresh = at.read(stream);
  REQUIRE(fresh.size() == 2);
  for (const message& each : fresh) {
    CHECK(each.event == "submitted");
    CHECK(member(each.data, "kind") == "submitted");
    CHECK(member(each.data, "sequence") == "0");
    CHECK_FALSE(each.id.empty());
    CHECK(each.data.find("actor") == std::string::npos);
  }
  CHECK(member(fresh[0].data, "jobId") == one);
  CHECK(member(fresh[1].data, "jobId") == two);
  at.bench.engine->run_until_idle();
  const auto later = at.read(stream);
  REQUIRE(later.size() == 4);
  for (const message& each : later) CHECK(each.event == "transition");
  CHECK(at.read(stream).empty());

  // A second reader gets all of it in an order in which no job comes before it was made.
  const auto whole = at.read(at.open());
  REQUIRE(whole.size() == 6);
  std::set<std::string> made;
  for (const message& each : whole) {
    if (each.event == "submitted") made.insert(member(each.data, "jobId"));
    CHECK(made.contains(member(each.data, "jobId")));
  }
  // And from each of them on goes on with the next.
  for (std::size_t i = 0; i < whole.size(); ++i)
    CHECK(at.read(at.open(whole[i].id)).size() == whole.size() - i - 1);

  CHECK(at.read(at.open({}, "/v1/events?from=now")).empty());
  CHECK(at.read(at.open({}, "/v1/events", "stranger")).empty());
  CHECK(at.open("nonsense").status == 400);
  CHECK(at.open("17").status == 400);
}

TEMPLATE_TEST_CASE("who has missed what is no longer kept is told to read the present anew",
                   "[http][DECK-15]", PAWL_RUNTIME_STORES) {
  feed_desk<TestType> at;
  at.submit();
  const auto stream = at.open();
  const auto before = at.read(stream);
  REQUIRE(before.size() == 1);
  at.bench.engine->run_until_idle();
  const auto seen = at.read(stream);
  REQUIRE(seen.size() == 2);
  const auto resets = [&](const std::vector<message>& of) {
    return std::count_if(of.begin(), of.end(),
                         [](const message& each) { return each.event == "reset"; });
  };
  CHECK(resets(at.read(at.open(before[0].id))) == 0);

  at.bench.clock.advance(std::chrono::minutes{30});
  const std::string living = at.submit();
  at.bench.engine->run_until_idle();
  at.read(stream);
  pawl::storage::prune prune{};
  at.bench.jobs.store().apply_one(prune);
  REQUIRE(prune.answer->histories == 1);

  const auto late = at.read(at.open(before[0].id));
  REQUIRE(late.size() == 4);
  CHECK(late[0].event == "reset");
  CHECK(late[1].event == "submitted");
  CHECK(member(late[1].data, "jobId") == living);
  CHECK(resets(late) == 1);
  CHECK(resets(at.read(at.open(seen.back().id))) == 0);
  CHECK(resets(at.read(at.open())) == 0);
  CHECK(resets(at.read(stream)) == 0);

  const auto elsewhere = at.read(at.open("999-999"));
  REQUIRE(elsewhere.size() == 1);
  CHECK(elsewhere[0].event == "reset");
  CHECK(at.read(at.open(elsewhere[0].id)).empty());
}

TEMPLATE_TEST_CASE("the stream of a job whose history is gone says so, and ends", "[http][DECK-15]",
                   PAWL_RUNTIME_STORES) {
  feed_desk<TestType> at;
  const std::string job = at.submit();
  at.bench.engine->run_until_idle();
  const std::string path = "/v1/jobs/" + job;
  const auto whole = at.read(at.open({}, path + "/events"));
  REQUIRE(whole.size() == 2);
  CHECK(whole[0].event == "transition");
  CHECK(at.read(at.open(whole[0].id, path + "/events")).size() == 1);
  const auto events = [&](const std::string& query) {
    const std::string body = at.get(path + "/history" + query).body;
    std::size_t count = 0;
    for (std::size_t i = 0; (i = body.find("\"sequence\":", i)) != body.npos; ++i) ++count;
    return count;
  };
  CHECK(events("") == 2);
  CHECK(events("?after=1") == 1);
  CHECK(events("?after=2") == 0);

  at.bench.clock.advance(std::chrono::minutes{30});
  at.submit();
  at.bench.engine->run_until_idle();
  pawl::storage::prune prune{};
  at.bench.jobs.store().apply_one(prune);
  REQUIRE(prune.answer->histories == 1);
  const auto stream = at.open({}, path + "/events");
  REQUIRE(stream.stream);
  std::string text;
  CHECK(stream.stream->read(text) == state::ended);
  CHECK(text == "event: reset\ndata: {\"next\":2}\n\n");
}

TEST_CASE("a stream with nothing to tell gives signs of life", "[http][DECK-19]") {
  feed_desk<runtime_test::on_memory> at({.sign_of_life = 0ms});
  const auto stream = at.open();
  for (int i = 0; i < 2; ++i) {
    std::string text;
    CHECK(stream.stream->read(text) == state::open);
    CHECK(text == ": still here\n\n");
  }
}

TEST_CASE("streams that have seen the same ask the store once", "[http]") {
  struct counting : pawl::storage::forwarding_store {
    explicit counting(pawl::storage::store& of) { pass_to(of); }
    pawl::storage::answer_to<pawl::storage::feed_page> feed(const pawl::storage::scope& who,
                                                            std::string_view after,
                                                            std::size_t limit) override {
      ++reads;
      return forwarding_store::feed(who, after, limit);
    }
    int reads = 0;
  };
  feed_desk<runtime_test::on_memory> at;
  at.submit();
  counting store(at.bench.jobs.store());
  const auto acme = pawl::storage::scope::tenant("acme");
  const auto globex = pawl::storage::scope::tenant("globex");
  http::recent_pages pages(1h);
  const auto first = pages.read(store, acme, "", 9, 1);
  REQUIRE(first);
  CHECK((*first)->entries.size() == 1);
  const auto again = pages.read(store, acme, "", 9, 1);
  REQUIRE(again);
  CHECK(*again == *first);
  CHECK(store.reads == 1);
  store.reads = 0;
  CHECK((*pages.read(store, acme, "", 9, 2))->entries.size() == 1);
  CHECK((*pages.read(store, globex, "", 9, 2))->entries.empty());
  CHECK((*pages.read(store, acme, (*first)->cursor, 9, 2))->entries.empty());
  CHECK(store.reads == 3);
}

TEST_CASE("a new job that a caller may not see is not announced to it", "[http][STAT-06]") {
  feed_desk<runtime_test::on_memory> at({.may_see = [](const http::caller& who, const auto&) {
    return who.may.has(http::permission::operate);
  }});
  at.submit();
  CHECK(at.read(at.open()).size() == 1);
  CHECK(at.read(at.open({}, "/v1/events", "reader")).empty());
}

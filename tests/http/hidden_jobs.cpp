// SPDX-License-Identifier: BSL-1.0
// Jobs that `may_see` hides from a caller: no answer says that they exist, how many they are, or
// how they end. Where the answer cannot be that of an absent job, it names no job.
#include <sstream>

#include <pawl/schedules.hpp>

#include "desk.hpp"

namespace {

using namespace http_test;
using pawl::job_record;
using runtime_test::convert;

/// The letters of one type in a mailbox: a letter is unique by its address, at most two for a
/// street, and waits for others if it is told to.
struct letter_input {
  std::string address;
  std::string street;
};
struct letter
    : pawl::job<"test.letter", pawl::lifecycles::service,
                pawl::unique<pawl::by::member<&letter_input::address>>,
                pawl::limits<
                    pawl::active_per<pawl::by::member<&letter_input::street>, 2, pawl::at_submit>>,
                pawl::schedulable> {
  outcome<void> operator()(context&, letter_input) const { return {}; }
};

/// Bob sees what is about him, all others see everything.
bool sees(const http::caller& who, const job_record& job) {
  return who.who.user != "bob" || job.subject == "bob";
}
http::api_options hides_from_bob() {
  return {.may_see = sees,
          .may_count = [](const http::caller& who) { return who.who.user != "bob"; }};
}

template <class H, class Place>
struct mailbox : desk<H, everything, Place> {
  explicit mailbox(http::api_options options = hides_from_bob())
      : desk<H, everything, Place>(std::move(options)) {
    this->tokens->add(
        "bob", {{.tenant = "acme", .user = "bob", .organisation = {}}, http::permissions::all()});
  }
  /// Submits a conversion about a subject; `more` are further members of the body.
  http::response convert(const std::string& document, const std::string& subject,
                         const std::string& token, const std::string& key = {},
                         const std::string& more = {}) {
    std::vector<http::header> headers;
    if (!key.empty()) headers.push_back({"Idempotency-Key", key});
    return this->ask("POST", "/v1/jobs/deck.convert", token,
                     R"({"input":{"document":")" + document +
                         R"(","source_uri":"s"},"subjectId":")" + subject + "\"" + more + "}",
                     std::move(headers));
  }
  std::string made(const http::response& answer) {
    INFO(answer.body);
    REQUIRE(answer.status == 202);
    return member(answer.body, "jobId");
  }
  http::response post_letter(const std::string& address, const std::string& street,
                             const std::string& subject, const std::string& token) {
    return this->post("/v1/jobs/test.letter",
                      R"({"input":{"address":")" + address + R"(","street":")" + street +
                          R"("},"subjectId":")" + subject + "\"}",
                      token);
  }
};

/// All that a client sees of an answer, with one text in the place of another.
std::string whole(const http::response& of, const std::string& from = {},
                  const std::string& to = {}) {
  std::string out = std::to_string(of.status) + "\n";
  for (const http::header& each : of.headers) out += each.name + ": " + each.value + "\n";
  out += "\n" + of.body;
  for (std::size_t at = 0; !from.empty() && (at = out.find(from, at)) != out.npos; at += to.size())
    out.replace(at, from.size(), to);
  return out;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++count;
  return count;
}

const std::string absent_id = "018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20";

auto ends(bool well) {
  return [well](convert::context&, const deck_jobs::convert_input&) {
    using outcome = convert::outcome<deck_jobs::convert_output>;
    return well ? outcome(deck_jobs::convert_output{"deck://1", 3})
                : outcome(convert::fail<pawl::error::network_timeout>("no answer"));
  };
}

}  // namespace

TEMPLATE_TEST_CASE("a repeated key whose job the caller may not see names no job and makes none",
                   "[http][D2][D30]", PAWL_RUNTIME_STORES) {
  mailbox<convert, TestType> at;
  const std::string hidden = at.made(at.convert("d1", "eve", "admin", "order-1"));
  const http::response same = at.convert("d1", "eve", "bob", "order-1");
  CHECK(same.status == 409);
  CHECK(member(same.body, "code") == "KEY_CONFLICT");
  CHECK(whole(same).find(hidden) == std::string::npos);
  CHECK(same.find("Location") == nullptr);
  CHECK(same.find("Idempotency-Replayed") == nullptr);
  // Nor whether the caller has guessed what was submitted.
  CHECK(whole(at.convert("d2", "eve", "bob", "order-1")) == whole(same));
  CHECK(whole(at.convert("d3", "bob", "bob", "order-1")) == whole(same));
  // The same for many that are committed together.
  http::asked_submission later;
  auto in = at.asked("POST", "/v1/jobs/deck.convert", "bob",
                     R"({"input":{"document":"d1","source_uri":"s"},"subjectId":"eve"})",
                     {{"Idempotency-Key", "order-1"}});
  REQUIRE_FALSE(at.api.core().handle(in, later));
  http::asked_submission* const all[] = {&later};
  at.api.core().submit_together(all);
  CHECK(whole(later.answer) == whole(same));
  CHECK_FALSE(at.api.core().submits_little(in));

  CHECK(count_of(at.get("/v1/jobs").body, "\"id\":") == 1);
  // Who may see the job is answered as ever, and is told which job has another input.
  const http::response again = at.convert("d1", "eve", "admin", "order-1");
  CHECK(again.status == 200);
  CHECK(member(again.body, "jobId") == hidden);
  CHECK(member(at.convert("d2", "eve", "admin", "order-1").body, "jobId") == hidden);
  // So is bob about a job of his own.
  const std::string his = at.made(at.convert("d4", "bob", "bob", "order-2"));
  CHECK(member(at.convert("d4", "bob", "bob", "order-2").body, "jobId") == his);
}

TEMPLATE_TEST_CASE("a job that is unique beside a hidden one, or over its limit, does not name it",
                   "[http][D2]", PAWL_RUNTIME_STORES) {
  mailbox<letter, TestType> at;
  const std::string hidden = at.made(at.post_letter("1 Elm", "Elm", "eve", "admin"));
  const http::response second = at.post_letter("1 Elm", "Elm", "bob", "bob");
  CHECK(second.status == 409);
  CHECK(member(second.body, "code") == "LIMIT_REACHED");
  CHECK(whole(second).find(hidden) == std::string::npos);
  CHECK(at.post_letter("1 Elm", "Elm", "eve", "admin").status == 200);

  const std::string other = at.made(at.post_letter("2 Elm", "Elm", "eve", "admin"));
  const http::response third = at.post_letter("3 Elm", "Elm", "bob", "bob");
  CHECK(third.status == 409);
  CHECK(member(third.body, "code") == "LIMIT_REACHED");
  CHECK(member(third.body, "jobId") == "(absent)");
  CHECK(member(at.post_letter("3 Elm", "Elm", "eve", "admin").body, "jobId") != "(absent)");
  CHECK(count_of(at.get("/v1/jobs").body, "\"id\":") == 2);
}

TEMPLATE_TEST_CASE("a job cannot wait for a hidden one: it is answered as if that were absent",
                   "[http][D2]", PAWL_RUNTIME_STORES) {
  mailbox<convert, TestType> at;
  const auto waits_for = [&](const std::string& id, const std::string& document,
                             const std::string& key = {}) {
    return at.convert(document, "bob", "bob", key, R"(,"dependsOn":[")" + id + "\"]");
  };
  const std::string absent = whole(waits_for(absent_id, "w"), absent_id, "ID");
  CHECK(absent.find("UNKNOWN_DEPENDENCY") != std::string::npos);
  *at.bench.handler.act = ends(false);
  const std::string dead = at.made(at.convert("d1", "eve", "admin"));
  at.bench.live_on();
  *at.bench.handler.act = ends(true);
  const std::string succeeded = at.made(at.convert("d2", "eve", "admin"));
  at.bench.engine->run_until_idle();
  REQUIRE(member(at.get("/v1/jobs/" + dead).body, "status") == "failed");
  REQUIRE(member(at.get("/v1/jobs/" + succeeded).body, "status") == "succeeded");
  const std::string living = at.made(at.convert("d3", "eve", "admin"));
  for (const std::string& hidden : {dead, succeeded, living}) {
    CHECK(whole(waits_for(hidden, "w"), hidden, "ID") == absent);
    CHECK(whole(waits_for(hidden, "w", "key-1"), hidden, "ID") == absent);
    // Among others, too.
    const std::string mine = at.made(at.convert("m" + hidden, "bob", "bob"));
    CHECK(whole(waits_for(mine + "\",\"" + hidden, "w"), hidden, "ID") == absent);
  }
  // Under load, too.
  at.api.core().sessions().high_watermark = 1;
  CHECK(whole(waits_for(living, "w"), living, "ID") ==
        whole(waits_for(absent_id, "w"), absent_id, "ID"));
  at.api.core().sessions().high_watermark = 0;
  // A repetition is answered as ever, although what it waited for was hidden since.
  const std::string key_job = at.made(at.convert("d9", "bob", "bob", "key-2"));
  CHECK(member(at.convert("d9", "bob", "bob", "key-2", R"(,"dependsOn":[")" + living + "\"]").body,
               "jobId") == key_job);
  // Who may see a job may wait for it.
  const auto waiting = at.convert("w", "bob", "admin", {}, R"(,"dependsOn":[")" + living + "\"]");
  CHECK(waiting.status == 202);
}

TEMPLATE_TEST_CASE("counts are for those who may see all that is counted", "[http][D2]",
                   PAWL_RUNTIME_STORES) {
  mailbox<convert, TestType> at;
  const http::response before = at.get("/v1/stats", "bob");
  CHECK(before.status == 403);
  CHECK(member(before.body, "code") == "NOT_ALLOWED");
  *at.bench.handler.act = ends(false);
  at.made(at.convert("d1", "eve", "admin"));
  at.bench.live_on();
  at.made(at.convert("d2", "eve", "admin"));
  CHECK(whole(at.get("/v1/stats", "bob")) == whole(before));
  const http::response counted = at.get("/v1/stats");
  CHECK(counted.status == 200);
  CHECK(member(counted.body, "deadLetters") == "1");
}

TEST_CASE("without `may_count`, nobody is told counts that `may_see` could hide", "[http][D2]") {
  mailbox<convert, runtime_test::on_memory> at({.may_see = sees});
  CHECK(at.get("/v1/stats").status == 403);
  CHECK(at.get("/v1/stats", "root").status == 403);
  desk<convert> all_seen;
  CHECK(all_seen.get("/v1/stats").status == 200);
}

TEST_CASE("what is measured of all tenants is for operators of the root tenant", "[http][D2]") {
  desk<convert> at;
  *at.bench.handler.act = ends(true);
  REQUIRE(
      at.post("/v1/jobs/deck.convert", R"({"input":{"document":"d1","source_uri":"s"}})").status ==
      202);
  at.bench.engine->run_until_idle();
  const std::string metrics = at.get("/metrics", "root").body;
  CHECK(metrics.find("job_enqueue_total{job_type=\"deck.convert\"} 1") != std::string::npos);
  CHECK(whole(at.get("/metrics")) == whole(at.get("/nothing")));
  CHECK(member(at.get("/v1/stats", "root").body, "p50Ms") != "(absent)");
  for (const std::string own : {"/v1/stats", "/v1/stats?tenant=acme"}) {
    const http::response counted = at.get(own, own == "/v1/stats" ? "admin" : "root");
    REQUIRE(counted.status == 200);
    CHECK(member(counted.body, "count") == "1");
    CHECK(counted.body.find(R"("durations":[])") != std::string::npos);
  }
}

TEMPLATE_TEST_CASE("a list is as long as if hidden jobs were absent, and so are its pages",
                   "[http][D2]", PAWL_RUNTIME_STORES) {
  mailbox<convert, TestType> at;
  *at.bench.handler.act = ends(false);
  std::vector<std::string> his;
  for (int i = 0; i < 12; ++i) {
    const bool is_his = i == 3 || i == 4 || i == 9;
    const std::string id =
        at.made(at.convert("d" + std::to_string(i), is_his ? "bob" : "eve", "admin"));
    if (is_his) his.insert(his.begin(), id);
  }
  const auto walk = [&](const std::string& list, const std::string& limit) {
    std::vector<std::string> pages;
    std::string cursor;
    do {
      const http::response page =
          at.get(list + "?limit=" + limit + (cursor.empty() ? "" : "&cursor=" + cursor), "bob");
      REQUIRE(page.status == 200);
      std::string& ids = pages.emplace_back();
      for (std::size_t i = 0; i < his.size(); ++i)
        if (page.body.find("\"" + his[i] + "\"") != std::string::npos) ids += std::to_string(i);
      CHECK(count_of(page.body, "\"id\":") == ids.size());
      const std::string next = member(page.body, "nextCursor");
      cursor = next == "(absent)" ? "" : next;
    } while (!cursor.empty() && pages.size() < 20);
    return pages;
  };
  using pages = std::vector<std::string>;
  CHECK(walk("/v1/jobs", "1") == pages{"0", "1", "2"});
  CHECK(walk("/v1/jobs", "2") == pages{"01", "2"});
  CHECK(walk("/v1/jobs", "3") == pages{"012"});
  CHECK(walk("/v1/jobs", "200") == pages{"012"});
  at.bench.live_on();
  CHECK(walk("/v1/dlq", "1") == pages{"0", "1", "2"});
  CHECK(walk("/v1/dlq", "2") == pages{"01", "2"});
  CHECK(walk("/v1/dlq", "50") == pages{"012"});
  // Who sees all has pages of all.
  CHECK(count_of(at.get("/v1/jobs?limit=5").body, "\"id\":") == 5);
}

TEMPLATE_TEST_CASE("actions on many jobs count the visible ones alone", "[http][D2]",
                   PAWL_RUNTIME_STORES) {
  mailbox<convert, TestType> at;
  const auto miscounted = [&](int expected) {
    return whole(at.post("/v1/bulk/cancel",
                         R"({"type":"deck.convert","expected":)" + std::to_string(expected) + "}",
                         "bob"));
  };
  for (int i = 0; i < 120; ++i) at.made(at.convert("b" + std::to_string(i), "bob", "bob"));
  const std::string none = miscounted(0);
  const std::string too_many = miscounted(500);
  CHECK(none.find("there are 120 ") != std::string::npos);
  // As many hidden ones as move the visible ones from page to page.
  for (int i = 0; i < 150; ++i) at.made(at.convert("e" + std::to_string(i), "eve", "admin"));
  CHECK(miscounted(0) == none);
  CHECK(miscounted(500) == too_many);
  CHECK(at.post("/v1/bulk/cancel", R"({"type":"deck.convert","expected":120})", "bob").status ==
        200);
  CHECK(count_of(at.get("/v1/jobs?status=pending&limit=200").body, "\"id\":") == 150);
}

TEST_CASE("what a worker holds is counted as far as the caller may see it", "[http][D2]") {
  mailbox<convert, runtime_test::on_memory> at;
  at.made(at.convert("d1", "eve", "admin"));
  at.made(at.convert("d2", "bob", "admin"));
  std::string his;
  std::string all;
  *at.bench.handler.act = [&](convert::context& ctx, const deck_jobs::convert_input& in) {
    if (his.empty()) {
      his = at.get("/v1/workers", "bob").body;
      all = at.get("/v1/workers").body;
    }
    return ends(true)(ctx, in);
  };
  at.bench.engine->run_until_idle();
  CHECK(member(all, "holds") == "2");
  CHECK(member(his, "holds") == "1");
  CHECK(count_of(his, "\"job\":") == 1);
}

TEST_CASE("a schedule names its last job to those who may see it", "[http][D2]") {
  mailbox<letter, runtime_test::on_memory> at;
  const auto who = at.bench.jobs.as({.tenant = "acme", .user = "ann"});
  const auto number =
      who.template schedule<letter>("nightly", pawl::cron_at("0 3 * * *"), {"1 Elm", "Elm"});
  REQUIRE(number);
  const http::response ran = at.post("/v1/schedules/" + std::to_string(*number) + "/run");
  REQUIRE(ran.status == 202);
  const std::string id = member(ran.body, "jobId");
  CHECK(member(at.get("/v1/schedules").body, "lastJobId") == id);
  CHECK(at.get("/v1/schedules", "bob").body.find(id) == std::string::npos);
  const http::response paused =
      at.post("/v1/schedules/" + std::to_string(*number) + "/pause", {}, "bob");
  CHECK(paused.status == 200);
  CHECK(paused.body.find(id) == std::string::npos);
}

TEST_CASE("a dead letter is not submitted again beside a hidden job, and does not name it",
          "[http][D2]") {
  mailbox<convert, runtime_test::on_memory> at;
  *at.bench.handler.act = ends(false);
  const std::string dead = at.made(at.convert("d1", "bob", "bob"));
  at.bench.live_on();
  const std::string hidden = at.made(at.convert("d1", "eve", "admin"));
  const http::response refused = at.post("/v1/dlq/" + dead + "/replay", {}, "bob");
  CHECK(member(refused.body, "code") == "LIMIT_REACHED");
  CHECK(refused.body.find(hidden) == std::string::npos);
  CHECK(member(at.post("/v1/dlq/" + dead + "/replay").body, "jobId") == hidden);
}

TEST_CASE("the stream of a job ends when its reader may not see the job any more", "[http][D2]") {
  bool allowed = true;
  mailbox<convert, runtime_test::on_memory> at(
      {.may_see = [&](const auto&, const auto&) { return allowed; }, .check_token_every = 0ms});
  const std::string id = at.made(at.convert("d1", "eve", "admin"));
  const auto watching = at.get("/v1/jobs/" + id + "/events");
  REQUIRE(watching.stream);
  std::string out;
  CHECK(watching.stream->read(out) == http::event_stream::state::open);
  allowed = false;
  REQUIRE(at.bench.jobs.as({.tenant = "acme", .user = "ann"}).cancel(*pawl::parse_job_id(id)));
  out.clear();
  CHECK(watching.stream->read(out) == http::event_stream::state::ended);
  CHECK(out.empty());
}

TEST_CASE("a job of another tenant is no dependency, and cannot be told from an absent one",
          "[http][D2]") {
  mailbox<convert, runtime_test::on_memory> at;
  const std::string foreign = at.made(at.convert("d1", "bob", "stranger"));
  const auto waits_for = [&](const std::string& id) {
    return whole(at.convert("w", "bob", "bob", {}, R"(,"dependsOn":[")" + id + "\"]"), id, "ID");
  };
  CHECK(waits_for(foreign) == waits_for(absent_id));
}

TEST_CASE("what may_see throws about one of many submissions is no answer to the others",
          "[http][D2]") {
  mailbox<convert, runtime_test::on_memory> at(
      {.may_see = [](const http::caller& who, const job_record&) -> bool {
        if (who.who.user == "bob") throw std::runtime_error("no answer");
        return true;
      }});
  const std::string first = at.made(at.convert("d1", "eve", "admin", "order-1"));
  http::asked_submission later[2];
  for (std::size_t i = 0; i < 2; ++i)
    REQUIRE_FALSE(at.api.core().handle(
        at.asked("POST", "/v1/jobs/deck.convert", i == 0 ? "bob" : "admin",
                 R"({"input":{"document":"d1","source_uri":"s"},"subjectId":"eve"})",
                 {{"Idempotency-Key", "order-1"}}),
        later[i]));
  http::asked_submission* const all[] = {&later[0], &later[1]};
  at.api.core().submit_together(all);
  CHECK(later[0].answer.status == 500);
  CHECK(later[1].answer.status == 200);
  CHECK(member(later[1].answer.body, "jobId") == first);
}

// SPDX-License-Identifier: BSL-1.0
// Every command on a queue, in a file; and, where a server is, in PostgreSQL.
#include <pawl/codec/syntax.hpp>

#include "queue.hpp"
#include "support/catch.hpp"

using namespace ctl_test;
using pawl::ctl::exit_code;

namespace {

std::size_t count_of(const std::string& in, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = in.find(part); at != in.npos; at = in.find(part, at + 1)) ++count;
  return count;
}

/// Whether nothing but what people read was written: no control characters but line ends.
bool is_harmless(const std::string& text) {
  for (const char c : text)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f) return false;
  return text.find("\xc2\x9b") == text.npos;
}

}  // namespace

TEST_CASE("jobs are listed, by type, state, tenant, time and page", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    REQUIRE(on.size() == 10);
    const called all = on({"list"});
    CHECK(all.is_done());
    CHECK(count_of(all.out, "\n") == 11);
    for (const char* each : {"SENT", "DEAD", "WRONG", "DRAFTED", "SLOW", "LATE", "GUEST"})
      CHECK(all.says(on.id(each)));
    CHECK(on({"list", "--type", "desk.review"}).says(on.id("DRAFTED")));
    CHECK(count_of(on({"list", "--type", "desk.review"}).out, "\n") == 2);
    CHECK(count_of(on({"list", "--state", "dead_lettered", "--state", "drafted"}).out, "\n") == 5);
    CHECK(count_of(on({"list", "--tenant", "globex"}).out, "\n") == 3);
    CHECK(on({"list", "--tenant", "nobody"}).out == "no jobs\n");
    CHECK(on({"list", "--until", "1h"}).out == "no jobs\n");
    CHECK(count_of(on({"list", "--since", "1h"}).out, "\n") == 11);
    CHECK(on({"list", "--since", "yesterday"}).code == exit_code::usage);
    CHECK(on({"list", "--limit", "0"}).code == exit_code::usage);
    CHECK(on({"list", "--limit", "-3"}).code == exit_code::usage);
    CHECK(on({"list", "--cursor", "rubbish"}).code == exit_code::found);

    const called page = on({"list", "--limit", "4"});
    CHECK(count_of(page.out, "\n") == 6);
    const std::string cursor = page.out.substr(
        page.out.find("--cursor ") + 9, page.out.rfind(',') - page.out.find("--cursor ") - 9);
    CHECK(count_of(on({"list", "--limit", "200", "--cursor", cursor}).out, "\n") == 7);
  }
}

TEST_CASE("what a store holds is data, to the terminal as well", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    const std::vector<std::vector<std::string>> looks = {
        {"list"},
        {"show", on.id("DEAD")},
        {"show", on.id("SENT"), "--payload", "--result"},
        {"dlq", "list"},
        {"dlq", "show", on.id("DEAD"), "--payload"},
        {"workers"},
        {"tail", "--from-start", "--no-follow"},
        {"stats"},
        {"types"},
        {"types", "shop.mail"}};
    for (std::vector<std::string> words : looks) {
      CAPTURE(words);
      const called text = on(words);
      CHECK(text.is_done());
      CHECK(is_harmless(text.out));
      words.emplace_back("--json");
      const called json = on(words);
      CHECK(json.is_done());
      CHECK(is_harmless(json.out));
    }
    CHECK(on({"show", on.id("DEAD")}).says("no answer from \\x1b[31mthe\\x1b[0m server"));
    CHECK(on({"show", on.id("DEAD"), "--json"}).says("no answer from \\u001b[31mthe"));
    CHECK(on({"workers"}).says("fixture \\x1b[1m"));
  }
}

TEST_CASE("every command has JSON", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    const std::pair<std::vector<std::string>, const char*> all[] = {
        {{"list"}, R"({"items":[{"tenant":"acme","phase":"scheduled","id":")"},
        {{"list", "--limit", "1"}, R"("nextCursor":")"},
        {{"show", on.id("SENT"), "--payload", "--result"}, R"("events":[{"id":)"},
        {{"dlq", "list"}, R"({"items":[{"job":{"id":")"},
        {{"dlq", "show", on.id("WRONG"), "--payload"},
         R"("payload":{"text":"wrong","to":"nobody"})"},
        {{"stats"}, R"("deadLetters":3)"},
        {{"workers"}, R"("holds":1)"},
        {{"types"}, R"({"items":[{"handlerId":"desk.review")"},
        {{"lifecycle", "shop.mail"}, R"("diagram":"stateDiagram-v2\n)"},
        {{"verify"}, R"({"findings":[],"checks":)"},
        {{"prune"}, R"({"done":false,"items":[)"},
        {{"completion", "bash"}, R"("shell":"bash")"},
        {{"cancel", on.id("LATE")}, R"("outcome":"cancelled")"},
        {{"dlq", "replay", on.id("DEAD")}, R"("outcome":"replayed as","replayedAs":")"},
        {{"prune", "--yes"}, R"({"done":true,"jobs":0)"},
        {{"vacuum"}, R"("bytesAfter":)"}};
    for (auto [words, part] : all) {
      CAPTURE(words);
      words.emplace_back("--json");
      const called it = on(words);
      CAPTURE(it.out, it.err);
      CHECK(it.is_done());
      CHECK(it.says(part));
      CHECK(pawl::check_json(pawl::text(it.out)).has_value());
    }
    // One document for each event.
    const called events = on({"tail", "--from-start", "--no-follow", "--json"});
    std::size_t lines = 0;
    for (std::size_t at = 0; at < events.out.size(); ++lines) {
      const std::size_t end = events.out.find('\n', at);
      CHECK(pawl::check_json(pawl::text(events.out.data() + at, end - at)).has_value());
      at = end + 1;
    }
    CHECK(lines > 20);
  }
}

TEST_CASE("a job is shown with all that happened to it; its payload only if asked", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    const called it = on({"show", on.id("SENT")});
    CHECK(it.says("succeeded (terminal, success)"));
    CHECK(it.says("pending → running by start"));
    CHECK(it.says("first"));
    CHECK_FALSE(it.says("hello"));
    CHECK(on({"show", on.id("SENT"), "--payload"}).says("version 1: {\"text\":\"hello\""));
    CHECK(on({"show", on.id("SENT"), "--result"}).says("sent to ann@example.org"));
    CHECK(on({"show", "rubbish"}).code == exit_code::usage);
    const called none = on({"show", "01890a5d-ac96-774b-bcce-b302099a8057"});
    CHECK(none.code == exit_code::found);
    CHECK(none.complains("not_found"));
    CHECK(on({"show", on.id("SENT"), "--tenant", "globex"}).complains("not_found"));
  }
}

TEST_CASE("a process without the job's type cancels what standard guards allow", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    const called it = on({"cancel", on.id("LATE"), on.id("SLOW"), on.id("DRAFTED"), on.id("AFTER"),
                          "--reason", "not needed"});
    CHECK(it.is_done());
    CHECK(count_of(it.out, ": cancelled\n") == 3);
    CHECK(it.says(on.id("SLOW") + ": asked to end"));
    const called late = on({"show", on.id("LATE")});
    CHECK(late.says("canceled (terminal, cancelled)"));
    CHECK(late.says("user pawlctl:ann"));
    CHECK(late.says("not needed"));
    CHECK(on({"show", on.id("DRAFTED")}).says("dropped"));
    // What its own guard decides, and what has ended, is refused; the rest is done all the same.
    const called mixed = on({"cancel", on.id("GUEST"), on.id("SENT"), on.id("LATE_TOO")});
    CHECK(mixed.code == exit_code::found);
    CHECK(mixed.complains(
        "unknown_handler: whether this job may be cancelled is decided by a guard"));
    CHECK(mixed.complains("already_terminal"));
    CHECK(mixed.says(on.id("LATE_TOO") + ": cancelled"));
    CHECK(on({"cancel", on.id("SLOW"), "--force", "--as", "nobody"}).code == exit_code::usage);
    CHECK(on({"cancel", on.id("SLOW"), "--force"}).says("cancelled"));
    CHECK(on({"verify"}).out.find("nothing was found") == 0);
  }
}

TEST_CASE("dead letters are replayed, one by one or all that were seen", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    CHECK(count_of(on({"dlq", "list"}).out, "\n") == 4);
    CHECK(count_of(on({"dlq", "list", "--tenant", "acme"}).out, "\n") == 2);
    CHECK(on({"dlq", "show", on.id("SENT")}).code == exit_code::found);
    CHECK(on({"dlq", "replay"}).code == exit_code::usage);
    CHECK(on({"dlq", "replay", "--type", "shop.mail"}).code == exit_code::usage);
    CHECK(on({"dlq", "replay", on.id("SENT")}).complains("there is no such dead letter"));
    CHECK(on({"dlq", "replay", on.id("DEAD")}).says(on.id("DEAD") + ": replayed as "));
    const called wrong = on({"dlq", "replay", "--type", "shop.mail", "--expect", "7"});
    CHECK(wrong.code == exit_code::found);
    CHECK(wrong.complains("count_mismatch"));
    CHECK(on({"dlq", "replay", "--type", "shop.mail", "--expect", "2"}).out ==
          "replayed 2, refused 0\n");
    CHECK(count_of(on({"list", "--state", "pending"}).out, " ready ") == 3);
    CHECK(on({"verify"}).is_done());
  }
}

TEST_CASE("events are told as they come, and from where a reader was", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    CHECK(on({"tail", "--no-follow"}).out.empty());
    const called first = on({"tail", "--from-start", "--limit", "3", "--json"});
    CHECK(count_of(first.out, "\n") == 3);
    const std::size_t at = first.out.rfind("\"cursor\":\"") + 10;
    const std::string cursor = first.out.substr(at, first.out.find('"', at) - at);
    const called rest = on({"tail", "--cursor", cursor, "--no-follow", "--json"});
    const called whole = on({"tail", "--from-start", "--no-follow", "--json"});
    CHECK(first.out + rest.out == whole.out);
    CHECK(on({"tail", on.id("SENT"), "--from-start"}).says("running → succeeded by succeed"));
    CHECK(on({"tail", on.id("SENT")}).complains("the job has ended"));
  }
}

TEST_CASE("a lifecycle is drawn from what the store holds", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    const called drawn = on({"lifecycle", "shop.mail", "--job", on.id("DEAD")});
    CHECK(drawn.says("failed --> pending : retry_due [may_retry]"));
    CHECK(drawn.says("class dead_lettered here"));
    CHECK(on({"lifecycle", "desk.review", "--as", "graphviz"})
              .says("\"printing\" -> \"dropped\" [label=\"fail, lose, cancel\"]"));
    CHECK(on({"lifecycle", "desk.vip", "--as", "table", "--job", on.id("GUEST")})
              .says("> waiting  cancel   is_fresh  sent_away"));
    CHECK(on({"lifecycle", "nothing"}).code == exit_code::found);
    CHECK(on({"lifecycle", "shop.mail", "--as", "music"}).code == exit_code::usage);
    CHECK(on({"lifecycle", "shop.mail", "--job", on.id("GUEST")}).code == exit_code::found);
    CHECK(on({"types", "nothing"}).code == exit_code::found);
    CHECK(on({"types", "shop.mail"}).says("2 attempts, fixed from 5 ms"));
  }
}

TEST_CASE("what is over its time is deleted, and only if it is said", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    CHECK(on({"prune"}).out == "nothing would be deleted\n");
    on({"cancel", on.id("LATE")});
    const called would = on({"prune", "--older-than", "0s"});
    CHECK(would.says("shop.mail: 1 jobs, and the events or outputs of 1 more"));
    CHECK(would.says("nothing was deleted; --yes does it"));
    CHECK(on({"show", on.id("LATE")}).is_done());
    CHECK(
        on({"prune", "--older-than", "0s", "--type", "desk.vip", "--yes"}).says("deleted 0 jobs"));
    CHECK(on({"prune", "--older-than", "0s", "--yes"}).says("deleted 1 jobs"));
    CHECK(on({"show", on.id("LATE")}).complains("not_found"));
    // What has an idempotency key stays as long as that, and dead letters are for people.
    CHECK(on({"show", on.id("SENT")}).says("no events are kept"));
    CHECK(on({"dlq", "show", on.id("DEAD")}).is_done());
    CHECK(on({"prune", "--older-than", "soon"}).code == exit_code::usage);
    CHECK(on({"verify"}).is_done());
    CHECK(on({"vacuum"}).is_done());
    CHECK(on({"verify"}).is_done());
  }
}

TEST_CASE("a shell is told what it can complete", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    CHECK(on({"completion", "values", "types"}).out == "desk.review\ndesk.vip\nshop.mail\n");
    CHECK(on({"completion", "values", "states"}).says("dead_lettered\n"));
    CHECK(on({"completion", "values", "tenants"}).says("globex\n"));
    CHECK(on({"completion", "values", "letters"}).says(on.id("WRONG")));
    CHECK(on({"completion", "values", "jobs"}).says(on.id("GUEST")));
    CHECK(on({"completion", "fish"}).code == exit_code::usage);
  }
}

TEST_CASE("types are paused, drained and resumed; a job is given another time", "[store]") {
  for (const std::string& place : places()) {
    const queue on(place);
    CHECK(on({"pause", "shop.mail"}).out == "shop.mail: paused: none is begun, takes new ones\n");
    CHECK(on({"drain", "shop.mail", "--json"}).says(R"("paused":true,"draining":true)"));
    CHECK(on({"stats"}).says("shop.mail: paused, draining\n"));
    CHECK(on({"resume", "shop.mail"}).out == "shop.mail: not paused, takes new ones\n");
    CHECK(on({"pause", "nothing"}).code == exit_code::found);

    CHECK(on({"reschedule", on.id("LATE")}).code == exit_code::usage);
    CHECK(on({"reschedule", on.id("LATE"), "--in", "3d"}).says("due "));
    CHECK(on({"show", on.id("LATE")}).says("user pawlctl:ann"));
    CHECK(on({"reschedule", on.id("LATE"), "--in", "0s"}).is_done());
    CHECK(on({"reschedule", on.id("SENT"), "--in", "1h"}).complains("already_terminal"));
    CHECK(on({"verify"}).out.find("nothing was found") == 0);

    CHECK(on({"schedules"}).says("nightly  0 3 * * *  UTC"));
    CHECK(on({"schedules", "--json"}).says(R"("name":"nightly","when":"0 3 * * *")"));
    CHECK(on({"schedules", "--tenant", "globex"}).out == "no schedules\n");
  }
}

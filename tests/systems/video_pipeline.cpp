// SPDX-License-Identifier: BSL-1.0
// examples/video_pipeline, walked through its specification. The test is the workflow that works
// elsewhere, and the provider of speech to text.
#include <algorithm>
#include <fstream>
#include <functional>
#include <set>
#include <thread>

#include <pawl/handlers/webhook_signature.hpp>

#include "../handlers/server.hpp"
#include "../storage/directory.hpp"
#include "golden.hpp"
#include "system.hpp"
#include "video_pipeline/files.hpp"
#include "video_pipeline/steps.hpp"

using namespace systems_test;

namespace {

using names = std::vector<std::string>;
using delivery = handlers_test::request;
using handlers_test::server;
using handlers_test::wire;

/// Makes transcripts; a word that is said in a film decides what goes wrong.
class provider {
 public:
  /// While it is set, what holds "slowly" is not answered.
  std::atomic<bool> withholds{false};
  std::atomic<int> given_up{0};  ///< requests whose sender went away before the answer
  /// Called with what holds "meanwhile", before it is answered: a handler waits for that answer.
  /// Set while nothing is asked.
  std::function<void(const std::string& audio)> meanwhile{};

  [[nodiscard]] std::string url() const { return server_.url("/transcribe"); }
  /// How often it was asked about a film in which this is said.
  [[nodiscard]] std::ptrdiff_t asked(const std::string& word) const {
    const auto all = server_.requests();
    return std::count_if(all.begin(), all.end(), [&](const delivery& each) {
      return each.body.find(word) != std::string::npos;
    });
  }

 private:
  void answer(wire& to, const std::string& audio) {
    const auto says = [&](const char* word) { return audio.find(word) != std::string::npos; };
    if (says("meanwhile")) meanwhile(audio);
    if (says("slowly") && withholds) {
      to.wait_for_end();
      ++given_up;
    } else if (says("barred")) {
      send(to, "403 Forbidden", {});
    } else if (says("never") || (says("twice") && asked("twice") == 1)) {
      send(to, "503 Service Unavailable", {});
    } else {
      send(to, "200 OK", video::transcribe(audio));
    }
  }
  static void send(wire& to, const std::string& status, const std::string& body) {
    to.send("HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) +
            "\r\n\r\n" + body);
  }

  server server_{[this](wire& to, const delivery& in) { answer(to, in.body); }};
};

/// A service with all that stands around it.
struct studio {
  const std::string secret = "0123456789abcdef0123456789abcdef";
  support::fresh_directory folder{};
  video::files files{folder / "files"};
  provider speech{};
  server workflow{
      [](wire& to, const delivery&) { to.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"); }};
  running_system service{{"--files", folder / "files", "--speech", speech.url(), "--workflow",
                          workflow.url("/jobs"), "--secret", write_secret()}};
  const names tokens = service.tokens({{"acme", "ann", "read,submit,control,operate", {}, {}},
                                       {"acme", "eve", "read,control", {}, "user"},
                                       {"acme", "n8n", "read,callback", {}, "workflow"},
                                       {"acme", "cron", "read,control", {}, "system"}});
  const std::string& ann = tokens[0];
  const std::string& eve = tokens[1];
  const std::string& n8n = tokens[2];
  const std::string& cron = tokens[3];

  std::string write_secret() const {
    std::ofstream(folder / "secret") << secret << '\n';
    return folder / "secret";
  }
  /// A film in which these sentences are said.
  static std::string film(const names& sentences, const std::string& codec = "plain") {
    std::string out = "FILM 1 " + codec + "\n";
    for (std::size_t i = 0; i < sentences.size(); ++i)
      out += std::to_string(4 * i) + "|" + sentences[i] + '\n';
    return out + "END\n";
  }
  void upload(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder / "files/" + name) << bytes;
  }

  std::string submit(const std::string& type, const std::string& film) const {
    const auto made = service.post(
        "/v1/jobs/" + type, ann,
        R"({"input":{"video_uri":")" + film + R"("},"correlationId":"order )" + film + "\"}");
    INFO(made.body);
    REQUIRE(made.status == 202);
    return made.at("/jobId");
  }
  /// A job whose film is there and confirmed.
  std::string uploaded(const std::string& type, const std::string& name,
                       const std::string& bytes) const {
    upload(name, bytes);
    const std::string id = submit(type, name);
    REQUIRE(raise(id, "confirm_upload").status == 202);
    return id;
  }
  /// A job that has come to its editor.
  std::string edited(const std::string& name, const names& sentences) const {
    const std::string id = uploaded("video.instruct", name, film(sentences));
    REQUIRE(run(id).status == 202);
    service.until_status(id, ann, {"DRAFT_READY"});
    REQUIRE(raise(id, "edit", eve).status == 202);
    return id;
  }
  answer raise(const std::string& id, const std::string& event, const std::string& token) const {
    return service.post("/v1/jobs/" + id + "/raise", token, R"({"event":")" + event + "\"}");
  }
  answer raise(const std::string& id, const std::string& event) const {
    return raise(id, event, ann);
  }
  answer run(const std::string& id, const std::string& token) const {
    return service.post("/v1/jobs/" + id + "/run", token);
  }
  answer run(const std::string& id) const { return run(id, ann); }
  answer cancel(const std::string& id, const std::string& token) const {
    return service.post("/v1/jobs/" + id + "/cancel", token);
  }
  answer report(const std::string& id, const std::string& members, const std::string& token) const {
    return service.post("/v1/internal/jobs/" + id + "/status", token,
                        R"({"occurred_at":"2026-11-17T03:00:00Z",)" + members + "}");
  }
  answer report(const std::string& id, const std::string& members) const {
    return report(id, members, n8n);
  }
  answer job(const std::string& id) const { return service.get("/v1/jobs/" + id, ann); }
  std::string state(const std::string& id) const { return job(id).at("/status"); }
  json::array history(const std::string& id) const {
    const json::value page = service.get("/v1/jobs/" + id + "/history", ann).read();
    return page.at("items").as_array();
  }

  /// What a job has made under a name, the oldest version first.
  names made(const std::string& id, const std::string& name) const {
    names out;
    const json::value read = job(id).read();
    const json::value* const all = read.as_object().if_contains("artifacts");
    if (all == nullptr) return out;
    for (const json::value& each : all->as_array())
      if (at(each, "/name") == name) out.push_back(at(each, "/value"));
    return out;
  }
  /// The same as it stands in its file, which verifies.
  std::string content(const std::string& id, const std::string& name, std::size_t version) const {
    const names all = made(id, name);
    REQUIRE(all.size() >= version);
    const auto bytes = files.verified(all[version - 1]);
    REQUIRE(bytes);
    return *bytes;
  }
  /// An artifact of the workflow's own.
  std::string elsewhere(const std::string& name, const std::string& bytes) const {
    return files.write("workflow", name, ".txt", bytes).value();
  }
  /// Waits until the workflow was told of a job, and answers what.
  delivery told(const std::string& id) const {
    delivery out;
    service.until("/v1/jobs/" + id, ann, [&](const answer&) {
      for (const delivery& each : workflow.requests())
        if (each.body.find(id) != each.body.npos) out = each;
      return !out.body.empty();
    });
    return out;
  }
};

/// The four members of a failure, but for one.
std::string failure(const std::string& code, const std::string& without = {}) {
  std::string out;
  for (const auto& [name, value] :
       std::map<std::string, std::string>{{"failure_code", code},
                                          {"failure_message", "it did not work"},
                                          {"failed_stage", "AUDIO_EXTRACTING"},
                                          {"correlation_id", "run 17"}})
    if (name != without) out += ",\"" + name + "\":\"" + value + '"';
  return out;
}
std::string updates(const std::map<std::string, std::string>& artifacts) {
  std::string out = R"(,"artifact_updates":{)";
  for (const auto& [name, value] : artifacts)
    out += (out.back() == '{' ? "\"" : ",\"") + name + "\":\"" + value + '"';
  return out + '}';
}
bool is_refused(const answer& is, long status, const std::string& code) {
  INFO(is.status << ' ' << is.body);
  CHECK(is.status == status);
  CHECK(is.at("/code") == code);
  CHECK(is.at("/detail").size() > 10);  // a sentence
  return is.status == status;
}
std::ptrdiff_t count(const names& in, const std::string& word) {
  return std::count(in.begin(), in.end(), word);
}

}  // namespace

TEST_CASE("a video becomes an instruction, from its upload to its export",
          "[VID-03][VID-04][VID-09][VID-10][VID-14][VID-15][VID-16][VID-17][VID-20][VID-25]") {
  studio at;
  const std::string id = at.submit("video.instruct", "talk.film");
  CHECK(at.state(id) == "CREATED");

  // [VID-04][VID-09] What is not confirmed is not run.
  is_refused(at.run(id), 409, "FORBIDDEN_TRANSITION");
  REQUIRE(at.raise(id, "upload").status == 202);
  is_refused(at.run(id), 409, "FORBIDDEN_TRANSITION");

  // [VID-20] What is not there, or not all of it, is not confirmed; nor by a report.
  const std::string before = at.job(id).body;
  const auto missing = at.raise(id, "confirm_upload");
  is_refused(missing, 422, "NOT_ADMITTED");
  CHECK(missing.at("/detail") == "there is no video at talk.film; upload it first");
  const std::string film = studio::film({"Open the settings.", "Choose a language."});
  at.upload("talk.film", film.substr(0, film.size() - 4));
  CHECK(at.raise(id, "confirm_upload").at("/detail").find("not complete") != std::string::npos);
  CHECK(at.job(id).body == before);
  at.upload("talk.film", film);
  REQUIRE(at.raise(id, "confirm_upload").status == 202);
  CHECK(at.state(id) == "UPLOADED");

  REQUIRE(at.run(id).status == 202);
  at.service.until_status(id, at.ann, {"DRAFT_READY"});
  is_refused(at.raise(id, "publish", at.eve), 409, "FORBIDDEN_TRANSITION");  // [VID-04]
  REQUIRE(at.run(id).status == 202);                                         // [VID-09]
  is_refused(at.run(id), 409, "FORBIDDEN_TRANSITION");                       // of EDITING
  CHECK(at.service.walk(id, at.ann) == names{"UPLOADING", "UPLOADED", "AUDIO_EXTRACTING",
                                             "AUDIO_READY", "TRANSCRIBING", "TRANSCRIPT_READY",
                                             "GENERATING", "DRAFT_READY", "EDITING"});
  // [VID-15] What each step has made came with it.
  CHECK(at.content(id, "audio_uri", 1) == "AUDIO 1\n0|Open the settings.\n4|Choose a language.\n");
  CHECK(at.content(id, "transcript_uri", 1) == "Open the settings.\nChoose a language.\n");
  const std::string draft = "# What to do\n\n1. Open the settings.\n2. Choose a language.\n";
  CHECK(at.content(id, "draft_uri", 1) == draft);

  // [VID-14] One regeneration at a time.
  REQUIRE(at.raise(id, "regenerate", at.eve).status == 202);
  const std::string task = systems_test::at(at.history(id).back(), "/id");
  const auto second = at.raise(id, "regenerate", at.eve);
  is_refused(second, 409, "FORBIDDEN_TRANSITION");
  CHECK(second.at("/taskId") == task);
  // What the workflow hands in has no steps; so the export fails, and the job stays editable.
  const std::string empty = at.elsewhere("draft", "# Nothing to do\n");
  CHECK(at.report(id, R"("event_id":"r1","status":"EDITING")" + updates({{"draft_uri", empty}}))
            .status == 204);
  REQUIRE(at.raise(id, "publish", at.eve).status == 202);
  at.service.until_status(id, at.ann, {"EDITING"});  // [VID-16]
  CHECK(at.job(id).at("/failure_code") == "INSTRUCT_SCHEMA_VALIDATION_FAILURE");
  CHECK(at.made(id, "export_uri").empty());

  REQUIRE(at.raise(id, "regenerate", at.eve).status == 202);
  CHECK(systems_test::at(at.history(id).back(), "/id") != task);
  const std::string better = at.elsewhere("draft", "# Languages\n\n1. Open <settings>.\n");
  CHECK(at.report(id, R"("event_id":"r2","status":"EDITING")" + updates({{"draft_uri", better}}))
            .status == 204);
  REQUIRE(at.raise(id, "publish", at.eve).status == 202);
  at.service.until_status(id, at.ann, {"DONE"});
  // [VID-17] Each processing state has done its work, here or elsewhere, and was left behind.
  const names walked = at.service.walk(id, at.ann);
  for (const char* each :
       {"AUDIO_EXTRACTING", "TRANSCRIBING", "GENERATING", "REGENERATING", "EXPORTING"})
    CHECK(count(walked, each) >= 1);
  // [VID-25] The export can be had, and is one of the newest draft.
  const std::string page = at.content(id, "export_uri", 1);
  CHECK(page.find("<h1>Languages</h1>") != page.npos);
  CHECK(page.find("<li>Open &lt;settings&gt;.</li>") != page.npos);
  // [VID-10] Nothing that was made before is gone.
  CHECK(at.made(id, "draft_uri").size() == 3);
  CHECK(at.content(id, "draft_uri", 1) == draft);

  // [VID-03]
  for (const char* event : {"edit", "run", "publish", "abort"})
    is_refused(at.raise(id, event), 409, "ALREADY_TERMINAL");
  is_refused(at.cancel(id, at.ann), 409, "ALREADY_TERMINAL");
  is_refused(at.report(id, R"("event_id":"r3","status":"FAILED")" + failure("rate_limited")), 409,
             "ALREADY_TERMINAL");
  CHECK(at.service.end() == 0);
}

TEST_CASE("the service tells the tables of the specification, and nothing else",
          "[VID-01][VID-02][VID-03][VID-19]") {
  studio at;
  const json::value listed = at.service.get("/v1/handlers", at.ann).read();
  const json::value* type = nullptr;
  for (const json::value& each : listed.at("items").as_array())
    if (systems_test::at(each, "/handlerId") == "video.instruct") type = &each;
  REQUIRE(type != nullptr);

  std::set<std::string> pairs;
  std::map<std::string, std::set<std::string>> by;
  for (const json::value& each : type->at("transitions").as_array()) {
    const std::string pair = systems_test::at(each, "/from") + ' ' + systems_test::at(each, "/to");
    pairs.insert(pair);
    // The engine's own part is not in the tables.
    for (const json::value& who : each.at("by").as_array())
      if (who.as_string() != "system") by[pair].insert(std::string(who.as_string()));
  }
  using who = std::set<std::string>;
  const std::map<std::string, who> rows{{"CREATED UPLOADING", {"api"}},
                                        {"CREATED UPLOADED", {"api"}},
                                        {"UPLOADING UPLOADED", {"api"}},
                                        {"UPLOADED AUDIO_EXTRACTING", {"api", "workflow"}},
                                        {"AUDIO_EXTRACTING AUDIO_READY", {"workflow"}},
                                        {"AUDIO_EXTRACTING AUDIO_EXTRACTING", {"workflow"}},
                                        {"AUDIO_READY TRANSCRIBING", {"api", "workflow"}},
                                        {"TRANSCRIBING TRANSCRIPT_READY", {"workflow"}},
                                        {"TRANSCRIBING TRANSCRIBING", {"workflow"}},
                                        {"TRANSCRIPT_READY GENERATING", {"api", "workflow"}},
                                        {"GENERATING DRAFT_READY", {"workflow"}},
                                        {"GENERATING GENERATING", {"workflow"}},
                                        {"DRAFT_READY EDITING", {"api", "user"}},
                                        {"EDITING REGENERATING", {"api", "user"}},
                                        {"REGENERATING EDITING", {"api", "workflow"}},
                                        {"EDITING EXPORTING", {"api", "user"}},
                                        {"EXPORTING DONE", {"api", "workflow"}},
                                        {"EXPORTING EDITING", {"api"}}};
  std::set<std::string> wanted;
  for (const auto& [pair, triggers] : rows) {
    CAPTURE(pair);
    wanted.insert(pair);
    CHECK(by[pair] == triggers);
  }
  for (const char* live :
       {"CREATED", "UPLOADING", "UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY", "TRANSCRIBING",
        "TRANSCRIPT_READY", "GENERATING", "DRAFT_READY", "EDITING", "REGENERATING", "EXPORTING"}) {
    CAPTURE(live);
    wanted.insert(std::string(live) + " CANCELLED");  // [VID-02]
    wanted.insert(std::string(live) + " FAILED");
    CHECK(by[std::string(live) + " CANCELLED"] == who{"api"});
    CHECK(by[std::string(live) + " FAILED"] == who{"api", "workflow"});
  }
  CHECK(pairs == wanted);  // [VID-01]; and [VID-03], for nothing leads from DONE, FAILED, CANCELLED

  // [VID-02] From where nothing has begun yet, and from where a worker is busy.
  for (const char* event : {"abort", "cancel"}) {
    const std::string fresh = at.submit("video.instruct", "none.film");
    CHECK(
        (event == std::string("abort") ? at.raise(fresh, event) : at.cancel(fresh, at.ann)).status <
        300);
    CHECK(at.state(fresh) == (event == std::string("abort") ? "FAILED" : "CANCELLED"));
  }
  const std::string edits = at.edited("cut.film", {"Cut."});
  CHECK(at.raise(edits, "abort").status == 202);
  CHECK(at.state(edits) == "FAILED");
}

TEST_CASE("who may not make a step is refused, whatever else the token allows", "[VID-19]") {
  studio at;
  const auto wrong = [&](const answer& is, const std::string& whom) {
    is_refused(is, 403, "WRONG_TRIGGER");
    CHECK(is.at("/detail").find("is raised by " + whom) != std::string::npos);
  };
  at.upload("a.film", studio::film({"Cut."}));
  const std::string id = at.submit("video.instruct", "a.film");
  wrong(at.raise(id, "confirm_upload", at.eve), "api, not by user");
  wrong(at.raise(id, "confirm_upload", at.cron), "api, not by system");
  wrong(at.report(id, R"("event_id":"u","status":"UPLOADED")"), "api, not by workflow");
  wrong(at.cancel(id, at.eve), "api, not by user");
  wrong(at.cancel(id, at.cron), "api, not by system");
  CHECK(at.service.walk(id, at.ann).empty());
  REQUIRE(at.raise(id, "confirm_upload").status == 202);
  wrong(at.run(id, at.eve), "api, workflow, not by user");
  wrong(at.run(id, at.cron), "api, workflow, not by system");
  CHECK(at.run(id, at.n8n).status == 403);  // it may report, and nothing else
  CHECK(at.report(id, R"("event_id":"r","status":"AUDIO_EXTRACTING")").status == 204);
  at.service.until_status(id, at.ann, {"DRAFT_READY"});
  wrong(at.report(id, R"("event_id":"e","status":"EDITING")"), "api, user, not by workflow");
  CHECK(at.raise(id, "edit", at.eve).status == 202);
  const json::array told = at.history(id);
  CHECK(systems_test::at(told.front(), "/actor/trigger") == "api");
  CHECK(systems_test::at(told.back(), "/actor/trigger") == "user");
  CHECK(systems_test::at(told.back(), "/actor/user") == "eve");
}

TEST_CASE("an error of a provider is retried while the budget lasts, or ends the job at once",
          "[VID-07][VID-11][VID-12]") {
  studio at;
  const auto begun = [&](const std::string& name, const std::string& sentence,
                         const std::string& codec = "plain") {
    const std::string id = at.uploaded("video.instruct", name, studio::film({sentence}, codec));
    REQUIRE(at.run(id).status == 202);
    return id;
  };
  const std::string twice = begun("twice.film", "Say it twice.");
  const std::string never = begun("never.film", "It is never heard.");
  const std::string barred = begun("barred.film", "You are barred.");
  const std::string foreign = begun("foreign.film", "What?", "vp99");

  const auto fails = [&](const std::string& id, const std::string& code, const std::string& message,
                         const std::string& stage, const std::string& film) {
    const answer is = at.service.until_status(id, at.ann, {"FAILED"});
    CHECK(is.at("/failure_code") == code);  // [VID-12]
    CHECK(is.at("/failure_message") == message);
    CHECK(is.at("/failed_stage") == stage);
    CHECK(is.at("/correlation_id") == "order " + film);
  };
  fails(foreign, "INSTRUCT_UNSUPPORTED_CODEC", "the video's codec is not supported",
        "AUDIO_EXTRACTING", "foreign.film");
  fails(barred, "INSTRUCT_PROVIDER_PERMISSION_DENIED", "the speech provider refused us",
        "TRANSCRIBING", "barred.film");
  CHECK(at.speech.asked("barred") == 1);
  CHECK(count(at.service.walk(barred, at.ann), "TRANSCRIBING") == 1);

  // [VID-07][VID-11] Each failure that is retried is an event that leads back to where it was.
  at.service.until_status(twice, at.ann, {"DRAFT_READY"});
  CHECK(at.speech.asked("twice") == 2);
  CHECK(at.service.walk(twice, at.ann) == names{"UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY",
                                                "TRANSCRIBING", "TRANSCRIBING", "TRANSCRIPT_READY",
                                                "GENERATING", "DRAFT_READY"});
  fails(never, "INSTRUCT_PROVIDER_NETWORK_ERROR", "the speech provider answered 503",
        "TRANSCRIBING", "never.film");
  CHECK(at.speech.asked("never") == 3);
  names errors;
  for (const json::value& each : at.history(never))
    if (systems_test::at(each, "/event") == "fail")
      errors.push_back(systems_test::at(each, "/error") + ' ' + systems_test::at(each, "/from") +
                       ' ' + systems_test::at(each, "/to"));
  CHECK(errors == names{"provider_network_error TRANSCRIBING TRANSCRIBING",
                        "provider_network_error TRANSCRIBING TRANSCRIBING",
                        "provider_network_error TRANSCRIBING FAILED"});
}

TEST_CASE("a job that is run again while a step begins has one pipeline", "[VID-13]") {
  studio at;
  // As soon as a handler has asked the provider of speech, two callers run the job again. The store
  // may not have been told yet that the step has begun.
  std::string id;
  std::vector<answer> answers;
  at.speech.meanwhile = [&](const std::string&) {
    answer one;
    answer other;
    {
      std::jthread beside([&] { one = at.run(id); });
      other = at.run(id);
    }
    answers = {one, other};
  };
  for (int i = 0; i < 12; ++i) {
    CAPTURE(i);
    const std::string name = "film " + std::to_string(i) + " meanwhile.";
    id = at.uploaded("video.instruct", std::to_string(i) + ".film", studio::film({name}));
    REQUIRE(at.run(id).status == 202);
    at.service.until_status(id, at.ann, {"DRAFT_READY"});
    CHECK(at.speech.asked(name) == 1);
    CHECK(count(at.service.walk(id, at.ann), "TRANSCRIBING") == 1);
    CHECK(at.made(id, "transcript_uri").size() == 1);
    names events;
    for (const json::value& each : at.history(id)) events.push_back(systems_test::at(each, "/id"));
    REQUIRE(answers.size() == 2);
    for (const answer& each : answers) {
      is_refused(each, 409, "FORBIDDEN_TRANSITION");
      CHECK(count(events, each.at("/taskId")) == 1);  // the task that is in the way
    }
  }
}

TEST_CASE("cancelling a job stops the work on it, here and elsewhere", "[VID-18]") {
  studio at;
  at.speech.withholds = true;
  const std::string here = at.uploaded("video.instruct", "slow.film", studio::film({"Go slowly."}));
  REQUIRE(at.run(here).status == 202);
  at.service.until_status(here, at.ann, {"TRANSCRIBING"});
  at.service.until("/v1/jobs/" + here, at.ann,
                   [&](const answer&) { return at.speech.asked("slowly") == 1; });
  CHECK(at.speech.given_up == 0);
  CHECK(at.cancel(here, at.ann).status == 202);
  at.service.until_status(here, at.ann, {"CANCELLED"});
  // The request that was under way is given up, and nothing comes of it.
  at.service.until("/v1/jobs/" + here, at.ann,
                   [&](const answer&) { return at.speech.given_up == 1; });
  CHECK(at.made(here, "transcript_uri").empty());
  CHECK(at.speech.asked("slowly") == 1);

  // The workflow that regenerates is told, by a delivery that proves who sent it.
  const std::string there = at.edited("there.film", {"Cut."});
  REQUIRE(at.raise(there, "regenerate", at.eve).status == 202);
  const auto done = at.cancel(there, at.ann);
  CHECK(done.status == 200);
  CHECK(done.at("/status") == "CANCELLED");
  const delivery told = at.told(there);
  CHECK(told.method == "POST");
  const json::value body = json::parse(told.body);
  CHECK(systems_test::at(body, "/jobId") == there);
  CHECK(systems_test::at(body, "/status") == "CANCELLED");
  CHECK(systems_test::at(body, "/correlationId") == "order there.film");
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  CHECK(pawl::handlers::verify_webhook(at.secret, told.header("pawl-timestamp"), told.body,
                                       told.header("pawl-signature"), now));
  CHECK(at.told(here).method == "POST");
  // What it reports nevertheless has no effect.
  is_refused(at.report(there, R"("event_id":"late","status":"EDITING")"), 409, "ALREADY_TERMINAL");
  CHECK(at.state(there) == "CANCELLED");
}

TEST_CASE("a workflow reports what it has done, once and in full",
          "[VID-05][VID-06][VID-11][VID-12][VID-13][VID-15][VID-22][VID-23][VID-24][VID-25]") {
  studio at;
  const std::string id = at.uploaded("video.studio", "s.film", studio::film({"Cut.", "Paste."}));
  // [VID-13] Of two that run it at once, one does; its workflow has not begun yet.
  {
    answer one;
    std::jthread beside([&] { one = at.run(id); });
    const answer other = at.run(id);
    beside.join();
    CHECK(std::min(one.status, other.status) == 202);
    is_refused(one.status > other.status ? one : other, 409, "FORBIDDEN_TRANSITION");
  }
  CHECK(count(at.service.walk(id, at.ann), "AUDIO_EXTRACTING") == 1);
  /// A request that is refused has changed nothing.
  const auto unchanged = [&](long status, const std::string& code,
                             const std::function<answer()>& ask) {
    const std::string before = at.job(id).body;
    const std::size_t events = at.history(id).size();
    is_refused(ask(), status, code);
    CHECK(at.job(id).body == before);
    CHECK(at.history(id).size() == events);
  };
  std::string present = at.job(id).body;
  // [VID-05] Which event, which state, when.
  CHECK(at.report(id, R"("status":"AUDIO_READY")").at("/pointer") == "/event_id");
  CHECK(at.report(id, R"("event_id":"x")").at("/pointer") == "/status");
  CHECK(at.service
            .post("/v1/internal/jobs/" + id + "/status", at.n8n,
                  R"({"event_id":"x","status":"AUDIO_READY"})")
            .at("/pointer") == "/occurred_at");
  CHECK(at.report(id, R"("event_id":"x","status":"AUDIO_READY","job_id":)"
                      R"("018f0000-0000-7000-8000-000000000000")")
            .status == 400);
  // [VID-22] A failure says what, where and in which context.
  for (const char* without : {"failure_code", "failure_message", "failed_stage", "correlation_id"})
    unchanged(422, "INVALID", [&] {
      return at.report(
          id, R"("event_id":"x","status":"FAILED")" + failure("unsupported_codec", without));
    });
  unchanged(422, "INVALID", [&] { return at.report(id, R"("event_id":"x","status":"FAILED")"); });
  // [VID-23] Its class says whether it is tried again; one that is not declared says nothing.
  unchanged(422, "INVALID", [&] {
    return at.report(id, R"("event_id":"x","status":"FAILED")" + failure("bad_weather"));
  });
  CHECK(at.job(id).body == present);
  CHECK(at.report(id, R"("event_id":"f1","status":"FAILED")" + failure("rate_limited")).status ==
        204);
  CHECK(at.state(id) == "AUDIO_EXTRACTING");
  const json::array retried = at.history(id);  // [VID-11]
  CHECK(systems_test::at(retried.back(), "/from") == "AUDIO_EXTRACTING");
  CHECK(systems_test::at(retried.back(), "/to") == "AUDIO_EXTRACTING");
  CHECK(systems_test::at(retried.back(), "/error") == "rate_limited");
  // [VID-05] When it occurred stays with it.
  CHECK(systems_test::at(retried.back(), "/metadata/occurred_at") == "2026-11-17T03:00:00.000Z");

  const std::string audio = at.elsewhere("audio", "AUDIO 1\n0|Cut.\n4|Paste.\n");
  const std::string extracted = R"("event_id":"a1","status":"AUDIO_READY")" +
                                updates({{"audio_uri", audio}, {"metrics", "{\\\"s\\\":8}"}});
  const answer first = at.report(id, extracted);
  CHECK(first.status == 204);  // [VID-05]
  CHECK(first.body.empty());
  at.service.until_status(id, at.ann, {"DRAFT_READY"});
  CHECK(at.made(id, "audio_uri") == names{audio});  // [VID-15]
  CHECK(at.made(id, "metrics") == names{R"({"s":8})"});

  // [VID-06] Also after the process was killed.
  at.service.kill();
  at.service.start();
  present = at.job(id).body;
  const std::size_t events = at.history(id).size();
  const answer again = at.report(id, extracted);
  CHECK(again.status == 200);
  CHECK(again.at("/replayed") == "true");
  CHECK(again.at("/eventId") == "a1");
  CHECK(again.at("/jobId") == id);
  CHECK(again.at("/status") == "AUDIO_READY");
  unchanged(409, "EVENT_CONFLICT",
            [&] { return at.report(id, R"("event_id":"a1","status":"AUDIO_READY")"); });
  CHECK(at.job(id).body == present);
  CHECK(at.history(id).size() == events);

  REQUIRE(at.raise(id, "edit", at.eve).status == 202);
  REQUIRE(at.raise(id, "publish", at.eve).status == 202);
  unchanged(409, "NOT_CANCELLABLE", [&] { return at.cancel(id, at.ann); });  // [VID-24]
  // [VID-25] It is not done unless there is an export that can be had.
  const std::string done = R"("event_id":"d1","status":"DONE")";
  const answer without = at.report(id, done);
  is_refused(without, 422, "NOT_ADMITTED");
  CHECK(without.at("/detail").find("export_uri") != std::string::npos);
  const std::string page = at.elsewhere("page", "<h1>Cut and paste</h1>\n");
  const std::string outside =
      "../secret#" + pawl::sha256_of(pawl::text(at.secret + "\n")).hex();  // which is there
  const std::string damaged = page.substr(0, page.size() - 4) + "0000";
  unchanged(422, "NOT_ADMITTED",
            [&] { return at.report(id, done + updates({{"export_uri", damaged}})); });
  unchanged(422, "NOT_ADMITTED",
            [&] { return at.report(id, done + updates({{"export_uri", outside}})); });
  CHECK(at.state(id) == "EXPORTING");
  CHECK(at.made(id, "export_uri").empty());
  CHECK(at.report(id, done + updates({{"export_uri", page}})).status == 204);
  CHECK(at.state(id) == "DONE");
  CHECK(at.content(id, "export_uri", 1) == "<h1>Cut and paste</h1>\n");
  CHECK(at.report(id, done + updates({{"export_uri", page}})).status == 200);

  // [VID-12] A failure that cannot be retried ends the job, and is told with all that came.
  const std::string other = at.uploaded("video.studio", "o.film", studio::film({"Cut."}));
  REQUIRE(at.run(other).status == 202);
  CHECK(at.report(other, R"("event_id":"f2","status":"FAILED")" + failure("unsupported_codec"))
            .status == 204);
  const answer failed = at.job(other);
  CHECK(failed.at("/status") == "FAILED");
  CHECK(failed.at("/failure_code") == "STUDIO_UNSUPPORTED_CODEC");
  CHECK(failed.at("/failure_message") == "it did not work");
  CHECK(failed.at("/failed_stage") == "AUDIO_EXTRACTING");
  CHECK(failed.at("/correlation_id") == "order o.film");
  CHECK(systems_test::at(at.history(other).back(), "/metadata/correlation_id") == "run 17");
}

TEST_CASE("a job fails by an event only with what it has failed with", "[VID-12]") {
  studio at;
  const auto extracting = [&](const std::string& film) {
    const std::string id = at.uploaded("video.studio", film, studio::film({"Cut."}));
    REQUIRE(at.run(id).status == 202);
    return id;
  };
  const auto aborted = [&](const std::string& id, const std::string& film) {
    REQUIRE(at.raise(id, "abort").status == 202);
    const answer is = at.job(id);
    CHECK(is.at("/status") == "FAILED");
    CHECK(is.at("/failure_code") == "STUDIO_ABORTED");
    CHECK(is.at("/failure_message") == "event abort has ended the job");
    CHECK(is.at("/failed_stage") == "AUDIO_EXTRACTING");
    CHECK(is.at("/correlation_id") == "order " + film);
  };
  const std::string first = extracting("1.film");
  std::string before = at.job(first).body;
  is_refused(at.raise(first, "fail"), 422, "INVALID");
  CHECK(at.job(first).body == before);
  aborted(first, "1.film");

  // What was reported before, and was retried, is not what the job has failed with.
  const std::string second = extracting("2.film");
  REQUIRE(
      at.report(second, R"("event_id":"f1","status":"FAILED")" + failure("rate_limited")).status ==
      204);
  before = at.job(second).body;
  is_refused(at.raise(second, "fail"), 422, "INVALID");
  CHECK(at.job(second).body == before);
  aborted(second, "2.film");
}

TEST_CASE("a job that is run again goes on behind what is there and verifies",
          "[VID-08][VID-10][VID-21]") {
  studio at;
  // The process ends while a provider is at work, and comes back: what was extracted stays.
  at.speech.withholds = true;
  const std::string first = at.uploaded("video.instruct", "1.film", studio::film({"Go slowly."}));
  REQUIRE(at.run(first).status == 202);
  at.service.until("/v1/jobs/" + first, at.ann,
                   [&](const answer&) { return at.speech.asked("slowly") == 1; });
  CHECK(at.service.end() == 0);
  at.speech.withholds = false;
  at.service.start();
  at.service.until_status(first, at.ann, {"DRAFT_READY"});
  CHECK(count(at.service.walk(first, at.ann), "AUDIO_EXTRACTING") == 1);  // [VID-08]
  CHECK(at.made(first, "audio_uri").size() == 1);

  // [VID-21] All steps are taken, and those whose result is known make nothing.
  const auto begin = [&](const std::string& name,
                         const std::map<std::string, std::string>& artifacts) {
    const std::string id = at.uploaded("video.instruct", name, studio::film({"Go slowly."}));
    REQUIRE(at.report(id, R"("event_id":"run","status":"AUDIO_EXTRACTING")" + updates(artifacts))
                .status == 204);
    at.service.until_status(id, at.ann, {"DRAFT_READY"});
    CHECK(at.service.walk(id, at.ann) == names{"UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY",
                                               "TRANSCRIBING", "TRANSCRIPT_READY", "GENERATING",
                                               "DRAFT_READY"});
    return id;
  };
  const auto asked = at.speech.asked("slowly");
  const std::string audio = at.made(first, "audio_uri")[0];
  const std::string transcript = at.elsewhere("transcript", "Listen.\n");
  const std::string draft = at.elsewhere("draft", "# Mine\n\n1. Read.\n");

  const std::string second = begin("2.film", {{"audio_uri", audio}});
  CHECK(at.made(second, "audio_uri") == names{audio});
  CHECK(at.speech.asked("slowly") == asked + 1);

  const std::string third = begin("3.film", {{"transcript_uri", transcript}});
  CHECK(at.made(third, "transcript_uri") == names{transcript});
  CHECK(at.content(third, "draft_uri", 1) == "# What to do\n\n1. Listen.\n");
  CHECK(at.speech.asked("slowly") == asked + 1);

  const std::string fourth =
      begin("4.film", {{"transcript_uri", transcript}, {"draft_uri", draft}});
  CHECK(at.made(fourth, "draft_uri") == names{draft});
  CHECK(at.content(fourth, "draft_uri", 1) == "# Mine\n\n1. Read.\n");

  // What is there and does not verify is made again, beside it.
  const std::string spoilt = audio.substr(0, audio.size() - 4) + "0000";
  const std::string gone =
      "made/nowhere/transcript.1.txt#" + transcript.substr(transcript.find('#') + 1);
  const std::string fifth = begin("5.film", {{"audio_uri", spoilt}, {"transcript_uri", gone}});
  CHECK(at.made(fifth, "audio_uri").size() == 2);  // [VID-10]
  CHECK(at.content(fifth, "audio_uri", 2) == at.content(first, "audio_uri", 1));
  CHECK(at.made(fifth, "transcript_uri").size() == 2);
  CHECK(at.content(fifth, "transcript_uri", 2) == "Go slowly.\n");
  CHECK(at.speech.asked("slowly") == asked + 2);
}

TEST_CASE("the golden run of the video pipeline", "[golden]") {
  studio at;
  golden_walk walk(at.service, "video_pipeline");
  const auto submit = [&](const std::string& type, const std::string& film) {
    return walk
        .post("/v1/jobs/" + type, at.ann,
              R"({"input":{"video_uri":")" + film + R"("},"correlationId":"order )" + film + "\"}")
        .at("/jobId");
  };
  const auto raise = [&](const std::string& id, const std::string& event,
                         const std::string& token) {
    walk.post("/v1/jobs/" + id + "/raise", token, R"({"event":")" + event + "\"}");
  };
  const auto report = [&](const std::string& id, const std::string& members) {
    walk.post("/v1/internal/jobs/" + id + "/status", at.n8n,
              R"({"occurred_at":"2026-11-17T03:00:00Z",)" + members + "}");
  };
  const std::string made = submit("video.instruct", "talk.film");
  walk.post("/v1/jobs/" + made + "/run", at.ann);
  raise(made, "upload", at.ann);
  raise(made, "confirm_upload", at.ann);
  at.upload("talk.film", studio::film({"Open the settings.", "Choose a language."}));
  raise(made, "confirm_upload", at.ann);
  walk.post("/v1/jobs/" + made + "/run", at.ann);
  walk.job(made, at.ann, "DRAFT_READY");
  raise(made, "edit", at.eve);
  raise(made, "publish", at.eve);
  walk.job(made, at.ann, "DONE");
  walk.post("/v1/jobs/" + made + "/cancel", at.ann);

  at.upload("s.film", studio::film({"Cut.", "Paste."}));
  const std::string elsewhere = submit("video.studio", "s.film");
  raise(elsewhere, "confirm_upload", at.ann);
  walk.post("/v1/jobs/" + elsewhere + "/run", at.ann);
  report(elsewhere, R"("event_id":"f1","status":"FAILED")" + failure("rate_limited"));
  report(elsewhere, R"("event_id":"f1","status":"FAILED")" + failure("rate_limited"));
  report(elsewhere, R"("event_id":"f1","status":"AUDIO_READY")");
  report(elsewhere, R"("event_id":"f2","status":"FAILED")" + failure("bad_weather"));
  report(elsewhere, R"("event_id":"f2","status":"FAILED")" + failure("unsupported_codec"));
  walk.job(elsewhere, at.ann, "FAILED");

  at.upload("foreign.film", studio::film({"What?"}, "vp99"));
  const std::string foreign = submit("video.instruct", "foreign.film");
  raise(foreign, "confirm_upload", at.ann);
  walk.post("/v1/jobs/" + foreign + "/run", at.ann);
  walk.job(foreign, at.ann, "FAILED");
  const std::string unwanted = submit("video.instruct", "none.film");
  raise(unwanted, "publish", at.eve);
  walk.post("/v1/jobs/" + unwanted + "/cancel", at.eve);
  walk.post("/v1/jobs/" + unwanted + "/cancel", at.ann);
  walk.job(unwanted, at.ann, "CANCELLED");
  // The workflow is told by a job of the service's own, which is counted below.
  static_cast<void>(at.told(unwanted));
  walk.common("video.instruct", at.ann);
  walk.compare();
}

// SPDX-License-Identifier: BSL-1.0
// What a storage does, said again as plainly as possible: lists that are searched from end to end,
// lifecycles copied by hand from their specifications, nothing of the library's own logic. Where a
// storage and this model differ, one of them is wrong.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <pawl/policies/backoff/delay.hpp>
#include <pawl/storage/operation.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/testing/storage/jobs.hpp>

namespace support {

using pawl::job_id;
using pawl::phase;
using pawl::storage::errc;

/// An operation of any kind, which is answered in its place.
using any_operation =
    std::variant<pawl::storage::submit, pawl::storage::claim, pawl::storage::start,
                 pawl::storage::settle, pawl::storage::report, pawl::storage::beat,
                 pawl::storage::cancel, pawl::storage::raise, pawl::storage::replay,
                 pawl::storage::replay_all, pawl::storage::reprocess, pawl::storage::enrol,
                 pawl::storage::leave, pawl::storage::reap, pawl::storage::release_dependents,
                 pawl::storage::prune, pawl::storage::take_callbacks,
                 pawl::storage::finish_callback>;

inline pawl::storage::operation_ptr pointer_to(any_operation& any) {
  return std::visit([](auto& op) { return pawl::storage::operation_ptr(&op); }, any);
}

// --- Lifecycles, by name -------------------------------------------------------------------------

struct naive_row {
  std::string from, event, to;
  char guard = ' ';  ///< l: attempts left; r: may be retried; x: retryable, but none left
};

struct naive_lifecycle {
  std::string initial;
  std::map<std::string, char> kinds;  ///< d r a w, and S F C D for the ends
  std::vector<std::string> events;    ///< in the order in which they are declared
  std::vector<naive_row> rows;

  [[nodiscard]] char kind(const std::string& state) const { return kinds.at(state); }
  [[nodiscard]] bool ended(const std::string& state) const {
    return std::string("SFCD").find(kind(state)) != std::string::npos;
  }
};

inline const naive_lifecycle& naive(const std::string& name) {
  static const std::map<std::string, naive_lifecycle> all = [] {
    std::map<std::string, naive_lifecycle> out;
    out["deck"] = {"pending",
                   {{"pending", 'r'},
                    {"running", 'a'},
                    {"succeeded", 'S'},
                    {"failed", 'F'},
                    {"canceled", 'C'}},
                   {"start", "succeed", "fail", "cancel", "lose"},
                   {{"pending", "start", "running"},
                    {"pending", "cancel", "canceled"},
                    {"running", "succeed", "succeeded"},
                    {"running", "fail", "running", 'r'},
                    {"running", "fail", "failed"},
                    {"running", "cancel", "canceled"},
                    {"running", "lose", "pending", 'l'},
                    {"running", "lose", "failed"}}};
    out["service"] = {"pending",
                      {{"pending", 'r'},
                       {"running", 'a'},
                       {"succeeded", 'S'},
                       {"failed", 'w'},
                       {"canceled", 'C'},
                       {"dead_lettered", 'D'}},
                      {"start", "succeed", "fail", "lose", "retry_due", "cancel"},
                      {{"pending", "start", "running"},
                       {"pending", "cancel", "canceled"},
                       {"running", "succeed", "succeeded"},
                       {"running", "fail", "failed"},
                       {"running", "lose", "failed"},
                       {"running", "cancel", "canceled"},
                       {"failed", "retry_due", "pending", 'r'},
                       {"failed", "retry_due", "dead_lettered"}}};
    out["status"] = {"Queued",
                     {{"Queued", 'r'},
                      {"Running", 'a'},
                      {"Completed", 'S'},
                      {"Failed", 'F'},
                      {"Poisoned", 'D'},
                      {"Cancelled", 'C'}},
                     {"start", "succeed", "fail", "lose", "cancel"},
                     {{"Queued", "start", "Running"},
                      {"Queued", "cancel", "Cancelled"},
                      {"Running", "succeed", "Completed"},
                      {"Running", "fail", "Running", 'r'},
                      {"Running", "fail", "Poisoned", 'x'},
                      {"Running", "fail", "Failed"},
                      {"Running", "lose", "Running", 'l'},
                      {"Running", "lose", "Poisoned"},
                      {"Running", "cancel", "Cancelled"}}};
    out["document"] = {
        "CREATED",
        {{"CREATED", 'd'},
         {"QUEUED", 'r'},
         {"RUNNING", 'a'},
         {"SUCCEEDED", 'S'},
         {"FAILED", 'F'},
         {"RETRYING", 'w'}},
        {"submit", "start", "succeed", "fail", "lose", "retry_due", "cancel", "abort"},
        {{"CREATED", "submit", "QUEUED"},
         {"QUEUED", "start", "RUNNING"},
         {"QUEUED", "cancel", "FAILED"},
         {"QUEUED", "abort", "FAILED"},
         {"RUNNING", "succeed", "SUCCEEDED"},
         {"RUNNING", "fail", "RETRYING", 'r'},
         {"RUNNING", "fail", "FAILED"},
         {"RUNNING", "lose", "RETRYING", 'l'},
         {"RUNNING", "lose", "FAILED"},
         {"RUNNING", "cancel", "FAILED"},
         {"RETRYING", "retry_due", "QUEUED"}}};
    naive_lifecycle video{"CREATED",
                          {{"CREATED", 'd'},
                           {"UPLOADING", 'd'},
                           {"UPLOADED", 'd'},
                           {"DRAFT_READY", 'd'},
                           {"EDITING", 'd'},
                           {"AUDIO_READY", 'r'},
                           {"TRANSCRIPT_READY", 'r'},
                           {"AUDIO_EXTRACTING", 'a'},
                           {"TRANSCRIBING", 'a'},
                           {"GENERATING", 'a'},
                           {"REGENERATING", 'a'},
                           {"EXPORTING", 'a'},
                           {"DONE", 'S'},
                           {"FAILED", 'F'},
                           {"CANCELLED", 'C'}},
                          {"upload", "confirm_upload", "run", "start", "succeed", "fail", "lose",
                           "edit", "regenerate", "publish", "cancel", "abort"},
                          {{"CREATED", "upload", "UPLOADING"},
                           {"CREATED", "confirm_upload", "UPLOADED"},
                           {"UPLOADING", "confirm_upload", "UPLOADED"},
                           {"UPLOADED", "run", "AUDIO_EXTRACTING"},
                           {"AUDIO_READY", "start", "TRANSCRIBING"},
                           {"AUDIO_READY", "run", "TRANSCRIBING"},
                           {"TRANSCRIPT_READY", "start", "GENERATING"},
                           {"TRANSCRIPT_READY", "run", "GENERATING"},
                           {"DRAFT_READY", "edit", "EDITING"},
                           {"DRAFT_READY", "run", "EDITING"},
                           {"EDITING", "regenerate", "REGENERATING"},
                           {"EDITING", "publish", "EXPORTING"},
                           {"AUDIO_EXTRACTING", "succeed", "AUDIO_READY"},
                           {"TRANSCRIBING", "succeed", "TRANSCRIPT_READY"},
                           {"GENERATING", "succeed", "DRAFT_READY"},
                           {"REGENERATING", "succeed", "EDITING"},
                           {"EXPORTING", "succeed", "DONE"},
                           {"REGENERATING", "fail", "EDITING"},
                           {"EXPORTING", "fail", "EDITING"},
                           {"REGENERATING", "lose", "EDITING"},
                           {"EXPORTING", "lose", "EDITING"}}};
    for (const char* state : {"AUDIO_EXTRACTING", "TRANSCRIBING", "GENERATING"}) {
      video.rows.push_back({state, "fail", state, 'r'});
      video.rows.push_back({state, "fail", "FAILED"});
      video.rows.push_back({state, "lose", state, 'l'});
      video.rows.push_back({state, "lose", "FAILED"});
    }
    for (const auto& [state, kind] : video.kinds) {
      if (kind == 'S' || kind == 'F' || kind == 'C') continue;
      video.rows.push_back({state, "cancel", "CANCELLED"});
      video.rows.push_back({state, "abort", "FAILED"});
    }
    out["video"] = video;
    return out;
  }();
  return all.at(name);
}

// --- Jobs ----------------------------------------------------------------------------------------

struct naive_event {
  pawl::event_kind kind{};
  std::string event{}, from{}, to{};
  std::int64_t at = 0;
  unsigned attempt = 0;
  int progress = 0;
  std::string stage{}, message{}, error{};
};

struct naive_error {
  std::string code{}, message{}, state{};
};

struct naive_job {
  job_id id{};
  std::size_t sequence = 0;
  const pawl::job_descriptor* type = nullptr;
  const naive_lifecycle* life = nullptr;
  std::string tenant{}, key{}, subject{}, payload{};
  unsigned payload_version = 1;
  std::vector<std::string> limit_keys{};
  std::optional<job_id> parent{};
  unsigned rank = 0, max_attempts = 1;
  std::int64_t created = 0;

  std::string state{};
  pawl::phase phase{};
  unsigned attempt = 0, retries = 0;
  bool retryable = false;
  int progress = 0;
  std::string stage{};
  std::int64_t updated = 0, started = 0, completed = 0, due = 0, sort = 0;
  std::optional<naive_error> error{};
  bool cancel_requested = false;
  std::string cancel_reason{};
  std::set<job_id> waits_for{};
  std::optional<std::string> result{}, checkpoint{};
  std::vector<pawl::artifact> artifacts{};
  std::vector<naive_event> events{};
  std::size_t event_count = 0;  ///< also of those that are pruned
  std::map<std::string, std::pair<std::string, std::string>> inbox{};  ///< content, state reached

  std::int64_t owner = 0;
  int grant = 0;        ///< our own number of the last claim
  int final_grant = 0;  ///< the claim that has ended it
  std::uint64_t fence = 0;
  bool suspect = false;  ///< a process was lost that had it
  bool dead = false;
  std::optional<std::int64_t> lies_since{};  ///< until it is submitted again by itself
  std::optional<job_id> replayed_as{};
  bool events_gone = false;
  std::int64_t events_until = 0;

  [[nodiscard]] bool ended() const { return life->ended(state); }
  /// All steps but one of a certain pipeline are done elsewhere.
  [[nodiscard]] bool is_elsewhere() const {
    return handler() == "law.remote" && life->kind(state) == 'a' && state != "TRANSCRIBING";
  }
  [[nodiscard]] bool leased() const { return phase == phase::held || phase == phase::running; }
  [[nodiscard]] std::string handler() const { return {type->handler.data(), type->handler.size()}; }
};

/// A claim that was given out at some time, and may be worth nothing by now.
struct naive_grant {
  job_id job{};
  int serial = 0;
  pawl::storage::lease_token lease{};
  const pawl::job_descriptor* type = nullptr;
};

// --- The store -----------------------------------------------------------------------------------

class naive_store {
 public:
  using jobs = std::vector<naive_job>;

  std::int64_t now = 0;
  jobs all{};
  std::vector<naive_grant> grants{};
  std::map<std::int64_t, std::int64_t> owners{};  ///< when they were last seen
  struct callback {
    unsigned tries = 0;
    std::int64_t due = 0;
    std::int64_t caller = 0;  ///< the owner that calls it; 0: none
  };
  std::map<job_id, callback> callbacks{};

  naive_job* find(const job_id& id) {
    for (naive_job& each : all)
      if (each.id == id) return &each;
    return nullptr;
  }
  naive_job* find(const pawl::storage::scope& who, const job_id& id) {
    naive_job* found = find(id);
    return found != nullptr && (who.is_every_tenant() || found->tenant == who.tenant()) ? found
                                                                                        : nullptr;
  }

  // --- Decisions ---------------------------------------------------------------------------------

  struct taken {
    std::string event{}, from{}, to{};
  };
  struct decided {
    bool accepted = false;
    std::vector<taken> steps{};
    std::string state{};
    bool waits = false;
    bool dead = false;
    unsigned attempt = 0, retries = 0;
    bool retryable = false;
  };

  static std::optional<std::string> next(const naive_job& job, const std::string& state,
                                         const std::string& event, bool retryable,
                                         unsigned attempt) {
    const bool left = attempt < job.max_attempts;
    for (const naive_row& row : job.life->rows) {
      if (row.from != state || row.event != event) continue;
      if (row.guard == 'l' && !left) continue;
      if (row.guard == 'r' && !(retryable && left)) continue;
      if (row.guard == 'x' && !(retryable && !left)) continue;
      return row.to;
    }
    return {};
  }

  static decided decide(const naive_job& job, const std::string& event, bool retryable = false,
                        std::optional<unsigned> charged = {}) {
    const bool failing = event == "fail" || event == "lose";
    decided out;
    out.attempt = charged.value_or(job.attempt);
    // A run that no worker has begun was made elsewhere: its failure is all that is known of it.
    if (event == "fail" && job.life->kind(job.state) == 'a' && job.phase != phase::running)
      ++out.attempt;
    out.retries = job.retries;
    out.retryable = failing ? retryable : job.retryable;
    out.state = job.state;
    const auto step = [&](const std::string& what) {
      const auto to = next(job, out.state, what, out.retryable, out.attempt);
      if (!to) return false;
      out.steps.push_back({what, out.state, *to});
      out.state = *to;
      return true;
    };
    if (event == "cancel" && job.life->kind(job.state) == 'w' &&
        !next(job, job.state, "cancel", out.retryable, out.attempt) && !step("retry_due"))
      return {};
    if (!step(event)) return {};
    if (failing) {
      const char kind = job.life->kind(out.state);
      if (kind == 'w') {
        const auto then = next(job, out.state, "retry_due", out.retryable, out.attempt);
        bool undecided = false;  // a guard has to say where the way out leads
        for (const naive_row& row : job.life->rows)
          if (row.from == out.state && row.event == "retry_due" && row.guard != ' ')
            undecided = true;
        if ((event == "lose" && undecided) || (then && job.life->ended(*then)))
          step("retry_due");
        else
          out.waits = true;
      } else if (kind == 'a' && event == "fail") {
        out.waits = true;
      }
      if (!job.life->ended(out.state)) ++out.retries;
      out.dead =
          job.life->kind(out.state) == 'D' || (job.life->kind(out.state) == 'F' && retryable);
    } else if (out.state != job.state) {
      if (!job.life->ended(out.state)) out.attempt = 0;
      out.dead = job.life->kind(out.state) == 'D';
    }
    out.accepted = true;
    return out;
  }

  /// As much of a text as is kept: whole characters, at most 4096 bytes of them.
  static std::string shown(const std::string& said) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < said.size() && at <= 4096; ++at)
      if ((static_cast<unsigned char>(said[at]) & 0xc0U) != 0x80U) end = at;
    return said.size() <= 4096 ? said : said.substr(0, end);
  }
  /// Whether a job's artifacts, with these, stay within 16 KiB.
  static bool fits(const naive_job& job, const pawl::storage::findings& found) {
    std::size_t sum = 0;
    for (const auto& [name, value] : found.artifacts) sum += name.size() + value.size();
    if (sum == 0) return true;
    for (const pawl::artifact& each : job.artifacts) sum += each.name.size() + each.value.size();
    return sum <= 16'384;
  }

  void log(naive_job& job, naive_event event) {
    event.at = now;
    event.attempt = job.attempt;
    event.progress = job.progress;
    event.stage = job.stage;
    job.events.push_back(std::move(event));
    ++job.event_count;
  }

  /// Ready, if there is nothing left to wait for.
  void settle_down(naive_job& job) {
    if (!job.waits_for.empty() || job.is_elsewhere()) {
      job.phase = phase::blocked;
    } else if (job.due > now) {
      job.phase = phase::scheduled;
    } else {
      job.phase = phase::ready;
      job.sort = now - std::int64_t{job.rank} * job.type->aging_step.count;
    }
  }

  /// The state that a job is in while a worker has it.
  static std::string entered_state(const naive_job& job) {
    return job.life->kind(job.state) == 'r'
               ? next(job, job.state, "start", false, job.attempt + 1).value()
               : job.state;
  }
  /// A worker has entered the job, so long ago; nobody is believed to have come before the job's
  /// last change.
  void begin(naive_job& job, std::int64_t ago) {
    const std::string from = job.state;
    job.state = entered_state(job);
    job.attempt += 1;
    if (job.started == 0) job.started = std::max(job.updated, now - std::max<std::int64_t>(ago, 0));
    job.updated = now;
    if (job.state != from) log(job, {pawl::event_kind::transition, "start", from, job.state});
    job.phase = phase::running;
  }

  void carry_out(naive_job& job, const decided& d, std::optional<naive_error> error,
                 const std::string& message, const std::optional<std::string>& result = {}) {
    const bool was_scheduled = job.phase == phase::scheduled;
    // Where a cancel or an event from outside is a failure, it is what the job has failed with.
    const char ended_as = job.life->kind(d.state);
    const std::string last = d.steps.empty() ? "" : d.steps.back().event;
    const std::set<std::string> own{"", "start", "succeed", "fail", "lose", "retry_due"};
    const bool by_order = !error && (ended_as == 'F' || ended_as == 'D') && !own.contains(last);
    if (by_order && last == "cancel")
      error = naive_error{"cancelled",
                          !job.cancel_reason.empty() ? job.cancel_reason
                          : !message.empty()         ? message
                                                     : "cancelled",
                          job.state};
    else if (by_order)
      error = naive_error{"aborted", "event " + last + " has ended the job", job.state};
    job.state = d.state;
    job.attempt = d.attempt;
    job.retries = d.retries;
    job.retryable = d.retryable;
    job.updated = now;
    job.owner = 0;
    const char kind = job.life->kind(job.state);
    if (kind == 'S') job.progress = 100;
    std::size_t left = d.steps.size();
    for (const taken& each : d.steps) {
      naive_event event{pawl::event_kind::transition, each.event, each.from, each.to};
      const bool tells = by_order ? left == 1 : left == d.steps.size();
      if (tells) event.message = error ? error->message : message;
      if (tells && error) event.error = error->code;
      log(job, event);
      --left;
    }
    if (error) job.error = error;
    if (was_scheduled && !d.steps.empty()) job.due = 0;
    if (job.ended()) {
      job.phase = phase::terminal;
      job.completed = now;
      job.dead = d.dead;
      if (d.dead && !job.parent) job.lies_since = now;
      job.cancel_requested = false;
      job.checkpoint.reset();
      const auto kept = d.dead ? job.type->keep_dead_letters.count : job.type->keep_results.count;
      job.events_until = now + std::min(job.type->keep_events.count, kept);
      if (kind == 'S') {
        job.error.reset();
        job.result = result;
      }
      if ((kind == 'S' && job.type->calls_on_success) ||
          ((kind == 'F' || kind == 'D') && job.type->calls_on_failure) || job.type->calls_on_end)
        callbacks[job.id] = {0, now};
      job.waits_for.clear();
      ended_.insert(job.sequence);
      return;
    }
    switch (kind) {
      case 'd':
        job.phase = phase::blocked;
        break;
      case 'w':
        job.phase = phase::scheduled;
        break;
      default:
        settle_down(job);
    }
    if (d.waits) job.phase = phase::scheduled;
  }

  void honour_cancel(naive_job& job) {
    if (!job.cancel_requested || job.ended()) return;
    const decided cancelling = decide(job, "cancel");
    if (!cancelling.accepted) return;
    carry_out(job, cancelling, {}, job.cancel_reason);
    job.final_grant = 0;
  }

  /// Those who wait for what has ended in this commit go on. Answers how often one was told.
  std::size_t release() {
    std::size_t count = 0;
    while (!ended_.empty()) {
      const std::size_t sequence = *ended_.begin();
      ended_.erase(ended_.begin());
      const naive_job* over = nullptr;
      for (const naive_job& each : all)
        if (each.sequence == sequence) over = &each;
      if (over == nullptr) continue;
      const job_id id = over->id;
      const bool good = over->life->kind(over->state) == 'S';
      for (naive_job& each : all) {
        if (each.waits_for.count(id) == 0) continue;
        ++count;
        if (!good && each.type->on_failed_dependency == pawl::dependents::cancel) {
          cancel_for_dependency(each);
          continue;
        }
        each.waits_for.erase(id);
        if (each.waits_for.empty() && each.phase == phase::blocked &&
            each.life->kind(each.state) != 'd')
          settle_down(each);
      }
    }
    return count;
  }

  void cancel_for_dependency(naive_job& job) {
    const decided d = decide(job, "cancel");
    if (!d.accepted) return;
    job.cancel_reason = "dependency_failed";
    carry_out(job, d, {}, "dependency_failed");
  }

  // --- Limits ------------------------------------------------------------------------------------

  /// Jobs that count for a limit: those that are not over, or those that a worker has.
  [[nodiscard]] int counted(const pawl::job_descriptor& type, std::size_t limit,
                            const std::string& key, bool at_claim) const {
    int count = 0;
    for (const naive_job& each : all)
      if (each.type == &type && each.limit_keys[limit] == key &&
          (at_claim ? each.leased() : !each.ended()))
        ++count;
    return count;
  }
  [[nodiscard]] bool may_start(const naive_job& job) const {
    for (std::size_t i = 0; i < job.type->limits.size(); ++i) {
      const auto& limit = job.type->limits[i];
      if (limit.point == pawl::limit_point::at_claim &&
          counted(*job.type, i, job.limit_keys[i], true) >= limit.count)
        return false;
    }
    return true;
  }

  std::map<std::pair<const void*, std::string>, std::int64_t> even_at{};  ///< of rates, in ns

  // --- Keys --------------------------------------------------------------------------------------

  struct key_of_job {
    job_id job{};
    std::string payload{};
    std::int64_t created = 0;
  };
  std::map<std::tuple<std::string, const void*, std::string>, key_of_job> keys{};

  [[nodiscard]] std::int64_t key_ends(const naive_job& job) const {
    if (job.key.empty()) return 0;
    const auto found = keys.find({job.tenant, job.type, job.key});
    if (found == keys.end() || found->second.job != job.id) return 0;
    return found->second.created + job.type->key_ttl.count;
  }

  // --- Owners ------------------------------------------------------------------------------------

  [[nodiscard]] bool expired(std::int64_t owner, std::int64_t lease) const {
    const auto found = owners.find(owner);
    return found == owners.end() || now > found->second + lease;
  }

  void take_away(naive_job& job) {
    job.suspect = true;
    if (job.phase == phase::held) {
      job.owner = 0;
      come_back_later(job);
      return;
    }
    const naive_error lost{"worker_lost",
                           "the worker gave no sign of life for longer than its lease", job.state};
    const decided d = decide(job, "lose", true);
    if (job.cancel_requested && !(d.accepted && job.life->ended(d.state))) {
      const decided cancelling = decide(job, "cancel");
      if (cancelling.accepted) {
        carry_out(job, cancelling, {}, job.cancel_reason);
        return;
      }
    }
    carry_out(job, d, lost, "");
    if (job.phase == phase::ready || d.waits) come_back_later(job);
  }
  /// After the backoff of its attempts.
  void come_back_later(naive_job& job) const {
    job.phase = phase::scheduled;
    job.due = now + pawl::delay(job.type->retry.plan, job.id.seed(), job.attempt).count;
  }

  std::size_t next_sequence = 0;
  int next_serial = 0;

 private:
  std::set<std::size_t> ended_{};
};

}  // namespace support

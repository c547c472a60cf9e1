// SPDX-License-Identifier: BSL-1.0
// How jobs look: lines of text made of a snapshot, without a terminal and without a store.
#pragma once

#include <algorithm>
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

#include <pawl/runtime/engine.hpp>
#include <pawl/storage/queries.hpp>

#include "work.hpp"

namespace demo {

/// What is seen at one moment.
struct snapshot {
  pawl::instant now{};
  std::vector<pawl::job_record> jobs{};  ///< newest first
  std::vector<pawl::dead_letter> dead{};
  pawl::storage::statistics count{};
  pawl::runtime::engine_health health{};
  double per_second = 0;  ///< jobs that ended lately
};

/// `%-10s` and the like, as a string.
template <class... Values>
std::string format(const char* how, Values... values) {
  char out[256];
  const int length = std::snprintf(out, sizeof out, how, values...);
  return {out, static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(sizeof out) - 1))};
}

/// What is special about a job right now, in words.
inline std::string remark(const pawl::job_record& job, pawl::instant now) {
  if (pawl::is_terminal(job.kind)) {
    if (job.kind == pawl::kind::cancelled) return job.cancel_reason;
    return job.error ? job.error->code + ": " + job.error->message : std::string();
  }
  if (job.cancel_requested) return "is asked to stop";
  if (job.phase == pawl::phase::blocked) return "waits for a person";
  if (job.phase == pawl::phase::scheduled && job.due_at) {
    const auto left = std::max(milliseconds{0}, *job.due_at - now);
    return format("retry in %.1f s", static_cast<double>(left.count()) / 1000) +
           (job.error ? " after " + job.error->code : std::string());
  }
  return job.phase == pawl::phase::ready || job.phase == pawl::phase::held ? "waits for a worker"
                                                                           : "";
}

inline std::string bar(int percent, std::size_t width) {
  const std::size_t full = static_cast<std::size_t>(std::clamp(percent, 0, 100)) * width / 100;
  return std::string(full, '#') + std::string(width - full, '.');
}

/// A job in one line; on a narrow screen what is special takes the place of the stage.
inline std::string line_of(const pawl::job_record& job, pawl::instant now, bool narrow = false) {
  const std::string special = remark(job, now);
  const std::string stage = job.kind == pawl::kind::success ? std::string() : job.stage;
  return format("%s %-14s %-16s [%s] %3d%% %u/%u ", short_id(to_string(job.id)).c_str(),
                job.handler.c_str(), job.state.c_str(), bar(job.progress, narrow ? 8 : 20).c_str(),
                job.progress, std::max(job.attempt, 1U), job.max_attempts) +
         (narrow ? (special.empty() ? stage : special) : format("%-18s ", stage.c_str()) + special);
}

inline const char* colour_of(const pawl::job_record& job) {
  switch (job.kind) {
    case pawl::kind::success:
      return "\x1b[32m";
    case pawl::kind::failure:
    case pawl::kind::dead:
      return "\x1b[31m";
    case pawl::kind::cancelled:
      return "\x1b[2m";
    default:
      break;
  }
  if (job.phase == pawl::phase::running) return "\x1b[36m";
  return job.phase == pawl::phase::scheduled ? "\x1b[33m" : "";
}

/// How many jobs stand where. The numbers count jobs of all types.
inline std::string tally(const pawl::storage::statistics& count) {
  std::int64_t succeeded = 0;
  std::int64_t failed = 0;
  std::int64_t canceled = 0;
  for (const pawl::storage::state_count& each : count.jobs) {
    if (each.state == "succeeded" || each.state == "DONE") succeeded += each.count;
    if (each.phase == pawl::phase::terminal && (each.state == "failed" || each.state == "FAILED"))
      failed += each.count;
    if (each.state == "canceled" || each.state == "CANCELLED") canceled += each.count;
  }
  return std::to_string(succeeded) + " succeeded, " + std::to_string(failed) + " failed, " +
         std::to_string(canceled) + " canceled";
}

/// The whole screen.
class screen {
 public:
  screen(std::string title, int columns, int rows)
      : title_(std::move(title)),
        columns_(static_cast<std::size_t>(columns)),
        rows_(static_cast<std::size_t>(rows)) {}

  std::string draw(const snapshot& seen, std::size_t selected,
                   const std::deque<std::string>& news) {
    const auto& health = seen.health;
    add("\x1b[1m", title_);
    add("", format("%zu run, %zu held, %lld wait; %s; %.1f jobs/s", health.busy, health.held,
                   static_cast<long long>(seen.count.waiting()), tally(seen.count).c_str(),
                   seen.per_second));
    add(health.store_reachable ? "" : "\x1b[31m",
        format("health: %s, store %s, %llu attempts settled, %llu leases lost, %llu stuck",
               health.running ? "running" : "stopped",
               health.store_reachable ? "reachable" : "unreachable",
               static_cast<unsigned long long>(health.settled),
               static_cast<unsigned long long>(health.leases_lost),
               static_cast<unsigned long long>(health.stuck)));
    add("", "");
    constexpr std::size_t letters = 3;
    constexpr std::size_t sentences = 4;
    const std::size_t room = rows_ > 12 + letters + sentences ? rows_ - 8 - letters - sentences : 4;
    // The selected job stays in sight.
    const std::size_t first = selected >= room ? selected - room + 1 : 0;
    for (std::size_t i = first; i < std::min(seen.jobs.size(), first + room); ++i)
      add(colour_of(seen.jobs[i]),
          (i == selected ? "> " : "  ") + line_of(seen.jobs[i], seen.now, columns_ < 110));
    add("", "");
    add("\x1b[1m", "dead letters: " + std::to_string(seen.count.dead_letters));
    for (std::size_t i = 0; i < std::min(letters, seen.dead.size()); ++i)
      add("\x1b[31m", "  " + letter(seen.dead[i]));
    for (std::size_t i = news.size() - std::min(sentences, news.size()); i < news.size(); ++i)
      add("\x1b[2m", news[i]);
    add("\x1b[7m", " c cancel  r replay a dead letter  n submit more  up/down select  q quit ");
    // Without a line end after the last line, or the terminal scrolls.
    out_.resize(out_.size() - 2);
    return std::exchange(out_, {});
  }

 private:
  static std::string letter(const pawl::dead_letter& dead) {
    return short_id(to_string(dead.job.id)) + ' ' + dead.job.handler + ' ' +
           (dead.job.error ? dead.job.error->code : std::string()) +
           (dead.replayed_as ? ", replayed as " + short_id(to_string(*dead.replayed_as)) : "");
  }
  void add(const char* colour, const std::string& line) {
    out_ += colour + line.substr(0, columns_) + "\x1b[0m\x1b[K\r\n";
  }

  std::string title_;
  std::size_t columns_;
  std::size_t rows_;
  std::string out_;
};

}  // namespace demo

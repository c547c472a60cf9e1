// SPDX-License-Identifier: BSL-1.0
// How jobs look: lines of text made of a snapshot, without a terminal and without a store.
#pragma once

#include <algorithm>
#include <deque>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <range/v3/numeric/accumulate.hpp>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/enumerate.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/take_last.hpp>

#include <pawl/fmt.hpp>
#include <pawl/runtime/engine/engine.hpp>
#include <pawl/storage/queries.hpp>

#include "work.hpp"

namespace demo {

namespace views = ranges::views;

/// What is seen at one moment.
struct snapshot {
  pawl::instant now{};
  std::vector<pawl::job_record> jobs{};  ///< newest first
  std::vector<pawl::dead_letter> dead{};
  pawl::storage::statistics count{};
  pawl::runtime::engine_health health{};
  double per_second = 0;  ///< jobs that ended lately
};

/// What is special about a job right now, in words.
inline std::string remark(const pawl::job_record& job, pawl::instant now) {
  if (pawl::is_terminal(job.kind)) {
    if (job.kind == pawl::kind::cancelled) return job.cancel_reason;
    return job.error ? fmt::format("{}", *job.error) : std::string();
  }
  if (job.cancel_requested) return "is asked to stop";
  if (job.phase == pawl::phase::blocked) return "waits for a person";
  if (job.phase == pawl::phase::scheduled && job.due_at) {
    const auto left = std::max(milliseconds{0}, *job.due_at - now);
    return fmt::format("retry in {:.1f} s{}{}", static_cast<double>(left.count()) / 1000,
                       job.error ? " after " : "", job.error ? job.error->code : "");
  }
  return job.phase == pawl::phase::ready || job.phase == pawl::phase::held ? "waits for a worker"
                                                                           : "";
}

inline std::string bar(int percent, std::size_t width) {
  const std::size_t full = static_cast<std::size_t>(std::clamp(percent, 0, 100)) * width / 100;
  return fmt::format("{:.<{}}", std::string(full, '#'), width);
}

/// A job in one line; on a narrow screen what is special takes the place of the stage.
inline std::string line_of(const pawl::job_record& job, pawl::instant now, bool narrow = false) {
  const std::string special = remark(job, now);
  const std::string stage = job.kind == pawl::kind::success ? std::string() : job.stage;
  const std::string most = fmt::format("{} {:<14} {:<16} [{}] {:>3}% {}/{}", short_id(job.id),
                                       job.handler, job.state, bar(job.progress, narrow ? 8 : 20),
                                       job.progress, std::max(job.attempt, 1U), job.max_attempts);
  return narrow ? fmt::format("{} {}", most, special.empty() ? stage : special)
                : fmt::format("{} {:<18} {}", most, stage, special);
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
  using pawl::storage::state_count;
  const auto ended = [&](std::string_view as, std::string_view in_a_video) {
    const auto so = [&](const state_count& each) {
      return each.phase == pawl::phase::terminal && (each.state == as || each.state == in_a_video);
    };
    return ranges::accumulate(count.jobs | views::filter(so), std::int64_t{0}, {},
                              &state_count::count);
  };
  return fmt::format("{} succeeded, {} failed, {} cancelled", ended("succeeded", "DONE"),
                     ended("failed", "FAILED"), ended("canceled", "CANCELLED"));
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
    add("", fmt::format("{} run, {} held, {} wait; {}; {:.1f} jobs/s", health.busy, health.held,
                        seen.count.waiting(), tally(seen.count), seen.per_second));
    add(health.store_reachable ? "" : "\x1b[31m",
        fmt::format("health: {}, store {}, {} attempts settled, {} leases lost, {} stuck",
                    health.running ? "running" : "stopped",
                    health.store_reachable ? "reachable" : "unreachable", health.settled,
                    health.leases_lost, health.stuck));
    add("", "");
    constexpr std::size_t letters = 3;
    constexpr std::size_t sentences = 4;
    const std::size_t room = rows_ > 12 + letters + sentences ? rows_ - 8 - letters - sentences : 4;
    // The selected job stays in sight.
    const std::size_t first = selected >= room ? selected - room + 1 : 0;
    for (const auto& [i, job] :
         seen.jobs | views::enumerate | views::drop(first) | views::take(room))
      add(colour_of(job), (i == selected ? "> " : "  ") + line_of(job, seen.now, columns_ < 110));
    add("", "");
    add("\x1b[1m", fmt::format("dead letters: {}", seen.count.dead_letters));
    for (const pawl::dead_letter& dead : seen.dead | views::take(letters))
      add("\x1b[31m", "  " + letter(dead));
    for (const std::string& line : news | views::take_last(sentences)) add("\x1b[2m", line);
    add("\x1b[7m", " c cancel  r replay a dead letter  n submit more  up/down select  q quit ");
    // Without a line end after the last line, or the terminal scrolls.
    out_.resize(out_.size() - 2);
    return std::exchange(out_, {});
  }

 private:
  static std::string letter(const pawl::dead_letter& dead) {
    const std::string line = fmt::format("{} {} {}", short_id(dead.job.id), dead.job.handler,
                                         dead.job.error ? dead.job.error->code : "");
    if (!dead.replayed_as) return line;
    return fmt::format("{}, replayed as {}", line, short_id(*dead.replayed_as));
  }
  void add(std::string_view colour, const std::string& line) {
    fmt::format_to(std::back_inserter(out_), "{}{:.{}}\x1b[0m\x1b[K\r\n", colour, line, columns_);
  }

  std::string title_;
  std::size_t columns_;
  std::size_t rows_;
  std::string out_;
};

}  // namespace demo

// SPDX-License-Identifier: BSL-1.0
// Jobs on a SQLite file, live in the terminal. Kill it whenever you like, with -9 if you like, and
// start it again: it goes on where it was.
#include <algorithm>
#include <iostream>
#include <set>

#include <fmt/format.h>
#include <range/v3/view/reverse.hpp>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

#include "desk.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace {

using clock_type = std::chrono::steady_clock;
using std::chrono::milliseconds;
namespace views = ranges::views;

/// How long the demo has run, and whether that is long enough.
class stopwatch {
 public:
  explicit stopwatch(int seconds) : limit_(seconds) {}
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(clock_type::now() - begun_).count();
  }
  [[nodiscard]] bool is_over() const {
    return demo::asked_to_end != 0 || (limit_ > 0 && seconds() >= limit_);
  }

 private:
  clock_type::time_point begun_ = clock_type::now();
  int limit_;
};

/// Says what is new about each job, a line at a time, until all have ended.
template <class Desk>
void run_plain(Desk& desk, demo::news& news, const stopwatch& watch) {
  std::map<pawl::job_id, std::string> said;
  while (!watch.is_over()) {
    desk.submit_wanted();
    desk.play_editor();
    for (const std::string& line : news.take()) std::cout << line << '\n';
    const demo::snapshot seen = desk.look();
    for (const pawl::job_record& job : seen.jobs | views::reverse) {
      const std::string what = fmt::format("{} {} {} {} {}", job.state, job.stage, job.attempt,
                                           job.progress / 20, job.error ? job.error->code : "");
      if (std::exchange(said[job.id], what) != what)
        std::cout << fmt::format("{:6.1f} s  {}\n", watch.seconds(), demo::line_of(job, seen.now));
    }
    std::cout << std::flush;
    const bool none_left = seen.count.waiting() == 0 && seen.count.in(pawl::phase::held) == 0 &&
                           seen.count.in(pawl::phase::running) == 0;
    if (desk.all_submitted() && none_left) return;
    std::this_thread::sleep_for(milliseconds{100});
  }
}

/// Shows all jobs on a screen and does what is typed.
template <class Desk>
void run_screen(Desk& desk, demo::news& news, const stopwatch& watch, const std::string& title) {
  const demo::terminal terminal;
  std::deque<std::string> lines;
  pawl::job_id chosen{};
  while (!watch.is_over()) {
    desk.submit_wanted();
    desk.play_editor();
    const demo::snapshot seen = desk.look();
    for (std::string& line : news.take()) lines.push_back(std::move(line));
    while (lines.size() > 50) lines.pop_front();

    // The selected job stays so; else the newest that can still be cancelled.
    const auto is_chosen = [&](const pawl::job_record& job) { return job.id == chosen; };
    const auto lives = [](const pawl::job_record& job) { return !pawl::is_terminal(job.kind); };
    auto at = std::ranges::find_if(seen.jobs, is_chosen);
    if (at == seen.jobs.end()) at = std::ranges::find_if(seen.jobs, lives);
    if (at == seen.jobs.end()) at = seen.jobs.begin();
    const auto size = demo::terminal::measure();
    demo::terminal::show(demo::screen(title, size.columns, size.rows)
                             .draw(seen, static_cast<std::size_t>(at - seen.jobs.begin()), lines));

    switch (demo::terminal::wait_for_key(150)) {
      case demo::key::up:
        if (at != seen.jobs.begin()) chosen = (at - 1)->id;
        break;
      case demo::key::down:
        if (at != seen.jobs.end() && at + 1 != seen.jobs.end()) chosen = (at + 1)->id;
        break;
      case demo::key::cancel:
        if (at != seen.jobs.end()) desk.cancel(*at);
        break;
      case demo::key::replay:
        desk.replay(seen);
        break;
      case demo::key::submit:
        desk.ask_for(4);
        break;
      case demo::key::quit:
        return;
      case demo::key::none:
        break;
    }
  }
}

int run(const demo::options& options) {
  auto store = pawl::storage::sqlite<>::open(options.database);
  if (!store) {
    std::cerr << fmt::format("{}\n", store.error());
    return 1;
  }
  auto news = std::make_shared<demo::news>();
  const demo::workshop shop(options.speed, news);
  pawl::service jobs{*std::move(store), demo::convert{shop}, demo::export_deck{shop},
                     demo::ask_model{shop}, demo::instruct{shop}};
  demo::desk desk(jobs, news);
  std::string resumed;
  if (const std::size_t left = desk.unfinished(); left != 0)
    resumed = fmt::format("resumed {} jobs of an earlier run", left);

  const auto started = jobs.start(
      {.workers = 6,
       .prefetch = 2,
       .poll = milliseconds{500},
       .lease_check_interval = milliseconds{200},
       .maintenance = milliseconds{500},
       .name = "terminal_demo",
       .log = [news](const pawl::observe::log_entry& entry) { news->add(entry.message); }});
  if (!started) {
    std::cerr << fmt::format("{}\n", started.error());
    return 1;
  }
  desk.ask_for(options.jobs, "demo-");
  desk.submit_wanted();
  const stopwatch watch(options.seconds);
  if (options.plain) {
    if (!resumed.empty()) std::cout << resumed << std::endl;
    run_plain(desk, *news, watch);
  } else {
    if (desk.unfinished() == 0) desk.ask_for(options.jobs);
    run_screen(desk, *news, watch,
               fmt::format("pawl: jobs in {}{}{}", options.database, resumed.empty() ? "" : "; ",
                           resumed));
  }
  std::cout << desk.stop() << '\n' << desk.summary() << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  auto options = demo::read_options(argc, argv);
  if (!options || options->help) {
    (options ? std::cout : std::cerr) << demo::options::usage;
    return options ? 0 : 2;
  }
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) options->plain = true;
  demo::end_when_asked();
  return run(*options);
}

// SPDX-License-Identifier: BSL-1.0
// Everything the demo does with jobs besides running them.
#pragma once

#include <algorithm>
#include <array>
#include <map>

#include "handlers.hpp"
#include "view.hpp"

namespace demo {

/// Submits, cancels, replays, and plays the people whom the video pipeline waits for.
template <class Service>
class desk {
 public:
  desk(Service& jobs, std::shared_ptr<news> told) : jobs_(jobs), told_(std::move(told)) {}

  /// The jobs of an earlier run that have not ended. Before the service starts.
  [[nodiscard]] std::size_t unfinished() {
    std::size_t count = 0;
    for_each_job([&](const pawl::job_record& job) {
      if (job.phase != pawl::phase::terminal) ++count;
    });
    return count;
  }

  /// Asks for so many more jobs of all types. With a name each is submitted once, however often the
  /// demo is started with that name.
  void ask_for(int count, const std::string& name = {}) {
    for (int i = 0; i < count; ++i) {
      // Jobs without a name are about documents that no earlier run has heard of.
      const std::string document = fmt::format("{}{}", name.empty() ? run_ : name, asked_for_);
      wanted_.push_back({.number = asked_for_++,
                         .key = name.empty() ? std::string() : document,
                         .document = document});
    }
  }
  /// Submits what was asked for; what a limit refuses now is tried again in the next round.
  void submit_wanted() {
    while (!wanted_.empty()) {
      const auto made = submit(wanted_.front());
      if (!made && is_transient(made.error().code)) return;
      if (made)
        submitted_.push_back(*made);
      else
        told_->add(fmt::format("not submitted: {}", made.error()));
      wanted_.pop_front();
    }
  }
  [[nodiscard]] bool all_submitted() const { return wanted_.empty(); }

  /// Videos wait for people four times: here they come.
  void play_editor() {
    static const std::map<std::string, std::string> next{{"CREATED", "confirm_upload"},
                                                         {"UPLOADED", "run"},
                                                         {"DRAFT_READY", "edit"},
                                                         {"EDITING", "publish"}};
    const auto videos = me().list({.handler = "video.instruct",
                                   .states = {"CREATED", "UPLOADED", "DRAFT_READY", "EDITING"},
                                   .limit = 200});
    if (!videos) return;
    for (const pawl::job_record& job : videos->jobs)
      if (const auto done = me().raise(job.id, next.at(job.state)); !done)
        told_->add(fmt::format("{}", done.error()));
  }

  [[nodiscard]] snapshot look() {
    snapshot seen{.now = jobs_.store().now()};
    if (auto page = me().list({.limit = 200})) seen.jobs = std::move(page->jobs);
    if (auto page = me().dead_letters()) seen.dead = std::move(page->letters);
    if (auto count = jobs_.store().count(everything)) seen.count = *std::move(count);
    seen.health = jobs_.health();
    seen.per_second = rate(seen);
    return seen;
  }

  void cancel(const pawl::job_record& job) {
    const auto done = me().cancel(job.id, "c was pressed");
    told_->add(fmt::format("job {} {}", short_id(job.id),
                           !done   ? fmt::format("is not cancelled: {}", done.error())
                           : *done ? "is cancelled"
                                   : "is asked to stop"));
  }
  /// Submits the newest dead letter again that was not before.
  void replay(const snapshot& seen) {
    for (const pawl::dead_letter& dead : seen.dead) {
      if (dead.replayed_as) continue;
      const auto again = me().replay(dead.job.id);
      told_->add(
          again ? fmt::format("job {} is replayed as {}", short_id(dead.job.id), short_id(*again))
                : fmt::format("{}", again.error()));
      return;
    }
    told_->add("there is no dead letter to replay");
  }

  /// Ends the service and says what became of the jobs that ran.
  std::string stop() {
    std::vector<pawl::job_id> held;
    for_each_job([&](const pawl::job_record& job) {
      if (job.phase == pawl::phase::running || job.phase == pawl::phase::held)
        held.push_back(job.id);
    });
    jobs_.stop();
    const auto given_back = std::ranges::count_if(held, [&](const pawl::job_id& id) {
      const auto job = me().status(id);
      return job && job->phase != pawl::phase::terminal;
    });
    return fmt::format("stopped; gave back {} of {} jobs that were begun or held", given_back,
                       held.size());
  }

  /// One line about all jobs, the last thing that the demo says.
  [[nodiscard]] std::string summary() {
    const auto count = jobs_.store().count(everything);
    if (!count) return fmt::format("{}", count.error());
    const auto lost =
        std::ranges::count_if(submitted_, [&](const pawl::job_id& id) { return !me().status(id); });
    const std::int64_t live =
        count->waiting() + count->in(pawl::phase::held) + count->in(pawl::phase::running);
    return fmt::format("{}, {} unfinished, {} lost", tally(*count), live, lost);
  }

 private:
  struct wish {
    int number = 0;
    std::string key{};
    std::string document{};
  };
  using submission = pawl::storage::result<pawl::job_id>;

  static inline const pawl::storage::scope everything = pawl::storage::scope::every_tenant();

  [[nodiscard]] auto me(const std::string& user = "ann") {
    return jobs_.as({.tenant = "demo", .user = user, .organisation = {}});
  }
  template <class Visit>
  void for_each_job(Visit visit) {
    pawl::storage::list_filter filter{.limit = 200};
    do {
      const auto page = me().list(filter);
      if (!page) return;
      for (const pawl::job_record& job : page->jobs) visit(job);
      filter.cursor = page->cursor;
    } while (!filter.cursor.empty());
  }

  submission submit(const wish& job) {
    static constexpr std::array users{"ann", "ben", "cleo", "dan"};
    // Models are asked at most twenty times a minute by each user.
    auto who = me(users[static_cast<std::size_t>(job.number / 4) % users.size()]);
    const std::string& document = job.document;
    const pawl::submit_options options{.key = job.key, .subject = document};
    const auto id = [](const auto& made) -> submission {
      return made.transform([](const auto& ref) { return ref.id; });
    };
    switch (job.number % 4) {
      case 0:
        return id(who.template submit<convert>({document, "upload/" + document}, options));
      case 1:
        return id(who.template submit<export_deck>({document, deck_jobs::export_input::format::pdf},
                                                   options));
      case 2:
        return id(who.template submit<ask_model>({document, "what is this?"}, options));
      default:
        return id(who.template submit<instruct>({"video-" + document}, options));
    }
  }

  /// Jobs that ended in a second, over the last ten.
  double rate(const snapshot& seen) {
    const std::int64_t ended = seen.count.in(pawl::phase::terminal);
    ended_.push_back({seen.now, ended});
    while (seen.now - ended_.front().at > std::chrono::seconds{10}) ended_.pop_front();
    const auto time = (seen.now - ended_.front().at).count();
    return time <= 0 ? 0.0
                     : 1000.0 * static_cast<double>(ended - ended_.front().ended) /
                           static_cast<double>(time);
  }
  struct sample {
    pawl::instant at{};
    std::int64_t ended = 0;
  };

  Service& jobs_;
  std::shared_ptr<news> told_;
  std::deque<wish> wanted_;
  std::vector<pawl::job_id> submitted_;
  std::deque<sample> ended_;
  int asked_for_ = 0;
  std::string run_ = fmt::format("{}-", jobs_.store().now().time_since_epoch().count());
};

}  // namespace demo

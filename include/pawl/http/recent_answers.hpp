// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include <pawl/http/view.hpp>

namespace pawl::http {

/// Who asks for which job, and how it is shown to them.
struct job_question {
  job_id id{};
  std::string_view tenant{};
  reader by{};
  job_view view{};
};

/// What was answered to those who asked for a job, for those who ask again, as most do who wait for
/// it: it is given again until something is written. Any number of threads use it at once.
class recent_answers {
 public:
  struct answer {
    job_record job{};
    std::string body{};
    std::string tag{};
  };

  /// Null: it was not asked for lately, or the store has changed since.
  [[nodiscard]] std::shared_ptr<const answer> find(const job_question& asked,
                                                   std::uint64_t last_change) {
    place& at = place_of(asked);
    const std::scoped_lock lock(at.changes);
    const bool is_it = at.kept && at.last_change == last_change && at.kept->job.id == asked.id &&
                       at.tenant == asked.tenant && at.user == asked.by.user &&
                       at.operates == asked.by.operates && at.view == asked.view.begin();
    return is_it ? at.kept : nullptr;
  }
  /// The store's last change was asked for before the job was read: what comes between the two
  /// makes the answer an old one.
  void keep(const job_question& asked, std::uint64_t last_change, answer given) {
    // The time of day at which a scheduled job is due follows the clock. What is large is rare.
    if (given.job.due_at || given.body.size() > largest) return;
    place& at = place_of(asked);
    auto kept = std::make_shared<const answer>(std::move(given));
    const std::scoped_lock lock(at.changes);
    at.last_change = last_change;
    at.tenant = asked.tenant;
    at.user = asked.by.user;
    at.operates = asked.by.operates;
    at.view = asked.view.begin();
    at.kept = std::move(kept);
  }

 private:
  static constexpr std::size_t largest = 4'096;

  struct place {
    std::mutex changes;  ///< held while anything below is read or changed
    std::uint64_t last_change = 0;
    std::string tenant{};
    std::string user{};
    bool operates = false;
    const field<job_record>* view = nullptr;
    std::shared_ptr<const answer> kept{};
  };

  place& place_of(const job_question& asked) {
    const std::size_t mixed =
        std::hash<job_id>{}(asked.id) + std::hash<std::string_view>{}(asked.by.user);
    return places_[mixed % places_.size()];
  }

  std::array<place, 256> places_{};
};

}  // namespace pawl::http

// SPDX-License-Identifier: BSL-1.0
// Attempts by themselves: of a job whose handler is a function of the test, for an engine that
// only writes down what it is asked.
#pragma once

#include <functional>

#include <pawl/runtime/engine/attempt.hpp>

#include "../../../examples/jobs/service.hpp"
#include "../../support/catch.hpp"

namespace runtime_test {

using namespace std::chrono_literals;
namespace storage = pawl::storage;

/// Its time stands still unless the test moves it.
class recording_host final : public pawl::runtime::attempt_host {
 public:
  std::chrono::milliseconds time{0};
  bool open = true;           ///< false: the engine is gone
  pawl::job_record stored{};  ///< what the store says of every job
  std::size_t entries = 0;
  std::size_t reports = 0;
  std::uint64_t children = 0;
  std::vector<std::chrono::milliseconds> first_outputs{};
  std::vector<storage::attempt_end> ends{};
  std::vector<std::vector<storage::operation_kind>> commits{};

  [[nodiscard]] std::chrono::milliseconds elapsed() override { return time; }
  [[nodiscard]] pawl::instant now() override { return pawl::instant{time}; }
  void before_entry(const pawl::runtime::attempt&) override {}
  void entered(pawl::runtime::attempt&) override { ++entries; }
  [[nodiscard]] bool follows_spans() const override { return false; }
  void first_output(const pawl::runtime::attempt&, std::chrono::milliseconds after) override {
    first_outputs.push_back(after);
  }
  void reported() override { ++reports; }
  void concluded(pawl::runtime::attempt& run) override { ends.push_back(run.settlement().end); }
  bool write(std::span<const storage::operation_ptr> batch) override {
    auto& commit = commits.emplace_back();
    for (const storage::operation_ptr& each : batch) {
      commit.push_back(each.kind());
      if (!open)
        each.answer().refuse({storage::errc::lease_lost, "gone", {}, {}});
      else if (auto* begun = each.as<storage::start>())
        begun->answer = storage::start::answer_type{};
      else if (auto* said = each.as<storage::report>())
        said->answer = storage::report::answer_type{};
    }
    return open;
  }
  bool store_is_held() override { return false; }
  void number(storage::submit& child) override {
    child.id = pawl::job_id::from_words(1, ++children);
  }
  storage::answer_to<pawl::job_record> look(const storage::scope&, const pawl::job_id&) override {
    if (!open) return storage::refuse(storage::errc::lease_lost, "gone");
    return stored;
  }
  storage::answer_to<storage::stored_results> results(const storage::scope&,
                                                      pawl::slice<pawl::job_id> ids) override {
    if (!open) return storage::refuse(storage::errc::lease_lost, "gone");
    return storage::stored_results(ids.size());
  }
  void join(const pawl::connection_ref&, storage::operation_ptr op) override {
    op.answer().refuse({storage::errc::would_deadlock, "no transactions here", {}, {}});
  }
};

/// What the handler of a lone attempt does.
using lone_handler = std::function<void(pawl::runtime::attempt& run)>;

/// Makes attempts, and outlives them.
struct lone_attempts {
  struct job : service_jobs::report_job {
    outcome<service_jobs::report_output> operator()(context&, service_jobs::report_input) const {
      return service_jobs::report_output{};
    }
  };

  lone_handler act = [](pawl::runtime::attempt&) {};
  pawl::runtime::runner how{
      .type = &pawl::type_of<job>,
      .handler = &act,
      .run = [](const void* handler, pawl::attempt_backend& run, const storage::claimed&,
                storage::settle& end) {
        (*static_cast<const lone_handler*>(handler))(dynamic_cast<pawl::runtime::attempt&>(run));
        end.end = storage::attempt_end::succeeded;
      }};
  std::shared_ptr<recording_host> host = std::make_shared<recording_host>();
  std::int64_t last_key = 0;

  lone_attempts() = default;
  lone_attempts(const lone_attempts&) = delete;
  lone_attempts& operator=(const lone_attempts&) = delete;

  enum class is { begun, held };
  std::shared_ptr<pawl::runtime::attempt> make(is which) { return make(which, host); }
  std::shared_ptr<pawl::runtime::attempt> make(is which, std::shared_ptr<recording_host> of) {
    return make(which, std::move(of), {});
  }
  /// The same with what else a claim says of it.
  std::shared_ptr<pawl::runtime::attempt> make(is which, std::shared_ptr<recording_host> of,
                                               storage::claimed claimed) {
    claimed.lease = {.key = ++last_key, .fence = 1};
    claimed.type = how.type;
    claimed.who = std::make_shared<const pawl::principal>();
    claimed.started = which == is::begun;
    return std::make_shared<pawl::runtime::attempt>(std::move(claimed), how, std::move(of), 1000ms,
                                                    100ms);
  }
};
using is = lone_attempts::is;

}  // namespace runtime_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>
#include <vector>

#include <pawl/job/stop_token.hpp>
#include <pawl/runtime/submit.hpp>

namespace pawl::testing {

/// An attempt that writes down what a handler does with it, so that a handler can be tested by
/// itself:
///
///     recorded_attempt run;
///     buy::context ctx(run);
///     auto result = buy{}(ctx, order{"tea", 2});
///     CHECK(run.progress == 40);
class recorded_attempt : public attempt_backend {
 public:
  struct audited {
    std::string field;
    std::string value;
  };

  // What the handler is told.
  std::string id = "00000000-0000-7000-8000-000000000000";
  unsigned attempt_number = 1;
  std::uint64_t epoch = 1;
  principal who{.tenant = "tenant", .user = "user", .organisation = {}};
  std::string correlated{};
  std::string trace{};
  std::optional<std::string> saved{};  ///< the checkpoint, of an earlier attempt or this one
  id_source ids{};                     ///< of the jobs that it submits
  std::vector<audited> stored{};       ///< artifacts that the job has from before, oldest first
  bool lease_lost = false;             ///< from now on nothing can be written
  std::stop_source stop{};
  std::chrono::sys_time<std::chrono::milliseconds> time{};  ///< by the store's clock

  // What the handler did.
  std::string stage{};
  int progress = 0;
  std::vector<std::string> messages{};
  std::vector<audited> audits{};
  std::vector<std::string> logs{};
  std::vector<audited> artifacts{};
  std::string link{};  ///< the last one
  std::chrono::sys_time<std::chrono::milliseconds> link_until{};
  bool had_output = false;
  std::vector<storage::submit> submitted{};  ///< jobs that go with its end, if that is a success
  std::optional<std::string> completed{};    ///< the output that was settled inside a transaction

  [[nodiscard]] std::string_view job_id() const override { return id; }
  [[nodiscard]] unsigned number() const override { return attempt_number; }
  [[nodiscard]] std::uint64_t fence() const override { return epoch; }
  [[nodiscard]] const principal& requested_by() const override { return who; }
  [[nodiscard]] std::string_view correlation() const override { return correlated; }
  [[nodiscard]] std::string_view traceparent() const override { return trace; }
  [[nodiscard]] std::chrono::sys_time<std::chrono::milliseconds> now() const override {
    return time;
  }
  [[nodiscard]] bool stop_requested() const override { return stop.stop_requested(); }
  void show_stop_token(stop_token_place& to) const override { to.token = stop.get_token(); }

  void mark_first_output() override { had_output = true; }
  bool enter_stage(std::string_view entered, int percent) override {
    if (lease_lost) return false;
    stage = entered;
    progress = percent;
    return true;
  }
  bool report(int percent, std::string_view message) override {
    if (lease_lost) return false;
    progress = percent;
    messages.emplace_back(message);
    return true;
  }
  bool save_checkpoint(std::string bytes) override {
    if (lease_lost) return false;
    saved = std::move(bytes);
    return true;
  }
  void refuse_checkpoint(std::string why) override { logs.push_back(std::move(why)); }
  [[nodiscard]] std::optional<std::string> checkpoint() const override { return saved; }
  void audit(std::string_view field, std::string value) override {
    audits.push_back({std::string(field), std::move(value)});
  }
  void add_artifact(std::string_view name, std::string value) override {
    artifacts.push_back({std::string(name), std::move(value)});
  }
  [[nodiscard]] std::optional<std::string> artifact(std::string_view name) const override {
    for (const auto* list : {&artifacts, &stored})
      for (std::size_t i = list->size(); i-- != 0;)
        if ((*list)[i].field == name) return (*list)[i].value;
    return {};
  }
  void set_link(std::string url, std::chrono::sys_time<std::chrono::milliseconds> until) override {
    link = std::move(url);
    link_until = until;
  }
  void log(std::string_view message) override { logs.emplace_back(message); }
  std::string read_outputs(pawl::detail::awaited_outputs&) const override {
    return "a recorded attempt has no store to read outputs from; give them as output_of::known";
  }
  expected<void, job_error> prepare_child(storage::submit& child,
                                          const submit_options& options) override {
    child.id = ids.next(system_clock{}.wall(), child.type->ephemeral);
    if (auto filled = runtime::fill_in(child, who, options); !filled)
      return unexpected<job_error>(
          job_error{name_of(filled.error().code), std::move(filled.error().message), {}});
    if (child.correlation.empty()) child.correlation = correlated.empty() ? id : correlated;
    if (child.traceparent.empty()) child.traceparent = trace;
    return {};
  }
  expected<void, job_error> add_child(storage::submit&& child) override {
    submitted.push_back(std::move(child));
    return {};
  }
  expected<void, job_error> complete_in(const connection_ref&, std::string result) override {
    if (lease_lost)
      return unexpected<job_error>(job_error{"lease_lost", "the job was given to another", {}});
    completed = std::move(result);
    return {};
  }
};

}  // namespace pawl::testing

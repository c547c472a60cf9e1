// SPDX-License-Identifier: BSL-1.0
// Every declaration bites: for each axis of policies one law, on every backend. A law takes the
// same job type twice, with another policy on that axis alone, and the engine does otherwise. The
// list of all of them is at the end.
#include "laws/axes.hpp"

#include <functional>
#include <iterator>
#include <set>

#include <pawl/lifecycles/deck.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/observe/prometheus.hpp>
#include <pawl/testing/workbench.hpp>

#include "support/catch.hpp"

namespace axis_laws {
namespace {

using namespace pawl;
using namespace pawl::literals;
using namespace std::chrono_literals;
using pawl::testing::manual_clock;
using errc = storage::errc;

// --- What the laws share -------------------------------------------------------------------------

/// One store of any backend, so that each job type is compiled once. Counts what it is told.
class law_store : public storage::forwarding_store {
 public:
  static constexpr bool survives_the_process = true;
  static constexpr bool shared_between_processes = true;
  using clock_type = manual_clock;

  explicit law_store(backend where) : inner_(where(clock_)) { pass_to(*inner_); }
  [[nodiscard]] const manual_clock& clock() const { return clock_; }

  using store::apply;
  void apply(std::span<const storage::operation_ptr> batch) override {
    for (const storage::operation_ptr& op : batch) {
      if (op.kind() == storage::operation_kind::beat) ++beats;
      if (const auto* made = op.as<storage::submit>()) submitted.push_back(made->payload);
    }
    forwarding_store::apply(batch);
  }

  int beats = 0;
  std::vector<std::string> submitted{};  ///< payloads, as they are stored

 private:
  manual_clock clock_{};
  std::shared_ptr<storage::store> inner_;
};

/// A job type whose handler does what a law says, or gives its input back.
template <class Job>
struct obedient : Job {
  using context = typename Job::context;
  using result = typename Job::template outcome<std::string>;
  using function = std::function<result(context&, const std::string&)>;
  std::shared_ptr<function> act = std::make_shared<function>();

  result operator()(context& ctx, std::string in) const {
    if (*act) return (*act)(ctx, in);
    return in;
  }
};

using error::network_timeout;

/// The same job type throughout, but for these policies. It is tried once if they do not say else.
template <class... Policies>
using with = obedient<job<"law", lifecycles::service, errors<network_timeout>, Policies...>>;

/// A job type on a store of its own.
template <class H>
struct trial {
  using context = typename H::context;

  explicit trial(backend where) : store(std::make_shared<law_store>(where)), jobs(store, H{}) {}

  void act(typename H::function does) { *jobs.template handler<H>().act = std::move(does); }
  void fail_always() {
    act([](context&, const std::string&) { return H::template fail<network_timeout>("so"); });
  }
  job_ref<H> submit(const submit_options& options = {}) {
    return jobs.template submit<H>("in", options);
  }
  /// The code of the refusal of a submission.
  std::optional<errc> refusal(const submit_options& options = {}, const std::string& in = "in") {
    const auto made = jobs.session().template submit<H>(in, options);
    if (made) return {};
    return made.error().code;
  }
  [[nodiscard]] int logged(std::string_view event) const {
    int count = 0;
    for (const observe::log_entry& each : jobs.log()) count += each.event.name() == event ? 1 : 0;
    return count;
  }

  std::shared_ptr<law_store> store;
  testing::workbench<law_store, H> jobs;
};

// --- Lifecycle -----------------------------------------------------------------------------------

template <class Lifecycle>
std::string end_of_a_failure(backend where) {
  using H = obedient<job<"law", Lifecycle, errors<network_timeout>>>;
  trial<H> t(where);
  t.fail_always();
  const auto job = t.submit();
  CHECK(t.jobs.run_to_end());
  return t.jobs.state(job);
}
void lifecycle_law(backend where) {
  CHECK(end_of_a_failure<lifecycles::service>(where) == "dead_lettered");
  CHECK(end_of_a_failure<lifecycles::deck>(where) == "failed");
}

// --- Errors --------------------------------------------------------------------------------------

struct quiet : error_class<"out_of_paper", fatal> {};
struct loud : error_class<"out_of_ink", fatal> {
  static constexpr bool escalates = true;
  static constexpr text summary = "The printer has run dry.";
};

struct seen_error {
  std::size_t alerts = 0;
  std::string message{};
  std::string public_code{};
};
template <class Class>
seen_error seen_of(backend where) {
  using H = obedient<job<"acme.print", lifecycles::service, errors<Class>>>;
  trial<H> t(where);
  t.act([](typename H::context&, const std::string&) { return H::template fail<Class>(); });
  const auto job = t.submit();
  t.jobs.run_to_end();
  const job_record record = t.jobs.record(job);
  return {t.jobs.escalations().size(), record.error->message, record.public_code()};
}
void errors_law(backend where) {
  const seen_error plain = seen_of<quiet>(where);
  CHECK(plain.alerts == 0);
  CHECK(plain.message == "out of paper");
  CHECK(plain.public_code == "PRINT_OUT_OF_PAPER");
  const seen_error alarming = seen_of<loud>(where);
  CHECK(alarming.alerts == 1);
  CHECK(alarming.message == "The printer has run dry.");
  CHECK(alarming.public_code == "PRINT_OUT_OF_INK");
}

// --- Retry and backoff ---------------------------------------------------------------------------

template <class Retry>
std::size_t runs_of_a_failure(backend where) {
  trial<with<Retry>> t(where);
  t.fail_always();
  t.submit();
  t.jobs.run_to_end();
  return t.jobs.template runs<with<Retry>>();
}
template <class Retry>
std::chrono::milliseconds second_wait(backend where) {
  trial<with<Retry>> t(where);
  t.fail_always();
  const auto job = t.submit();
  t.jobs.run();
  for (int i = 0; i < 2; ++i) {
    const auto due = t.jobs.record(job).due_at;
    if (!due) return std::chrono::milliseconds{-1};
    if (i == 1) return *due - t.store->now();
    t.jobs.advance(*due - t.store->now());
    t.jobs.run();
  }
  return {};
}
/// A provider says how long to wait at the least.
std::chrono::milliseconds wait_after_a_busy_provider(backend where, std::chrono::seconds asked) {
  using H = with<retry<attempts<2>, fixed<10_s>, no_jitter>>;
  trial<H> t(where);
  t.act([&](typename H::context&, const std::string&) {
    return H::template fail<network_timeout>("busy").after(asked);
  });
  const auto job = t.submit();
  t.jobs.run();
  return *t.jobs.record(job).due_at - t.store->now();
}
/// A policy of a user's own, whose plan names no cap.
struct by_half_minutes {
  static constexpr pawl::axis axis = pawl::axis::retry;
  static constexpr unsigned max_attempts = 9;
  static constexpr duration_ms after(unsigned attempt) {
    return {30'000 * static_cast<std::int64_t>(attempt)};
  }
  static constexpr backoff_plan plan{.model = backoff_model::custom, .curve = &after};
  template <class E>
  static constexpr retryability classification =
      E::code == text("payload_undecodable") ? fatal : retryable;
};
// [DECK-40]: what a provider asks for is the least that is waited.
void retry_law(backend where) {
  CHECK(runs_of_a_failure<retry<attempts<2>>>(where) == 2);
  CHECK(runs_of_a_failure<retry<attempts<4>>>(where) == 4);
  CHECK(runs_of_a_failure<retry<attempts<4>, fatal_on<network_timeout>>>(where) == 1);

  CHECK(wait_after_a_busy_provider(where, 0s) == 10s);
  CHECK(wait_after_a_busy_provider(where, 45s) == 45s);

  CHECK(second_wait<retry<attempts<4>, fixed<10_s>, no_jitter>>(where) == 10s);
  CHECK(second_wait<retry<attempts<4>, exponential<10_s, 1_min>, no_jitter>>(where) == 20s);
  CHECK(second_wait<by_half_minutes>(where) == 1min);

  submit_options more;
  more.retry.max_attempts = 5;
  CHECK(trial<with<retry<attempts<2>>>>(where).refusal(more) == errc::invalid);
  CHECK_FALSE(trial<with<retry<attempts<2>, overridable<attempts_up_to<5>>>>>(where).refusal(more));
}

// --- Stages --------------------------------------------------------------------------------------

template <class Stages>
int progress_after_the_first_stage(backend where) {
  using H = with<Stages, retry<attempts<1>>>;
  trial<H> t(where);
  t.act([](typename H::context& ctx, const std::string&) {
    ctx.template enter<"printing">();
    return H::template fail<network_timeout>("jammed");
  });
  const auto job = t.submit();
  t.jobs.run_to_end();
  return t.jobs.record(job).progress;
}
void stages_law(backend where) {
  CHECK(
      progress_after_the_first_stage<stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>>(
          where) == 20);
  CHECK(
      progress_after_the_first_stage<stages<stage<"fetching", 0, 60>, stage<"printing", 60, 100>>>(
          where) == 60);
}

// --- Timeout -------------------------------------------------------------------------------------

/// How a handler ends that takes a minute and a half, and does not look at its stop token.
struct slow_end {
  bool told_to_stop = false;
  int given_up = 0;
  std::string state{};
};
template <class Timeout>
slow_end end_of_ninety_seconds(backend where) {
  using H = with<Timeout, retry<attempts<1>>>;
  trial<H> t(where);
  slow_end out;
  t.act([&](typename H::context& ctx, const std::string& in) -> typename H::result {
    for (int i = 0; i < 9; ++i) t.jobs.advance(10s);
    out.told_to_stop = ctx.stop_requested();
    return in;
  });
  const auto job = t.submit();
  t.jobs.run();
  out.given_up = t.logged("handler_stuck");
  out.state = t.jobs.state(job);
  return out;
}
void timeout_law(backend where) {
  const slow_end in_time = end_of_ninety_seconds<timeout<2_min>>(where);
  CHECK_FALSE(in_time.told_to_stop);
  CHECK(in_time.state == "succeeded");
  const slow_end late = end_of_ninety_seconds<timeout<1_min>>(where);
  CHECK(late.told_to_stop);
  CHECK(late.given_up == 0);
  CHECK(late.state == "succeeded");
  const slow_end too_late = end_of_ninety_seconds<timeout<1_min, rescue_after<70_s>>>(where);
  CHECK(too_late.given_up == 1);
  CHECK(too_late.state == "dead_lettered");
}

// --- Heartbeat -----------------------------------------------------------------------------------

template <class Heartbeat>
int beats_in_a_minute(backend where) {
  trial<with<Heartbeat, lease<60_s>>> t(where);
  const int before = t.store->beats;
  t.jobs.advance(1min);
  return t.store->beats - before;
}
void heartbeat_law(backend where) {
  CHECK(beats_in_a_minute<third_of_lease>(where) == 3);
  CHECK(beats_in_a_minute<heartbeat<5_s>>(where) == 12);
}

// --- Lease ---------------------------------------------------------------------------------------

/// How often a job runs within half a minute after the process that had it has died.
template <class Lease>
std::size_t runs_after_a_death(backend where) {
  using H = with<Lease>;
  trial<H> t(where);
  t.submit();
  t.jobs.add_process().take();
  t.jobs.restart();
  for (int i = 0; i < 3; ++i) {
    t.jobs.run();
    t.jobs.advance(10s);
  }
  t.jobs.run();
  return t.jobs.template runs<H>();
}
void lease_law(backend where) {
  CHECK(runs_after_a_death<lease<5_s>>(where) == 1);
  CHECK(runs_after_a_death<lease<60_s>>(where) == 0);
}

// --- Limits --------------------------------------------------------------------------------------

template <class H>
int taken_at_once(trial<H>& t) {
  for (int i = 0; i < 4; ++i) t.submit();
  t.jobs.add_process().take();
  int taken = 0;
  const auto page = t.jobs.session().list();
  for (const job_record& each : page->jobs)
    taken += each.phase == phase::running || each.phase == phase::held ? 1 : 0;
  return taken;
}
template <class Limit>
int taken_under(backend where) {
  trial<with<limits<Limit>>> t(where);
  return taken_at_once(t);
}
void limits_law(backend where) {
  CHECK(taken_under<concurrent<1>>(where) == 1);
  CHECK(taken_under<concurrent<3>>(where) == 3);

  using adjustable = with<limits<concurrent<1, configurable_up_to<3>>>>;
  trial<adjustable> t(where);
  CHECK(t.store->configure(type_of<adjustable>, "concurrent", 2));
  CHECK(taken_at_once(t) == 2);

  using one_of = with<limits<active_per<by::user, 1, at_submit>>>;
  trial<one_of> refusing(where);
  refusing.submit();
  CHECK(refusing.refusal() == errc::limit_reached);
}

// --- Priority ------------------------------------------------------------------------------------

template <class Priority>
std::vector<std::string> order_of_two(backend where) {
  using H = with<Priority>;
  trial<H> t(where);
  std::vector<std::string> order;
  t.act([&](typename H::context&, const std::string& in) -> typename H::result {
    order.push_back(in);
    return in;
  });
  submit_options options;
  options.priority = "low";
  t.jobs.template submit<H>("early and low", options);
  t.jobs.advance(1min);
  options.priority = "urgent";
  t.jobs.template submit<H>("late and urgent", options);
  t.jobs.run();
  return order;
}
void priority_law(backend where) {
  using names = std::vector<std::string>;
  CHECK(order_of_two<priority<levels<"low", "urgent">, aging<10_min>>>(where) ==
        names{"late and urgent", "early and low"});
  CHECK(order_of_two<priority<levels<"low", "urgent">, aging<30_s>>>(where) ==
        names{"early and low", "late and urgent"});
  submit_options unknown;
  unknown.priority = "vital";
  CHECK(trial<with<priority<levels<"low", "urgent">>>>(where).refusal(unknown) == errc::invalid);
}

// --- Idempotency ---------------------------------------------------------------------------------

template <class Idempotency>
bool is_the_same_two_hours_later(backend where) {
  trial<with<Idempotency>> t(where);
  submit_options options;
  options.key = "order-42";
  const auto first = t.submit(options);
  t.jobs.advance(2h);
  return t.submit(options) == first;
}
void idempotency_law(backend where) {
  CHECK(is_the_same_two_hours_later<idempotency<ttl<3_h>>>(where));
  CHECK_FALSE(is_the_same_two_hours_later<idempotency<ttl<1_h>>>(where));
  CHECK_FALSE(trial<with<idempotency<>>>(where).refusal());
  CHECK(trial<with<idempotency<key_required>>>(where).refusal() == errc::invalid);
}

// --- Retention -----------------------------------------------------------------------------------

template <class Retention>
std::size_t left_of_three_after_two_hours(backend where) {
  trial<with<Retention, idempotency<ttl<1_h>>>> t(where);
  for (int i = 0; i < 3; ++i) {
    t.submit();
    t.jobs.run();
  }
  t.jobs.advance(2h);
  // The newest job of all is kept, so that its number is not given to another.
  submit_options later;
  later.delay = 1h;
  t.submit(later);
  t.jobs.run();
  return t.jobs.session().list()->jobs.size() - 1;
}
template <class Retention>
std::string output_after_two_hours(backend where) {
  trial<with<Retention>> t(where);
  const auto job = t.submit();
  t.jobs.run();
  const auto output = [&] {
    const auto read = t.jobs.session().result(job);
    return read ? *read : describe(read.error());
  };
  const std::string at_once = output();
  t.submit();  // what is the newest of all is not touched, so that its number is not given to
               // another
  t.jobs.advance(2h);
  t.jobs.run();
  return at_once + ", later " + output();
}
/// How a job ends whose handler links to what it has made, for so long.
template <class Retention>
std::string end_with_a_link(backend where, std::chrono::milliseconds valid) {
  using H = with<Retention, retry<attempts<1>>>;
  trial<H> t(where);
  t.act([&](typename H::context& ctx, const std::string& in) -> typename H::result {
    if constexpr (requires { ctx.link("", ctx.now()); })
      if (valid != 0ms) ctx.link("https://files/" + in, ctx.now() + valid);
    return in;
  });
  const auto job = t.submit();
  t.jobs.run_to_end();
  const job_record record = t.jobs.record(job);
  CHECK(record.link.has_value() == (record.state == "succeeded" && valid != 0ms));
  if (record.link) CHECK(record.link->until == *record.completed_at + valid);
  CHECK(t.jobs.escalations().size() == (record.state == "succeeded" ? 0 : 1));
  return record.state + (record.link ? ' ' + record.link->url : "");
}
// [DECK-35]: a success hands out what is valid for as long as is declared, or it is none.
void link_law(backend where) {
  CHECK(end_with_a_link<retention<>>(where, 0ms) == "succeeded");
  CHECK(end_with_a_link<retention<keep_link<1_h>>>(where, 1h) == "succeeded https://files/in");
  CHECK(end_with_a_link<retention<keep_link<1_h>>>(where, 59min) == "dead_lettered");
  CHECK(end_with_a_link<retention<keep_link<1_h>>>(where, 0ms) == "dead_lettered");
}
void retention_law(backend where) {
  link_law(where);
  const std::string gone = "not kept: the job has succeeded, and its output was not kept";
  CHECK(output_after_two_hours<retention<>>(where) == "in, later in");
  CHECK(output_after_two_hours<retention<keep_output<1_h>>>(where) == "in, later " + gone);
  CHECK(output_after_two_hours<retention<keep_no_output>>(where) == gone + ", later " + gone);
  CHECK(left_of_three_after_two_hours<retention<keep_results<3_h>>>(where) == 3);
  CHECK(left_of_three_after_two_hours<retention<keep_results<1_h>>>(where) == 0);
  CHECK(left_of_three_after_two_hours<retention<keep_results<3_h>, keep_at_most<1>>>(where) == 1);
}

// --- Dependencies --------------------------------------------------------------------------------

template <class Dependencies>
std::string state_after_a_failed_dependency(backend where) {
  using H = with<Dependencies, retry<attempts<1>>>;
  trial<H> t(where);
  t.act([](typename H::context&, const std::string& in) -> typename H::result {
    if (in == "fails") return H::template fail<network_timeout>("so");
    return in;
  });
  submit_options after;
  after.depends_on = {t.jobs.template submit<H>("fails").id};
  const auto dependent = t.submit(after);
  t.jobs.run_to_end();
  return t.jobs.state(dependent);
}
template <class Dependencies>
std::optional<errc> refusal_of_two(backend where) {
  trial<with<Dependencies>> t(where);
  submit_options after;
  after.depends_on = {t.submit().id, t.submit().id};
  return t.refusal(after);
}
void dependencies_law(backend where) {
  CHECK(state_after_a_failed_dependency<dependencies<>>(where) == "canceled");
  CHECK(state_after_a_failed_dependency<dependencies<on_failed_dependency<dependents::run_anyway>>>(
            where) == "succeeded");
  CHECK_FALSE(refusal_of_two<dependencies<>>(where));
  CHECK(refusal_of_two<dependencies<depends_on_at_most<1>>>(where) == errc::invalid);
}

// --- Durability ----------------------------------------------------------------------------------

/// What the durable store hears of two submissions, and what the second comes to.
struct two_submissions {
  std::size_t stored = 0;
  std::optional<errc> second{};
};
template <class Durability>
two_submissions submit_two(backend where) {
  trial<with<Durability>> t(where);
  t.submit();
  const auto second = t.refusal();
  return {t.store->submitted.size(), second};
}
void durability_law(backend where) {
  const two_submissions kept = submit_two<durable>(where);
  CHECK(kept.stored == 2);
  CHECK_FALSE(kept.second);
  const two_submissions fleeting = submit_two<ephemeral<capacity<1>>>(where);
  CHECK(fleeting.stored == 0);
  CHECK(fleeting.second == errc::queue_overloaded);
  CHECK_FALSE(submit_two<ephemeral<capacity<2>>>(where).second);
}

// --- Audit ---------------------------------------------------------------------------------------

/// What an event from outside may record; what a handler may is the compiler's to say.
template <class Audit>
std::map<std::string, std::string> recorded_from_outside(backend where) {
  trial<with<Audit>> t(where);
  const auto job = t.submit();
  storage::findings found;
  found.audit["model"] = "m1";
  static_cast<void>(t.jobs.session().raise(job.id, "cancel", {}, found));
  return t.jobs.record(job).audit;
}
void audit_law(backend where) {
  CHECK(recorded_from_outside<audit<"model">>(where).at("model") == "m1");
  CHECK(recorded_from_outside<audit<"tokenUsage">>(where).empty());
  using H = with<audit<"model">>;
  trial<H> t(where);
  t.act([](H::context& ctx, const std::string& in) -> H::result {
    ctx.audit<"model">("m2");
    return in;
  });
  const auto job = t.submit();
  t.jobs.run();
  CHECK(t.jobs.record(job).audit.at("model") == "m2");
}

// --- Payload limit -------------------------------------------------------------------------------

/// The longest of some inputs that comes back as a result.
template <class Limit>
std::size_t longest_that_returns(backend where, std::initializer_list<std::size_t> sizes) {
  using H = with<Limit, retry<attempts<1>>>;
  std::size_t longest = 0;
  for (const std::size_t size : sizes) {
    trial<H> t(where);
    const auto job = t.jobs.session().template submit<H>(std::string(size, 'x'));
    if (!job) {
      CHECK(job.error().code == errc::payload_too_large);
      continue;
    }
    t.jobs.run();
    const auto result = t.jobs.result(*job);
    if (result && result->size() == size) longest = size;
  }
  return longest;
}
void payload_limit_law(backend where) {
  const std::initializer_list<std::size_t> sizes = {50, 150, 250};
  CHECK(longest_that_returns<payload_limit<byte_size{100}>>(where, sizes) == 50);
  CHECK(longest_that_returns<payload_limit<byte_size{200}>>(where, sizes) == 150);
  CHECK(longest_that_returns<payload_limit<byte_size{300}, result_limit<byte_size{200}>>>(
            where, sizes) == 150);
  // Whatever a policy allows can be read again.
  constexpr std::size_t mib = 1'048'576;
  CHECK(longest_that_returns<payload_limit<3_MiB, result_limit<3_MiB>>>(
            where, {mib / 2, 2 * mib, 4 * mib}) == 2 * mib);

  submit_options long_winded;
  long_winded.subject = std::string(200, 's');
  CHECK_FALSE(trial<with<payload_limit<1_KiB>>>(where).refusal(long_winded));
  CHECK(trial<with<payload_limit<1_KiB, summary_limit<byte_size{100}>>>>(where).refusal(
            long_winded) == errc::payload_too_large);
}

// --- Codec ---------------------------------------------------------------------------------------

/// JSON, written backwards.
struct backwards {
  static constexpr pawl::axis axis = pawl::axis::codec;
  static constexpr text media_type = "application/x-nosj";

  template <class T>
  static expected<std::string, codec_error> encode(const T& value) {
    auto bytes = json::encode(value);
    if (bytes) *bytes = std::string(bytes->rbegin(), bytes->rend());
    return bytes;
  }
  template <class T>
  static expected<T, codec_error> decode(text bytes, decode_options options = {}) {
    const std::string_view all(bytes);
    return json::decode<T>(std::string(all.rbegin(), all.rend()), options);
  }
  template <class T>
  static constexpr text schema() {
    return json::schema<T>();
  }
  template <class T>
  static constexpr sha256_digest fingerprint() {
    sha256_digest form = json::fingerprint<T>();
    form.bytes[0] ^= 1;
    return form;
  }
};

template <class Codec>
std::string bytes_of_the_input(backend where) {
  trial<with<Codec>> t(where);
  const auto job = t.submit();
  t.jobs.run();
  CHECK(t.jobs.result(job).value() == "in");
  return t.store->submitted.at(0);
}
void codec_law(backend where) {
  CHECK(bytes_of_the_input<json>(where) == "\"in\"");
  CHECK(bytes_of_the_input<backwards>(where) == "\"ni\"");

  // A process that reads the same version of a payload in another form is told at its start.
  trial<with<json>> first(where);
  CHECK(first.logged("payload_changed") == 0);
  first.jobs.restart();
  CHECK(first.logged("payload_changed") == 0);
  testing::workbench<law_store, with<backwards>> second(first.store, with<backwards>{});
  REQUIRE(second.log().size() == 1);
  CHECK(second.log()[0].event.name() == "payload_changed");
  CHECK(second.log()[0].handler == "law");
}

// --- Checkpoint ----------------------------------------------------------------------------------

template <class Context, class T>
concept saves = requires(Context& ctx, T value) { ctx.save(value); };

/// What the second attempt finds of what the first has kept.
template <class T>
std::optional<T> kept_for_the_second_attempt(backend where, T value) {
  using H = with<retry<attempts<2>>, checkpoint<T>>;
  trial<H> t(where);
  std::optional<T> found;
  t.act([&](typename H::context& ctx, const std::string& in) -> typename H::result {
    if (ctx.attempt() == 2) {
      found = ctx.checkpoint();
      return in;
    }
    CHECK(ctx.save(value));
    return H::template fail<network_timeout>("so");
  });
  t.submit();
  t.jobs.run_to_end();
  return found;
}
void checkpoint_law(backend where) {
  CHECK(kept_for_the_second_attempt(where, 7) == 7);
  CHECK(kept_for_the_second_attempt(where, std::string("page 7")) == "page 7");
  static_assert(saves<with<checkpoint<int>>::context, int>);
}

// --- Cancellation --------------------------------------------------------------------------------

template <class Cancellation>
std::string state_of_who_was_cancelled_on_the_way(backend where) {
  using H = with<Cancellation>;
  trial<H> t(where);
  job_ref<H> job{};
  std::optional<errc> refused;
  t.act([&](typename H::context& ctx, const std::string& in) -> typename H::result {
    t.jobs.advance(1s);  // until the store knows that it runs
    const auto asked = t.jobs.session().cancel(job);
    if (!asked) refused = asked.error().code;
    t.jobs.advance(1s);
    ctx.stop_here();
    return in;
  });
  job = t.submit();
  t.jobs.run_to_end();
  return t.jobs.state(job) + (refused == errc::not_cancellable ? ", refused" : "");
}
void cancellation_law(backend where) {
  CHECK(state_of_who_was_cancelled_on_the_way<cancel_anywhere>(where) == "canceled");
  CHECK(state_of_who_was_cancelled_on_the_way<no_cancel_in<lifecycles::service::running>>(where) ==
        "succeeded, refused");
}

// --- Objectives ----------------------------------------------------------------------------------

/// What the metrics say about a job that shows something after two seconds and ends after five.
template <class Objectives>
std::string measured_beside(backend where) {
  using H = with<Objectives>;
  trial<H> t(where);
  t.act([&](typename H::context& ctx, const std::string& in) -> typename H::result {
    t.jobs.advance(2s);
    ctx.first_output();
    t.jobs.advance(3s);
    ctx.first_output();
    return in;
  });
  t.submit();
  t.jobs.run_to_end();
  const auto time = t.jobs.metrics().of("law").aimed_time(50);
  const std::string text = observe::to_prometheus(t.jobs.metrics());
  const bool declared =
      text.find(R"(pawl_objective_seconds{job_type="law",quantile="0.95"} 3)") != std::string::npos;
  return std::to_string(time->count() / 1'000'000) + (declared ? " of 3" : "");
}
// [DECK-37]: the time to the first output is measured where a job type declares it.
void objectives_law(backend where) {
  CHECK(measured_beside<no_objectives>(where) == "6");
  CHECK(measured_beside<objectives<p95<3_s>>>(where) == "6 of 3");
  CHECK(measured_beside<objectives<p95<3_s>, of_first_output>>(where) == "2 of 3");
}

// --- Delivery ------------------------------------------------------------------------------------

/// How often a handler is begun whose worker is lost the first time, and how its job ends.
template <class Delivery>
std::string begun_after_a_loss(backend where) {
  using H = with<Delivery>;
  trial<H> t(where);
  t.act([&](typename H::context&, const std::string& in) -> typename H::result {
    if (t.jobs.template runs<H>() == 1) t.jobs.lose_leases();
    return in;
  });
  const auto job = t.submit();
  t.jobs.run_to_end();
  const job_record record = t.jobs.record(job);
  return std::to_string(t.jobs.template runs<H>()) + ' ' + record.state +
         (record.error ? ' ' + record.error->code : "");
}
// [SVC-34]: what is not idempotent is never begun twice.
void delivery_law(backend where) {
  CHECK(begun_after_a_loss<at_least_once>(where) == "2 succeeded");
  CHECK(begun_after_a_loss<at_most_once>(where) == "1 dead_lettered worker_lost");
}

// --- Subject -------------------------------------------------------------------------------------

struct about_document {
  std::string document;
};
/// A job of the same type, but for what it says of its subject.
template <class... Policies>
struct filing : job<"law", lifecycles::service, Policies...> {
  using job_type = job<"law", lifecycles::service, Policies...>;
  typename job_type::template outcome<void> operator()(typename job_type::context&,
                                                       about_document) const {
    return {};
  }
};
template <class H>
storage::result<job_record> filed(backend where, const std::string& document,
                                  const std::string& given = {}) {
  testing::workbench<law_store, H> jobs(std::make_shared<law_store>(where), H{});
  submit_options options;
  options.subject = given;
  const auto made = jobs.session().template submit<H>(about_document{document}, options);
  if (!made) return unexpected<storage::error>(made.error());
  return jobs.session().status(made->id);
}
void subject_law(backend where) {
  using silent = filing<>;
  CHECK(filed<silent>(where, "d1")->subject.empty());
  CHECK(filed<silent>(where, "d1")->correlation.empty());
  CHECK(filed<silent>(where, "d1", "s1")->subject == "s1");

  using named = filing<subject<&about_document::document>>;
  CHECK(filed<named>(where, "d1")->subject == "d1");
  CHECK(parse_job_id(filed<named>(where, "d1")->correlation));
  CHECK(filed<named>(where, "d1", "d1")->subject == "d1");
  CHECK(filed<named>(where, "d1", "d2").error().code == errc::invalid);
  CHECK(filed<named>(where, "").error().code == errc::invalid);
}

// --- Uniqueness ----------------------------------------------------------------------------------

/// How many jobs come of three submissions for one document, the last while the first runs.
template <class... Policies>
std::size_t jobs_of_three(backend where) {
  using H = filing<Policies...>;
  testing::workbench<law_store, H> jobs(std::make_shared<law_store>(where), H{});
  std::set<job_id> made;
  const auto submit = [&] { made.insert(jobs.template submit<H>(about_document{"d1"}).id); };
  submit();
  submit();
  jobs.run();
  submit();
  jobs.run();
  return made.size();
}
void unique_law(backend where) {
  CHECK(jobs_of_three<>(where) == 3);
  CHECK(jobs_of_three<unique<by::member<&about_document::document>>>(where) == 2);
  CHECK(jobs_of_three<unique<whole_payload, second::reschedule>>(where) == 2);
  CHECK(jobs_of_three<unique<whole_payload, second::replace>>(where) == 3);
}

// --- Schedule and missed -------------------------------------------------------------------------

/// How often a job is made by itself, in steps of so long.
template <class... Policies>
int made_by_itself(backend where, int steps, std::chrono::milliseconds step) {
  using H = with<Policies...>;
  trial<H> t(where);
  int runs = 0;
  t.act([&](typename H::context&, const std::string& in) {
    ++runs;
    return in;
  });
  t.jobs.run();
  for (int i = 0; i < steps; ++i) {
    t.jobs.advance(step);
    t.jobs.run();
  }
  return runs;
}
void schedule_law(backend where) {
  CHECK(made_by_itself<>(where, 24, 1h) == 0);
  CHECK(made_by_itself<every<1_h>>(where, 24, 1h) == 24);
  CHECK(made_by_itself<every<6_h>>(where, 24, 1h) == 4);
  CHECK(made_by_itself<cron<"0 3 * * *">>(where, 24, 1h) == 1);
}
void missed_law(backend where) {
  CHECK(made_by_itself<every<1_h>>(where, 1, 5h + 30min) == 1);
  CHECK(made_by_itself<every<1_h>, missed<slots::skip>>(where, 1, 5h + 30min) == 0);
  CHECK(made_by_itself<every<1_h>, missed<slots::all, 3>>(where, 1, 5h + 30min) == 3);
}

// --- All of them ---------------------------------------------------------------------------------

constexpr axis_law all_laws[] = {{axis::lifecycle, lifecycle_law},
                                 {axis::errors, errors_law},
                                 {axis::retry, retry_law},
                                 {axis::stages, stages_law},
                                 {axis::timeout, timeout_law},
                                 {axis::heartbeat, heartbeat_law},
                                 {axis::lease, lease_law},
                                 {axis::limits, limits_law},
                                 {axis::priority, priority_law},
                                 {axis::idempotency, idempotency_law},
                                 {axis::retention, retention_law},
                                 {axis::dependencies, dependencies_law},
                                 {axis::durability, durability_law},
                                 {axis::audit, audit_law},
                                 {axis::payload_limit, payload_limit_law},
                                 {axis::codec, codec_law},
                                 {axis::checkpoint, checkpoint_law},
                                 {axis::cancellation, cancellation_law},
                                 {axis::objectives, objectives_law},
                                 {axis::delivery, delivery_law},
                                 {axis::subject, subject_law},
                                 {axis::schedule, schedule_law},
                                 {axis::missed, missed_law},
                                 {axis::unique, unique_law}};

constexpr bool has_one_for_each_axis() {
  if (std::size(all_laws) != pawl::detail::axes) return false;
  for (std::size_t i = 0; i < std::size(all_laws); ++i)
    if (all_laws[i].of != static_cast<axis>(i)) return false;
  return true;
}
static_assert(has_one_for_each_axis());

}  // namespace

std::span<const axis_law> laws() { return all_laws; }

}  // namespace axis_laws

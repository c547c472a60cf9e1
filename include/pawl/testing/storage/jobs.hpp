// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/type.hpp>
#include <pawl/lifecycles/deck.hpp>
#include <pawl/lifecycles/document.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/lifecycles/status.hpp>
#include <pawl/lifecycles/video.hpp>

/// The job types that the laws of a storage submit. Each has one peculiarity, and is otherwise as
/// small as a job type can be.
namespace pawl::testing::law_jobs {

using namespace pawl::literals;

/// Full jitter may draw a delay of nothing, and a law that expects one would fail once in a while.
using exponential_retry = retry<attempts<3>, exponential<2_s, 30_s>, equal_jitter>;

/// What a workflow elsewhere may report.
using reported_errors =
    errors<error::rate_limited, error::queue_overload, error::unsupported_codec>;

using plain_job = job<"law.plain", lifecycles::deck, exponential_retry>;
using other_job = job<"law.other", lifecycles::deck, exponential_retry>;
using served_job = job<"law.served", lifecycles::service, exponential_retry>;
struct tracked_input {
  std::string document;
};
using tracked_job = job<"law.tracked", lifecycles::status, exponential_retry, reported_errors,
                        subject<&tracked_input::document>>;
using filed_job = job<"law.filed", lifecycles::document, retry<attempts<4>, fixed<1_s>, no_jitter>>;
using filmed_job = job<"law.filmed", lifecycles::video, exponential_retry, reported_errors>;

/// One at a time for each key; a second is refused.
using exclusive_job = job<"law.exclusive", lifecycles::deck, exponential_retry,
                          limits<active_per<by::tenant, 1, at_submit, configurable_up_to<7>>>>;
/// Two at a time for each key; a third waits.
using narrow_job = job<"law.narrow", lifecycles::deck, exponential_retry,
                       limits<active_per<by::tenant, 2, at_claim, configurable_up_to<4>>>>;
/// One at a time for each key, and two at a time in all.
using crowded_job = job<"law.crowded", lifecycles::deck, exponential_retry,
                        limits<active_per<by::tenant, 1, at_claim>, concurrent<2>>>;
/// Three a minute for each user, and five an hour for each organisation.
using metered_job = job<"law.metered", lifecycles::deck,
                        limits<rate_per<by::user, 3, 1_min>, rate_per<by::organisation, 5, 1_h>>>;

using stubborn_job = job<"law.stubborn", lifecycles::deck,
                         dependencies<on_failed_dependency<dependents::run_anyway>>>;

using fleeting_job =
    job<"law.fleeting", lifecycles::deck, exponential_retry, idempotency<ttl<30_min>>,
        retention<keep_results<1_h>, keep_events<20_min>, keep_dead_letters<2_h>>>;
using few_job = job<"law.few", lifecycles::deck, exponential_retry, idempotency<ttl<30_min>>,
                    retention<keep_at_most<3>>>;

/// Its output goes before anything else; its handler is told of it until then.
struct discreet_job : job<"law.discreet", lifecycles::deck, idempotency<ttl<30_min>>,
                          retention<keep_results<1_h>, keep_output<5_min>, keep_events<20_min>>> {
  void on_success() const {}
};
/// Its output is nobody's business.
using secretive_job = job<"law.secretive", lifecycles::deck, retention<keep_no_output>>;

/// What it makes is to be had for an hour at the least.
using linking_job =
    job<"law.linking", lifecycles::deck, exponential_retry, retention<keep_link<1_h>>>;
/// Two at a time for each key, and three in all, unless configured otherwise.
using exported_job =
    job<"law.exported", lifecycles::deck, exponential_retry,
        limits<active_per<by::tenant, 2, at_claim>, concurrent<3, configurable_up_to<5>>>>;

using bounded_job =
    job<"law.bounded", lifecycles::deck,
        payload_limit<byte_size{64}, result_limit<byte_size{32}>, summary_limit<byte_size{48}>>>;
using keyed_job = job<"law.keyed", lifecycles::deck, idempotency<key_required>>;

/// Its handler wants to be told how its jobs ended.
struct telling_job : job<"law.telling", lifecycles::deck, exponential_retry> {
  void on_success() const {}
  void on_failure() const {}
};

/// Its handler wants to be told of every end, also of a cancel.
struct ending_job : job<"law.ending", lifecycles::deck, exponential_retry> {
  void on_end() const {}
};

/// A newer release of `plain_job`, which knows a second version of its payload.
struct newer_plain_job : plain_job {
  struct payload_versions {
    static constexpr unsigned count = 2;
  };
};

/// A newer release of `telling_job`, which knows a second version of its payload.
struct newer_telling_job : telling_job {
  struct payload_versions {
    static constexpr unsigned count = 2;
  };
};

/// A pipeline of which a worker here takes the second step only; the others are done elsewhere.
struct remote_job
    : job<"law.remote", lifecycles::video, exponential_retry, reported_errors, audit<"metrics">,
          payload_limit<byte_size{64}, result_limit<byte_size{32}>>> {
  using remote = remote_states<lifecycles::video::AUDIO_EXTRACTING, lifecycles::video::GENERATING,
                               lifecycles::video::REGENERATING, lifecycles::video::EXPORTING>;
};

/// The same without a step of its own, whose handler guards where it is uploaded and where it ends.
struct guarded_job : job<"law.guarded", lifecycles::video, exponential_retry, reported_errors> {
  using input = tracked_input;
  using remote = remote_states<lifecycles::video::AUDIO_EXTRACTING, lifecycles::video::TRANSCRIBING,
                               lifecycles::video::GENERATING, lifecycles::video::REGENERATING,
                               lifecycles::video::EXPORTING>;
  admission may_enter(at<lifecycles::video::UPLOADED>, const arrival&, const input&) const {
    return {};
  }
  admission may_enter(at<lifecycles::video::DONE>, const arrival&, const input&) const {
    return {};
  }
};

/// Made elsewhere altogether, and to be had for an hour at the least.
struct published_job : job<"law.published", lifecycles::video, exponential_retry, reported_errors,
                           retention<keep_link<1_h>>> {
  using remote = remote_states<lifecycles::video::AUDIO_EXTRACTING, lifecycles::video::TRANSCRIBING,
                               lifecycles::video::GENERATING, lifecycles::video::REGENERATING,
                               lifecycles::video::EXPORTING>;
};

/// Not to be cancelled while it runs.
using resolute_job = job<"law.resolute", lifecycles::service, exponential_retry,
                         no_cancel_in<lifecycles::service::running>>;

struct changed_input {
  std::string document;
};
/// One for each value until it has ended; a second is answered with it.
using only_job = job<"law.only", lifecycles::deck, exponential_retry,
                     unique<by::member<&changed_input::document>>>;
/// The same until it is begun, and a second takes its place.
using replaced_job =
    job<"law.replaced", lifecycles::deck, exponential_retry,
        unique<by::member<&changed_input::document>, until_begun, second::replace>>;
/// The same until it has ended, one at a time for each key.
using exclusive_only_job =
    job<"law.exclusive_only", lifecycles::deck, exponential_retry,
        unique<whole_payload, second::replace>, limits<active_per<by::tenant, 1, at_submit>>>;
/// Put off by each that comes before it is begun, for a minute at the longest.
using debounced_job = job<"law.debounced", lifecycles::deck, exponential_retry,
                          unique<by::member<&changed_input::document>, until_begun,
                                 second::reschedule, longest_wait<1_min>>>;

/// May wait for as many as any job may.
using gathering_job =
    job<"law.gathering", lifecycles::deck, dependencies<depends_on_at_most<10'000>>>;

/// Never begun a second time.
using single_job = job<"law.single", lifecycles::deck, at_most_once>;

/// Made by themselves; the second one at a time.
using scheduled_job = job<"law.scheduled", lifecycles::deck, exponential_retry, schedulable>;
using scheduled_alone_job = job<"law.scheduled_alone", lifecycles::deck, schedulable,
                                limits<active_per<by::tenant, 1, at_submit>>>;

/// Who may raise what is different for each event.
struct shared : lifecycle {
  static constexpr text name = "law_shared";

  enum class state { drafted, queued, reviewed, running, done, rejected, dropped };
  enum class event { submit, start, review, succeed, fail, lose, cancel };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(dormant(drafted, reviewed), pawl::ready(queued), active(running), success(done),
          failure(rejected), pawl::cancelled(dropped)),
    drafted  + on(submit).by(api | user)                = reviewed,
    reviewed + on(review)[attempts_left].by(user)       = queued,
    reviewed + on(review).by(system)                    = rejected,
    queued   + on(start)                                = running,
    running  + on(succeed).by(workflow)                 = done,
    running  + on(fail)[may_retry].by(workflow)         = queued,
    running  + on(fail).by(workflow | system)           = rejected,
    running  + on(lose)[attempts_left].by(system)       = queued,
    running  + on(lose).by(system)                      = rejected,
    live     + on(cancel).by(user)                      = dropped);
  // clang-format on
};
using shared_job = job<"law.shared", shared, exponential_retry>;

/// Its work can be begun anew by an event, also while a worker does it; and set aside.
struct repeatable : lifecycle {
  static constexpr text name = "law_repeatable";

  enum class state { queued, working, aside, done, dropped };
  enum class event { start, succeed, fail, lose, repeat, put_aside, cancel };
  using enum state;
  using enum event;

  static constexpr auto table = transitions(
      kinds(pawl::ready(queued), active(working), dormant(aside), success(done), failure(dropped)),
      queued + on(start) = working, working + on(succeed) = done, working + on(fail) = dropped,
      working + on(lose) = queued, working + on(repeat) = queued, aside + on(repeat) = queued,
      live + on(put_aside) = aside, live + on(cancel) = dropped);
};
using repeatable_job = job<"law.repeatable", repeatable, exponential_retry>;

inline constexpr const job_descriptor& plain = type_of<plain_job>;
inline constexpr const job_descriptor& other = type_of<other_job>;
inline constexpr const job_descriptor& served = type_of<served_job>;
inline constexpr const job_descriptor& tracked = type_of<tracked_job>;
inline constexpr const job_descriptor& filed = type_of<filed_job>;
inline constexpr const job_descriptor& filmed = type_of<filmed_job>;
inline constexpr const job_descriptor& exclusive = type_of<exclusive_job>;
inline constexpr const job_descriptor& narrow = type_of<narrow_job>;
inline constexpr const job_descriptor& crowded = type_of<crowded_job>;
inline constexpr const job_descriptor& metered = type_of<metered_job>;
inline constexpr const job_descriptor& stubborn = type_of<stubborn_job>;
inline constexpr const job_descriptor& fleeting = type_of<fleeting_job>;
inline constexpr const job_descriptor& few = type_of<few_job>;
inline constexpr const job_descriptor& discreet = type_of<discreet_job>;
inline constexpr const job_descriptor& secretive = type_of<secretive_job>;
inline constexpr const job_descriptor& linking = type_of<linking_job>;
inline constexpr const job_descriptor& exported = type_of<exported_job>;
inline constexpr const job_descriptor& bounded = type_of<bounded_job>;
inline constexpr const job_descriptor& keyed = type_of<keyed_job>;
inline constexpr const job_descriptor& telling = type_of<telling_job>;
inline constexpr const job_descriptor& ending = type_of<ending_job>;
inline constexpr const job_descriptor& newer_plain = type_of<newer_plain_job>;
inline constexpr const job_descriptor& newer_telling = type_of<newer_telling_job>;
inline constexpr const job_descriptor& remote = type_of<remote_job>;
inline constexpr const job_descriptor& guarded = type_of<guarded_job>;
inline constexpr const job_descriptor& published = type_of<published_job>;
inline constexpr const job_descriptor& for_some = type_of<shared_job>;
inline constexpr const job_descriptor& repeated = type_of<repeatable_job>;
inline constexpr const job_descriptor& resolute = type_of<resolute_job>;
inline constexpr const job_descriptor& single = type_of<single_job>;
inline constexpr const job_descriptor& scheduled = type_of<scheduled_job>;
inline constexpr const job_descriptor& scheduled_alone = type_of<scheduled_alone_job>;
inline constexpr const job_descriptor& only = type_of<only_job>;
inline constexpr const job_descriptor& replaced = type_of<replaced_job>;
inline constexpr const job_descriptor& exclusive_only = type_of<exclusive_only_job>;
inline constexpr const job_descriptor& debounced = type_of<debounced_job>;
inline constexpr const job_descriptor& gathering = type_of<gathering_job>;

/// All that a store under test learns. Not the newer releases: those are other processes'.
inline constexpr const job_descriptor* all[] = {
    &plain,           &other,   &served,   &tracked,        &filed,     &filmed,    &exclusive,
    &narrow,          &crowded, &metered,  &stubborn,       &fleeting,  &few,       &discreet,
    &secretive,       &bounded, &keyed,    &telling,        &remote,    &for_some,  &resolute,
    &ending,          &single,  &linking,  &exported,       &guarded,   &published, &scheduled,
    &scheduled_alone, &only,    &replaced, &exclusive_only, &debounced, &gathering, &repeated};

}  // namespace pawl::testing::law_jobs

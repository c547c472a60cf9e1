// SPDX-License-Identifier: BSL-1.0
// The laws of a storage, on every backend: all of them through the door that a backend author uses,
// and one by one where they prove a requirement.
#include <pawl/testing/storage_laws.hpp>

#include "storage/backends.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl::testing;

/// How a backend breaks a law; empty if it keeps it.
template <class Backend>
std::string broken(void (*law)(storage_bench&)) {
  return broken_law_of(law, Backend::make);
}

TEMPLATE_TEST_CASE("a backend keeps the laws of a storage", "", PAWL_TEST_BACKENDS) {
  using store = typename TestType::store;
  STATIC_REQUIRE(pawl::storage::job_storage<store>);
  const auto laws = storage_laws(TestType::make, [](const char* law, const std::string& how) {
    UNSCOPED_INFO(law);
    FAIL_CHECK(how);
  });
  CHECK(laws > 110);
}

// --- Submissions ---------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a job exists from its submission, with its status record", "[STAT-09][DECK-26]",
                   PAWL_TEST_BACKENDS) {
  using laws = submission_laws;
  CHECK(broken<TestType>(laws::a_job_is_there_once_it_was_submitted) == "");
  CHECK(broken<TestType>(laws::a_submission_whose_answer_was_lost_is_not_done_twice) == "");
  CHECK(broken<TestType>(laws::a_batch_is_answered_item_by_item) == "");
}

TEMPLATE_TEST_CASE("a key gives its job for as long as it lives", "[DECK-09]", PAWL_TEST_BACKENDS) {
  using laws = submission_laws;
  CHECK(broken<TestType>(laws::a_known_key_with_the_same_payload_gives_its_job) == "");
  CHECK(broken<TestType>(laws::a_known_key_gives_its_job_also_when_that_has_ended) == "");
}

TEMPLATE_TEST_CASE("a key with another payload is a conflict, until its time is over", "[DECK-10]",
                   PAWL_TEST_BACKENDS) {
  using laws = submission_laws;
  CHECK(broken<TestType>(laws::a_known_key_with_another_payload_is_a_conflict) == "");
  CHECK(broken<TestType>(laws::a_key_is_free_again_when_its_time_is_over) == "");
}

TEMPLATE_TEST_CASE("keys are those of a tenant and a handler", "[SVC-08]", PAWL_TEST_BACKENDS) {
  using laws = submission_laws;
  CHECK(broken<TestType>(laws::a_key_belongs_to_a_tenant_and_a_handler) == "");
}

TEMPLATE_TEST_CASE("a submission is checked before anything is written", "", PAWL_TEST_BACKENDS) {
  using laws = submission_laws;
  CHECK(broken<TestType>(laws::what_makes_no_sense_is_refused_and_leaves_nothing) == "");
  CHECK(broken<TestType>(laws::what_is_too_large_is_refused) == "");
  CHECK(broken<TestType>(laws::the_extremes_of_time_are_times) == "");
}

TEMPLATE_TEST_CASE("a queue above its high watermark sheds", "", PAWL_TEST_BACKENDS) {
  using laws = submission_laws;
  CHECK(broken<TestType>(laws::too_many_waiting_jobs_shed_new_ones) == "");
}

TEMPLATE_TEST_CASE("what is put off keeps out nothing that is due, and no tenant another one",
                   "[DECK-27][D32]", PAWL_TEST_BACKENDS) {
  using laws = bound_laws;
  CHECK(broken<TestType>(laws::only_what_is_ready_counts_for_the_high_watermark) == "");
  CHECK(broken<TestType>(laws::a_tenant_has_its_share_of_what_is_ready_and_no_more) == "");
  CHECK(broken<TestType>(laws::what_is_delayed_has_a_bound_of_its_own) == "");
  CHECK(broken<TestType>(laws::a_tenant_has_its_share_of_what_is_delayed) == "");
  CHECK(broken<TestType>(laws::jobs_that_come_together_are_counted_together) == "");
}

// --- Limits and dependencies ---------------------------------------------------------------------

TEMPLATE_TEST_CASE("one too many at submission is refused until one has ended", "[DECK-11]",
                   PAWL_TEST_BACKENDS) {
  using laws = limit_laws;
  CHECK(broken<TestType>(laws::one_too_many_is_refused_until_one_has_ended) == "");
  CHECK(broken<TestType>(laws::every_end_frees_what_a_job_had_taken) == "");
}

TEMPLATE_TEST_CASE("one too many at a claim waits, and for no longer than it has to", "[DECK-12]",
                   PAWL_TEST_BACKENDS) {
  using laws = limit_laws;
  CHECK(broken<TestType>(laws::only_as_many_run_at_once_as_the_limit_allows) == "");
  CHECK(broken<TestType>(laws::nobody_waits_for_a_place_that_is_free) == "");
  CHECK(broken<TestType>(laws::a_place_that_is_not_taken_goes_to_the_next) == "");
  CHECK(broken<TestType>(laws::a_lost_job_gives_its_place_away) == "");
  CHECK(broken<TestType>(laws::a_claim_parks_only_so_many_and_others_do_not_wait_for_it) == "");
}

TEMPLATE_TEST_CASE("a rate refuses, and says when to come again", "[DECK-13]", PAWL_TEST_BACKENDS) {
  using laws = limit_laws;
  CHECK(broken<TestType>(laws::a_rate_allows_its_burst_and_then_says_when) == "");
}

TEMPLATE_TEST_CASE("a job runs only after those that it depends on", "[SVC-20]",
                   PAWL_TEST_BACKENDS) {
  using laws = dependency_laws;
  CHECK(broken<TestType>(laws::a_job_waits_until_all_its_dependencies_have_succeeded) == "");
  CHECK(broken<TestType>(laws::a_dependency_that_fails_cancels_who_waits_for_it) == "");
  CHECK(broken<TestType>(laws::a_job_that_runs_anyway_only_waits) == "");
  CHECK(broken<TestType>(laws::dependencies_that_have_ended_before_are_not_waited_for) == "");
}

// --- Claims and leases ---------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a running job is given to nobody else", "[DOC-07][VID-13]",
                   PAWL_TEST_BACKENDS) {
  CHECK(broken<TestType>(claim_laws::a_job_is_given_to_one_worker_only) == "");
  using laws = lease_laws;
  CHECK(broken<TestType>(laws::a_long_job_with_beats_is_not_taken_away) == "");
  CHECK(broken<TestType>(laws::a_lease_lasts_exactly_as_long_as_it_says) == "");
  using events = outside_laws;
  CHECK(broken<TestType>(events::a_step_that_a_worker_is_about_to_begin_is_not_begun_beside_it) ==
        "");
  CHECK(broken<TestType>(events::what_a_worker_runs_is_not_begun_anew_beside_it) == "");
}

TEMPLATE_TEST_CASE("a job can be delayed, or wait for a time", "[DECK-32][SVC-19]",
                   PAWL_TEST_BACKENDS) {
  using laws = claim_laws;
  CHECK(broken<TestType>(laws::a_job_is_not_claimed_before_its_time) == "");
}

TEMPLATE_TEST_CASE("the urgent goes first, and nobody starves", "[DECK-31][SVC-21]",
                   PAWL_TEST_BACKENDS) {
  using laws = claim_laws;
  CHECK(broken<TestType>(laws::the_urgent_goes_first) == "");
  CHECK(broken<TestType>(laws::who_has_waited_long_enough_is_not_overtaken) == "");
  CHECK(broken<TestType>(laws::a_low_job_runs_under_a_continuous_load_of_urgent_ones) == "");
  CHECK(broken<TestType>(laws::tenants_come_in_turn) == "");
}

TEMPLATE_TEST_CASE("a job keeps its place, whenever it is made ready", "", PAWL_TEST_BACKENDS) {
  using laws = place_laws;
  CHECK(broken<TestType>(laws::a_job_whose_time_has_come_has_the_place_of_its_time) == "");
  CHECK(broken<TestType>(laws::a_retry_that_is_due_has_the_place_of_its_time) == "");
  CHECK(broken<TestType>(laws::a_held_job_that_is_given_back_has_the_place_that_it_had) == "");
}

TEMPLATE_TEST_CASE("a job whose worker is lost goes back, until no attempt is left",
                   "[DECK-24][SVC-15]", PAWL_TEST_BACKENDS) {
  using laws = lease_laws;
  CHECK(broken<TestType>(laws::a_lost_worker_costs_an_attempt) == "");
  CHECK(broken<TestType>(laws::claims_of_one_batch_share_their_suspects) == "");
  CHECK(broken<TestType>(laws::the_reaper_says_what_it_took) == "");
  CHECK(broken<TestType>(place_laws::what_a_lost_process_had_comes_back_after_its_backoff) == "");
  CHECK(broken<TestType>(
            place_laws::a_lost_job_with_a_backoff_of_its_own_waits_as_long_as_that_says) == "");
}

TEMPLATE_TEST_CASE("a worker that lost a job can write nothing more", "[STAT-04]",
                   PAWL_TEST_BACKENDS) {
  using laws = lease_laws;
  CHECK(broken<TestType>(laws::a_lease_is_worth_nothing_once_the_job_was_given_to_another) == "");
  CHECK(broken<TestType>(laws::an_old_lease_of_the_same_owner_is_worth_nothing) == "");
  CHECK(broken<TestType>(laws::a_beat_after_the_lease_has_run_out_does_not_revive_it) == "");
  CHECK(broken<TestType>(laws::an_end_is_accepted_until_the_job_was_taken_away) == "");
}

// --- Ends ----------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a job succeeds in one write with its result", "[DECK-17][DECK-22]",
                   PAWL_TEST_BACKENDS) {
  using laws = settle_laws;
  CHECK(broken<TestType>(laws::a_success_has_its_result) == "");
  CHECK(broken<TestType>(laws::a_failure_that_may_not_be_retried_is_final) == "");
}

TEMPLATE_TEST_CASE("an end that is told twice is one end", "[DECK-25][STAT-04]",
                   PAWL_TEST_BACKENDS) {
  using laws = settle_laws;
  CHECK(broken<TestType>(laws::the_same_end_told_twice_is_one_end) == "");
}

TEMPLATE_TEST_CASE("a retry waits inside its state, within the bounds of its plan",
                   "[DECK-03][DECK-04]", PAWL_TEST_BACKENDS) {
  using laws = settle_laws;
  CHECK(broken<TestType>(laws::a_failure_that_may_be_retried_waits_as_long_as_its_plan_says) == "");
  CHECK(broken<TestType>(laws::a_failure_that_may_not_be_retried_is_final) == "");
}

TEMPLATE_TEST_CASE("a job out of attempts is a dead letter with its payload", "[DECK-20]",
                   PAWL_TEST_BACKENDS) {
  using laws = settle_laws;
  CHECK(broken<TestType>(laws::a_job_out_of_attempts_is_a_dead_letter) == "");
}

TEMPLATE_TEST_CASE("each lifecycle ends its failures in its own way",
                   "[SVC-02][SVC-06][DOC-03][DOC-12][STAT-10]", PAWL_TEST_BACKENDS) {
  using laws = settle_laws;
  CHECK(broken<TestType>(laws::a_service_job_waits_in_failed_and_is_dead_lettered_at_last) == "");
  CHECK(broken<TestType>(laws::a_document_is_retried_three_times_a_second_apart) == "");
  CHECK(broken<TestType>(laws::a_status_job_is_poisoned_when_its_attempts_are_used_up) == "");
}

TEMPLATE_TEST_CASE("progress never falls", "[SVC-12]", PAWL_TEST_BACKENDS) {
  using laws = settle_laws;
  CHECK(broken<TestType>(laws::progress_never_falls) == "");
}

TEMPLATE_TEST_CASE("a checkpoint is handed to the next attempt", "[DECK-29][SVC-16]",
                   PAWL_TEST_BACKENDS) {
  using laws = settle_laws;
  CHECK(broken<TestType>(laws::a_checkpoint_is_handed_to_the_next_attempt) == "");
}

// --- From outside --------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a job that has not begun is cancelled at once and never runs",
                   "[DECK-07][DOC-11]", PAWL_TEST_BACKENDS) {
  using laws = cancel_laws;
  CHECK(broken<TestType>(laws::a_job_that_has_not_begun_is_cancelled_at_once) == "");
  CHECK(broken<TestType>(laws::a_job_that_waits_for_its_retry_is_cancelled_at_once) == "");
}

TEMPLATE_TEST_CASE("a running job is asked to stop, and ends no other way", "",
                   PAWL_TEST_BACKENDS) {
  using laws = cancel_laws;
  CHECK(broken<TestType>(laws::a_running_job_is_asked_to_stop) == "");
  CHECK(broken<TestType>(laws::who_is_asked_to_stop_is_neither_retried_nor_run_again) == "");
  CHECK(broken<TestType>(laws::a_request_to_cancel_ends_a_pipeline_after_its_step) == "");
}

TEMPLATE_TEST_CASE("an event from outside is taken once, by its id", "[VID-05][VID-06][STAT-04]",
                   PAWL_TEST_BACKENDS) {
  using laws = outside_laws;
  CHECK(broken<TestType>(laws::an_event_that_comes_again_has_no_further_effect) == "");
  CHECK(broken<TestType>(laws::an_event_that_is_refused_is_not_remembered) == "");
  CHECK(broken<TestType>(laws::an_event_id_belongs_to_its_job) == "");
}

TEMPLATE_TEST_CASE("a pipeline goes on by its steps and by events", "[VID-07][VID-11][VID-16]",
                   PAWL_TEST_BACKENDS) {
  using laws = outside_laws;
  CHECK(broken<TestType>(laws::a_pipeline_goes_on_by_its_steps_and_by_events) == "");
  CHECK(broken<TestType>(laws::a_target_is_reached_by_the_event_that_leads_there) == "");
}

TEMPLATE_TEST_CASE("a state that a handler guards is reached only if it agrees", "[VID-20][VID-25]",
                   PAWL_TEST_BACKENDS) {
  using laws = outside_laws;
  CHECK(broken<TestType>(laws::a_guarded_state_is_reached_with_the_agreement_of_its_handler) == "");
}

TEMPLATE_TEST_CASE("how an attempt ends is not said from outside, unless it is made there", "",
                   PAWL_TEST_BACKENDS) {
  using laws = outside_laws;
  CHECK(broken<TestType>(laws::how_an_attempt_ends_is_said_by_its_worker) == "");
  CHECK(broken<TestType>(laws::a_job_whose_last_step_is_done_elsewhere_is_finished_from_there) ==
        "");
}

TEMPLATE_TEST_CASE("an event that fails a job says what has failed", "[VID-12]",
                   PAWL_TEST_BACKENDS) {
  using laws = outside_laws;
  CHECK(broken<TestType>(laws::a_failure_that_is_told_from_outside_says_what_has_failed) == "");
}

TEMPLATE_TEST_CASE("work that is done elsewhere has a retry budget like any other", "[VID-11]",
                   PAWL_TEST_BACKENDS) {
  using laws = outside_laws;
  CHECK(broken<TestType>(laws::every_failure_of_work_that_is_done_elsewhere_counts) == "");
  CHECK(broken<TestType>(laws::who_asks_to_try_again_does_not_overrule_the_budget) == "");
}

TEMPLATE_TEST_CASE("a dead letter comes back as a new job that names its parent",
                   "[DECK-21][SVC-33]", PAWL_TEST_BACKENDS) {
  using laws = dead_letter_laws;
  CHECK(broken<TestType>(laws::a_dead_letter_comes_back_as_a_new_job) == "");
  CHECK(broken<TestType>(laws::all_dead_letters_come_back_if_they_are_as_many_as_expected) == "");
}

// --- Reading -------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("every transition is written down, once and in order",
                   "[STAT-02][DOC-08][DECK-19]", PAWL_TEST_BACKENDS) {
  using laws = history_laws;
  CHECK(broken<TestType>(laws::the_events_of_a_job_are_numbered_without_a_gap) == "");
  CHECK(broken<TestType>(laws::an_event_tells_all_that_a_listener_needs) == "");
  CHECK(broken<TestType>(laws::the_feed_has_every_event_once_and_in_order) == "");
}

TEMPLATE_TEST_CASE("a list is the newest first, filtered, 50 or at most 200 at a time", "[SVC-28]",
                   PAWL_TEST_BACKENDS) {
  using laws = history_laws;
  CHECK(broken<TestType>(laws::a_list_is_what_a_plain_filter_gives) == "");
  CHECK(broken<TestType>(laws::a_list_does_not_shift_under_its_reader) == "");
  CHECK(broken<TestType>(laws::a_page_has_at_most_200_jobs) == "");
  CHECK(broken<TestType>(laws::a_list_goes_on_behind_each_of_its_jobs) == "");
}

TEMPLATE_TEST_CASE("a status record is a summary, whatever a job has to say", "[STAT-05]",
                   PAWL_TEST_BACKENDS) {
  CHECK(broken<TestType>(submission_laws::what_is_too_large_is_refused) == "");
  using laws = summary_laws;
  CHECK(broken<TestType>(laws::long_texts_are_cut_where_a_character_ends) == "");
  CHECK(broken<TestType>(laws::a_long_failure_is_a_failure_like_any_other) == "");
  CHECK(broken<TestType>(laws::artifacts_and_audit_fields_have_a_bound_together) == "");
  CHECK(broken<TestType>(laws::a_success_that_is_too_large_is_a_failure) == "");
  CHECK(broken<TestType>(laws::an_end_is_told_also_without_what_was_found) == "");
  CHECK(broken<TestType>(laws::a_checkpoint_may_be_large_but_not_boundless) == "");
}

TEMPLATE_TEST_CASE("to a tenant, a foreign job looks like none", "[SVC-11]", PAWL_TEST_BACKENDS) {
  using laws = tenancy_laws;
  CHECK(broken<TestType>(laws::a_foreign_id_looks_like_no_id) == "");
  CHECK(broken<TestType>(laws::a_tenant_is_its_whole_name) == "");
}

// --- Keeping -------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("what has ended is kept as long as its type says", "[DECK-15][SVC-06][SVC-25]",
                   PAWL_TEST_BACKENDS) {
  using laws = keeping_laws;
  CHECK(broken<TestType>(laws::events_go_first_and_the_job_later) == "");
  CHECK(broken<TestType>(laws::dead_letters_are_kept_longer) == "");
  CHECK(broken<TestType>(laws::a_job_is_kept_as_long_as_its_key) == "");
}

TEMPLATE_TEST_CASE("handlers are told of the end at least once", "", PAWL_TEST_BACKENDS) {
  using laws = callback_laws;
  CHECK(broken<TestType>(laws::a_handler_is_told_how_its_job_has_ended) == "");
  CHECK(broken<TestType>(laws::a_handler_is_told_of_every_end) == "");
  CHECK(broken<TestType>(laws::a_callback_is_called_by_one_process_at_a_time) == "");
  CHECK(broken<TestType>(laws::a_callback_comes_back_as_soon_as_its_process_is_lost) == "");
  CHECK(broken<TestType>(laws::a_culprit_is_given_up_and_takes_no_callback_along) == "");
  CHECK(broken<TestType>(laws::a_callback_is_tried_five_times) == "");
}

// --- Ends ----------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("a retry waits for its delay, also after a lost worker", "[DOC-13]",
                   PAWL_TEST_BACKENDS) {
  CHECK(broken<TestType>(lease_laws::a_retry_after_a_lost_worker_waits_for_its_delay) == "");
}

TEMPLATE_TEST_CASE("a job that has failed says why, and one that has succeeded has no error",
                   "[DOC-14]", PAWL_TEST_BACKENDS) {
  using laws = ending_laws;
  CHECK(broken<TestType>(laws::a_job_that_has_failed_says_why_whatever_ended_it) == "");
  CHECK(broken<TestType>(laws::a_success_has_no_error_whatever_came_before) == "");
}

TEMPLATE_TEST_CASE("a queued document fails by a cancel or for want of resources", "[DOC-11]",
                   PAWL_TEST_BACKENDS) {
  using laws = ending_laws;
  CHECK(broken<TestType>(laws::a_queued_job_fails_by_a_cancel_or_for_want_of_resources) == "");
}

TEMPLATE_TEST_CASE("nothing but retention touches a job that has ended", "[DOC-15]",
                   PAWL_TEST_BACKENDS) {
  CHECK(broken<TestType>(ending_laws::nothing_but_retention_touches_a_job_that_has_ended) == "");
}

TEMPLATE_TEST_CASE("a success hands out a link that is valid for as long as its type declares",
                   "[DECK-35]", PAWL_TEST_BACKENDS) {
  CHECK(broken<TestType>(settle_laws::a_success_hands_out_its_link) == "");
  CHECK(broken<TestType>(outside_laws::a_success_that_is_told_from_outside_hands_out_its_link) ==
        "");
}

TEMPLATE_TEST_CASE("the running jobs of a type are bounded by configuration", "[DECK-38]",
                   PAWL_TEST_BACKENDS) {
  CHECK(broken<TestType>(limit_laws::the_running_jobs_of_a_type_are_bounded_by_configuration) ==
        "");
}

TEMPLATE_TEST_CASE("what ends in one process is heard of in the others", "[DECK-39]",
                   PAWL_TEST_BACKENDS) {
  CHECK(broken<TestType>(lease_laws::signs_of_life_tell_what_has_ended_elsewhere) == "");
}

}  // namespace

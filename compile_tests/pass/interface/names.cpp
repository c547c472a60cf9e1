// SPDX-License-Identifier: BSL-1.0
// The names that programs rely on, which are those that the documents and the examples use. None of
// them goes within a major version: then this file does not compile [SVC-40]. A new one is added
// here; those of pawl::http and pawl::handlers stand beside their tests, and the contract of HTTP
// is in tests/http_judged.
#include <pawl/client.hpp>
#include <pawl/codec.hpp>
#include <pawl/codec/hash.hpp>
#include <pawl/job/simulate.hpp>
#include <pawl/job/stop_token.hpp>
#include <pawl/observe/catalogue.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/observe/span.hpp>
#include <pawl/observe/throttle.hpp>
#include <pawl/pawl.hpp>
#include <pawl/transport.hpp>

namespace names {

namespace all {
using pawl::active;
using pawl::active_per;
using pawl::adaptive_options;
using pawl::admission;
using pawl::aging;
using pawl::ai_stages;
using pawl::any_clock;
using pawl::arrival;
using pawl::artifact;
using pawl::at;
using pawl::at_claim;
using pawl::at_least_once;
using pawl::at_most_once;
using pawl::at_submit;
using pawl::attempts;
using pawl::attempts_up_to;
using pawl::audit;
using pawl::audit_policy;
using pawl::backoff;
using pawl::backoff_model;
using pawl::backoff_plan;
using pawl::backoff_policy;
using pawl::burst;
using pawl::cancel_anywhere;
using pawl::cancellation_policy;
using pawl::cancelled;
using pawl::capacity;
using pawl::check_json;
using pawl::checkpoint;
using pawl::client;
using pawl::client_options;
using pawl::clock_policy;
using pawl::codec_errc;
using pawl::codec_error;
using pawl::codec_policy;
using pawl::concurrency;
using pawl::concurrent;
using pawl::configurable_up_to;
using pawl::context;
using pawl::convert_stages;
using pawl::dead;
using pawl::dead_letter;
using pawl::decision;
using pawl::deck_priority;
using pawl::decode_options;
using pawl::decorrelated_jitter;
using pawl::default_audit;
using pawl::default_cancellation;
using pawl::default_checkpoint;
using pawl::default_delivery;
using pawl::default_dependencies;
using pawl::default_durability;
using pawl::default_errors;
using pawl::default_heartbeat;
using pawl::default_idempotency;
using pawl::default_lease;
using pawl::default_level;
using pawl::default_limits;
using pawl::default_objectives;
using pawl::default_payload_limit;
using pawl::default_priority;
using pawl::default_retention;
using pawl::default_retry;
using pawl::default_stages;
using pawl::default_subject;
using pawl::default_timeout;
using pawl::delays_between;
using pawl::delivery_policy;
using pawl::dependencies;
using pawl::dependencies_policy;
using pawl::dependents;
using pawl::depends_on;
using pawl::depends_on_at_most;
using pawl::describe;
using pawl::durability_policy;
using pawl::durable;
using pawl::duration_ms;
using pawl::ephemeral;
using pawl::equal_jitter;
using pawl::error_class;
using pawl::error_classes;
using pawl::errors;
using pawl::errors_policy;
using pawl::escalation;
using pawl::event_kind;
using pawl::events;
using pawl::expected;
using pawl::exponential;
using pawl::export_stages;
using pawl::factor;
using pawl::failed;
using pawl::failure;
using pawl::failure_info;
using pawl::failures_below;
using pawl::fatal_on;
using pawl::fixed;
using pawl::follow_ups;
using pawl::former;
using pawl::full_jitter;
using pawl::heartbeat;
using pawl::heartbeat_policy;
using pawl::hmac_sha256;
using pawl::idempotency;
using pawl::idempotency_policy;
using pawl::idempotent;
using pawl::initial;
using pawl::instant;
using pawl::is_gts_id;
using pawl::is_terminal;
using pawl::jitter_policy;
using pawl::jitter_spread;
using pawl::job;
using pawl::job_descriptor;
using pawl::job_error;
using pawl::job_event;
using pawl::job_id;
using pawl::job_policy;
using pawl::job_record;
using pawl::job_ref;
using pawl::job_simulation;
using pawl::jobs;
using pawl::json;
using pawl::keep_at_most;
using pawl::keep_dead_letters;
using pawl::keep_events;
using pawl::keep_link;
using pawl::keep_no_output;
using pawl::keep_output;
using pawl::keep_results;
using pawl::key_of;
using pawl::key_required;
using pawl::kind;
using pawl::lease;
using pawl::lease_policy;
using pawl::levels;
using pawl::lifecycle;
using pawl::limits;
using pawl::limits_policy;
using pawl::linear;
using pawl::machine;
using pawl::max_attempts;
using pawl::multiplier_up_to;
using pawl::name_of;
using pawl::named;
using pawl::no_cancel_in;
using pawl::no_checkpoint;
using pawl::no_delay;
using pawl::no_jitter;
using pawl::no_objectives;
using pawl::no_output;
using pawl::no_stages;
using pawl::no_subject;
using pawl::no_timeout;
using pawl::objectives;
using pawl::objectives_policy;
using pawl::of_first_output;
using pawl::on_failed_dependency;
using pawl::outcome;
using pawl::overridable;
using pawl::p50;
using pawl::p95;
using pawl::p99;
using pawl::parse_job_id;
using pawl::payload_hash;
using pawl::payload_limit;
using pawl::payload_limit_policy;
using pawl::phase;
using pawl::polynomial;
using pawl::position;
using pawl::principal;
using pawl::priorities;
using pawl::priority;
using pawl::priority_policy;
using pawl::proven;
using pawl::public_code;
using pawl::rate_per;
using pawl::ready;
using pawl::refer_to;
using pawl::reflected;
using pawl::remote_states;
using pawl::reprocess_options;
using pawl::rescue_after;
using pawl::restored;
using pawl::result_limit;
using pawl::result_link;
using pawl::resume;
using pawl::retention;
using pawl::retention_policy;
using pawl::retry;
using pawl::retry_on;
using pawl::retry_override;
using pawl::retry_policy;
using pawl::retryability;
using pawl::role;
using pawl::root_tenant;
using pawl::run_until_signal;
using pawl::schema_fingerprint;
using pawl::secret;
using pawl::serializable;
using pawl::service;
using pawl::service_options;
using pawl::session;
using pawl::settled;
using pawl::sha256;
using pawl::sha256_of;
using pawl::simulate;
using pawl::simulation;
using pawl::snooze;
using pawl::stage;
using pawl::stages;
using pawl::stages_policy;
using pawl::stopped;
using pawl::subject;
using pawl::subject_policy;
using pawl::submit_options;
using pawl::summary_limit;
using pawl::system_clock;
using pawl::task;
using pawl::text;
using pawl::third_of_lease;
using pawl::timeout;
using pawl::timeout_policy;
using pawl::to_string;
using pawl::trigger;
using pawl::triggers;
using pawl::triggers_of;
using pawl::try_simulate;
using pawl::ttl;
using pawl::type_of;
using pawl::unexpected;
using pawl::valid_key;
using pawl::valid_tenant;
using pawl::waiting;
}  // namespace all

namespace by {
using pawl::by::global;
using pawl::by::member;
using pawl::by::organisation;
using pawl::by::tenant;
using pawl::by::user;
}  // namespace by

namespace error {
using pawl::error::ai_rate_limit;
using pawl::error::configuration_error;
using pawl::error::corrupted_artifact;
using pawl::error::corruption_detected;
using pawl::error::deadline_exceeded;
using pawl::error::dependency_unavailable;
using pawl::error::internal_bug;
using pawl::error::invalid_document;
using pawl::error::job_aborted;
using pawl::error::job_cancelled;
using pawl::error::model_overloaded;
using pawl::error::network_timeout;
using pawl::error::payload_undecodable;
using pawl::error::permanent_timeout;
using pawl::error::policy_violation;
using pawl::error::provider_network_error;
using pawl::error::provider_permission_denied;
using pawl::error::queue_overload;
using pawl::error::quota_exceeded;
using pawl::error::rate_limited;
using pawl::error::resource_limit_exceeded;
using pawl::error::resource_unavailable;
using pawl::error::schema_validation_failure;
using pawl::error::temporary_storage_failure;
using pawl::error::timeout;
using pawl::error::transient_storage;
using pawl::error::unsupported_codec;
using pawl::error::unsupported_format;
using pawl::error::validation_error;
using pawl::error::validation_failure;
using pawl::error::worker_lost;
}  // namespace error

namespace guards {
using pawl::guards::attempts_left;
using pawl::guards::exhausted;
using pawl::guards::may_retry;
}  // namespace guards

namespace lifecycles {
using pawl::lifecycles::deck;
using pawl::lifecycles::document;
using pawl::lifecycles::service;
using pawl::lifecycles::status;
using pawl::lifecycles::video;
}  // namespace lifecycles

namespace render {
using pawl::render::graphviz;
using pawl::render::markdown;
using pawl::render::markdown_schedule;
using pawl::render::markdown_states;
using pawl::render::mermaid;
using pawl::render::schedule;
}  // namespace render

namespace sql {
using pawl::sql::check;
using pawl::sql::dialect;
using pawl::sql::guard_trigger;
using pawl::sql::transition_rows;
using pawl::sql::transitions_table;
}  // namespace sql

namespace storage {
using pawl::storage::answer_to;
using pawl::storage::attempt_end;
using pawl::storage::cancel;
using pawl::storage::claim;
using pawl::storage::claimed;
using pawl::storage::dead_letter_page;
using pawl::storage::describe;
using pawl::storage::enrol;
using pawl::storage::errc;
using pawl::storage::feed_page;
using pawl::storage::findings;
using pawl::storage::forwarding_store;
using pawl::storage::is_store_failure;
using pawl::storage::job_page;
using pawl::storage::job_storage;
using pawl::storage::lease_token;
using pawl::storage::leave;
using pawl::storage::list_filter;
using pawl::storage::memory;
using pawl::storage::memory_options;
using pawl::storage::prune;
using pawl::storage::raise;
using pawl::storage::reap;
using pawl::storage::replay;
using pawl::storage::replay_all;
using pawl::storage::report;
using pawl::storage::reprocess;
using pawl::storage::result;
using pawl::storage::scope;
using pawl::storage::settle;
using pawl::storage::state_count;
using pawl::storage::statistics;
using pawl::storage::store;
using pawl::storage::stored_payload;
using pawl::storage::stored_result;
using pawl::storage::submit;
using pawl::storage::worker;
}  // namespace storage

namespace transport {
using pawl::transport::channel;
using pawl::transport::job_transport;
using pawl::transport::local;
using pawl::transport::none;
using pawl::transport::shared_file;
}  // namespace transport

namespace observe {
using pawl::observe::at_least;
using pawl::observe::catalogue;
using pawl::observe::counter;
using pawl::observe::event;
using pawl::observe::gauge;
using pawl::observe::histogram;
using pawl::observe::job_metrics;
using pawl::observe::job_outcome;
using pawl::observe::log_entry;
using pawl::observe::log_event;
using pawl::observe::log_field;
using pawl::observe::log_level;
using pawl::observe::log_sink;
using pawl::observe::log_throttle;
using pawl::observe::log_value;
using pawl::observe::metric;
using pawl::observe::metric_description;
using pawl::observe::metric_type;
using pawl::observe::metrics;
using pawl::observe::no_log;
using pawl::observe::span;
}  // namespace observe

}  // namespace names

// --- Members -------------------------------------------------------------------------------------

namespace {

using namespace pawl::literals;

struct sample
    : pawl::job<"sample", pawl::lifecycles::deck, pawl::convert_stages, pawl::checkpoint<int>,
                pawl::audit<"model">, pawl::retention<pawl::keep_link<1_h>>> {
  outcome<int> operator()(context&, const int&) const { return 1; }
};
using memory = pawl::storage::memory<>;

template <class S>
concept session_members =
    requires(const S& me, const pawl::job_id& id, const pawl::job_ref<sample>& job) {
      me.who();
      me.template submit<sample>(1);
      me.template submit<sample>(1, {.key = "k", .delay = std::chrono::hours{1}});
      me.template submit_all<sample>(std::vector<int>{});
      me.status(id);
      me.result(job);
      me.result(job, std::chrono::milliseconds{1});
      me.wait(id, std::chrono::milliseconds{1});
      me.list();
      me.events(id);
      me.cancel(id, std::string());
      me.raise(id, std::string());
      me.dead_letters();
      me.dead_letter(id);
      me.replay(id);
      me.template replay_all<sample>(1);
    };
static_assert(session_members<pawl::session<memory, sample>>);

template <class S>
concept service_members = requires(S& jobs, pawl::service_options how) {
  jobs.start(how);
  jobs.stop();
  jobs.stop(std::chrono::milliseconds{1});
  jobs.as(pawl::principal{});
  jobs.as_root(std::string());
  jobs.notify();
  jobs.template configure<sample>(pawl::text(), 1);
  jobs.health();
  jobs.metrics();
  jobs.store();
};
static_assert(service_members<pawl::service<memory, sample>>);

template <class C>
concept client_members = requires(C& jobs) {
  jobs.ready();
  jobs.as(pawl::principal{});
  jobs.metrics();
  jobs.store();
};
static_assert(client_members<pawl::client<memory, sample>>);

template <class C>
concept context_members = requires(C& ctx) {
  ctx.template enter<"extracting">();
  ctx.progress(50);
  ctx.progress(50, "half");
  ctx.first_output();
  ctx.log("a line");
  ctx.save(1);
  ctx.checkpoint();
  ctx.artifact("name", std::string());
  ctx.artifact("name");
  ctx.link(std::string(), pawl::instant{});
  ctx.template audit<"model">(std::string());
  ctx.stop_token();
  ctx.stop_requested();
  ctx.stop_here();
  ctx.job_id();
  ctx.attempt();
  ctx.fence();
  ctx.requested_by();
  ctx.correlation();
  ctx.traceparent();
  ctx.now();
};
static_assert(context_members<sample::context>);

static_assert(requires(pawl::job_record it) {
  it.id;
  it.handler;
  it.lifecycle;
  it.tenant;
  it.requested_by;
  it.organisation;
  it.subject;
  it.correlation;
  it.traceparent;
  it.metadata;
  it.idempotency_key;
  it.parent;
  it.priority;
  it.max_attempts;
  it.created_at;
  it.state;
  it.kind;
  it.phase;
  it.attempt;
  it.retries;
  it.progress;
  it.stage;
  it.updated_at;
  it.started_at;
  it.completed_at;
  it.due_at;
  it.error;
  it.cancel_reason;
  it.cancel_requested;
  it.has_result;
  it.has_checkpoint;
  it.fence;
  it.last_event;
  it.audit;
  it.artifacts;
  it.link;
  it.max_retries();
  it.newest_artifact("");
  it.public_code();
});
static_assert(requires(pawl::job_event it) {
  it.job;
  it.number;
  it.kind;
  it.at;
  it.event;
  it.from;
  it.to;
  it.attempt;
  it.progress;
  it.stage;
  it.message;
  it.error;
  it.detail;
  it.actor;
  it.metadata;
  it.triggered_by();
  it.id();
});
static_assert(requires(pawl::submit_options it) {
  it.key;
  it.priority;
  it.delay;
  it.run_at;
  it.depends_on;
  it.retry;
  it.subject;
  it.correlation;
  it.traceparent;
  it.metadata;
});
static_assert(requires(pawl::service_options it) {
  it.workers;
  it.coroutines;
  it.prefetch;
  it.poll;
  it.lease_check_interval;
  it.progress_interval;
  it.grace;
  it.stop_grace;
  it.maintenance;
  it.high_watermark;
  it.high_watermark_per_tenant;
  it.most_delayed;
  it.most_delayed_per_tenant;
  it.adaptive;
  it.reprocess;
  it.name;
  it.coroutines_on;
  it.log;
  it.escalate;
  it.spans;
  it.metrics;
});
static_assert(requires(pawl::principal it) {
  it.tenant;
  it.user;
  it.organisation;
  it.trigger;
});
static_assert(requires(pawl::failure_info it) {
  it.code;
  it.message;
  it.detail;
  it.state;
  it.retryable;
});
static_assert(requires(pawl::dead_letter it) {
  it.job;
  it.payload;
});

}  // namespace

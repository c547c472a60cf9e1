// SPDX-License-Identifier: BSL-1.0
// The three job types of a slide-deck service: convert, export, ai.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/deck.hpp>
#include <pawl/policies/stages.hpp>

namespace deck_jobs {

using namespace pawl::literals;
namespace error = pawl::error;

struct convert_input {
  std::string document;
  std::string source_uri;
};
struct convert_output {
  std::string deck_uri;
  int slides{};
};

/// A source asset becomes a normalised deck. One at a time for each document.
using convert_job = pawl::job<
    "deck.convert", pawl::lifecycles::deck, pawl::convert_stages, pawl::deck_priority,
    pawl::errors<error::transient_storage, error::network_timeout, error::ai_rate_limit,
                 error::validation_error, error::unsupported_format, error::quota_exceeded,
                 error::corruption_detected>,
    pawl::retry<
        pawl::attempts<3>, pawl::exponential<2_s, 30_s>, pawl::full_jitter,
        pawl::retry_on<error::transient_storage, error::network_timeout, error::ai_rate_limit>>,
    pawl::limits<pawl::active_per<pawl::by::member<&convert_input::document>, 1, pawl::at_submit>>,
    pawl::objectives<pawl::p50<6_s>, pawl::p95<15_s>, pawl::p99<30_s>, pawl::failures_below<2>>,
    pawl::timeout<5_min>, pawl::lease<20_s>, pawl::checkpoint<int>>;

struct export_input {
  enum class format { pptx, pdf };
  std::string document;
  format target;
};
struct export_output {
  std::string artifact_uri;
};

/// A deck becomes a file to download, by an address that is valid for an hour at the least. Two at
/// a time for each document, eight in all, unless configured otherwise.
using export_job = pawl::job<
    "deck.export", pawl::lifecycles::deck, pawl::export_stages, pawl::deck_priority,
    pawl::errors<error::transient_storage, error::network_timeout, error::validation_error,
                 error::unsupported_format, error::quota_exceeded, error::corruption_detected>,
    pawl::retry<pawl::attempts<3>, pawl::exponential<2_s, 30_s>, pawl::full_jitter,
                pawl::retry_on<error::transient_storage, error::network_timeout>>,
    pawl::limits<pawl::active_per<pawl::by::member<&export_input::document>, 2, pawl::at_claim,
                                  pawl::configurable_up_to<16>>,
                 pawl::concurrent<8, pawl::configurable_up_to<64>>>,
    pawl::retention<pawl::keep_link<1_h>>,
    pawl::objectives<pawl::p50<4_s>, pawl::p95<12_s>, pawl::p99<25_s>, pawl::failures_below<2>>,
    pawl::timeout<5_min>, pawl::lease<20_s>>;

struct ai_input {
  std::optional<std::string> document;
  std::string prompt;
};
struct ai_output {
  std::string response;
  std::int64_t tokens{};
};

/// A question to a model, limited per user and per organisation. A provider that asks to be left
/// alone (429) is asked again, which is the exception that the specification makes.
template <pawl::fixed_string Id, class... Kept>
using ai_job_with = pawl::job<
    Id, pawl::lifecycles::deck, pawl::ai_stages, pawl::deck_priority,
    pawl::errors<error::model_overloaded, error::network_timeout, error::ai_rate_limit,
                 error::validation_error, error::quota_exceeded>,
    pawl::retry<
        pawl::attempts<2>, pawl::exponential<1_s, 10_s>, pawl::decorrelated_jitter,
        pawl::retry_on<error::model_overloaded, error::network_timeout, error::ai_rate_limit>>,
    pawl::limits<pawl::rate_per<pawl::by::user, 20, 1_min>,
                 pawl::rate_per<pawl::by::organisation, 200, 1_min>>,
    pawl::objectives<pawl::p50<1200_ms>, pawl::p95<4_s>, pawl::p99<8_s>, pawl::failures_below<2>,
                     pawl::of_first_output>,
    pawl::audit<"model", "tokenUsage">, pawl::timeout<1_min>, pawl::lease<20_s>, Kept...>;

/// The answer is kept for an hour, and its job for a day.
using ai_job = ai_job_with<"deck.ai", pawl::retention<pawl::keep_output<1_h>>>;
/// Nothing of the answer is kept: it was only streamed.
using private_ai_job = ai_job_with<"deck.ai_private", pawl::retention<pawl::keep_no_output>>;

}  // namespace deck_jobs

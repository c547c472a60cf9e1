// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <stdexcept>

#include <pawl/clock.hpp>
#include <pawl/codec/json.hpp>
#include <pawl/handlers/http_client.hpp>
#include <pawl/handlers/webhook.hpp>
#include <pawl/job/stop_token.hpp>

namespace pawl::handlers {

namespace detail {

// The names are those on the wire.
struct announced_error {
  std::string code;
  std::string message;
};
struct announced_end {
  std::string id;
  std::string jobId;
  std::string type;
  std::string status;
  std::string outcome;
  instant timestamp;
  std::string stage;
  int progress{};
  unsigned attempt{};
  std::optional<announced_error> error;
  std::string subjectId;
  std::string correlationId;
};

/// Whether a text can stand in a header, and nothing of it be taken for another.
inline bool is_delivery_id(std::string_view id) {
  return !id.empty() && id.size() <= 128 &&
         std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

/// What a receiver says beside its status is of no interest.
class deaf_receiver final : public http_receiver {
 public:
  bool begin(const http_answer&) override { return false; }
  bool take(std::string_view) override { return false; }
};

}  // namespace detail

PAWL_INLINE webhook::webhook(webhook_options options) : options_(std::move(options)) {}

PAWL_INLINE webhook& webhook::add(std::string name, webhook_endpoint to) {
  if (to.secret.reveal().size() < 32)
    throw std::invalid_argument(
        "pawl: the secret of a webhook has fewer than 32 bytes; make one of "
        "random bytes for endpoint " +
        name);
  endpoints_.insert_or_assign(std::move(name), std::move(to));
  return *this;
}

PAWL_INLINE webhook::outcome<webhook_output> webhook::operator()(context& ctx,
                                                                 webhook_input in) const {
  if (!detail::is_delivery_id(in.delivery))
    return fail<error::invalid_input>("a delivery id has 1 to 128 visible characters of ASCII");
  const auto found = endpoints_.find(in.endpoint);
  if (found == endpoints_.end())
    return fail<error::unknown_endpoint>("there is no endpoint of this name");
  const webhook_endpoint& to = found->second;

  const std::string timestamp = std::to_string(
      std::chrono::duration_cast<std::chrono::seconds>(system_clock{}.wall().time_since_epoch())
          .count());
  const auto header = [](std::string_view name, const std::string& value) {
    return std::string(name) + ": " + value;
  };
  http_request request{.url = to.url, .body = std::move(in.body)};
  request.headers = {
      "Content-Type: application/json", header(delivery_header, in.delivery),
      header(timestamp_header, timestamp),
      header(signature_header, webhook_signature(to.secret.reveal(), timestamp, *request.body))};
  http_client client(options_.guard, options_.certificates);
  detail::deaf_receiver receiver;
  const http_answer answer =
      client.exchange(request,
                      {.connect = options_.connect,
                       .deadline = std::chrono::steady_clock::now() + options_.longest},
                      ctx.stop_token(), receiver);
  switch (answer.end) {
    case exchange_end::answered:
    case exchange_end::body_refused:
      break;
    case exchange_end::stopped:
      return pawl::cancelled;
    case exchange_end::url_refused:
    case exchange_end::address_refused:
    case exchange_end::redirect_refused:
      return fail<error::address_refused>("the endpoint's address is not permitted", answer.detail);
    case exchange_end::untrusted:
      return fail<error::receiver_refused>("the endpoint's certificate is not trusted",
                                           answer.detail);
    default:
      return fail<error::receiver_unavailable>("the endpoint did not answer", answer.detail);
  }
  if (answer.status >= 200 && answer.status < 300)
    return webhook_output{static_cast<int>(answer.status)};
  const std::string said = "the endpoint answered " + std::to_string(answer.status);
  if (!is_temporary(answer.status)) return fail<error::receiver_refused>(said);
  return fail<error::receiver_unavailable>(said).after(answer.asked_wait());
}

PAWL_INLINE std::string webhook_body(const job_record& ended) {
  detail::announced_end body{
      .id = to_string(job_event{.job = ended.id, .number = ended.last_event}.id()),
      .jobId = to_string(ended.id),
      .type = ended.handler,
      .status = ended.state,
      .outcome = std::string(std::string_view(name_of(ended.kind))),
      .timestamp = ended.completed_at.value_or(ended.updated_at),
      .stage = ended.stage,
      .progress = ended.progress,
      .attempt = ended.attempt,
      .error = {},
      .subjectId = ended.subject,
      .correlationId = ended.correlation};
  if (ended.error) body.error = {ended.public_code(), ended.error->message};
  auto encoded = json::encode(body);
  if (!encoded) throw std::invalid_argument(describe(encoded.error()));
  return *std::move(encoded);
}

PAWL_INLINE void announce(follow_ups& next, std::string_view endpoint, const job_record& ended) {
  next.submit<webhook>({.endpoint = std::string(endpoint),
                        .delivery = to_string(next.ending_event()),
                        .body = webhook_body(ended)});
}

}  // namespace pawl::handlers

// SPDX-License-Identifier: BSL-1.0
// The names of pawl::handlers that programs rely on: none of them goes within a major version
// [SVC-40].
#include <pawl/handlers/download.hpp>
#include <pawl/handlers/http_client.hpp>
#include <pawl/handlers/webhook.hpp>
#include <pawl/handlers/webhook_signature.hpp>

namespace names {
using pawl::handlers::address_guard;
using pawl::handlers::announce;
using pawl::handlers::announced_to;
using pawl::handlers::delivery_header;
using pawl::handlers::download;
using pawl::handlers::download_input;
using pawl::handlers::download_job;
using pawl::handlers::download_options;
using pawl::handlers::download_output;
using pawl::handlers::exchange_end;
using pawl::handlers::http_answer;
using pawl::handlers::http_client;
using pawl::handlers::http_limits;
using pawl::handlers::http_receiver;
using pawl::handlers::http_request;
using pawl::handlers::is_public;
using pawl::handlers::signature_header;
using pawl::handlers::timestamp_header;
using pawl::handlers::verify_webhook;
using pawl::handlers::webhook;
using pawl::handlers::webhook_endpoint;
using pawl::handlers::webhook_input;
using pawl::handlers::webhook_job;
using pawl::handlers::webhook_options;
using pawl::handlers::webhook_signature;
using pawl::handlers::webhook_tolerance_seconds;
}  // namespace names

// SPDX-License-Identifier: BSL-1.0
// The names of pawl::http that programs rely on: none of them goes within a major version [SVC-40].
#include <pawl/http/api.hpp>
#include <pawl/http/client_address.hpp>
#include <pawl/http/server.hpp>
#include <pawl/http/token_file.hpp>

namespace names {
using pawl::http::api;
using pawl::http::api_options;
using pawl::http::authenticator;
using pawl::http::bearer_tokens;
using pawl::http::callbacks;
using pawl::http::caller;
using pawl::http::capabilities;
using pawl::http::capability;
using pawl::http::control;
using pawl::http::dashboard;
using pawl::http::equal_throughout;
using pawl::http::event_stream;
using pawl::http::event_view;
using pawl::http::events;
using pawl::http::everyone_is;
using pawl::http::field;
using pawl::http::from_inside_only;
using pawl::http::header;
using pawl::http::job_view;
using pawl::http::make_token;
using pawl::http::metrics;
using pawl::http::own_request;
using pawl::http::own_routes;
using pawl::http::permission;
using pawl::http::permissions;
using pawl::http::problem;
using pawl::http::read_only;
using pawl::http::request;
using pawl::http::response;
using pawl::http::route;
using pawl::http::server;
using pawl::http::server_options;
using pawl::http::subject_access;
using pawl::http::submit;
using pawl::http::token_file;
using pawl::http::token_file_options;
using pawl::http::trusted_proxies;
}  // namespace names

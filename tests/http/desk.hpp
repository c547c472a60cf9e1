// SPDX-License-Identifier: BSL-1.0
// An API over a service whose engine the test drives, with a token for each kind of caller.
#pragma once

#include <pawl/http/api.hpp>

#include "../runtime/bench.hpp"

namespace http_test {

namespace http = pawl::http;
using namespace std::chrono_literals;

using everything = http::api<http::read_only, http::submit, http::control, http::callbacks,
                             http::events, http::metrics, http::dashboard>;

/// The tokens of a test: what each may do is its name.
inline std::shared_ptr<http::bearer_tokens> make_tokens() {
  auto out = std::make_shared<http::bearer_tokens>();
  const auto of = [](std::string tenant) {
    return pawl::principal{.tenant = std::move(tenant), .user = "ann", .organisation = "org"};
  };
  out->add("admin", {of("acme"), http::permissions::all()});
  out->add("reader", {of("acme"), {http::permission::read}});
  out->add("submitter", {of("acme"), {http::permission::read, http::permission::submit}});
  pawl::principal workflow{.tenant = "acme", .user = "n8n", .organisation = "org"};
  out->add("workflow", {workflow, {http::permission::read, http::permission::callback}});
  pawl::principal editor{.tenant = "acme", .user = "eve", .organisation = "org"};
  editor.trigger = pawl::trigger::user;
  out->add("editor", {editor, {http::permission::read, http::permission::control}});
  out->add("stranger", {of("globex"), http::permissions::all()});
  out->add("root", {of("root"), http::permissions::all()});
  out->add("nobody", {of(""), http::permissions::all()});
  return out;
}

/// The value of a member of a JSON object, if it is a string or a number: enough for a test.
inline std::string member(const std::string& json, const std::string& name) {
  const std::size_t at = json.find("\"" + name + "\":");
  if (at == json.npos) return "(absent)";
  std::size_t begin = at + name.size() + 3;
  if (json[begin] == '"') return json.substr(begin + 1, json.find('"', begin + 1) - begin - 1);
  return json.substr(begin, json.find_first_of(",}]", begin) - begin);
}

template <class H, class Api = everything, class Place = runtime_test::on_memory>
struct desk {
  runtime_test::bench<H, Place> bench;
  std::shared_ptr<http::bearer_tokens> tokens = make_tokens();
  Api api;

  explicit desk(http::api_options options = {})
      : api(bench.jobs, with_tokens(std::move(options))) {}
  http::api_options with_tokens(http::api_options options) {
    if (!options.auth) options.auth = tokens;
    return options;
  }

  static http::request asked(std::string method, std::string target, std::string token = "admin",
                             std::string body = {}, std::vector<http::header> headers = {}) {
    http::request in{.method = std::move(method),
                     .target = std::move(target),
                     .headers = {},
                     .body = std::move(body),
                     .peer = "192.0.2.1"};
    in.headers = std::move(headers);
    if (!token.empty()) in.headers.push_back({"Authorization", "Bearer " + token});
    if (!in.body.empty() && in.find("content-type") == nullptr)
      in.headers.push_back({"Content-Type", "application/json"});
    return in;
  }
  http::response ask(std::string method, std::string target, std::string token = "admin",
                     std::string body = {}, std::vector<http::header> headers = {}) {
    return api.handle(asked(std::move(method), std::move(target), std::move(token), std::move(body),
                            std::move(headers)));
  }
  http::response get(std::string target, std::string token = "admin") {
    return ask("GET", std::move(target), std::move(token));
  }
  http::response post(std::string target, std::string body = {}, std::string token = "admin") {
    return ask("POST", std::move(target), std::move(token), std::move(body));
  }
};

}  // namespace http_test

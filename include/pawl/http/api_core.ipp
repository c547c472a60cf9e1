// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>

#include <pawl/http/api_core.hpp>

namespace pawl::http {

namespace detail {

/// Decodes `%41`; a plus sign is one: forms are not sent here.
[[nodiscard]] inline bool percent_decode(std::string_view in, std::string& out) {
  if (in.find('%') == in.npos && in.find('\0') == in.npos) {
    out.assign(in);
    return true;
  }
  for (std::size_t at = 0; at < in.size(); ++at) {
    char c = in[at];
    if (c == '%') {
      if (in.size() - at < 3) return false;
      const int high = pawl::detail::hex_value(in[at + 1]);
      const int low = pawl::detail::hex_value(in[at + 2]);
      if (high < 0 || low < 0) return false;
      c = static_cast<char>(high * 16 + low);
      at += 2;
    }
    if (c == '\0') return false;
    out += c;
  }
  return true;
}

// With the routes of jobs.
inline response submit_job(exchange& of);
inline response answer_submission(const api_core& api, const caller& who,
                                  const storage::submit& op);

inline void add_common_headers(response& to) {
  to.set("X-Content-Type-Options", "nosniff");
  if (to.find("Cache-Control") == nullptr) to.set("Cache-Control", "no-store");
}

[[nodiscard]] inline bool is_known_method(std::string_view method) {
  constexpr std::string_view known[] = {"GET",   "HEAD",    "POST",  "PUT",    "DELETE",
                                        "PATCH", "OPTIONS", "TRACE", "CONNECT"};
  for (const std::string_view each : known)
    if (method == each) return true;
  return false;
}

/// `application/json`, whatever parameters follow.
[[nodiscard]] inline bool is_json(std::string_view media_type) {
  media_type = media_type.substr(0, media_type.find(';'));
  while (media_type.ends_with(' ') || media_type.ends_with('\t')) media_type.remove_suffix(1);
  return same_name(media_type, "application/json");
}

[[nodiscard]] inline response malformed(std::string what) {
  return answer_problem(problem::malformed, {.detail = std::move(what)});
}
[[nodiscard]] inline response no_such_route() {
  return answer_problem(problem::no_route, {.detail = "/openapi.json lists what there is"});
}
[[nodiscard]] inline response unauthenticated() {
  return answer_problem(problem::unauthenticated,
                        {.detail = "send a valid token in the header Authorization: Bearer …"});
}
[[nodiscard]] inline response body_too_large(const api_options& options) {
  return answer_problem(
      problem::body_too_large,
      {.detail = "a body has at most " + std::to_string(options.most_body_bytes) + " bytes"});
}

}  // namespace detail

PAWL_INLINE std::optional<parsed_target> parse_target(std::string_view target) {
  if (!target.starts_with('/')) return {};
  parsed_target out;
  const std::size_t mark = target.find('?');
  std::string_view path = target.substr(1, mark == target.npos ? target.npos : mark - 1);
  for (;;) {
    const std::size_t slash = path.find('/');
    if (!detail::percent_decode(path.substr(0, slash), out.segments.emplace_back())) return {};
    if (slash == path.npos) break;
    path.remove_prefix(slash + 1);
  }
  if (mark == target.npos) return out;
  std::string_view query = target.substr(mark + 1);
  while (!query.empty()) {
    const std::size_t ampersand = query.find('&');
    const std::string_view pair = query.substr(0, ampersand);
    const std::size_t equals = pair.find('=');
    auto& [name, value] = out.query.emplace_back();
    if (!detail::percent_decode(pair.substr(0, equals), name) ||
        (equals != pair.npos && !detail::percent_decode(pair.substr(equals + 1), value)))
      return {};
    if (ampersand == query.npos) break;
    query.remove_prefix(ampersand + 1);
  }
  return out;
}

PAWL_INLINE std::optional<std::vector<std::string>> match(text pattern,
                                                          const std::vector<std::string>& path) {
  std::vector<std::string> holes;
  std::string_view rest = std::string_view(pattern).substr(1);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    if (part.starts_with('{')) {
      if (path[i].empty()) return {};
      holes.push_back(path[i]);
    } else if (part != path[i]) {
      return {};
    }
    const bool last = slash == rest.npos;
    if (last != (i + 1 == path.size())) return {};
    if (!last) rest.remove_prefix(slash + 1);
  }
  return holes;
}

PAWL_INLINE response answer_refusal(const caller& who, const storage::error& why) {
  if (!storage::is_store_failure(why.code) || who.may.has(permission::operate))
    return answer_problem(why);
  return answer_problem(problem_of(why.code),
                        {.detail = "try again later", .retry_after = why.retry_after});
}

PAWL_INLINE api_core::api_core(api_backend backend, capabilities offered, api_options options)
    : backend_(std::move(backend)),
      offered_(offered),
      options_(std::move(options)),
      guesses_(options_.guesses_a_minute),
      streams_(std::make_shared<streams>()) {}
PAWL_INLINE api_core::~api_core() { close_streams(); }

PAWL_INLINE const intake* api_core::type_called(std::string_view name) const {
  for (const intake& each : backend_.types)
    if (each.type->handler == name) return &each;
  return nullptr;
}

PAWL_INLINE bool api_core::may_see(const caller& who, const job_record& job) const {
  return !options_.may_see || options_.may_see(who, job);
}
PAWL_INLINE expected<bool, storage::error> api_core::may_see(const caller& who,
                                                             const job_id& id) const {
  if (!options_.may_see) return true;
  const auto found = sessions().status(who.who, id);
  if (found) return may_see(who, *found);
  if (found.error().code == storage::errc::not_found) return false;
  return unexpected<storage::error>(found.error());
}
PAWL_INLINE bool api_core::may_count(const caller& who) const {
  return options_.may_count ? options_.may_count(who) : !options_.may_see;
}
PAWL_INLINE bool api_core::may_submit(const caller& who, const storage::submit& op) const {
  return !options_.may_submit || options_.may_submit(who, *op.type, op.subject);
}

PAWL_INLINE expected<job_record, response> api_core::find_job(const exchange& of,
                                                              const std::string& spelled) const {
  const auto absent = [] {
    return unexpected<response>(answer_problem(
        problem::not_found, {.detail = "no job of yours has this id; it may have been kept for as "
                                       "long as its type says"}));
  };
  const auto id = parse_job_id(spelled);
  if (!id) return absent();
  auto found = sessions().status(of.who.who, *id);
  if (!found) {
    if (found.error().code == storage::errc::not_found) return absent();
    return unexpected<response>(answer_refusal(of.who, found.error()));
  }
  if (!may_see(of.who, *found)) return absent();
  return *std::move(found);
}

PAWL_INLINE response api_core::answer_refusal(const caller& who, storage::error why) const {
  // Ids of jobs to wait for came with the request: the answer says nothing new.
  const bool is_callers_own =
      why.code == storage::errc::unknown_dependency || why.code == storage::errc::dependency_cycle;
  if (!why.job.is_nil() && !is_callers_own && !may_see(who, why.job).value_or(false)) why.job = {};
  return http::answer_refusal(who, why);
}

PAWL_INLINE response api_core::handle(const request& in) { return answer(in, nullptr); }

PAWL_INLINE std::optional<response> api_core::handle(const request& in, asked_submission& later) {
  response out = answer(in, &later);
  if (later.op.type != nullptr) return std::nullopt;
  return out;
}

PAWL_INLINE void api_core::submit_together(std::span<asked_submission* const> all) {
  const auto answer_by = [&](asked_submission& each, auto make) {
    try {
      each.answer = make();
    } catch (const std::exception& why) {
      each.answer = answer_thrown(&why, "/v1/jobs");
    } catch (...) {
      each.answer = answer_thrown(nullptr, "/v1/jobs");
    }
    detail::add_common_headers(each.answer);
  };
  std::exception_ptr failed;
  try {
    for (const bool ephemeral : {false, true}) {
      storage::light_vector<storage::operation_ptr> batch;
      for (asked_submission* const each : all)
        if (each->op.type->ephemeral == ephemeral) batch.push_back(&each->op);
      if (!batch.empty()) sessions().store_of(ephemeral).apply(batch);
    }
  } catch (...) {
    failed = std::current_exception();
  }
  // The application is asked what a caller may see: what it throws about one is no answer to the
  // others, which were committed.
  for (asked_submission* const each : all)
    answer_by(*each, [&]() -> response {
      if (failed) std::rethrow_exception(failed);
      sessions().count(each->op);
      return detail::answer_submission(*this, each->who, each->op);
    });
}

PAWL_INLINE response api_core::answer_thrown(const std::exception* what,
                                             std::string_view target) const {
  say({.level = observe::log_level::error,
       .event = observe::event<"request_failed">,
       .message = what != nullptr ? what->what() : "what was thrown is no std::exception",
       .fields = {{"target", target.substr(0, target.find('?'))}}});
  return answer_problem(problem::internal);
}

PAWL_INLINE response api_core::answer(const request& in, asked_submission* later) {
  response out;
  try {
    out = dispatch(in, later);
  } catch (const std::exception& why) {
    out = answer_thrown(&why, in.target);
  } catch (...) {
    out = answer_thrown(nullptr, in.target);
  }
  detail::add_common_headers(out);
  if (in.method == "HEAD") {
    out.stream.reset();
    out.set("Content-Length", std::to_string(out.body.size()));
    out.body.clear();
  }
  return out;
}

PAWL_INLINE bool api_core::reads_much(const request& in) const {
  const std::string_view target = in.target;
  const std::string_view path = target.substr(0, target.find('?'));
  for (const route& each : all_routes())
    if (each.reads_much && std::string_view(each.pattern) == path) return true;
  // How long an application takes is not known.
  if (!options_.otherwise || path.starts_with("/v1/")) return false;
  const auto parsed = parse_target(path);
  for (const route& each : all_routes())
    if (!parsed || (offered_.has(each.of) && match(each.pattern, parsed->segments))) return false;
  return true;
}

PAWL_INLINE bool api_core::submits_little(const request& in) const {
  // How long an application takes to allow it, or to say which jobs a caller may see, is not known.
  constexpr std::size_t little = 16'384;
  if (options_.may_submit || options_.may_see || in.body.size() > little) return false;
  const auto parsed = parse_target(in.target);
  for (const route& each : all_routes())
    if (parsed && each.serve == &detail::submit_job && each.method == in.method)
      return match(each.pattern, parsed->segments).has_value();
  return false;
}

PAWL_INLINE void api_core::say(observe::log_entry entry) const {
  if (!options_.log) return;
  entry.time = store().now();
  options_.log(entry);
}

PAWL_INLINE response api_core::dispatch(const request& in, asked_submission* later) {
  if (!detail::is_known_method(in.method))
    return answer_problem(problem::not_implemented,
                          {.detail = "the methods of this service are GET, HEAD and POST"});
  if (in.target.size() > options_.most_target_bytes)
    return answer_problem(problem::target_too_long,
                          {.detail = "an address has at most " +
                                     std::to_string(options_.most_target_bytes) + " bytes"});
  auto target = parse_target(in.target);
  if (!target) return detail::malformed("the address is not a path with an optional query");

  const std::string_view method = in.method == "HEAD" ? std::string_view("GET") : in.method;
  std::string allowed;
  for (const route& each : all_routes()) {
    if (!offered_.has(each.of)) continue;
    auto path = match(each.pattern, target->segments);
    if (!path) continue;
    if (each.method == method) return serve(each, in, *std::move(target), *std::move(path), later);
    if (!allowed.empty()) allowed += ", ";
    allowed += each.method == text("GET") ? "GET, HEAD" : std::string_view(each.method);
  }
  if (allowed.empty()) return ask_application(in, method, *target);
  response out = answer_problem(problem::method_not_allowed, {.detail = "use " + allowed});
  out.set("Allow", allowed);
  return out;
}

PAWL_INLINE expected<std::optional<caller>, response> api_core::identify(const request& in) {
  const auto now = std::chrono::steady_clock::now();
  if (guesses_.blocked(in.peer, now))
    return unexpected<response>(answer_problem(
        problem::too_many_requests, {.detail = "too many wrong tokens came from this address",
                                     .retry_after = std::chrono::minutes{1}}));
  auto known = options_.auth ? options_.auth->identify(in) : std::nullopt;
  if (known && valid_tenant(known->who.tenant)) return known;
  if (bearer_token(in)) guesses_.failed(in.peer, now);
  return std::nullopt;
}

PAWL_INLINE response api_core::ask_application(const request& in, std::string_view method,
                                               const parsed_target& target) {
  // Within /v1 the contract grows: an application's path there would be taken from it one day.
  if (!options_.otherwise || target.segments.front() == "v1") return detail::no_such_route();
  own_request asked{.in = in, .method = method, .target = target, .who = {}};
  if (in.find("authorization") != nullptr || (options_.auth && !options_.auth->asks_for_proof())) {
    auto known = identify(in);
    if (!known) return std::move(known).error();
    if (!*known) return detail::unauthenticated();
    asked.who = **std::move(known);
  }
  if (in.on_reserve && !(asked.who && asked.who->may.has(permission::operate)))
    return answer_problem(problem::server_full, {.detail = "try again later"});
  if (in.body.size() > options_.most_body_bytes) return detail::body_too_large(options_);
  auto out = options_.otherwise(asked);
  return out ? *std::move(out) : detail::no_such_route();
}

PAWL_INLINE response api_core::serve(const route& found, const request& in, parsed_target target,
                                     std::vector<std::string> path, asked_submission* later) {
  caller who;
  if (found.needs) {
    auto proven = identify(in);
    if (!proven) return std::move(proven).error();
    std::optional<caller>& known = *proven;
    if (!known) return detail::unauthenticated();
    if (!known->may.has(*found.needs))
      return answer_problem(problem::not_allowed,
                            {.detail = "the token lacks the permission " +
                                       std::string(std::string_view(name_of(*found.needs)))});
    who = *std::move(known);
  }
  if (in.on_reserve && found.of != capability::always && !who.may.has(permission::operate))
    return answer_problem(problem::server_full, {.detail = "try again later"});
  for (std::size_t i = 0; i < target.query.size(); ++i) {
    const std::string& name = target.query[i].first;
    const bool is_tenant = name == "tenant";
    const auto moved = is_tenant ? looking_at(target.query[i].second, who) : std::nullopt;
    // Who may not look at other tenants is answered as if nobody could.
    if (!found.parameters.contains(text(name)) || (is_tenant && !moved))
      return detail::malformed("there is no parameter " + name + " here");
    if (moved) who = *moved;
    for (std::size_t k = 0; k < i; ++k)
      if (target.query[k].first == name)
        return detail::malformed("the parameter " + name + " came twice");
  }
  if (in.body.size() > options_.most_body_bytes) return detail::body_too_large(options_);
  if (in.find("content-encoding") != nullptr)
    return answer_problem(problem::wrong_media_type, {.detail = "send the body uncompressed"});
  if (!in.body.empty()) {
    const std::string* type = in.find("content-type");
    if (type == nullptr || !detail::is_json(*type))
      return answer_problem(problem::wrong_media_type,
                            {.detail = "send Content-Type: application/json"});
  }
  exchange of{*this, in, who, std::move(path), std::move(target.query), later};
  response out = found.serve(of);
  if (found.needs == permission::operate && found.method == text("POST"))
    say({.event = observe::event<"operator_action">,
         .message = std::string(std::string_view(found.summary)),
         .tenant = who.who.tenant,
         .fields = {{"action", std::string_view(found.name)},
                    {"actor", who.who.user},
                    {"peer", in.peer},
                    {"status", out.status},
                    {"count", of.changed}}});
  return out;
}

}  // namespace pawl::http

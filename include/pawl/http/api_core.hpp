// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <mutex>
#include <span>

#include <pawl/http/intake.hpp>
#include <pawl/http/problem.hpp>
#include <pawl/http/recent_answers.hpp>
#include <pawl/http/route.hpp>
#include <pawl/http/view.hpp>
#include <pawl/runtime/callable.hpp>
#include <pawl/runtime/engine/engine.hpp>
#include <pawl/runtime/engine/event_follower.hpp>

namespace pawl::http {

/// A request that no route of the API takes.
struct own_request {
  const request& in;
  std::string_view method{};  ///< `GET` for a HEAD too: what was asked for is sent without its body
  const parsed_target& target;  ///< the path in its parts, and the query, both decoded
  std::optional<caller> who{};  ///< nothing: it came without a token
};
/// Nothing: the application has no such route either.
using own_routes = std::function<std::optional<response>(const own_request&)>;

struct api_options {
  std::shared_ptr<authenticator> auth{};  ///< null: no request proves a caller, all are refused
  subject_access may_see{};               ///< empty: a tenant's callers see all of its jobs
  submission_access may_submit{};         ///< empty: about any subject, if their tokens allow it
  count_access may_count{};               ///< empty: every caller without `may_see`, with it none
  job_view view = views::job;
  std::size_t most_body_bytes = 1'048'576;
  std::size_t most_target_bytes = 8'192;
  unsigned guesses_a_minute = 10;  ///< wrong tokens from one address before it is refused
  std::size_t most_streams = 256;
  std::size_t most_streams_of_one = 8;                  ///< with one token
  std::chrono::milliseconds sign_of_life{15'000};       ///< sent by a stream that has nothing else
  std::chrono::milliseconds check_token_every{10'000};  ///< how soon a revoked token ends a stream
  /// Hears of what operators do, and of requests that could not be served. Called from any thread.
  callable<const observe::log_entry&> log{};
  /// Is asked for what the API has no route for: pages and downloads of the application's own. What
  /// begins with `/v1/` is never passed on. Called from any thread; what it throws is a 500.
  own_routes otherwise{};
};

/// What an API works on, without job types: a registry, the sessions' backend, and a few questions.
struct api_backend {
  runtime::session_backend* sessions = nullptr;
  storage::store* store = nullptr;
  std::vector<intake> types{};
  std::function<runtime::engine_health()> health{};
  std::function<observe::metrics&()> metrics{};
};

/// What a request wants to submit, when all has been looked at but the store.
struct asked_submission {
  storage::submit op{};  ///< without a type: nothing
  caller who{};
  response answer{};
};

/// Requests in, responses out. No sockets: any server can stand before it. Any number of threads
/// call it at once.
class api_core {
 public:
  api_core(api_backend backend, capabilities offered, api_options options);
  api_core(const api_core&) = delete;
  api_core& operator=(const api_core&) = delete;
  ~api_core();

  [[nodiscard]] response handle(const request& in);
  /// The same in two halves, so that the submissions of many requests become one commit: an answer,
  /// or nothing if `later` has what is to be submitted first.
  [[nodiscard]] std::optional<response> handle(const request& in, asked_submission& later);
  /// The second half: submits them in one commit, and gives each its answer.
  void submit_together(std::span<asked_submission* const> all);
  /// Whether it may take long to answer, although nothing is changed: a server that has one thread
  /// for all clients answers it on another.
  [[nodiscard]] bool reads_much(const request& in) const;
  /// Whether it does no more than submit a small job: all but its commit takes next to no time.
  [[nodiscard]] bool submits_little(const request& in) const;
  /// Streams end, and no new ones begin.
  void close_streams();

  // --- For its routes ------------------------------------------------------------------------

  [[nodiscard]] const api_options& options() const { return options_; }
  [[nodiscard]] capabilities offered() const { return offered_; }
  [[nodiscard]] runtime::session_backend& sessions() const { return *backend_.sessions; }
  [[nodiscard]] storage::store& store() const { return *backend_.store; }
  [[nodiscard]] const std::vector<intake>& types() const { return backend_.types; }
  [[nodiscard]] const intake* type_called(std::string_view name) const;
  [[nodiscard]] runtime::engine_health health() const { return backend_.health(); }
  [[nodiscard]] observe::metrics& metrics() const { return backend_.metrics(); }

  /// The job that a path names, if the caller may see it; else the one answer for all that it may
  /// not.
  [[nodiscard]] expected<job_record, response> find_job(const exchange& of,
                                                        const std::string& spelled) const;
  /// The same about a record that was found otherwise.
  [[nodiscard]] bool may_see(const caller& who, const job_record& job) const;
  /// The same about an id: a job that is not there is not seen. The error is the store's.
  [[nodiscard]] expected<bool, storage::error> may_see(const caller& who, const job_id& id) const;
  /// Whether a caller may be told numbers about all jobs of its tenant.
  [[nodiscard]] bool may_count(const caller& who) const;
  [[nodiscard]] bool may_submit(const caller& who, const storage::submit& op) const;

  /// The answer to a store's refusal. It names the job that is in the way to those who may see it.
  [[nodiscard]] response answer_refusal(const caller& who, storage::error why) const;

  [[nodiscard]] recent_answers& recent() { return recent_; }

  /// Tells the log of the options, if there is one.
  void say(observe::log_entry entry) const;

  class stream_place;
  /// A place among the open streams; null if there is none left for this caller.
  [[nodiscard]] std::shared_ptr<stream_place> take_stream_place(const request& in);
  [[nodiscard]] bool streams_are_closed() const;

 private:
  struct streams;

  [[nodiscard]] response answer(const request& in, asked_submission* later);
  [[nodiscard]] response dispatch(const request& in, asked_submission* later);
  [[nodiscard]] response serve(const route& found, const request& in, parsed_target target,
                               std::vector<std::string> path, asked_submission* later);
  /// An authenticator, a policy of the application or a guard of its store has thrown.
  [[nodiscard]] response answer_thrown(const std::exception* what, std::string_view target) const;
  /// Who sent a request; nothing if it proves nobody, or the answer to those who guess too often.
  [[nodiscard]] expected<std::optional<caller>, response> identify(const request& in);
  [[nodiscard]] response ask_application(const request& in, std::string_view method,
                                         const parsed_target& target);

  api_backend backend_;
  capabilities offered_;
  api_options options_;
  guess_guard guesses_;
  recent_answers recent_;
  std::shared_ptr<streams> streams_;
};

using runtime::recent_pages;

/// The streams that are open, counted for all and for each token. Shared by the API and its
/// streams, which may outlive it.
struct api_core::streams {
  std::mutex changes;  ///< held while anything below is read or changed
  bool closed = false;
  std::size_t open = 0;
  std::vector<std::pair<sha256_digest, std::size_t>> by_token{};
  recent_pages pages{};  ///< has a lock of its own
};

/// Held by a stream; gives its place back when it goes.
class api_core::stream_place {
 public:
  stream_place(std::shared_ptr<streams> among, const sha256_digest& token)
      : among_(std::move(among)), token_(token) {}
  stream_place(const stream_place&) = delete;
  stream_place& operator=(const stream_place&) = delete;
  ~stream_place();

  [[nodiscard]] bool closed() const {
    const std::lock_guard lock(among_->changes);
    return among_->closed;
  }
  [[nodiscard]] recent_pages& pages() { return among_->pages; }

 private:
  std::shared_ptr<streams> among_;
  sha256_digest token_;
};

/// What a client of a stream has seen.
using stream_start = runtime::follow_start;

/// A stream of one job's events, or of all that the caller may see. `job` is null for all.
[[nodiscard]] std::unique_ptr<event_stream> make_event_stream(
    api_core& api, const request& in, const caller& who, const job_record* job, stream_start after,
    std::shared_ptr<api_core::stream_place> place);

/// The answer to a store's refusal. What a store says of itself is for operators only.
[[nodiscard]] response answer_refusal(const caller& who, const storage::error& why);

}  // namespace pawl::http

#if !PAWL_COMPILED
#include <pawl/http/api_core.ipp>
#include <pawl/http/openapi.ipp>
#include <pawl/http/routes.ipp>
#include <pawl/http/streams.ipp>
#endif

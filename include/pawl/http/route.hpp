// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pawl/detail/slice.hpp>
#include <pawl/http/caller.hpp>
#include <pawl/http/capability.hpp>
#include <pawl/http/message.hpp>

namespace pawl::http {

class api_core;
struct asked_submission;

/// One request on its way through a route.
struct exchange {
  api_core& api;
  const request& in;
  const caller& who;
  std::vector<std::string> path{};                           ///< what the holes of the pattern hold
  std::vector<std::pair<std::string, std::string>> query{};  ///< decoded, as they came
  /// Where a submission goes that is done later; null: it is done at once.
  asked_submission* later = nullptr;
  std::size_t changed = 0;  ///< jobs that an operator's action has changed, for the log
};

/// What a route answers when it does what it is for; all else is a problem.
struct documented_answer {
  unsigned status = 200;
  text meaning{};
  text media_type{};  ///< empty: no body
  text schema{};      ///< of the description; empty: any
};
struct documented_header {
  text name{};
  text schema{};
};

/// What is served where. The table of these is the API: requests are dispatched by it, its
/// description and the tests of who may do what are made from it.
struct route {
  text method{};
  text pattern{};  ///< `/v1/jobs/{id}`
  capability of{};
  std::optional<permission> needs{};  ///< nothing: every request is answered
  text name{};                        ///< its operation in the description
  text summary{};
  response (*serve)(exchange&) = nullptr;
  slice<documented_answer> answers{};
  slice<text> parameters{};  ///< of the query; any other is refused
  text body{};               ///< the schema of what is sent; empty: nothing
  bool body_required = false;
  slice<documented_header> headers{};
  bool reads_much = false;  ///< as many rows as there are, or as are asked for
};

/// All routes, composed in or not.
[[nodiscard]] slice<route> all_routes();

/// A target, taken apart.
struct parsed_target {
  std::vector<std::string> segments{};  ///< of the path, decoded
  std::vector<std::pair<std::string, std::string>> query{};
};

/// Takes `/a/b%20c?x=1` apart; nothing if it is malformed: a `%` without two digits, a NUL, no
/// leading slash.
[[nodiscard]] std::optional<parsed_target> parse_target(std::string_view target);

/// What the holes of the pattern hold, if the segments match it.
[[nodiscard]] std::optional<std::vector<std::string>> match(text pattern,
                                                            const std::vector<std::string>& path);

}  // namespace pawl::http

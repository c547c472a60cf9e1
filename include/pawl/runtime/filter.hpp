// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pawl/storage/answer.hpp>
#include <pawl/storage/queries.hpp>

/// Which jobs are meant, wherever many are: in lists, and in what is done to all of them.

namespace pawl {

namespace detail {

using filter_by_states = refused<"pawl: a filter names states of a", "lifecycle, not its events;",
                                 "write .state = lifecycle::failed">;

}  // namespace detail

/// The states of a filter: `"failed"`, `{"failed", "dead"}`, or those of a lifecycle's own enum.
/// None: every state.
class state_list {
 public:
  struct name {
    template <class Words>
      requires(!__is_enum(Words) && requires(const Words& words) { std::string_view(words); })
    name(const Words& words) : spelled(std::string_view(words)) {}
    template <class State>
      requires(__is_enum(State) && detail::type_name<State>() != text("event"))
    name(State state) : spelled(std::string_view(name_of(state))) {}

    template <class Event, class Because = detail::filter_by_states>
      requires(__is_enum(Event) && detail::type_name<Event>() == text("event"))
    name(Event) = PAWL_DELETE("pawl: a filter names states");

    std::string spelled;
  };

  state_list() = default;
  state_list(std::initializer_list<name> states) {
    for (const name& each : states) names_.push_back(each.spelled);
  }
  template <class One>
    requires requires(const One& one) { name(one); }
  state_list(const One& one) : names_{name(one).spelled} {}
  template <class Event, class Because = detail::filter_by_states>
    requires(__is_enum(Event) && detail::type_name<Event>() == text("event"))
  state_list(Event) = PAWL_DELETE("pawl: a filter names states");

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_{};
};

/// Which jobs are meant: `{.handler = "acme.report", .state = "failed"}`. What is not set does not
/// matter; the tenant is the session's.
struct job_filter {
  std::string handler{};  ///< the name of a job type; ephemeral ones are found by it only
  state_list state{};     ///< any of them
  std::string subject{};
  std::optional<instant> created_after{};
  std::optional<instant> created_before{};
};

/// The same in the words of a store, for pages of so many.
[[nodiscard]] inline storage::list_filter as_list_filter(const job_filter& of, std::size_t page) {
  storage::list_filter out{.handler = of.handler,
                           .states = of.state.names(),
                           .subject = of.subject,
                           .created_from = of.created_after,
                           .created_until = of.created_before,
                           .limit = page};
  // The store includes the instant itself. Behind the last one there is none.
  if (out.created_from && *out.created_from != instant::max())
    *out.created_from += std::chrono::milliseconds{1};
  return out;
}

/// What came of something that was done to many jobs. Together they are as many as were expected.
struct bulk_answer {
  std::size_t done = 0;            ///< cancelled, or submitted again
  std::size_t asked_to_end = 0;    ///< running: their workers were asked to stop
  std::size_t gone = 0;            ///< ended, forgotten or submitted again since they were counted
  std::size_t refused = 0;         ///< all others, which are as they were
  storage::error first_refusal{};  ///< why, if there are any
};

}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/algorithm.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/runtime/engine/counting.hpp>
#include <pawl/runtime/engine/session_backend.hpp>

/// What is done to all jobs that a filter means. They are counted first, and then changed a chunk
/// at a time: a commit of a million jobs would keep all others waiting, and one that is refused at
/// its end would have been for nothing. So there is an answer for each job instead of one for all.

namespace pawl::runtime {

namespace detail {

inline bool is_ephemeral_type(const session_backend::types& known, const std::string& handler) {
  for (const job_descriptor* each : known)
    if (std::string_view(each->handler) == handler) return each->ephemeral;
  return false;
}

inline bool has(const std::vector<std::string>& all, std::string_view name) {
  for (const std::string& each : all)
    if (each == name) return true;
  return false;
}
/// Adds the states in which jobs of these types live, so that those that have ended are not read.
inline void add_living_states(const session_backend::types& known, storage::list_filter& filter) {
  for (const job_descriptor* type : known) {
    if (!filter.handler.empty() && std::string_view(type->handler) != filter.handler) continue;
    for (const state_info& each : type->states) {
      const std::string_view name(each.name);
      if (!is_terminal(each.kind) && !has(filter.states, name)) filter.states.emplace_back(name);
    }
  }
}

inline unexpected<storage::error> too_many_at_once() {
  return storage::refuse(storage::errc::invalid,
                         "at most " + std::to_string(session_backend::most_at_once) +
                             " jobs are changed at once; narrow the filter");
}

/// How many are counted, although fewer were expected, so that the answer can say how many there
/// are. Where the pages end makes no difference to it: jobs that are not counted, because the
/// caller may not see them, move the others from page to page.
inline std::size_t most_counted(std::size_t expected) {
  return expected + storage::list_filter::most;
}
/// Not as many as were expected.
inline unexpected<storage::error> miscounted(std::size_t found, std::size_t expected,
                                             std::string_view what) {
  const std::size_t most = most_counted(expected);
  std::string message = found > most ? "there are more than " + std::to_string(most)
                                     : "there are " + std::to_string(found);
  message += " ";
  message += what;
  message += "; look again, and expect as many as you see";
  return storage::refuse(storage::errc::count_mismatch, std::move(message));
}

/// Counts one that was not done. False: the store itself fails, and is not asked again.
inline bool count_refusal(bulk_answer& out, const storage::error& why) {
  if (why.code == storage::errc::not_found || why.code == storage::errc::already_terminal) {
    ++out.gone;
    return true;
  }
  if (out.refused++ == 0) out.first_refusal = why;
  return !storage::is_store_failure(why.code);
}

/// Does the same to all, a chunk at a time: `make` makes an operation, `count` counts what was
/// done.
template <class Operation, class Make, class Count>
bulk_answer do_to_all(storage::store& store, const std::vector<job_id>& all, Make make,
                      Count count) {
  bulk_answer out;
  std::vector<Operation> chunk;
  storage::light_vector<storage::operation_ptr> batch;
  bool goes_on = true;
  for (std::size_t at = 0; at < all.size() && goes_on; at += chunk.size()) {
    chunk.clear();
    batch.clear();
    const std::size_t end = pawl::detail::least(all.size(), at + session_backend::bulk_chunk);
    chunk.reserve(end - at);
    for (std::size_t i = at; i < end; ++i) chunk.push_back(make(all[i]));
    for (Operation& each : chunk) batch.push_back(&each);
    store.apply(batch);
    for (Operation& each : chunk) {
      if (each.answer)
        count(out, *each.answer);
      else
        goes_on = count_refusal(out, each.answer.error()) && goes_on;
    }
  }
  out.refused = all.size() - out.done - out.asked_to_end - out.gone;
  return out;
}

}  // namespace detail

PAWL_INLINE storage::answer_to<bulk_answer> session_backend::cancel_all(
    const principal& who, const types& known, const job_filter& filter, std::size_t expected,
    const std::string& reason, job_test which) {
  if (expected > most_at_once) return detail::too_many_at_once();
  const bool ephemeral = detail::is_ephemeral_type(known, filter.handler);
  storage::list_filter pages = as_list_filter(filter, storage::list_filter::most);
  if (pages.states.empty()) detail::add_living_states(known, pages);
  std::vector<job_id> found;
  do {
    const auto page = list(who, ephemeral, pages);
    if (!page) return unexpected<storage::error>(page.error());
    for (const job_record& each : page->jobs)
      if (!is_terminal(each.kind) && which(each)) found.push_back(each.id);
    pages.cursor = page->cursor;
  } while (!pages.cursor.empty() && found.size() <= detail::most_counted(expected));
  if (found.size() != expected)
    return detail::miscounted(found.size(), expected,
                              filter.handler.empty()
                                  ? "such jobs of this program's types that have not ended"
                                  : "such jobs that have not ended");
  const auto by = actor_of(who);
  return detail::do_to_all<storage::cancel>(
      store_of(ephemeral), found,
      [&](const job_id& id) {
        storage::cancel op{scope_of(who), id, reason};
        op.by = by;
        return op;
      },
      [&](bulk_answer& out, const storage::cancel::answer_type& answer) {
        ++(answer.done ? out.done : out.asked_to_end);
        count_moved(*metrics_->load(), answer.moved);
      });
}

PAWL_INLINE storage::answer_to<bulk_answer> session_backend::replay_all(const principal& who,
                                                                        const types& known,
                                                                        const job_filter& filter,
                                                                        std::size_t expected,
                                                                        job_test which) {
  if (expected > most_at_once) return detail::too_many_at_once();
  const bool ephemeral = detail::is_ephemeral_type(known, filter.handler);
  storage::list_filter pages = as_list_filter(filter, storage::list_filter::most);
  std::vector<job_id> found;
  do {
    const auto page = dead_letters(who, ephemeral, pages);
    if (!page) return unexpected<storage::error>(page.error());
    for (const pawl::dead_letter& each : page->letters)
      if (!each.replayed_as && which(each.job)) found.push_back(each.job.id);
    pages.cursor = page->cursor;
  } while (!pages.cursor.empty() && found.size() <= detail::most_counted(expected));
  if (found.size() != expected)
    return detail::miscounted(found.size(), expected, "such dead letters that were not replayed");
  // The oldest first, as they came.
  pawl::detail::reverse(found.data(), found.data() + found.size());
  return detail::do_to_all<storage::replay>(
      store_of(ephemeral), found,
      [&](const job_id& id) {
        return storage::replay{scope_of(who), id, fresh_id(ephemeral), true};
      },
      [&](bulk_answer& out, const storage::replay::answer_type& answer) {
        ++out.done;
        metrics_->load()->of(std::string_view(answer.type->handler)).submitted();
      });
}

}  // namespace pawl::runtime

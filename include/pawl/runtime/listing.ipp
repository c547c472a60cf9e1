// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/session_backend.hpp>
#include <pawl/runtime/listing.hpp>

namespace pawl::runtime {

PAWL_INLINE storage::answer_to<bool> list_source::read(std::vector<job_record>& to) {
  auto found = backend->list(who, ephemeral, filter);
  if (!found) return unexpected<storage::error>(found.error());
  to = std::move(found->jobs);
  filter.cursor = std::move(found->cursor);
  return !filter.cursor.empty();
}
PAWL_INLINE storage::answer_to<bool> list_source::read(std::vector<pawl::dead_letter>& to) {
  auto found = backend->dead_letters(who, ephemeral, filter);
  if (!found) return unexpected<storage::error>(found.error());
  to = std::move(found->letters);
  filter.cursor = std::move(found->cursor);
  return !filter.cursor.empty();
}
PAWL_INLINE storage::answer_to<bool> list_source::read(std::vector<job_event>& to) {
  auto events = backend->events(who, job, after, page);
  if (!events) return unexpected<storage::error>(events.error());
  to = *std::move(events);
  if (!to.empty()) after = to.back().number;
  return to.size() == page;
}

}  // namespace pawl::runtime

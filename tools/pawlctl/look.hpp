// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/listing.hpp>
#include <pawl/http/view.hpp>
#include <pawl/storage/rows.hpp>

#include "command.hpp"

/// What several commands show alike.

namespace pawl::ctl {

/// An operator sees what only operators may.
inline constexpr http::reader operator_reader{.operates = true};

/// A job as the HTTP API shows it, and its tenant, which that has no need to tell.
void write_job(http::json_out& to, const job_record& job);

/// The filter of a list, from the options.
[[nodiscard]] storage::list_filter filter_of(session& of);

/// Who acts: a person, by the name that it has logged in with, in the part that `--as` says.
[[nodiscard]] actor acting(const session& of);

[[nodiscard]] tint tint_of(pawl::kind kind, pawl::phase phase);
/// A name of ours, or of a lifecycle.
[[nodiscard]] std::string spelled(text name);

/// Lists page after page: `read(filter)` gives one, `take(page)` has it. The cursor of the next one
/// if not all were asked for.
template <class Read, class Take>
std::string for_each_page(session& of, storage::list_filter filter, Read read, Take take) {
  std::size_t left = of.given.has("all") ? storage::all_rows : of.number("limit", 50);
  while (true) {
    filter.limit = std::min(left, storage::list_filter::most);
    auto page = read(filter);
    if (!page) end_with(page.error());
    left -= take(*page);
    filter.cursor = page->cursor;
    if (filter.cursor.empty() || left == 0) return filter.cursor;
  }
}

}  // namespace pawl::ctl

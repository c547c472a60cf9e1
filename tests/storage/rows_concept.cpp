// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/rows_concept.hpp>

#include <pawl/storage/memory_rows.hpp>
#include <pawl/storage/sql/rows.hpp>
#include <pawl/storage/sqlite/session.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::storage;

static_assert(storage_rows<memory_rows>);
static_assert(storage_rows<pawl::storage::detail::sql_rows<pawl::storage::detail::sqlite_session>>);
static_assert(!storage_rows<int>);

// Memory's classes are groups by themselves, as far as they need no other.
static_assert(keeps_names<memory_names>);
static_assert(keeps_events<memory_events>);
static_assert(keeps_uniques<memory_uniques>);
static_assert(keeps_limits<memory_limits>);
static_assert(keeps_declarations<memory_declarations>);
static_assert(keeps_dependencies<memory_dependencies>);
static_assert(keeps_details<memory_details> && keeps_inbox<memory_details>);
static_assert(keeps_dead_letters<memory_dead_letters>);
static_assert(keeps_queue<memory_queue> && orders_queue<memory_queue>);
static_assert(keeps_callbacks<memory_rows>);

// And so are those of a database, each through a session.
namespace in_sql = pawl::storage::detail;
using in_sqlite = in_sql::sqlite_session;
static_assert(keeps_uniques<in_sql::sql_uniques<in_sqlite>>);
static_assert(keeps_limits<in_sql::sql_limits<in_sqlite>>);
static_assert(keeps_declarations<in_sql::sql_declarations<in_sqlite>>);
static_assert(keeps_dependencies<in_sql::sql_dependencies<in_sqlite>>);
static_assert(keeps_details<in_sql::sql_details<in_sqlite>> &&
              keeps_inbox<in_sql::sql_inbox<in_sqlite>>);
static_assert(keeps_dead_letters<in_sql::sql_dead_letters<in_sqlite>>);
static_assert(keeps_callbacks<in_sql::sql_callbacks<in_sqlite>>);
static_assert(keeps_schedules<in_sql::sql_schedules<in_sqlite>>);

/// For each member: memory's rows without it are no rows, and its group says so.
#define PAWL_WITHOUT(member, group)        \
  struct without_##member : memory_rows {  \
    struct none {};                        \
    none member;                           \
  };                                       \
  static_assert(!group<without_##member>); \
  static_assert(!storage_rows<without_##member>)

PAWL_WITHOUT(number_of, keeps_names);
PAWL_WITHOUT(name_of, keeps_names);
PAWL_WITHOUT(type, keeps_names);

PAWL_WITHOUT(payload_form, keeps_forms);
PAWL_WITHOUT(put_payload_form, keeps_forms);

PAWL_WITHOUT(find_job, keeps_jobs);
PAWL_WITHOUT(insert_job, keeps_jobs);
PAWL_WITHOUT(job, keeps_jobs);
PAWL_WITHOUT(claim_part, keeps_jobs);
PAWL_WITHOUT(id_of, keeps_jobs);
PAWL_WITHOUT(make_room, keeps_jobs);

PAWL_WITHOUT(queued, keeps_queue);
PAWL_WITHOUT(insert_queued, keeps_queue);
PAWL_WITHOUT(update_queued, keeps_queue);
PAWL_WITHOUT(touch_queued, keeps_queue);
PAWL_WITHOUT(pass_through, keeps_queue);
PAWL_WITHOUT(delete_queued, keeps_queue);

PAWL_WITHOUT(count_ready, orders_queue);
PAWL_WITHOUT(count_ready_of, orders_queue);
PAWL_WITHOUT(count_delayed, orders_queue);
PAWL_WITHOUT(count_delayed_of, orders_queue);
PAWL_WITHOUT(depth_of, orders_queue);
PAWL_WITHOUT(ready_lanes, orders_queue);
PAWL_WITHOUT(scheduled_lanes, orders_queue);
PAWL_WITHOUT(heads, orders_queue);
PAWL_WITHOUT(ready, orders_queue);
PAWL_WITHOUT(due, orders_queue);
PAWL_WITHOUT(next_due, orders_queue);
PAWL_WITHOUT(last_served, orders_queue);
PAWL_WITHOUT(serve, orders_queue);

PAWL_WITHOUT(outcome, keeps_outcomes);
PAWL_WITHOUT(insert_outcome, keeps_outcomes);

PAWL_WITHOUT(insert_event, keeps_events);
PAWL_WITHOUT(failure_of, keeps_events);
PAWL_WITHOUT(entered_by, keeps_events);

PAWL_WITHOUT(find_key, keeps_keys);
PAWL_WITHOUT(put_key, keeps_keys);
PAWL_WITHOUT(key_of, keeps_keys);

PAWL_WITHOUT(find_unique, keeps_uniques);
PAWL_WITHOUT(put_unique, keeps_uniques);
PAWL_WITHOUT(remove_unique, keeps_uniques);

PAWL_WITHOUT(configured, keeps_limits);
PAWL_WITHOUT(configure, keeps_limits);
PAWL_WITHOUT(find_slot, keeps_limits);
PAWL_WITHOUT(take_slot, keeps_limits);
PAWL_WITHOUT(holds_slot, keeps_limits);
PAWL_WITHOUT(free_slots, keeps_limits);
PAWL_WITHOUT(rate, keeps_limits);
PAWL_WITHOUT(set_rate, keeps_limits);
PAWL_WITHOUT(park, keeps_limits);
PAWL_WITHOUT(unpark, keeps_limits);
PAWL_WITHOUT(parked_key_after, keeps_limits);
PAWL_WITHOUT(remove_parked, keeps_limits);

PAWL_WITHOUT(declare, keeps_declarations);
PAWL_WITHOUT(undeclare, keeps_declarations);
PAWL_WITHOUT(declared, keeps_declarations);
PAWL_WITHOUT(declaration, keeps_declarations);
PAWL_WITHOUT(put_recheck, keeps_declarations);
PAWL_WITHOUT(next_recheck, keeps_declarations);
PAWL_WITHOUT(remove_recheck, keeps_declarations);

PAWL_WITHOUT(insert_dependency, keeps_dependencies);
PAWL_WITHOUT(remove_dependency, keeps_dependencies);
PAWL_WITHOUT(remove_dependencies, keeps_dependencies);
PAWL_WITHOUT(remove_dependents, keeps_dependencies);
PAWL_WITHOUT(dependents_of, keeps_dependencies);
PAWL_WITHOUT(insert_release, keeps_dependencies);
PAWL_WITHOUT(next_release, keeps_dependencies);
PAWL_WITHOUT(remove_release, keeps_dependencies);

PAWL_WITHOUT(put_detail, keeps_details);
PAWL_WITHOUT(find_detail, keeps_details);
PAWL_WITHOUT(newest_version, keeps_details);
PAWL_WITHOUT(finding_sizes, keeps_details);
PAWL_WITHOUT(remove_details, keeps_details);

PAWL_WITHOUT(find_inbox, keeps_inbox);
PAWL_WITHOUT(put_inbox, keeps_inbox);

PAWL_WITHOUT(insert_dead_letter, keeps_dead_letters);
PAWL_WITHOUT(is_dead_letter, keeps_dead_letters);
PAWL_WITHOUT(is_replayed, keeps_dead_letters);
PAWL_WITHOUT(mark_replayed, keeps_dead_letters);
PAWL_WITHOUT(fresh_dead_letters, keeps_dead_letters);
PAWL_WITHOUT(due_dead_letters, keeps_dead_letters);
PAWL_WITHOUT(postpone_dead_letter, keeps_dead_letters);

PAWL_WITHOUT(insert_owner, keeps_owners);
PAWL_WITHOUT(owner, keeps_owners);
PAWL_WITHOUT(see_owner, keeps_owners);
PAWL_WITHOUT(delete_owner, keeps_owners);
PAWL_WITHOUT(owners, keeps_owners);
PAWL_WITHOUT(leased_by, keeps_owners);

PAWL_WITHOUT(insert_callback, keeps_callbacks);
PAWL_WITHOUT(update_callback, keeps_callbacks);
PAWL_WITHOUT(delete_callback, keeps_callbacks);
PAWL_WITHOUT(callback, keeps_callbacks);
PAWL_WITHOUT(due_callbacks, keeps_callbacks);
PAWL_WITHOUT(called_callbacks, keeps_callbacks);

PAWL_WITHOUT(insert_schedule, keeps_schedules);
PAWL_WITHOUT(update_schedule, keeps_schedules);
PAWL_WITHOUT(delete_schedule, keeps_schedules);
PAWL_WITHOUT(schedule, keeps_schedules);
PAWL_WITHOUT(find_schedule, keeps_schedules);
PAWL_WITHOUT(schedules, keeps_schedules);
PAWL_WITHOUT(due_schedules, keeps_schedules);
PAWL_WITHOUT(next_schedule, keeps_schedules);
PAWL_WITHOUT(next_schedules, keeps_schedules);

PAWL_WITHOUT(finished_handlers, forgets);
PAWL_WITHOUT(prunable, forgets);
PAWL_WITHOUT(beyond_count, forgets);
PAWL_WITHOUT(forget_parts, forgets);
PAWL_WITHOUT(forget, forgets);

#undef PAWL_WITHOUT

TEST_CASE("rows without a member are still everything else") {
  STATIC_REQUIRE(keeps_jobs<without_park>);
  STATIC_REQUIRE(keeps_limits<without_job>);
}

}  // namespace

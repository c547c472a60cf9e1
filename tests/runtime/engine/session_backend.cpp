// SPDX-License-Identifier: BSL-1.0
// Whom a job belongs to, and what may be said about it.
#include <limits>

#include "runtime/bench.hpp"

using namespace runtime_test;

TEMPLATE_TEST_CASE("what one tenant submits, another does not see", "[SVC-11]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  const auto job = b.submit(alfki);
  const auto other = b.jobs.as({.tenant = "initech", .user = "bob", .organisation = {}});
  const auto missing = pawl::storage::errc::not_found;
  CHECK(other.status(job.id).error().code == missing);
  CHECK(other.result(job).error().store.code == missing);
  CHECK(other.cancel(job.id).error().code == missing);
  CHECK(other.events(job.id).error().code == missing);
  CHECK(other.replay(job.id).error().code == missing);
  CHECK(other.list()->jobs.empty());
  CHECK(b.jobs.as({}).template submit<report>(alfki).error().code == pawl::storage::errc::invalid);
}

TEST_CASE("systems jobs belong to the root tenant, and no other sees them", "[SVC-11]") {
  bench<report> b;
  const auto job = b.jobs.as_root("nightly").submit<report>(alfki);
  REQUIRE(job);
  CHECK(b.me.status(*job).error().code == pawl::storage::errc::not_found);
  const auto seen = b.jobs.as_root("another user").status(*job);
  CHECK(seen->tenant == "root");
  CHECK(seen->requested_by == "nightly");
}

TEMPLATE_TEST_CASE("garbage in a request is refused, or harmless", "", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context& ctx, report_input in) -> report::outcome<report_output> {
    ctx.progress(std::numeric_limits<int>::max(), in.customer);
    ctx.log(in.customer);
    ctx.artifact(in.customer, in.customer);
    if (in.year % 3 == 0) throw std::runtime_error(in.customer);
    if (in.year % 3 == 1) return pawl::snooze{std::chrono::milliseconds::min()};
    return report::fail<service_jobs::bad_input>(in.customer);
  };
  const std::string garbage[] = {std::string("a\0b", 3),  "\xff\xfe", "\xed\xa0\x80", "{", "\r\n\t",
                                 std::string(70'000, 'x')};
  using field = std::string pawl::submit_options::*;
  const field fields[] = {&pawl::submit_options::key,         &pawl::submit_options::priority,
                          &pawl::submit_options::metadata,    &pawl::submit_options::subject,
                          &pawl::submit_options::correlation, &pawl::submit_options::traceparent};
  std::size_t accepted = 0;
  int year = 0;
  for (const std::string& bytes : garbage) {
    for (const field each : fields) {
      pawl::submit_options options;
      options.*each = bytes;
      accepted += b.me.template submit<report>(alfki, options).has_value();
    }
    for (const auto& who :
         {pawl::principal{"acme", bytes, ""}, pawl::principal{"acme", "ann", bytes}})
      accepted += b.jobs.as(who).template submit<report>(alfki).has_value();
    static_cast<void>(b.jobs.as({bytes, "ann", ""}).template submit<report>(alfki));
    // An input that cannot be encoded is refused as well.
    accepted += b.me.template submit<report>(report_input{bytes, year++}).has_value();
    CHECK_FALSE(b.me.list({.cursor = bytes}));
  }
  const auto job = b.submit(alfki);
  for (const std::string& bytes : garbage) {
    CHECK_FALSE(b.me.raise(job.id, bytes, bytes));
    CHECK(b.me.cancel(job.id, bytes).has_value() == (&bytes == garbage));
  }
  b.live_on(2);
  std::size_t listed = 0;
  pawl::storage::list_filter filter{.limit = 7};
  do {
    const auto page = b.me.list(filter);
    REQUIRE(page);
    listed += page->jobs.size();
    filter.cursor = page->cursor;
  } while (!filter.cursor.empty());
  CHECK(listed == accepted + 1);
}

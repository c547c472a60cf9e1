// SPDX-License-Identifier: BSL-1.0
#include "runtime/bench.hpp"

using namespace runtime_test;

TEMPLATE_TEST_CASE("a payload that cannot be read goes to the dead letters with the reason", "",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{};
  };
  pawl::id_source ids;
  const pawl::storage::submit broken{.type = &pawl::type_of<report>,
                                     .id = ids.next(b.jobs.store().now()),
                                     .who = {"acme", "ann", ""},
                                     .payload = R"({"customer":7})"};
  REQUIRE(pawl::storage::apply_one(b.jobs.store(), broken));
  b.engine->run_until_idle();
  const auto record = b.me.status(broken.id);
  CHECK(record->state == "dead_lettered");
  CHECK(record->error->code == "payload_undecodable");
  CHECK(record->error->detail.find("/customer") != std::string::npos);
}

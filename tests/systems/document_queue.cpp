// SPDX-License-Identifier: BSL-1.0
// examples/document_queue, walked through its specification.
#include "system.hpp"

using namespace systems_test;

TEST_CASE("a document is processed", "[DOC-12]") {
  running_system service;
  const std::string ann = service.token("acme", "ann");
  const std::string id = service.submit("document.process", ann, R"({"reference":"doc-1"})");
  service.until_status(id, ann, {"SUCCEEDED"});
  CHECK(service.walk(id, ann) == std::vector<std::string>{"QUEUED", "RUNNING", "SUCCEEDED"});
  CHECK(service.end() == 0);
}

// SPDX-License-Identifier: BSL-1.0
// The code of docs/workflows.md.
#include <filesystem>
#include <iostream>

#include "workflows/1.inc"
#include "workflows/2.inc"
#include "workflows/3.inc"

int main() {
  for (const char* part : {"", "-wal", "-shm", "-wake"})
    std::filesystem::remove(std::string("docs_workflows.db") + part);
  pawl::service jobs{store::open("docs_workflows.db").value(), fetch{}, parse{}, merge{}};
  if (!jobs.start({.workers = 2})) return 1;
  const session acme = jobs.as({.tenant = "acme", .user = "ann"});
  one_after_the_other(acme);
  all_at_once(acme, {"a", "b"});
  declared(acme);
  // Each has ended, and none for another reason than success.
  std::size_t ended = 0;
  while (ended != 2 + 5 + 5) {
    ended = 0;
    for (const auto& job : acme.list().value().jobs) {
      if (job.phase != pawl::phase::terminal) continue;
      ++ended;
      if (job.kind != pawl::kind::success) return 1;
    }
  }
  std::cout << ended << " jobs have succeeded\n";
}

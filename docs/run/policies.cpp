// SPDX-License-Identifier: BSL-1.0
// What the handlers and values on the pages about policies do when they are run. All other code of
// these pages is run by the compiler, as assertions.
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <pawl/codec.hpp>
#include <pawl/job.hpp>
#include <pawl/lifecycles/status.hpp>
#include <pawl/policies/backoff.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/backoff_laws.hpp>
#include <pawl/testing/jitter_laws.hpp>
#include <pawl/testing/workbench.hpp>

using pawl::testing::workbench;

namespace audit_page {
#include "audit/1.inc"

void run() {
  workbench jobs{summarise{}};
  const auto job = jobs.submit<summarise>("a text");
  jobs.run();
  std::cout << "audit:";
  for (const auto& [field, value] : jobs.record(job).audit)
    std::cout << ' ' << field << '=' << value;
  std::cout << '\n';
}
}  // namespace audit_page

namespace backoff_page {
#include "backoff/1.inc"
#include "backoff/2.inc"

void run() { std::cout << "backoff: " << (sound ? "sound" : "broken") << '\n'; }
}  // namespace backoff_page

namespace checkpoint_page {
#include "checkpoint/1.inc"

void run() {
  workbench jobs{import_lines{}};
  const auto job = jobs.submit<import_lines>(3);
  jobs.run();
  std::cout << "checkpoint: " << jobs.result(job).value() << " lines\n";
}
}  // namespace checkpoint_page

namespace codec_page {
#include "codec/1.inc"
#include "codec/2.inc"

void run() {
  std::cout << "codec: " << bytes.value() << "\n  " << describe(input.error()) << "\n  "
            << newest.value().document << ", page " << newest.value().pages.at(0) << '\n';
}
}  // namespace codec_page

namespace delivery_page {
#include "delivery/1.inc"

void run() {
  workbench jobs{pay{}};
  const auto job = jobs.submit<pay>(42);
  jobs.run();
  std::cout << "delivery: " << jobs.result(job).value() << '\n';
}
}  // namespace delivery_page

namespace schedule_page {
#include "schedule/1.inc"

void run() {
  workbench jobs{tidy_up{}, close_books{}};
  jobs.run();
  jobs.advance(std::chrono::hours{3});
  jobs.run();
  std::cout << "schedule: tidied up " << (jobs.runs<tidy_up>() > 0 ? "after" : "not within")
            << " three hours\n";
}
}  // namespace schedule_page

namespace subject_page {
#include "subject/1.inc"

void run() {
  workbench jobs{index{}};
  const auto job = jobs.submit<index>({"d-17"});
  std::cout << "subject: " << jobs.record(job).subject << '\n';
}
}  // namespace subject_page

namespace unique_page {
#include "unique/1.inc"

void run() {
  for (const char* part : {"", "-wal", "-shm", "-wake"})
    std::filesystem::remove(std::string("docs_policies.db") + part);
  pawl::service served{store::open("docs_policies.db").value(), reindex{}};
  const pawl::session<store, reindex> acme = served.as({.tenant = "acme", .user = "ann"});
  document_was_saved(acme, "d-17");
  document_was_saved(acme, "d-17");
  document_was_saved(acme, "d-18");
  std::cout << "unique: " << acme.list().value().jobs.size() << " jobs\n";
}
}  // namespace unique_page

int main() {
  audit_page::run();
  backoff_page::run();
  checkpoint_page::run();
  codec_page::run();
  delivery_page::run();
  schedule_page::run();
  subject_page::run();
  unique_page::run();
}

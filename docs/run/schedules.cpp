// SPDX-License-Identifier: BSL-1.0
// The code of docs/schedules.md.
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "schedules/1.inc"
#include "schedules/2.inc"

int main() {
  for (const char* part : {"", "-wal", "-shm", "-wake"})
    std::filesystem::remove(std::string("jobs.db") + part);
  nightly_reports();

  pawl::service jobs{pawl::storage::sqlite<>::open("jobs.db").value(), report{}, tidy_up{},
                     close_books{}};
  const auto acme = jobs.as({.tenant = "acme", .user = "ann"});
  std::cout << acme.schedules().list().value().size() << " schedule is left, and "
            << acme.list().value().jobs.size() << " job was made\n";
}

// SPDX-License-Identifier: BSL-1.0
// The code of docs/guide.md that is no part of an example.
#include <filesystem>
#include <iostream>

#include <pawl/asio.hpp>
#include <pawl/client.hpp>
#include <pawl/runtime/submit.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/testing/workbench.hpp>

#include <sqlite3.h>

using namespace std::chrono_literals;

namespace {

struct report_input {
  std::string customer;
  int year{};
};
struct report : pawl::job<"acme.report", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, report_input in) const { return in.customer; }
};
struct import_rows : pawl::job<"acme.import", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int rows) const { return rows; }
};

int own_data(const std::string& path) {
  pawl::service jobs{pawl::storage::sqlite<>::open(path).value(), report{}};
  const auto acme = jobs.as({.tenant = "acme", .user = "ann"});
  sqlite3* db = nullptr;
  if (sqlite3_open(path.c_str(), &db) != SQLITE_OK) return 1;
  sqlite3_exec(db, "CREATE TABLE orders (id INTEGER PRIMARY KEY)", nullptr, nullptr, nullptr);
#include "guide/1.inc"
  std::cout << "with your own data: " << acme.status(*job)->state << '\n';
  return sqlite3_close(db);
}

struct book {
  std::string title;
  int pages{};
};
struct print_page_input {
  std::string title;
  int number{};
};
struct print_page : pawl::job<"press.page", pawl::lifecycles::service> {
  outcome<int> operator()(context&, print_page_input in) const { return in.number; }
};
#include "guide/2.inc"

int children() {
  pawl::testing::workbench jobs{print_book{}, print_page{}};
  const auto made = jobs.submit<print_book>({"Moby-Dick", 3});
  jobs.run_to_end();
  std::cout << "jobs that make jobs: " << jobs.submitted_by(made).size() << " pages\n";
  return 0;
}

struct page {
  std::string body;
};
struct address {
  std::string url;
};
boost::asio::awaitable<std::string> download(std::string url) { co_return "body of " + url; }
#include "guide/3.inc"

int coroutines() {
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(), fetch{}};
#include "guide/4.inc"
  const auto acme = jobs.as({.tenant = "acme", .user = "ann"});
  const auto job = acme.submit<fetch>({"https://example.org"});
  std::cout << "a coroutine: " << acme.result(*job, 1min).value().body << '\n';
  return 0;
}

int several_processes(const std::string& path) {
  auto store = pawl::storage::sqlite<>::open(path);
#include "guide/5.inc"
  const auto job = jobs.as({.tenant = "acme", .user = "ann"}).submit<import_rows>(7);
  std::cout << "a client: " << (job ? "submitted" : "refused") << '\n';
  return 0;
}

}  // namespace

int main() {
  const std::string path = "docs_guide.db";
  for (const char* part : {"", "-wal", "-shm", "-wake"}) std::filesystem::remove(path + part);
  return own_data(path) + children() + coroutines() + several_processes(path);
}

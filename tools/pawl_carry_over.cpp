// SPDX-License-Identifier: BSL-1.0
// Carries a queue from a SQLite file to PostgreSQL, with all that it has: jobs that live and jobs
// that have ended, keys, results, histories and dead letters.
#include <unistd.h>

#include <iostream>
#include <optional>

#include <pawl/storage/postgres.hpp>
#include <pawl/storage/postgres/table_target.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/table_source.hpp>

namespace {

namespace storage = pawl::storage;

constexpr const char* usage =
    R"(usage: pawl-carry-over FILE DSN [--schema NAME]

Carries the queue in the SQLite file FILE to the PostgreSQL database DSN, into the schema NAME (pawl).
Stop the processes that use it first, and start them on PostgreSQL afterwards. The file is not
changed; the schema must be new.
)";

struct arguments {
  std::string file{};
  std::string dsn{};
  storage::postgres_options options{};
};

std::optional<arguments> read_arguments(int argc, char** argv) {
  if (argc != 3 && argc != 5) return {};
  arguments out{.file = argv[1], .dsn = argv[2]};
  if (argc == 5) {
    if (std::string_view(argv[3]) != "--schema") return {};
    out.options.schema = argv[4];
  }
  return out;
}

int fail(const std::string& why) {
  std::cerr << "pawl-carry-over: " << why << '\n';
  return 1;
}

int run(const arguments& given) {
  // Opened as a store, a file that is not there would be made.
  if (::access(given.file.c_str(), R_OK | W_OK) != 0)
    return fail("the file " + given.file + " cannot be read and written; is it there?");
  const auto from = storage::sqlite<>::open(given.file);
  if (!from) return fail(describe(from.error()));
  const auto to = storage::postgres<>::open(given.dsn, given.options);
  if (!to) return fail(describe(to.error()));
  storage::sqlite_table_source source((*from)->path(), (*from)->elapsed());
  storage::postgres_table_target target(given.dsn, given.options);
  const auto carried = storage::carry_over(source, target, (*to)->elapsed() - (*from)->elapsed());
  if (!carried) return fail(describe(carried.error()));
  std::cout << "carried " << carried->living << " living jobs, " << carried->ended
            << " that have ended, " << carried->dead_letters << " dead letters and "
            << carried->keys << " keys: " << carried->rows << " rows\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--help") {
    std::cout << usage;
    return 0;
  }
  const auto given = read_arguments(argc, argv);
  if (!given) {
    std::cerr << usage;
    return 2;
  }
  return run(*given);
}

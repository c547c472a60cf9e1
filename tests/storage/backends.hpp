// SPDX-License-Identifier: BSL-1.0
// The backends that every test of storage runs on.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include <pawl/storage/memory.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/manual_clock.hpp>

namespace support {

/// `store` is the backend; `make` makes an empty one that tells the clock's time, and gives
/// something that points to it.
struct memory_backend {
  using store = pawl::storage::memory<pawl::testing::manual_clock>;
  static constexpr const char* name = "memory";
  static auto make(pawl::testing::manual_clock clock) {
    return std::make_unique<store>(pawl::storage::memory_options{}, clock);
  }
};

/// A SQLite store in a directory of its own, which goes with it.
class sqlite_store_in_a_directory {
 public:
  using store = pawl::storage::sqlite<pawl::testing::manual_clock>;

  explicit sqlite_store_in_a_directory(pawl::testing::manual_clock clock) {
    // In memory where there is such a directory: the tests commit thousands of times.
    std::error_code none;
    const std::filesystem::path quickest = "/dev/shm";
    std::string name =
        ((std::filesystem::is_directory(quickest, none) ? quickest
                                                        : std::filesystem::temp_directory_path()) /
         "pawl-test-XXXXXX")
            .string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for a test");
    directory_ = name;
    // How durable a commit is does not matter to what it means.
    const pawl::storage::sqlite_options quick{.durability =
                                                  pawl::storage::durability_level::normal};
    auto opened = store::open(name + "/jobs.db", quick, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    store_ = *std::move(opened);
  }
  sqlite_store_in_a_directory(sqlite_store_in_a_directory&&) = default;
  sqlite_store_in_a_directory& operator=(sqlite_store_in_a_directory&&) = delete;
  ~sqlite_store_in_a_directory() {
    if (!store_) return;
    store_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }

  store& operator*() const { return *store_; }
  store* operator->() const { return store_.get(); }

 private:
  std::filesystem::path directory_;
  std::unique_ptr<store> store_;
};

struct sqlite_backend {
  using store = sqlite_store_in_a_directory::store;
  static constexpr const char* name = "sqlite";
  static auto make(pawl::testing::manual_clock clock) { return sqlite_store_in_a_directory(clock); }
};

}  // namespace support

/// The types that a TEMPLATE_TEST_CASE over all backends lists.
#define PAWL_TEST_BACKENDS support::memory_backend, support::sqlite_backend

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/manual_clock.hpp>

namespace pawl::testing {

using sqlite_store = storage::sqlite<manual_clock>;

namespace detail {

inline std::unique_ptr<sqlite_store> open_sqlite(const std::string& path, manual_clock clock) {
  // How durable a commit is does not matter to what it means.
  auto opened = sqlite_store::open(path, {.durability = storage::durability_level::normal}, clock);
  if (!opened) throw std::runtime_error(describe(opened.error()));
  return *std::move(opened);
}

}  // namespace detail

/// An empty SQLite store in a directory of its own, which goes with it. In memory where there is
/// such a directory: tests commit thousands of times.
[[nodiscard]] inline std::shared_ptr<sqlite_store> fresh_sqlite_store(
    manual_clock clock = manual_clock{}) {
  std::error_code none;
  const std::filesystem::path quickest = "/dev/shm";
  const std::filesystem::path parent = std::filesystem::is_directory(quickest, none)
                                           ? quickest
                                           : std::filesystem::temp_directory_path();
  std::string name = (parent / "pawl-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for a store");
  auto store = detail::open_sqlite(name + "/jobs.db", clock);
  return {store.release(), [name](sqlite_store* closing) {
            delete closing;
            std::error_code ignored;
            std::filesystem::remove_all(name, ignored);
          }};
}

/// The same store, as the next process opens it.
[[nodiscard]] inline std::shared_ptr<sqlite_store> reopened_sqlite_store(
    const std::shared_ptr<sqlite_store>& crashed, manual_clock clock) {
  auto store = detail::open_sqlite(crashed->path(), clock);
  // The directory is there for as long as one of them is.
  return {store.release(), [crashed](sqlite_store* closing) { delete closing; }};
}

}  // namespace pawl::testing

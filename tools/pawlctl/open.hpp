// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <pawl/storage/definition.hpp>
#include <pawl/storage/store.hpp>

namespace pawl::ctl {

/// What a command needs of a store.
enum class access : unsigned char {
  none,  ///< nothing: it is not opened
  look,  ///< nothing is written, not even beside it
  act
};

/// The tables of a store as they stand: for what a store itself is not asked.
class tables {
 public:
  using row = std::vector<std::string>;  ///< NULL is an empty text, bytes are hexadecimal

  tables() = default;
  tables(const tables&) = delete;
  tables& operator=(const tables&) = delete;
  virtual ~tables() = default;

  [[nodiscard]] virtual bool is_sqlite() const = 0;
  /// Sees the store as it is now, until `end`: services may go on meanwhile.
  virtual void begin() = 0;
  virtual void end() = 0;
  /// A statement of ours, with holes as `sql::compose` fills them, and values that are bound.
  virtual void each(std::string_view statement, const std::vector<std::string>& values,
                    const std::function<void(const row&)>& take) = 0;
  /// A statement that stands by itself, outside of any transaction.
  virtual void run(const std::string& statement) = 0;

  [[nodiscard]] std::vector<row> all(std::string_view statement,
                                     const std::vector<std::string>& values = {}) {
    std::vector<row> out;
    each(statement, values, [&](const row& one) { out.push_back(one); });
    return out;
  }
  /// The first value of the first row; empty: there is none.
  [[nodiscard]] std::string one(std::string_view statement,
                                const std::vector<std::string>& values = {}) {
    std::string out;
    each(statement, values, [&](const row& first) {
      if (out.empty()) out = first[0];
    });
    return out;
  }
};

/// A job type, by one of the definitions that the store holds.
struct held_type {
  std::string handler{};
  std::int64_t learnt_at = 0;  ///< on the store's own line of time
  bool is_newest = true;       ///< of those of its type: by which the store acts
  std::string text{};          ///< as it is stored
  std::string fingerprint{};   ///< hexadecimal
  pawl::detail::light_ptr<const storage::stored_definition> definition{};  ///< null: unreadable

  [[nodiscard]] const job_descriptor* type() const {
    return definition ? &definition->type() : nullptr;
  }
};

/// A store that is there, and belongs to pawl; it is never made.
class opened_store {
 public:
  opened_store() = default;
  opened_store(const opened_store&) = delete;
  opened_store& operator=(const opened_store&) = delete;
  virtual ~opened_store() = default;

  /// Acts by the definitions that it holds, from when it is first asked for.
  [[nodiscard]] storage::store& store();
  [[nodiscard]] virtual ctl::tables& tables() = 0;
  /// The newest of each job type comes before its others.
  [[nodiscard]] const std::vector<held_type>& types();
  /// The newest definition of a job type; null if there is none.
  [[nodiscard]] const job_descriptor* type_called(std::string_view handler);

 protected:
  /// Opens it, and answers with it again when it is asked again.
  [[nodiscard]] virtual storage::store& open() = 0;

 private:
  std::vector<held_type> types_{};
  bool has_read_types_ = false;
  storage::store* store_ = nullptr;
};

struct address {
  std::string where{};                   ///< a path, or what libpq takes
  std::string schema = "pawl";           ///< in PostgreSQL
  std::chrono::milliseconds wait{5000};  ///< while others hold it
  bool upgrade = false;                  ///< an older store is brought up to date

  [[nodiscard]] bool is_postgres() const;
};

/// Throws `ends` if there is no store, or none that can be used.
[[nodiscard]] std::unique_ptr<opened_store> open_store(const address& at, access needs);
[[nodiscard]] std::unique_ptr<opened_store> open_sqlite(const address& at, access needs);
[[nodiscard]] std::unique_ptr<opened_store> open_postgres(const address& at, access needs);

}  // namespace pawl::ctl

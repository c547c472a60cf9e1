// SPDX-License-Identifier: BSL-1.0
#include "open.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/open.hpp>
#include <pawl/transport/none.hpp>

#include "command.hpp"

namespace pawl::ctl {

namespace {

namespace sql = pawl::sql;
using storage::detail::store_failure;

[[noreturn]] void no_store(std::string why) { throw ends{exit_code::unreachable, std::move(why)}; }

std::string hexadecimal(const void* data, std::size_t size) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i)
    out += fmt::format("{:02x}", static_cast<const unsigned char*>(data)[i]);
  return out;
}

class sqlite_tables final : public tables {
 public:
  sqlite_tables(const std::string& path, access needs, std::chrono::milliseconds wait)
      : db_(storage::detail::connect(
            path, needs == access::act ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, wait)) {}

  [[nodiscard]] bool is_sqlite() const override { return true; }
  void begin() override { run("BEGIN"); }
  void end() override { run("COMMIT"); }
  void each(std::string_view statement, const std::vector<std::string>& values,
            const std::function<void(const row&)>& take) override {
    const std::string sql = sql::compose(text(statement.data(), statement.size()));
    const auto made = storage::detail::prepare(db(), sql);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (const int code = sqlite3_bind_text(made.get(), static_cast<int>(i + 1), values[i].data(),
                                             static_cast<int>(values[i].size()), SQLITE_STATIC);
          code != SQLITE_OK)
        storage::detail::fail_with(db(), code);
    row one(static_cast<std::size_t>(sqlite3_column_count(made.get())));
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(made.get())) == SQLITE_ROW) {
      for (std::size_t i = 0; i < one.size(); ++i) one[i] = value(made.get(), static_cast<int>(i));
      take(one);
    }
    if (code != SQLITE_DONE) storage::detail::fail_with(db(), code);
  }
  void run(const std::string& statement) override { storage::detail::execute(db(), statement); }
  [[nodiscard]] sqlite3* db() const { return db_.get(); }

 private:
  static std::string value(sqlite3_stmt* row, int at) {
    const int type = sqlite3_column_type(row, at);
    if (type == SQLITE_NULL) return {};
    if (type == SQLITE_BLOB)
      return hexadecimal(sqlite3_column_blob(row, at),
                         static_cast<std::size_t>(sqlite3_column_bytes(row, at)));
    const auto* const words = reinterpret_cast<const char*>(sqlite3_column_text(row, at));
    return words == nullptr
               ? std::string()
               : std::string(words, static_cast<std::size_t>(sqlite3_column_bytes(row, at)));
  }

  storage::detail::database_handle db_;
};

class sqlite_opened final : public opened_store {
 public:
  sqlite_opened(address at, access needs)
      : at_(std::move(at)), needs_(needs), tables_(at_.where, needs, at_.wait) {
    const int version = storage::detail::schema_version_of(tables_.db());
    if (version == 0)
      no_store(fmt::format("{} is a database, but no store of pawl's; give the path of one",
                           shown(at_.where)));
    if (version > sql::schema_version) storage::detail::refuse_newer(version);
    if (version == sql::schema_version) return;
    if (!at_.upgrade)
      no_store(fmt::format(
          "{} has tables of schema version {}, this pawlctl knows {}; use the pawlctl of the "
          "services' release, or --upgrade it, which services of that release cannot use then",
          shown(at_.where), version, sql::schema_version));
    const auto upgraded = storage::sqlite<>::open(at_.where, {.busy_wait = at_.wait});
    if (!upgraded) end_with(upgraded.error());
  }

  [[nodiscard]] ctl::tables& tables() override { return tables_; }

 protected:
  [[nodiscard]] storage::store& open() override {
    if (needs_ == access::act) {
      auto opened = storage::sqlite<>::open(at_.where, {.busy_wait = at_.wait});
      if (!opened) end_with(opened.error());
      store_ = *std::move(opened);
    } else {
      using looking = storage::sqlite<system_clock, transport::none>;
      auto opened = looking::open(at_.where, {.read_only = true, .busy_wait = at_.wait});
      if (!opened) end_with(opened.error());
      store_ = *std::move(opened);
    }
    return *store_;
  }

 private:
  address at_;
  access needs_;
  sqlite_tables tables_;
  std::unique_ptr<storage::store> store_{};
};

}  // namespace

bool address::is_postgres() const {
  if (where.starts_with("postgresql://") || where.starts_with("postgres://")) return true;
  for (const char* const word : {"host=", "dbname=", "service=", "hostaddr="})
    if (where.starts_with(word) || where.find(std::string(" ") + word) != where.npos) return true;
  return false;
}

std::unique_ptr<opened_store> open_store(const address& at, access needs) {
  return at.is_postgres() ? open_postgres(at, needs) : open_sqlite(at, needs);
}

std::unique_ptr<opened_store> open_sqlite(const address& at, access needs) {
  struct stat found{};
  if (::stat(at.where.c_str(), &found) != 0)
    no_store(errno == ENOENT
                 ? fmt::format("there is no file {}; none is made", shown(at.where))
                 : fmt::format("{} cannot be read: {}", shown(at.where), std::strerror(errno)));
  if (!S_ISREG(found.st_mode)) no_store(fmt::format("{} is no file", shown(at.where)));
  if (::access(at.where.c_str(), needs == access::act ? R_OK | W_OK : R_OK) != 0)
    no_store(fmt::format("{} cannot be {}: {}", shown(at.where),
                         needs == access::act ? "written" : "read", std::strerror(errno)));
  if (found.st_size == 0)
    no_store(fmt::format("{} is empty, and no store; none is made", shown(at.where)));
  return std::make_unique<sqlite_opened>(at, needs);
}

storage::store& opened_store::store() {
  if (store_ != nullptr) return *store_;
  storage::store& opened = open();
  std::vector<const job_descriptor*> newest;
  for (const held_type& each : types())
    if (each.is_newest && each.type() != nullptr) newest.push_back(each.type());
  if (!newest.empty())
    if (const auto learnt = opened.learn(newest); !learnt) end_with(learnt.error());
  return *(store_ = &opened);
}

const std::vector<held_type>& opened_store::types() {
  if (has_read_types_) return types_;
  tables().each(
      "SELECT n.name, d.learnt_at, d.definition, d.fingerprint FROM pawl_definitions AS d JOIN "
      "pawl_names AS n ON n.number = d.handler ORDER BY n.name, d.learnt_at DESC, d.number DESC",
      {}, [&](const tables::row& row) {
        held_type& each = types_.emplace_back();
        each.handler = row[0];
        each.learnt_at = std::strtoll(row[1].c_str(), nullptr, 10);
        each.text = row[2];
        each.fingerprint = row[3];
        each.definition = storage::stored_definition::read(row[2]);
        // Of what this release can read, the newest.
        if (!each.definition) each.is_newest = false;
        for (const held_type& before : types_)
          if (&before != &each && before.handler == each.handler && before.is_newest)
            each.is_newest = false;
      });
  has_read_types_ = true;
  return types_;
}

const job_descriptor* opened_store::type_called(std::string_view handler) {
  for (const held_type& each : types())
    if (each.is_newest && each.handler == handler) return each.type();
  return nullptr;
}

#if !PAWLCTL_WITH_POSTGRES
std::unique_ptr<opened_store> open_postgres(const address&, access) {
  no_store("this pawlctl was built without PostgreSQL; build it where libpq is");
}
#endif

}  // namespace pawl::ctl

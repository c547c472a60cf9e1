// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <libpq-fe.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include <fmt/format.h>

#include <pawl/job.hpp>
#include <pawl/storage/postgres.hpp>

namespace cluster {

using namespace pawl::error;
using namespace pawl::literals;

/// The shop's own tables stand beside those of the jobs.
inline constexpr const char* schema = "cluster_demo";

/// The shop's connection to its database: what a handler writes there by itself.
class ledger {
 public:
  ledger() : db_(PQconnectdb("")) {
    if (PQstatus(db_) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(db_));
  }
  ledger(const ledger&) = delete;
  ledger& operator=(const ledger&) = delete;
  ~ledger() { PQfinish(db_); }

  /// Nothing here keeps an order from being booked twice: only the jobs do.
  void make() {
    run("CREATE SCHEMA IF NOT EXISTS cluster_demo");
    run("CREATE TABLE cluster_demo.ledger (number integer NOT NULL, worker text NOT NULL)");
  }
  void book(int number, const std::string& worker) {
    run(fmt::format("INSERT INTO cluster_demo.ledger VALUES ({}, '{}')", number, worker));
  }
  int count(const std::string& what) { return std::stoi(run("SELECT count(*) FROM " + what)); }
  std::string run(const std::string& sql) {
    PGresult* const answer = PQexec(db_, sql.c_str());
    const ExecStatusType how = PQresultStatus(answer);
    std::string value;
    if (how == PGRES_TUPLES_OK && PQntuples(answer) > 0) value = PQgetvalue(answer, 0, 0);
    PQclear(answer);
    if (how != PGRES_TUPLES_OK && how != PGRES_COMMAND_OK)
      throw std::runtime_error(PQerrorMessage(db_));
    return value;
  }
  [[nodiscard]] PGconn* db() const { return db_; }

 private:
  PGconn* db_;
};

/// What a process tells the demo, a line at a time: it is told when it has happened, and stays told
/// if the process is killed.
class diary {
 public:
  diary(int to, std::string who) : to_(to), who_(std::move(who)) {}

  void write(const char* what, int number) const {
    const std::string line = fmt::format("{} {} {}\n", who_, what, number);
    if (::write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) ::_exit(3);
  }
  [[nodiscard]] const std::string& who() const { return who_; }

 private:
  int to_;
  std::string who_;
};

struct order {
  int number = 0;
};

/// Books an order: its line in the ledger and the end of the job are one transaction.
struct book : pawl::job<"cluster.book", pawl::lifecycles::service, pawl::errors<network_timeout>,
                        pawl::retry<pawl::attempts<9>, pawl::fixed<50_ms>>, pawl::lease<3_s>> {
  const diary* notes = nullptr;

  outcome<int> operator()(context& ctx, order in) const {
    notes->write("begins", in.number);
    if (in.number % 10 == 0 && ctx.attempt() == 1)
      return fail<network_timeout>("the bank did not answer");
    std::this_thread::sleep_for(std::chrono::milliseconds{20});  // this is the work
    static thread_local ledger mine;
    mine.run("BEGIN");
    mine.book(in.number, notes->who());
    const auto done = ctx.complete_in(mine.db(), in.number);
    mine.run(done ? "COMMIT" : "ROLLBACK");
    if (!done) return pawl::snooze{std::chrono::seconds{1}};
    notes->write("booked", in.number);
    return *done;
  }
};

}  // namespace cluster

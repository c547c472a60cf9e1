// SPDX-License-Identifier: BSL-1.0
// What the jobs of this service do. All of them work in one folder:
//   orders/<customer>.csv     what reports are made of
//   reports/<customer>-<year>-report.txt
//   incoming/, imported/      files that are imported, also while they are still being written
//   files/                    what is downloaded
//   notices                   one line for each job that has ended
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <pawl/handlers/http_client.hpp>
#include <pawl/job/stop_token.hpp>

#include "jobs/service.hpp"
#include "service_jobs/line_feed.hpp"

namespace service_jobs {

namespace fs = std::filesystem;

/// Names of files come from payloads: letters, digits and underscores lead nowhere else.
inline bool is_plain_name(const std::string& name) {
  return !name.empty() && name.find_first_not_of(
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                              "0123456789_") == name.npos;
}

/// Where handlers tell, after a job has ended, what came of it: also if that was found out by
/// another process than the one that ran it.
class notices {
 public:
  explicit notices(const fs::path& folder) : file_(folder / "notices") {}
  void add(const std::string& of, const std::string& what) const {
    std::ofstream(file_, std::ios::app) << of + ": " + what + "\n";
  }
  void add(const std::string& of, const pawl::job_error& why) const {
    add(of, std::string(std::string_view(why.code)));
  }

 private:
  fs::path file_;
};

/// A year of a customer. The first line of its orders says how many there are, the others are
/// `<date>,<cents>`.
struct report : report_job {
  explicit report(const fs::path& in) : folder(in), told(in) {}

  outcome<report_output> operator()(context& ctx, const report_input& in) const {
    if (!is_plain_name(in.customer)) return fail<bad_input>("this is no name of a customer");
    line_feed orders(folder / "orders" / (in.customer + ".csv"));
    std::string line;
    auto got = line_feed::got::end;
    if (orders.is_open()) got = orders.next(line, ctx.stop_token());
    if (got == line_feed::got::stopped) return pawl::cancelled;
    if (got == line_feed::got::end)
      return fail<pawl::error::network_timeout>("the archive has no orders of this customer yet");
    const int count = std::atoi(line.c_str());
    const std::string year = std::to_string(in.year) + '-';
    std::int64_t cents = 0;
    for (int row = 1; row <= count; ++row) {
      got = orders.next(line, ctx.stop_token());
      if (got == line_feed::got::stopped) return pawl::cancelled;
      if (got == line_feed::got::end) return fail<bad_input>("some of the orders are missing");
      if (line.starts_with(year)) cents += std::atoll(line.c_str() + line.find(',') + 1);
      ctx.progress(100 * row / count, std::to_string(row) + " orders");
    }
    const fs::path made = folder / "reports" / (in.customer + '-' + year + "report.txt");
    std::ofstream(made) << in.customer << ' ' << in.year << ": " << cents << " cents\n";
    return report_output{"file://" + fs::absolute(made).string()};
  }
  void on_success(const report_input& in, const report_output& out) const {
    told.add(in.customer, out.url);
  }
  void on_failure(const report_input& in, const pawl::job_error& why) const {
    told.add(in.customer, why);
  }

 private:
  fs::path folder;
  notices told;
};

/// Copies the rows of a file, and waits for more until it meets the line `end`. After a
/// crash it goes on behind its checkpoint: what was written beyond that is cut off first, so that
/// every row is there once.
struct import_orders : import_job {
  static constexpr std::int64_t rows_between_checkpoints = 100;

  explicit import_orders(const fs::path& in) : folder(in), told(in) {}

  outcome<import_output> operator()(context& ctx, const import_input& in) const {
    using namespace std::chrono_literals;
    if (!is_plain_name(in.file)) return fail<bad_input>("this is no name of a file");
    import_mark at = ctx.checkpoint().value_or(import_mark{});
    ctx.log("begins behind row " + std::to_string(at.rows));
    const fs::path into = folder / "imported" / in.file;
    if (!fs::exists(into)) std::ofstream{into};
    fs::resize_file(into, static_cast<std::uintmax_t>(at.bytes_written));
    std::ofstream out(into, std::ios::app);
    line_feed rows(folder / "incoming" / in.file, at.bytes_read);
    if (!rows.is_open()) return fail<pawl::error::transient_storage>("the file is not there yet");
    std::int64_t saved = at.rows;
    const auto save = [&] {
      saved = at.rows;
      ctx.progress(0, std::to_string(at.rows) + " rows");
      return out.flush() && ctx.save(at);
    };
    std::string row;
    while (true) {
      switch (rows.next(row, ctx.stop_token())) {
        case line_feed::got::stopped:
          return pawl::cancelled;
        case line_feed::got::end:
          // The file is still being written. What there is so far is not done twice.
          if (at.rows != saved && !save()) return pawl::snooze{1s};
          std::this_thread::sleep_for(20ms);
          continue;
        case line_feed::got::line:
          break;
      }
      if (row == "end") return import_output{at.rows};
      out << row << '\n';
      const auto bytes = static_cast<std::int64_t>(row.size()) + 1;
      at = {at.rows + 1, at.bytes_read + bytes, at.bytes_written + bytes};
      // Not stored: another worker may have the job and write to the file, or the disk is full.
      if (at.rows - saved == rows_between_checkpoints && !save()) return pawl::snooze{1s};
    }
  }
  void on_success(const import_input& in, const import_output& out) const {
    told.add(in.file, std::to_string(out.rows) + " rows");
  }
  void on_failure(const import_input& in, const pawl::job_error& why) const {
    told.add(in.file, why);
  }

 private:
  fs::path folder;
  notices told;
};

/// Takes money, by asking the provider of payments once. Whether it was taken when the process dies
/// before the answer, only the provider knows; so it is not asked again.
struct charge : charge_job {
  charge(const fs::path& in, std::string at, pawl::handlers::address_guard may_be_asked)
      : told(in), provider(std::move(at)), guard(std::move(may_be_asked)) {}

  outcome<charge_output> operator()(context& ctx, const charge_input& in) const {
    struct : pawl::handlers::http_receiver {
      std::string body{};
      bool begin(const pawl::handlers::http_answer&) override { return true; }
      bool take(std::string_view bytes) override {
        body += bytes;
        return body.size() < 4096;
      }
    } answer;
    pawl::handlers::http_client asks(guard, {});
    const auto end = asks.exchange({.url = provider,
                                    .headers = {"Content-Type: text/plain"},
                                    .body = in.account + ' ' + std::to_string(in.cents)},
                                   {}, ctx.stop_token(), answer);
    if (end.end != pawl::handlers::exchange_end::answered || end.status != 200)
      return fail<charge_refused>("the provider has not taken the money", end.detail);
    return charge_output{answer.body};
  }
  void on_failure(const charge_input& in, const pawl::job_error& why) const {
    told.add(in.account, why);
  }

 private:
  notices told;
  std::string provider;
  pawl::handlers::address_guard guard;
};

/// Counts the lines of a stream until it ends.
struct follow : follow_job {
  outcome<follow_output> operator()(context& ctx, const follow_input& in) const {
    follow_output out;
    std::string line;
    while (true) {
      switch (in.from->next(line, ctx.stop_token())) {
        case line_feed::got::stopped:
          return pawl::cancelled;
        case line_feed::got::end:
          return out;
        case line_feed::got::line:
          ++out.lines;
          ctx.progress(0, std::to_string(out.lines) + " lines");
      }
    }
  }
};

/// The folders that handlers work in, and the orders of one customer if it is new.
inline void prepare(const fs::path& folder) {
  const bool is_new = !fs::exists(folder / "orders");
  for (const char* each : {"orders", "reports", "incoming", "imported", "files"})
    fs::create_directories(folder / each);
  if (is_new)
    std::ofstream(folder / "orders/ALFKI.csv") << "3\n2025-11-30,4000\n2026-01-02,1250\n"
                                                  "2026-03-04,4200\n";
}

}  // namespace service_jobs

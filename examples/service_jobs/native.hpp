// SPDX-License-Identifier: BSL-1.0
// What services of the platform and its operators do: submit, cancel, look after dead letters. None
// of it is offered over HTTP; it is done in C++, on the same store, by any process.
#pragma once

#include <iostream>

#include <pawl/client.hpp>

#include "service_jobs/handlers.hpp"
#include "systems/host.hpp"

namespace service_jobs {

/// Whether a command line asks for one of them instead of a service.
inline bool is_native(const systems::options& asked) {
  for (const char* each : {"--report", "--cancel", "--dead-letters", "--replay"})
    if (!asked.own.at(each).empty()) return true;
  return false;
}

inline int complain(const pawl::storage::error& why) {
  std::cerr << describe(why) << '\n';
  return 1;
}

/// Does it, in the name of the tenant whose token the service has printed, and says what came of
/// it.
template <class Store>
int act_natively(std::unique_ptr<Store> store, const systems::options& asked) {
  pawl::client jobs{std::move(store), pawl::jobs<report>{}};
  if (!jobs.ready()) return complain(jobs.ready().error());
  const auto me = jobs.as({.tenant = "demo", .user = "visitor"});
  const auto id = [&](const char* option) {
    return pawl::parse_job_id(asked.own.at(option)).value_or(pawl::job_id{});
  };
  if (const std::string& what = asked.own.at("--report"); !what.empty()) {
    const std::size_t colon = std::min(what.find(':'), what.size());
    const report_input input{what.substr(0, colon), std::atoi(what.substr(colon).c_str() + 1)};
    // The same report is made once a day, however often it is asked for.
    const auto job = me.template submit<report>(input, {.key = what});
    if (!job) return complain(job.error());
    std::cout << to_string(job->id) << '\n';
  } else if (!asked.own.at("--cancel").empty()) {
    const auto done = me.cancel(id("--cancel"), "cancelled by an operator");
    if (!done) return complain(done.error());
    std::cout << (*done ? "cancelled" : "asked to end") << '\n';
  } else if (!asked.own.at("--replay").empty()) {
    const auto job = me.replay(id("--replay"));
    if (!job) return complain(job.error());
    std::cout << to_string(*job) << '\n';
  } else {
    pawl::storage::list_filter of;
    of.handler = asked.own.at("--dead-letters");
    const auto letters = me.dead_letters(of);
    if (!letters) return complain(letters.error());
    for (const pawl::dead_letter& each : letters->letters)
      std::cout << to_string(each.job.id) << ' ' << each.payload << ' ' << each.job.error->code
                << ": " << each.job.error->message << '\n';
  }
  return 0;
}

}  // namespace service_jobs

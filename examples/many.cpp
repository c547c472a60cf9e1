// SPDX-License-Identifier: BSL-1.0
// Many jobs at once: ranges that are submitted, lists that page by themselves, what is done to all
// of them, and events as they happen.
#include <filesystem>
#include <iostream>
#include <ranges>
#include <sstream>
#include <string>

#include <pawl/runtime/subscription.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

using namespace std::chrono_literals;

struct row {
  int number{};
  std::string text;
};
struct unreadable : pawl::error_class<"unreadable", pawl::retryability::retryable> {};

struct import_row : pawl::job<"many.import", pawl::lifecycles::service, pawl::errors<unreadable>,
                              pawl::retry<pawl::attempts<1>>> {
  outcome<void> operator()(context& ctx, row in) const {
    ctx.log("row " + std::to_string(in.number));
    if (in.text.empty()) return fail<unreadable>("the row is empty");
    return {};
  }
};

/// Reads a file line by line, as it is gone over.
auto rows_of(std::istream& file) {
  return std::views::iota(1) | std::views::transform([&file](int number) {
           row out{number, {}};
           std::getline(file, out.text);
           return out;
         });
}

int main() {
  const std::string path = std::filesystem::temp_directory_path() / "pawl-many-example.db";
  std::filesystem::remove(path);
  pawl::service jobs{pawl::storage::sqlite<>::open(path).value(), import_row{}};
  auto acme = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  std::istringstream file("one\n\nthree\nfour\n\n");

  // [ranges]
  // Whatever can be gone over: a container, a view, a generator. Each chunk of 1000 is one commit.
  auto rows = rows_of(file) | std::views::take(5);
  for (const auto& answer : acme.submit_all<import_row>(rows))
    if (!answer) std::cerr << describe(answer.error()) << '\n';
  // Without a bound: the answers go to a function, or are only counted.
  const auto later = [](int number) { return row{number, "later"}; };
  const auto source = std::views::iota(0, 2500) | std::views::transform(later);
  const pawl::submit_counts counts =
      acme.submit_all<import_row>(source, pawl::only_counted, {.delay = 1h});
  std::cout << counts.accepted << " accepted, " << counts.refused << " refused\n";
  // [end]

  // [events]
  pawl::subscription events = acme.subscribe();  // the tenant's, from now on
  // [end]
  if (auto started = jobs.start({.workers = 1}); !started) return 1;
  // [event loop]
  int ended = 0;
  while (ended < 5) {
    const auto told = events.next(10s);
    if (!told) break;         // none came, or it is over: events.ended()
    if (told->gap) continue;  // something is no longer kept: read the present anew
    if (told->event.to == "succeeded" || told->event.to == "dead_lettered") ++ended;
  }
  std::cout << ended << " have ended\n";
  // [end]

  // [lists]
  const pawl::job_list done = acme.jobs({.state = pawl::lifecycles::service::succeeded});
  for (const pawl::job_record& each : done | std::views::take(2))
    std::cout << each.handler << ' ' << each.state << '\n';
  if (done.error() != nullptr) std::cerr << describe(*done.error()) << '\n';
  // [end]

  // [history]
  for (const pawl::dead_letter& letter : acme.letters<import_row>())
    for (const pawl::job_event& each : acme.history(letter.job.id))
      if (each.kind == pawl::event_kind::message) std::cout << each.message << '\n';
  // [end]

  // [bulk]
  // As many as were seen, or nothing is done.
  const auto wrong = acme.cancel_all({.state = "pending"}, 10);
  std::cout << pawl::name_of(wrong.error().code) << '\n';
  const auto cancelled = acme.cancel_all({.handler = "many.import", .state = "pending"}, 2500,
                                         "the file was the wrong one");
  std::cout << cancelled->done << " cancelled, " << cancelled->asked_to_end << " asked to end, "
            << cancelled->gone << " gone meanwhile, " << cancelled->refused << " refused\n";
  const auto replayed = acme.replay_all<import_row>(2);
  std::cout << replayed->done << " dead letters submitted again\n";
  // [end]
  jobs.stop();
  std::filesystem::remove(path);
}

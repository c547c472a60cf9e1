// SPDX-License-Identifier: BSL-1.0
// One of the two programs: a service that submits jobs of its own and runs what it knows, until it
// is killed. Its arguments are where its store is, the file for its effects, and the first number
// of its orders. It writes a line for each submission that the store has acknowledged:
// `s <job> <type> <number> <key>`, the key being `-` if there is none; and `e <sentence>` for what
// must not be.
//
// SIGUSR1 ends its submissions; SIGTERM ends it in good order.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#if PAWL_TEST_WITH_POSTGRES
#include <pawl/storage/postgres.hpp>
#endif

#include "jobs.hpp"

namespace two_programs {

using namespace std::chrono_literals;

inline void tell(const std::string& line) {
  if (::write(STDOUT_FILENO, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    ::_exit(3);
}

/// Submits without a pause for as long as the store takes it, and in small portions: a program is
/// killed between the commit and the line that tells of it as well.
template <class Session, class Shared, class Own>
class customer {
 public:
  customer(Session me, std::int64_t first_number) : me_(me), next_(first_number) {}

  void buy(const std::atomic<bool>& enough) {
    while (!enough) {
      bool all_taken = true;
      std::vector<order> orders(10);
      for (order& each : orders) each.number = next_++;
      all_taken &= submit<counted>(orders, "counted");
      std::vector<named_order> named;
      for (int i = 0; i < 5; ++i) {
        const std::int64_t number = next_++;
        named.push_back({std::to_string(number), number});
      }
      all_taken &= submit<Own>(named, "own");
      std::vector<runtime_input<Shared>> shared(10);
      for (auto& each : shared) each.number = next_++;
      all_taken &= submit<Shared>(shared, "shared");
      submit_with_key();
      std::this_thread::sleep_for(all_taken ? 5ms : 20ms);
    }
  }

 private:
  template <class H>
  using runtime_input = pawl::runtime::detail::input_type<H>;

  template <class H, class Input>
  bool submit(const std::vector<Input>& inputs, const char* type) {
    const auto made = me_.template submit_all<H>(inputs);
    std::string lines;
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (!made[i]) continue;
      lines += "s " + to_string(made[i]->id) + ' ' + type + ' ' + std::to_string(inputs[i].number) +
               " -\n";
    }
    if (!lines.empty()) tell(lines);
    return made.back().has_value();
  }

  /// The other program uses the same keys at the same time, and sometimes with another order.
  void submit_with_key() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::int64_t number = -(now / 20ms);
    const std::string key = "key" + std::to_string(number);
    const auto made = me_.template submit<counted>({number}, pawl::submit_options{.key = key});
    if (!made) return;
    tell("s " + to_string(made->id) + " counted " + std::to_string(number) + ' ' + key + '\n');
    const auto other = me_.template submit<counted>({number - 1}, pawl::submit_options{.key = key});
    if (other) tell("e " + key + " was taken for two orders\n");
  }

  Session me_;
  std::int64_t next_;
};

template <class Shared, class Own, class Store>
int run(std::unique_ptr<Store> store, const std::string& effects_file, std::int64_t first_number) {
  const effects world(effects_file);
  // Before there are threads, so that none of them takes the signals.
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGUSR1);
  sigaddset(&awaited, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &awaited, nullptr);

  pawl::service jobs{std::move(store), counted(world), trace(world), Shared(world), Own(world)};
  if (const auto started = jobs.start({.workers = 4,
                                       .prefetch = 16,
                                       .maintenance = 100ms,
                                       .high_watermark = 300,
                                       .adaptive = {.enabled = false}});
      !started) {
    tell("e it does not start: " + describe(started.error()) + '\n');
    return 1;
  }
  std::atomic<bool> enough{false};
  customer<decltype(jobs.as({})), Shared, Own> first(
      jobs.as({.tenant = "acme", .user = "ann", .organisation = {}}), first_number);
  std::thread submitting([&] { first.buy(enough); });
  for (int which = 0; ::sigwait(&awaited, &which) == 0;) {
    enough = true;
    if (which == SIGTERM) break;
  }
  submitting.join();
  jobs.stop();
  return 0;
}

/// `<program> sqlite <file> <effects> <first number>`, or `postgres <schema> …`.
template <class Shared, class Own>
int main_of(int count, char** words) {
  if (count != 5) return 2;
  const std::string place = words[2];
  const std::int64_t first_number = std::stoll(words[4]);
  const auto opened = [&](auto store) {
    if (!store) {
      tell("e its store does not open: " + describe(store.error()) + '\n');
      return 1;
    }
    return run<Shared, Own>(*std::move(store), words[3], first_number);
  };
#if PAWL_TEST_WITH_POSTGRES
  if (words[1] == std::string("postgres"))
    return opened(pawl::storage::postgres<>::open("", {.schema = place}));
#endif
  // Durable against the death of a process is what both levels are; full would only be slower.
  return opened(pawl::storage::sqlite<>::open(
      place, {.durability = pawl::storage::durability_level::normal}));
}

}  // namespace two_programs

// SPDX-License-Identifier: BSL-1.0
// Prints a registry in which everything has happened, with names that are as bad as they get.
#include <pawl/observe/metrics.hpp>
#include <pawl/observe/prometheus.hpp>

#include <iostream>
#include <string>

int main() {
  using namespace pawl::observe;
  using namespace std::chrono_literals;
  metrics all;
  for (const std::string type : {"deck.convert", "a\"b\\c\nd", "\xFF\xC0 no UTF-8", "Müller", ""}) {
    job_metrics& m = all.of(type);
    m.submitted(3);
    m.shed();
    m.queue_depth(2);
    m.started(1ms);
    m.left_stage(type, 1500ms);
    m.retried(type);
    m.stopped();
    m.restarted();
    m.finished({job_outcome::succeeded, 100h, 2, {}});
    m.finished({job_outcome::failed, 40ms, 1, type});
    m.finished({job_outcome::dead_lettered, 40us, 9, "network_timeout"});
    m.finished({.outcome = job_outcome::cancelled});
    m.lease_lost();
    m.stuck();
    m.callback_given_up();
  }
  all.claimed(5);
  all.committed(7);
  all.store_failed();
  all.workers_busy(5);
  all.concurrency_limit(8);
  std::cout << to_prometheus(all);
}

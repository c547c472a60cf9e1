// SPDX-License-Identifier: BSL-1.0
// Releases of a program beside each other on one file.
#include <pawl/storage/sqlite.hpp>

#include "directory.hpp"
#include "lonely.hpp"
#include "upgrades.hpp"

namespace {

using namespace pawl;
using namespace pawl::testing;
using file_store = storage::sqlite<manual_clock>;

class file_place : public upgrades::place {
 public:
  explicit file_place(bool guarded) : guarded_(guarded) {}
  std::unique_ptr<storage::store> open(const manual_clock& clock) override {
    auto opened = file_store::open(
        directory_ / "jobs.db",
        {.durability = storage::durability_level::normal, .guarded = guarded_}, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    return *std::move(opened);
  }

 private:
  support::fresh_directory directory_{};
  bool guarded_;
};

}  // namespace

std::unique_ptr<upgrades::place> upgrades::fresh_place(bool guarded) {
  return std::make_unique<file_place>(guarded);
}

namespace {

using upgrades::site;
using upgrades::submit_many;

TEST_CASE("a job whose handler no living process knows is taken back by any other", "[SVC-15]") {
  const support::fresh_directory directory;
  int opened = 0;
  support::check_that_lonely_jobs_are_taken_back([&](manual_clock clock) {
    const std::string path = directory / (std::to_string(opened++ / 3) + ".db");
    return storage::sqlite<manual_clock>::open(path, {}, clock).value();
  });
}

TEST_CASE(
    "upgrading: a claim costs an old process the same, however many newer jobs it passes over") {
  const auto cost_behind = [](int newer) {
    site here;
    const auto before = here.start({&law_jobs::plain});
    const auto after = here.start({&law_jobs::newer_plain});
    // Ready, due, and of as many tenants: in front of everything that the old process can take.
    submit_many(*after, law_jobs::newer_plain, newer,
                [](storage::submit& op, int) { op.payload_version = 2; });
    submit_many(*after, law_jobs::newer_plain, newer, [](storage::submit& op, int i) {
      op.payload_version = 2;
      op.who.tenant = "tenant " + std::to_string(i);
    });
    const auto worker = before->worker();
    submit_many(*before, law_jobs::plain, 20, [](storage::submit&, int) {});
    CHECK(before->claim(worker, 5).size() == 5);  // the file is read once
    auto& file = static_cast<file_store&>(before->on.store);
    const std::int64_t pages = file.pages_used();
    CHECK(before->claim(worker, 5).size() == 5);
    return file.pages_used() - pages;
  };
  const std::int64_t few = cost_behind(100);
  const std::int64_t many = cost_behind(10'000);
  INFO(few << " and " << many << " pages");
  CHECK(many <= few + few / 4);  // the tree is a level deeper
}

}  // namespace

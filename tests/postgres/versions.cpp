// SPDX-License-Identifier: BSL-1.0
// Releases of a program beside each other in one schema.
#include <pawl/testing/postgres_store.hpp>

#include "server.hpp"
#include "storage/upgrades.hpp"

namespace {

using namespace pawl;
using namespace pawl::testing;

class schema_place : public upgrades::place {
 public:
  explicit schema_place(bool guarded) : guarded_(guarded) {}
  std::unique_ptr<storage::store> open(const manual_clock& clock) override {
    auto opened = postgres_store::open("", {.schema = schema_, .guarded = guarded_}, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    return *std::move(opened);
  }

 private:
  std::string schema_ = server::fresh_schema("versions");
  bool guarded_;
};

}  // namespace

std::unique_ptr<upgrades::place> upgrades::fresh_place(bool guarded) {
  return std::make_unique<schema_place>(guarded);
}

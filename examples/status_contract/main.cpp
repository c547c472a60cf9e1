// SPDX-License-Identifier: BSL-1.0
// Asynchronous endpoints under one contract: 202 with a status URL, and the same status for all.
#include "access.hpp"
#include "indexing.hpp"
#include "systems/host.hpp"

int main(int argc, char** argv) {
  const auto asked = systems::read_options(
      argc, argv,
      {.name = "status_contract",
       .summary = "Indexes records, and tells how far it is.",
       .own = {{"--records", "", "where they are, each a file called like its subject"},
               {"--indexes", "", "where their indexes are written"},
               {"--access", "",
                "who may see which subject: 'ann: s1 s2', or *; all three are\n"
                "                   beside the database unless said"}}});
  if (!asked) return asked.error();
  const std::filesystem::path records = systems::place_of(*asked, "--records", ".records");
  const std::filesystem::path indexes = systems::place_of(*asked, "--indexes", ".indexes");
  std::filesystem::create_directories(records);
  std::filesystem::create_directories(indexes);
  const std::filesystem::path allowed = systems::place_of(*asked, "--access", ".access");
  if (!std::filesystem::exists(allowed)) std::ofstream(allowed) << "visitor: *\n";
  auto access = std::make_shared<status_contract::access_list>(allowed);
  return systems::on_store(*asked, [&](auto store) {
    status_contract::index index;
    index.records = records;
    index.indexes = indexes;
    status_contract::search search;
    search.indexes = indexes;
    pawl::service jobs{std::move(store), std::move(index), std::move(search)};
    return systems::serve<pawl::http::read_only, pawl::http::submit, pawl::http::control,
                          pawl::http::callbacks, pawl::http::events, pawl::http::metrics,
                          pawl::http::dashboard>(
        jobs, *asked, {},
        {.may_see = [access](const auto& by, const auto& job) { return (*access)(by, job); },
         .may_submit =
             [access](const auto& by, const auto&, std::string_view subject) {
               return access->allows(by.who.user, std::string(subject));
             },
         .may_count = [access](const auto& by) { return access->allows_all(by.who.user); },
         .view = pawl::http::views::status});
  });
}

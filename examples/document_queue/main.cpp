// SPDX-License-Identifier: BSL-1.0
// Crypto-blind document processing: a queue that retries three times, one second apart.
#include "processing.hpp"
#include "room.hpp"
#include "systems/host.hpp"

int main(int argc, char** argv) {
  const auto asked = systems::read_options(
      argc, argv,
      {.name = "document_queue",
       .summary = "Counts and hashes documents without looking at what they mean.",
       .own = {{"--files", "", "the folder where they are; else beside the database"},
               {"--largest", "1048576", "bytes of a document"},
               {"--room", "0", "bytes that must be free there; else queued documents fail"}}});
  if (!asked) return asked.error();
  const auto bytes = [&](const char* option) {
    return static_cast<std::uintmax_t>(std::strtoull(asked->own.at(option).c_str(), nullptr, 10));
  };
  const std::filesystem::path folder = systems::place_of(*asked, "--files", ".files");
  std::filesystem::create_directories(folder);
  return systems::on_store(*asked, [&](auto store) {
    document_queue::process process;
    process.folder = folder;
    process.most_bytes = bytes("--largest");
    pawl::service jobs{std::move(store), std::move(process)};
    systems::block_ends();
    const document_queue::room_watch watch(jobs, folder, bytes("--room"));
    return systems::serve<pawl::http::read_only, pawl::http::submit, pawl::http::control,
                          pawl::http::events, pawl::http::metrics, pawl::http::dashboard>(
        jobs, *asked, {}, {.view = pawl::http::views::document});
  });
}

// SPDX-License-Identifier: BSL-1.0
// Resource exhaustion: while there is no room to work in, queued documents fail instead of waiting
// for nothing. What runs goes on.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include <pawl/service.hpp>

#include "processing.hpp"

namespace document_queue {

template <class Service>
class room_watch {
 public:
  /// Looks twice a second whether so many bytes are free where the documents are; zero: never.
  room_watch(Service& jobs, std::filesystem::path folder, std::uintmax_t least)
      : jobs_(jobs), folder_(std::move(folder)), least_(least) {
    if (least_ != 0) thread_ = std::jthread([this](const std::stop_token& end) { watch(end); });
  }

 private:
  void watch(const std::stop_token& end) {
    std::mutex mutex;
    std::condition_variable_any wakes;
    std::unique_lock lock(mutex);
    while (!end.stop_requested()) {
      std::error_code unknown;
      const auto space = std::filesystem::space(folder_, unknown);
      if (!unknown && space.available < least_) fail_what_is_queued();
      wakes.wait_for(lock, end, std::chrono::milliseconds{500}, [] { return false; });
    }
  }
  void fail_what_is_queued() {
    pawl::storage::list_filter queued;
    queued.handler = "document.process";
    queued.states = {"QUEUED"};
    queued.limit = 200;
    const auto page = jobs_.store().list(pawl::storage::scope::every_tenant(), queued);
    if (!page) return;  // the store is away: the next look finds them
    for (const pawl::job_record& each : page->jobs) {
      pawl::storage::raise no_room{.scope = pawl::storage::scope::tenant(each.tenant),
                                   .id = each.id};
      no_room.event = "abort";
      no_room.error = pawl::failure_info{
          .code = std::string(std::string_view(error::resource_limit_exceeded::code)),
          .message = "there is no room to process documents",
          .detail = folder_.string()};
      pawl::principal system{.tenant = each.tenant, .user = "room watch", .organisation = {}};
      system.trigger = pawl::trigger::system;
      // Refused if a worker was faster: then it is not queued any more.
      static_cast<void>(jobs_.as(std::move(system)).raise(std::move(no_room)));
    }
  }

  Service& jobs_;
  std::filesystem::path folder_;
  std::uintmax_t least_;
  std::jthread thread_{};
};

}  // namespace document_queue

// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/remote.hpp>

#include <pawl/lifecycles/video.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using pawl::detail::is_remote;
using video = lifecycles::video;

struct runs_everything {};
struct exports_elsewhere {
  using remote = remote_states<video::EXPORTING, video::REGENERATING>;
};

TEST_CASE("a state is remote if its handler says so, and no other is") {
  STATIC_REQUIRE(is_remote<exports_elsewhere, video>(video::EXPORTING));
  STATIC_REQUIRE(is_remote<exports_elsewhere, video>(video::REGENERATING));
  STATIC_REQUIRE_FALSE(is_remote<exports_elsewhere, video>(video::GENERATING));
  STATIC_REQUIRE_FALSE(is_remote<exports_elsewhere, video>(video::CREATED));
  STATIC_REQUIRE_FALSE(is_remote<runs_everything, video>(video::EXPORTING));
  STATIC_REQUIRE_FALSE(is_remote<runs_everything, video>(static_cast<video::state>(99)));
}

}  // namespace

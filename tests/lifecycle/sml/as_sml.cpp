// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/sml/as_sml.hpp>

#include <pawl/lifecycles/deck.hpp>

#include "support/catch.hpp"

namespace {

namespace sml = boost::sml;
using pawl::at;
using pawl::occurs;
using pawl::lifecycles::deck;

TEST_CASE("a lifecycle runs as a Boost.SML machine") {
  sml::sm<pawl::as_sml<deck>> job;
  CHECK(job.is(sml::state<at<deck::pending>>));
  CHECK_FALSE(job.process_event(occurs<deck::succeed>{}));
  CHECK(job.process_event(occurs<deck::start>{}));
  CHECK(
      job.process_event(occurs<deck::fail>{{.attempt = 1, .max_attempts = 2, .retryable = true}}));
  CHECK(job.is(sml::state<at<deck::running>>));
  CHECK(
      job.process_event(occurs<deck::fail>{{.attempt = 2, .max_attempts = 2, .retryable = true}}));
  CHECK(job.is(sml::state<at<deck::failed>>));
  CHECK_FALSE(job.process_event(occurs<deck::cancel>{}));
}

}  // namespace

// SPDX-License-Identifier: BSL-1.0
// What the dashboard's test looks at: a service with one job type whose jobs do what their document
// is called, and one whose jobs wait for people. Prints its address and ends with its input. A
// second argument is a file of tokens to follow.
#include <iostream>
#include <thread>

#include <pawl/http/server.hpp>
#include <pawl/http/token_file.hpp>
#include <pawl/schedules.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

#include "../../examples/jobs/deck.hpp"

namespace {

namespace http = pawl::http;
using namespace pawl::literals;

/// As the deck specification has it, but it does not wait long before it tries again.
using quick_job =
    pawl::job<"deck.convert", pawl::lifecycles::deck, pawl::convert_stages, pawl::deck_priority,
              pawl::errors<pawl::error::network_timeout, pawl::error::unsupported_format>,
              pawl::retry<pawl::attempts<2>, pawl::fixed<50_ms>,
                          pawl::retry_on<pawl::error::network_timeout>>>;

struct convert : quick_job {
  outcome<deck_jobs::convert_output> operator()(context& ctx, deck_jobs::convert_input in) const {
    ctx.enter<"validating_input">();
    if (in.document == "dead") return fail<pawl::error::network_timeout>("no answer");
    if (in.document == "wrong") return fail<pawl::error::unsupported_format>("this is no deck");
    if (in.document == "slow")
      for (;;) {
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        ctx.stop_here();
      }
    ctx.progress(5, in.source_uri);
    return deck_jobs::convert_output{"decks/" + in.document, 12};
  }
};

/// Waits until it is told to go on.
struct review_lifecycle : pawl::lifecycle {
  static constexpr auto name = "review";
  enum class state { drafted, asked, printing, printed, dropped };
  enum class event { approve, start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  static constexpr auto table = transitions(
      kinds(dormant(drafted), ready(asked), active(printing), success(printed), cancelled(dropped)),
      drafted + on(approve) = asked, asked + on(start) = printing, printing + on(succeed) = printed,
      printing + on(fail) = dropped, printing + on(lose) = dropped, live + on(cancel) = dropped);
};
struct review_input {
  std::string text;
};
struct review : pawl::job<"desk.review", review_lifecycle, pawl::errors<>, pawl::schedulable> {
  outcome<void> operator()(context&, review_input) const { return {}; }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) return 2;
  auto store = pawl::storage::sqlite<>::open(argv[1]);
  if (!store) return 1;
  pawl::service jobs{*std::move(store), convert{}, review{}};
  // Most of its jobs are made to fail; that must not keep the others back.
  if (!jobs.start({.workers = 2,
                   .lease_check_interval = std::chrono::milliseconds{50},
                   .adaptive = {.enabled = false},
                   .name = "fixture"}))
    return 1;
  auto tokens = std::make_shared<http::bearer_tokens>();
  const auto of = [](std::string tenant) {
    return pawl::principal{.tenant = std::move(tenant), .user = "ann", .organisation = {}};
  };
  if (!jobs.as(of("acme"))
           .schedule<review>("weekly", pawl::repeat_every(std::chrono::hours{168}), {"the week"}))
    return 1;
  tokens->add("let me in", {of("acme"), http::permissions::all()});
  tokens->add("only looking", {of("acme"), {http::permission::read}});
  tokens->add("from elsewhere", {of("globex"), http::permissions::all()});
  tokens->add("for the house", {of("root"), http::permissions::all()});
  std::shared_ptr<http::authenticator> auth = tokens;
  if (argc == 3)
    auth = std::make_shared<http::token_file>(
        argv[2], http::token_file_options{.check_every = std::chrono::milliseconds{0}});
  http::api<http::read_only, http::submit, http::control, http::callbacks, http::events,
            http::metrics, http::dashboard>
      api{jobs, {.auth = auth}};
  http::server server{api};
  if (!server.start()) return 1;
  std::cout << server.url() << std::endl;
  std::cin.get();
  server.stop();
  jobs.stop();
  return 0;
}

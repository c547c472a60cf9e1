// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>

#include <pawl/job/jobs.hpp>
#include <pawl/runtime/engine/ephemeral.hpp>
#include <pawl/runtime/engine/submission.hpp>
#include <pawl/storage/policy.hpp>

namespace pawl::detail {

/// What a job type needs of the store that its service runs on.
template <class Store, class H>
struct rule_store_survives {
  static constexpr bool holds = H::job_type::is_ephemeral || Store::survives_the_process;
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id
        << " is durable, but this storage does not survive its process; use one that does, make "
           "the job ephemeral, or, in a test, use pawl::testing::memory_store";
  }
};

template <class Store>
consteval bool store_counts() {
  if constexpr (requires { Store::counts; })
    return Store::counts;
  else
    return true;
}

template <class Store, class H>
struct rule_store_counts {
  static constexpr bool holds = H::job_type::limits::all().size() == 0 || store_counts<Store>();
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id
        << " has a limit, but this storage says that it cannot count; use one that can, or drop "
           "the limit";
  }
};

template <class Store>
struct rule_is_store {
  static constexpr bool holds = storage::job_storage<Store>;
  static constexpr void write(auto& out) {
    out << "pawl: a service is given " << type_name<Store>()
        << " where its store belongs; give it a std::unique_ptr to one, as "
           "pawl::storage::sqlite<>::open(path).value()";
  }
};

template <class... Handlers>
struct rule_has_handlers {
  static constexpr bool holds = sizeof...(Handlers) != 0;
  static constexpr void write(auto& out) {
    out << "pawl: a service without handlers runs nothing; give it one for each of its job types, "
           "as in pawl::service jobs{std::move(store), report{}}, or use pawl::client to submit";
  }
};

/// Each rule may rely on those before it.
template <class Store, class... Handlers>
using broken_service_rule =
    typename first_broken<rule_is_store<Store>, rule_has_handlers<Handlers...>,
                          rule_for_each<broken_handler_rule<Handlers>...>,
                          rule_ids_differ<Handlers...>,
                          rule_for_each<rule_store_survives<Store, Handlers>...>,
                          rule_for_each<rule_store_counts<Store, Handlers>...>,
                          rule_for_each<rule_memory_is_there<Handlers>...>>::type;

template <class Store, class... Handlers>
concept sound_service = __is_same(broken_service_rule<Store, Handlers...>, every_rule_holds);

template <class H>
struct rule_outlives_submitter {
  static constexpr bool holds = !H::job_type::is_ephemeral;
  static constexpr void write(auto& out) {
    out << "pawl: an ephemeral job runs in the process that submits it; give its handler to a "
           "service";
  }
};

template <class Store, class... Handlers>
using broken_client_rule =
    typename first_broken<rule_is_store<Store>, rule_for_each<broken_handler_rule<Handlers>...>,
                          rule_for_each<rule_outlives_submitter<Handlers>...>,
                          rule_for_each<rule_store_survives<Store, Handlers>...>,
                          rule_for_each<rule_store_counts<Store, Handlers>...>>::type;

template <class Store, class... Handlers>
concept sound_client = __is_same(broken_client_rule<Store, Handlers...>, every_rule_holds);

// In pieces, as clang prints them, and not composed: every program forms some of them.
using store_is_kept = refused<"pawl: a service owns its store;",
                              "write std::move(store), or give it", "what open returns">;
using handlers_are_given =
    refused<"pawl: a service is given its store", "and then one object of each",
            "handler, as in {std::move(store),", "report{}}">;
using handlers_are_listed =
    refused<"pawl: a client takes the list of its", "job types; write", "pawl::jobs<handler>{}">;
using nobody_asks = refused<"pawl: jobs are submitted and looked", "at in the name of a principal;",
                            "write jobs.as({.tenant = ...}) and", "ask that">;

using service_is_started =
    refused<"pawl: a service runs its jobs on", "threads of its own; call start() and",
            "stop(), or", "pawl::run_until_signal(jobs)">;

using named_principal = refused<"pawl: as(...) takes a principal;",
                                "write jobs.as({.tenant = \"acme\",", ".user = \"ann\"})">;

using service_outlives_session = refused<"pawl: a session must not outlive its",
                                         "service; give the service a name,", "and ask that">;

using pause_without_type =
    refused<"pawl: a job type is paused, drained", "and resumed; write pause<handler>(),",
            "drain<handler>() or", "resume<handler>()">;

using client_runs_nothing =
    refused<"pawl: a client runs nothing, it only", "submits; give the handlers to a",
            "pawl::service, and start that">;

using configure_without_type = refused<"pawl: a limit belongs to a job type;",
                                       "write configure<handler>(\"limit\",", "count)">;

using options_are_named =
    refused<"pawl: start takes options by their", "names; write", "jobs.start({.workers = 4})">;

template <class H>
struct limit_name_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id << " has no limit of that name; name one of its pawl::limits<...>";
  }
};

/// The name of a limit that an operator may set. One that is written in the source is looked up by
/// the compiler, one that comes from elsewhere by the store.
template <class H>
struct limit_of {
  text name{};

  template <std::size_t Size>
  consteval limit_of(const char (&limit)[Size]) : name(limit, Size - 1) {
    bool found = false;
    for (const auto& each : H::job_type::limits::all()) found = found || each.name == name;
    refuse_unless<because<limit_name_sentence<H>>>(found);
  }
  constexpr limit_of(text limit) : name(limit) {}
  constexpr limit_of(std::string_view limit) : name(limit.data(), limit.size()) {}
  constexpr limit_of(const std::string& limit) : name(limit.data(), limit.size()) {}
  // By reference: a literal is no pointer, and is looked up above.
  template <class Pointer>
    requires(__is_same(Pointer, const char*))
  constexpr limit_of(const Pointer& limit) : name(limit, __builtin_strlen(limit)) {}
};

template <class... Given>
struct only_of {
  using type = void;
};
template <class Given>
struct only_of<Given> {
  using type = Given;
};
template <class... Given>
using only = typename only_of<Given...>::type;

/// Refuses what is asked of a service, or a client, and belongs to a session.
struct asked_in_no_name {
  template <class H, class Because = nobody_asks>
  storage::result<job_ref<H>> submit(const runtime::detail::input_type<H>&,
                                     const submit_options& = {}) = PAWL_DELETE("pawl: use as(...)");
  template <auto = 0, class Because = nobody_asks>
  anything submit(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything result(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything status(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything wait(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything cancel(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything raise(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything list(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class H, class Because = nobody_asks>
  anything submit_all(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything subscribe(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything reschedule(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class H, class Because = nobody_asks>
  storage::result<std::int64_t> schedule(const std::string&, const auto&,
                                         const runtime::detail::input_type<H>&) =
      PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything schedules(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything events(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything dead_letters(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything replay(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = nobody_asks>
  anything dead_letter(const auto&...) = PAWL_DELETE("pawl: use as(...)");
  template <class Because = service_is_started>
  anything run(const auto&...) = PAWL_DELETE("pawl: use start(...)");
};

template <class T>
inline constexpr bool is_unique_ptr = false;
template <class T>
inline constexpr bool is_unique_ptr<std::unique_ptr<T>> = true;

}  // namespace pawl::detail

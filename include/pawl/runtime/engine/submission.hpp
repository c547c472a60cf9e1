// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdlib>

#include <pawl/codec/sha256.hpp>
#include <pawl/job/awaited.hpp>
#include <pawl/job/type.hpp>
#include <pawl/policies/limits/key_of.hpp>
#include <pawl/runtime/engine/inputs.hpp>
#include <pawl/runtime/engine/payload.hpp>
#include <pawl/runtime/engine/session_backend.hpp>
#include <pawl/storage/policy.hpp>
#include <pawl/storage/schedule.hpp>

namespace pawl {

namespace detail {

template <class H, class... Handlers>
inline constexpr bool is_registered = (__is_same(H, Handlers) || ...);

template <class Priority>
struct level_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: the job type has no such priority level; the levels are ";
    say_list(out, level_names<Priority>::all.names, Priority::count);
  }
};

template <class L>
struct event_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: lifecycle " << spoken_name<L>() << " has no such event; its events are ";
    say_list(out, names_of<typename L::event>.names, names_of<typename L::event>.count);
  }
};

template <class L, class Event>
struct foreign_event_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << type_name<Event>() << " is not the enum of the events of lifecycle "
        << spoken_name<L>() << "; raise one of its own";
  }
};

/// The name of a level of a priority. One that is written in the source is looked up by the
/// compiler, one that comes from elsewhere when the job is submitted.
template <class Priority>
struct level_of {
  text name{};

  constexpr level_of() = default;
  template <std::size_t Size>
  consteval level_of(const char (&level)[Size]) : name(level, Size - 1) {
    refuse_unless<because<level_sentence<Priority>>>(name.empty() ||
                                                     find_level<Priority>(name) < Priority::count);
  }
  template <class Pointer>
    requires(__is_same(Pointer, const char*))
  constexpr level_of(const Pointer& level) : name(level) {}
  constexpr level_of(const std::string& level) : name(level.data(), level.size()) {}
};

/// The name of an event of a lifecycle, looked up by the compiler.
template <class L>
struct event_of {
  text name{};

  template <std::size_t Size>
  consteval event_of(const char (&event)[Size]) : name(event, Size - 1) {
    bool found = false;
    for (std::size_t i = 0; i < names_of<typename L::event>.count; ++i)
      found = found || names_of<typename L::event>.names[i] == name;
    refuse_unless<because<event_sentence<L>>>(found);
  }
};

/// The options of a submission, with the levels of the job type.
template <class H>
struct options_of {
  using type = submit_options;
};
template <is_handler H>
struct options_of<H> {
  using type = basic_submit_options<level_of<typename H::job_type::priority>>;
};

template <class Level>
submit_options plain(const basic_submit_options<Level>& options) {
  return {
      options.key,         std::string(options.priority.name.data(), options.priority.name.size()),
      options.delay,       options.run_at,
      options.depends_on,  options.retry,
      options.timeout,     options.subject,
      options.correlation, options.traceparent,
      options.metadata};
}
inline const submit_options& plain(const submit_options& options) { return options; }

/// What `submit` may be given as the input itself.
template <class H, class Given>
inline constexpr bool is_input_of =
    std::is_convertible_v<const Given&, const runtime::detail::input_type<H>&>;

/// Whether `submit` is given something else than an input and options.
template <class H, class First = void, class... More>
inline constexpr bool are_members = !is_input_of<H, First>;
template <class H>
inline constexpr bool are_members<H, void> = false;

template <class H>
struct submit_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: submit<" << type_name<H>() << "> takes a "
        << type_name<runtime::detail::input_type<H>>() << ", or its members in braces: submit<"
        << type_name<H>() << ">({...})";
  }
};

struct submit_without_type {
  static constexpr void write(auto& out) {
    out << "pawl: submit does not see from an input which job is meant; write submit<handler>(...)";
  }
};

// In pieces, as clang prints them, and not composed: every program that submits forms them.
using result_without_type =
    refused<"pawl: an id does not say of which", "type the output of its job is; write",
            "result(pawl::job_ref<handler>{id})">;

using time_has_unit =
    refused<"pawl: a time to wait has a unit;", "write 10s, or", "std::chrono::seconds{10}">;

using new_time_is_named = refused<"pawl: reschedule takes a delay or a", "time by its name; write",
                                  "reschedule(job, {.delay = 5min}) or", "{.run_at = ...}">;

using list_by_filter = refused<"pawl: list takes a filter; write",
                               "list({.handler = \"shop.bill\"}), or", "list() for all">;

using replay_without_type = refused<"pawl: replay_all repeats the dead", "jobs of one type; write",
                                    "replay_all<handler>(count)">;

using wait_takes_a_time = refused<"pawl: wait takes a job and how long",
                                  "to wait for it at most, as in", "wait(job, 10s)">;
using cancelled_as_counted =
    refused<"pawl: cancel_all takes how many jobs", "the caller has seen; write",
            "cancel_all<handler>(count), or", "cancel_all({.state = ...}, count)">;
using raise_takes_an_event = refused<"pawl: raise tells a job of an event;", "name it too, as in",
                                     "raise(job, lifecycle::event)">;
using jobs_by_filter = refused<"pawl: jobs are listed by a filter;",
                               "write jobs({.state = \"failed\"}), or", "jobs() for all">;
using events_are_read = refused<"pawl: a subscription is read, and",
                                "calls nothing; loop over it, or call", "next(10s)">;
using subscribed_by_job = refused<"pawl: a subscription is to one job,",
                                  "or to all; write subscribe(job) or", "subscribe()">;
using asked_of_service = refused<"pawl: a service is started, stopped",
                                 "and notified, not a session; ask the", "service itself">;
using schedules_are_included =
    refused<"pawl: schedules are a header of", "their own; include", "<pawl/schedules.hpp>">;
using timetable_is_made =
    refused<"pawl: a schedule has a timetable;", "write pawl::cron_at(expression) or",
            "pawl::repeat_every(15min)">;
using schedule_without_type =
    refused<"pawl: schedule takes the handler,", "then a name, a timetable and the",
            "input; write schedule<handler>(name,", "pawl::cron_at(...), {...})">;
template <class H, class Other>
struct other_result_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: the job is one of " << type_name<Other>() << ", not of " << type_name<H>()
        << "; leave the type out, which the job itself knows";
  }
};

using submit_by_name = refused<"pawl: submit takes the handler,", "a type, not the id of its job;",
                               "write submit<handler>(...)">;

template <class Store, class Given>
inline constexpr bool is_own_connection = __is_same(Given, typename connection_of<Store>::type*);

template <class Store>
struct foreign_connection_sentence {
  static constexpr void write(auto& out) {
    using connection = typename connection_of<Store>::type;
    if constexpr (__is_same(connection, no_connection))
      out << "pawl: in(...) joins a transaction of yours, and this store has none to join; submit "
             "without it";
    else
      out << "pawl: in(...) takes a pointer to your own connection to the database; give "
             "it a "
          << type_name<connection>() << '*';
  }
};

template <class H, class Event>
inline constexpr bool is_event_of = true;  // refused before
template <is_handler H, class Event>
inline constexpr bool is_event_of<H, Event> = __is_same(Event, typename lifecycle_of<H>::event);

template <class Event>
struct no_event_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << type_name<Event>()
        << " is not the enum of the events of any lifecycle here; raise an event of the job itself";
  }
};

/// What `submit` and `replay` answer before it is looked at.
template <class T>
inline constexpr bool is_unread_answer = false;
template <class H>
inline constexpr bool is_unread_answer<storage::result<job_ref<H>>> = true;
template <>
inline constexpr bool is_unread_answer<storage::result<job_id>> = true;

template <class Given>
inline constexpr bool names_no_job = !std::is_convertible_v<const Given&, const job_id&>;

template <class Given>
inline constexpr bool names_nothing_to_follow =
    names_no_job<Given> && !std::is_convertible_v<const Given&, std::string>;

using subscriptions_are_included = refused<"pawl: a subscription is a header of",
                                           "its own; include", "<pawl/runtime/subscription.hpp>">;

/// Says why something given for a job is none.
template <class Given>
struct no_job_sentence {
  static constexpr void write(auto& out) {
    if constexpr (is_unread_answer<Given>)
      out << "pawl: the answer of a submission may be a refusal; look at it, and give the job in "
             "it, *job or job.value()";
    else if constexpr (std::is_convertible_v<const Given&, std::string_view>)
      out << "pawl: a text is no job_id; write pawl::parse_job_id(text), and look whether it is "
             "one";
    else
      out << "pawl: a job is asked for by what submit has returned, or by its job_id, not by "
          << type_name<Given>();
  }
};
/// For the overload of each call of a session that takes whatever is given in the place of a job.
template <class Given>
using because_no_job = because_if<names_no_job<Given>, no_job_sentence<Given>>;

template <class H>
struct unregistered_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " is not registered with this service; give it to the service, or submit to another";
  }
};

template <class H>
struct unscheduled_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: jobs of handler " << type_name<H>()
        << " are not scheduled; add pawl::schedulable to its policies";
  }
};

template <class H>
struct lost_schedule_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: jobs of handler " << type_name<H>()
        << " are ephemeral, and their schedules would be lost with the process; make them durable, "
           "or give the type a schedule of its own";
  }
};

/// The subject of a job in the words that are stored.
template <class T>
std::string subject_text(const T& value) {
  if constexpr (key_string<T>) {
    return {value.data(), value.size()};
  } else if constexpr (__is_enum(T)) {
    const text name = name_of(value);
    return {name.data(), name.size()};
  } else {
    return std::to_string(value);
  }
}

/// Adds what a job is about, if its type names that. Who may see a job depends on its subject, so
/// a submission cannot call it by another.
template <class Subject, class Input>
storage::result<void> add_subject(storage::submit& op, const Input& input) {
  if constexpr (Subject::is_needed) {
    std::string named = subject_text(Subject::read(input));
    if (named.empty())
      return storage::refuse(
          storage::errc::invalid,
          "a job of this type is about something; name its subject in the input");
    if (!op.subject.empty() && op.subject != named)
      return storage::refuse(storage::errc::invalid,
                             "the subject that was given is not that of the input; leave it out");
    op.subject = std::move(named);
  }
  return {};
}

/// Not std::sort, which is one of the larger templates.
inline void name_each_once(std::vector<job_id>& jobs) {
  if (jobs.size() < 2) return;
  std::qsort(jobs.data(), jobs.size(), sizeof(job_id), [](const void* a, const void* b) {
    const auto order = *static_cast<const job_id*>(a) <=> *static_cast<const job_id*>(b);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  });
  std::size_t kept = 0;
  for (const job_id& each : jobs)
    if (kept == 0 || jobs[kept - 1] != each) jobs[kept++] = each;
  while (jobs.size() > kept) jobs.pop_back();
}

/// Encodes an input. A job waits for those whose outputs its input holds.
template <class Codec, class Input>
expected<void, codec_error> encode_input(storage::submit& op, const Input& input,
                                         storage::shared_text& bytes) {
  if constexpr (!awaits_outputs<Input>) {
    return encode_into<Codec>(input, bytes);
  } else {
    awaited_outputs named;
    auto made = encode_into<Codec>(input, bytes);
    auto& on = op.depends_on;
    for (const auto& each : named.all) on.push_back(each->id);
    name_each_once(on);
    return made;
  }
}

/// Adds the input to a submission: as bytes, or, if it never becomes any, as it is, and the keys of
/// its limits. A key used with an input that cannot become bytes gives the first job back, whatever
/// the input is.
template <class H, class Input>
storage::result<void> add_input(storage::submit& op, Input&& input) {
  using job = typename H::job_type;
  using input_type = runtime::detail::input_type<H>;
  constexpr bool becomes_bytes = !job::is_ephemeral || serializable<input_type>;
  if (auto about = add_subject<typename job::subject>(op, input); !about) return about;
  job::limits::for_each(
      [&](auto limit) { op.limit_keys.push_back(key_of<decltype(limit)>(input, op.who)); });
  if constexpr (job::unique::rule.is_on && !job::unique::is_by_whole_payload)
    op.unique = job::unique::value_of(input, {});
  if constexpr (becomes_bytes) {
    // Only a key, or a job that is unique by all of it, is ever compared.
    constexpr bool is_compared = job::unique::is_by_whole_payload;
    if (!job::is_ephemeral || !op.key.empty() || is_compared) {
      storage::shared_text bytes;
      if (const auto made = encode_input<typename job::codec, input_type>(op, input, bytes); !made)
        return storage::refuse(storage::errc::invalid,
                               "the input cannot be encoded: " + describe(made.error()));
      if (!op.key.empty()) op.payload_hash = sha256_of(bytes.view());
      if constexpr (is_compared) {
        const std::string hash = sha256_of(bytes.view()).hex();
        op.unique = job::unique::value_of(input, text(hash));
      }
      if (!job::is_ephemeral) op.payload = std::move(bytes);
    }
  }
  // Not const: an input that cannot be copied may be moved out of it.
  if constexpr (job::is_ephemeral)
    op.object = std::make_shared<input_type>(std::forward<Input>(input));
  return {};
}

}  // namespace detail
}  // namespace pawl

namespace pawl::runtime::detail {

template <class H>
storage::result<void> add_scheduled(const storage::schedule& of, instant slot,
                                    storage::submit& job) {
  if (!of.payload.empty() || of.object != nullptr) {
    stored_input<H> input;
    if (const auto read = input.read(of.payload, of.payload_version, of.object); !read)
      return storage::refuse(storage::errc::invalid,
                             "the schedule's input cannot be read: " + describe(read.error()));
    return pawl::detail::add_input<H>(job, input.get());
  }
  if constexpr (pawl::detail::has_input_at<H>)
    return pawl::detail::add_input<H>(job, input_type<H>(H::input_at(slot)));
  else if constexpr (std::is_default_constructible_v<input_type<H>>)
    return pawl::detail::add_input<H>(job, input_type<H>{});
  else
    return storage::refuse(storage::errc::invalid, "the schedule has no input; give it one");
}

}  // namespace pawl::runtime::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <memory>
#include <string>

#include <pawl/detail/algorithm.hpp>
#include <pawl/job/arrival.hpp>
#include <pawl/job/awaited.hpp>
#include <pawl/job/task.hpp>
#include <pawl/job/type.hpp>
#include <pawl/runtime/engine/payload.hpp>
#include <pawl/runtime/engine/slot_keeper.hpp>

namespace pawl::runtime {

using pawl::detail::greatest;
using pawl::detail::least;

using pawl::detail::light_vector;

/// What a coroutine handler's run comes to besides the end that it has written.
struct has_ended {};

class driven_attempt;

/// A handler without its type: how to run an attempt of it, and how to tell it of a job's end.
///
/// A run writes what it came to into the attempt's `settle`: the end, and what goes with it.
struct runner {
  const job_descriptor* type = nullptr;
  const void* handler = nullptr;
  /// One of the two: a function that is run to its end, or a coroutine that is begun.
  void (*run)(const void* handler, attempt_backend& run, const storage::claimed& job,
              storage::settle& end) = nullptr;
  task<has_ended> (*begin)(const void* handler, attempt_backend& run, const storage::claimed& job,
                           storage::settle& end) = nullptr;
  /// Begins a coroutine, and ends its attempt when it has come to its end. Null if it is none.
  void (*drive)(std::shared_ptr<driven_attempt> run) = nullptr;
  /// Calls on_success or on_failure, if the handler has it. Answers why it was not called because
  /// what it is given cannot be read; empty if that is not so.
  std::string (*tell)(const void* handler, const storage::callback& ended) = nullptr;
  /// Tells it of an end of any kind, and hears what shall follow. Null if it does not want to know.
  void (*tell_end)(const void* handler, const job_record& ended, follow_ups& next) = nullptr;
  bool (*escalates)(text code) = nullptr;
  /// Whether a job with this payload may reach a state by an event from outside. Null if it guards
  /// none. What the handler has thrown instead of an answer is written to `thrown`.
  admission (*may_enter)(const void* handler, state_number to, const arrival& how,
                         std::string_view payload, unsigned version, std::string& thrown) = nullptr;

  /// Adds the input of a slot to a submission: the one that its schedule keeps, or one that is made
  /// for the slot. Null, like the next, if the job type is not scheduled.
  storage::result<void> (*add_scheduled)(const storage::schedule& of, instant slot,
                                         storage::submit& job) = nullptr;
  pawl::detail::light_ptr<slot_keeper> (*make_slot_keeper)(engine_core& core) = nullptr;

  [[nodiscard]] bool is_coroutine() const { return begin != nullptr; }
};

/// What the coroutine needs that drives a handler's: see `runner::drive`.
class driven_attempt : public attempt_backend {
 public:
  [[nodiscard]] virtual const runner& how() const = 0;
  [[nodiscard]] virtual const storage::claimed& job() const = 0;
  /// What the handler's run is written into.
  [[nodiscard]] virtual storage::settle& handlers_end() = 0;
  virtual bool conclude() = 0;
};

namespace detail {

using storage::attempt_end;

inline void fail(storage::settle& end, text code, std::string message, std::string detail,
                 bool retryable) {
  end.end = attempt_end::failed;
  end.error = {.code = std::string(code.data(), code.size()),
               .message = std::move(message),
               .detail = std::move(detail),
               .state = {},
               .retryable = retryable};
}

/// Whether a job type retries the class of a code, as a table over its error classes.
template <class Job, class Classes>
struct retried_codes;
template <class Job, class... Classes>
struct retried_codes<Job, error_classes<Classes...>> {
  static bool retries(text code) {
    bool retried = false;
    static_cast<void>(
        ((code == text(Classes::code) && ((retried = Job::template retries<Classes>), true)) ||
         ...));
    return retried;
  }
  static bool escalates(text code) {
    return ((code == text(Classes::code) && Classes::escalates) || ...);
  }
};
template <class Job>
using codes_of = retried_codes<Job, typename Job::errors::classes>;

/// What an outcome means, apart from its value. False if it is a success.
inline bool take_end(const pawl::detail::outcome_base& done, bool (*retries)(text code),
                     storage::settle& end) {
  if (done.is_cancelled()) {
    end.end = attempt_end::cancelled;
  } else if (done.is_settled()) {
    end.end = attempt_end::settled;
  } else if (const snooze* later = done.snoozed()) {
    end.end = attempt_end::snoozed;
    end.delay = later->delay;
  } else if (const job_error* why = done.error()) {
    fail(end, why->code, why->message, why->detail, retries(why->code));
    end.delay = done.least_wait();
  } else {
    return false;
  }
  return true;
}

template <class T, class Job>
void take_outcome(outcome<T, Job>&& done, storage::settle& end) {
  if (take_end(done, &codes_of<Job>::retries, end)) return;
  end.end = attempt_end::succeeded;
  if constexpr (std::is_void_v<T>) {
    end.result = "null";
  } else if constexpr (Job::is_ephemeral) {
    // Not const: an output that cannot be copied is moved out of it.
    end.result_object = std::make_shared<kept_output<T>>(std::move(done).value());
  } else {
    if (const auto made = encode_into<typename Job::codec>(done.value(), end.result); !made)
      fail(end, error::internal_bug::code, "the result cannot be stored", describe(made.error()),
           false);
  }
}

/// An exception that left a handler, and that it has not mapped to an error of its own.
inline void fail_by_exception(std::string detail, bool (*retries)(text code),
                              storage::settle& end) {
  fail(end, error::internal_bug::code, "the handler failed unexpectedly", std::move(detail),
       retries(error::internal_bug::code));
}

/// What an exception that left a handler means: to be called while it is caught.
template <class H>
void take_exception(const H& handler, storage::settle& end) {
  using codes = codes_of<typename H::job_type>;
  try {
    throw;
  } catch (const stopped&) {
    end.end = attempt_end::cancelled;
  } catch (const std::exception& thrown) {
    if constexpr (pawl::detail::has_on_exception<H>) {
      try {
        take_outcome(handler.on_exception(thrown), end);
      } catch (...) {
        fail_by_exception(std::string(thrown.what()) + ", and on_exception threw", &codes::retries,
                          end);
      }
    } else {
      fail_by_exception(thrown.what(), &codes::retries, end);
    }
  } catch (...) {
    fail_by_exception("something was thrown that is no std::exception", &codes::retries, end);
  }
}

/// The one function of a handler, or of a pipeline the one for a state, under one name.
template <class H, auto State>
decltype(auto) call(const H& handler, context<typename H::job_type>& ctx, stored_input<H>& input) {
  if constexpr (pawl::detail::is_pipeline<H>)
    return handler.run(at<State>{}, ctx, input.pass());
  else
    return handler(ctx, input.pass());
}

template <class H, auto State>
void run_at(const H& handler, context<typename H::job_type>& ctx, stored_input<H>& input,
            storage::settle& end) {
  take_outcome(call<H, State>(handler, ctx, input), end);
}
template <class H, auto State>
task<has_ended> begin_at(const H& handler, context<typename H::job_type>& ctx,
                         stored_input<H>& input, storage::settle& end) {
  take_outcome(co_await call<H, State>(handler, ctx, input), end);
  co_return has_ended{};
}

/// For each state the function that runs it; null where there is none.
template <class H, class Result>
struct state_functions {
  using L = pawl::detail::lifecycle_of<H>;
  using function = Result (*)(const H&, context<typename H::job_type>&, stored_input<H>&,
                              storage::settle&);
  static constexpr std::size_t states = pawl::detail::table_of<L>::states;

  template <std::size_t State>
  static constexpr function of_state() {
    constexpr auto at_state = static_cast<typename L::state>(State);
    if constexpr (kind_of<L>(at_state) != kind::active)
      return nullptr;
    else if constexpr (pawl::detail::is_pipeline<H> && !pawl::detail::runs<H, at_state>)
      return nullptr;
    else if constexpr (pawl::detail::is_coroutine_handler<H>)
      return &begin_at<H, at_state>;
    else
      return &run_at<H, at_state>;
  }
  template <std::size_t... State>
  static constexpr std::array<function, states> listed(pawl::detail::indices<State...>) {
    return {of_state<State>()...};
  }
  static constexpr std::array<function, states> all = listed(pawl::detail::make_indices<states>{});
};

inline void cannot_read(const codec_error& why, bool (*retries)(text code), storage::settle& end) {
  fail(end, error::payload_undecodable::code, "the stored payload cannot be read", describe(why),
       retries(error::payload_undecodable::code));
}
inline void cannot_run(storage::settle& end) {
  fail(end, error::internal_bug::code, "this state has no handler", {}, false);
}

/// Reads the outputs that an input holds. False if the handler is not to be entered: one of them is
/// not there, and the job type does not run without; or the store could not be asked, so that it is
/// tried again, uncharged.
inline bool read_outputs(attempt_backend& run, pawl::detail::awaited_outputs& of,
                         dependents on_failed, storage::settle& end) {
  if (std::string why = run.read_outputs(of); !why.empty()) {
    end.end = attempt_end::snoozed;
    end.delay = std::chrono::seconds{1};
    end.message = "the outputs that it waits for cannot be read now: " + std::move(why);
    return false;
  }
  if (on_failed == dependents::run_anyway) return true;
  for (const auto& each : of.all) {
    if (each->missing == missing_output::none) continue;
    const bool unreadable = each->missing == missing_output::undecodable;
    fail(end, unreadable ? error::payload_undecodable::code : error::output_unavailable::code,
         "the output of job " + to_string(each->id) +
             (unreadable ? " cannot be read" : " is not there any more; keep it for longer"),
         unreadable ? each->failure.detail : std::string(), false);
    return false;
  }
  return true;
}

/// Reads what a handler is given. False, with the end written, if that cannot be done.
template <class H>
bool read_input(attempt_backend& run, const storage::claimed& job, stored_input<H>& input,
                storage::settle& end) {
  using codes = codes_of<typename H::job_type>;
  const auto read = [&] {
    const auto done = input.read(job.payload, job.payload_version, job.object);
    if (!done) cannot_read(done.error(), &codes::retries, end);
    return static_cast<bool>(done);
  };
  if constexpr (stays_object<H>) {
    return read();
  } else if constexpr (!pawl::detail::awaits_outputs<input_type<H>>) {
    return read();
  } else {
    pawl::detail::awaited_outputs named;
    return read() && read_outputs(run, named, H::job_type::dependencies::on_failed, end);
  }
}

template <class H>
void run_handler(const void* erased, attempt_backend& run, const storage::claimed& job,
                 storage::settle& end) {
  const H& handler = *static_cast<const H*>(erased);
  try {
    stored_input<H> input;
    if (!read_input<H>(run, job, input, end)) return;
    const auto function = state_functions<H, void>::all[job.state];
    if (function == nullptr) return cannot_run(end);
    context<typename H::job_type> ctx(run);
    function(handler, ctx, input, end);
  } catch (...) {
    take_exception(handler, end);
  }
}

template <class H>
task<has_ended> begin_handler(const void* erased, attempt_backend& run, const storage::claimed& job,
                              storage::settle& end) {
  const H& handler = *static_cast<const H*>(erased);
  try {
    stored_input<H> input;
    if (!read_input<H>(run, job, input, end)) co_return has_ended{};
    const auto function = state_functions<H, task<has_ended>>::all[job.state];
    if (function == nullptr) {
      cannot_run(end);
      co_return has_ended{};
    }
    context<typename H::job_type> ctx(run);
    co_await function(handler, ctx, input, end);
  } catch (...) {
    take_exception(handler, end);
  }
  co_return has_ended{};
}

/// A coroutine that nothing waits for: it ends its attempt itself.
struct detached {
  struct promise_type {
    static detached get_return_object() { return {}; }
    static std::suspend_never initial_suspend() noexcept { return {}; }
    static std::suspend_never final_suspend() noexcept { return {}; }
    static void return_void() {}
    [[noreturn]] static void unhandled_exception() { std::terminate(); }
  };
};
/// A template, because g++ makes code for every coroutine that is none, whether or not it is used.
template <class = void>
detached wait_for_handler(std::shared_ptr<driven_attempt> run) {
  storage::settle& end = run->handlers_end();
  try {
    const runner& how = run->how();
    task<has_ended> begun = how.begin(how.handler, *run, run->job(), end);
    static_cast<void>(co_await std::move(begun));
  } catch (...) {
    fail(end, error::internal_bug::code, "the handler failed unexpectedly", "its coroutine threw",
         false);
  }
  run->conclude();
}
template <class = void>
void drive(std::shared_ptr<driven_attempt> run) {
  wait_for_handler<>(std::move(run));
}

/// Reads the payload for a callback. Answers why it cannot be read; empty if it was read.
template <class H>
std::string read_payload(const storage::callback& ended, stored_input<H>& input) {
  const auto read = input.read(ended.payload, ended.payload_version, ended.object);
  return read ? std::string() : "the stored payload cannot be read: " + describe(read.error());
}

template <class H>
std::string tell_handler(const void* erased, const storage::callback& ended) {
  const H& handler = *static_cast<const H*>(erased);
  stored_input<H> input;
  if constexpr (pawl::detail::has_on_success<H>) {
    if (ended.succeeded) {
      if (std::string why = read_payload(ended, input); !why.empty()) return why;
      if constexpr (std::is_void_v<output_type<H>>) {
        handler.on_success(input.get());
      } else if constexpr (stays_object<H>) {
        handler.on_success(input.get(), shown_output<output_type<H>>(ended.result_object));
      } else {
        read_type<H> value{};
        const auto read = read_output<H>(ended.result, ended.result_object, value);
        if (!read) return "the stored output cannot be read: " + describe(read.error());
        handler.on_success(input.get(), value);
      }
    }
  }
  if constexpr (pawl::detail::has_on_failure<H>) {
    if (ended.failed) {
      if (std::string why = read_payload(ended, input); !why.empty()) return why;
      handler.on_failure(input.get(),
                         job_error{ended.error.code, ended.error.message, ended.error.detail});
    }
  }
  return {};
}

/// For each state the function that is asked about it; null where the handler guards none.
template <class H>
struct entry_functions {
  using L = pawl::detail::lifecycle_of<H>;
  using function = admission (*)(const H&, const arrival&, const input_type<H>&);
  static constexpr std::size_t states = pawl::detail::table_of<L>::states;

  template <std::size_t State>
  static constexpr function of_state() {
    constexpr auto to = static_cast<typename L::state>(State);
    if constexpr (pawl::detail::admits<H, to>)
      return [](const H& handler, const arrival& how, const input_type<H>& in) {
        return handler.may_enter(at<to>{}, how, in);
      };
    else
      return nullptr;
  }
  template <std::size_t... State>
  static constexpr std::array<function, states> listed(pawl::detail::indices<State...>) {
    return {of_state<State>()...};
  }
  static constexpr std::array<function, states> all = listed(pawl::detail::make_indices<states>{});
};

/// What the handler throws is for the log, and for nobody outside to read.
template <class H>
admission ask_handler(const void* erased, state_number to, const arrival& how,
                      std::string_view payload, unsigned version, std::string& thrown) {
  try {
    stored_input<H> input;
    if (!input.read(payload, version, nullptr)) return "the job's payload cannot be read here";
    return entry_functions<H>::all[to](*static_cast<const H*>(erased), how, input.get());
  } catch (const std::exception& what) {
    thrown = what.what();
  } catch (...) {
    thrown = "something that is no std::exception";
  }
  return "whether it may could not be found out; try again";
}

/// Defined by `runtime/engine/submission.hpp`, for it is a submission.
template <class H>
storage::result<void> add_scheduled(const storage::schedule& of, instant slot,
                                    storage::submit& job);

}  // namespace detail

/// The runner of a handler, which must outlive it.
template <class H>
[[nodiscard]] runner runner_of(const H& handler) {
  runner out{.type = &type_of<H>,
             .handler = &handler,
             .tell = &detail::tell_handler<H>,
             .escalates = &detail::codes_of<typename H::job_type>::escalates};
  if constexpr (pawl::detail::has_on_end<H>)
    out.tell_end = [](const void* erased, const job_record& ended, follow_ups& next) {
      static_cast<const H*>(erased)->on_end(ended, next);
    };
  if constexpr (pawl::detail::may_enter_of<H>::is_named()) out.may_enter = &detail::ask_handler<H>;
  if constexpr (H::job_type::schedule::timetable.allowed) {
    out.add_scheduled = &detail::add_scheduled<H>;
    out.make_slot_keeper = &make_slot_keeper;
  }
  if constexpr (pawl::detail::is_coroutine_handler<H>) {
    out.begin = &detail::begin_handler<H>;
    out.drive = &detail::drive<>;
  } else {
    out.run = &detail::run_handler<H>;
  }
  return out;
}

}  // namespace pawl::runtime

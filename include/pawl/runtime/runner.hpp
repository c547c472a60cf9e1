// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>

#include <pawl/job/type.hpp>
#include <pawl/runtime/payload.hpp>

namespace pawl::runtime {

/// What an attempt came to, in the words of storage.
struct attempt_result {
  storage::attempt_end end = storage::attempt_end::succeeded;
  std::string value{};  ///< encoded; or, if it never becomes bytes:
  storage::payload_object object{};
  failure_info error{};  ///< if it failed
  std::chrono::milliseconds delay{};
  bool settled_already = false;  ///< by the handler itself, inside a transaction of its own
};

/// A handler without its type: how to run an attempt of it, and how to tell it of a job's end.
struct runner {
  const job_type* type = nullptr;
  const void* handler = nullptr;
  /// One of the two: a function that is run to its end, or a coroutine that is begun.
  attempt_result (*run)(const void* handler, attempt_backend& run,
                        const storage::claimed& job) = nullptr;
  task<attempt_result> (*begin)(const void* handler, attempt_backend& run,
                                const storage::claimed& job) = nullptr;
  void (*tell)(const void* handler, const storage::callback& ended) = nullptr;
  bool (*escalates)(text code) = nullptr;

  [[nodiscard]] bool is_coroutine() const { return begin != nullptr; }
};

namespace detail {

using storage::attempt_end;

inline attempt_result failed_with(text code, std::string message, std::string detail,
                                  bool retryable) {
  return {.end = attempt_end::failed,
          .error = {.code = std::string(code.data(), code.size()),
                    .message = std::move(message),
                    .detail = std::move(detail),
                    .state = {},
                    .retryable = retryable}};
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

template <class T, class Job>
attempt_result result_from(outcome<T, Job>&& done) {
  if (done.is_canceled()) return {.end = attempt_end::canceled};
  if (done.is_settled()) return {.settled_already = true};
  if (const snooze* later = done.snoozed())
    return {.end = attempt_end::snoozed, .delay = later->delay};
  if (const job_error* why = done.error())
    return failed_with(why->code, why->message, why->detail, codes_of<Job>::retries(why->code));
  if constexpr (std::is_void_v<T>) {
    return {.value = "null"};
  } else if constexpr (Job::is_ephemeral) {
    return {.object = std::make_shared<const T>(std::move(done).value())};
  } else {
    auto bytes = Job::codec::encode(done.value());
    if (!bytes)
      return failed_with(error::internal_bug::code, "the result cannot be stored",
                         describe(bytes.error()), false);
    return {.value = *std::move(bytes)};
  }
}

/// What an exception that left a handler means: to be called while it is caught.
template <class H>
attempt_result result_of_exception(const H& handler) {
  using job = typename H::job_type;
  const auto bug = [](std::string detail) {
    return failed_with(error::internal_bug::code, "the handler failed unexpectedly",
                       std::move(detail), codes_of<job>::retries(error::internal_bug::code));
  };
  try {
    throw;
  } catch (const stopped&) {
    return {.end = attempt_end::canceled};
  } catch (const std::exception& thrown) {
    if constexpr (pawl::detail::has_on_exception<H>) {
      try {
        return result_from(handler.on_exception(thrown));
      } catch (...) {
        return bug(std::string(thrown.what()) + ", and on_exception threw");
      }
    } else {
      return bug(thrown.what());
    }
  } catch (...) {
    return bug("something was thrown that is no std::exception");
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
attempt_result run_at(const H& handler, context<typename H::job_type>& ctx,
                      stored_input<H>& input) {
  return result_from(call<H, State>(handler, ctx, input));
}
template <class H, auto State>
task<attempt_result> begin_at(const H& handler, context<typename H::job_type>& ctx,
                              stored_input<H>& input) {
  co_return result_from(co_await call<H, State>(handler, ctx, input));
}

/// For each state the function that runs it; null where there is none.
template <class H, class Result>
struct state_functions {
  using L = pawl::detail::lifecycle_of<H>;
  using function = Result (*)(const H&, context<typename H::job_type>&, stored_input<H>&);
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

template <class H>
attempt_result cannot_read(const codec_error& why) {
  return failed_with(error::payload_undecodable::code, "the stored payload cannot be read",
                     describe(why),
                     codes_of<typename H::job_type>::retries(error::payload_undecodable::code));
}
inline attempt_result cannot_run() {
  return failed_with(error::internal_bug::code, "this state has no handler", {}, false);
}

template <class H>
attempt_result run_handler(const void* erased, attempt_backend& run, const storage::claimed& job) {
  const H& handler = *static_cast<const H*>(erased);
  try {
    stored_input<H> input;
    if (const auto read = input.read(job.payload, job.payload_version, job.object); !read)
      return cannot_read<H>(read.error());
    const auto function = state_functions<H, attempt_result>::all[job.state];
    if (function == nullptr) return cannot_run();
    context<typename H::job_type> ctx(run);
    return function(handler, ctx, input);
  } catch (...) {
    return result_of_exception(handler);
  }
}

template <class H>
task<attempt_result> begin_handler(const void* erased, attempt_backend& run,
                                   const storage::claimed& job) {
  const H& handler = *static_cast<const H*>(erased);
  try {
    stored_input<H> input;
    if (const auto read = input.read(job.payload, job.payload_version, job.object); !read)
      co_return cannot_read<H>(read.error());
    const auto function = state_functions<H, task<attempt_result>>::all[job.state];
    if (function == nullptr) co_return cannot_run();
    context<typename H::job_type> ctx(run);
    co_return co_await function(handler, ctx, input);
  } catch (...) {
    co_return result_of_exception(handler);
  }
}

template <class H>
void tell_handler(const void* erased, const storage::callback& ended) {
  const H& handler = *static_cast<const H*>(erased);
  stored_input<H> input;
  if (!input.read(ended.payload, ended.payload_version, ended.object))
    return;  // nobody could make sense of it
  if (ended.succeeded) {
    if constexpr (pawl::detail::has_on_success<H>) {
      if constexpr (std::is_void_v<output_type<H>>)
        handler.on_success(input.get());
      else if (const auto value = read_output<H>(ended.result, ended.result_object))
        handler.on_success(input.get(), *value);
    }
  } else if constexpr (pawl::detail::has_on_failure<H>) {
    handler.on_failure(input.get(),
                       job_error{ended.error.code, ended.error.message, ended.error.detail});
  }
}

}  // namespace detail

/// The runner of a handler, which must outlive it.
template <class H>
[[nodiscard]] runner runner_of(const H& handler) {
  runner out{.type = &type_of<H>,
             .handler = &handler,
             .tell = &detail::tell_handler<H>,
             .escalates = &detail::codes_of<typename H::job_type>::escalates};
  if constexpr (pawl::detail::is_coroutine_handler<H>)
    out.begin = &detail::begin_handler<H>;
  else
    out.run = &detail::run_handler<H>;
  return out;
}

}  // namespace pawl::runtime

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>

#include <pawl/job/handler_rules.hpp>
#include <pawl/job/type.hpp>
#include <pawl/storage/operations.hpp>

namespace pawl::runtime {

/// What an attempt came to, in the words of storage.
struct attempt_result {
  storage::attempt_end end = storage::attempt_end::succeeded;
  std::string value{};   ///< encoded
  failure_info error{};  ///< if it failed
  std::chrono::milliseconds delay{};
  bool settled_already = false;  ///< by the handler itself, inside a transaction of its own
};

/// A handler without its type: how to run an attempt of it, and how to tell it of a job's end.
struct runner {
  const job_type* type = nullptr;
  const void* handler = nullptr;
  attempt_result (*run)(const void* handler, attempt_backend& run,
                        const storage::claimed& job) = nullptr;
  void (*tell)(const void* handler, const storage::callback& ended) = nullptr;
  bool (*escalates)(text code) = nullptr;
};

namespace detail {

using storage::attempt_end;

inline attempt_result failed_with(text code, std::string message, std::string detail,
                                  bool retryable) {
  return {attempt_end::failed,
          {},
          {.code = std::string(code.data(), code.size()),
           .message = std::move(message),
           .detail = std::move(detail),
           .state = {},
           .retryable = retryable},
          {},
          false};
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

template <class H>
using input_type = typename pawl::detail::input_of<H>::type;
template <class H>
using output_type = typename pawl::detail::output_of<H>::type;

/// The input of a job: from its bytes, of whatever version, or, if it never became any, as it is.
template <class H>
expected<void, codec_error> decode_input(const std::string& payload, unsigned version,
                                         input_type<H>& input) {
  using codec = typename H::job_type::codec;
  if constexpr (requires { typename H::payload_versions; }) {
    auto decoded = H::payload_versions::template decode<codec>(version, payload);
    if (!decoded) return unexpected<codec_error>(std::move(decoded).error());
    input = *std::move(decoded);
    return {};
  } else {
    return decode_into<codec>(payload, input);
  }
}

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
  } else {
    auto bytes = Job::codec::encode(done.value());
    if (!bytes)
      return failed_with(error::internal_bug::code, "the result cannot be stored",
                         describe(bytes.error()), false);
    return {.value = *std::move(bytes)};
  }
}

template <class Result>
auto finished(Result&& done) {
  if constexpr (requires { std::move(done).run(); })
    return std::move(done).run();
  else
    return std::forward<Result>(done);
}

/// Runs the function of the state that the job is in; a pipeline has one for each.
template <class H, std::size_t... State>
attempt_result run_state(const H& handler, context<typename H::job_type>& ctx, input_type<H>&& in,
                         state_number state, pawl::detail::indices<State...>) {
  using L = pawl::detail::lifecycle_of<H>;
  attempt_result out =
      failed_with(error::internal_bug::code, "this state has no handler", {}, false);
  const auto consider = [&]<std::size_t Each>() {
    constexpr auto at_state = static_cast<typename L::state>(Each);
    if constexpr (kind_of<L>(at_state) == kind::active && pawl::detail::runs<H, at_state>) {
      if (state == Each)
        out = result_from(finished(handler.run(at<at_state>{}, ctx, std::move(in))));
    }
  };
  (consider.template operator()<State>(), ...);
  return out;
}

template <class H>
attempt_result run_handler(const void* erased, attempt_backend& run, const storage::claimed& job) {
  using job_of = typename H::job_type;
  const H& handler = *static_cast<const H*>(erased);
  input_type<H> input{};
  if (const auto read = decode_input<H>(job.payload, job.payload_version, input); !read)
    return failed_with(error::payload_undecodable::code, "the stored payload cannot be read",
                       describe(read.error()),
                       codes_of<job_of>::retries(error::payload_undecodable::code));
  const bool bugs_retried = codes_of<job_of>::retries(error::internal_bug::code);
  try {
    context<job_of> ctx(run);
    if constexpr (pawl::detail::is_pipeline<H>)
      return run_state(handler, ctx, std::move(input), job.state,
                       pawl::detail::make_indices<
                           pawl::detail::table_of<pawl::detail::lifecycle_of<H>>::states>{});
    else
      return result_from(finished(handler(ctx, std::move(input))));
  } catch (const std::exception& thrown) {
    return failed_with(error::internal_bug::code, "the handler failed unexpectedly", thrown.what(),
                       bugs_retried);
  } catch (...) {
    return failed_with(error::internal_bug::code, "the handler failed unexpectedly",
                       "something was thrown that is no std::exception", bugs_retried);
  }
}

template <class H>
void tell_handler(const void* erased, const storage::callback& ended) {
  const H& handler = *static_cast<const H*>(erased);
  input_type<H> input{};
  if (!decode_input<H>(ended.payload, ended.payload_version, input))
    return;  // nobody could make sense of it
  if (ended.succeeded) {
    if constexpr (pawl::detail::has_on_success<H>) {
      using output = output_type<H>;
      if constexpr (std::is_void_v<output>) {
        handler.on_success(input);
      } else {
        output value{};
        if (decode_into<typename H::job_type::codec>(ended.result, value))
          handler.on_success(input, value);
      }
    }
  } else if constexpr (pawl::detail::has_on_failure<H>) {
    handler.on_failure(input, job_error{ended.error.code, ended.error.message, ended.error.detail});
  }
}

}  // namespace detail

/// The runner of a handler, which must outlive it.
template <class H>
[[nodiscard]] runner runner_of(const H& handler) {
  return {&type_of<H>, &handler, &detail::run_handler<H>, &detail::tell_handler<H>,
          &detail::codes_of<typename H::job_type>::escalates};
}

}  // namespace pawl::runtime

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/type.hpp>
#include <pawl/runtime/engine/inputs.hpp>
#include <pawl/runtime/engine/submission.hpp>

/// The bodies of a session's calls that know the type of the job. They depend on the handler, and
/// on neither the store nor the other handlers of the session.

namespace pawl::runtime::detail {

/// Makes a submission of one input, which is not given to the store yet.
template <class H, class Input>
storage::result<void> make_submission(session_backend& backend, const principal& who,
                                      storage::submit& op, Input&& input,
                                      const submit_options& options) {
  if (auto prepared = backend.prepare(op, who, options); !prepared) return prepared;
  return pawl::detail::add_input<H>(op, std::forward<Input>(input));
}

template <class H, class Input>
storage::result<job_ref<H>> submit_one(session_backend& backend, const principal& who,
                                       Input&& input, const submit_options& options) {
  // A handler that cannot work was refused where the service was made.
  if constexpr (pawl::detail::sound_handler<H>) {
    storage::submit op{.type = &type_of<H>};
    if (auto made = make_submission<H>(backend, who, op, std::forward<Input>(input), options);
        !made)
      return unexpected<storage::error>(std::move(made).error());
    const storage::answer_to<job_id> made = backend.submit(op);
    if (!made) return unexpected<storage::error>(made.error());
    return job_ref<H>{*made};
  } else {
    return storage::refuse(storage::errc::invalid, {});
  }
}

/// Reads a range once and submits it chunk by chunk; `answered` is given the answers of a chunk
/// when that is committed.
template <class H, class Given, class Sink>
submit_counts submit_many(session_backend& backend, const principal& who, Given& inputs,
                          Sink& answered, const submit_options& options) {
  submit_counts out;
  // A handler that cannot work was refused where the service was made.
  if constexpr (pawl::detail::sound_handler<H>) {
    using input = input_type<H>;
    using taken = typename pawl::detail::taken_from<Given>::type;
    submit_chunk chunk(backend, who, type_of<H>);
    const auto commit = [&] {
      chunk.commit();
      for (storage::submit& each : chunk.all()) {
        if (each.answer) {
          ++out.accepted;
          answered(storage::result<job_ref<H>>(job_ref<H>{each.answer->id}));
          continue;
        }
        if (out.refused++ == 0) out.first_refusal = each.answer.error();
        answered(storage::result<job_ref<H>>(unexpected<storage::error>(each.answer.error())));
      }
      chunk.clear();
    };
    if constexpr (requires { static_cast<std::size_t>(inputs.size()); })
      chunk.reserve(static_cast<std::size_t>(inputs.size()));
    for (auto&& each : inputs) {
      if (storage::submit* const op = chunk.add(options)) {
        if constexpr (std::is_same_v<std::remove_cvref_t<taken>, input>) {
          chunk.added(pawl::detail::add_input<H>(*op, static_cast<taken&&>(each)));
        } else {
          input made = static_cast<taken&&>(each);
          chunk.added(pawl::detail::add_input<H>(*op, std::move(made)));
        }
      }
      if (chunk.is_full()) commit();
    }
    commit();
  }
  return out;
}

inline no_output unreadable(const job_id& job, const codec_error& why) {
  return {no_output::reason::unknown,
          {},
          {storage::errc::corrupt, "the stored result cannot be read: " + describe(why), {}, job}};
}

/// The output of a job, of its own type; or why there is none.
template <class H>
expected<output_type<H>, no_output> result_of(session_backend& backend, const principal& who,
                                              const job_id& job) {
  no_output none;
  if constexpr (pawl::detail::sound_handler<H>) {
    const storage::stored_result stored = backend.output_of(who, job, none);
    if constexpr (std::is_void_v<output_type<H>>) {
      // It has succeeded, and there is nothing that could have been kept.
      if (none.why == no_output::reason::none || none.why == no_output::reason::not_kept) return {};
    } else if (none.why == no_output::reason::none) {
      read_type<H> output{};
      const auto read =
          read_output<H>(stored.value ? std::string_view(*stored.value) : std::string_view(),
                         stored.object, output);
      if (!read) return unexpected<no_output>(unreadable(job, read.error()));
      return output;
    }
  }
  return unexpected<no_output>(std::move(none));
}

}  // namespace pawl::runtime::detail

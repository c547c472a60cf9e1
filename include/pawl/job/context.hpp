// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include <pawl/codec/policy.hpp>
#include <pawl/detail/type_name.hpp>
#include <pawl/job/attempt_backend.hpp>
#include <pawl/job/outcome.hpp>
#include <pawl/policies/audit.hpp>
#include <pawl/policies/checkpoint.hpp>
#include <pawl/policies/stages.hpp>

namespace pawl {

namespace detail {

template <class Job>
struct ephemeral_checkpoint_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id
        << " is ephemeral, so a checkpoint would be lost with its process; make it durable, or do "
           "not save one";
  }
};

/// Stands for a token whose header was forgotten, so that nothing follows from that.
struct unknown_stop_token {
  template <class T>
  operator T() const;
  static bool stop_requested() { return false; }
  static bool stop_possible() { return false; }
};

template <class Job, class Checkpoint>
inline constexpr bool saves =
    !Job::is_ephemeral && __is_same(Checkpoint, typename Job::checkpoint::saved) &&
    !__is_same(Checkpoint, void);

/// Why a checkpoint of this type is none of the job's.
template <class Job, class Given>
struct foreign_checkpoint {
  static constexpr void write(auto& out) {
    using saved = typename Job::checkpoint::saved;
    out << "pawl: job " << Job::id;
    if constexpr (__is_same(saved, void))
      out << " has no checkpoint; declare its type among the policies, as in "
             "pawl::checkpoint<"
          << spoken_type<Given>() << '>';
    else
      out << " has checkpoints of type " << type_name<saved>() << ", not " << type_name<Given>()
          << "; save and read that type, or declare another in pawl::checkpoint<...>";
  }

 private:
  template <class T>
  static consteval text spoken_type() {
    if constexpr (__is_same(T, void))
      return "rows_done";
    else
      return type_name<T>();
  }
};

template <class Job>
struct undeclared_link {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id
        << " does not say for how long its link is valid; add keep_link<...> to its "
           "pawl::retention<...>";
  }
};

struct stage_as_argument {
  static constexpr void write(auto& out) {
    out << "pawl: a stage is checked by the compiler; write its name as the template argument of "
           "ctx.enter";
  }
};

struct field_as_argument {
  static constexpr void write(auto& out) {
    out << "pawl: an audit field is checked by the compiler; write its name as the template "
           "argument "
           "of ctx.audit";
  }
};

// In pieces, as clang prints them, and not composed: every handler's file forms them.
using progress_in_percent =
    refused<"pawl: progress is told in whole", "percent of the present stage, and",
            "perhaps a message; write", "ctx.progress(50)">;

template <class... Given>
inline constexpr bool is_progress = false;
template <class Percent>
inline constexpr bool is_progress<Percent> =
    std::is_convertible_v<const Percent&, int> && !std::is_floating_point_v<Percent>;
template <class Percent, class Message>
inline constexpr bool is_progress<Percent, Message> =
    is_progress<Percent> && std::is_convertible_v<const Message&, std::string_view>;

template <class... Given>
inline constexpr bool are_told = false;
template <class Message>
inline constexpr bool are_told<Message> = std::is_convertible_v<const Message&, std::string_view>;

using message_is_text = refused<"pawl: ctx.log takes one text; write",
                                "std::to_string(number), and join", "texts with +">;
using artifact_is_text = refused<"pawl: an artifact is a name and a",
                                 "text, such as an address; write", "std::to_string(number)">;
using stop_is_asked_for =
    refused<"pawl: whether the job is to stop is", "told by ctx.stop_requested()">;
using ends_are_returned =
    refused<"pawl: an attempt ends by what its", "handler returns; write",
            "return fail<class>(\"message\"), or", "return pawl::snooze{10min}">;
using id_is_job_id = refused<"pawl: the id of the job is", "ctx.job_id()">;

using attempt_is_numbered = refused<"pawl: which attempt this is, from 1", "on, is ctx.attempt()">;
using input_is_given =
    refused<"pawl: the input of a job is given to", "its handler; take it behind the", "context">;
using sleep_is_asked = refused<"pawl: a context does not wait;",
                               "return pawl::snooze{10min} to be run", "again later">;
using outputs_are_inputs =
    refused<"pawl: a handler does not wait for", "other jobs; hold their output in its",
            "input, as pawl::output_of<handler>">;
using checkpoint_is_saved =
    refused<"pawl: a checkpoint is written by", "ctx.save(data), and read by", "ctx.checkpoint()">;
using field_is_text = refused<"pawl: an audit field is a text;", "write std::to_string(number)">;
using link_has_an_end = refused<"pawl: a link has an address and a",
                                "point in time; write ctx.link(url,", "ctx.now() + 1h)">;

using connection_is_pointed_to =
    refused<"pawl: complete_in takes a pointer to", "your own connection to the database,",
            "such as a sqlite3*, and then the", "output">;

/// A pointer to a class, perhaps only declared: what databases call their connections.
template <class T>
inline constexpr bool is_connection = false;
template <class T>
inline constexpr bool is_connection<T*> = __is_class(T);

template <class H>
struct input_of;
template <class H>
struct options_of;
/// How a job is submitted by a handler. Defined by `pawl/runtime/submit.hpp`, so that a handler
/// that submits none does not pay for it.
template <class H>
struct child_of;

template <class H>
concept names_job_type = requires { typename H::job_type; };
/// Whether a job and one that its handler submits are in one store, and so in one commit.
template <class Job, class H>
concept shares_store = names_job_type<H> && Job::is_ephemeral == H::job_type::is_ephemeral;
template <class Job, class H>
concept in_other_store = names_job_type<H> && !shares_store<Job, H>;
template <class H>
concept can_be_child = requires { sizeof(child_of<H>); };

/// Whether what is given first cannot be the input.
template <class H, class First = void, class... More>
inline constexpr bool is_no_input_of =
    !std::is_convertible_v<const First&, const typename input_of<H>::type&>;
template <class H>
inline constexpr bool is_no_input_of<H, void> = true;

template <class Job, class H>
struct other_store_sentence {
  static constexpr void write(auto& out) {
    const auto kept = [](bool ephemeral) { return ephemeral ? text("in memory") : text("stored"); };
    out << "pawl: job " << Job::id << " is " << kept(Job::is_ephemeral) << " and "
        << H::job_type::id << " is " << kept(H::job_type::is_ephemeral)
        << ", so no commit has both; make both durable or both ephemeral, or submit by a session";
  }
};
template <class H>
struct no_handler_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: ctx.submit takes a handler, and " << type_name<H>()
        << " is none; write ctx.submit<handler>(input)";
  }
};
template <class H>
struct child_input_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: ctx.submit<" << type_name<H>() << "> takes a "
        << type_name<typename input_of<H>::type>() << ", or its members in braces: ctx.submit<"
        << type_name<H>() << ">({...})";
  }
};
struct child_without_type {
  static constexpr void write(auto& out) {
    out << "pawl: ctx.submit does not see from an input which job is meant; write "
           "ctx.submit<handler>(...)";
  }
};
struct child_without_header {
  static constexpr void write(auto& out) {
    out << "pawl: a handler that submits jobs includes what it takes; include "
           "<pawl/runtime/submit.hpp>";
  }
};

/// An attempt as every handler sees it, whatever its job type: compiled once.
class attempt_view {
 public:
  /// Fires when the job is cancelled, runs out of time, or its lease is about to be lost.
  /// A std::stop_token; `pawl/job/stop_token.hpp` and `pawl/service.hpp` bring it.
  template <class Place = stop_token_place>
  [[nodiscard]] auto stop_token() const {
    if constexpr (requires { sizeof(Place); }) {
      Place place;
      run_->show_stop_token(place);
      return place.token;
    } else {
      static_assert(
          requires { sizeof(Place); },
          "pawl: a handler's stop token is a std::stop_token; include "
          "<pawl/job/stop_token.hpp>, or ask ctx.stop_requested()");
      return unknown_stop_token{};
    }
  }
  [[nodiscard]] bool stop_requested() const { return run_->stop_requested(); }
  /// A place where the handler can be left: if it was asked to stop, this throws `stopped`, which
  /// ends the attempt.
  void stop_here() const {
    if (stop_requested()) throw stopped{};
  }

  /// How much of the present stage is done, in percent, or of the job if it has no stages.
  void progress(int percent, std::string_view message = {}) {
    progress_.report(stages_, percent);
    run_->report(progress_.percent(), message);
  }
  // A share of one would be rounded to nothing, without a word.
  template <class... Given, class Because = progress_in_percent>
    requires(!is_progress<Given...>)
  void progress(const Given&...) = PAWL_DELETE("pawl: progress is told in whole percent");

  /// The first of the job's output has reached those who wait for it, such as the first token of
  /// a model's answer: what `objectives<..., of_first_output>` are about. Only the first call of an
  /// attempt counts; the time is measured from the handler's entry.
  void first_output() { run_->mark_first_output(); }

  [[nodiscard]] std::string_view job_id() const { return run_->job_id(); }
  /// Counts charged starts; the first is 1.
  [[nodiscard]] unsigned attempt() const { return run_->number(); }
  /// Grows with every claim of the job. Effects outside the job system should carry it, so that
  /// those of an attempt that lost its lease can be refused.
  [[nodiscard]] std::uint64_t fence() const { return run_->fence(); }
  [[nodiscard]] const principal& requested_by() const { return run_->requested_by(); }
  [[nodiscard]] std::string_view correlation() const { return run_->correlation(); }
  [[nodiscard]] std::string_view traceparent() const { return run_->traceparent(); }
  /// The time by the store's clock. What a handler says of times is said by this one: the clock of
  /// its own machine may be another.
  [[nodiscard]] std::chrono::sys_time<std::chrono::milliseconds> now() const { return run_->now(); }

  /// Something that the job has made: an address or a small document. Kept, as a new version of its
  /// name, if and only if the attempt succeeds.
  void artifact(std::string_view name, std::string value) {
    run_->add_artifact(name, std::move(value));
  }
  template <class Value, class Because = artifact_is_text>
    requires(!std::is_convertible_v<const Value&, std::string>)
  void artifact(std::string_view, const Value&) = PAWL_DELETE("pawl: an artifact is a text");
  /// The newest artifact of a name: this attempt's own, else what the job has made before, in
  /// whatever state, or was sent with an event. So a step whose result is there, and verifies, can
  /// return it instead of making it again. Nothing if there is none; nothing either if the store
  /// cannot be asked now, so that the worst that follows is work done twice. Reads the store.
  [[nodiscard]] std::optional<std::string> artifact(std::string_view name) const {
    return run_->artifact(name);
  }

  void log(std::string_view message) { run_->log(message); }
  template <class... Given, class Because = message_is_text>
    requires(!are_told<Given...>)
  void log(const Given&...) = PAWL_DELETE("pawl: ctx.log takes a text");

  // Words that are looked for here, and are said otherwise.
  template <class Because = stop_is_asked_for>
  anything cancelled(const auto&...) const = PAWL_DELETE("pawl: use ctx.stop_requested()");
  template <class Because = stop_is_asked_for>
  anything is_cancelled(const auto&...) const = PAWL_DELETE("pawl: use ctx.stop_requested()");
  template <class Because = ends_are_returned>
  anything retry(const auto&...) const = PAWL_DELETE("pawl: return an outcome");
  template <class Because = ends_are_returned>
  anything snooze(const auto&...) const = PAWL_DELETE("pawl: return an outcome");
  template <class Class = void, class Because = ends_are_returned>
  anything fail(const auto&...) const = PAWL_DELETE("pawl: return an outcome");
  template <class Because = ends_are_returned>
  anything cancel(const auto&...) const = PAWL_DELETE("pawl: return an outcome");
  template <class Because = ends_are_returned>
  anything complete(const auto&...) const = PAWL_DELETE("pawl: return an outcome");
  template <class Because = attempt_is_numbered>
  anything attempts(const auto&...) const = PAWL_DELETE("pawl: use ctx.attempt()");
  template <class Because = input_is_given>
  anything input(const auto&...) const = PAWL_DELETE("pawl: the input is a parameter");
  template <class Because = sleep_is_asked>
  anything sleep_for(const auto&...) const = PAWL_DELETE("pawl: return pawl::snooze{...}");
  template <class Because = outputs_are_inputs>
  anything result(const auto&...) const = PAWL_DELETE("pawl: use pawl::output_of");
  template <class Because = outputs_are_inputs>
  anything wait(const auto&...) const = PAWL_DELETE("pawl: use pawl::output_of");
  template <class Because = id_is_job_id>
  anything id(const auto&...) const = PAWL_DELETE("pawl: use ctx.job_id()");

 protected:
  attempt_view(attempt_backend& run, slice<stage_range> stages) : run_(&run), stages_(stages) {}

  void enter_stage(std::size_t index) {
    stop_here();
    progress_.enter(stages_, index);
    run_->enter_stage(stages_[index].name, progress_.percent());
  }

  attempt_backend* run_;

 private:
  slice<stage_range> stages_;
  stage_progress progress_{};
};

}  // namespace detail

/// What a handler sees of its attempt. One per attempt, handed to the handler by reference.
///
/// Everything that could be wrong is checked where it is written: a stage that is not declared, a
/// checkpoint of a type that is not, an audit field that the job does not name do not compile.
template <class Job>
class context : public detail::attempt_view {
 public:
  explicit context(attempt_backend& run)
      : attempt_view(run, detail::stage_table<typename Job::stages>::all) {}
  // clang-format off: both compilers show this line
  context(const context&) = delete;  // pawl: a context is one attempt's; pass it by reference, context&
  // clang-format on
  context& operator=(const context&) = delete;

  /// Enters a declared stage; progress rises to its minimum and never falls. The boundary between
  /// two stages is where a handler is left that was asked to stop: see `stop_here`.
  template <fixed_string Stage>
  void enter() {
    enter_stage(detail::declared_stage<typename Job::stages, Stage>);
  }

  template <auto = 0, class Because = detail::because<detail::stage_as_argument>>
  void enter(const auto&) = PAWL_DELETE("pawl: write ctx.enter<stage>()");

  /// Keeps what a later attempt needs to go on from here, and returns when it is stored. False if
  /// it is not: the lease is lost; or the store would not have it, which the log tells; or it
  /// cannot be encoded, which the job's history tells. Return a snooze then. It fails if the
  /// checkpoint is too large or cannot be encoded: the job would otherwise come again for ever.
  template <class Checkpoint>
    requires(detail::saves<Job, Checkpoint>)
  [[nodiscard("pawl: false means that it is not stored; return pawl::snooze{...} then")]] bool save(
      const Checkpoint& data) {
    auto bytes = Job::codec::encode(data);
    if (bytes) return run_->save_checkpoint(*std::move(bytes));
    run_->refuse_checkpoint("the checkpoint cannot be encoded: " + describe(bytes.error()));
    return false;
  }
  template <class Checkpoint, class Because = detail::because_if<
                                  Job::is_ephemeral, detail::ephemeral_checkpoint_sentence<Job>>>
    requires(Job::is_ephemeral)
  bool save(const Checkpoint&) = PAWL_DELETE("pawl: an ephemeral job has no checkpoints");
  template <class Checkpoint, class Because = detail::because_if<
                                  !Job::is_ephemeral && !detail::saves<Job, Checkpoint>,
                                  detail::foreign_checkpoint<Job, Checkpoint>>>
    requires(!Job::is_ephemeral && !detail::saves<Job, Checkpoint>)
  bool save(const Checkpoint&) = PAWL_DELETE("pawl: the job has no such checkpoint");

  /// What an earlier attempt saved; nothing if there is none or it has another form.
  template <class Checkpoint = typename Job::checkpoint::saved>
    requires(detail::saves<Job, Checkpoint>)
  [[nodiscard]] std::optional<Checkpoint> checkpoint() const {
    const auto bytes = run_->checkpoint();
    if (!bytes) return {};
    std::optional<Checkpoint> data(std::in_place);
    if (!decode_into<typename Job::codec>(*bytes, *data, as_stored(*bytes))) data.reset();
    return data;
  }
  template <class Checkpoint = typename Job::checkpoint::saved,
            class Because = detail::because_if<!detail::saves<Job, Checkpoint>,
                                               detail::foreign_checkpoint<Job, Checkpoint>>>
    requires(!detail::saves<Job, Checkpoint>)
  detail::anything checkpoint() const = PAWL_DELETE("pawl: the job has no such checkpoint");

  template <auto = 0, class Given, class Because = detail::checkpoint_is_saved>
  detail::anything checkpoint(const Given&) const = PAWL_DELETE("pawl: write ctx.save(data)");

  /// Ends the job as succeeded inside a transaction of yours, on your connection to the store's
  /// database: the output is there if and only if you commit. Then return what this has answered.
  template <class Connection, class Output>
    requires(detail::is_connection<Connection*>)
  [[nodiscard(
      "pawl: return the answer, or fail with its error")]] expected<settled<Output>, job_error>
  complete_in(Connection* callers, const Output& output) {
    auto bytes = Job::codec::encode(output);
    if (!bytes)
      return unexpected<job_error>(
          job_error{"invalid", "the output cannot be encoded: " + describe(bytes.error()), {}});
    return end_in<Output>(refer_to(callers), *std::move(bytes));
  }
  /// The same for a job without an output.
  template <class Connection>
    requires(detail::is_connection<Connection*>)
  [[nodiscard(
      "pawl: return the answer, or fail with its error")]] expected<settled<void>, job_error>
  complete_in(Connection* callers) {
    return end_in<void>(refer_to(callers), "null");
  }

  template <class Given, class... Output, class Because = detail::connection_is_pointed_to>
    requires(!detail::is_connection<Given>)
  detail::anything complete_in(const Given&, const Output&...) =
      PAWL_DELETE("pawl: complete_in takes your connection");

  /// Submits a job that is committed with the end of this one, in the very same commit: if the
  /// attempt does not succeed, there is none. It is the same tenant's and user's, and goes on with
  /// the same trace and correlation. What is wrong with it by itself is answered at once; what only
  /// the store can refuse fails the attempt with `submission_refused`. At most 10,000 in an
  /// attempt.
  template <class H>
    requires(detail::shares_store<Job, H> && detail::can_be_child<H>)
  [[nodiscard("pawl: a job that was refused is not submitted; look at the answer")]]
  expected<job_ref<H>, job_error>
  // clang-format off: both compilers show this line if the options do not fit
  submit(  // pawl: ctx.submit takes an input, and options as pawl::submit_options names and orders them
           // clang-format on
      const typename detail::input_of<H>::type& input,
      const typename detail::options_of<H>::type& options = {}) {
    return detail::child_of<H>::submit(*run_, input, options);
  }
  template <class H, class Because = detail::because_if<detail::in_other_store<Job, H>,
                                                        detail::other_store_sentence<Job, H>>>
    requires detail::in_other_store<Job, H>
  expected<job_ref<H>, job_error> submit(const typename detail::input_of<H>::type&,
                                         const typename detail::options_of<H>::type& = {}) =
      PAWL_DELETE("pawl: the two jobs are in two stores");
  template <class H, class... Given,
            class Because = detail::because_if<detail::is_no_input_of<H, Given...>,
                                               detail::child_input_sentence<H>>>
    requires(detail::shares_store<Job, H> && detail::can_be_child<H> &&
             detail::is_no_input_of<H, Given...>)
  expected<job_ref<H>, job_error> submit(const Given&...) =
      PAWL_DELETE("pawl: this is not the job's input");
  template <class H, class Because =
                         detail::because_if<!detail::can_be_child<H>, detail::child_without_header>>
    requires(detail::shares_store<Job, H> && !detail::can_be_child<H>)
  expected<job_ref<H>, job_error> submit(const typename detail::input_of<H>::type&) =
      PAWL_DELETE("pawl: include <pawl/runtime/submit.hpp>");
  template <class H, class Because = detail::because_if<!detail::names_job_type<H>,
                                                        detail::no_handler_sentence<H>>>
    requires(!detail::names_job_type<H>)
  detail::anything submit(const auto&...) = PAWL_DELETE("pawl: this is no handler");
  template <auto = 0, class Because = detail::because<detail::child_without_type>>
  detail::anything submit(const auto&...) = PAWL_DELETE("pawl: write ctx.submit<handler>(...)");

  /// Where what the job has made is to be had, and until when: a signed address, for instance. The
  /// record's `link` if and only if the attempt succeeds; a later call takes the place of an
  /// earlier one. `retention<keep_link<1_h>>` says for how long it must be valid at the least.
  template <auto = 0>
    requires(Job::retention::link.count != 0)
  void link(std::string url, std::chrono::sys_time<std::chrono::milliseconds> until) {
    run_->set_link(std::move(url), until);
  }
  template <auto = 0, class Because = detail::because_if<Job::retention::link.count == 0,
                                                         detail::undeclared_link<Job>>>
    requires(Job::retention::link.count == 0)
  void link(const auto&, const auto&) = PAWL_DELETE("pawl: the job declares no link");

  template <class Until, class Because = detail::link_has_an_end>
    requires(Job::retention::link.count != 0 &&
             !std::is_convertible_v<const Until&, std::chrono::sys_time<std::chrono::milliseconds>>)
  void link(const std::string&, const Until&) = PAWL_DELETE("pawl: a link has a point in time");

  /// Records a declared audit field.
  template <fixed_string Field>
    requires(Job::audit::template contains<Field>)
  void audit(std::string value) {
    run_->audit(Field.view(), std::move(value));
  }
  template <fixed_string Field,
            class Because = detail::because_if<!Job::audit::template contains<Field>,
                                               detail::unknown_field<typename Job::audit, Field>>>
    requires(!Job::audit::template contains<Field>)
  void audit(std::string) = PAWL_DELETE("pawl: this audit field is not declared");
  template <fixed_string Field, class Value, class Because = detail::field_is_text>
    requires(!std::is_convertible_v<const Value&, std::string>)
  void audit(const Value&) = PAWL_DELETE("pawl: an audit field is a text");
  template <auto = 0, class Because = detail::because<detail::field_as_argument>>
  void audit(const auto&, const auto&) = PAWL_DELETE("pawl: write ctx.audit<field>(value)");

 private:
  template <class Output>
  expected<settled<Output>, job_error> end_in(const connection_ref& callers, std::string result) {
    auto done = run_->complete_in(callers, std::move(result));
    if (!done) return unexpected<job_error>(std::move(done).error());
    return settled<Output>{};
  }
};

}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/detail/rules.hpp>
#include <pawl/job/output_of.hpp>
#include <pawl/runtime/engine/flow_plan.hpp>
#include <pawl/runtime/session.hpp>

namespace pawl {

namespace detail {

template <class H>
struct rule_flow_is_stored {
  static constexpr bool holds = !is_ephemeral_handler<H>();
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id
        << " is ephemeral, and a workflow is stored as a whole; make it durable, or submit it by "
           "itself";
  }
};
template <class H>
struct rule_flow_needs_no_key {
  static constexpr bool holds = !H::job_type::idempotency::required;
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id
        << " takes no submission without a key, and a job of a workflow has none; submit it by "
           "itself, and let the workflow depend on that job";
  }
};
template <class H>
struct rule_flow_is_not_unique {
  static constexpr bool holds = !H::job_type::unique::rule.is_on;
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id
        << " is unique, so that another job could stand in its place in a workflow; submit it by "
           "itself, and let the workflow depend on that job";
  }
};
/// What a job of a workflow must satisfy. What cannot be a handler was refused before.
template <class H>
struct flow_rules {};
template <sound_handler H>
struct flow_rules<H>
    : all_of<rule_flow_is_stored<H>, rule_flow_needs_no_key<H>, rule_flow_is_not_unique<H>> {};

template <class H>
struct add_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: add<" << type_name<H>() << "> takes a "
        << type_name<runtime::detail::input_type<H>>() << ", or its members in braces: add<"
        << type_name<H>() << ">({...})";
  }
};

}  // namespace detail

namespace detail {

using add_without_type = refused<"pawl: add does not see from an input",
                                 "which job is meant; write", "add<handler>(...)">;
using workflow_of_session =
    refused<"pawl: a workflow is made of a", "session, in the name of a principal;",
            "write workflow flow{jobs.as({.tenant", "= ...})}">;

template <class T>
inline constexpr bool is_session = false;
template <class Store, class... Handlers>
inline constexpr bool is_session<session<Store, Handlers...>> = true;

}  // namespace detail

/// Jobs that wait for each other, built one by one and submitted whole: in one commit, all or none.
///
///     pawl::workflow flow{acme};
///     auto page = flow.add<fetch>({url});
///     auto text = flow.add<parse>({.page = page});
///     auto shown = flow.add<render>({.text = text});
///     if (auto jobs = flow.submit()) wait(acme.result(shown, 1min));
///
/// A job waits for those whose outputs its input holds (`pawl::output_of`), for those in its
/// `depends_on`, and for those that it is told to be `after`. It may hold up to
/// `storage::most_jobs_at_once` jobs. For one thread; the session must outlive it.
template <class Session>
class workflow {
 public:
  explicit workflow(Session session) : session_(std::move(session)), plan_(*session_.backend_) {}
  workflow(const workflow&) = delete;
  workflow& operator=(const workflow&) = delete;

  /// A job of the workflow: has its id from the beginning, so that others can be given it, and is
  /// there once the workflow was submitted. For as long as the workflow lives.
  template <class H>
  class node : public job_ref<H> {
   public:
    /// A further job that waits for this one, whose output it need not hold.
    template <class Next>
    node<Next> then(const runtime::detail::input_type<Next>& input,
                    const typename Session::template options_of<Next>& options = {}) const {
      node<Next> next = flow_->template add<Next>(input, options);
      next.after(*this);
      return next;
    }
    /// It waits for another job too, of this workflow or one that was submitted before.
    const node& after(const job_id& other) const {
      flow_->plan_.wait(place_, other);
      return *this;
    }

   private:
    friend workflow;
    node(workflow& flow, std::size_t place, const job_id& job)
        : job_ref<H>{job}, flow_(&flow), place_(place) {}

    workflow* flow_;
    std::size_t place_;
  };

  /// Adds a job. What is wrong with it is told by `submit`.
  template <class H>
    requires(Session::template serves<H>)
  node<H>
  // clang-format off: both compilers show this line if the options do not fit
  add(  // pawl: add takes an input, and options as pawl::submit_options names and orders them
        // clang-format on
      const runtime::detail::input_type<H>& input,
      const typename Session::template options_of<H>& options = {}) {
    static_assert(sizeof(detail::flow_rules<H>) != 0);
    storage::submit op{.type = &type_of<H>};
    const auto made = runtime::detail::make_submission<H>(*session_.backend_, session_.who_, op,
                                                          input, detail::plain(options));
    const job_id id = op.id;
    return {*this, plan_.add(std::move(op), made), id};
  }
  template <
      class H, class... Given,
      class Because = detail::because_if<detail::are_members<H, Given...>, detail::add_sentence<H>>>
    requires(Session::template serves<H> && detail::are_members<H, Given...>)
  node<H> add(const Given&...) = PAWL_DELETE("pawl: this is not the job's input");
  template <class H, class Because = detail::because<detail::unregistered_sentence<H>>>
    requires(!Session::template serves<H>)
  node<H> add(const auto&,
              const submit_options& = {}) = PAWL_DELETE("pawl: this service has no such handler");
  template <auto = 0, class Because = detail::add_without_type>
  detail::anything add(const auto&...) = PAWL_DELETE("pawl: write add<handler>(...)");
  /// Adds a job for each of these inputs.
  template <class H, class Inputs>
    requires(Session::template serves<H>)
  std::vector<node<H>> add_all(const Inputs& inputs,
                               const typename Session::template options_of<H>& options = {}) {
    std::vector<node<H>> out;
    for (const runtime::detail::input_type<H>& each : inputs)
      out.push_back(this->template add<H>(each, options));
    return out;
  }

  /// Submits all of it and returns when it is as durable as the store promises; or says what is
  /// wrong, and nothing was stored. After a refusal it may be called again: no job is made twice.
  [[nodiscard("pawl: a workflow that was refused is not stored; look at the answer")]]
  storage::result<std::vector<job_id>> submit() {
    return plan_.submit();
  }
  [[nodiscard]] std::size_t size() const { return plan_.size(); }

 private:
  Session session_;
  runtime::flow_plan plan_;
};
/// Of a service, which acts in nobody's name.
template <class Given>
  requires(!detail::is_session<Given>)
class workflow<Given> {
 public:
  template <class Because = detail::workflow_of_session>
  explicit workflow(const Given&) = PAWL_DELETE("pawl: a workflow is made of a session");
  template <class H>
  detail::anything add(const runtime::detail::input_type<H>&, const submit_options& = {});
  detail::anything submit();
};
template <class Given>
workflow(const Given&) -> workflow<Given>;

}  // namespace pawl

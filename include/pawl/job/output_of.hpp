// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <stdexcept>
#include <vector>

#include <pawl/codec/policy.hpp>
#include <pawl/expected.hpp>
#include <pawl/job/awaited.hpp>
#include <pawl/job/handler_rules.hpp>

namespace pawl {

template <class H>
class output_of;

/// Thrown by a handler that reaches for an output that is not there. Only jobs that run anyway when
/// a dependency has failed can meet it: they ask first.
struct no_such_output : std::logic_error {
  using std::logic_error::logic_error;
};

namespace detail {

template <class H>
concept is_defined = requires { sizeof(H); };

template <class H, class Other>
struct foreign_output_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: this member holds the output of " << type_name<H>() << ", and is given a job of "
        << type_name<Other>() << "; give it a job of " << type_name<H>()
        << ", or make the member a pawl::output_of<" << type_name<Other>() << '>';
  }
};
template <class H>
struct untyped_output_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: an id does not say which type the output of its job has; write pawl::job_ref<"
        << type_name<H>() << ">{id}";
  }
};
template <class H>
struct unread_job_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: the answer of a submission may be a refusal; look at it, and give the job in it, "
           "*job or job.value()";
  }
};
template <class H>
struct awaited_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: there is no output of " << type_name<H>() << " to be read; ";
    if constexpr (!is_defined<H>)
      out << "it is only declared here, so include its header";
    else if constexpr (!is_handler<H>)
      out << "it is no handler, so name one";
    else if constexpr (H::job_type::is_ephemeral)
      out << "it is ephemeral, and an output in memory is nobody else's, so make it durable";
    else if constexpr (H::job_type::retention::output.count == 0)
      out << "its type never keeps its output, so let its pawl::retention keep it";
    else
      out << "it returns none, so name it in depends_on";
  }
};
/// Whether jobs of a handler leave something behind that another job can be given.
template <class H>
consteval bool leaves_output() {
  if constexpr (!is_defined<H>)
    return false;
  else if constexpr (!is_handler<H>)
    return false;
  else
    return !H::job_type::is_ephemeral && H::job_type::retention::output.count != 0 &&
           !std::is_void_v<typename output_of<H>::type>;
}
template <class H>
struct demand_output : demand<leaves_output<H>(), awaited_sentence<H>> {};

template <class H>
bool read_awaited(awaited_output& to, std::string_view bytes) {
  static_assert(sizeof(demand_output<H>) != 0);
  if constexpr (leaves_output<H>()) {
    using value = typename output_of<H>::type;
    const auto made = std::make_shared<value>();
    if (const auto read = decode_into<typename H::job_type::codec>(bytes, *made, as_stored(bytes));
        !read) {
      to.failure.detail = describe(read.error());
      return false;
    }
    to.value = made;
  }
  return true;
}

}  // namespace detail

/// A member of a payload: the output of another job. A submission fills it with a job of that type,
/// or with a node of a workflow; what is stored is the job's id. The job waits for that one without
/// being told to, and when its handler is entered the output is there, of its own type.
///
///     struct page_to_parse { pawl::output_of<fetch> page; };
///     acme.submit<parse>({.page = *fetched});
///     // in parse: in.page->body
///
/// Read once for each attempt, before the handler is entered. A job that is cancelled when a
/// dependency fails finds all its outputs there; one that runs anyway asks `if (in.page)`.
template <class H>
class output_of {
 public:
  using awaited_handler = H;

  /// Of no job: an input that holds it cannot be submitted.
  output_of() = default;
  /// Of a job: what `submit` answered, or a node of a workflow. A template, as all that follow, so
  /// that the codec can count the members of a struct that holds one.
  template <class Ref>
    requires(__is_base_of(job_ref<H>, Ref))
  output_of(const Ref& job) : of_(std::make_shared<detail::awaited_output>()) {
    of_->id = static_cast<const job_ref<H>&>(job).id;
  }
  template <class Other, class Because = detail::because_if<
                             !__is_same(H, Other), detail::foreign_output_sentence<H, Other>>>
    requires(!__is_same(H, Other))
  output_of(const job_ref<Other>&) = PAWL_DELETE("pawl: this is a job of another type");
  template <class Id, class Because = detail::because_if<__is_same(Id, job_id),
                                                         detail::untyped_output_sentence<H>>>
    requires(__is_same(Id, job_id))
  output_of(const Id&) = PAWL_DELETE("pawl: an id does not say which type its output has");
  template <class Other, class Error,
            class Because = detail::because<detail::unread_job_sentence<H>>>
  output_of(const expected<job_ref<Other>, Error>&) =
      PAWL_DELETE("pawl: the answer of a submission may be a refusal");

  /// As if a job had come to this output: for tests that call a handler by themselves.
  template <class Value>
  [[nodiscard]] static output_of known(Value value) {
    output_of out;
    out.of_ = std::make_shared<detail::awaited_output>();
    out.of_->missing = missing_output::none;
    out.of_->value = std::make_shared<typename detail::output_of<H>::type>(std::move(value));
    return out;
  }

  /// The job that it is of; nil if it is of none.
  [[nodiscard]] job_ref<H> job() const { return {of_ == nullptr ? job_id{} : of_->id}; }

  [[nodiscard]] bool has_value() const {
    return of_ != nullptr && of_->missing == missing_output::none;
  }
  explicit operator bool() const { return has_value(); }
  /// The output. Throws `no_such_output` if it is not there.
  [[nodiscard]] const auto& operator*() const {
    static_assert(sizeof(detail::demand_output<H>) != 0);
    if (!has_value()) throw no_such_output(why_not());
    if constexpr (detail::leaves_output<H>())
      return *static_cast<const typename detail::output_of<H>::type*>(of_->value.get());
    else
      return *this;  // refused above
  }
  [[nodiscard]] const auto* operator->() const { return &**this; }

  /// Why it is not there.
  [[nodiscard]] missing_output missing() const {
    return of_ == nullptr ? missing_output::unread : of_->missing;
  }
  /// What the job has failed with, if it has.
  [[nodiscard]] failure_info failure() const {
    return of_ == nullptr ? failure_info{} : of_->failure;
  }
  /// The same as a sentence, for people.
  [[nodiscard]] std::string why_not() const {
    if (of_ == nullptr) return "this output is of no job; give it one before it is submitted";
    const std::string job = "job " + to_string(of_->id);
    switch (of_->missing) {
      case missing_output::none:
        return "the output of " + job + " is there";
      case missing_output::unread:
        return "the output of " + job +
               " is read when the handler of who waits for it is entered; read it there";
      case missing_output::failed:
        return job + " has failed, with " + of_->failure.code + ": " + of_->failure.message;
      case missing_output::was_cancelled:
        return job + " was cancelled, so that it has no output";
      case missing_output::not_kept:
        return "the output of " + job + " is not kept any more; keep it for longer";
      case missing_output::undecodable:
        break;
    }
    return "the output of " + job + " cannot be read: " + of_->failure.detail;
  }

  // For the codec.
  bool spell(std::string& to) const {
    if (of_ == nullptr || of_->id.is_nil()) return false;
    detail::awaited_outputs::note(of_);
    to = to_string(of_->id);
    return true;
  }
  bool parse(text from) {
    const auto id = parse_job_id(std::string_view(from.data(), from.size()));
    if (!id) return false;
    of_ = std::make_shared<detail::awaited_output>();
    of_->id = *id;
    of_->read = &detail::read_awaited<H>;
    detail::awaited_outputs::note(of_);
    return true;
  }

  friend bool operator==(const output_of& a, const output_of& b) { return a.job() == b.job(); }

 private:
  std::shared_ptr<detail::awaited_output> of_{};
};

namespace detail {

template <class Range>
struct no_jobs_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: all_of takes a std::vector of jobs or of nodes of a workflow, each of one type, "
           "not "
        << type_name<Range>();
  }
};
template <class H>
struct named_handler {
  using type = H;
};
template <class T>
struct handler_of_ref {
  template <class H>
  static named_handler<H> find(const job_ref<H>*);
  using type = typename decltype(find(static_cast<const T*>(nullptr)))::type;
};
template <class Range>
concept range_of_jobs = requires(const Range& jobs) {
  typename handler_of_ref<typename Range::value_type>::type;
  jobs.begin();
};

}  // namespace detail

/// The outputs of all of these, for a member that is a `std::vector<pawl::output_of<part>>`.
template <detail::range_of_jobs Range>
[[nodiscard]] auto all_of(const Range& jobs) {
  using H = typename detail::handler_of_ref<typename Range::value_type>::type;
  return std::vector<output_of<H>>(jobs.begin(), jobs.end());
}
template <class Range, class Because = detail::because_if<!detail::range_of_jobs<Range>,
                                                          detail::no_jobs_sentence<Range>>>
  requires(!detail::range_of_jobs<Range>)
detail::anything all_of(const Range&) = PAWL_DELETE("pawl: these are no jobs");

}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
// The job types of two programs that run beside each other on one store. Both have `counted` and
// `trace`; `alpha` is the older program's alone, `beta` the newer one's; and of `shared` the newer
// program has a second version of the payload.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/runtime/follow_ups.hpp>

namespace two_programs {

using namespace pawl::literals;

/// What the jobs do to the world, as lines of a file: each is one write, and so outlives the
/// process that wrote it.
class effects {
 public:
  explicit effects(const std::string& path)
      : file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {
    if (file_ < 0) throw std::runtime_error("cannot open " + path);
  }
  effects(const effects&) = delete;
  effects& operator=(const effects&) = delete;
  ~effects() { ::close(file_); }

  /// `r <job> <fence>`: a worker has entered the job under that fence.
  void ran(const std::string& job, std::uint64_t fence) const {
    write("r " + job + ' ' + std::to_string(fence) + '\n');
  }
  /// `c <number>`: the handler was told of the end of that order.
  void called_back(std::int64_t number) const { write("c " + std::to_string(number) + '\n'); }

 private:
  void write(const std::string& line) const {
    if (::write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) ::_exit(3);
  }
  int file_;
};

struct order {
  std::int64_t number{};
};
struct remarked_order {
  std::int64_t number{};
  std::string remark{};
};
inline remarked_order upcast(order old) { return {old.number, "of the first version"}; }
struct named_order {
  std::string name{};
  std::int64_t number{};
};
struct receipt {
  std::int64_t number{};
  std::uint64_t fence{};  ///< of the attempt that has made it
};

struct rejected : pawl::error_class<"rejected", pawl::retryability::fatal> {};

/// What a process held that was killed comes back soon, and as often as processes are killed.
template <pawl::fixed_string Id, class... Policies>
using hurried_job =
    pawl::job<Id, pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout, rejected>,
              pawl::retry<pawl::attempts<30>, pawl::fixed<1_ms>, pawl::no_jitter>, pawl::lease<2_s>,
              pawl::timeout<1_s>, Policies...>;

/// Some fail once, some for good.
template <class Job>
typename Job::template outcome<receipt> take(const effects& world, auto& ctx, std::int64_t number) {
  world.ran(std::string(ctx.job_id()), ctx.fence());
  if (number % 19 == 3 && ctx.attempt() == 1)
    return Job::template fail<pawl::error::network_timeout>("no answer");
  if (number % 37 == 5) return Job::template fail<rejected>("no such article");
  return receipt{number, ctx.fence()};
}

using trace_job = hurried_job<"two.trace">;
struct trace : trace_job {
  const effects* world;
  explicit trace(const effects& to) : world(&to) {}
  outcome<receipt> operator()(context& ctx, order in) const {
    world->ran(std::string(ctx.job_id()), ctx.fence());
    return receipt{in.number, ctx.fence()};
  }
};

using counted_job = hurried_job<"two.counted">;
struct counted : counted_job {
  const effects* world;
  explicit counted(const effects& to) : world(&to) {}
  outcome<receipt> operator()(context& ctx, order in) const {
    return take<counted_job>(*world, ctx, in.number);
  }
  void on_success(const order& in, const receipt&) const { world->called_back(in.number); }
  void on_failure(const order& in, const pawl::job_error&) const { world->called_back(in.number); }
};

/// Each is followed by a `trace`.
template <class Job>
struct followed : Job {
  const effects* world;
  explicit followed(const effects& to) : world(&to) {}
  typename Job::template outcome<receipt> operator()(typename Job::context& ctx,
                                                     named_order in) const {
    return take<Job>(*world, ctx, in.number);
  }
  void on_end(const pawl::job_record& ended, pawl::follow_ups& next) const {
    const std::int64_t number = std::stoll(ended.subject);
    world->called_back(number);
    next.submit<trace>({number});
  }
};
struct alpha : followed<hurried_job<"two.alpha", pawl::subject<&named_order::name>>> {
  using followed::followed;
};
struct beta : followed<hurried_job<"two.beta", pawl::subject<&named_order::name>>> {
  using followed::followed;
};

using shared_job = hurried_job<"two.shared">;
struct older_shared : shared_job {
  using input = order;
  const effects* world;
  explicit older_shared(const effects& to) : world(&to) {}
  outcome<receipt> operator()(context& ctx, order in) const {
    return take<shared_job>(*world, ctx, in.number);
  }
  void on_success(const order& in, const receipt&) const { world->called_back(in.number); }
  void on_failure(const order& in, const pawl::job_error&) const { world->called_back(in.number); }
};
struct newer_shared : shared_job {
  using payload_versions = pawl::versions<order, remarked_order>;
  const effects* world;
  explicit newer_shared(const effects& to) : world(&to) {}
  outcome<receipt> operator()(context& ctx, remarked_order in) const {
    return take<shared_job>(*world, ctx, in.number);
  }
  void on_success(const remarked_order& in, const receipt&) const { world->called_back(in.number); }
  void on_failure(const remarked_order& in, const pawl::job_error&) const {
    world->called_back(in.number);
  }
};

}  // namespace two_programs

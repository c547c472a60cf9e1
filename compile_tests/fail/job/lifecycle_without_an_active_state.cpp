// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy has one operator\(\), but lifecycle letter has no active state, in which it would be called; list one in kinds\(active\(...\)\)
// sentence: pawl: handler … has one operator(), but lifecycle … has no active state, in which it would be called; list one in kinds(active(...))
// meaning: A handler is called in active states only.
// repair: Give a state the kind active.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct letter : pawl::lifecycle {
  static constexpr pawl::text name = "letter";
  enum class state { written, sending, sent, lost };
  enum class event { post, start, succeed, fail, lose, arrive };
  using enum state;
  using enum event;
#ifdef COMPILE_FAIL
  static constexpr auto table = transitions(
      kinds(dormant(written, sending), success(sent), failure(lost)), written + on(post) = sending,
      sending + on(arrive) = sent, sending + on(post) = lost);
#else
  static constexpr auto table =
      transitions(kinds(ready(written), active(sending), success(sent), failure(lost)),
                  written + on(start) = sending, sending + on(succeed) = sent,
                  sending + on(fail) = lost, sending + on(lose) = written);
#endif
};
struct buy : pawl::job<"shop.buy", letter> {
  outcome<int> operator()(context&, order) const { return 1; }
};

static_assert(pawl::jobs<buy>::count == 1);

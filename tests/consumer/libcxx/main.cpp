// SPDX-License-Identifier: BSL-1.0
// Every header of pawl::core and pawl::codec, a lifecycle asked, a policy read, a payload there and
// back.
#include <portable_headers.hpp>

#include <string>
#include <vector>

using namespace pawl::literals;

struct parcel {
  std::string to;
  std::vector<double> weights;
  std::chrono::sys_time<std::chrono::milliseconds> sent;
  bool operator==(const parcel&) const = default;
};

int main() {
  using pawl::lifecycles::deck;
  const auto started = pawl::next<deck>(deck::pending, deck::start);
  if (!started || started.state() != deck::running) return 1;

  constexpr auto plan = pawl::exponential<1_s, 30_s, 1.5>::plan;
  if (plan.multiplier.permille != 1500) return 2;

  const parcel sent{"ann", {0.1, 1e300}, {}};
  const auto back = pawl::json::decode<parcel>(pawl::json::encode(sent).value());
  return back && *back == sent ? 0 : 3;
}

// SPDX-License-Identifier: BSL-1.0
#include <pawl/schedules/zones.hpp>

int main() {
  pawl::zone_period shown{};
  return pawl::zones::find("Europe/Atlantis", 0, shown) ? 1 : 0;
}

// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit_all<look> takes a range of picture, which cannot be copied; move the container, or give it a view that moves
// sentence: pawl: submit_all<…> takes a range of …, which cannot be copied; move the container, or give it a view that moves
// meaning: The elements of a container that is kept would have to be copied.
// repair: Write `std::move(container)`, or make the inputs in a view.
#include <memory>

#include <pawl/runtime/session.hpp>
#include <pawl/testing/storage/archetype.hpp>

struct picture {
  std::unique_ptr<int> pixels;
};
struct look : pawl::job<"shop.look", pawl::lifecycles::service, pawl::ephemeral<>> {
  outcome<int> operator()(context&, const picture& in) const { return *in.pixels; }
};
using session = pawl::session<pawl::testing::storage_archetype, look>;

bool use(const session& me, std::vector<picture>& all) {
#ifdef COMPILE_FAIL
  me.submit_all<look>(all);
  return true;
#else
  return me.submit_all<look>(std::move(all)).empty();
#endif
}

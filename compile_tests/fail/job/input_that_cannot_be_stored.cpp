// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member frames of payload stream has type int ?\*, and an address means nothing in another process; store the value or an id
// sentence: pawl: member … of payload … has type …, and an address means nothing in another process; store the value or an id
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct stream {
  int* frames;
};
struct play : pawl::job<"shop.play", pawl::lifecycles::service
#ifndef COMPILE_FAIL
                        ,
                        pawl::ephemeral<>
#endif
                        > {
  outcome<void> operator()(context&, stream) const { return {}; }
};
pawl::jobs<play> all;

// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: an event uses up the machine it happens to; write std::move\(m\)\.on<event>\(\) and keep the machine it returns"
// sentence: pawl: an event uses up the machine it happens to; write std::move(m).on<event>() and keep the machine it returns
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
auto next(const pawl::machine<deck>& job) { return job.on<deck::start>(); }
#else
auto next(pawl::machine<deck>&& job) { return std::move(job).on<deck::start>(); }
#endif

// SPDX-License-Identifier: BSL-1.0
// What does not compile is also no member of an overload set: generic code can ask before it calls.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::facts;
using pawl::machine;
using pawl::lifecycles::deck;

template <class Machine, auto Event, facts... Known>
concept takes = requires(Machine m) { std::move(m).template on<Event, Known...>(); };
template <class Machine, auto Event>
concept takes_with_facts =
    requires(Machine m, const facts& known) { std::move(m).template on<Event>(known); };
template <class Machine, auto Event>
concept takes_as_lvalue = requires(Machine m) { m.template on<Event>(); };

using pending = machine<deck, deck::pending>;
using running = machine<deck, deck::running>;
using failed = machine<deck, deck::failed>;

static_assert(takes<pending, deck::start>);
static_assert(!takes<pending, deck::succeed>);
static_assert(!takes<pending, deck::fail>);
static_assert(!takes_with_facts<pending, deck::fail>);
static_assert(!takes<failed, deck::start>);

// A guarded event is taken with facts, an unguarded one without.
static_assert(!takes<running, deck::fail>);
static_assert(takes_with_facts<running, deck::fail>);
static_assert(takes<running, deck::fail, facts{}>);
static_assert(!takes<running, deck::fail, facts{}, facts{}>);
static_assert(takes<running, deck::succeed>);
static_assert(!takes_with_facts<running, deck::succeed>);
static_assert(!takes<running, deck::succeed, facts{}>);

static_assert(!takes_as_lvalue<pending, deck::start>);

// A job is moved, and begins in its initial state.
template <class T>
concept begins = requires { T(); };
template <class T>
concept copies = requires(const T& other) { T(other); };
static_assert(begins<pending> && !begins<running>);
static_assert(!copies<pending> && !copies<running>);

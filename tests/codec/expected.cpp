// SPDX-License-Identifier: BSL-1.0
// What is promised of pawl::expected, whether it is std's or pawl's own.
#include <pawl/detail/expected.hpp>
#include <pawl/expected.hpp>

#include <any>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "support/catch.hpp"

namespace {

using pawl::bad_expected_access;
using pawl::expected;
using pawl::unexpect;
using pawl::unexpected;

using text_or = expected<std::string, int>;
using owner_or = expected<std::unique_ptr<int>, std::string>;

/// Counts those that are alive, and throws when it is told to.
template <bool ThrowsWhenMoved>
struct counted {
  static inline int alive = 0;
  static inline bool throws = false;
  int number = 0;

  explicit counted(int n) : number(n) { ++alive; }
  counted(const counted& other) : number(other.number) {
    if (throws) throw std::runtime_error("copied");
    ++alive;
  }
  counted(counted&& other) noexcept(!ThrowsWhenMoved) : number(std::exchange(other.number, -1)) {
    if constexpr (ThrowsWhenMoved) {
      if (throws) throw std::runtime_error("moved");
    }
    ++alive;
  }
  counted& operator=(const counted& other) {
    if (throws) throw std::runtime_error("assigned");
    number = other.number;
    return *this;
  }
  counted& operator=(counted&& other) noexcept(!ThrowsWhenMoved) {
    number = std::exchange(other.number, -1);
    return *this;
  }
  ~counted() { --alive; }
};
using calm = counted<false>;
using fragile = counted<true>;

/// Takes an expected whole, as std::any does.
struct greedy {
  bool whole = false;
  greedy() = default;
  template <class T>
  greedy(const T&) : whole(true) {}
};
struct named {
  std::string name;
  [[nodiscard]] std::size_t length() const { return name.size(); }
};
struct pair_of_ints {
  int a = 0;
  int b = 0;
  pair_of_ints(int x, int y) : a(x), b(y) {}
};
struct only_explicit {
  int n;
  explicit only_explicit(int given) : n(given) {}
};
struct immovable {
  int n = 0;
  explicit immovable(int given) : n(given) {}
  immovable(immovable&&) = delete;
};

// --- What the type says of itself ------------------------------------------------------------

static_assert(std::is_same_v<text_or::value_type, std::string>);
static_assert(std::is_same_v<text_or::error_type, int>);
static_assert(std::is_same_v<text_or::unexpected_type, unexpected<int>>);
static_assert(std::is_same_v<text_or::rebind<void>, expected<void, int>>);

// More than is promised of std's.
static_assert(std::is_trivially_copyable_v<pawl::detail::own::expected<int, char>>);
static_assert(std::is_trivially_copyable_v<pawl::detail::own::expected<void, char>>);
static_assert(std::is_trivially_copy_constructible_v<expected<int, char>>);
static_assert(std::is_trivially_move_constructible_v<expected<int, char>>);
static_assert(std::is_trivially_destructible_v<expected<int, char>>);
static_assert(std::is_trivially_copy_constructible_v<expected<void, int>>);
static_assert(std::is_trivially_move_constructible_v<expected<void, int>>);
static_assert(std::is_trivially_destructible_v<expected<void, int>>);
static_assert(!std::is_trivially_copyable_v<text_or>);
static_assert(!std::is_trivially_destructible_v<text_or>);
static_assert(!std::is_trivially_destructible_v<expected<int, std::string>>);
static_assert(!std::is_trivially_destructible_v<expected<void, std::string>>);

static_assert(sizeof(expected<int, int>) == 2 * sizeof(int));
static_assert(sizeof(expected<void, char>) == 2);
static_assert(sizeof(text_or) == sizeof(std::string) + alignof(std::string));

static_assert(std::is_copy_constructible_v<text_or> && std::is_copy_assignable_v<text_or>);
static_assert(!std::is_copy_constructible_v<owner_or> && !std::is_copy_assignable_v<owner_or>);
static_assert(std::is_nothrow_move_constructible_v<owner_or>);
static_assert(std::is_nothrow_move_assignable_v<owner_or>);
static_assert(std::is_nothrow_move_constructible_v<expected<void, std::string>>);
static_assert(!std::is_nothrow_move_constructible_v<expected<fragile, int>>);
static_assert(std::is_move_assignable_v<expected<fragile, int>>);
static_assert(!std::is_move_assignable_v<expected<fragile, fragile>>);
static_assert(!std::is_copy_assignable_v<expected<fragile, fragile>>);
static_assert(!std::is_move_constructible_v<expected<immovable, int>>);
static_assert(!std::is_move_assignable_v<expected<const int, std::string>>);

static_assert(std::is_default_constructible_v<text_or>);
static_assert(!std::is_default_constructible_v<expected<pair_of_ints, int>>);
static_assert(std::is_default_constructible_v<expected<int, pair_of_ints>>);

static_assert(std::is_same_v<decltype(*std::declval<text_or&>()), std::string&>);
static_assert(std::is_same_v<decltype(*std::declval<const text_or&>()), const std::string&>);
static_assert(std::is_same_v<decltype(*std::declval<text_or>()), std::string&&>);
static_assert(std::is_same_v<decltype(std::declval<text_or&>().value()), std::string&>);
static_assert(std::is_same_v<decltype(std::declval<const text_or&>().value()), const std::string&>);
static_assert(std::is_same_v<decltype(std::declval<text_or>().value()), std::string&&>);
static_assert(std::is_same_v<decltype(std::declval<text_or&>().error()), int&>);
static_assert(std::is_same_v<decltype(std::declval<const text_or&>().error()), const int&>);
static_assert(std::is_same_v<decltype(std::declval<text_or>().error()), int&&>);
static_assert(std::is_void_v<decltype(*std::declval<expected<void, int>&>())>);
static_assert(std::is_void_v<decltype(std::declval<const expected<void, int>&>().value())>);

// --- What becomes an expected, and what an expected becomes ----------------------------------

static_assert(std::is_convertible_v<const char*, text_or>);
static_assert(std::is_convertible_v<unexpected<short>, text_or>);
static_assert(!std::is_convertible_v<int, expected<only_explicit, int>>);
static_assert(std::is_constructible_v<expected<only_explicit, int>, int>);
static_assert(!std::is_convertible_v<unexpected<int>, expected<int, only_explicit>>);
static_assert(std::is_constructible_v<expected<int, only_explicit>, unexpected<int>>);
static_assert(!std::is_constructible_v<text_or, std::vector<int>>);
static_assert(!std::is_constructible_v<text_or, unexpected<std::string>>);
static_assert(!std::is_constructible_v<expected<void, int>, int>);

static_assert(std::is_convertible_v<expected<int, int>, expected<long, long>>);
static_assert(std::is_convertible_v<expected<void, int>, expected<void, long>>);
static_assert(std::is_constructible_v<expected<only_explicit, int>, expected<int, int>>);
static_assert(!std::is_convertible_v<expected<int, int>, expected<only_explicit, int>>);
static_assert(!std::is_constructible_v<expected<int, int>, expected<void, int>>);
static_assert(!std::is_constructible_v<expected<void, int>, expected<std::string, int>>);
static_assert(!std::is_constructible_v<expected<int, int>, expected<int, std::string>>);

// An answer is not its value, and is in the way of nothing else.
static_assert(!std::is_convertible_v<text_or, std::string>);
static_assert(!std::is_constructible_v<std::string, text_or>);
static_assert(!std::is_assignable_v<std::string&, text_or>);
static_assert(!std::is_convertible_v<expected<int, int>, int>);
static_assert(!std::is_convertible_v<expected<bool, int>, bool>);
static_assert(std::is_constructible_v<bool, expected<bool, int>>);
static_assert(!std::is_constructible_v<std::optional<std::string>, text_or>);
static_assert(std::is_convertible_v<text_or, std::optional<text_or>>);
static_assert(std::is_convertible_v<text_or, std::any>);
static_assert(std::is_convertible_v<text_or, std::variant<std::string, text_or>>);
static_assert(!std::is_constructible_v<std::variant<std::string, int>, text_or>);

constexpr int which(const std::string&) { return 1; }
constexpr int which(const text_or&) { return 2; }
constexpr int which_of_any(const std::string&) { return 1; }
template <class T>
constexpr int which_of_any(const T&) {
  return 3;
}

TEST_CASE("an expected is its value in no overload that takes both") {
  const text_or answer = "a";
  CHECK(which(answer) == 2);
  CHECK(which(std::string("a")) == 1);
  CHECK(which_of_any(answer) == 3);
  CHECK(which_of_any(std::string("a")) == 1);
  const std::any any = answer;
  CHECK(std::any_cast<text_or>(any) == "a");
}

// --- Values and errors -----------------------------------------------------------------------

TEST_CASE("an expected has a value or an error") {
  const text_or empty;
  CHECK(empty.has_value());
  CHECK(empty->empty());

  const text_or word = "word";
  REQUIRE(word);
  CHECK(*word == "word");
  CHECK(word->size() == 4);
  CHECK(word.value() == "word");

  const text_or none = unexpected(7);
  CHECK(!none);
  CHECK(!none.has_value());
  CHECK(none.error() == 7);

  const text_or repeated(std::in_place, 3U, 'x');
  CHECK(*repeated == "xxx");
  const expected<int, std::string> because(unexpect, 2U, 'y');
  CHECK(because.error() == "yy");
  const unexpected<std::string> long_reason(std::in_place, 2U, 'z');
  CHECK(long_reason.error() == "zz");
  const expected<int, std::string> copied_reason = long_reason;
  CHECK(copied_reason.error() == "zz");
}

TEST_CASE("an expected of void has nothing or an error") {
  const expected<void, std::string> done;
  CHECK(done);
  *done;
  done.value();
  const expected<void, std::string> also_done(std::in_place);
  CHECK(also_done.has_value());

  expected<void, std::string> refused = unexpected("why");
  CHECK(!refused);
  CHECK(refused.error() == "why");
  CHECK_THROWS_AS(refused.value(), bad_expected_access<std::string>);
  refused.emplace();
  CHECK(refused);
  refused = unexpected("again");
  CHECK(refused.error() == "again");
  refused = expected<void, std::string>();
  CHECK(refused);
}

TEST_CASE("what has no default is held, as a value and as an error") {
  expected<pair_of_ints, pair_of_ints> either(std::in_place, 1, 2);
  CHECK(either->b == 2);
  either = unexpected(pair_of_ints(3, 4));
  CHECK(either.error().a == 3);
  either = pair_of_ints(5, 6);
  CHECK(either->a == 5);
}

TEST_CASE("an expected of bool asks for its value, not whether another has one") {
  const expected<bool, int> no = false;
  REQUIRE(no);
  CHECK(!*no);
  // The first libraries that have std's do not convert this one.
  const pawl::detail::own::expected<int, int> zero = 0;
  const pawl::detail::own::expected<bool, int> from_zero = zero;
  REQUIRE(from_zero);
  CHECK(!*from_zero);
}

TEST_CASE("a type that takes an expected whole is given it whole") {
  const expected<int, int> inner = unexpected(1);
  const expected<greedy, int> outer = inner;
  REQUIRE(outer);
  CHECK(outer->whole);
  unexpected<int> why(2);
  const expected<greedy, int> refused = why;
  REQUIRE(!refused);
  CHECK(refused.error() == 2);
}

TEST_CASE("value() throws the error") {
  const expected<int, std::string> none = unexpected("why");
  try {
    static_cast<void>(none.value());
    FAIL("it did not throw");
  } catch (const bad_expected_access<std::string>& thrown) {
    CHECK(thrown.error() == "why");
    CHECK(thrown.what() != nullptr);
  }
  expected<int, std::string> lvalue = none;
  CHECK_THROWS_AS(lvalue.value(), bad_expected_access<std::string>);
  CHECK_THROWS_AS(lvalue.value(), bad_expected_access<void>);
  CHECK_THROWS_AS(std::move(lvalue).value(), std::exception);
  CHECK_THROWS_AS((static_cast<void>(text_or(unexpect, 1).value())), bad_expected_access<int>);
  bad_expected_access<std::string> taken("reason");
  const std::string reason = std::move(taken).error();
  CHECK(reason == "reason");
}

TEST_CASE("value_or and error_or say what stands for the other") {
  const text_or none = unexpected(7);
  CHECK(none.value_or("else") == "else");
  CHECK(text_or("word").value_or("else") == "word");
  CHECK(owner_or(std::make_unique<int>(3)).value_or(nullptr) != nullptr);
  CHECK(owner_or(unexpected("why")).value_or(nullptr) == nullptr);
  CHECK(none.error_or(0) == 7);
  CHECK(text_or("word").error_or(9) == 9);
  CHECK(expected<void, std::string>(unexpect, "why").error_or("none") == "why");
  CHECK(expected<void, std::string>().error_or("none") == "none");
}

// --- Copies, moves, assignments --------------------------------------------------------------

TEST_CASE("what cannot be copied is moved") {
  owner_or owner = std::make_unique<int>(5);
  owner_or other = std::move(owner);
  CHECK(**other == 5);
  const std::unique_ptr<int> out = *std::move(other);
  CHECK(*out == 5);
  other = unexpected("gone");
  CHECK(other.error() == "gone");
  other = std::make_unique<int>(6);
  CHECK(*other.value() == 6);
  const expected<std::shared_ptr<int>, std::string> shared = std::move(other);
  CHECK(**shared == 6);
}

template <class T>
void assigned_between_all_states() {
  using either = expected<T, std::string>;
  const either one(std::in_place, 1);
  const either two(std::in_place, 2);
  const either why(unexpect, "why");
  const either else_why(unexpect, "else");
  for (const either* from : {&one, &two, &why, &else_why}) {
    for (const either* to : {&one, &two, &why, &else_why}) {
      either copied = *to;
      copied = *from;
      either source = *from;
      either moved = *to;
      moved = std::move(source);
      for (const either* result : {&copied, &moved}) {
        REQUIRE(result->has_value() == from->has_value());
        if (from->has_value())
          CHECK((*result)->number == (*from)->number);
        else
          CHECK(result->error() == from->error());
      }
    }
    either same = *from;
    const either& itself = same;
    same = itself;
    CHECK(same.has_value() == from->has_value());
    if (!same) CHECK(same.error() == from->error());
  }
  either here = one;
  either there = why;
  here.swap(there);
  CHECK(here.error() == "why");
  CHECK(there->number == 1);
  std::swap(here, there);
  CHECK(here->number == 1);
  CHECK(there.error() == "why");
}

TEST_CASE("an expected is assigned between all states, and ends what it held") {
  assigned_between_all_states<calm>();
  CHECK(calm::alive == 0);
  assigned_between_all_states<fragile>();
  CHECK(fragile::alive == 0);
}

template <class T>
void keeps_what_it_had() {
  using either = expected<T, std::string>;
  const std::string long_reason(100, 'x');
  {
    const either value(std::in_place, 1);
    either to(unexpect, long_reason);
    T::throws = true;
    CHECK_THROWS_AS(to = value, std::runtime_error);
    CHECK_THROWS_AS(either(value), std::runtime_error);
    T::throws = false;
    REQUIRE(!to);
    CHECK(to.error() == long_reason);
  }
  {
    expected<std::string, T> to(std::in_place, long_reason);
    const expected<std::string, T> error(unexpect, 1);
    T::throws = true;
    CHECK_THROWS_AS(to = error, std::runtime_error);
    T::throws = false;
    REQUIRE(to);
    CHECK(*to == long_reason);
  }
  CHECK(T::alive == 0);
}

TEST_CASE("an assignment that throws leaves what was there") {
  keeps_what_it_had<calm>();
  keeps_what_it_had<fragile>();

  expected<fragile, std::string> to(unexpect, "before");
  expected<fragile, std::string> from(std::in_place, 1);
  fragile::throws = true;
  CHECK_THROWS_AS(to = std::move(from), std::runtime_error);
  fragile::throws = false;
  CHECK(to.error() == "before");
}

TEST_CASE("a value is made in the place of what is there") {
  expected<std::vector<int>, std::string> some(unexpect, "none");
  std::vector<int> numbers{1, 2};
  CHECK(some.emplace(std::move(numbers)).size() == 2);
  CHECK(some->size() == 2);
  some.emplace();
  CHECK(some->empty());
}

TEST_CASE("what cannot be moved is held") {
  expected<immovable, int> held(std::in_place, 4);
  CHECK(held->n == 4);
  const expected<int, immovable> why(unexpect, 5);
  CHECK(why.error().n == 5);
}

TEST_CASE("expecteds of other types become one another") {
  const expected<const char*, short> word = "word";
  const expected<const char*, short> none = unexpected(short{3});
  const text_or from_word = word;
  const text_or from_none = none;
  CHECK(from_word == "word");
  CHECK(from_none.error() == 3);
  text_or assigned;
  assigned = none;
  CHECK(assigned.error() == 3);
  const expected<void, long> nothing = expected<void, int>(unexpect, 2);
  CHECK(nothing.error() == 2);
  const expected<only_explicit, int> made(expected<int, int>(8));
  CHECK(made->n == 8);
}

// --- Chains ----------------------------------------------------------------------------------

expected<int, std::string> halve(int n) {
  if (n % 2 != 0) return unexpected("odd");
  return n / 2;
}

TEST_CASE("and_then goes on with the value") {
  CHECK(halve(8).and_then(halve).value() == 2);
  CHECK(halve(6).and_then(halve).error() == "odd");
  CHECK(halve(7).and_then(halve).error() == "odd");

  expected<int, std::string> four = 4;
  const auto raise = [](int& n) -> expected<void, std::string> {
    ++n;
    return {};
  };
  CHECK(four.and_then(raise));
  CHECK(*four == 5);
  const expected<int, std::string> constant = 4;
  CHECK(constant.and_then(halve) == 2);
  const auto seven = [] { return expected<int, std::string>(7); };
  CHECK(expected<void, std::string>().and_then(seven) == 7);
  CHECK(expected<void, std::string>(unexpect, "why").and_then(seven).error() == "why");
}

TEST_CASE("transform changes the value") {
  const auto size = [](const std::string& s) { return s.size(); };
  const text_or word = "word";
  CHECK(word.transform(size) == 4U);
  CHECK(text_or(unexpect, 3).transform(size).error() == 3);

  int called = 0;
  const auto count = [&](auto&&...) { ++called; };
  const expected<void, int> done = word.transform(count);
  CHECK(done);
  CHECK(done.transform(count).has_value());
  CHECK(called == 2);
  CHECK(!text_or(unexpect, 3).transform(count));
  CHECK(called == 2);

  const auto open = [](std::unique_ptr<int> p) { return *p; };
  CHECK(owner_or(std::make_unique<int>(9)).transform(open) == 9);
  text_or mutable_word = "word";
  CHECK(mutable_word.transform([](std::string& s) { return s += 's'; }) == "words");
  CHECK(mutable_word == "words");

  const expected<named, int> someone = named{"ann"};
  CHECK(someone.transform(&named::name) == "ann");
  CHECK(someone.transform(&named::length) == 3U);
}

TEST_CASE("or_else goes on with the error") {
  const auto by_number = [](int n) -> expected<std::string, char> {
    if (n < 0) return unexpected('-');
    return std::to_string(n);
  };
  CHECK(text_or(unexpect, 3).or_else(by_number) == "3");
  CHECK(text_or(unexpect, -3).or_else(by_number).error() == '-');
  const text_or word = "word";
  CHECK(word.or_else(by_number) == "word");
  text_or lvalue(unexpect, 1);
  CHECK(lvalue.or_else([](int& n) { return text_or(unexpect, ++n); }).error() == 2);
  CHECK(lvalue.error() == 2);

  const auto forgive = [](const std::string&) { return expected<void, int>(); };
  CHECK(expected<void, std::string>(unexpect, "why").or_else(forgive));
  CHECK(expected<void, std::string>().or_else(forgive));
  owner_or owner = std::make_unique<int>(2);
  CHECK(**std::move(owner).or_else([](std::string&&) -> owner_or { return nullptr; }) == 2);
}

TEST_CASE("transform_error changes the error") {
  const auto size = [](const std::string& s) { return s.size(); };
  const expected<int, std::string> none = unexpected("why");
  CHECK(none.transform_error(size).error() == 3U);
  CHECK(halve(4).transform_error(size) == 2);
  CHECK(expected<void, std::string>(unexpect, "why").transform_error(size).error() == 3U);
  CHECK(expected<void, std::string>().transform_error(size));
  expected<int, std::string> lvalue = none;
  CHECK(lvalue.transform_error([](std::string& s) { return s += '!'; }).error() == "why!");
  const auto shout = [](std::string&& s) { return std::move(s) + "!"; };
  CHECK(std::move(lvalue).transform_error(shout).error() == "why!!");
}

static_assert(expected<int, int>(4).and_then([](int n) { return expected<long, int>(n + 1L); }) ==
              5);
static_assert(expected<int, int>(4).transform([](int n) { return n * 2; }) == 8);
static_assert(expected<int, int>(unexpect, 4).or_else([](int n) {
  return expected<int, char>(n);
}) == 4);
static_assert(expected<void, int>(unexpect, 4).transform_error([](int n) { return n + 1; }) ==
              unexpected(5));

// --- Comparisons -----------------------------------------------------------------------------

TEST_CASE("expecteds are compared with each other, with values and with errors") {
  const expected<int, std::string> one = 1;
  const expected<int, std::string> why = unexpected("why");
  const expected<long, std::string> long_one = 1L;
  CHECK(one == one);
  CHECK(one == long_one);
  CHECK(one != why);
  CHECK(why == why);
  CHECK(one == 1);
  CHECK(1 == one);
  CHECK(one != 2);
  CHECK(why != 1);
  CHECK(why == unexpected(std::string("why")));
  CHECK(unexpected(std::string("why")) == why);
  CHECK(why != unexpected(std::string("else")));
  CHECK(one != unexpected(std::string("why")));
  CHECK(unexpected(1) == unexpected(1));
  CHECK(unexpected(1) != unexpected(2));

  const expected<void, int> done;
  const expected<void, int> refused = unexpected(1);
  CHECK(done == done);
  CHECK(done != refused);
  CHECK(refused == unexpected(1));
  CHECK(refused != unexpected(2));
  CHECK(done != unexpected(1));
  CHECK(refused == expected<void, long>(unexpect, 1));
}

// --- While compiling -------------------------------------------------------------------------

constexpr int worked_through() {
  expected<int, char> either = 3;
  either = unexpected('x');
  if (either || either.error() != 'x') return 1;
  either = 4;
  expected<int, char> other(unexpect, 'y');
  either.swap(other);
  if (either || *other != 4) return 2;
  either.emplace(5);
  const expected<long, int> wide = either;
  if (wide.value() != 5) return 3;
  expected<void, int> done;
  done = unexpected(6);
  if (done.error() != 6) return 4;
  done = expected<void, int>();
  done.value();
  return done && either.value_or(0) == 5 ? 0 : 5;
}
static_assert(worked_through() == 0);

/// Neither trivially copied nor trivially destroyed.
struct careful {
  int n = 0;
  constexpr explicit careful(int given) : n(given) {}
  constexpr careful(const careful& other) : n(other.n) {}
  constexpr careful(careful&& other) noexcept : n(std::exchange(other.n, 0)) {}
  constexpr careful& operator=(const careful& other) {
    n = other.n;
    return *this;
  }
  constexpr ~careful() { n = -1; }
};
constexpr int worked_through_with_care() {
  expected<careful, int> either(std::in_place, 3);
  expected<careful, int> other = either;
  either = unexpected(1);
  if (either || other->n != 3) return 1;
  either = std::move(other);
  if (either->n != 3) return 2;
  expected<void, careful> done(unexpect, 4);
  done = expected<void, careful>();
  done = unexpected(careful(5));
  return done.error().n == 5 ? 0 : 3;
}
static_assert(worked_through_with_care() == 0);

}  // namespace

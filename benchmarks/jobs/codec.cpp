// SPDX-License-Identifier: BSL-1.0
// One payload of about 1 KB through pawl::json, Boost.JSON and nlohmann-json, side by side in one
// run. Each figure is the best of several rounds; the rounds of the three alternate, so that a busy
// machine is unfair to none.
#include <pawl/codec.hpp>
#include <pawl/codec/describe.hpp>

#include <boost/describe.hpp>
#include <boost/json/src.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace shop {

struct address {
  std::string street, city, country;
  std::uint32_t zip{};
};
struct item {
  std::string sku, title;
  std::int32_t quantity{};
  double price{};
  bool gift{};
};
struct order {
  std::uint64_t id{};
  std::string customer, note;
  address billing, shipping;
  std::vector<item> items;
  std::vector<double> discounts;
  std::map<std::string, std::string> labels;
};

BOOST_DESCRIBE_STRUCT(address, (), (street, city, country, zip))
BOOST_DESCRIBE_STRUCT(item, (), (sku, title, quantity, price, gift))
BOOST_DESCRIBE_STRUCT(order, (), (id, customer, note, billing, shipping, items, discounts, labels))
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(address, street, city, country, zip)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(item, sku, title, quantity, price, gift)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(order, id, customer, note, billing, shipping, items, discounts,
                                   labels)

order sample() {
  order o;
  o.id = 9'007'199'254'740'993;
  o.customer = "Zoë Quandt-Łukasiewicz";
  o.note =
      "Please ring twice.\nLeave it with the neighbour at \"Zur Post\" if nobody answers; thank "
      "you!";
  o.billing = {"Hauptstraße 17", "Königs Wusterhausen", "DE", 15711};
  o.shipping = {"Rue de l'Église 3", "Neufchâteau", "BE", 6840};
  for (int i = 0; i < 6; ++i)
    o.items.push_back({"SKU-00" + std::to_string(4711 + i),
                       "Ratchet wrench with pawl, size " + std::to_string(8 + i), i + 1,
                       19.95 + 3.3 * i, i % 2 == 0});
  o.discounts = {0.05, 0.1, 12.5, 1e-3};
  o.labels = {{"channel", "web"}, {"campaign", "autumn-2026"}, {"priority", "normal"}};
  return o;
}

}  // namespace shop

namespace {

struct contestant {
  const char* name;
  std::function<std::size_t()> work;
  double best = 1e9;  // nanoseconds
};

void race(const char* what, std::vector<contestant> contestants) {
  constexpr int rounds = 15;
  constexpr int repetitions = 2000;
  std::size_t sink = 0;
  for (int round = 0; round < rounds; ++round) {
    for (contestant& c : contestants) {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < repetitions; ++i) sink += c.work();
      const std::chrono::duration<double, std::nano> elapsed =
          std::chrono::steady_clock::now() - start;
      c.best = std::min(c.best, elapsed.count() / repetitions);
    }
  }
  double rival = 1e9;
  for (std::size_t i = 1; i < contestants.size(); ++i) rival = std::min(rival, contestants[i].best);
  for (const contestant& c : contestants)
    std::printf("%-15s %-14s %8.0f ns\n", what, c.name, c.best);
  if (contestants.size() > 1)
    std::printf("%-15s the faster rival takes %.2f times as long as pawl::json\n", what,
                rival / contestants[0].best);
  if (sink == 0) std::abort();
}

}  // namespace

int main() {
  const shop::order order = shop::sample();
  const std::string document = pawl::json::encode(order).value();
  std::printf("document: %zu bytes\n", document.size());

  race("encode", {{"pawl::json", [&] { return pawl::json::encode(order)->size(); }},
                  {"Boost.JSON",
                   [&] { return boost::json::serialize(boost::json::value_from(order)).size(); }},
                  {"nlohmann-json", [&] { return nlohmann::json(order).dump().size(); }}});
  race("decode",
       {{"pawl::json", [&] { return pawl::json::decode<shop::order>(document)->items.size(); }},
        {"Boost.JSON",
         [&] {
           return boost::json::value_to<shop::order>(boost::json::parse(document)).items.size();
         }},
        {"nlohmann-json",
         [&] { return nlohmann::json::parse(document).get<shop::order>().items.size(); }}});
  race("encode and hash",
       {{"pawl::json", [&] { return std::size_t{pawl::payload_hash(order)->bytes[0]} + 1; }}});
}

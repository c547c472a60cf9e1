// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/text.hpp>

/// Ids of job types that are GTS identifiers: `gts.acme.reports.pdf.render.v1~`.

namespace pawl {

namespace detail {

/// Takes a word from the front: letters, digits and underscores, not a digit first.
constexpr bool take_gts_word(text& id) {
  std::size_t length = 0;
  while (length < id.size()) {
    const char c = id[length];
    const bool letter = (c >= 'a' && c <= 'z') || c == '_';
    if (!letter && (length == 0 || c < '0' || c > '9')) break;
    ++length;
  }
  id = {id.data() + length, id.size() - length};
  return length != 0;
}
constexpr bool take_gts_number(text& id) {
  std::size_t length = 0;
  while (length < id.size() && id[length] >= '0' && id[length] <= '9') ++length;
  const bool sound = length != 0 && (length == 1 || id[0] != '0');
  id = {id.data() + length, id.size() - length};
  return sound;
}
constexpr bool take_gts_sign(text& id, char sign) {
  if (id.empty() || id[0] != sign) return false;
  id = {id.data() + 1, id.size() - 1};
  return true;
}
/// `vendor.package.namespace.type.v1~`, or `.v1.2~`.
constexpr bool take_gts_type(text& id) {
  for (int word = 0; word < 4; ++word)
    if (!take_gts_word(id) || !take_gts_sign(id, '.')) return false;
  if (!take_gts_sign(id, 'v') || !take_gts_number(id)) return false;
  if (take_gts_sign(id, '.') && !take_gts_number(id)) return false;
  return take_gts_sign(id, '~');
}

/// Whether an id says that it is a GTS identifier.
constexpr bool claims_gts(text id) { return id.size() > 4 && id.substr(0, 4) == text("gts."); }

}  // namespace detail

/// Whether an id is a GTS identifier of a type: `gts.`, then vendor, package, namespace, type and
/// version, ended by a tilde; derived types follow in the same form.
[[nodiscard]] constexpr bool is_gts_id(text id) {
  if (!detail::claims_gts(id)) return false;
  id = {id.data() + 4, id.size() - 4};
  do {
    if (!detail::take_gts_type(id)) return false;
  } while (!id.empty());
  return true;
}

}  // namespace pawl

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/limits/key_of.hpp>
#include <pawl/storage/operation.hpp>

namespace pawl::storage {

/// The hash of all that comes with an event from outside, by which a repetition is recognised. Each
/// part has its length in front, and each list its word and how long it is: no two contents are one
/// text, whatever words are in them.
[[nodiscard]] inline sha256_digest content_of(const raise& op) {
  std::string all;
  const auto add = [&](std::string_view part) { pawl::detail::append_part(all, text(part)); };
  add(op.event);
  add(op.target);
  add(op.result ? "result" : "");
  add(op.result.value_or(std::string()));
  add(op.error ? "error" : "");
  if (op.error) {
    add(op.error->code);
    add(op.error->message);
    add(op.error->detail);
    add(op.error->state);
  }
  add(op.metadata);
  const auto add_list = [&](std::string word, const auto& list) {
    if (!list.empty()) word += ' ' + std::to_string(list.size());
    add(word);
    for (const auto& [name, value] : list) {
      add(name);
      add(value);
    }
  };
  add_list("artifacts", op.findings.artifacts);
  add_list("audit", op.findings.audit);
  if (op.findings.link) {
    add(op.findings.link->url);
    add(std::to_string(op.findings.link->until.time_since_epoch().count()));
  }
  return sha256_of(all);
}

}  // namespace pawl::storage

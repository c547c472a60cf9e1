// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/limits/key_of.hpp>
#include <pawl/storage/operation.hpp>

namespace pawl::storage {

/// The hash of all that comes with an event from outside, by which a repetition is recognised.
[[nodiscard]] inline sha256_digest content_of(const raise& op) {
  std::string all;
  const auto add = [&](std::string_view part) { pawl::detail::append_part(all, text(part)); };
  add(op.event);
  add(op.target);
  add(op.result ? "result" : "");
  add(op.result.value_or(std::string()));
  if (op.error) {
    add(op.error->code);
    add(op.error->message);
    add(op.error->detail);
    add(op.error->retryable ? "retryable" : "");
  }
  for (const auto& [name, value] : op.findings.artifacts) {
    add(name);
    add(value);
  }
  add("audit");
  for (const auto& [name, value] : op.findings.audit) {
    add(name);
    add(value);
  }
  return sha256_of(all);
}

}  // namespace pawl::storage

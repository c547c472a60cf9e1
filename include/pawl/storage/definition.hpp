// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/detail/light_ptr.hpp>
#include <pawl/detail/light_vector.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/detail/one_mode.hpp>
#include <pawl/job/descriptor.hpp>

/// A job type as a store holds it: enough to act on a job whose C++ type this process does not
/// have. What a process has learnt is stored per definition, so that a job can be taken from a
/// worker that was lost also when no living process knows its handler, or its state.

namespace pawl::storage {

/// What a store holds of a job type: states with their kinds, events with their roles, rows with
/// the names of their guards and who may take them, error classes, retry, limits, retention,
/// versions of the payload. The same definition gives the same text.
[[nodiscard]] std::string definition_of(const job_descriptor& type);

/// A definition that was read from a store, as a job type without functions: its decisions are
/// made by `happen_by_rows`. Never moved, because the job type looks into it.
class stored_definition {
 public:
  /// Null if this is no definition that this release can read.
  [[nodiscard]] static pawl::detail::light_ptr<const stored_definition> read(
      std::string definition);
  explicit stored_definition(std::string definition) : words_(std::move(definition)) {}
  stored_definition(const stored_definition&) = delete;
  stored_definition& operator=(const stored_definition&) = delete;

  [[nodiscard]] const job_descriptor& type() const { return type_; }
  /// The state with this name; nothing if the definition has none.
  [[nodiscard]] pawl::detail::maybe<state_number> state_called(text name) const;

 private:
  friend class definition_reader;

  std::string words_;
  pawl::detail::light_vector<state_info> states_{};
  pawl::detail::light_vector<event_info> events_{};
  pawl::detail::light_vector<row_info> rows_{};
  pawl::detail::light_vector<classified_error> errors_{};
  pawl::detail::light_vector<limit_description> limits_{};
  pawl::detail::light_vector<text> ranks_{};
  job_descriptor type_{};
};

/// Whether a job type was read from a store and not compiled into this process. A store that is
/// taught one acts by it, on jobs that are cancelled, replayed or pruned, and writes nothing down.
[[nodiscard]] constexpr bool is_from_a_store(const job_descriptor& type) {
  return type.claim == nullptr;
}

/// What `job_descriptor::happen` answers, decided by the rows alone. Refused if a guard has to be
/// asked that is none of `pawl::guards`: only the C++ type knows what that one means.
[[nodiscard]] any_decision happen_by_rows(const job_descriptor& type, const any_position& from,
                                          event_number event, unsigned max_attempts,
                                          const ending& end);

}  // namespace pawl::storage

#if !PAWL_COMPILED
#include <pawl/storage/definition.ipp>  // IWYU pragma: export
#endif

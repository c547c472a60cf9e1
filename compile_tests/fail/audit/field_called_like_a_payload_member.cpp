// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: audit field prompt is called like a member of the payload; payload parts are not copied into metadata, so give it another name"
// sentence: pawl: audit field … is called like a member of the payload; payload parts are not copied into metadata, so give it another name
// meaning: A field of that name suggests that the payload is copied into the record.
// repair: Give the field another name.
#include <pawl/policies/audit.hpp>

using namespace pawl;

template <class...>
struct list;
struct prompt {
  static constexpr text name = "prompt";
};

#ifdef COMPILE_FAIL
static_assert(sizeof(audit_rules<audit<"prompt">, list<prompt>>) == 1);
#else
static_assert(sizeof(audit_rules<audit<"model">, list<prompt>>) == 1);
#endif

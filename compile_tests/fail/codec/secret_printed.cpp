// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a secret is never printed; print what it is for, or call reveal\(\) and answer for it
// sentence: pawl: a secret is never printed; print what it is for, or call reveal() and answer for it
// meaning: Whatever is printed ends in a log.
// repair: Print something else, or reveal the secret explicitly.
#include <pawl/codec/secret.hpp>

#include <iostream>
#include <string>

void log(const pawl::secret<std::string>& token) {
#ifdef COMPILE_FAIL
  std::cerr << token;
#else
  std::cerr << token.reveal().size();
#endif
}

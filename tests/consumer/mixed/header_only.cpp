// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/store.hpp>

int main() {}

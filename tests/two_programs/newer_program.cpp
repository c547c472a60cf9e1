// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

int main(int count, char** words) {
  return two_programs::main_of<two_programs::newer_shared, two_programs::beta>(count, words);
}

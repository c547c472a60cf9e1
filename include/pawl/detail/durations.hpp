// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Durations, points in time and clocks of std::chrono; a source that wants dates, zones or their
/// texts includes <chrono> itself. libstdc++ keeps these apart for its own <mutex> and <thread>:
/// all of its <chrono> has <sstream> and costs each source half a second (g++ 12, `-O0`), a third
/// of a handler's.
#if __has_include(<bits/chrono.h>)
#include <bits/chrono.h>
#else
#include <chrono>
#endif

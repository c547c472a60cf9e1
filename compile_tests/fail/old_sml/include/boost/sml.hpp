// SPDX-License-Identifier: BSL-1.0
#pragma once

#define BOOST_SML_VERSION 1'1'0

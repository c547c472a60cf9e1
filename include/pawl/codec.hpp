// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Typed payloads: what a payload may be, how it becomes bytes, and what others are told about it.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/codec/error.hpp>
#include <pawl/codec/fingerprint.hpp>
#include <pawl/codec/hash.hpp>
#include <pawl/codec/json.hpp>
#include <pawl/codec/policy.hpp>
#include <pawl/codec/reflect.hpp>
#include <pawl/codec/schema.hpp>
#include <pawl/codec/secret.hpp>
#include <pawl/codec/serializable.hpp>
#include <pawl/codec/sha256.hpp>
#include <pawl/codec/shape.hpp>
#include <pawl/codec/syntax.hpp>
#include <pawl/codec/time.hpp>
#include <pawl/codec/version.hpp>

// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Every macro of the library lives here, and all of them begin with PAWL_.

#include <pawl/version.hpp>

// By version, because Clang does not announce class types as template arguments by their feature
// macro.
#if __cplusplus < 202002L || (defined(__clang__) && __clang_major__ < 16) || \
    (!defined(__clang__) && defined(__GNUC__) && __GNUC__ < 12)
#error "pawl needs C++20 from GCC 12, Clang 16 or newer; compile with -std=c++20 or later."
#endif

// Clang cuts a string argument after 36 characters when it prints a template; GCC prints it whole.
// A sentence is therefore handed to Clang in pieces it does not cut.
#if defined(__clang__)
#define PAWL_LONGEST_PRINTED_STRING 36
#else
#define PAWL_LONGEST_PRINTED_STRING 100000
#endif

// C++26 lets a deleted function say why. Clang offers it in every mode, with a warning that would
// reach the user from our headers; so it is used only where it is part of the language in use.
#if defined(__cpp_deleted_function) && __cpp_deleted_function >= 202403L && __cplusplus > 202302L
#define PAWL_DELETE(reason) delete (reason)
#else
#define PAWL_DELETE(reason) delete
#endif

// Header-only by default. With PAWL_COMPILED, bodies that are no templates are compiled once, into
// pawl::compiled and the compiled twin of each component, or into the one source of the program
// that includes <pawl/src.hpp>; see docs/compile-times.md.
#ifndef PAWL_COMPILED
#define PAWL_COMPILED 0
#endif

// Stands before each body in an .ipp file.
#if PAWL_COMPILED
#define PAWL_INLINE
#else
#define PAWL_INLINE inline
#endif

// Before members of one line in templates that have many element types: without optimisation each
// of them would be a function of its own for every type.
#define PAWL_FLAT [[gnu::always_inline]]

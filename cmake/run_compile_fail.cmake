# SPDX-License-Identifier: BSL-1.0
# Judges one bad twin: cmake -D NAME= -D SOURCE= -D FLAGS= -D COMPILER= -D FAMILY= -P <this file>
#
# It passes when the compiler refuses the source, says everything that the source expects, and
# stops there: a guard that fires and is followed by a page of consequences is no guard.
#
# Where the compiler can say nothing of pawl's (an unknown option in braces fits no candidate), the
# sentence stands in a comment on the line of the candidate, which the compiler prints with its
# note: `// expect-source: <regex>` asks for it there. What the language itself refuses, before any of
# pawl's sentences could come, says why in a line `// compiler-speaks-first: <reason>`.
#
# The text is walked as text and never becomes a CMake list: diagnostics are full of semicolons and
# brackets, and a list would split at the first and swallow lines at the second.
cmake_minimum_required(VERSION 3.25)
set(most_errors 3)
set(most_lines 5)         # that g++ prints up to pawl's sentence
set(most_lines_source 14) # and up to a line of the source with it: twelve of the first error

# Moves the first line of the variable <text> into the variable <line>.
macro(next_line text line)
  string(REGEX MATCH "^[^\n]*\n?" ${line} "${${text}}")
  string(LENGTH "${${line}}" length)
  string(SUBSTRING "${${text}}" ${length} -1 ${text})
  string(REGEX REPLACE "\r?\n$" "" ${line} "${${line}}")
endmacro()

# --- Compile ---------------------------------------------------------------------------------
# No carets, unless they are asked for: they print the source, and an expectation found there would
# prove nothing.
set(diagnostics -fmessage-length=0)
if(FAMILY STREQUAL "gcc")
  list(APPEND diagnostics -fdiagnostics-color=never)
else()
  list(APPEND diagnostics -fno-color-diagnostics)
endif()
file(STRINGS ${SOURCE} asks_for_source REGEX "^// expect-source(\\[${FAMILY}\\])?: ")
if(asks_for_source)
  set(most_lines ${most_lines_source})
elseif(FAMILY STREQUAL "gcc")
  list(APPEND diagnostics -fno-diagnostics-show-caret)
else()
  list(APPEND diagnostics -fno-caret-diagnostics)
endif()
set(ENV{LC_ALL} C) # plain quotes, no translation
# What only the half of the compiler refuses that makes code says so in a line of its own.
set(depth -fsyntax-only)
file(STRINGS ${SOURCE} makes_code REGEX "^// refused-by: code$")
if(makes_code)
  set(depth -c -o /dev/null)
endif()
execute_process(
  COMMAND ${COMPILER} @${FLAGS} ${diagnostics} ${depth} -DCOMPILE_FAIL ${SOURCE}
  RESULT_VARIABLE exit_code OUTPUT_VARIABLE output ERROR_VARIABLE output)

macro(fail reason)
  message(NOTICE "${output}")
  message(FATAL_ERROR "${NAME}: ${reason}")
endmacro()

if(exit_code EQUAL 0)
  fail("compiled; it must not")
elseif(NOT exit_code EQUAL 1)
  fail("the compiler crashed or could not be run (${exit_code})")
endif()

# --- Keep the compiler's own words -----------------------------------------------------------
# Errors and notes without their file:line prefix, folded into one line: a sentence may then be
# expected across several notes. Clang also names files in the middle of a message, as in
# `(lambda at <file>:1:2)`; an expectation must not find itself there either.
set(words "")
set(printed "")
set(errors 0)
set(lines 0)
set(sentence_at 0)
set(rest "${output}")
while(NOT rest STREQUAL "")
  next_line(rest line)
  # Where a header was read beforehand, `from <command-line>` stands for the source that includes it.
  if(NOT line MATCHES "(^ +|^In file included )from .*/cmake_pch\\.hxx:[0-9]+,$")
    math(EXPR lines "${lines} + 1")
  endif()
  if(line MATCHES ":[0-9]+: ((fatal )?error|note): (.*)$")
    set(kind "${CMAKE_MATCH_1}")
    string(APPEND words "${CMAKE_MATCH_3} ")
    if(NOT kind STREQUAL "note")
      math(EXPR errors "${errors} + 1")
    endif()
  endif()
  if(line MATCHES "^ *[0-9]+ \\| +(.*)$")
    string(APPEND printed "${CMAKE_MATCH_1} ")
  endif()
  if(sentence_at EQUAL 0 AND errors LESS 2 AND line MATCHES "pawl: |a job in state")
    set(sentence_at ${lines})
  endif()
endwhile()
string(REGEX REPLACE " at /[^:]*:[0-9]+:[0-9]+" "" words "${words}")
# Clang is given a sentence in pieces (`{"a job in"}, fixed_string<5>{"state"}`), because it cuts long
# strings; g++ is given it whole. One expectation serves both.
string(REGEX REPLACE "\"}, ([A-Za-z0-9_]+::)*fixed_string<[^<>]*>{\"" " " words "${words}")
# A word that is longer than a piece is cut, too; where, the words do not tell.
string(REPLACE " " "" letters "${words}")

# --- Compare with what the source expects ----------------------------------------------------
set(expectations 0)
file(READ ${SOURCE} rest)
while(NOT rest STREQUAL "")
  next_line(rest line)
  if(line MATCHES "^// expect-error(\\[(gcc|clang)\\])?: (.+)$")
    set(family "${CMAKE_MATCH_2}")
    set(regex "${CMAKE_MATCH_3}")
    if(family STREQUAL "" OR family STREQUAL FAMILY)
      math(EXPR expectations "${expectations} + 1")
      string(REGEX REPLACE " \\??" "" of_letters "${regex}")
      set(is_said NO)
      if(words MATCHES "${regex}")
        set(is_said YES)
      elseif(FAMILY STREQUAL "clang" AND letters MATCHES "${of_letters}")
        set(is_said YES)
      endif()
      if(NOT is_said)
        fail("the compiler did not say /${regex}/")
      endif()
    endif()
  elseif(line MATCHES "^// expect-source(\\[(gcc|clang)\\])?: (pawl: .+)$")
    set(family "${CMAKE_MATCH_2}")
    set(regex "${CMAKE_MATCH_3}")
    if((family STREQUAL "" OR family STREQUAL FAMILY) AND NOT printed MATCHES "${regex}")
      fail("the compiler printed no line with /${regex}/")
    endif()
  elseif(line MATCHES "^// *expect")
    fail("cannot read '${line}'; write '// expect-error: <regex>', with [gcc] or [clang] before the colon if it is for one compiler, or '// expect-source: pawl: <regex>'")
  endif()
endwhile()
if(expectations EQUAL 0)
  fail("states no '// expect-error: <regex>' for ${FAMILY}")
endif()
file(STRINGS ${SOURCE} speaks_first REGEX "^// compiler-speaks-first: .")
if(speaks_first)
  if(sentence_at GREATER 0)
    fail("the first error has a sentence; take the line 'compiler-speaks-first' away")
  endif()
elseif(sentence_at EQUAL 0)
  fail("the first error, and what is noted with it, has no sentence of pawl's")
elseif(FAMILY STREQUAL "gcc" AND sentence_at GREATER most_lines)
  fail("the sentence comes in line ${sentence_at}; it must be among the first ${most_lines}")
endif()
if(errors GREATER most_errors)
  fail("${errors} errors, at most ${most_errors} are allowed; the first guard must end the matter")
endif()
message(NOTICE "${NAME}: refused with ${errors} error(s), ${lines} lines")

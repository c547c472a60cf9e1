#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# worker.sh <program>: the program greets ann, runs on until it gets SIGTERM, and ends with 0.
set -euo pipefail
exec 3< <(exec "$1")
program=$!
if ! read -r -t 120 line <&3; then
  kill -KILL "$program"
  echo "the program has printed nothing" >&2
  exit 1
fi
kill -TERM "$program"
wait "$program"
[[ $line == "hello, ann" ]]

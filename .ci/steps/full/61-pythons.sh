#!/usr/bin/env bash
source "$(dirname "$0")/../../lib.sh"
heading "Whole suite on the newest Python of this machine, core's tests on the others"

tests_for=suite
others=$(other_pythons)
mapfile -t others <<<"$others"
for other in "${others[@]}"; do
  [ -n "$other" ] || { echo "no other CPython here: skipped"; exit 0; }
  version=$(version "$other")
  heading "CPython $version: $tests_for"
  interpreter=$(install release "$other")
  "$tests_for" "$interpreter"
  tests_for=core_suite
done

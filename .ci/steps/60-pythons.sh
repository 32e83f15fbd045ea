#!/usr/bin/env bash
# On the newest the whole suite; on those between it and the one that all other steps use the core's
# tests, since what lies above the core differs least.
source "$(dirname "$0")/../lib.sh"
heading "Suite on the other Pythons of this machine"

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

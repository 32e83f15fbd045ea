#!/usr/bin/env bash
# The core's tests, since what lies above the core differs least; .ci/full runs all of them.
source "$(dirname "$0")/../lib.sh"
heading "Suite on the other Pythons of this machine"

others=$(other_pythons)
mapfile -t others <<<"$others"
for other in "${others[@]}"; do
  [ -n "$other" ] || { echo "no other CPython here: skipped"; exit 0; }
  version=$(version "$other")
  heading "CPython $version"
  interpreter=$(install release "$other")
  core_suite "$interpreter"
done

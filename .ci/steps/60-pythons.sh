#!/usr/bin/env bash
# The core's tests, since what lies above the core differs least; .ci/full runs all of them, and those
# between that Python and the one that all other steps use.
source "$(dirname "$0")/../lib.sh"
heading "Core's tests on the newest Python of this machine"

newest=$(other_pythons)
newest=${newest%%$'\n'*}
[ -n "$newest" ] || { echo "no other CPython here: skipped"; exit 0; }
interpreter=$(install release "$newest")
core_suite "$interpreter"

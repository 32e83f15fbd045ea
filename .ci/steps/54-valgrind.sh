#!/usr/bin/env bash
# What AddressSanitizer does not see: decisions by values that were never set.
source "$(dirname "$0")/../lib.sh"
heading "Clicks under valgrind's memcheck"

need valgrind valgrind || fail "needs valgrind"
interpreter=$(install release "$python")
tests=$(tests)
log="$CI_WORK/valgrind.log"
PYTHONMALLOC=malloc PYTHONPATH="$tests/tests" valgrind --leak-check=no --log-file="$log" \
  "$interpreter" "$sources/.ci/leaks.py" 1
grep -q "ERROR SUMMARY" "$log" || fail "valgrind did not come to its end"
# Python and NumPy have errors of their own: what counts is whether a compiled module is in one.
if grep -q "minesweep/_" "$log"; then
  cat "$log"
  fail "valgrind saw errors in the package"
fi

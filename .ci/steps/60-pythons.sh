#!/usr/bin/env bash
# On the newest the whole suite; on those between it and the one that all other steps use the core's
# tests, since what lies above the core differs least.
source "$(dirname "$0")/../lib.sh"
heading "Suite on the other Pythons of this machine"

tests_for=suite
own=$(version "$python")
for version in 3.15t 3.14t 3.15 3.14 3.13 3.12 3.11; do
  [ "$version" != "$own" ] || continue
  if other=$(python_of "$version"); then
    heading "CPython $version: $tests_for"
    wheel=$(wheel release "$other")
    interpreter=$(install "$wheel" "$other")
    "$tests_for" "$interpreter"
    tests_for=core_suite
  else
    echo "no CPython $version here"
  fi
done

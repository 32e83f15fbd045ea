#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Suite on the other Pythons of this machine"

for version in 3.11 3.12 3.13 3.14 3.15 3.14t 3.15t; do
  [ "$version" != "$(version "$python")" ] || continue
  if other=$(python_of "$version"); then
    heading "CPython $version"
    wheel=$(wheel release "$other")
    interpreter=$(install "$wheel" "$other")
    suite "$interpreter"
  else
    echo "no CPython $version here"
  fi
done

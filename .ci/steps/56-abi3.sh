#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Limited API: built on CPython 3.13, audited, core's tests on 3.13 and later"

oldest=$(python_of 3.13) || { echo "no CPython 3.13 here: skipped"; exit 0; }
wheel=$(MINESWEEP_ABI3=1 wheel abi3 "$oldest")
"$(dirname "$(tools)")/abi3audit" --strict "$wheel"
for version in 3.13 3.14 3.15; do
  if other=$(python_of "$version"); then
    interpreter=$(install "$wheel" "$other")
    core_suite "$interpreter"
  fi
done

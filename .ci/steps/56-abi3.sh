#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Limited API: built on CPython 3.12, audited, core's tests on 3.12 and later"

oldest=$(python_of 3.12) || { echo "no CPython 3.12 here: skipped"; exit 0; }
wheel=$(MINESWEEP_ABI3=1 wheel abi3 "$oldest")
"$(dirname "$(tools)")/abi3audit" --strict "$wheel"
for version in 3.12 3.13 3.14 3.15; do
  if other=$(python_of "$version"); then
    interpreter=$(install "$wheel" "$other")
    core_suite "$interpreter"
  fi
done

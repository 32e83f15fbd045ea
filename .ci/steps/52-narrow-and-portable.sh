#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Core's tests with vectors of 16 bytes, as on most x86-64 processors"

wheel=$(MINESWEEP_NARROW=1 wheel narrow "$python")
interpreter=$(install "$wheel" "$python")
core_suite "$interpreter"

heading "Core's tests on its portable path: word arithmetic alone, no compiler builtins"

wheel=$(MINESWEEP_PORTABLE=1 wheel portable "$python")
interpreter=$(install "$wheel" "$python")
core_suite "$interpreter"

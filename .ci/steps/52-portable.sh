#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Core's tests on its portable path: word arithmetic alone, no compiler builtins"

wheel=$(MINESWEEP_PORTABLE=1 wheel portable "$python")
interpreter=$(install "$wheel" "$python")
core_suite "$interpreter"

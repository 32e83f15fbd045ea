#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Suite on the portable core: word arithmetic alone, no compiler builtins"

wheel=$(MINESWEEP_PORTABLE=1 wheel portable "$python")
interpreter=$(install "$wheel" "$python")
suite "$interpreter"

#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Core's tests on lists accessed as free-threaded Pythons need it"

other=$(python_of 3.13) || { echo "no CPython 3.13 here: skipped"; exit 0; }
wheel=$(MINESWEEP_WITHOUT_GIL=1 wheel without-gil "$other")
interpreter=$(install "$wheel" "$other")
core_suite "$interpreter"

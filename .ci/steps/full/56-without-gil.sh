#!/usr/bin/env bash
source "$(dirname "$0")/../../lib.sh"
heading "Core's tests on lists accessed as free-threaded Pythons need it"

other=$(python_of 3.13) || { echo "no CPython 3.13 here: skipped"; exit 0; }
interpreter=$(install without-gil "$other")
core_suite "$interpreter"

#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Core's tests with vectors of 16 bytes, as on most x86-64 processors"

interpreter=$(install narrow "$python")
core_suite "$interpreter"

heading "Core's tests on its portable path: word arithmetic alone, no compiler builtins"

interpreter=$(install portable "$python")
core_suite "$interpreter"

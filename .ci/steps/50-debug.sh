#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Suite with all of Cython's checks and the core's assertions on"

wheel=$(MINESWEEP_DEBUG=1 wheel debug "$python")
interpreter=$(install "$wheel" "$python")
suite "$interpreter"

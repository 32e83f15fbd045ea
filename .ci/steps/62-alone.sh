#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Suite with pytest alone: without NumPy and Hypothesis"

wheel=$(wheel release "$python")
interpreter=$(environment alone "$python")
quietly "$interpreter" -m pip install "$wheel" "pytest>=9" "pytest-xdist>=3.8"
suite "$interpreter"

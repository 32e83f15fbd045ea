#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Types: mypy on the sources, stubtest on the compiled modules, checkers on a client program"

wheel=$(wheel release "$python")
tools=$(tools)
quietly "$tools" -m pip install --force-reinstall --no-deps "$wheel"
cd "$sources"
"$tools" -m mypy
tests=$(tests)
cd "$tests" # away from the sources
"$tools" -m mypy.stubtest minesweep
"$tools" -m pytest tests/test_types.py

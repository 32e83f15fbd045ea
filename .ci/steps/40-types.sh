#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Types: mypy on the sources, stubtest on the compiled module"

wheel=$(wheel release "$python")
interpreter=$(install "$wheel" "$python")
cd "$sources"
"$interpreter" -m pip install --quiet mypy
"$interpreter" -m mypy
cd "$CI_WORK"
"$interpreter" -m mypy.stubtest minesweep

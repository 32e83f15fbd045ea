#!/usr/bin/env bash
# A traced core is another binary than the released one: it serves this measure alone.
source "$(dirname "$0")/../lib.sh"
heading "Coverage of the Cython sources"

traced="$CI_WORK/traced"
mkdir "$traced"
tar -C "$traced" --strip-components 1 -xf "$(sdist)"
interpreter=$(environment coverage "$python")
"$interpreter" -m pip install --quiet "pip>=25.1"
"$interpreter" -m pip install --quiet --group "$traced/pyproject.toml:coverage"
MINESWEEP_TRACE=1 "$interpreter" -m pip install --quiet --editable "${traced}[test]"
measure="$(sources)/.ci/measure_coverage.py"
cd "$traced"
"$interpreter" "$measure"

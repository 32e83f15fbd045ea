#!/usr/bin/env bash
# The comparison as bench/README.md says to run it, in the environment that README.md makes.
source "$(dirname "$0")/../../lib.sh"
heading "The benchmark's README: compare, in the quick form"

cp -r "$sources" "$CI_WORK/comparison"
cd "$CI_WORK/comparison"
documented README.md 1
documented bench/README.md 1

# Others may be missing or wrong; ours must be there and right on all that they were asked and timed on.
PYTHONPATH=bench .venv/bin/python - <<'PY'
from pathlib import Path
from comparison.results import load_all
from comparison.shown import PARTS

results = load_all(Path("bench/build/comparison"))
assert tuple(sorted(results)) == tuple(sorted(PARTS)), f"parts without results: {sorted(results)}"
for part, comparison in results.items():
    ours = [entrant for entrant in comparison.entrants if entrant.is_ours]
    for entrant in ours:
        assert not (entrant.missing or entrant.failed or entrant.wrong), (part, entrant)
        assert entrant.questions, (part, entrant)
    keys = {entrant.key for entrant in ours}
    bad = [o for o in comparison.outcomes if o.contestant in keys and (o.failed or o.wrong)]
    assert not bad, (part, bad)
    print(f"{part}: {len(ours)} ways of ours, right on all")
PY

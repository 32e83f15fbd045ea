#!/usr/bin/env bash
source "$(dirname "$0")/../../lib.sh"
heading "Batches on a Dask cluster"

wheel=$(wheel release "$python")
interpreter=$(equipped dask "$python" dask)
quietly "$interpreter" -m pip install "$wheel"
tests=$(tests)
cd "$tests"
"$interpreter" -m pytest tests/test_dask.py

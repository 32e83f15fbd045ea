#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Batches on a Dask cluster"

wheel=$(wheel release "$python")
interpreter=$(environment dask "$python")
"$interpreter" -m pip install --quiet "pip>=25.1"
"$interpreter" -m pip install --quiet "$wheel" --group "$sources/pyproject.toml:dask"
tests=$(tests)
cd "$tests"
"$interpreter" -m pytest tests/test_dask.py

#!/usr/bin/env bash
source "$(dirname "$0")/../../lib.sh"
heading "Batches and games on a Dask cluster"

tests_with dask test_dask.py

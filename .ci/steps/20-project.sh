#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Project: validate-pyproject, sp-repo-review, zizmor, promised wheels"

tools=$(tools)
bin=$(dirname "$tools")
cd "$sources"
"$bin/validate-pyproject" pyproject.toml
"$bin/repo-review" --show err .
"$bin/zizmor" --offline --no-progress .
"$tools" .ci/promised_wheels.py

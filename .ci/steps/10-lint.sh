#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Lint: ruff, cython-lint, shellcheck"

bin=$(dirname "$(tools)")
PATH="$bin:$PATH" # cython-lint calls pycodestyle by name
cd "$(sources)"
ruff check
ruff format --check
find src bench -name '*.p[yx][xd]' -exec cython-lint {} +
shellcheck --external-sources --source-path=SCRIPTDIR .ci/{run,lib.sh,cross,fuzz/run} .ci/steps/*.sh

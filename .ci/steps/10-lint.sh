#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Lint: ruff, cython-lint, shellcheck"

tools=$(tools)
bin=$(dirname "$tools")
PATH="$bin:$PATH" # cython-lint calls pycodestyle by name
cd "$sources"
ruff check
ruff format --check
find src bench -name '*.p[yx][xd]' -exec cython-lint {} +
# Masked returns: command substitutions whose failure would not end the step.
grep -rlZE '^#(!.* bash| shellcheck shell=bash)$' .ci | xargs -0 \
  shellcheck --enable=check-extra-masked-returns --external-sources --source-path=SCRIPTDIR

heading "The steps' library is found by relative paths, from any folder"

for folder in / "$repository" "$repository/.ci/steps"; do
  relative=$(realpath --relative-to="$folder" "$repository/.ci/lib.sh")
  found=$(cd "$folder" && bash -c 'source "$1"; cd /; cd "$repository"; pwd' bash "$relative")
  echo "$relative from $folder: $found"
  [ "$found" = "$repository" ]
done

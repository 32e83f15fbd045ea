#!/usr/bin/env bash
# The wheel's bytes depend on its sources alone: not on the folder, nor on the time.
source "$(dirname "$0")/../lib.sh"
heading "Reproducible: two builds in two folders, the same bytes"

export SOURCE_DATE_EPOCH=1700000000 # any moment, as long as it is the same
sdist=$(sdist)
tools=$(tools)
for folder in first second/of/two; do
  folder="$CI_WORK/reproducible/$folder"
  mkdir -p "$folder"
  tar -C "$folder" --strip-components 1 -xf "$sdist"
  quietly "$tools" -m build --wheel "$folder"
done
cd "$CI_WORK/reproducible"
sha256sum first/dist/*.whl second/of/two/dist/*.whl
cmp first/dist/*.whl second/of/two/dist/*.whl

#!/usr/bin/env bash
# The wheel's bytes depend on its sources and switches alone: not on the folder, nor on the time, nor
# on what another build left in the folder.
source "$(dirname "$0")/../../lib.sh"
heading "Reproducible: built with other switches and without in another folder, the same bytes"

sdist=$(sdist)
interpreter=$(interpreter "$python")
folder="$CI_WORK/reproducible/another/folder"
mkdir -p "$folder"
tar -C "$folder" --strip-components 1 -xf "$sdist"
for name in portable release; do
  wheel=$(wheel "$name" "$python")
  again="$CI_WORK/reproducible/$name"
  (
    build_as "$name"
    quietly "$interpreter" -m pip wheel --no-deps --no-build-isolation --wheel-dir "$again" "$folder"
  )
  sha256sum "$wheel" "$again"/*.whl
  cmp "$wheel" "$again"/*.whl
done

#!/usr/bin/env bash
# The comparison as bench/README.md says to run it, in the environment that README.md makes.
source "$(dirname "$0")/../../lib.sh"
heading "The benchmark's README: compare, in the quick form"

cp -r "$sources" "$CI_WORK/comparison"
cd "$CI_WORK/comparison"
documented README.md 1
documented bench/README.md 1

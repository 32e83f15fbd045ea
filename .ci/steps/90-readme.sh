#!/usr/bin/env bash
# What a newcomer does: the first two commands of README.md, word for word, in a fresh copy.
source "$(dirname "$0")/../lib.sh"
heading "README: install it and see it, test it"

cp -r "$sources" "$CI_WORK/newcomer"
cd "$CI_WORK/newcomer"
documented README.md 1
documented README.md 2

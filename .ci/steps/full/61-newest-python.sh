#!/usr/bin/env bash
source "$(dirname "$0")/../../lib.sh"
heading "Whole suite on the newest Python of this machine"

newest=$(other_pythons | head -n 1)
[ -n "$newest" ] || { echo "no other CPython here: skipped"; exit 0; }
interpreter=$(install release "$newest")
suite "$interpreter"

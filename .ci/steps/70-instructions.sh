#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Instruction counts, compared with the committed list"

need valgrind valgrind || fail "needs valgrind"
interpreter=$(install release "$python")
status=0
"$interpreter" "$sources/bench/instructions.py" || status=$?
if [ "$status" = 77 ]; then # counts of another compiler or Python say nothing about these
  echo "not compared: the list has no counts for this machine"
elif [ "$status" != 0 ]; then
  exit "$status"
fi

#!/usr/bin/env bash
source "$(dirname "$0")/../../lib.sh"
heading "Threads that flood at once under ThreadSanitizer"

interpreter=$(install races "$python")
# Python and NumPy are not built with it: their locks are seen, and what they read and write is not.
tsan=$(gcc -print-file-name=libtsan.so)
watched=(
  env
  LD_PRELOAD="$tsan"
  TSAN_OPTIONS=ignore_noninstrumented_modules=1:exitcode=66
  "$interpreter" "$sources/.ci/races.py"
)
"${watched[@]}" apart
echo "no races between threads with squares of their own"
log="$CI_WORK/shared.log"
status=0
"${watched[@]}" shared >"$log" 2>&1 || status=$?
if [ "$status" != 66 ] || ! grep -q "data race" "$log"; then
  cat "$log"
  fail "ThreadSanitizer is blind: it sees no race for the squares of one board"
fi
echo "races are seen where threads share a board"

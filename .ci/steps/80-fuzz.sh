#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Half a minute of fuzzing: Atheris, coverage of the compiled core, AddressSanitizer"

found="$CI_WORK/found"
mkdir -p "$found"
"$repository/.ci/fuzz/run" "$found" "$repository/.ci/fuzz/corpus" -max_total_time=30 \
  -artifact_prefix="$found/" -verbosity=0 -print_final_stats=1

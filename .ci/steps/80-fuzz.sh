#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "A minute of fuzzing: Atheris, coverage of the compiled core, AddressSanitizer"

found="$CI_WORK/found"
mkdir -p "$found"
cd "$repository"
.ci/fuzz/run "$found" .ci/fuzz/corpus -max_total_time=60 -artifact_prefix="$found/" -verbosity=0 \
  -print_final_stats=1

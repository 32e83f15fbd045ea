#!/usr/bin/env bash
# What a newcomer does: the first two commands of README.md, word for word, in a fresh copy.
source "$(dirname "$0")/../lib.sh"
heading "README: install it and see it, test it"

cp -r "$(sources)" "$CI_WORK/newcomer"
cd "$CI_WORK/newcomer"
for which in 1 2; do
  command=$(awk -v which="$which" '
    /^```sh$/ { block++; inside = 1; next }
    /^```$/ { inside = 0 }
    inside && block == which' README.md)
  [ -n "$command" ] || fail "README.md has no command number $which in a block that opens with \`\`\`sh"
  printf '$ %s\n' "$command"
  bash -euo pipefail -c "$command"
done

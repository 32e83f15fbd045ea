#!/usr/bin/env bash
# The main suite: on a build with all of Cython's checks, the core's assertions and two sanitizers.
source "$(dirname "$0")/../lib.sh"
heading "Suite: checks, assertions, AddressSanitizer and UndefinedBehaviorSanitizer"

interpreter=$(install checked "$python")
# Python itself is not built with the sanitizers, so their libraries come first by LD_PRELOAD, and
# every object takes memory of its own, where a reach past its end is seen.
asan=$(gcc -print-file-name=libasan.so)
ubsan=$(gcc -print-file-name=libubsan.so)
watched=(
  env
  LD_PRELOAD="$asan $ubsan"
  PYTHONMALLOC=malloc
  UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
)
# Other builds run the tests of plain Python above the core, and those that measure memory, of which
# sanitizers take some themselves.
ignored=""
for elsewhere in cli gymnasium leaks memory types; do
  ignored+=" --ignore=tests/test_$elsewhere.py"
done
suite "${watched[@]}" PYTEST_ADDOPTS="--capture=sys$ignored" \
  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 "$interpreter"

heading "Leaks: whoever clicks four times as often leaves no more memory behind"

# Python and NumPy leave some when they end, always the same: what counts is the difference.
tests=$(tests)
left_behind() {
  PYTHONHASHSEED=0 PYTHONPATH="$tests/tests" \
    "${watched[@]}" ASAN_OPTIONS=detect_leaks=1:exitcode=0:fast_unwind_on_malloc=0 \
    "$interpreter" "$sources/.ci/leaks.py" "$1" 2>&1 | tee "$CI_WORK/leaks-$1.log" | tail -n 1
}
once=$(left_behind 1)
often=$(left_behind 4)
printf 'once:  %s\noften: %s\n' "$once" "$often"
[[ "$once" == *SUMMARY* ]] || fail "LeakSanitizer did not say what is left behind"
if [ "$once" != "$often" ]; then
  cat "$CI_WORK/leaks-4.log"
  fail "clicks leak memory"
fi

#!/usr/bin/env bash
# A traced core is another binary than the released one: it serves this measure alone. Every traced
# line takes the GIL, so that large floods and many examples would last for minutes: these are
# left out, and so is memory that runs out at any time, which a tracer does not survive, and what
# counts on no signal being heard within a call: a tracer hears them at each line.
source "$(dirname "$0")/../../lib.sh"
heading "Coverage of the Cython sources"

tests=(
  tests/test_{rule,errors,arrays,bad_squares,hostile,false_buffers,changes_under_way,sequence}.py
  tests/test_{many_clicks,batch,cli,package,pair,metrics,layouts,games,game_objects,many_games}.py
  tests/test_{played_games,open_safe,probabilities,solvable}.py
  "--deselect=tests/test_changes_under_way.py::test_clicks_that_change_when_they_have_been_checked"
  "tests/test_parallel.py::test_boards_that_share_squares[windows]"
  "tests/test_out_of_memory.py::test_a_board_that_no_memory_is_enough_for[3037000499-3037000499]"
)

interpreter=$(equipped coverage "$python" coverage)

# measure NAME TEST...: by a core traced under that name, built as the MINESWEEP_ switches say.
measure() {
  local traced="$CI_WORK/traced-$1" sdist
  sdist=$(sdist)
  mkdir "$traced"
  tar -C "$traced" --strip-components 1 -xf "$sdist"
  MINESWEEP_TRACE=1 quietly "$interpreter" -m pip install --editable "${traced}[test]"
  (cd "$traced" && "$interpreter" "$sources/.ci/measure_coverage.py" "$CI_WORK/$1.json" "${@:2}")
}

measure wide "${tests[@]}"
MINESWEEP_NARROW=1 measure narrow tests/test_{rule,arrays}.py
"$interpreter" "$sources/.ci/report_coverage.py" 98 "$CI_WORK"/{wide,narrow}.json

#!/usr/bin/env bash
# A traced core is another binary than the released one: it serves this measure alone. Every traced
# line takes the GIL, so that large floods and many examples would last for minutes: these are
# left out, and so is memory that runs out at any time, which a tracer does not survive, and what
# counts on no signal being heard and no thread being switched within a call: a tracer does both at
# each line. Nearly all lines that are not reached are for memory that runs out.
source "$(dirname "$0")/../../lib.sh"
heading "Coverage of the Cython sources"

tests=(
  tests/test_{rule,errors,arrays,hostile,false_buffers,changes_under_way,sequence,batch,cli}.py
  tests/test_bad_squares.py::test_{small_boards_turned_and_mirrored,the_first_of_two_bad_squares}
  tests/test_{package,pair,metrics,layouts,games,game_objects,many_games,played_games}.py
  tests/test_open_safe.py::test_{games_as_one_by_one,after_the_end,flags_stay_and_are_no_knowledge}
  tests/test_open_safe.py::test_{layouts_with_different_numbers_of_mines,before_the_first_reveal_nothing_is_proven}
  tests/test_open_safe.py::test_a_game_that_is_too_hard_stays_as_it_was
  tests/test_solvable.py::test_{layouts_by_hand,strides,errors}
  tests/test_probabilities.py::test_{boards_by_hand,stacks_of_any_shape,strides,other_buffers,errors}
  tests/test_probabilities.py::test_{one_number_of_mines,numbers_of_mines,a_board_that_is_too_hard}
  tests/test_probabilities.py::test_{the_limit_is_exact,boards_without_an_answer_among_others}
  "--deselect=tests/test_changes_under_way.py::test_clicks_that_change_when_they_have_been_checked"
  "--deselect=tests/test_game_objects.py::test_threads_on_one_game"
  "--deselect=tests/test_game_objects.py::test_any_allocation_of_a_move_can_fail"
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
"$interpreter" "$sources/.ci/report_coverage.py" 96 "$CI_WORK"/{wide,narrow}.json

# shellcheck shell=bash
# What the steps share: a copy of the sources, the sdist made from it, environments and wheels.
# Each is made once, on first use, so that a step can run alone, after others and beside others.

set -euo pipefail
shopt -s inherit_errexit
exec </dev/null

# Whole paths, since steps change folders.
repository=$(realpath "${BASH_SOURCE[0]}")
repository=${repository%/.ci/lib.sh}
python=$("${PYTHON:-python3}" -c 'import sys; print(sys.executable)')
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore
export SOURCE_DATE_EPOCH=1700000000 # any moment, as long as it is the same for all wheels
unset PYTHONPATH PYTHONHOME

if [ -z "${CI_WORK:-}" ]; then
  CI_WORK=$(mktemp -d "${TMPDIR:-/tmp}/minesweep-ci.XXXXXX")
  CI_WORK=$(realpath "$CI_WORK")
  export CI_WORK
  trap 'rm -rf "$CI_WORK"' EXIT
fi
sources="$CI_WORK/sources"

heading() {
  printf '\n\n######## %s\n\n' "$*"
}

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# quietly COMMAND...: shows what the command says only if it fails.
quietly() {
  local log
  log=$(mktemp "$CI_WORK/log.XXXXXX")
  "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    return 1
  }
}

# once NAME COMMAND...: the command, if none has succeeded under that name; others wait for its end.
once() {
  local done="$CI_WORK/done-$1"
  shift
  {
    flock 9
    [ -e "$done" ] || "$@"
    touch "$done"
  } 9>"$done.lock"
}

# The tracked and the new files of the repository, so that nothing built here dirties it.
copy_sources() {
  mkdir "$sources"
  git -c safe.directory='*' -C "$repository" ls-files -z --cached --others --exclude-standard |
    tar -C "$repository" --null --ignore-failed-read -cf - -T - | tar -C "$sources" -xf -
}
once sources copy_sources

# environment NAME PYTHON: the interpreter of a virtual environment of that name.
environment() {
  local venv="$CI_WORK/venv-$1"
  [ -d "$venv" ] || "$2" -m venv "$venv" >&2
  echo "$venv/bin/python"
}

# equipped NAME PYTHON GROUP: that of one which has a dependency group.
equipped() {
  once "equip-$1" equip "$@" >&2
  environment "$1" "$2"
}

equip() {
  local interpreter
  interpreter=$(environment "$1" "$2")
  quietly "$interpreter" -m pip install "pip>=25.1" # which knows dependency groups
  quietly "$interpreter" -m pip install --group "$sources/pyproject.toml:$3"
}

# The interpreter that has the tools of the dependency group "ci".
tools() {
  equipped tools "$python" ci
}

# interpreter PYTHON: that of the one environment that builds wheels for that Python and tests them.
interpreter() {
  local version
  version=$(version "$1")
  equipped "$version" "$1" suite
}

# The sdist: that of CI_SDIST if set, else built here.
sdist() {
  if [ -n "${CI_SDIST:-}" ]; then
    echo "$CI_SDIST"
  else
    once sdist build_sdist
    echo "$CI_WORK"/dist/*.tar.gz
  fi
}

build_sdist() {
  local tools
  tools=$(tools)
  quietly "$tools" -m build --sdist --outdir "$CI_WORK/dist" "$sources"
}

# wheel NAME PYTHON: the wheel built from the sdist in the way of that name.
wheel() {
  local version
  version=$(version "$2")
  once "wheel-$1-$version" build_wheel "$1" "$2" "$CI_WORK/wheels/$1-$version" >&2
  echo "$CI_WORK/wheels/$1-$version"/*.whl
}

build_wheel() {
  local interpreter sdist
  interpreter=$(interpreter "$2")
  sdist=$(sdist)
  (
    build_as "$1"
    quietly "$interpreter" -m pip wheel --no-deps --no-build-isolation --wheel-dir "$3" "$sdist"
  )
}

# build_as NAME: the variables that build a wheel in the way of that name.
build_as() {
  case "$1" in
    release) ;;
    checked) export MINESWEEP_DEBUG=1 MINESWEEP_SANITIZE=address,undefined ;;
    narrow) export MINESWEEP_NARROW=1 ;;
    portable) export MINESWEEP_PORTABLE=1 CFLAGS=-funsigned-char ;; # char as on aarch64
    without-gil) export MINESWEEP_WITHOUT_GIL=1 ;;
    races) export MINESWEEP_SANITIZE=thread ;;
    fuzz)
      # Atheris brings AddressSanitizer's library: compiled for it, and linked without one.
      need clang clang || fail "needs clang"
      export CC="clang -fsanitize=address,fuzzer-no-link -fno-omit-frame-pointer"
      export MINESWEEP_DEBUG=1 CFLAGS=-fwrapv LDSHARED="clang -shared"
      ;;
    *) fail "no wheel is built as $1" ;;
  esac
}

# install NAME PYTHON: the interpreter of that Python's environment, with the wheel of that name.
install() {
  local wheel interpreter
  wheel=$(wheel "$1" "$2")
  interpreter=$(interpreter "$2")
  quietly "$interpreter" -m pip install --force-reinstall --no-deps "$wheel"
  echo "$interpreter"
}

version() {
  "$1" -c 'import sys, sysconfig
print("{}.{}".format(*sys.version_info) + "t" * bool(sysconfig.get_config_var("Py_GIL_DISABLED")))'
}

# The sdist's tests with what they need beside them, away from its sources.
tests() {
  once tests unpack_tests
  echo "$CI_WORK/tests"
}

unpack_tests() {
  local sdist
  sdist=$(sdist)
  mkdir "$CI_WORK/tests"
  tar -C "$CI_WORK/tests" --strip-components 1 -xf "$sdist" --wildcards \
    '*/tests' '*/pyproject.toml' '*/README.md'
}

# suite COMMAND...: the tests, by the interpreter that COMMAND runs.
suite() {
  run_tests tests "$@"
}

# core_suite COMMAND...: those of the tests that hold the core itself to the rule, in every form of
# board; enough for a build that differs in nothing but how the core reaches squares.
core_suite() {
  run_tests "tests/test_rule.py tests/test_errors.py tests/test_arrays.py
    tests/test_hypothesis.py tests/test_hostile.py tests/test_memory.py tests/test_threads.py
    tests/test_games.py tests/test_played_games.py tests/test_many_games.py
    tests/test_probabilities.py::test_boards_by_hand tests/test_open_safe.py" "$@"
}

# tests_with GROUP FILE: that file of the tests, on the installed release wheel, in an environment
# which has that dependency group.
tests_with() {
  local wheel interpreter tests
  wheel=$(wheel release "$python")
  interpreter=$(equipped "$1" "$python" "$1")
  quietly "$interpreter" -m pip install "$wheel"
  tests=$(tests)
  cd "$tests"
  "$interpreter" -m pytest "tests/$2"
}

# run_tests FILES COMMAND...: with pytest-xdist those marked serial in one process, the others in two
# beside it.
run_tests() (
  status=0
  read -rd '' -a files <<<"$1" || true
  shift
  tests=$(tests)
  cd "$tests"
  if ! "$@" -c 'import xdist' 2>/dev/null; then
    "$@" -m pytest "${files[@]}"
    exit
  fi
  log=$(mktemp "$CI_WORK/log.XXXXXX")
  (
    trap - INT # which bash ignores in the background, and tests send
    exec "$@" -m pytest -m serial "${files[@]}"
  ) >"$log" 2>&1 &
  serial=$!
  "$@" -m pytest -m "not serial" --numprocesses 2 "${files[@]}" || status=$?
  wait "$serial" || status=$?
  cat "$log"
  exit "$status"
)

# documented FILE NUMBER: runs that of the file's commands, word for word: the file's blocks that
# open with ```sh count.
documented() {
  local command
  command=$(awk -v number="$2" '
    /^```sh$/ { block++; inside = 1; next }
    /^```$/ { inside = 0 }
    inside && block == number' "$1")
  [ -n "$command" ] || fail "$1 has no command number $2 in a block that opens with \`\`\`sh"
  printf '$ %s\n' "$command"
  bash -euo pipefail -c "$command"
}

# python_of VERSION: the CPython of that version on this machine, on the PATH or kept by pyenv.
python_of() {
  local candidate
  for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/${1%t}".*/"bin/python$1"; do
    if "$candidate" -c 'pass' 2>/dev/null; then
      "$candidate" -c 'import sys; print(sys.executable)'
      return
    fi
  done
  return 1
}

# other_pythons: the CPythons on this machine that steps do not use by default, newest first.
other_pythons() {
  local candidate own other
  own=$(version "$python")
  for candidate in 3.15t 3.14t 3.15 3.14 3.13 3.12 3.11; do
    if [ "$candidate" != "$own" ] && other=$(python_of "$candidate"); then
      echo "$other"
    fi
  done
}

# need COMMAND PACKAGE: whether the command is here, installed from Debian's package if it was not.
need() {
  local as_root=()
  command -v "$1" >/dev/null && return
  command -v apt-get >/dev/null || return
  [ "$EUID" = 0 ] || as_root=(sudo --non-interactive)
  quietly "${as_root[@]}" apt-get update &&
    quietly "${as_root[@]}" apt-get install --yes --no-install-recommends "$2"
}

# run_steps STEP...: one after the other, and how long each took; the last one beside the others,
# since it keeps a single processor busy.
run_steps() {
  local step began log beside last="${*: -1}" status=0 times=""
  log=$(mktemp "$CI_WORK/log.XXXXXX")
  (
    trap - INT # which bash ignores in the background, and tests send
    exec "$last"
  ) >"$log" 2>&1 &
  beside=$!
  for step in "${@:1:$#-1}"; do
    began=$SECONDS
    "$step" || {
      pkill -P "$beside" || true
      fail "$(basename "$step") failed"
    }
    times+="$((SECONDS - began)) s  ${step#"$repository/.ci/"}"$'\n'
  done
  wait "$beside" || status=$?
  cat "$log"
  [ "$status" = 0 ] || fail "$(basename "$last") failed"
  heading "All $# steps passed, in $((SECONDS / 60)) min $((SECONDS % 60)) s"
  printf '%s' "$times"
}

# build_ahead: the wheels that the steps of .ci/run need, two at a time.
build_ahead() {
  local wheels
  heading "Wheels, two at a time"
  wheels=$(needed_wheels)
  # shellcheck disable=SC2016 # the inner shell expands them
  xargs -d '\n' -n 2 -P 2 bash -c 'source "$0"; wheel "$@"' "$repository/.ci/lib.sh" <<<"$wheels"
}

# needed_wheels: their names and the interpreters for which they are, in turn.
needed_wheels() {
  local name newest
  for name in release checked fuzz narrow portable; do
    printf '%s\n' "$name" "$python"
  done
  newest=$(other_pythons)
  [ -z "$newest" ] || printf '%s\n' release "${newest%%$'\n'*}"
}

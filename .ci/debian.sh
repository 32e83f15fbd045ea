# shellcheck shell=bash
# Debian's packages, unpacked into a folder instead of installed: those of another processor or of
# another suite than this machine's. Needs apt-get, but no privileges, and keeps all in CI_WORK.

command -v apt-get >/dev/null || fail "needs Debian: there is no apt-get here"

here=$(dpkg --print-architecture)

# mirror: where this machine's apt gets Debian from.
mirror() {
  # shellcheck disable=SC2016 # $(SITE) is for apt-get
  apt-get indextargets --format '$(SITE)' | awk '!/security/ && !found++'
}

# stable: the suite that this machine runs.
stable() {
  (source /etc/os-release && echo "$VERSION_CODENAME")
}

# apt_of SUITE PROCESSOR ARGUMENT...: apt-get for a system of that kind with nothing installed.
apt_of() {
  local state="$CI_WORK/apt-$1-$2"
  local configuration="$state/apt.conf" signed="/usr/share/keyrings/debian-archive-keyring.gpg"
  if [ ! -f "$configuration" ]; then
    mkdir -p "$state"/{lists,archives}/partial
    touch "$state/status"
    printf "%s [signed-by=$signed] $(mirror) $1 main\n" deb deb-src >"$state/sources.list"
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

# debian SUITE PROCESSOR FOLDER PACKAGE...: the packages and what they need, unpacked; fails if they
# cannot be had.
debian() {
  local suite="$1" processor="$2" folder="$3" package
  local archives="$CI_WORK/apt-$suite-$processor/archives"
  shift 3
  apt_of "$suite" "$processor" clean &&
    apt_of "$suite" "$processor" install --yes --download-only --no-install-recommends "$@" || return
  mkdir -p "$folder"
  for package in "$archives"/*.deb; do
    dpkg-deb --extract "$package" "$folder"
  done
}

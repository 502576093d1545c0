#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes bindings/julia/julia start a Julia that works. On Debian 12 it installs the Julia 1.5.3 of Debian 11, beside
# which everything else stays as it is, and unpacks the libunwind of Debian 11 into .julia-libunwind of this tree. Where
# a sound Julia is there already it does nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly launcher=bindings/julia/julia folder=.julia-libunwind libunwind=libunwind8=1.3.2-2
readonly source_list=/etc/apt/sources.list.d/ebbwave-bullseye.list
readonly preferences=/etc/apt/preferences.d/ebbwave-bullseye
readonly keyring=/usr/share/keyrings/debian-archive-keyring.gpg
export LC_ALL=C.UTF-8

die() {
  printf '%s\n' "$@" >&2
  exit 1
}

is_ready() { "$launcher" -e '' >/dev/null 2>&1; }

as_root() { if ((EUID == 0)); then "$@"; else sudo -n "$@"; fi; }

# Runs a command that is silent unless it fails.
quietly() {
  local log
  log=$("$@" 2>&1 </dev/null) || { printf '%s\n' "$log" >&2 && return 1; }
}

# Debian 11 as a source of packages that are asked for by name only: priority 50 never replaces what is installed.
add_source() {
  [[ -f $keyring ]] || die "$keyring is missing; install debian-archive-keyring"
  as_root tee "$source_list" <<<"deb [signed-by=$keyring] http://deb.debian.org/debian bullseye main" >/dev/null
  printf 'Package: *\nPin: release n=bullseye\nPin-Priority: 50\n' | as_root tee "$preferences" >/dev/null
  # One broken source does not matter as long as the packages are found.
  quietly as_root apt-get update || echo "apt-get update failed; trying to install all the same" >&2
}

install_julia() {
  echo "Installing Julia of Debian 11" >&2
  quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    -o DPkg::Lock::Timeout=300 julia || die "apt could not install julia from Debian 11"
}

unpack_libunwind() {
  echo "Unpacking $libunwind into $folder" >&2
  rm -rf "$folder"
  mkdir "$folder"
  (cd "$folder" && quietly apt-get download "$libunwind") || die "apt could not download $libunwind from Debian 11"
  dpkg-deb -x "$folder"/libunwind8_*.deb "$folder"
}

is_ready && exit
system=$(. /etc/os-release 2>/dev/null && printf '%s-%s' "${ID:-unknown}" "${VERSION_ID:-unknown}")
[[ $system == debian-12 ]] ||
  die "There is no sound julia on the PATH, and how to get one on $system is not known here: install Julia 1.5.3 or" \
    "later, or name one by EBW_JULIA."
if ((EUID != 0)) && ! sudo -n true 2>/dev/null; then
  die "Installing Julia needs root. Run bindings/julia/setup.sh as root, then repeat ./dev."
fi
[[ $(apt-cache policy julia libunwind8) == *" 1.5.3"*" 1.3.2-2 "* ]] || add_source
command -v julia >/dev/null || install_julia
is_ready || unpack_libunwind
is_ready || die "Julia is installed but does not work:" "$("$launcher" -e '' 2>&1)"

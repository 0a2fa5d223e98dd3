#!/bin/bash
# Exits with status 0 if the gateway of this container is ready. Reads the gateway's own settings. Cheap enough for
# health checks every few seconds: it starts no Node.js unless the gateway serves TLS itself, and the image has no curl.
set -u

# setting NAME DEFAULT: from the environment, else from .env in the working folder, else the default.
setting() {
  local line value=${!1-} pattern="^[[:space:]]*(export )?$1[[:space:]]*=[[:space:]]*(.*)"
  if [[ -z $value && -r .env ]]; then
    # The last line counts.
    while IFS= read -r line || [[ -n $line ]]; do
      [[ $line =~ $pattern ]] && value=${BASH_REMATCH[2]}
    done <.env
    value=${value%%[[:space:]]#*}
    # Remove whitespace and quotes around the value.
    value=${value//[[:space:]\"\']/}
  fi
  echo "${value:-$2}"
}

host=$(setting HOST 127.0.0.1)
port=$(setting PORT 8080)
case $host in
  0.0.0.0 | ::) host=127.0.0.1 ;;
esac
fail() {
  echo "textmill: http://$host:$port/readyz is not ready: $1" >&2
  exit 1
}

if [[ -n $(setting TLS_CERT_FILE '') ]]; then
  here=${0%/*}
  # In the sources, or in a release.
  scripts=$here/../build
  [[ -e $scripts ]] || scripts=$here/../..
  # The certificate is for the name that clients use, not for this host.
  exec sh "$scripts/node.sh" -e '
    const [url] = process.argv.slice(1);
    const fail = (why) => { console.error(`textmill: ${url} is not ready: ${why}`); process.exit(1); };
    const request = require("node:https").get(url, { rejectUnauthorized: false, timeout: 4_000 }, ({ statusCode }) =>
      statusCode === 200 ? process.exit(0) : fail(`status ${statusCode}`));
    request.on("timeout", () => fail("no response within 4 seconds")).on("error", ({ message }) => fail(message));
  ' "https://$host:$port/readyz"
fi
exec 3<>"/dev/tcp/$host/$port" || fail 'no connection'
printf 'GET /readyz HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$host:$port" >&3
IFS= read -r -t 4 status <&3 || fail 'no response within 4 seconds'
[[ $status == 'HTTP/1.1 200 '* ]] || fail "${status%$'\r'}"

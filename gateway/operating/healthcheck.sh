#!/bin/bash
# Whether the gateway of this container is ready, by the settings that it has itself: status 0 if it is. For health checks
# every few seconds: it starts no Node.js, and the image has no curl.
set -u

# setting NAME DEFAULT: from the environment, else from .env in the working folder, else the default.
setting() {
  local value=${!1-}
  if [[ -z $value && -r .env ]]; then
    value=$(sed -n "s/^[[:space:]]*\(export \)\?$1[[:space:]]*=[[:space:]]*//p" .env | tail -n 1)
    value=${value%%[[:space:]]#*}
    value=${value//[\"\']/}
  fi
  echo "${value:-$2}"
}

host=$(setting HOST 127.0.0.1)
port=$(setting PORT 8080)
case $host in
  0.0.0.0 | ::) host=127.0.0.1 ;;
esac
fail() {
  echo "textmill: $host:$port is not ready: $1" >&2
  exit 1
}

exec 3<>"/dev/tcp/$host/$port" || fail 'no connection'
# A gateway that speaks TLS itself answers nothing to this: that it takes connections has to do.
[[ -z $(setting TLS_CERT_FILE '') ]] || exit 0
printf 'GET /readyz HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$host:$port" >&3
IFS= read -r -t 4 status <&3 || fail 'no answer in 4 seconds'
[[ $status == 'HTTP/1.1 200 '* ]] || fail "${status%$'\r'}"

#!/bin/sh
# What the hosting tests run for real: nginx, Caddy and systemd-analyze; Debian's packages where we may install them.
set -eu
PATH="$PATH:/usr/sbin:/sbin"
missing=""
command -v nginx >/dev/null 2>&1 || missing="$missing nginx"
command -v caddy >/dev/null 2>&1 || missing="$missing caddy"
command -v systemd-analyze >/dev/null 2>&1 || missing="$missing systemd"
if [ -z "$missing" ]; then exit 0; fi
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
  exit 0
fi
echo "The hosting tests need these programs; install them (Debian: apt install$missing)." >&2
exit 1

#!/bin/sh
# A Chromium for the browser tests: the one of $CHROMIUM or of the machine, else Debian's package where we may install it.
set -eu
for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
  if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-noto-cjk >/dev/null
  exit 0
fi
echo "The browser tests need Chromium: install it (Debian: apt install chromium) or set CHROMIUM to its path." >&2
exit 1

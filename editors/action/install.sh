#!/usr/bin/env bash
# Puts `ferz` on the path: the program of a release, or the one that is already installed.
set -euo pipefail

if command -v ferz >/dev/null; then
  ferz --version
  exit
fi
case "$SYSTEM" in
  Linux-X64) target=x86_64-unknown-linux-gnu ;;
  Linux-ARM64) target=aarch64-unknown-linux-gnu ;;
  macOS-ARM64) target=aarch64-apple-darwin ;;
  macOS-X64) target=x86_64-apple-darwin ;;
  Windows-*) target=x86_64-pc-windows-msvc ;;
  *) echo "::error::there is no release of ferz for $SYSTEM" && exit 1 ;;
esac
version="${VERSION:-${REF#v}}"
name="ferz-v$version-$target"
mkdir -p "$FOLDER"
curl --fail --silent --show-error --location --retry 3 \
  "https://github.com/$REPOSITORY/releases/download/v$version/$name.tar.gz" | tar xz -C "$FOLDER"
echo "$FOLDER/$name" >>"$GITHUB_PATH"
"$FOLDER/$name/ferz" --version

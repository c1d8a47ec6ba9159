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
case "$target" in *windows*) ending=zip ;; *) ending=tar.gz ;; esac
mkdir -p "$FOLDER"
cd "$FOLDER"
address="https://github.com/$REPOSITORY/releases/download/v$version/$name.$ending"
curl --fail --silent --show-error --location --retry 3 --remote-name-all "$address" "$address.sha256"
{ if command -v sha256sum >/dev/null; then sha256sum "$name.$ending"; else shasum -a 256 "$name.$ending"; fi; } | grep -q "^$(cut -d' ' -f1 "$name.$ending.sha256") "
case "$ending" in zip) unzip -q "$name.zip" ;; *) tar xzf "$name.tar.gz" ;; esac
echo "$FOLDER/$name" >>"$GITHUB_PATH"
"$FOLDER/$name/ferz" --version

#!/bin/sh
# Packages the extension with the program for each system, from the archives of a release: package-all.sh FOLDER
set -eu
unpacked=$(mktemp -d)
for pair in \
  x86_64-unknown-linux-gnu:linux-x64 aarch64-unknown-linux-gnu:linux-arm64 \
  x86_64-unknown-linux-musl:alpine-x64 aarch64-unknown-linux-musl:alpine-arm64 \
  x86_64-apple-darwin:darwin-x64 aarch64-apple-darwin:darwin-arm64 x86_64-pc-windows-msvc:win32-x64; do
  rm -rf "${unpacked:?}"/*
  case $pair in
    *windows*) unzip -q "$1"/*-"${pair%:*}".zip -d "$unpacked" ;;
    *) tar xzf "$1"/*-"${pair%:*}".tar.gz -C "$unpacked" ;;
  esac
  node scripts/package.mjs "$(find "$unpacked" \( -name ferz -o -name ferz.exe \) -type f)" "${pair#*:}"
done

#!/usr/bin/env bash
# Runs all checks, even if one of them fails, and writes the problems as SARIF.
set -uo pipefail

failed=""
step() {
  echo "::group::$*"
  "$@" || failed="$failed${failed:+, }$2"
  echo "::endgroup::"
}
games=()
while IFS= read -r file; do games+=("$file"); done < <(find "$TARGET" -name '*.ferz' -not -path '*/node_modules/*' | sort)
if [ "${#games[@]}" -eq 0 ]; then
  echo "::error::there is no .ferz file in $TARGET"
  exit 2
fi
ferz check --sarif "$TARGET" >"$SARIF"
[ -s "$SARIF" ] && echo "sarif=$SARIF" >>"$GITHUB_OUTPUT"
step ferz check "$TARGET"
step ferz test "$TARGET"
step ferz fmt --check "${games[@]}"
if [ -n "$failed" ]; then
  echo "::error::failed: $failed"
  exit 1
fi

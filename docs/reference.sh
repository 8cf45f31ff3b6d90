#!/usr/bin/env bash
# Builds the reference of all headers with doxygen, into build/reference/html; any warning is a failure.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
. cmake/setup.sh
if ! wend_setup doxygen; then
    echo "skipped: the reference, because doxygen can't be installed"
    exit 0
fi
mkdir -p build/reference
doxygen docs/Doxyfile && echo "the reference is in build/reference/html/index.html"

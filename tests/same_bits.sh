#!/usr/bin/env bash
# The golden hashes of all scenes: the same for gcc and clang, at -O0, -O2 and -O3, on one thread and on three.
#   tests/same_bits.sh            compare with tests/golden.txt
#   tests/same_bits.sh --renew    write it anew, after a change that is meant to change motion
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
out=build/bits
mkdir -p "$out"
flags="-std=c17 -ffp-contract=off -Wno-psabi -Iinclude -Iscenes"
status=0
for build in "gcc -O2" "gcc -O0" "gcc -O3" "clang -O0" "clang -O2" "clang -O3"; do
    name=$out/$(echo "$build" | tr -d ' -')
    # shellcheck disable=SC2086
    $build $flags src/*.c scenes/*.c tests/hash_scenes.c -o "$name" -lm -pthread || exit 1
    for threads in 1 3; do
        "$name" $threads >"$name.txt" || exit 1
        if [ "${1:-}" = --renew ]; then
            cp "$name.txt" tests/golden.txt
            exit 0
        fi
        if cmp -s tests/golden.txt "$name.txt"; then
            echo "the same bits: $build, $threads thread(s)"
        else
            echo "other bits: $build, $threads thread(s)"
            diff tests/golden.txt "$name.txt"
            status=1
        fi
    done
done
exit $status

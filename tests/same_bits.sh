#!/usr/bin/env bash
# The golden hashes of all scenes: the same for gcc and clang, at -O0, -O2 and -O3, on any number of threads and with every
# instruction set that this machine has.
#   tests/same_bits.sh            compare with tests/golden.txt: three builds, each set, one to three threads
#   tests/same_bits.sh --all      the same for all combinations of two compilers, -O0 to -O3, each set, 1, 2, 3, 4 and 8 threads
# For other machines see machines.sh.
#   tests/same_bits.sh --renew    write it anew, after a change that is meant to change motion
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
out=build/bits
mkdir -p "$out"
flags="-std=c17 -ffp-contract=off -Wno-psabi -Iinclude -Iscenes"
builds=("gcc -O2" "gcc -O0 -DWEND_PLAIN_C" "clang -O3") # the second as for compilers without vectors, see src/compiler.h
runs=("1 baseline" "3 avx2" "2 avx512")
if [ "${1:-}" = --all ]; then
    builds+=("gcc -O0" "gcc -O1" "gcc -O3" "clang -O0" "clang -O1" "clang -O2" "clang -O2 -DWEND_PLAIN_C")
    runs=()
    for set in baseline avx2 avx512; do
        for threads in 1 2 3 4 8; do runs+=("$threads $set"); done
    done
fi
# Two builds at a time: a compiler works on one processor.
status=0
# shellcheck disable=SC2086
printf '%s\n' "${builds[@]}" | xargs -P "$(nproc)" -I{} bash -c '
    echo "{}" | tr -d " -" | { read -r name; {} '"$flags"' src/*.c scenes/*.c tests/hash_scenes.c -o '"$out"'/"$name" -lm -pthread; }' || exit 1
for build in "${builds[@]}"; do
    name=$out/$(echo "$build" | tr -d ' -')
    for run in "${runs[@]}"; do
        case $build-$run in *PLAIN_C-*baseline) ;; *PLAIN_C-*) continue ;; esac # it has one set
        # shellcheck disable=SC2086
        "$name" $run >"$name.txt"
        code=$?
        if [ $code -eq 3 ]; then
            echo "skipped: $build, $run, as this machine hasn't got that instruction set"
            continue
        fi
        [ $code -eq 0 ] || exit 1
        if [ "${1:-}" = --renew ]; then
            cp "$name.txt" tests/golden.txt
            exit 0
        fi
        if cmp -s tests/golden.txt "$name.txt"; then
            echo "the same bits: $build, threads and instruction set: $run"
        else
            echo "other bits: $build, threads and instruction set: $run"
            diff tests/golden.txt "$name.txt"
            status=1
        fi
    done
done
exit $status

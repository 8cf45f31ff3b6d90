#!/usr/bin/env bash
# Builds wend for other machines and runs it there, in an emulator: the golden hashes of all scenes and many of the tests.
#   tests/machines.sh             AArch64, 32-bit Arm (with VFP; and with NEON, by clang) and Windows on x86-64
#   tests/machines.sh --quick     AArch64 only, a few scenes and tests: less than a minute on two free processors
# For each machine `pass NAME`, `fail NAME` or `skipped: NAME, why`; the last line counts them. The tests are those of cmocka, over
# elsewhere/cmocka.h, since there is no cmocka for these machines.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
. cmake/setup.sh
is_quick=0
[ "${1:-}" = --quick ] && is_quick=1
out=build/machines
mkdir -p "$out"
passed=0 failed=0

tests="vec steer flock near motion combine context obstacle orca decide_machine grid grid_random flow path mesh mesh_random save save_fields record kernels
world world_flock world_goals world_plan null"
scenes=
level=-O2
if [ $is_quick -eq 1 ]; then
    tests="vec flock kernels"
    scenes="chase flock critters context_rings vocabulary mesh_walk circle_swap"
    level=-O1
fi

count()
{
    if [ "$1" = pass ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    echo "$1 $2"
}

# need NAME PACKAGE...: installs what a machine needs, or says why it is left out.
need()
{
    local name=$1
    shift
    wend_setup gcc ninja-build "$@" >"$out/setup.log" 2>&1 && return 0
    echo "skipped: $name, because $* can't be installed"
    return 1
}

# What ninja builds: the library with the scenes once, then a program for the hashes and one for each test.
write_rules() # FOLDER COMPILER SUFFIX
{
    local folder=$1 compiler=$2 suffix=$3 source object objects=
    # A test may look at the library's inside, and some of what it says is about this system's C library only.
    local warn="-Wall -Wextra -Wno-unknown-pragmas -Wno-psabi -Wno-format -Werror=implicit-function-declaration"
    echo "builddir = $folder"
    echo "rule compile"
    echo "  command = $compiler -std=c17 $level $warn -ffp-contract=off -fno-math-errno -fno-trapping-math -Iinclude -Iscenes \$more -MMD -MF \$out.d -c \$in -o \$out"
    echo "  depfile = \$out.d"
    echo "  deps = gcc"
    echo "rule link"
    echo "  command = $compiler \$in -static -o \$out -lm -pthread"
    for source in src/*.c scenes/*.c; do
        object=$folder/${source//\//_}.o
        objects+=" $object"
        echo "build $object: compile $source"
    done
    echo "build $folder/hash.o: compile tests/hash_scenes.c"
    echo "build $folder/hash$suffix: link $folder/hash.o $objects"
    for source in $tests; do
        echo "build $folder/test_$source.o: compile tests/test_$source.c"
        echo "  more = -Itests/elsewhere -D_POSIX_C_SOURCE=200809L -DWEND_SOURCE=\\\"$PWD\\\""
        echo "build $folder/test_$source$suffix: link $folder/test_$source.o $objects"
    done
}

machine() # NAME COMPILER SUFFIX RUNNER...
{
    local name=$1 compiler=$2 suffix=$3 test
    shift 3
    local folder=$out/${name// /_}
    [ $is_quick -eq 1 ] && folder+=_quick
    mkdir -p "$folder"
    write_rules "$folder" "$compiler" "$suffix" >"$folder/build.ninja"
    if ! ninja -k 0 -f "$folder/build.ninja" >"$folder/build.log" 2>&1; then
        grep -E ': (fatal )?error|undefined reference' "$folder/build.log" | head -n 20
        count fail "$name: building"
    fi
    # shellcheck disable=SC2086
    if "$@" "$folder/hash$suffix" 2 baseline $scenes 2>"$folder/hash.err" | tr -d '\r' >"$folder/hash.txt" && [ -s "$folder/hash.txt" ] &&
        is_golden "$folder/hash.txt"; then
        count pass "$name: the hashes of $(wc -l <"$folder/hash.txt") scenes"
    else
        diff "$folder/hash.txt" tests/golden.txt | head -n 10
        head -n 5 "$folder/hash.err"
        count fail "$name: the hashes of the scenes"
    fi
    for test in $tests; do
        if "$@" "$folder/test_$test$suffix" >"$folder/test_$test.log" 2>&1; then
            count pass "$name: test_$test, $(tail -n 1 "$folder/test_$test.log" | tr -d '\r')"
        else
            grep -B 1 '^failed' "$folder/test_$test.log" | head -n 20
            count fail "$name: test_$test"
        fi
    done
}

# All lines are in the golden file; all of that are here, unless only some scenes were asked for.
is_golden()
{
    ! grep -vxFf tests/golden.txt "$1" && { [ $is_quick -eq 1 ] || cmp -s tests/golden.txt "$1"; }
}

need AArch64 gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static && machine AArch64 aarch64-linux-gnu-gcc "" qemu-aarch64-static
if [ $is_quick -eq 0 ]; then
    arm="gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user-static"
    # shellcheck disable=SC2086
    need "32-bit Arm" $arm && machine "32-bit Arm" arm-linux-gnueabihf-gcc "" qemu-arm-static
    # shellcheck disable=SC2086
    need "32-bit Arm with NEON" $arm clang &&
        machine "32-bit Arm with NEON" "clang --target=arm-linux-gnueabihf -march=armv7-a -mfpu=neon" "" qemu-arm-static
    need Windows gcc-mingw-w64-x86-64 wine64 wine && WINEDEBUG=-all machine Windows x86_64-w64-mingw32-gcc .exe wine
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

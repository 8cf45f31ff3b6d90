#!/usr/bin/env bash
# Uses wend as other projects do, in every form in which it comes: each must build docs/first.c, whose output must be the same.
#   packages/test.sh            the last line counts what passed and failed
#   packages/test.sh --renew    writes the list of exported symbols anew, after a change that is meant to change it
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/build/packages
rm -rf "$out"
mkdir -p "$out"
cd "$out" || exit 1
program=$root/docs/first.c
compile="-std=c17 -Wall -Wextra"
passed=0 failed=0

# check NAME COMMAND...: runs it, and shows what it said if it fails.
check()
{
    local name=$1
    shift
    if "$@" >log.txt 2>&1; then
        passed=$((passed + 1))
        echo "pass $name"
    else
        failed=$((failed + 1))
        echo "fail $name"
        tail -n 20 log.txt
    fi
}

# says_the_same PROGRAM: as the first program that was built did.
says_the_same()
{
    "$1" >said.txt && grep -q '^after ten seconds the hunter is [0-9.]* away$' said.txt || return 1
    [ -f expected.txt ] || cp said.txt expected.txt
    diff expected.txt said.txt
}

install_as() # FOLDER SHARED
{
    cmake -S "$root" -B "build_$1" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 -DWEND_COMMAND=OFF \
        -DWEND_TESTS=OFF -DBUILD_SHARED_LIBS="$2" -DCMAKE_INSTALL_PREFIX="$out/$1" && cmake --build "build_$1" --target wend &&
        cmake --install "build_$1"
}

# As a distribution does it: no options but the kind of build, which is -O3 here. Every warning shows, and none may come up. All that is there
# by default must configure and link with a shared library, too.
the_usual_way()
{
    cmake -S "$root" -B usual -G Ninja -DCMAKE_BUILD_TYPE=Release -DWEND_WERROR=ON && cmake --build usual --target wend || return 1
    cmake -S "$root" -B usual_shared -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 -DBUILD_SHARED_LIBS=ON &&
        cmake --build usual_shared
}

with_cmake() # FOLDER FORM
{
    cmake -S "$root/packages/consumer" -B "by_$1" -G Ninja -DWEND_AS="$2" -DWEND_FOLDER="$root" -DWEND_PROGRAM="$program" \
        -DCMAKE_PREFIX_PATH="$out/$1" -DCMAKE_C_FLAGS=-O0 && cmake --build "by_$1" && says_the_same "by_$1/first"
}

with_pkg_config() # FOLDER [--static]
{
    local pc
    pc=$(dirname "$(find "$out/$1" -name wend.pc)")
    # shellcheck disable=SC2046,SC2086
    cc $compile "$program" $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs ${2:-} wend) -o "pc_$1" &&
        LD_LIBRARY_PATH=$(dirname "$pc") says_the_same "./pc_$1"
}

with_pair() # COMPILER
{
    # shellcheck disable=SC2086
    sed 's|<wend/wend.h>|"wend.h"|' "$program" >pair/first.c &&
        "$1" $compile -Werror -Wno-psabi -ffp-contract=off -O0 pair/first.c pair/wend.c -o "pair_$1" -lm -lpthread &&
        says_the_same "./pair_$1"
}

# Every header by itself and all together, as C and as C++, without a warning.
headers()
{
    local header compiler
    for header in "$root"/include/wend/*.h; do
        echo "#include <wend/$(basename "$header")>" >one.c
        cat one.c >>all.c
        cc $compile -Wpedantic -Werror -I"$root/include" -fsyntax-only one.c || return 1
        for compiler in g++ clang++; do in_cpp "$compiler" one.c || return 1; done
    done
    cc $compile -Wpedantic -Werror -I"$root/include" -fsyntax-only all.c && in_cpp g++ all.c && in_cpp clang++ all.c
}

in_cpp() # COMPILER FILE
{
    "$1" -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Werror -I"$root/include" -x c++ -fsyntax-only "$2"
}

# The shared library shows what the headers declare, as the list says.
symbols()
{
    nm -D --defined-only -f posix "$(find shared -name 'libwend.so')" | cut -d' ' -f1 | sort >symbols.txt
    [ "$renew" = --renew ] && cp symbols.txt "$root/packages/symbols.txt"
    diff "$root/packages/symbols.txt" symbols.txt
}

soname()
{
    local version
    version=$(sed -n 's/^#define WEND_VERSION_[MN][AI][JN]OR \([0-9]*\)/\1/p' "$root/include/wend/base.h" | paste -sd.)
    readelf -d "$(find shared -name 'libwend.so')" | grep -F "[libwend.so.$version]"
}

renew=${1:-}
check "the headers, in C17 and in C++17" headers
check "building the usual way" the_usual_way
check "installing the static library" install_as static OFF
check "find_package, static" with_cmake static found
check "pkg-config, static" with_pkg_config static --static
check "installing the shared library" install_as shared ON
check "find_package, shared" with_cmake shared found
check "pkg-config, shared" with_pkg_config shared
check "the list of exported symbols" symbols
check "the name of the shared library" soname
check "add_subdirectory" with_cmake sub subfolder
check "FetchContent" with_cmake fetched fetched
check "making the single pair" /usr/bin/env python3 "$root/packages/single.py" pair
check "the single pair, gcc" with_pair gcc
check "the single pair, clang" with_pair clang
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

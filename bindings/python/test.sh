#!/usr/bin/env bash
# Builds wend for Python as a wheel, installs it into an environment of its own, and tests it there: `pass NAME` or `fail NAME` for each test.
# The last line counts them.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/build/python
. "$root/cmake/setup.sh"
python=/usr/bin/python3
mkdir -p "$out"

if ! wend_setup gcc cmake ninja-build clang-14 python3-dev python3-venv python3-cffi python3-numpy python3-setuptools python3-wheel python3-pip \
    python3-pytest >"$out/setup.log" 2>&1; then
    echo "skipped: bindings/python, because its packages can't be installed (build/python/setup.log)"
    exit 0
fi
wend_setup python3-matplotlib >>"$out/setup.log" 2>&1 || echo "skipped: the plot, because matplotlib can't be installed"
wend_setup mypy >>"$out/setup.log" 2>&1 || echo "skipped: the check of types, because mypy can't be installed"

build()
{
    cd "$here" && rm -rf "$out/dist" "$out"/lib* "$out"/bdist* &&
        $python setup.py -q egg_info --egg-base "$out" build --build-base "$out" bdist_wheel --dist-dir "$out/dist" &&
        rm -rf "$out/venv" && $python -m venv --system-site-packages "$out/venv" &&
        "$out/venv/bin/pip" install -q --no-index --no-deps "$out"/dist/wend-*.whl
}

passed=0 failed=0
if build >"$out/build.log" 2>&1; then
    passed=1
    echo "pass building and installing the wheel"
else
    tail -n 30 "$out/build.log"
    echo "fail building and installing the wheel"
    echo "0 passed, 1 failed"
    exit 1
fi
log=$out/tests.log
(cd "$out" && WEND_WHEEL=$(echo "$out"/dist/wend-*.whl) PYTHONDONTWRITEBYTECODE=1 venv/bin/python -m pytest -v --tb=short -p no:cacheprovider \
    --rootdir="$here" "$here/tests") >"$log" 2>&1
code=$?
sed -nE 's/^\S*tests\/(test_\w+)\.py::(.*\S) +PASSED.*/pass \1 \2/p; s/^\S*tests\/(test_\w+)\.py::(.*\S) +(FAILED|ERROR).*/fail \1 \2/p
    s/^\S*tests\/(test_\w+)\.py::(.*\S) +SKIPPED \((.*)\).*/skipped: \1 \2, \3/p' "$log"
passed=$((passed + $(grep -cE '::.* PASSED' "$log"))) failed=$(grep -cE '::.* (FAILED|ERROR)' "$log")
[ "$code" -ne 0 ] && [ "$failed" -eq 0 ] && failed=1 && echo "fail the tests themselves"
[ "$failed" -eq 0 ] || sed -n '/^=.*\(FAILURES\|ERRORS\)/,$p' "$log" | head -n 80
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

# Installs what is missing on a Debian system; elsewhere it names the packages and stops. Sourced by ./run and ./test.

wend_need()
{
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "This is no Debian system. Please install what these Debian packages hold, then build with CMake:" >&2
        echo "  ${missing[*]}" >&2
        return 1
    fi
    echo "These packages will be installed: ${missing[*]}" >&2
    local root=()
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    "${root[@]}" apt-get update -qq >&2 &&
        "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# Where dpkg isn't known, packages can't be looked up: CMake will say what it doesn't find.
wend_setup()
{
    command -v dpkg-query >/dev/null || return 0
    wend_need "$@"
}

wend_build()
{
    local preset=$1 log
    shift
    mkdir -p build
    log=build/$preset.log
    if ! { cmake --preset "$preset" && cmake --build --preset "$preset" "$@"; } >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        echo "The build failed; the whole log is in $log" >&2
        return 1
    fi
}

wend_tools="gcc cmake ninja-build pkg-config libc6-dev libsdl2-dev libsdl2-ttf-dev libstb-dev libexpat1-dev libchipmunk-dev
fonts-dejavu-core"

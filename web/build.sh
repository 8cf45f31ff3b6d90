# The pages: built, and served. Sourced by ./run and ./test after cmake/setup.sh; `root` is the project's folder.

wend_web_tools="cmake ninja-build clang-14 lld-14 llvm-14 wasi-libc libclang-rt-14-dev-wasm32"

# Node of any origin will do.
wend_node()
{
    command -v node >/dev/null && command -v npm >/dev/null || wend_setup nodejs npm
}

# The npm package, ready to be packed.
wend_package()
{
    local made=build/wasm/web
    rm -rf build/js
    mkdir -p build/js
    cp bindings/js/{package.json,README.md,wend.js,wend.d.ts} LICENSE "$made"/js/api.{js,d.ts} "$made"/wend.wasm build/js/
}

wend_web_build()
{
    (
        cd "$root" || exit 1
        # shellcheck disable=SC2086
        wend_setup $wend_web_tools && wend_node && wend_build wasm &&
            node web/build.mjs build/wasm/web/page.wasm build/web && wend_package
    )
}

wend_web()
{
    local port= is_build_only=0
    while [ $# -gt 0 ]; do
        case "$1" in
        --build-only) is_build_only=1 ;;
        --port)
            port=${2:-}
            if ! [[ $port =~ ^[0-9]{1,5}$ ]] || [ "$port" -gt 65535 ]; then
                echo "wend web: --port is '$port', must be a whole number in [0, 65535]" >&2
                return 2
            fi
            shift
            ;;
        *)
            echo "usage: ./run web [--build-only] [--port N]" >&2
            return 2
            ;;
        esac
        shift
    done
    wend_web_build || return 1
    if [ $is_build_only -eq 1 ]; then
        echo "The pages are in $root/build/web; any server of static files can serve them."
        return 0
    fi
    exec node "$root/web/serve.mjs" "$root/build/web" ${port:+"$port"}
}

// The module: loads it, and reads what it hands out.
const decoder = new TextDecoder();

/** The exports of page.wasm with helpers for memory. `source`: its bytes, or where it lies packed by gzip. */
export async function openModule(source) {
    const { instance } = source instanceof Uint8Array ? await WebAssembly.instantiate(source, {}) : await WebAssembly.instantiateStreaming(unpacked(source), {});
    instance.exports._initialize();
    return new Module(instance.exports);
}

// Packed in the file itself, it is small on the way whatever the host does.
async function unpacked(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return new Response(response.body.pipeThrough(new DecompressionStream('gzip')), { headers: { 'content-type': 'application/wasm' } });
}

class Module {
    constructor(exports) {
        this.call = exports;
        this.scenes = Array.from({ length: exports.page_scenes() }, (_, i) => JSON.parse(this.text(exports.page_describe(i))));
    }

    // Views are made anew each time: memory that grows detaches them.
    bytes(at, count) { return new Uint8Array(this.call.memory.buffer, at, count); }
    floats(at, count) { return new Float32Array(this.call.memory.buffer, at, count); }
    ints(at, count) { return new Int32Array(this.call.memory.buffer, at, count); }

    text(at, most = 65536) {
        const all = new Uint8Array(this.call.memory.buffer);
        let end = at;
        while (end < at + most && all[end] !== 0) end++;
        return decoder.decode(all.subarray(at, end));
    }

    index(name) { return this.scenes.findIndex((scene) => scene.name === name); }

    /** Opens a scene with a seed and parameters {name: value}; what isn't named is as at the start. */
    open(index, seed, params) {
        if (!this.call.page_open(index, BigInt(seed)) || !this.setParams(index, params, true, seed))
            throw new Error(this.text(this.call.page_error()));
    }

    /** Writes parameters; with `restarts` the scene then begins anew, for those that only count at the start. */
    setParams(index, params, restarts, seed) {
        const known = this.scenes[index].params, to = this.floats(this.call.page_params(), known.length);
        let differs = false;
        known.forEach((param, i) => {
            const value = params[param.name] ?? param.start;
            differs ||= Math.fround(value) !== to[i];
            to[i] = value;
        });
        return !restarts || !differs || this.call.page_restart(BigInt(seed)) !== 0;
    }

    params(index) { return Array.from(this.floats(this.call.page_params(), this.scenes[index].params.length)); }
    hash() { return '0x' + BigInt.asUintN(64, this.call.page_hash()).toString(16).padStart(16, '0'); }
    status() { return this.text(this.call.page_status()); }
    legend() { return JSON.parse(this.text(this.call.page_legend())); }
    why() { return JSON.parse(this.text(this.call.page_why())); }
    background(index, isLight) { return this.call.page_background(index, isLight) >>> 0; }
}

/** "#rrggbb" of 0xRRGGBBAA. */
export const cssColour = (colour) => '#' + (colour >>> 8).toString(16).padStart(6, '0');
/** 0xRRGGBBff of "#rrggbb" or "rgb(r, g, b)". */
export function colourOf(css) {
    const hex = css.trim().match(/^#([0-9a-f]{6})$/i);
    if (hex) return ((parseInt(hex[1], 16) << 8) | 255) >>> 0;
    const [r, g, b] = css.match(/\d+/g).map(Number);
    return ((r << 24) | (g << 16) | (b << 8) | 255) >>> 0;
}

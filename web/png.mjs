// A PNG with a palette: the 256 most frequent colours; all others become the nearest of these.
import { deflateSync } from 'node:zlib';

const table = Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
});

function chunk(kind, data) {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]), out = Buffer.alloc(body.length + 8);
    let crc = 0xffffffff;
    for (const byte of body) crc = table[(crc ^ byte) & 255] ^ (crc >>> 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
    return out;
}

// Colours as 0xRRGGBB, without their lowest bit or two where there are too many.
function paletteOf(colours) {
    const counts = new Map();
    for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
}

function nearest(palette, colour) {
    let best = 0, least = Infinity;
    for (let i = 0; i < palette.length; i++) {
        const r = (palette[i] >> 16) - (colour >> 16), g = ((palette[i] >> 8) & 255) - ((colour >> 8) & 255), b = (palette[i] & 255) - (colour & 255);
        const distance = 2 * r * r + 4 * g * g + b * b;
        if (distance < least) { least = distance; best = i; }
    }
    return best;
}

/** `pixels`: rows of red, green, blue, alpha; alpha is left out. */
export function encodePng(pixels, width, height) {
    const coarse = (v) => Math.min(((v + 4) >> 3) << 3, 255);
    const exact = new Uint32Array(width * height), rough = new Uint32Array(width * height);
    for (let i = 0; i < width * height; i++) {
        const [r, g, b] = [pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]];
        exact[i] = (r << 16) | (g << 8) | b;
        rough[i] = (coarse(r) << 16) | (coarse(g) << 8) | coarse(b);
    }
    // The most frequent colours exactly, since large areas have them; the rest roughly.
    const first = paletteOf(exact).slice(0, 48), palette = [...new Set([...first, ...paletteOf(rough).slice(0, 256 - first.length)])];
    const slots = new Map(palette.map((colour, i) => [colour, i])), rows = Buffer.alloc((width + 1) * height);
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
            const colour = exact[y * width + x];
            if (!slots.has(colour)) slots.set(colour, slots.get(rough[y * width + x]) ?? nearest(palette, colour));
            rows[y * (width + 1) + 1 + x] = slots.get(colour);
        }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 3, 0, 0, 0], 8);
    const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
    return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', header), chunk('PLTE', colours),
        chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

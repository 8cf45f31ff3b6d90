// Makes the pages: one for each scene of the module's table, with its text, and a gallery with pictures that wend draws.
//   node web/build.mjs MODULE.wasm FOLDER
// A text may run its scene: {{run 8 cohesion=0 | ([\d.]+) neighbours}} plays the demo for 8 seconds with that parameter
// and stands for what the first group finds in the scene's line of read-outs. Nothing found: an error.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openModule } from './site/module.js';
import { encodePng } from './png.mjs';

const here = dirname(fileURLToPath(import.meta.url)), [modulePath, folder] = process.argv.slice(2);
const WIDE = 600, TALL = 375; // of a picture
const icon = 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#3b9be0" d="M2 3l13 5-13 5 3-5z"/></svg>');

const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const filled = (template, values) => template.replace(/\{\{(\w+)\}\}/g, (all, name) => values[name] ?? all);

function starsOf(count) {
    return `<span class="stars" role="img" aria-label="difficulty ${count} of 3">${'★'.repeat(count)}<span class="off">${'★'.repeat(3 - count)}</span></span>`;
}

/** Stars and text of a scene; one star and no text where there is no file. */
function readText(name) {
    const path = join(here, 'texts', name + '.html');
    if (!existsSync(path)) return { stars: 1, text: '' };
    const [first, ...rest] = readFileSync(path, 'utf8').split('\n');
    return { stars: Number(first.match(/^stars: ([123])$/)?.[1] ?? 1), text: rest.join('\n').trim() };
}

const statuses = new Map(); // what has been run already

function statusAfter(module, index, seconds, params) {
    const key = JSON.stringify([index, seconds, params]);
    if (!statuses.has(key)) {
        module.open(index, 1, params);
        module.call.page_demo(Math.round(seconds / module.scenes[index].step));
        statuses.set(key, module.status());
    }
    return statuses.get(key);
}

function withNumbers(module, index, text) {
    return text.replace(/\{\{run ([\d.]+)((?: \w+=-?[\d.]+)*) \| (.+?)\}\}/g, (all, seconds, settings, pattern) => {
        const params = Object.fromEntries(settings.trim().split(' ').filter(Boolean).map((pair) => [pair.split('=')[0], Number(pair.split('=')[1])]));
        const status = statusAfter(module, index, Number(seconds), params), found = status.match(new RegExp(pattern));
        if (!found) throw new Error(`${module.scenes[index].name}: ${all} finds nothing in "${status}"`);
        return found[1];
    });
}

function paint(module, index, isLight) {
    module.open(index, 1, {});
    module.call.page_demo(Math.round(module.scenes[index].pictureSeconds / module.scenes[index].step));
    const at = module.call.page_paint(WIDE, TALL, isLight);
    return encodePng(module.bytes(at, WIDE * TALL * 4), WIDE, TALL);
}

function aspectOf(scene) {
    const aspect = (scene.high[0] - scene.low[0]) / (scene.high[1] - scene.low[1]);
    return Math.min(Math.max(aspect, 0.6), 3).toFixed(4);
}

function cardOf(scene, stars) {
    const picture = (kind) => `<img class="for-${kind}" src="pictures/${scene.name}-${kind}.png" width="${WIDE}" height="${TALL}" alt="" loading="lazy" decoding="async">`;
    return `<li class="card"><span class="picture">${picture('dark')}${picture('light')}</span>
<h2><a href="${scene.name}.html">${escaped(scene.title)}</a> ${starsOf(stars)}</h2><p>${escaped(scene.about)}</p></li>`;
}

const bytes = readFileSync(modulePath), module = await openModule(new Uint8Array(bytes));
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'pictures'), { recursive: true });
for (const file of readdirSync(join(here, 'site')).filter((file) => /\.(js|css)$/.test(file))) copyFileSync(join(here, 'site', file), join(folder, file));
const packed = gzipSync(bytes, { level: 9 });
writeFileSync(join(folder, 'page.packed'), packed);

const template = readFileSync(join(here, 'site', 'scene.html'), 'utf8'), cards = [];
const extras = Object.fromEntries(readdirSync(join(here, 'site')).filter((file) => file.startsWith('extra-'))
    .map((file) => [file.slice(6, -5), readFileSync(join(here, 'site', file), 'utf8')]));
module.scenes.forEach((scene, index) => {
    const count = module.scenes.length, before = module.scenes[(index + count - 1) % count], after = module.scenes[(index + 1) % count];
    const { stars, text } = readText(scene.name);
    writeFileSync(join(folder, scene.name + '.html'), filled(template, {
        name: scene.name, title: escaped(scene.title), about: escaped(scene.about), aspect: aspectOf(scene), icon, stars: starsOf(stars),
        text: withNumbers(module, index, text), extra: extras[scene.name] ?? '',
        before: before.name, beforeTitle: escaped(before.title), after: after.name, afterTitle: escaped(after.title),
    }));
    for (const isLight of [false, true])
        writeFileSync(join(folder, 'pictures', `${scene.name}-${isLight ? 'light' : 'dark'}.png`), paint(module, index, isLight));
    cards.push(cardOf(scene, stars));
});
writeFileSync(join(folder, 'index.html'), filled(readFileSync(join(here, 'site', 'index.html'), 'utf8'), {
    count: String(module.scenes.length), cards: cards.join('\n'), icon, moduleSize: String(Math.round(packed.length / 1000)),
    version: module.text(module.call.page_version()),
}));

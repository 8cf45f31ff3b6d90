// The pages in a browser.     node --test, from the root, after `./run web --build-only`; playwright-core is in build/npm
// CHROMIUM names the browser, default /usr/bin/chromium. Pictures of all pages are left in build/web-pictures.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { serve } from '../../web/serve.mjs';

const { chromium } = createRequire(resolve('build/npm/index.js'))('playwright-core');
const golden = new Map(readFileSync('tests/golden.txt', 'utf8').trim().split('\n').map((line) => line.split(' ')));
const names = [...golden.keys()], pictures = 'build/web-pictures';
const DESKTOP = { width: 1360, height: 860 }, PHONE = { width: 390, height: 844 };

let server, browser, base, page, errors = [], bytes = 0;

before(async () => {
    mkdirSync(pictures, { recursive: true });
    server = await serve('build/web', 0);
    base = `http://127.0.0.1:${server.address().port}/`;
    browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    page = await open(DESKTOP, 'dark');
});

after(async () => {
    await browser?.close();
    server?.close();
});

async function open(viewport, colorScheme) {
    const context = await browser.newContext({ viewport, colorScheme }), fresh = await context.newPage();
    fresh.setDefaultTimeout(60000);
    fresh.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
    fresh.on('pageerror', (error) => errors.push(String(error)));
    fresh.on('response', async (response) => { bytes += (await response.body().catch(() => '')).length; });
    return fresh;
}

/** Opens a scene; its loop is held, so that the test alone advances it. */
async function visit(address, on = page, isHeld = true) {
    await on.goto(base + address);
    await on.waitForFunction(() => globalThis.wend?.isReady || !document.getElementById('notice').hidden);
    assert.equal(await on.evaluate(() => globalThis.wend.isReady), true, await on.textContent('#notice'));
    await on.evaluate((held) => { globalThis.wend.isHeld = held; }, isHeld);
}

/** From the beginning, `frames` with the demo's input; then all that is shown is brought up to date. */
const play = (frames, on = page) => on.evaluate((count) => {
    const { module, begin, draw, showAll } = globalThis.wend;
    begin();
    module.call.page_demo(count);
    draw();
    showAll();
    return module.hash();
}, frames);

const hasNoErrors = () => { const found = errors; errors = []; assert.deepEqual(found, []); };
const isNarrow = (on) => on.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** How many different colours a canvas shows. */
const coloursOf = (on) => on.evaluate(() => {
    globalThis.wend.draw();
    const gl = document.getElementById('picture').getContext('webgl2'), { width, height } = gl.canvas, pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return new Set(new Uint32Array(pixels.buffer)).size;
});

test('the gallery: a card with picture, text and stars for each scene, in less than 1 MB', async () => {
    bytes = 0;
    await page.goto(base);
    const cards = await page.$$eval('.card', (all) => all.map((card) => ({
        link: card.querySelector('a').getAttribute('href'), stars: card.querySelector('.stars').getAttribute('aria-label'), text: card.querySelector('p').textContent })));
    assert.deepEqual(cards.map((card) => card.link), names.map((name) => name + '.html'));
    for (const card of cards) assert.match(card.stars + card.text, /difficulty [123] of 3.+\./);
    for (let y = 0; y < 8000; y += 700) { await page.mouse.wheel(0, 700); await page.waitForTimeout(60); }
    await page.waitForFunction(() => [...document.querySelectorAll('.for-dark')].every((img) => img.complete && img.naturalWidth > 0));
    await page.screenshot({ path: join(pictures, 'index-desktop-dark.png'), fullPage: true });
    assert.ok(bytes < 1e6, `${bytes} bytes`);
    const phone = await open(PHONE, 'light');
    await phone.goto(base);
    assert.ok(await isNarrow(phone));
    await phone.screenshot({ path: join(pictures, 'index-phone-light.png') });
    await phone.context().close();
    hasNoErrors();
});

for (const name of names)
    test(`${name}: opens, runs, verifies, has the native hash`, async () => {
        bytes = 0;
        await visit(name + '.html', page, false);
        const index = await page.evaluate(() => globalThis.wend.index);
        assert.equal(await page.evaluate(() => globalThis.wend.module.scenes[globalThis.wend.index].name), name);
        await page.waitForTimeout(3000);
        assert.ok(bytes < 1e6, `${bytes} bytes`);
        assert.ok(await page.evaluate(() => globalThis.wend.module.call.page_seconds()) > 0.2);
        await page.evaluate(() => { globalThis.wend.isHeld = true; });
        assert.equal(await play(240), golden.get(name));
        assert.ok(await coloursOf(page) > 3, 'something is drawn');
        await page.evaluate((seconds) => {
            const { module, draw, showAll } = globalThis.wend;
            module.call.page_demo(Math.max(0, Math.round(Math.min(seconds, 12) * 60) - 240));
            draw();
            showAll();
        }, await page.evaluate(() => globalThis.wend.module.scenes[globalThis.wend.index].pictureSeconds));
        await page.screenshot({ path: join(pictures, name + '-desktop-dark.png'), fullPage: true });
        await page.setViewportSize(PHONE);
        await page.emulateMedia({ colorScheme: 'light' });
        await page.waitForTimeout(150);
        await page.evaluate(() => { globalThis.wend.draw(); globalThis.wend.showAll(); });
        assert.ok(await isNarrow(page), 'nothing is wider than a phone');
        await page.screenshot({ path: join(pictures, name + '-phone-light.png'), fullPage: true });
        await page.setViewportSize(DESKTOP);
        await page.emulateMedia({ colorScheme: 'dark' });
        const [passed, why] = await page.evaluate((i) => {
            const { module } = globalThis.wend;
            module.open(i, 1, {});
            return [module.call.page_verify(), module.text(module.call.page_error())];
        }, index);
        assert.ok(passed > 0, why);
        assert.doesNotMatch(await page.textContent('main'), /\{\{/);
        hasNoErrors();
    });

test('a slider changes what it should, and the address', async () => {
    await visit('flock.html');
    await page.locator('#param-count').focus();
    await page.evaluate(() => { const slider = document.getElementById('param-count'); slider.value = 120; slider.dispatchEvent(new Event('input')); });
    await page.evaluate(() => { globalThis.wend.advance(); globalThis.wend.showAll(); });
    assert.match(await page.textContent('#status'), /^120 birds/);
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => { globalThis.wend.advance(); globalThis.wend.showAll(); });
    assert.match(await page.textContent('#status'), /^121 birds/);
    await page.waitForFunction(() => location.search === '?count=121');
    await page.click('#param-rule3');
    assert.equal((await page.evaluate(() => globalThis.wend.module.params(globalThis.wend.index)))[6], 0);
    hasNoErrors();
});

test('a choice by name', async () => {
    await visit('course.html');
    await page.selectOption('#param-motion', { label: 'car' });
    await page.evaluate(() => { globalThis.wend.advance(); globalThis.wend.showAll(); });
    assert.match(await page.textContent('#status'), /motion car/);
});

test('a link restores the same state', async () => {
    await visit('flock.html?seed=7&count=90&cohesion=2.5&rule2=0');
    const first = await play(300);
    await page.fill('#seed', '9');
    await page.locator('#seed').blur();
    await page.waitForFunction(() => location.search.includes('seed=9'));
    const second = await play(300), address = await page.evaluate(() => location.pathname + location.search);
    assert.notEqual(first, second);
    const other = await open(DESKTOP, 'light');
    await visit(address.slice(1), other);
    assert.equal(await play(300, other), second);
    assert.deepEqual((await other.evaluate(() => globalThis.wend.module.params(globalThis.wend.index))).slice(0, 6).map((v) => Number(v.toFixed(4))), [90, 0.9, 0.8, 2.5, 1, 0]);
    await other.context().close();
    hasNoErrors();
});

test('nonsense in an address is left out', async () => {
    await visit('flock.html?seed=-3&count=1e9&cohesion=x&nobody=1');
    assert.deepEqual((await page.evaluate(() => globalThis.wend.module.params(globalThis.wend.index))).slice(0, 4).map((v) => Number(v.toFixed(4))), [2000, 0.9, 0.8, 0.8]);
    assert.equal(await page.inputValue('#seed'), '1');
});

/** Where a point of the view is on the screen. */
const placeOf = (x, y) => page.evaluate(([px, py]) => {
    const { module } = globalThis.wend, [lowX, lowY, highX, highY] = module.floats(module.call.page_view(), 4), box = document.getElementById('picture').getBoundingClientRect();
    const zoom = Math.min(box.width / (highX - lowX), box.height / (highY - lowY));
    return [box.left + box.width / 2 + (px - (lowX + highX) / 2) * zoom, box.top + box.height / 2 - (py - (lowY + highY) / 2) * zoom];
}, [x, y]);

test('a click on an agent shows its vectors', async () => {
    await visit('quick_start.html');
    await play(30);
    assert.equal(await page.isVisible('#why'), false);
    const at = await page.evaluate(() => { // who is watched says where it is
        const { module } = globalThis.wend;
        module.call.page_watch_next(1);
        globalThis.wend.advance();
        const { position } = module.why();
        module.call.page_unwatch();
        return position;
    });
    await page.evaluate(() => { globalThis.wend.draw(); });
    const plain = await coloursOf(page);
    await page.mouse.click(...await placeOf(at[0], at[1]));
    await page.evaluate(() => { for (let i = 0; i < 20; i++) globalThis.wend.advance(); globalThis.wend.draw(); globalThis.wend.showAll(); });
    assert.equal(await page.isVisible('#why'), true);
    assert.match(await page.textContent('#reasons'), /goal: arrive/);
    assert.match(await page.textContent('#legend'), /velocity/);
    assert.ok(await coloursOf(page) > plain, 'arrows have colours of their own');
    await page.screenshot({ path: join(pictures, 'quick_start-why.png') });
    hasNoErrors();
});

test('a watched bot shows its ring', async () => {
    await visit('arena.html');
    await play(120);
    await page.keyboard.press('.');
    await page.evaluate(() => { for (let i = 0; i < 30; i++) globalThis.wend.advance(); globalThis.wend.draw(); globalThis.wend.showAll(); });
    assert.equal(await page.isVisible('#reasons canvas'), true);
    assert.match(await page.textContent('#reasons'), /In its ring/);
    await page.screenshot({ path: join(pictures, 'arena-why.png') });
    await page.keyboard.press('Escape');
    await page.evaluate(() => globalThis.wend.showAll());
    assert.equal(await page.isVisible('#why'), false);
});

test('a key is seen once, and buttons of keys do the same', async () => {
    await visit('flock.html');
    await page.keyboard.press('3');
    await page.evaluate(() => { globalThis.wend.advance(); globalThis.wend.advance(); globalThis.wend.showAll(); });
    assert.equal(await page.isChecked('#param-rule3'), false);
    await page.click('#keys button:text-is("3")');
    await page.evaluate(() => { globalThis.wend.advance(); globalThis.wend.showAll(); });
    assert.equal(await page.isChecked('#param-rule3'), true);
});

test('it is played by keyboard alone', async () => {
    await visit('chase.html', page, false);
    const seen = [];
    for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        seen.push(await page.evaluate(() => document.activeElement.id));
    }
    for (const id of ['theme', 'picture', 'pause', 'restart', 'speed', 'seed', 'link', 'param-speed', 'reset']) assert.ok(seen.includes(id), id);
    await page.focus('#pause');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => globalThis.wend.module.call.page_is_paused() === 1 && document.getElementById('pause').textContent === 'Go on');
    const stopped = await page.evaluate(() => globalThis.wend.module.call.page_seconds());
    await page.keyboard.press('n');
    await page.waitForFunction((before) => Math.abs(globalThis.wend.module.call.page_seconds() - before - 1 / 60) < 1e-6, stopped);
    await page.keyboard.press('p');
    await page.waitForFunction((before) => globalThis.wend.module.call.page_seconds() > before + 0.1, stopped);
    hasNoErrors();
});

test('a text changes the scene in place', async () => {
    await visit('flock.html');
    await page.click('#text a[href="?rule3=0"]');
    assert.equal(await page.isChecked('#param-rule3'), false);
    await page.goBack();
    await page.waitForFunction(() => document.getElementById('param-rule3').checked);
});

test('the table of the course fills', async () => {
    await visit('course.html', page, false);
    await page.locator('#course').scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.getElementById('course-rows').dataset.done === 'yes', null, { timeout: 120000 });
    const rows = await page.$$eval('#course-rows tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(rows.map((row) => row[0]), ['nothing', 'feeler', 'whiskers', 'query', 'context']);
    assert.deepEqual(rows.map((row) => row[1]), ['6', '0', '0', '6', '0']); // docs/course.md, which the native command made
    await page.screenshot({ path: join(pictures, 'course-table.png'), fullPage: true });
    hasNoErrors();
});

test('dark, light and chosen by hand', async () => {
    await visit('flock.html');
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.click('#theme');
    const light = await paper();
    assert.notEqual(dark, light);
    await visit('chase.html');
    assert.equal(await paper(), light);
    await page.click('#theme');
    for (const theme of ['dark', 'light']) {
        const worst = await page.evaluate((name) => {
            document.documentElement.dataset.theme = name;
            const style = getComputedStyle(document.documentElement), channel = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            const light = (colour) => { const n = parseInt(style.getPropertyValue(colour).trim().slice(1), 16);
                return 0.2126 * channel((n >> 16) / 255) + 0.7152 * channel(((n >> 8) & 255) / 255) + 0.0722 * channel((n & 255) / 255); };
            const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
            return Math.min(...['--text', '--muted', '--accent'].map((colour) => contrast(colour, '--paper')), contrast('--on-accent', '--accent'));
        }, theme);
        assert.ok(worst >= 4.5, `${theme}: contrast ${worst}`);
    }
});

test('there is a picture of each page', () => {
    const files = readdirSync(pictures);
    for (const name of names) for (const kind of ['desktop-dark', 'phone-light']) assert.ok(files.includes(`${name}-${kind}.png`), name);
});

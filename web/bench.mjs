// A flock of 20,000 in the page, frame by frame: how long thinking and drawing take in headless Chromium.
//   node web/bench.mjs [BIRDS [NEIGHBOURS]]      after `./run web --build-only`; playwright-core is in build/npm (see ./test)
// To compare with `wend bench flock --agents 20000`, which has the same workload; the best of many frames counts.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { serve } from './serve.mjs';

const { chromium } = createRequire(resolve('build/npm/index.js'))('playwright-core');
const birds = Number(process.argv[2] ?? 20000), neighbours = Number(process.argv[3] ?? 24);
const server = await serve('build/web', 0);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'] });
const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
await page.goto(`http://127.0.0.1:${server.address().port}/flock.html`);
await page.waitForFunction(() => globalThis.wend?.isReady);
const result = await page.evaluate(async ([count, near]) => {
    const { module, painter } = globalThis.wend, { call } = module, { width, height } = painter.canvas;
    globalThis.wend.isHeld = true;
    const best = { step: Infinity, stepWithHulls: Infinity, triangles: Infinity, show: Infinity };
    const time = (name, work) => { const began = performance.now(); work(); best[name] = Math.min(best[name], performance.now() - began); };
    for (const hulls of [0, 1]) {
        call.page_flock_open(count, near, hulls);
        for (let i = 0; i < 60; i++) {
            time(hulls ? 'stepWithHulls' : 'step', () => call.page_flock_step());
            time('triangles', () => call.page_flock_draw(width, height, 1, 0));
            time('show', () => { painter.show(module, 0x12171eff, 12); painter.gl.finish(); });
            if (i % 10 === 0) await new Promise(requestAnimationFrame);
        }
    }
    return { ...best, vertices: call.page_vertex_count() };
}, [birds, neighbours]);
console.log(`${birds} birds, ${neighbours} neighbours, ${result.vertices} vertices; milliseconds, the best of 60 frames`);
console.log(`step without hulls ${result.step.toFixed(1)} (${(result.step * 1e6 / birds).toFixed(0)} ns a bird)`);
console.log(`step with hulls    ${result.stepWithHulls.toFixed(1)} (${(result.stepWithHulls * 1e6 / birds).toFixed(0)} ns a bird)`);
console.log(`triangles          ${result.triangles.toFixed(1)}`);
console.log(`shown by WebGL     ${result.show.toFixed(1)}`);
await browser.close();
server.close();

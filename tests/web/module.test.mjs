// The module by itself, in node: what it imports, and the golden hashes.     node --test, from the root, after `./run web --build-only`
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openModule } from '../../web/site/module.js';

const bytes = new Uint8Array(readFileSync('build/wasm/web/page.wasm')), module = await openModule(bytes);
const golden = new Map(readFileSync('tests/golden.txt', 'utf8').trim().split('\n').map((line) => line.split(' ')));

test('it imports nothing', () => {
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
});

test('it has the scenes of the golden hashes', () => {
    assert.deepEqual(module.scenes.map((scene) => scene.name), [...golden.keys()]);
});

for (const [index, scene] of module.scenes.entries())
    test(`${scene.name}: the native hash`, () => {
        module.open(index, 1, {});
        module.call.page_demo(240);
        assert.equal(module.hash(), golden.get(scene.name));
    });

test('no parameter is called like something else in the address', () => {
    for (const scene of module.scenes)
        for (const param of scene.params) assert.notEqual(param.name, 'seed', scene.name);
});

test('names of whole numbers are as many as there are numbers', () => {
    for (const scene of module.scenes)
        for (const param of scene.params.filter((p) => p.names)) assert.equal(param.names.length, param.high - param.low + 1, scene.name);
});

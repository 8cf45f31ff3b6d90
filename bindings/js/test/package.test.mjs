// The package as others get it: packed, installed from the tarball, used in node and checked by TypeScript.
//   node --test, from the root, after `./run web --build-only` and a release build; TypeScript is in build/npm
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = resolve('build/js-try');
let createWend, WendError, wend;

before(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: 'build/js' });
    const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'));
    writeFileSync(join(folder, 'package.json'), '{"name": "try", "private": true, "type": "module"}\n');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', './' + tarball], { cwd: folder, stdio: 'pipe' });
    ({ createWend, WendError } = await import(pathToFileURL(createRequire(join(folder, 'index.js')).resolve('wend'))));
    wend = await createWend();
});

const close = (a, b, off = 1e-5) => a.forEach((v, k) => assert.ok(Math.abs(v - b[k]) <= off, `${a} is not ${b}`));

test('the tarball has what it needs and no more, and imports nothing', () => {
    assert.deepEqual(readdirSync(join(folder, 'node_modules/wend')).sort(), ['LICENSE', 'README.md', 'api.d.ts', 'api.js', 'package.json', 'wend.d.ts', 'wend.js', 'wend.wasm']);
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(join(folder, 'node_modules/wend/wend.wasm')))), []);
});

test('its version is that of the library', () => {
    const { version } = JSON.parse(readFileSync('bindings/js/package.json', 'utf8'));
    assert.equal(wend.version(), version);
});

test('every function of the headers is there', () => {
    const declared = readdirSync('include/wend').flatMap((file) =>
        [...readFileSync(join('include/wend', file), 'utf8').matchAll(/^WEND_API [^;(]*?\bwend_(\w+)\(/gm)].map((found) => found[1].replace(/_([a-z0-9])/g, (_, c) => c.toUpperCase())));
    assert.ok(declared.length > 300);
    for (const name of declared) assert.equal(typeof wend[name], 'function', name);
});

test('behaviours, by hand', () => {
    const agent = { ...wend.defaultAgent(), maxSpeed: 5 };
    close(wend.seek(agent, [3, 4]), [3, 4, 0]); // a 3-4-5 triangle at speed 5
    close(wend.flee(agent, [3, 4], 0, 0), [-3, -4, 0]);
    assert.ok(Math.abs(wend.intercept(agent, [3, 0, 0], [0, 4, 0], 5) - 1) < 1e-6); // after a second it is at (3, 4)
    const near = [{ id: 2n, offset: [1, 0, 0], velocity: [0, 2, 0], radius: 0.25 }];
    close(wend.align(agent, near, 1, { ...wend.defaultFlockDef(), alignment: 1 }), [0, 2, 0]);
    close(wend.separate(agent, near, 1, { ...wend.defaultFlockDef(), separation: 1 }), [-2.5, 0, 0]); // 5 * (0.25 + 0.25) / 1
});

test('a pointer that is written to', () => {
    const t = { x: 0, y: 0 }, grid = new wend.Grid('...\n...\n');
    assert.equal(wend.gridCell(grid.pointer, [2.5, 1.5, 0], t), true);
    assert.deepEqual(t, { x: 2, y: 1 });
    grid.destroy();
});

test('a world: views without a copy, in order of ids', () => {
    const world = new wend.World();
    const ids = world.spawnMany(3, (i) => ({ agent: { position: [10 * i, i, 0], velocity: [1, 0, 0] } }));
    assert.deepEqual([...world.ids], ids);
    assert.deepEqual([...world.positions], [0, 0, 0, 10, 1, 0, 20, 2, 0]);
    assert.equal(world.positions.buffer, wend.exports.memory.buffer);
    for (const id of ids) world.setGoal(id, wend.goalCruise(1));
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    close([...world.positions], [1, 0, 0, 11, 1, 0, 21, 2, 0], 1e-3);
    close([...world.velocities].slice(0, 3), [1, 0, 0]);
    assert.deepEqual(world.nearest([21, 2, 0], 5, 2), [ids[2]]);
    assert.deepEqual(world.within([5, 0, 0], 7).sort(), [ids[0], ids[1]].sort());
    world.remove(ids[1]);
    assert.equal(world.has(ids[1]), false);
    world.step(1 / 60);
    assert.equal(world.positions.length, 6);
    world.destroy();
});

test('views outlive memory that grows, if they are taken anew', () => {
    const world = new wend.World(), before = wend.exports.memory.buffer;
    world.spawnMany(20000, (i) => ({ agent: { position: [i, 0, 0] } }));
    world.step(1 / 60);
    assert.notEqual(wend.exports.memory.buffer, before);
    assert.equal(world.positions[3 * 19999], 19999);
    world.destroy();
});

test('physics of your own', () => {
    const world = new wend.World(), id = world.spawn({ agent: { position: [0, 0, 0] } });
    world.setGoal(id, wend.goalSeek([10, 0, 0]));
    world.report([4, 3, 0], [0, 0, 0]);
    assert.deepEqual([...world.positions], [4, 3, 0]);
    world.think(1 / 60);
    assert.deepEqual([...world.positions], [4, 3, 0]);
    assert.ok(world.velocities[0] > 0 && world.velocities[1] < 0);
    world.destroy();
});

test('errors are the library’s own words', () => {
    const world = new wend.World();
    assert.throws(() => world.spawn({ agent: { radius: -1 } }), (error) => error instanceof WendError && /agent radius is -1, must be > 0/.test(error.message));
    assert.throws(() => world.spawn({ agent: { radios: 1 } }), /agent has no field radios/);
    assert.throws(() => wend.seek({ position: [0, 0, 0] }, [1, 0, 0]), /\.id is missing/);
    assert.throws(() => wend.goalCruise('fast'), /must be a number/);
    assert.throws(() => new wend.World({ threads: 0 }), /threads is 0/);
    assert.throws(() => new wend.Grid('..\n.\n'), WendError);
    assert.equal(world.count, 0);
    world.destroy();
});

test('goals, events and reasons', () => {
    const world = new wend.World(), id = world.spawn();
    world.setGoal(id, wend.goalFollow([[0, 0, 0], [2, 0, 0]]));
    world.queueGoal(id, wend.goalArrive([2, 2, 0]));
    world.watch(id);
    const seen = new Set();
    for (let i = 0; i < 400; i++) { world.step(1 / 60); for (const event of world.events()) seen.add(event.kind); }
    assert.ok(seen.has(wend.EVENT_ARRIVED) && seen.has(wend.EVENT_NEXT_GOAL));
    close([...world.positions], [2, 2, 0], 0.02);
    const reason = world.explain(id);
    assert.equal(reason.agent, id);
    assert.equal(reason.wishes.find((wish) => wish.kind === wend.WISH_GOAL).goal, wend.GOAL_ARRIVE);
    world.destroy();
});

test('rings', () => {
    const ring = new wend.Ring(8);
    ring.toward(wend.RING_INTEREST, { offset: [2, 0, 0], fade: wend.FADE_NONE });
    close([ring.interest[ring.choose().slot], Math.max(...ring.interest)], [1, 1]);
    close(ring.choose().direction, [1, 0, 0]);
    ring.write(wend.RING_HARD, ring.choose().slot, 1);
    assert.ok(ring.choose().direction[0] < 0.9);
    ring.free();
});

test('grids', () => {
    const grid = new wend.Grid('.....\n.###.\n.....\n');
    const way = grid.find([0, 1], [4, 1], { diagonal: wend.DIAGONAL_NEVER });
    assert.equal(way.way, 'found');
    assert.equal(way.cost, 6); // up, four along, down
    assert.deepEqual(grid.cells().length, 7);
    assert.deepEqual(grid.cells()[0], [0, 1]);
    assert.equal(grid.points().length, 4); // the start, two corners, the end
    for (let y = 0; y < 3; y++) grid.set(2, y, 0);
    assert.equal(grid.find([0, 1], [4, 1]).way, 'unreachable');
    assert.throws(() => grid.find([0, 1], [9, 9]), WendError);
    grid.destroy();
});

test('walls', () => {
    const walls = new wend.Obstacles();
    walls.add(wend.SHAPE_BOX, { position: [5, 0, 0], half: [0.5, 5, 1] });
    const world = new wend.World({ obstacles: walls }), id = world.spawn();
    world.setGoal(id, wend.goalSeek([10, 0, 0]));
    for (let i = 0; i < 300; i++) world.step(1 / 60);
    assert.ok(world.positions[0] <= 4.25 + 1e-4, 'the hull stops at the wall'); // 5 - 0.5 - 0.25
    world.destroy();
    walls.destroy();
});

test('the first program gives what it gives in C', () => {
    const source = readFileSync('docs/first.c', 'utf8'), program = join(folder, 'first');
    execFileSync('gcc', ['-O2', '-std=c17', '-Iinclude', 'docs/first.c', 'build/release/libwend.a', '-o', program, '-lm', '-lpthread']);
    const world = new wend.World();
    const runner = world.spawn({ agent: { position: [10, 5, 0] } }), hunter = world.spawn({ agent: { position: [0, 0, 0], maxSpeed: 6 } });
    world.setGoal(runner, wend.goalWander());
    world.setGoal(hunter, wend.goalPursue(runner));
    for (let i = 0; i < 600; i++) world.step(1 / 60);
    const p = world.positions, gap = Math.hypot(p[0] - p[3], p[1] - p[4]);
    assert.ok(source.includes('frame < 600'));
    assert.match(execFileSync(program, { encoding: 'utf8' }), new RegExp(`${gap.toFixed(2)} away`));
    world.destroy();
});

test('TypeScript knows it', () => {
    writeFileSync(join(folder, 'try.ts'), `import { createWend, type Vec, type Agent } from 'wend';
const wend = await createWend();
const agent: Agent = wend.defaultAgent();
const wish: Vec = wend.seek(agent, [3, 4]);
const world = new wend.World({ edge: wend.EDGE_WRAP, high: [10, 10, 0] });
const id: bigint = world.spawn({ agent: { position: [1, 2, 0], maxSpeed: 3 } });
world.setGoal(id, wend.goalArrive([5, 5, 0]));
world.step(1 / 60);
const x: number = world.positions[0] + wish[0];
// @ts-expect-error a vector is no number
wend.seek(agent, 3);
// @ts-expect-error there is no such field
world.spawn({ agent: { radios: 1 } });
export { x };
`);
    const options = { compilerOptions: { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', skipLibCheck: false, lib: ['es2022', 'dom'], types: [] }, files: ['try.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    execFileSync('node', [resolve('build/npm/node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8', stdio: ['ignore', 'inherit', 'inherit'] });
});

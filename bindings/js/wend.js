// wend for JavaScript: the C library as WebAssembly, in pages and in node.
//
//   const wend = await createWend();
//   wend.seek(agent, [3, 4])           every function of the library, by its name without `wend_`
//   new wend.World({ ... })            worlds, whose positions and velocities are typed arrays
//   new wend.Ring(16), new wend.Grid('..#\n...\n'), new wend.Obstacles()
//
// Structs are plain objects, vectors are [x, y, z], ids are bigints. A function that fails throws a WendError.
import { constants, functions, types } from './api.js';

const SCALARS = {
    f32: [4, 'getFloat32', 'setFloat32'], f64: [8, 'getFloat64', 'setFloat64'], i32: [4, 'getInt32', 'setInt32'], u32: [4, 'getUint32', 'setUint32'],
    u64: [8, 'getBigUint64', 'setBigUint64'], i64: [8, 'getBigInt64', 'setBigInt64'], u8: [1, 'getUint8', 'setUint8'], i8: [1, 'getInt8', 'setInt8'],
    u16: [2, 'getUint16', 'setUint16'], i16: [2, 'getInt16', 'setInt16'], handle: [4, 'getUint32', 'setUint32'], bool: [1, 'getUint8', 'setUint8'],
    string: [4, 'getUint32', 'setUint32'],
};
const ARENA = 1 << 18;
const encoder = new TextEncoder(), decoder = new TextDecoder();

export class WendError extends Error {
    constructor(text, status = 0) {
        super(text);
        this.name = 'WendError';
        this.status = status;
    }
}

/** Loads the library. `source`: where the module is, or its bytes; without it the file beside this one. */
export async function createWend(source = new URL('./wend.wasm', import.meta.url)) {
    const url = typeof source === 'string' ? new URL(source, globalThis.location?.href ?? import.meta.url) : source;
    let loaded;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) loaded = await WebAssembly.instantiate(source, {});
    else if (url.protocol === 'file:') loaded = await WebAssembly.instantiate(await (await import('node:fs/promises')).readFile(url), {});
    else loaded = await WebAssembly.instantiateStreaming(fetch(url), {});
    loaded.instance.exports._initialize();
    return new Wend(loaded.instance.exports);
}

const isPointerType = (type) => typeof type === 'object' && 'to' in type;
const stays = (type) => (typeof type === 'string' && (type in SCALARS || types[type].id)); // passed as a number

class Wend {
    constructor(exports) {
        this.exports = exports;
        this.arena = exports.malloc(ARENA);
        this.used = 0;
        this.extra = [];
        this.depth = 0;
        this.view = new DataView(exports.memory.buffer);
        Object.assign(this, constants);
        for (const [name, [symbol, returns, params]] of Object.entries(functions))
            this[name] = (...values) => this.call(name, exports[symbol], returns, params, values);
        const wend = this, follow = this.goalFollow;
        // The path of a goal is borrowed by C; here it stays an array.
        this.goalFollow = (points, count = points.length, isLoop = false) => {
            const goal = follow(points, count, isLoop);
            goal.path.points = points;
            return goal;
        };
        this.World = class extends World { constructor(options) { super(wend, options); } };
        this.Ring = class extends Ring { constructor(slots, isSpatial) { super(wend, slots, isSpatial); } };
        this.Grid = class extends Grid { constructor(map, options) { super(wend, map, options); } };
        this.Obstacles = class extends Obstacles { constructor(options) { super(wend, options); } };
    }

    // Memory that has grown is another buffer.
    memory() {
        if (this.view.buffer !== this.exports.memory.buffer) this.view = new DataView(this.exports.memory.buffer);
        return this.view;
    }

    /** Room for one call. */
    take(size) {
        const at = (this.used + 15) & ~15;
        if (at + size <= ARENA) {
            this.used = at + size;
            return this.arena + at;
        }
        const block = this.allocate(size);
        this.extra.push(block);
        return block;
    }

    allocate(size) {
        const block = this.exports.malloc(Math.max(size, 1));
        if (!block) throw new WendError('there is no memory left');
        return block;
    }

    // ---- structs ----------------------------------------------------------------------------------------------------

    sizeOf(type) {
        if (typeof type === 'string') return SCALARS[type]?.[0] ?? types[type].size;
        return type.text ?? (type.list ? type.count * this.sizeOf(type.list) : 4);
    }

    read(type, at) {
        const view = this.memory();
        if (typeof type === 'string') {
            if (type === 'bool') return view.getUint8(at) !== 0;
            if (type === 'string') return this.string(view.getUint32(at, true));
            if (type in SCALARS) return view[SCALARS[type][1]](at, true);
            if (type === 'vec') return [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
            if (types[type].id) return view.getBigUint64(at, true);
            return Object.fromEntries(types[type].fields.map(([name, field, offset]) => [name, this.read(field, at + offset)]));
        }
        if (type.text) return this.string(at, type.text);
        if (type.list) return Array.from({ length: type.count }, (_, i) => this.read(type.list, at + i * this.sizeOf(type.list)));
        return view.getUint32(at, true); // a pointer stays one
    }

    /** `isWhole`: a struct must have all its fields; else those that aren't there are zero. */
    write(type, at, value, isWhole, path) {
        const view = this.memory();
        if (typeof type === 'string') {
            if (type === 'string') view.setUint32(at, typeof value === 'string' ? this.keepString(value) : value ?? 0, true);
            else if (type === 'u64' || type === 'i64' || types[type]?.id) view.setBigUint64(at, BigInt.asUintN(64, BigInt(value ?? 0n)), true);
            else if (type in SCALARS) this.writeNumber(view, type, at, value, path);
            else if (type === 'vec') this.writeVec(view, at, value, path);
            else this.writeStruct(type, at, value, isWhole, path);
        } else if (type.text) {
            new Uint8Array(view.buffer, at, type.text).fill(0);
        } else if (type.list) {
            const size = this.sizeOf(type.list);
            for (let i = 0; i < type.count; i++) this.write(type.list, at + i * size, value?.[i], isWhole && value?.[i] !== undefined, `${path}[${i}]`);
        } else {
            view.setUint32(at, this.pointerTo(type, value, path), true);
        }
    }

    writeNumber(view, type, at, value, path) {
        const number = Number(value ?? 0);
        if (Number.isNaN(number) && typeof value !== 'number') throw new WendError(`${path} is ${value}, must be a number`);
        view[SCALARS[type][2]](at, number, true);
    }

    writeVec(view, at, value, path) {
        if (value !== undefined && value !== null && value.length === undefined) throw new WendError(`${path} must be [x, y, z]`);
        for (let k = 0; k < 3; k++) view.setFloat32(at + 4 * k, value?.[k] ?? 0, true);
    }

    writeStruct(type, at, value, isWhole, path) {
        const { fields, size } = types[type];
        if (value === undefined || value === null) {
            new Uint8Array(this.memory().buffer, at, size).fill(0);
            return;
        }
        for (const name of Object.keys(value))
            if (!fields.some(([field]) => field === name)) throw new WendError(`${path} has no field ${name}`);
        for (const [name, field, offset] of fields) {
            if (isWhole && value[name] === undefined) throw new WendError(`${path}.${name} is missing`);
            this.write(field, at + offset, value[name], isWhole, `${path}.${name}`);
        }
    }

    /** Where the value of a parameter or field lies: it is written to the arena unless it is in memory already. */
    pointerTo(type, value, path) {
        if (value === null || value === undefined) return 0;
        if (typeof value === 'number') return value;
        if (typeof value.pointer === 'number') return value.pointer;
        const size = this.sizeOf(type.to), isArray = value.length !== undefined && !(type.to === 'vec' && typeof value[0] === 'number');
        const at = this.take(size * (isArray ? value.length : 1));
        if (type.to === 'f32' && value instanceof Float32Array) new Float32Array(this.exports.memory.buffer, at, value.length).set(value);
        else if (type.to === 'u8' && value instanceof Uint8Array) new Uint8Array(this.exports.memory.buffer, at, value.length).set(value);
        else if (isArray) for (let i = 0; i < value.length; i++) this.write(type.to, at + i * size, value[i], type.isConst, `${path}[${i}]`);
        else this.write(type.to, at, value, type.isConst, path);
        return at;
    }

    // What a function wrote, back into the object or array that it was given.
    readBack(type, value, at) {
        const size = this.sizeOf(type.to);
        if (value.length !== undefined) for (let i = 0; i < value.length; i++) value[i] = this.read(type.to, at + i * size);
        else Object.assign(value, this.read(type.to, at));
    }

    string(at, most = 1 << 20) {
        if (at === 0) return null;
        const bytes = new Uint8Array(this.exports.memory.buffer);
        let end = at;
        while (end < at + most && bytes[end] !== 0) end++;
        return decoder.decode(bytes.subarray(at, end));
    }

    keepString(text) {
        const bytes = encoder.encode(text), at = this.take(bytes.length + 1);
        new Uint8Array(this.exports.memory.buffer, at, bytes.length + 1).set([...bytes, 0]);
        return at;
    }

    // ---- calls ------------------------------------------------------------------------------------------------------

    call(name, call, returns, params, values) {
        if (values.length > params.length) throw new WendError(`${name} takes ${params.length} arguments, not ${values.length}`);
        const mark = this.used, extras = this.extra.length;
        try {
            const passed = [], back = [];
            const comesInMemory = returns !== null && !stays(returns) && !isPointerType(returns);
            const result = comesInMemory ? this.take(this.sizeOf(returns)) : 0;
            if (comesInMemory) passed.push(result);
            params.forEach((type, i) => passed.push(this.pass(type, values[i], `${name}: argument ${i + 1}`, back)));
            const value = call(...passed);
            for (const [type, object, at] of back) this.readBack(type, object, at);
            if (returns === null) return undefined;
            if (comesInMemory) return this.read(returns, result);
            return this.fromResult(returns, value);
        } finally {
            this.used = mark;
            while (this.extra.length > extras) this.exports.free(this.extra.pop());
        }
    }

    pass(type, value, path, back) {
        if (typeof type === 'string') {
            if (type === 'string') return typeof value === 'string' ? this.keepString(value) : 0;
            if (type === 'handle') return value?.pointer ?? value ?? 0;
            if (type === 'u64' || type === 'i64' || types[type]?.id) return BigInt.asIntN(64, BigInt(value ?? 0n));
            if (type in SCALARS) {
                const number = Number(value);
                if (Number.isNaN(number) && typeof value !== 'number') throw new WendError(`${path} is ${value}, must be a number`);
                return number;
            }
            const at = this.take(types[type].size);
            this.write(type, at, value, true, path);
            return at;
        }
        const at = this.pointerTo(type, value, path);
        if (!type.isConst && value && typeof value === 'object' && typeof value.pointer !== 'number') back.push([type, value, at]);
        return at;
    }

    fromResult(type, value) {
        if (type === 'bool') return value !== 0;
        if (type === 'u32' || type === 'handle') return value >>> 0;
        if (type === 'string') return this.string(value);
        if (type === 'u64' || types[type]?.id) return BigInt.asUintN(64, value);
        return value;
    }

    /** A struct that stays in memory: pass it where a pointer is wanted, and nothing is copied. Free it at the end. */
    box(type, value) {
        const pointer = this.allocate(this.sizeOf(type));
        new Uint8Array(this.exports.memory.buffer, pointer, this.sizeOf(type)).fill(0);
        const wend = this;
        const box = {
            pointer,
            get value() { return wend.read(type, pointer); },
            set value(v) { wend.write(type, pointer, v, false, type); },
            free() { wend.exports.free(pointer); },
        };
        if (value !== undefined) box.value = value;
        return box;
    }

    /** A view of a field of a boxed struct that is a list of numbers; renew it after calls that take memory. */
    floats(at, count) { return new Float32Array(this.exports.memory.buffer, at, count); }

    failed(status, error) {
        const at = error ? this.read('error', error) : null;
        return new WendError(at?.text || this.statusText(status), status);
    }

    /** A handle or a WendError with the text that the library left. */
    made(name, ...values) {
        const error = { status: 0, text: '' }, handle = this[name](...values, error);
        if (handle === 0) throw new WendError(error.text || `${name} failed`, error.status);
        return handle;
    }
}

/** What is given, over the defaults; objects inside are merged, too. */
function over(defaults, given = {}) {
    const out = { ...defaults };
    for (const [name, value] of Object.entries(given)) {
        const old = defaults[name], isPlain = (v) => v && typeof v === 'object' && !Array.isArray(v) && !ArrayBuffer.isView(v) && typeof v.pointer !== 'number';
        out[name] = isPlain(old) && isPlain(value) ? over(old, value) : value;
    }
    return out;
}

// ---- worlds -----------------------------------------------------------------------------------------------------------

class World {
    constructor(wend, options = {}) {
        const { grid, mesh, obstacles, ...rest } = options;
        this.wend = wend;
        const def = over(wend.defaultWorldDef(), rest);
        if (grid) def.grid = grid.pointer ?? grid;
        if (mesh) def.mesh = mesh.pointer ?? mesh;
        if (obstacles) def.caster = obstacles.caster();
        this.pointer = wend.made('worldCreate', def);
        this.room = 0;
        this.blocks = {};
        this.fresh = new Set();
    }

    destroy() {
        this.wend.worldDestroy(this.pointer);
        for (const block of Object.values(this.blocks)) this.wend.exports.free(block);
        this.blocks = {};
        this.pointer = 0;
    }

    check(status) {
        if (status !== 0) throw this.wend.failed(status, this.wend.worldError(this.pointer));
    }

    changed() { this.fresh.clear(); }

    get count() { return this.wend.worldCount(this.pointer); }

    /** A new agent: a definition, or what differs from the default one. */
    spawn(def = {}) {
        const id = this.wend.worldSpawn(this.pointer, over(this.wend.defaultAgentDef(), def));
        this.changed();
        if (id === 0n) throw this.wend.failed(0, this.wend.worldError(this.pointer));
        return id;
    }

    /** Many at once, all or none: `def(i)` for each. Returns their ids. */
    spawnMany(count, def) {
        const usual = this.wend.defaultAgentDef(), ids = new Array(count).fill(0n);
        this.check(this.wend.worldSpawnMany(this.pointer, ids.map((_, i) => over(usual, def(i))), count, ids));
        this.changed();
        return ids;
    }

    remove(id) { this.check(this.wend.worldRemove(this.pointer, id)); this.changed(); }
    has(id) { return this.wend.worldHas(this.pointer, id); }
    setGoal(id, goal) { this.check(this.wend.worldSetGoal(this.pointer, id, goal)); }
    queueGoal(id, goal) { this.check(this.wend.worldQueueGoal(this.pointer, id, goal)); }
    setRecipe(id, recipe) { this.check(this.wend.worldSetRecipe(this.pointer, id, over(this.wend.defaultRecipe(), recipe))); }

    get(id) {
        const def = {};
        this.check(this.wend.worldGet(this.pointer, id, def));
        return def;
    }

    /** Changes what an agent is: what is given, over what it is now. */
    set(id, def) { this.check(this.wend.worldSet(this.pointer, id, over(this.get(id), def))); }

    teleport(id, position, velocity = [0, 0, 0], heading = [1, 0, 0]) {
        this.check(this.wend.worldTeleport(this.pointer, id, position, velocity, heading));
        this.changed();
    }

    step(seconds) { this.check(this.wend.worldStep(this.pointer, seconds)); this.changed(); }
    think(seconds) { this.check(this.wend.worldThink(this.pointer, seconds)); this.changed(); }

    /** Where all agents ended up by physics of your own: three numbers an agent, in order of ids. */
    report(positions, velocities) {
        const { wend } = this, at = wend.allocate(12 * this.count), along = wend.allocate(12 * this.count);
        try {
            wend.floats(at, positions.length).set(positions);
            wend.floats(along, velocities.length).set(velocities);
            this.check(wend.worldReportMany(this.pointer, { ids: null, count: this.count, positions: at, positionStride: 12, velocities: along, velocityStride: 12 }));
        } finally {
            wend.exports.free(at);
            wend.exports.free(along);
        }
        this.changed();
    }

    // One field of all agents, copied within the module by one call after an update, and seen from here without a copy.
    field(field, stride, View) {
        const { wend } = this, count = this.count;
        if (count > this.room) {
            for (const block of Object.values(this.blocks)) wend.exports.free(block);
            this.blocks = {};
            this.fresh.clear();
            this.room = Math.max(count, 2 * this.room);
        }
        this.blocks[field] ??= wend.allocate(stride * this.room);
        if (!this.fresh.has(field)) {
            wend.exports.wend_world_read(this.pointer, field, this.blocks[field], stride, count);
            this.fresh.add(field);
        }
        return new View(wend.exports.memory.buffer, this.blocks[field], (count * stride) / View.BYTES_PER_ELEMENT);
    }

    /** x, y and z of all agents in order of ids, as views on the module's memory: take them anew after each update. */
    get positions() { return this.field(this.wend.FIELD_POSITION, 12, Float32Array); }
    get velocities() { return this.field(this.wend.FIELD_VELOCITY, 12, Float32Array); }
    get headings() { return this.field(this.wend.FIELD_HEADING, 12, Float32Array); }
    get ids() { return this.field(this.wend.FIELD_ID, 8, BigUint64Array); }

    get stats() { return this.wend.worldGetStats(this.pointer); }
    hash() { return this.wend.worldHash(this.pointer); }

    events() {
        const count = [0], at = this.wend.worldEvents(this.pointer, count), size = this.wend.sizeOf('event');
        return Array.from({ length: count[0] }, (_, i) => this.wend.read('event', at + i * size));
    }

    within(point, radius, filter = null) {
        const found = new Array(this.count).fill(0n);
        return found.slice(0, this.wend.worldWithin(this.pointer, point, radius, filter, found, found.length));
    }

    nearest(point, radius, k, filter = null) {
        const found = new Array(k).fill(0n);
        return found.slice(0, this.wend.worldNearest(this.pointer, point, radius, filter, found, k));
    }

    watch(id, isWatched = true) { this.check(this.wend.watch(this.pointer, id, isWatched)); }

    /** Why a watched agent moves as it does, as data. */
    explain(id) {
        const reason = {};
        this.check(this.wend.explain(this.pointer, id, reason));
        return reason;
    }
}

// ---- rings, grids, obstacles --------------------------------------------------------------------------------------------

class Ring {
    constructor(wend, slots = 16, isSpatial = false) {
        this.wend = wend;
        Object.assign(this, wend.box('ring'));
        this.offset = Object.fromEntries(types.ring.fields.map(([name, , at]) => [name, at]));
        wend.ringBegin(this, slots, isSpatial);
    }

    free() { this.wend.exports.free(this.pointer); }
    clear() { this.wend.ringClear(this); }
    get count() { return this.wend.memory().getInt32(this.pointer + this.offset.count, true); }
    layer(layer) { return this.wend.floats(this.pointer + this.offset.value + 4 * 64 * layer, this.count); }

    /** How much each slot is wanted, and how dangerous it is: views, to be read and not to be written to. */
    get interest() { return this.layer(this.wend.RING_INTEREST); }
    get hard() { return this.layer(this.wend.RING_HARD); }
    get soft() { return this.layer(this.wend.RING_SOFT); }
    direction(slot) { return this.wend.ringDirection(this, slot); }

    /** Writes the way to a point (an offset from the agent), or what else a mark says, into a layer. */
    toward(layer, mark) { this.wend.ringToward(this, layer, over(this.wend.defaultMark(), mark)); }
    away(layer, mark) { this.wend.ringAway(this, layer, over(this.wend.defaultMark(), mark)); }
    write(layer, slot, value, writer = 0n) { this.wend.ringWrite(this, layer, slot, value, writer); }

    choose(heading = [0, 0, 0], last = [0, 0, 0], how = {}) {
        const out = {};
        this.wend.ringChoose(this, over(this.wend.defaultChoice(), how), heading, last, out);
        return out;
    }
}

class Grid {
    /** A map: rows of text ('.' open, '#' a wall, digits costs), or { width, height, costs }. */
    constructor(wend, map, options = {}) {
        this.wend = wend;
        const def = over(wend.defaultGridDef(), typeof map === 'string' ? options : { ...map, ...options });
        this.pointer = typeof map === 'string' ? wend.made('gridCreateText', def, map) : wend.made('gridCreate', def);
        this.search = wend.made('gridSearchCreate', null);
    }

    destroy() {
        this.wend.gridSearchDestroy(this.search);
        this.wend.gridDestroy(this.pointer);
        this.pointer = this.search = 0;
    }

    set(x, y, cost) {
        const status = this.wend.gridSet(this.pointer, { x, y }, cost);
        if (status !== 0) throw this.wend.failed(status);
    }

    get(x, y) { return this.wend.gridGet(this.pointer, { x, y }); }

    /** A way from cell to cell, each [x, y]; `query` is what differs from the default one. */
    find(from, to, query = {}) {
        const ends = { start: { x: from[0], y: from[1] }, goal: { x: to[0], y: to[1] } };
        const result = this.wend.gridFind(this.search, this.pointer, over(this.wend.defaultGridQuery(), { ...ends, ...query }));
        if (result.way === this.wend.WAY_REFUSED) throw this.wend.failed(0, this.wend.gridSearchError(this.search));
        return { ...result, way: this.wend.wayName(result.way) };
    }

    /** The cells of the last way, each [x, y]. */
    cells() {
        const most = this.wend.gridSearchCells(this.search, null, 0), cells = Array.from({ length: most }, () => ({ x: 0, y: 0 }));
        this.wend.gridSearchCells(this.search, cells, most);
        return cells.map(({ x, y }) => [x, y]);
    }

    /** The points of the last way. */
    points() {
        const most = this.wend.gridSearchPoints(this.search, null, 0), points = Array.from({ length: most }, () => [0, 0, 0]);
        this.wend.gridSearchPoints(this.search, points, most);
        return points;
    }
}

class Obstacles {
    constructor(wend, options = {}) {
        this.wend = wend;
        this.pointer = wend.made('obstaclesCreate', over(wend.defaultObstaclesDef(), options));
    }

    destroy() { this.wend.obstaclesDestroy(this.pointer); this.pointer = 0; }
    caster() { return this.wend.obstaclesCaster(this.pointer); }

    /** A shape: its kind, and what differs from the default one of that kind. */
    add(kind, shape = {}) {
        const id = this.wend.obstaclesAdd(this.pointer, over(this.wend.defaultShape(kind), shape));
        if (id === 0n) throw this.wend.failed(0, this.wend.obstaclesError(this.pointer));
        return id;
    }

    remove(id) { this.wend.obstaclesRemove(this.pointer, id); }
}

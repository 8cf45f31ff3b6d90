// Reads wend's headers, through clang, and writes what the package knows of them:
//   node generate.mjs INCLUDE_FOLDER OUT_FOLDER
//     api.js       types, constants and functions as tables, for wend.js
//     api.d.ts     the same as TypeScript, with the headers' comments
//     layout.c     asserts that each struct lies in memory as api.js says; to be compiled for the same target
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [includeFolder, outFolder] = process.argv.slice(2);

function readTree() {
    const folder = mkdtempSync(join(tmpdir(), 'wend-')), source = join(folder, 'all.c');
    writeFileSync(source, '#include <wend/wend.h>\n');
    const run = spawnSync('clang-14', ['--target=wasm32-wasi', '-std=c17', '-fsyntax-only', '-fparse-all-comments', '-Xclang', '-ast-dump=json', '-I' + includeFolder, source],
        { maxBuffer: 1 << 28, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    if (run.status !== 0) throw new Error(run.stderr || String(run.error));
    return JSON.parse(run.stdout).inner;
}

// ---- names and comments ---------------------------------------------------------------------------------------------

const bare = (name) => name.replace(/^(wend|WEND)_/, '');
const camel = (name) => bare(name).replace(/_([a-z0-9])/g, (_, c) => c.toUpperCase());
const pascal = (name) => camel(name).replace(/^./, (c) => c.toUpperCase());
const RESERVED = new Set(['default', 'in', 'with', 'function', 'new', 'this', 'class', 'export', 'import', 'delete', 'var', 'let']);
const argument = (name) => (RESERVED.has(name) ? name + '_' : camel(name));

function commentOf(node) {
    const words = [];
    const collect = (n) => { if (n.kind === 'TextComment') words.push(n.text.trim()); (n.inner ?? []).forEach(collect); };
    (node.inner ?? []).filter((n) => n.kind === 'FullComment').forEach(collect);
    return words.join(' ').replace(/\s+/g, ' ').replace(/\*\//g, '* /').trim();
}

const documented = (text, indent = '') => (text ? `${indent}/** ${text} */\n` : '');

// ---- types ----------------------------------------------------------------------------------------------------------

// What a number in memory is: size, and how JavaScript reads it.
const NUMBERS = {
    float: 'f32', double: 'f64', int: 'i32', unsigned: 'u32', 'unsigned int': 'u32', long: 'i32', uint32_t: 'u32', int32_t: 'i32', size_t: 'u32',
    uint64_t: 'u64', int64_t: 'i64', _Bool: 'bool', bool: 'bool', uint8_t: 'u8', int8_t: 'i8', uint16_t: 'u16', int16_t: 'i16', char: 'u8',
};
const SIZES = { f32: 4, f64: 8, i32: 4, u32: 4, u64: 8, i64: 8, bool: 1, u8: 1, i8: 1, u16: 2, i16: 2, handle: 4, string: 4 };

const tree = readTree(), structs = new Map(), enums = new Map(), functions = [], callbacks = new Set(), constants = new Map();

/** A C type as a table entry: a number, a struct's name, or {list, count}, {text: bytes}, {to, isConst}; 'handle' of what stays a pointer. */
function typeOf(text) {
    const type = text.trim();
    const array = type.match(/^(.*?)\s*\[(\d+)\]$/);
    if (array && array[1] === 'char') return { text: Number(array[2]) };
    if (array) return { list: typeOf(array[1]), count: Number(array[2]) };
    if (/\(\*/.test(type)) return 'handle';
    const pointer = type.match(/^(.*?)\s*\*\s*(?:const)?$/);
    if (pointer) {
        const isConst = /^const /.test(pointer[1]), target = pointer[1].replace(/^const /, '').trim();
        if (target === 'char') return isConst ? 'string' : 'handle';
        if (target === 'void' || callbacks.has(target) || /\*/.test(target)) return 'handle';
        if (target.startsWith('wend_') && !structs.has(target) && !enums.has(target)) return 'handle';
        return { to: typeOf(target), isConst };
    }
    const plain = type.replace(/^(const|struct|enum) /, '');
    if (plain in NUMBERS) return NUMBERS[plain];
    if (enums.has(plain)) return 'u32';
    if (structs.has(plain)) return bare(plain);
    throw new Error(`a type that isn't known: ${text}`);
}

function sizeOf(type) {
    if (typeof type === 'string') return SIZES[type] ?? structs.get('wend_' + type).size;
    return type.text ?? (type.list ? type.count * sizeOf(type.list) : 4);
}

function alignOf(type) {
    if (typeof type === 'string') return SIZES[type] ?? structs.get('wend_' + type).align;
    return type.text ? 1 : type.list ? alignOf(type.list) : 4;
}

function addStruct(node) {
    const fields = [];
    structs.set(node.name, { name: node.name, fields, doc: commentOf(node) });
    let at = 0, align = 1;
    for (const field of (node.inner ?? []).filter((n) => n.kind === 'FieldDecl')) {
        const type = typeOf(field.type.desugaredQualType?.includes('(*') ? 'void (*)' : field.type.qualType), a = alignOf(type);
        at = Math.ceil(at / a) * a;
        fields.push({ name: field.name, type, at, doc: commentOf(field), c: field.type.qualType });
        at += sizeOf(type);
        align = Math.max(align, a);
    }
    Object.assign(structs.get(node.name), { size: Math.ceil(at / align) * align, align });
}

function addEnum(node) {
    let next = 0;
    const rows = (node.inner ?? []).filter((n) => n.kind === 'EnumConstantDecl').map((row) => {
        const find = (n) => (n.kind === 'ConstantExpr' && n.value !== undefined ? Number(n.value) : (n.inner ?? []).map(find).find((v) => v !== undefined));
        const value = find(row) ?? next;
        next = value + 1;
        constants.set(bare(row.name), value);
        return { name: bare(row.name), value, doc: commentOf(row) };
    });
    enums.set(node.name, { name: node.name, rows, doc: commentOf(node) });
}

function addFunction(node) {
    const params = (node.inner ?? []).filter((n) => n.kind === 'ParmVarDecl');
    const returned = node.type.qualType.slice(0, node.type.qualType.indexOf('(')).trim();
    functions.push({
        name: node.name, doc: commentOf(node), returns: returned === 'void' ? null : typeOf(returned), c: returned,
        params: params.map((p) => ({ name: p.name, type: typeOf(p.type.qualType), c: p.type.qualType })),
    });
}

for (const node of tree) if (node.kind === 'TypedefDecl' && node.name?.startsWith('wend_') && node.type.qualType in NUMBERS) NUMBERS[node.name] = NUMBERS[node.type.qualType];
// Typedefs of functions, and records that have no fields anywhere (handles), must be known before any field is read.
for (const node of tree) if (node.kind === 'TypedefDecl' && /\(/.test(node.type.qualType)) callbacks.add(node.name);
for (const node of tree) {
    if (!node.name?.startsWith('wend_')) continue;
    if (node.kind === 'EnumDecl') addEnum(node);
    if (node.kind === 'RecordDecl' && node.completeDefinition) addStruct(node);
    if (node.kind === 'FunctionDecl' && node.storageClass === 'extern') addFunction(node);
}

// ---- out ------------------------------------------------------------------------------------------------------------

/** An id is a struct with one 64-bit number: in JavaScript it is that number. */
const isId = (s) => s.fields.length === 1 && ['u64', 'i64'].includes(s.fields[0].type);

function tables() {
    const types = {}, calls = {};
    for (const s of structs.values()) types[bare(s.name)] = { size: s.size, align: s.align, ...(isId(s) ? { id: true } : {}), fields: s.fields.map((f) => [camel(f.name), f.type, f.at]) };
    for (const f of functions) calls[camel(f.name)] = [f.name, f.returns, f.params.map((p) => p.type)];
    return `// Made by generate.mjs from wend's headers.\nexport const types = ${JSON.stringify(types)};\nexport const constants = ${JSON.stringify(Object.fromEntries(constants))};\nexport const functions = ${JSON.stringify(calls)};\n`;
}

/** A type as TypeScript; `c` is what C calls it, for enumerations and handles. */
function typescript(type, c = '', isIn = false) {
    if (type === null) return 'void';
    if (type.text) return 'string';
    if (typeof type === 'object' && type.list) return type.list === 'vec' ? 'Vec[]' : `${typescript(type.list, c.replace(/\[\d+\]$/, '').trim(), isIn)}[]`;
    if (typeof type === 'object') {
        const one = typescript(type.to, c.replace(/^const /, '').replace(/\s*\*.*$/, ''), isIn), many = ['f32', 'f64', 'i32', 'u32', 'u8', 'u64', 'i64'].includes(type.to) ? `ArrayLike<${one}>` : `${one}[]`;
        return `${one} | ${many} | Box | Pointer | null`;
    }
    const e = enums.get(c.replace(/^(const|enum) /g, '').trim());
    if (type === 'u32' && e) return pascal(e.name);
    if (type === 'u64' || type === 'i64') return 'bigint';
    if (type === 'bool') return 'boolean';
    if (type === 'string') return 'string | null';
    if (type === 'handle') return 'Pointer | null';
    if (type in SIZES) return 'number';
    const s = structs.get('wend_' + type);
    return type === 'vec' ? 'Vec' : isId(s) ? 'Id' : pascal(s.name);
}

function declarations() {
    const out = [`// Made by generate.mjs from wend's headers.

/** A point, a direction or a velocity; two numbers where z is 0. What comes back always has three. */
export type Vec = [number, number, number] | [number, number];
/** Names an agent, an obstacle or the like. 0n is nobody. */
export type Id = bigint;
/** An address in the module's memory: of a world, a grid, a mesh or any other thing with a life. */
export type Pointer = number & { readonly __pointer?: never };
/** A struct that stays in the module's memory, see Wend.box. */
export interface Box { readonly pointer: Pointer; value: any; free(): void; }
`];
    for (const e of enums.values())
        out.push(documented(e.doc) + `export type ${pascal(e.name)} = number;\n`);
    for (const s of structs.values()) {
        if (isId(s) || s.name === 'wend_vec') continue;
        out.push(`${documented(s.doc)}export interface ${pascal(s.name)} {\n${s.fields.map((f) => documented(f.doc, '    ') + `    ${camel(f.name)}: ${typescript(f.type, f.c)};\n`).join('')}}\n`);
    }
    out.push('export interface Constants {\n' + [...enums.values()].flatMap((e) => e.rows.map((row) => documented(row.doc, '    ') + `    readonly ${row.name}: ${row.value};\n`)).join('') + '}\n');
    out.push('/** The functions of the library, by their names without `wend_`. An array that isn’t const in C is written to in place. */\nexport interface Functions {\n' + functions.map((f) => documented(f.doc, '    ') +
        `    ${camel(f.name)}(${f.params.map((p) => `${argument(p.name)}: ${typescript(p.type, p.c, true)}`).join(', ')}): ${typescript(f.returns, f.c)};\n`).join('') + '}\n');
    return out.join('\n');
}

function asserts() {
    const out = ['// Made by generate.mjs: the layout of each struct is as api.js has it.\n#include <stddef.h>\n#include <wend/wend.h>\n'];
    for (const s of structs.values()) {
        out.push(`_Static_assert(sizeof(${s.name}) == ${s.size}, "${s.name}");`);
        for (const f of s.fields) out.push(`_Static_assert(offsetof(${s.name}, ${f.name}) == ${f.at}, "${s.name}.${f.name}");`);
    }
    return out.join('\n') + '\n';
}

writeFileSync(join(outFolder, 'api.js'), tables());
writeFileSync(join(outFolder, 'api.d.ts'), declarations());
writeFileSync(join(outFolder, 'layout.c'), asserts());

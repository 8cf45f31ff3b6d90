// A page of one scene: it plays, and shows its settings, keys, legend and reasons.
import { Painter } from './paint.js';
import { colourOf, cssColour, openModule } from './module.js';
import { isLight, onTheme } from './theme.js';

const name = document.body.dataset.scene, element = (id) => document.getElementById(id);
const view = element('view'), picture = element('picture'), notice = element('notice');
const MAX_STEPS = 4; // a frame and speed 1: what is slower than that is shown slower

const HAS_POINTER = 1, IS_DOWN = 2, IS_CLICKED = 4, IS_SPACE = 8;
const hand = { x: 0, y: 0, isOver: false, isDown: false, isClicked: false, left: 0, right: 0, up: 0, down: 0, isSpace: 0, keys: [] };

let module, index, scene, painter, seed, ratio = 1, speed = 1, owed = 0, last = 0, isStale = true, stepTime = 0, frameTime = 0;
let chosen = {}; // parameters that aren't as at the start

// ---- the address ----------------------------------------------------------------------------------------------------

function readAddress() {
    const query = new URLSearchParams(location.search), asked = Math.floor(Number(query.get('seed')));
    seed = asked >= 1 && asked <= Number.MAX_SAFE_INTEGER ? asked : 1;
    chosen = {};
    for (const param of scene.params) {
        const value = query.has(param.name) ? Number(query.get(param.name)) : NaN;
        if (Number.isFinite(value)) chosen[param.name] = Math.min(Math.max(value, param.low), param.high);
    }
}

function address() {
    const query = new URLSearchParams();
    if (seed !== 1) query.set('seed', seed);
    module.params(index).forEach((value, i) => {
        const param = scene.params[i];
        if (value !== Math.fround(param.start)) query.set(param.name, String(Number(value.toPrecision(7))));
    });
    const text = query.toString();
    return text ? '?' + text : '';
}

let addressTimer = 0;
function writeAddress() {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
        const text = address();
        if (text !== location.search) history.replaceState(null, '', location.pathname + text);
    }, 200);
}

// ---- settings -------------------------------------------------------------------------------------------------------

const digitsOf = (param) => (param.high - param.low >= 100 ? 0 : param.high - param.low >= 10 ? 1 : 2);

function setParam(i, value) {
    module.floats(module.call.page_params(), scene.params.length)[i] = value;
    isStale = true;
    writeAddress();
}

function chooser(param, i) {
    const row = document.createElement('div'), id = 'param-' + param.name;
    row.className = 'param choice';
    row.innerHTML = `<label for="${id}"><span></span><select id="${id}"></select></label>`;
    row.querySelector('span').textContent = param.label;
    const select = row.querySelector('select');
    select.append(...param.names.map((name, k) => new Option(name, param.low + k)));
    select.addEventListener('change', () => { setParam(i, Number(select.value)); showParams(); });
    return row;
}

function makeParams() {
    element('settings').hidden = scene.params.length === 0;
    element('params').replaceChildren(...scene.params.map((param, i) => {
        if (param.names) return chooser(param, i);
        const row = document.createElement('div'), id = 'param-' + param.name;
        row.className = param.isSwitch ? 'param switch' : 'param';
        row.innerHTML = param.isSwitch
            ? `<label for="${id}"><span></span><input id="${id}" type="checkbox"></label>`
            : `<label for="${id}"><span></span><output for="${id}"></output></label><input id="${id}" type="range" min="${param.low}" max="${param.high}" step="${param.isWhole ? 1 : 'any'}">`;
        row.querySelector('span').textContent = param.label;
        const input = row.querySelector('input');
        input.addEventListener('input', () => { setParam(i, param.isSwitch ? Number(input.checked) : Number(input.value)); showParams(); });
        if (!param.isSwitch && !param.isWhole) {
            // Steps of "any" have no use for arrow keys: they go by a fiftieth.
            input.addEventListener('keydown', (event) => {
                const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
                if (!way) return;
                event.preventDefault();
                const value = Number(input.value) + way * (param.high - param.low) / 50;
                setParam(i, Math.min(Math.max(value, param.low), param.high));
                showParams();
            });
        }
        return row;
    }));
}

let shownParams = '';
function showParams() {
    const values = module.params(index), text = values.join();
    if (text === shownParams) return;
    shownParams = text;
    values.forEach((value, i) => {
        const param = scene.params[i], input = element('param-' + param.name);
        if (param.isSwitch) { input.checked = value > 0.5; return; }
        if (param.names) { input.value = Math.round(value); return; }
        if (Math.fround(Number(input.value)) !== value) input.value = value;
        input.parentElement.querySelector('output').textContent = value.toFixed(param.isWhole ? 0 : digitsOf(param));
    });
    writeAddress();
}

// ---- keys -----------------------------------------------------------------------------------------------------------

// "+ and -: number", "1 2 3: rules", "R restart", "arrows: run", "Space held: they evade": what is before the colon, or the first word.
function keyRows(keys) {
    const rows = [];
    let waiting = [];
    for (const part of keys.split(/[,;]\s*/).filter(Boolean)) {
        const colon = part.indexOf(':');
        const head = colon >= 0 ? part.slice(0, colon) : part.split(' ')[0], what = colon >= 0 ? part.slice(colon + 1).trim() : part.slice(head.length).trim();
        if (colon < 0 && rows.length > 0 && !/^([A-Z0-9+-]|Space|Esc|click|drag|mouse|arrows)$/.test(head)) {
            rows.at(-1)[1] += ', ' + part; // a comma in the words about a key
            continue;
        }
        if (!what) { waiting.push(head); continue; }
        rows.push([[...waiting, head].join(' '), what]);
        waiting = [];
    }
    return rows;
}

function capsOf(head) {
    const range = head.match(/^(\d) to (\d)$/);
    if (range) return Array.from({ length: range[2] - range[1] + 1 }, (_, i) => String(Number(range[1]) + i));
    const caps = [];
    for (const word of head.split(/\s+(?:and\s+|or\s+)?/)) {
        if (/^[A-Z0-9+-]$/.test(word)) caps.push(word);
        else if (word === 'arrows') caps.push('left', 'up', 'down', 'right');
        else if (word === 'left' || word === 'right') caps.push(word);
        else if (word === 'Space') caps.push('Space');
    }
    return caps;
}

const ARROWS = { left: '←', right: '→', up: '↑', down: '↓' };

function capButton(cap) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = ARROWS[cap] ?? cap;
    if (cap in ARROWS || cap === 'Space') {
        const field = cap === 'Space' ? 'isSpace' : cap;
        button.setAttribute('aria-label', cap === 'Space' ? 'Space' : 'arrow ' + cap);
        const hold = (value) => () => { hand[field] = value; if (value && cap === 'Space') pushKey(' '); isStale = true; };
        button.addEventListener('pointerdown', hold(1));
        for (const end of ['pointerup', 'pointerleave', 'pointercancel', 'blur']) button.addEventListener(end, hold(0));
        button.addEventListener('keydown', (event) => { if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) hold(1)(); });
        button.addEventListener('keyup', hold(0));
    } else {
        button.addEventListener('click', () => pushKey(cap.toLowerCase()));
    }
    return button;
}

function makeKeys() {
    const rows = keyRows(scene.keys);
    rows.push(['P', 'pause'], ['N', 'one step'], ...(scene.hasOwnR ? [] : [['R', 'restart']]), [', .', 'why: the agent before, or the next'], ['Esc', 'watch nobody']);
    element('keys').replaceChildren(...rows.map(([head, what]) => {
        const row = document.createElement('div'), caps = document.createElement('span'), text = document.createElement('span');
        row.className = 'row';
        const found = head === ', .' ? [] : capsOf(head);
        if (found.length > 0) caps.append(...found.map(capButton));
        else caps.innerHTML = head.split(' ').map(() => '<kbd></kbd>').join('');
        caps.querySelectorAll('kbd').forEach((kbd, i) => { kbd.textContent = head.split(' ')[i]; });
        text.textContent = what;
        row.append(caps, text);
        return row;
    }));
}

function pushKey(key) {
    if (hand.keys.length < 8) hand.keys.push(key);
    isStale = true;
}

function isControl(target) { return target instanceof HTMLElement && target.matches('input, select, textarea, button, a'); }

function takeKey(event, isPressed) {
    if (event.ctrlKey || event.metaKey || event.altKey || !module) return;
    const arrow = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }[event.key];
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input[type=number], select');
    if (!isPressed) {
        if (arrow) hand[arrow] = 0;
        if (event.key === ' ') hand.isSpace = 0;
        return;
    }
    if (isTyping || ((arrow || event.key === ' ' || event.key === 'Enter') && isControl(event.target))) return;
    if (arrow && (event.target === picture || usesArrows)) { hand[arrow] = 1; event.preventDefault(); return; }
    if (event.key === 'Escape') { module.call.page_unwatch(); isStale = true; return; }
    if (event.repeat || event.key.length !== 1) return;
    if (event.key === ',' || event.key === '.') { watchNext(event.key === '.' ? 1 : -1); return; }
    if (event.key === ' ') { hand.isSpace = 1; event.preventDefault(); }
    pushKey(event.key.toLowerCase());
}

let usesArrows = false;

// ---- pointer --------------------------------------------------------------------------------------------------------

function takePointer(event) {
    const box = picture.getBoundingClientRect();
    hand.x = (event.clientX - box.left) * ratio;
    hand.y = (event.clientY - box.top) * ratio;
    hand.isOver = true;
    isStale = true;
}

function listenToPointer() {
    picture.addEventListener('pointerdown', (event) => {
        takePointer(event);
        hand.isDown = hand.isClicked = true;
        picture.setPointerCapture(event.pointerId);
        picture.focus({ preventScroll: true });
        event.preventDefault();
    });
    picture.addEventListener('pointermove', takePointer);
    const release = (event) => {
        hand.isDown = false;
        if (event.pointerType !== 'mouse') hand.isOver = false; // a finger that is lifted is nowhere
    };
    picture.addEventListener('pointerup', release);
    picture.addEventListener('pointercancel', release);
    picture.addEventListener('pointerleave', () => { hand.isOver = hand.isDown; isStale = true; });
}

// ---- why ------------------------------------------------------------------------------------------------------------

function watchNext(steps) { module.call.page_watch_next(steps); isStale = true; showWhy(); }

const lengthOf = (v) => Math.hypot(...v);
function vectorCell([x, y, z], isSpatial) {
    const length = lengthOf([x, y, z]);
    if (length < 0.005) return '<td class="vector quiet">nothing</td>';
    const arrow = isSpatial ? '' : `<span class="arrow" style="transform: rotate(${(-Math.atan2(y, x) * 180 / Math.PI).toFixed(0)}deg)">→</span> `;
    return `<td class="vector">${arrow}${length.toFixed(2)}</td>`;
}

// An agent that thinks seldom keeps its wish in between: what is shown then is how it came by it.
let thought = {};
function keepThought() {
    const why = module.why();
    if (why.isKept && thought.agent === why.agent) thought = { ...why, wishes: thought.wishes, choice: thought.choice };
    else thought = why;
}

let shownWhy = '';
function showWhy() {
    keepThought();
    const why = thought, isWatching = 'agent' in why;
    element('why').hidden = !isWatching;
    if (!isWatching) { shownWhy = ''; return; }
    // A wish for the velocity it has wants no change: it isn't worth a line.
    const active = why.wishes.filter((wish) => lengthOf(wish.got) > 0.005 || lengthOf(wish.wants.map((w, k) => w - why.velocity[k])) > 0.01);
    const rows = active.map((wish) => `<tr><td>${wish.name}${wish.weight === 1 ? '' : ` <span class="quiet">× ${wish.weight.toFixed(2)}</span>`}</td>` +
        vectorCell(wish.wants, why.isSpatial) + (why.choice ? '' : vectorCell(wish.got, why.isSpatial)) + '</tr>').join('');
    const sentences = [], others = why.wishes.length - active.length;
    if (others > 0) sentences.push(`${others} of its ${why.wishes.length} wishes ${others === 1 ? 'wants' : 'want'} no change.`);
    if (why.neighbours > 0) sentences.push(`It sees ${why.neighbours} ${why.neighbours === 1 ? 'neighbour' : 'neighbours'}.`);
    if (why.plan) sentences.push(`Its plan: ${why.plan}${why.points ? `, ${why.left.toFixed(1)} to go along ${why.points} points` : ''}.`);
    if (why.choice)
        sentences.push(`In its ring ${why.choice.status}: hard danger masks ${why.choice.hard} slots, soft danger ${why.choice.soft}, ${why.choice.candidates} are candidates.`);
    if (why.cut) sentences.push(`Its body cannot do all of that at once; what cuts it: ${why.cut}.`);
    const html = (rows ? `<table><tr><th>wish</th><th>wants</th>${why.choice ? '' : '<th>change it gets</th>'}</tr>${rows}</table>` : '') +
        `<table><tr><td>together</td>${vectorCell(why.together, why.isSpatial)}</tr><tr><td>after the dodge</td>${vectorCell(why.dodged, why.isSpatial)}</tr>` +
        `<tr><td>what its body does</td>${vectorCell(why.result, why.isSpatial)}</tr><tr><td class="quiet">top speed</td><td>${why.topSpeed.toFixed(2)}</td></tr></table>` +
        sentences.map((text) => `<p>${text}</p>`).join('');
    const box = element('reasons');
    let ring = box.querySelector('canvas');
    if (html !== shownWhy) {
        shownWhy = html;
        box.innerHTML = html;
        if (ring) box.prepend(ring);
    }
    const side = 250 * ratio, paper = colourOf(getComputedStyle(document.documentElement).getPropertyValue('--paper'));
    const at = module.call.page_paint_ring(side, ratio, isLight(), paper);
    if (!at) { ring?.remove(); return; }
    if (!ring) {
        ring = document.createElement('canvas');
        ring.setAttribute('role', 'img');
        ring.setAttribute('aria-label', 'Its ring: interest outward, danger inward, the choice as an arrow');
        box.prepend(ring);
    }
    paintPixels(ring, at, side, side);
}

function paintPixels(canvas, at, width, height) {
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    const pixels = new Uint8ClampedArray(module.call.memory.buffer.slice(at, at + 4 * width * height));
    canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
}

// ---- legend, status -------------------------------------------------------------------------------------------------

let shownLegend = '';
function showLegend() {
    const signs = module.legend(), text = JSON.stringify(signs) + isLight() + ratio;
    if (text === shownLegend) return;
    shownLegend = text;
    const paper = colourOf(getComputedStyle(document.documentElement).getPropertyValue('--paper'));
    element('legend').replaceChildren(...signs.map((sign) => {
        const row = document.createElement('li'), canvas = document.createElement('canvas'), word = document.createElement('span');
        const at = module.call.page_paint_sign(sign.mark, sign.colour, ratio, isLight(), paper);
        canvas.setAttribute('aria-hidden', 'true');
        if (at) paintPixels(canvas, at, 28 * ratio, 16 * ratio);
        word.textContent = sign.word;
        row.append(canvas, word);
        return row;
    }));
}

let shownStatus = '';
function showStatus() {
    const text = module.status();
    if (text !== shownStatus) {
        shownStatus = text;
        element('status').replaceChildren(...text.split(/\s{2,}/).map((part) => {
            const span = document.createElement('span');
            span.textContent = part;
            return span;
        }));
    }
    const isPaused = module.call.page_is_paused() !== 0;
    element('pause').textContent = isPaused ? 'Go on' : 'Pause';
    notice.hidden = !isPaused;
    notice.textContent = 'paused';
    element('pace').textContent = `${stepTime.toFixed(1)} ms a step and drawing, ${(frameTime > 0 ? 1000 / frameTime : 0).toFixed(0)} frames a second`;
}

// ---- a frame --------------------------------------------------------------------------------------------------------

function measure() {
    ratio = Math.min(Math.max(Math.round(devicePixelRatio), 1), 2);
    const box = view.getBoundingClientRect();
    if (painter.resize(Math.max(Math.round(box.width * ratio), 1), Math.max(Math.round(box.height * ratio), 1))) isStale = true;
}

// Keys and clicks wait until a step takes them, one a step: none is lost or seen twice.
function advance() {
    const flags = (hand.isOver ? HAS_POINTER : 0) | (hand.isDown ? IS_DOWN : 0) | (hand.isClicked ? IS_CLICKED : 0) | (hand.isSpace ? IS_SPACE : 0);
    const key = hand.keys.shift();
    module.call.page_advance(hand.x, hand.y, flags, hand.right - hand.left, hand.up - hand.down, key ? key.charCodeAt(0) : 0);
    hand.isClicked = false;
    if (module.call.page_is_watching()) keepThought();
}

function draw() {
    const { width, height } = painter.canvas;
    module.call.page_draw(width, height, ratio, isLight());
    const letter = 11.8 * ratio * Math.min(Math.max(width / ratio / 900, 0.56), 1.3);
    painter.show(module, module.background(index, isLight()), Math.round(letter * 2) / 2);
}

let lastSlow = 0;
function frame(now) {
    requestAnimationFrame(frame);
    const passed = Math.min((now - last) / 1000, 0.25), step = Math.max(scene.step, 1e-4);
    last = now;
    if (control.isHeld) {
        if (isStale) draw();
        isStale = false;
        return;
    }
    const began = performance.now();
    // A screen that is nearly as fast as the steps gets just one a frame; else there'd be none or two now and then.
    owed += (Math.abs(passed - step) < 0.002 ? step : passed) * speed;
    let steps = 0;
    for (; steps < MAX_STEPS * Math.max(speed, 1) && owed >= step; steps++) {
        advance();
        owed -= step;
    }
    owed = Math.min(owed, step);
    if (steps > 0 || isStale) draw();
    isStale = false;
    stepTime += 0.05 * (performance.now() - began - stepTime);
    frameTime += 0.05 * (passed * 1000 - frameTime);
    if (now - lastSlow < 120) return;
    lastSlow = now;
    showParams();
    showStatus();
    showLegend();
    showWhy();
}

function restart() {
    if (!module.call.page_restart(BigInt(seed))) throw new Error(module.text(module.call.page_error()));
    owed = 0;
    isStale = true;
    writeAddress();
}

function begin() {
    module.open(index, seed, chosen);
    owed = 0;
    shownParams = '';
    element('seed').value = seed;
    isStale = true;
    showParams();
}

// Links in the text change the scene without leaving the page: <a href="?cohesion=0">.
function followLinks() {
    element('text').addEventListener('click', (event) => {
        const link = event.target.closest('a[href^="?"]');
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.pushState(null, '', location.pathname + (link.getAttribute('href') === '?' ? '' : link.getAttribute('href')));
        readAddress();
        begin();
        if (view.getBoundingClientRect().top < 0) view.scrollIntoView({ block: 'start' });
    });
    addEventListener('popstate', () => { readAddress(); begin(); });
}

function listen() {
    addEventListener('keydown', (event) => takeKey(event, true));
    addEventListener('keyup', (event) => takeKey(event, false));
    addEventListener('blur', () => { Object.assign(hand, { left: 0, right: 0, up: 0, down: 0, isSpace: 0, isDown: false }); });
    listenToPointer();
    element('pause').addEventListener('click', () => pushKey('p'));
    element('single').addEventListener('click', () => { if (!module.call.page_is_paused()) pushKey('p'); pushKey('n'); });
    element('restart').addEventListener('click', restart);
    element('speed').addEventListener('change', (event) => { speed = Number(event.target.value); });
    element('seed').addEventListener('change', (event) => {
        const asked = Math.floor(Number(event.target.value));
        seed = asked >= 1 && asked <= Number.MAX_SAFE_INTEGER ? asked : 1;
        event.target.value = seed;
        restart();
    });
    element('reset').addEventListener('click', () => { scene.params.forEach((param, i) => setParam(i, param.start)); showParams(); });
    element('link').addEventListener('click', async (event) => {
        const text = location.origin + location.pathname + address(), button = event.target;
        history.replaceState(null, '', text);
        try { await navigator.clipboard.writeText(text); button.textContent = 'Copied'; } catch { button.textContent = 'It is the address'; }
        setTimeout(() => { button.textContent = 'Copy link'; }, 1600);
    });
    element('before').addEventListener('click', () => watchNext(-1));
    element('after').addEventListener('click', () => watchNext(1));
    element('nobody').addEventListener('click', () => { module.call.page_unwatch(); isStale = true; showWhy(); });
    followLinks();
    new ResizeObserver(measure).observe(view);
    onTheme(() => { isStale = true; shownLegend = ''; });
}

/** For the console and for tests: the module, and the frames by hand. */
const control = { isHeld: false, get module() { return module; }, get painter() { return painter; }, get index() { return index; }, draw, advance, begin, readAddress, showAll() { showParams(); showStatus(); showLegend(); showWhy(); } };
globalThis.wend = control;

try {
    painter = new Painter(picture, element('letters'));
    module = await openModule('page.packed');
    index = module.index(name);
    scene = module.scenes[index];
    readAddress();
    makeParams();
    begin();
    makeKeys();
    usesArrows = keyRows(scene.keys).some(([head]) => /arrows|left/.test(head));
    listen();
    measure();
    notice.hidden = true;
    last = performance.now();
    control.isReady = true;
    requestAnimationFrame(frame);
    if (document.getElementById('course')) (await import('./course.js')).start(module);
} catch (error) {
    notice.hidden = false;
    notice.textContent = error.message;
}

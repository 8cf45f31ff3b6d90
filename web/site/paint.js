// Triangles on a canvas by WebGL, and texts on one above it.
const VERTEX = `#version 300 es
in vec2 at; in vec4 colour; uniform vec2 size; out vec4 tint;
void main() { gl_Position = vec4(2.0 * at.x / size.x - 1.0, 1.0 - 2.0 * at.y / size.y, 0.0, 1.0); tint = colour; }`;
const FRAGMENT = `#version 300 es
precision mediump float; in vec4 tint; out vec4 result;
void main() { result = vec4(tint.rgb * tint.a, tint.a); }`;
const VERTEX_BYTES = 12, LABEL_BYTES = 108;

export class Painter {
    /** Throws where there is no WebGL 2. */
    constructor(canvas, textCanvas) {
        this.canvas = canvas;
        this.text = textCanvas.getContext('2d');
        this.textCanvas = textCanvas;
        this.drawnText = '';
        this.gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, powerPreference: 'low-power' });
        if (!this.gl) throw new Error('This page draws with WebGL 2, which this browser does not offer.');
        canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
        canvas.addEventListener('webglcontextrestored', () => this.prepare());
        this.prepare();
    }

    prepare() {
        const gl = this.gl, program = gl.createProgram();
        for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.linkProgram(program);
        gl.useProgram(program);
        this.at = gl.getAttribLocation(program, 'at');
        this.colour = gl.getAttribLocation(program, 'colour');
        this.size = gl.getUniformLocation(program, 'size');
        gl.enableVertexAttribArray(this.at);
        gl.enableVertexAttribArray(this.colour);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    /** Device pixels; true if that is new. */
    resize(width, height) {
        if (this.canvas.width === width && this.canvas.height === height) return false;
        for (const c of [this.canvas, this.textCanvas]) { c.width = width; c.height = height; }
        this.drawnText = '';
        return true;
    }

    /** What the module drew last. `letter`: the height of letters in device pixels. */
    show(module, background, letter) {
        const gl = this.gl, call = module.call, { width, height } = this.canvas;
        gl.viewport(0, 0, width, height);
        gl.clearColor((background >>> 24) / 255, ((background >>> 16) & 255) / 255, ((background >>> 8) & 255) / 255, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.uniform2f(this.size, width, height);
        gl.bufferData(gl.ARRAY_BUFFER, module.bytes(call.page_vertices(), VERTEX_BYTES * call.page_vertex_count()), gl.STREAM_DRAW);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, module.bytes(call.page_indices(), 2 * call.page_index_count()), gl.STREAM_DRAW);
        const batches = module.ints(call.page_batches(), 3 * call.page_batch_count());
        for (let i = 0; i < batches.length; i += 3) {
            const first = batches[i] * VERTEX_BYTES;
            gl.vertexAttribPointer(this.at, 2, gl.FLOAT, false, VERTEX_BYTES, first);
            gl.vertexAttribPointer(this.colour, 4, gl.UNSIGNED_BYTE, true, VERTEX_BYTES, first + 8);
            gl.drawElements(gl.TRIANGLES, batches[i + 2], gl.UNSIGNED_SHORT, 2 * batches[i + 1]);
        }
        this.write(module, letter);
    }

    // Texts seldom change: they are drawn anew only then.
    write(module, letter) {
        const count = module.call.page_label_count(), at = module.call.page_labels();
        const labels = [];
        for (let i = 0; i < count; i++) {
            const place = module.floats(at + i * LABEL_BYTES, 2), c = module.bytes(at + i * LABEL_BYTES + 8, 4);
            labels.push([Math.round(place[0] * 4) / 4, Math.round(place[1] * 4) / 4,
                `rgba(${c[0]},${c[1]},${c[2]},${c[3] / 255})`, module.text(at + i * LABEL_BYTES + 12, 96)]);
        }
        const drawn = letter + JSON.stringify(labels);
        if (drawn === this.drawnText) return;
        this.drawnText = drawn;
        this.text.clearRect(0, 0, this.canvas.width, this.canvas.height);
        this.text.font = `${letter}px "DejaVu Sans", Verdana, system-ui, sans-serif`;
        this.text.textBaseline = 'middle';
        for (const [x, y, colour, words] of labels) {
            this.text.fillStyle = colour;
            this.text.fillText(words, x, y);
        }
    }
}

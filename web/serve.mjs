// Serves a folder on localhost, for trying pages that any host of static files can serve.
//   node web/serve.mjs FOLDER [PORT]      without PORT: 8000, or the next that is free
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';

const kinds = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.mjs': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8', '.png': 'image/png',
};

/** A server of that folder that listens; port 0: any that is free. */
export function serve(folder, port) {
    const server = createServer((request, response) => {
        let path;
        try {
            path = join(folder, normalize('/' + decodeURIComponent(new URL(request.url, 'http://localhost').pathname)));
            if (statSync(path).isDirectory()) path = join(path, 'index.html');
            statSync(path);
        } catch {
            response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n');
            return;
        }
        response.writeHead(200, { 'content-type': kinds[extname(path)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
        createReadStream(path).pipe(response);
    });
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => resolve(server));
    });
}

async function main([folder, asked]) {
    if (asked !== undefined && !(/^\d+$/.test(asked) && Number(asked) <= 65535)) {
        console.error(`serve: PORT is '${asked}', must be a whole number in [0, 65535]`);
        process.exitCode = 2;
        return;
    }
    for (let port = Number(asked ?? 8000); ; port++) {
        try {
            const server = await serve(folder, port);
            console.log(`The pages are at http://localhost:${server.address().port}/  (Ctrl-C ends)`);
            return;
        } catch (error) {
            if (!asked && error.code === 'EADDRINUSE' && port <= 8100) continue;
            console.error(`serve: port ${port} can't be had: ${error.code}`);
            process.exitCode = 1;
            return;
        }
    }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));

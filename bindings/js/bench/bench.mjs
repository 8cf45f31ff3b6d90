// The same flock in wend and in yuka (npm), one thread: density 1 in a square, about 24 neighbours each, all three rules.
//   node bench.mjs [AGENTS]      default 10000; after `./run web --build-only` and npm install in this folder
// yuka has its spatial index on. Rounds alternate, and the best of each counts, since machines are noisy.
import { createWend } from 'wend';
import { AlignmentBehavior, CellSpacePartitioning, CohesionBehavior, EntityManager, SeparationBehavior, Vehicle } from 'yuka';

const COUNT = Number(process.argv[2] ?? 10000), NEIGHBOURS = 24, STEP = 1 / 60, WARM_UPS = 3, ROUNDS = 5;
const side = Math.sqrt(COUNT), radius = Math.sqrt(NEIGHBOURS / Math.PI);

// A fixed sequence: both get the same places and directions.
function spread(k, base) {
    let value = 0, place = 1;
    for (let n = k + 1; n > 0; n = Math.floor(n / base)) { place /= base; value += place * (n % base); }
    return value;
}
const starts = Array.from({ length: COUNT }, (_, i) => ({ x: side * spread(i, 2), y: side * spread(i, 3), angle: 2 * Math.PI * spread(i, 5) }));

async function wendFlock() {
    const wend = await createWend(), world = new wend.World({ edge: wend.EDGE_WRAP, high: [side, side, 0], doesPushApart: false });
    const ids = world.spawnMany(COUNT, (i) => ({ group: 1, agent: { position: [starts[i].x, starts[i].y, 0],
        velocity: [Math.cos(starts[i].angle), Math.sin(starts[i].angle), 0], radius: 0.05, neighbourRadius: radius, maxSpeed: 1, maxAcceleration: 3 } }));
    for (const id of ids) world.setGoal(id, wend.goalCruise(0));
    let sum = 0;
    return {
        step() { world.step(STEP); sum += world.positions[0]; }, // the positions are read, as a page would
        neighbours: () => world.stats.neighbours / COUNT,
    };
}

function yukaFlock() {
    const manager = new EntityManager(), cells = Math.max(1, Math.floor(side / radius)), vehicles = [];
    // yuka's index doesn't wrap; the square is centred on the origin, and who leaves it comes back on the other side.
    manager.spatialIndex = new CellSpacePartitioning(side, 1, side, cells, 1, cells);
    for (const start of starts) {
        const vehicle = new Vehicle();
        vehicle.position.set(start.x - side / 2, 0, start.y - side / 2);
        vehicle.velocity.set(Math.cos(start.angle), 0, Math.sin(start.angle));
        vehicle.maxSpeed = 1;
        vehicle.maxForce = 3;
        vehicle.updateNeighborhood = true;
        vehicle.neighborhoodRadius = radius;
        for (const [Rule, weight] of [[SeparationBehavior, 1.5], [AlignmentBehavior, 0.5], [CohesionBehavior, 0.3]]) {
            const rule = new Rule();
            rule.weight = weight;
            vehicle.steering.add(rule);
        }
        manager.add(vehicle);
        vehicles.push(vehicle);
    }
    const wrap = (v) => (v > side / 2 ? v - side : v < -side / 2 ? v + side : v);
    return {
        step() {
            manager.update(STEP);
            for (const { position } of vehicles) { position.x = wrap(position.x); position.z = wrap(position.z); }
        },
        neighbours: () => vehicles.reduce((sum, vehicle) => sum + vehicle.neighbors.length, 0) / COUNT,
    };
}

const flocks = { wend: await wendFlock(), yuka: yukaFlock() }, best = { wend: Infinity, yuka: Infinity }, steps = { wend: 20, yuka: 2 };
for (const flock of Object.values(flocks)) for (let i = 0; i < WARM_UPS; i++) flock.step();
for (let round = 0; round < ROUNDS; round++)
    for (const [name, flock] of Object.entries(flocks)) {
        const began = process.cpuUsage();
        for (let i = 0; i < steps[name]; i++) flock.step();
        const used = process.cpuUsage(began);
        best[name] = Math.min(best[name], (used.user + used.system) / 1000 / steps[name]);
    }
console.log('library  agents  neighbours  ms a step  ns an agent');
for (const name of Object.keys(flocks))
    console.log(`${name.padEnd(7)} ${String(COUNT).padStart(7)} ${flocks[name].neighbours().toFixed(1).padStart(11)} ${best[name].toFixed(2).padStart(10)} ${(best[name] * 1e6 / COUNT).toFixed(0).padStart(12)}`);
console.log(`wend is ${(best.yuka / best.wend).toFixed(1)} times as fast`);

// Two thousand birds in space: wend thinks and moves, three.js draws.
//   npm install && npx serve .      or any other server of static files, in this folder
import * as THREE from 'three';
import { createWend } from 'wend';

const COUNT = 2000, SIDE = 60;
const wend = await createWend();
const world = new wend.World({ plane: wend.XYZ, edge: wend.EDGE_WRAP, high: [SIDE, SIDE, SIDE] });
const birds = world.spawnMany(COUNT, () => ({
    group: 1,
    agent: {
        position: [0, 0, 0].map(() => Math.random() * SIDE),
        velocity: [0, 0, 0].map(() => Math.random() - 0.5),
        maxSpeed: 8,
        radius: 0.3,
        neighbourRadius: 5,
    },
}));
for (const bird of birds) world.setGoal(bird, wend.goalCruise(0));

const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(50, 1, 0.1, 500), renderer = new THREE.WebGLRenderer({ antialias: true });
scene.fog = new THREE.Fog(0x12171e, 60, 150);
scene.background = scene.fog.color;
scene.add(new THREE.HemisphereLight(0xffffff, 0x223344, 3));
const shape = new THREE.ConeGeometry(0.35, 1.4, 5).rotateX(Math.PI / 2);
const flock = new THREE.InstancedMesh(shape, new THREE.MeshLambertMaterial({ color: 0x64bdf2 }), COUNT);
scene.add(flock);
document.body.append(renderer.domElement);

const body = new THREE.Object3D(), ahead = new THREE.Vector3();
function draw(time) {
    world.step(1 / 60);
    const at = world.positions, heading = world.headings; // views on wend's memory: nothing is copied here
    for (let i = 0; i < COUNT; i++) {
        body.position.fromArray(at, 3 * i);
        body.lookAt(ahead.fromArray(heading, 3 * i).add(body.position));
        body.updateMatrix();
        flock.setMatrixAt(i, body.matrix);
    }
    flock.instanceMatrix.needsUpdate = true;
    camera.position.set(SIDE / 2 + 80 * Math.sin(time / 9000), SIDE / 2 + 20, SIDE / 2 + 80 * Math.cos(time / 9000));
    camera.lookAt(SIDE / 2, SIDE / 2, SIDE / 2);
    renderer.render(scene, camera);
}

function resize() {
    renderer.setSize(innerWidth, innerHeight);
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
}
addEventListener('resize', resize);
resize();
renderer.setAnimationLoop(draw);

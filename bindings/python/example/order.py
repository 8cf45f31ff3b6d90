"""How a flock finds its order: the polarisation (how long the mean of all directions is: 1 if all fly the same way, near 0 if each flies its own) over time,
with and without the rule to fly along.

    python3 order.py [FILE.png]
"""
import sys

import matplotlib
import numpy as np

import wend

matplotlib.use('Agg')
import matplotlib.pyplot as plt  # noqa: E402

SIDE, BIRDS, SECONDS, STEP = 50.0, 400, 40.0, 1 / 30


def make_flock(alignment: float) -> wend.World:
    """Birds at random places that fly in random directions, in a square whose opposite edges are one."""
    world = wend.World(edge=wend.EDGE_WRAP, high=(SIDE, SIDE), seed=1)
    random = np.random.default_rng(1)
    angles = random.uniform(-np.pi, np.pi, BIRDS)
    birds = world.spawn_many(random.uniform(0, SIDE, (BIRDS, 2)), 3 * np.stack([np.cos(angles), np.sin(angles)], axis=1), group=1, radius=0.2,
                             max_speed=4.0, max_acceleration=6.0, neighbour_radius=6.0)
    recipe = wend.Recipe(combiner=wend.COMBINE_SUM, wish_count=0, flock={'alignment': alignment, 'does_align_headings': True})
    for wish, weight in (wend.WISH_SEPARATE, 1.0), (wend.WISH_ALIGN, 1.0), (wend.WISH_COHERE, 0.5), (wend.WISH_GOAL, 0.5):
        wend.recipe_add(recipe, wish, weight)
    wend.recipe_also(recipe, wend.goal_wander(), 0.25)
    world.set_recipe(birds, recipe)
    world.set_goal(birds, wend.goal_cruise(3.0))
    return world


def polarisation(world: wend.World) -> float:
    velocities = world.velocities
    speeds = np.linalg.norm(velocities, axis=1, keepdims=True)
    return float(np.linalg.norm(np.mean(velocities / np.maximum(speeds, 1e-6), axis=0)))


def play(world: wend.World) -> np.ndarray:
    order = []
    for _ in range(round(SECONDS / STEP)):
        order.append(polarisation(world))
        world.step(STEP)
    return np.array(order)


def main() -> None:
    flocks = {'all three rules': make_flock(1.0), 'a fifth of the alignment': make_flock(0.2), 'no alignment': make_flock(0.0)}
    orders = {name: play(world) for name, world in flocks.items()}
    figure, (over_time, at_end) = plt.subplots(1, 2, figsize=(11, 4.6), width_ratios=[1.35, 1], layout='constrained')
    seconds = np.arange(len(orders['no alignment'])) * STEP
    for (name, order), colour in zip(orders.items(), ['#1f5fbf', '#2e9e6b', '#c8553d']):
        over_time.plot(seconds, order, label=name, color=colour, linewidth=1.8)
    over_time.set(xlabel='seconds', ylabel='polarisation', xlim=(0, SECONDS), ylim=(0, 1.02), title=f'The order of {BIRDS} birds')
    over_time.grid(alpha=0.25)
    over_time.legend(loc=(0.62, 0.25))
    world = flocks['all three rules']
    places, ways = world.positions, world.velocities
    at_end.quiver(places[:, 0], places[:, 1], ways[:, 0], ways[:, 1], np.arctan2(ways[:, 1], ways[:, 0]), cmap='twilight', clim=(-np.pi, np.pi),
                  scale=90, width=0.004)
    at_end.set(xlim=(0, SIDE), ylim=(0, SIDE), aspect='equal', title=f'All three rules after {SECONDS:g} seconds', xlabel='x', ylabel='y')
    file = sys.argv[1] if len(sys.argv) > 1 else 'order.png'
    figure.savefig(file, dpi=110)
    print(', '.join(f'{name}: {np.mean(order[-300:]):.2f}' for name, order in orders.items()))


if __name__ == '__main__':
    main()

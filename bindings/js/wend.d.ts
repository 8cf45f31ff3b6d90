import type {
    AgentDef, Box, Caster, Choice, ChoiceResult, Constants, Event, Filter, Functions, Goal, GridDef, GridQuery, GridResult, Id, Mark, ObstaclesDef, Pointer,
    Reason, Recipe, Shape, Vec, WorldDef, WorldStats,
} from './api.js';
export * from './api.js';

/** Some of the fields, also of structs inside; the rest is as the library's default has it. */
export type Given<T> = { [K in keyof T]?: T[K] extends number | bigint | boolean | string | null | Vec | readonly unknown[] ? T[K] : T[K] extends object ? Given<T[K]> : T[K] };

/** What the library refuses, in its own words: the field, the value and what is allowed. */
export class WendError extends Error { status: number; }

/** Loads the library. `source`: where the module is, or its bytes; without it the file of the package. */
export function createWend(source?: string | URL | ArrayBuffer | ArrayBufferView): Promise<Wend>;

export interface Wend extends Constants, Omit<Functions, 'goalFollow'> {
    World: new (options?: WorldOptions) => World;
    Ring: new (slots?: number, isSpatial?: boolean) => Ring;
    Grid: new (map: string | Given<GridDef>, options?: Given<GridDef>) => Grid;
    Obstacles: new (options?: Given<ObstaclesDef>) => Obstacles;
    goalFollow(points: Vec[], count?: number, isLoop?: boolean): Goal;
    /** A struct that stays in the module's memory, by the name it has in C without `wend_`. */
    box(type: string, value?: object): Box;
}

export type WorldOptions = Omit<Given<WorldDef>, 'grid' | 'mesh'> & { grid?: Grid | Pointer; mesh?: Pointer; obstacles?: Obstacles };

export interface World {
    readonly pointer: Pointer;
    readonly count: number;
    /** x, y and z of all agents in order of ids: views on the module's memory. Take them anew after each update. */
    readonly positions: Float32Array;
    readonly velocities: Float32Array;
    readonly headings: Float32Array;
    readonly ids: BigUint64Array;
    readonly stats: WorldStats;
    spawn(def?: Given<AgentDef>): Id;
    spawnMany(count: number, def: (index: number) => Given<AgentDef>): Id[];
    remove(id: Id): void;
    has(id: Id): boolean;
    get(id: Id): AgentDef;
    set(id: Id, def: Given<AgentDef>): void;
    setGoal(id: Id, goal: Goal): void;
    queueGoal(id: Id, goal: Goal): void;
    setRecipe(id: Id, recipe: Given<Recipe>): void;
    teleport(id: Id, position: Vec, velocity?: Vec, heading?: Vec): void;
    /** Moves everybody. */
    step(seconds: number): void;
    /** Only thinks: the velocities are wishes, and you report where everybody ended up. */
    think(seconds: number): void;
    report(positions: ArrayLike<number>, velocities: ArrayLike<number>): void;
    events(): Event[];
    within(point: Vec, radius: number, filter?: Filter | null): Id[];
    nearest(point: Vec, radius: number, k: number, filter?: Filter | null): Id[];
    watch(id: Id, isWatched?: boolean): void;
    explain(id: Id): Reason;
    hash(): bigint;
    destroy(): void;
}

export interface Ring {
    readonly pointer: Pointer;
    readonly count: number;
    readonly interest: Float32Array;
    readonly hard: Float32Array;
    readonly soft: Float32Array;
    clear(): void;
    direction(slot: number): Vec;
    toward(layer: number, mark: Given<Mark>): void;
    away(layer: number, mark: Given<Mark>): void;
    write(layer: number, slot: number, value: number, writer?: bigint): void;
    choose(heading?: Vec, last?: Vec, how?: Given<Choice>): ChoiceResult;
    free(): void;
}

export interface Grid {
    readonly pointer: Pointer;
    set(x: number, y: number, cost: number): void;
    get(x: number, y: number): number;
    find(from: [number, number], to: [number, number], query?: Given<GridQuery>): Omit<GridResult, 'way'> & { way: string };
    cells(): [number, number][];
    points(): Vec[];
    destroy(): void;
}

export interface Obstacles {
    readonly pointer: Pointer;
    add(kind: number, shape?: Given<Shape>): Id;
    remove(id: Id): void;
    caster(): Caster;
    destroy(): void;
}

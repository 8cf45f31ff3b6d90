"""wend: steering, flocking, walls, context maps, paths and crowds in two and three dimensions, with the same bits everywhere.

    World, Ring, Grid, Obstacles, Mesh, Flow, Scene   what has a life
    seek, arrive, flock, orca, ...                    every function of the library, by its name without `wend_`
    Agent, Goal, Recipe, ...                          its structs, made with what differs from the defaults
    EDGE_WRAP, Edge.WRAP, ...                         its constants

Vectors are three floats (`Vec`); where one is wanted, any two or three numbers will do. Ids are ints, 0 is nobody. Arrays are numpy's.
What the library refuses is raised as WendError, in its own words.
"""
from .api import *  # noqa: F401,F403
from .api import version
from .core import Vec as Vec, WendError as WendError, dtype as dtype
from .scenes import Scene as Scene, scenes as scenes
from .things import Flow as Flow, Grid as Grid, Mesh as Mesh, Obstacles as Obstacles, Ring as Ring
from .worlds import World as World

__version__ = version()

"""The package as others get it."""
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from conftest import ROOT

PROGRAM = '''
import wend
world = wend.World(seed=1)
hunter, prey = world.spawn(position=(0, 0), max_speed=3), world.spawn(position=(9, 0), max_speed=2)
world.set_goal(hunter, wend.goal_pursue(prey))
world.step(1 / 60, times=60)
print(world.position(hunter).x > 1, wend.__version__)
'''


def run(*command, **given):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True, **given).stdout


def test_a_fresh_environment_can_install_it(wheel, tmp_path):
    run(sys.executable, '-m', 'venv', '--system-site-packages', tmp_path / 'fresh')
    python = tmp_path / 'fresh/bin/python'
    run(python, '-m', 'pip', 'install', '-q', '--no-index', '--no-deps', wheel)
    said, version = run(python, '-c', PROGRAM, cwd=tmp_path, env={**os.environ, 'PYTHONPATH': ''}).split()
    assert said == 'True' and version in Path(wheel).name


def test_what_is_in_it(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {'wend/__init__.py', 'wend/api.py', 'wend/core.py', 'wend/py.typed'} <= set(names)
    assert sum(name.startswith('wend/_wend.') and name.endswith(('.so', '.pyd')) for name in names) == 1
    assert any(name.endswith('LICENSE') for name in names)


def test_its_types_are_sound(wheel, tmp_path):
    pytest.importorskip('mypy', reason="mypy isn't installed")
    zipfile.ZipFile(wheel).extractall(tmp_path)
    (tmp_path / 'use.py').write_text('''
import wend

world = wend.World(edge=wend.EDGE_WRAP, high=(9, 9))
id: int = world.spawn(position=(1, 2))
where: wend.Vec = wend.seek(wend.Agent(position=(1, 2), max_speed=3), (3, 4))
recipe = wend.Recipe(combiner=wend.COMBINE_SUM)
recipe.flock.cohesion = 0.5
x: float = world.get(id).agent.position.x
''')
    (tmp_path / 'mypy.ini').write_text('[mypy]\nstrict = True\nwarn_return_any = False\n[mypy-wend._wend]\nignore_missing_imports = True\n')
    run(sys.executable, '-m', 'mypy', '--config-file', 'mypy.ini', '-p', 'wend', cwd=tmp_path)
    run(sys.executable, '-m', 'mypy', '--config-file', 'mypy.ini', 'use.py', cwd=tmp_path)


def test_a_plot_of_order(tmp_path):
    pytest.importorskip('matplotlib', reason="matplotlib isn't installed")
    said = run(sys.executable, ROOT / 'bindings/python/example/order.py', tmp_path / 'order.png')
    order = dict(part.rsplit(': ', 1) for part in said.strip().split(', '))
    assert float(order['all three rules']) > 0.9 and float(order['no alignment']) < 0.3
    assert (tmp_path / 'order.png').read_bytes().startswith(b'\x89PNG')


def test_the_readme_s_program_runs(tmp_path):
    text = (ROOT / 'bindings/python/README.md').read_text()
    programs = [part.split('```')[0] for part in text.split('```python\n')[1:]]
    assert len(programs) >= 2
    for program in programs:
        run(sys.executable, '-c', program, cwd=tmp_path)

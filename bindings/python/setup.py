"""Builds the wheel: the declarations are read from the headers, and the library and its scenes are compiled into the module."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from cffi import FFI
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCE = '''
#include <float.h>
#include <wend/wend.h>
#include "scenes.h"

static void python_flow_read(const wend_flow *flow, const wend_grid *grid, double *costs, float *directions)
{
    wend_cell size = wend_grid_size(grid);
    for (int y = 0; y < size.y; y++)
        for (int x = 0; x < size.x; x++)
        {
            wend_cell cell = {x, y};
            wend_vec way = wend_flow_at(flow, wend_grid_point(grid, cell)).direction;
            *costs++ = wend_flow_cost(flow, cell);
            *directions++ = way.x;
            *directions++ = way.y;
        }
}

static void python_grid_read(const wend_grid *grid, unsigned char *costs)
{
    wend_cell size = wend_grid_size(grid);
    for (int y = 0; y < size.y; y++)
        for (int x = 0; x < size.x; x++)
            *costs++ = wend_grid_get(grid, (wend_cell){x, y});
}
'''


def version() -> str:
    text = (ROOT / 'include/wend/base.h').read_text()
    return '.'.join(re.search(f'WEND_VERSION_{part} (\\d+)', text)[1] for part in ('MAJOR', 'MINOR', 'PATCH'))


def generate(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, str(HERE / 'generate.py'), str(ROOT / 'include'), str(folder)], check=True)


class BuildPython(build_py):
    def run(self) -> None:
        super().run()
        folder = Path(self.build_lib) / 'wend'
        generate(folder)
        (folder / 'cdef.h').unlink()
        shutil.copy(ROOT / 'LICENSE', folder)


class BuildModule(build_ext):
    def run(self) -> None:
        work = Path(self.build_temp).resolve()
        generate(work)
        built = work / 'library'
        subprocess.run(['cmake', '-S', str(ROOT), '-B', str(built), '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG',
                        '-DCMAKE_POSITION_INDEPENDENT_CODE=ON', '-DWEND_COMMAND=OFF', '-DWEND_TESTS=OFF', '-DBUILD_SHARED_LIBS=OFF'],
                       check=True, stdout=subprocess.DEVNULL)
        subprocess.run(['cmake', '--build', str(built), '--target', 'wend_scenes', '-j', str(os.cpu_count() or 1)], check=True, stdout=subprocess.DEVNULL)
        builder = FFI()
        builder.cdef((work / 'cdef.h').read_text() + (HERE / 'scenes_cdef.h').read_text())
        builder.set_source('wend._wend', SOURCE)
        builder.emit_c_code(str(work / '_wend.c'))
        module = self.extensions[0]
        module.sources = [str(work / '_wend.c')]
        module.extra_objects = [str(built / 'libwend_scenes.a'), str(built / 'libwend.a')]
        super().run()


setup(
    name='wend',
    version=version(),
    description='Steering, flocking, walls, context maps, paths and crowds in two and three dimensions: a C library with the same bits everywhere',
    long_description=(HERE / 'README.md').read_text(),
    long_description_content_type='text/markdown',
    license='MIT',
    python_requires='>=3.9',
    install_requires=['cffi>=1.15', 'numpy>=1.22'],
    packages=['wend'],
    package_data={'wend': ['py.typed']},
    ext_modules=[Extension('wend._wend', [], include_dirs=[str(ROOT / 'include'), str(ROOT / 'scenes')], libraries=['m', 'pthread'])],
    cmdclass={'build_py': BuildPython, 'build_ext': BuildModule},
    zip_safe=False,
)

"""Reads wend's headers, through clang, and writes what the package knows of them:

    python3 generate.py INCLUDE_FOLDER OUT_FOLDER

    cdef.h    all declarations, for cffi, which has the compiler check each struct's layout
    api.py    enumerations, structs and functions with types and the headers' comments, over wend/core.py
"""
from __future__ import annotations

import json
import keyword
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

WIDE = 120
# Functions that classes of the package do better, or that make no sense here.
LEFT_OUT = re.compile(r'wend_(world_(read|save|load|record|note|events|spawn_many|report_many)|near_build|replay|grid_is_clear|\w+_error)$')
# Classes that the package has under the same name, with more in them.
CLASSES = ('World', 'Ring', 'Grid', 'Obstacles', 'Mesh', 'Flow')
# Structs that a function goes on with; all others that it may write to are results.
STATES = {'wend_' + name for name in '''random ring side slider corridor machine layer tree regulator mail path_progress wander_state estimator car_state
    orca_state memory recipe formation'''.split()}
# How long an array is that a function fills, where it has no capacity.
FILLS = {'wend_feeler_ray': '1', 'wend_whisker_rays': 'WHISKERS', 'wend_ring_rays': 'count', 'wend_sense': None, 'wend_formation_places': 'count',
         'wend_match_places': None}
# Never arrays, though a count may follow.
SINGLES = {'wend_agent', 'wend_caster', 'wend_draw', 'wend_formation_def'}
# What may be left away at the end.
DEFAULTS = {'mask': '0xFFFFFFFF', 'ignore': '0', 'writer': '0', 'is_loop': 'False', 'is_watched': 'True', 'filter': 'None', 'figure': 'None', 'how': 'None',
            'caster': 'None', 'budget': '0'}
INTS = {'int', 'unsigned int', 'uint32_t', 'int32_t', 'uint64_t', 'int64_t', 'uint8_t', 'int8_t', 'uint16_t', 'int16_t', 'size_t', 'wend_colour'}
FLOATS = {'float', 'double'}
BOOLS = {'_Bool', 'bool'}
IDS = {'wend_agent_id', 'wend_obstacle_id'}


def read_tree(include: Path) -> list[dict]:
    with tempfile.NamedTemporaryFile('w', suffix='.c') as source:
        source.write('#include <wend/wend.h>\n')
        source.flush()
        run = subprocess.run(['clang-14', '-std=c17', '-fsyntax-only', '-fparse-all-comments', '-Xclang', '-ast-dump=json', f'-I{include}', source.name],
                             capture_output=True, check=False, text=True)
    if run.returncode:
        raise SystemExit(run.stderr)
    return json.loads(run.stdout)['inner']


# ---- names and comments ---------------------------------------------------------------------------------------------

def bare(name: str) -> str:
    return re.sub('^(wend|WEND)_', '', name)


def pascal(name: str) -> str:
    return ''.join(part.capitalize() for part in bare(name).split('_'))


def safe(name: str) -> str:
    return name + '_' if keyword.iskeyword(name) else name


def argument(name: str) -> str:
    return {'self': 'agent', 'def': 'definition'}.get(name, safe(name))


def comment(node: dict) -> str:
    words: list[str] = []

    def collect(n: dict) -> None:
        if n['kind'] == 'TextComment':
            words.append(n['text'].strip())
        for inner in n.get('inner', []):
            collect(inner)

    for inner in node.get('inner', []):
        if inner['kind'] == 'FullComment':
            collect(inner)
    return re.sub(r'\s+', ' ', ' '.join(words)).replace('\\', '\\\\').replace('"""', "'''").strip()


def docstring(text: str, indent: str, more: list[str] | None = None) -> str:
    text = text and textwrap.fill(text, WIDE - len(indent), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    lines = [text or ''] + [textwrap.fill(line, WIDE, initial_indent=indent, subsequent_indent=indent + '    ', break_on_hyphens=False) for line in more or []]
    if not text and not more:
        return ''
    return f'{indent}"""{lines[0]}' + ''.join(f'\n{line}' for line in ([''] + lines[1:] if more else [])) + (f'\n{indent}"""\n' if more else '"""\n')


# ---- the headers ----------------------------------------------------------------------------------------------------

class Header:
    def __init__(self, include: Path) -> None:
        self.enums: dict[str, list[tuple[str, int, str]]] = {}
        self.structs: dict[str, list[tuple[str, str, str]]] = {}
        self.callbacks: dict[str, str] = {}
        self.docs: dict[str, str] = {}
        self.functions: list[tuple[str, str, list[tuple[str, str]], bool]] = []
        self.declarations: list[str] = []
        self.handles: list[str] = []
        for node in read_tree(include):
            name = node.get('name', '')
            if not name.startswith('wend_'):
                continue
            {'EnumDecl': self.add_enum, 'RecordDecl': self.add_struct, 'TypedefDecl': self.add_typedef,
             'FunctionDecl': self.add_function}.get(node['kind'], lambda *_: None)(name, node)
        self.constants = self.read_constants(include)

    def add_enum(self, name: str, node: dict) -> None:
        rows, following = [], 0
        for row in node.get('inner', []):
            if row['kind'] != 'EnumConstantDecl':
                continue
            found = re.search(r'"kind": "ConstantExpr".*?"value": "(-?\d+)"', json.dumps(row))
            value = int(found[1]) if found else following
            following = value + 1
            rows.append((row['name'], value, comment(row)))
        self.enums[name], self.docs[name] = rows, comment(node)
        self.declarations.append(f'typedef enum {{ {", ".join(f"{row} = {value}" for row, value, _ in rows)} }} {name};')

    def add_struct(self, name: str, node: dict) -> None:
        if not node.get('completeDefinition'):
            return
        fields = [(f['name'], f['type']['qualType'], comment(f)) for f in node.get('inner', []) if f['kind'] == 'FieldDecl']
        self.structs[name], self.docs[name] = fields, comment(node)
        self.declarations.append(f'typedef struct {{ {" ".join(self.declare(kind, field) + ";" for field, kind, _ in fields)} }} {name};')

    def add_typedef(self, name: str, node: dict) -> None:
        kind = node['type']['qualType']
        if '(' in kind:
            result, arguments = kind.split('(', 1)
            self.callbacks[name] = kind
            self.declarations.append(f'typedef {result}{name}({arguments};')
        elif kind == f'struct {name}' and name not in self.structs:
            self.handles.append(name)
            self.declarations.append(f'typedef struct {name} {name};')
        elif not kind.startswith(('struct ', 'enum ')):
            self.declarations.append(f'typedef {kind} {name};')

    def add_function(self, name: str, node: dict) -> None:
        if any(f[0] == name for f in self.functions):
            return
        result = node['type']['qualType'].split('(')[0].strip()
        params = [(p['name'], p['type']['qualType']) for p in node.get('inner', []) if p['kind'] == 'ParmVarDecl']
        self.docs[name] = comment(node)
        self.functions.append((name, result, params, node.get('storageClass') == 'static'))
        self.declarations.append(f'{result} {name}({", ".join(self.declare(kind, param) for param, kind in params) or "void"});')

    @staticmethod
    def declare(kind: str, name: str) -> str:
        if '(*)' in kind:
            return kind.replace('(*)', f'(*{name})', 1)
        found = re.match(r'(.*?)((\[\d+\])+)$', kind)
        return f'{found[1]} {name}{found[2]}' if found else f'{kind} {name}'

    def read_constants(self, include: Path) -> dict[str, str]:
        constants = {}
        for header in sorted((include / 'wend').glob('*.h')):
            for name, value in re.findall(r'^#define WEND_(\w+)\s+(-?[\d.]+|0x[\da-f]+)[uf]?(?:\s*//.*)?$', header.read_text(), re.MULTILINE):
                constants[name] = value
        return constants


# ---- types ----------------------------------------------------------------------------------------------------------

class Writer:
    def __init__(self, header: Header) -> None:
        self.h = header

    def plain(self, kind: str) -> str:
        return re.sub(r'^(const|struct|enum) ', '', kind.strip())

    def target(self, kind: str) -> str:
        """What a pointer leads to."""
        return self.plain(re.sub(r'\s*\*\s*(const)?$', '', kind))

    def hint(self, kind: str, is_in: bool = False) -> str:
        """A value's type, as it comes out or as it may go in."""
        kind = self.plain(kind)
        if kind in BOOLS:
            return 'bool'
        if kind in INTS or kind in IDS:
            return 'int'
        if kind in FLOATS:
            return 'float'
        if kind == 'wend_vec':
            return 'VecLike' if is_in else 'Vec'
        if kind == 'wend_cell' and is_in:
            return 'Cell | tuple[int, int]'
        if kind in self.h.enums or kind in self.h.structs:
            return pascal(kind)
        if kind == 'char *' or kind == 'const char *':
            return 'str'
        raise ValueError(kind)

    def into(self, kind: str, name: str) -> str:
        """A value, as C takes it."""
        kind = self.plain(kind)
        if kind == 'wend_vec':
            return f'vec({name})'
        if kind in IDS:
            return f'ident({name})'
        if kind in self.h.structs:
            return f"value({name}, '{kind}')"
        return name

    def outof(self, kind: str, name: str, borrowed: str = '') -> str:
        kind = self.plain(kind)
        if kind == 'wend_vec':
            return f'from_vec({name})'
        if kind in IDS:
            return f'{name}.value'
        if kind in self.h.enums:
            return f'member({pascal(kind)}, {name})'
        if kind in self.h.structs:
            return f'{pascal(kind)}._of({name}{borrowed if self.borrows(kind) else ""})'
        if kind == 'char *':
            return f'from_text({name})'
        return name

    def borrows(self, kind: str) -> bool:
        """Is there a pointer in that struct?"""
        return any('*' in field or self.plain(field) in self.h.structs and self.borrows(self.plain(field)) for _, field, _ in self.h.structs[kind])

    def listed(self, of: str) -> str:
        return 'Floats' if of == 'wend_vec' else 'Any' if of in IDS or of in INTS or of in FLOATS else f'Array[{pascal(of)}]'

    def is_array(self, of: str, following: list[str]) -> bool:
        return bool(following) and re.search(r'(^|_)count$', following[0]) is not None and of != 'void'

    # ---- structs

    def field(self, struct: str, index: int) -> str:
        name, kind, _ = self.h.structs[struct][index]
        plain = self.plain(kind)
        array = re.match(r'(.*?)((?:\[\d+\])+)$', kind)
        if array:
            of, shape = self.plain(array[1]), array[2].strip('[]').replace('][', ', ')
            if of == 'char':
                return 'TextField()'
            return f"ArrayField('{of}', {shape}{f', struct={pascal(of)}' if of in self.h.structs and of != 'wend_vec' else ''})"
        if '(*)' in kind:
            return f"CallbackField('{kind}')"
        if '*' in kind:
            of = self.target(kind)
            if of in self.h.callbacks:
                return f"CallbackField('{of} *')"
            if of == 'char':
                return 'TextField()'
            counts = ''
            for other, other_kind, _ in self.h.structs[struct][index + 1:]:
                if '*' not in other_kind:
                    counts = other if self.plain(other_kind) == 'int' and re.search('(^|_)(count|capacity)$', other) else ''
                    break
            return f"PointerField('{of}'{f', {counts!r}' if counts else ''})"
        if plain == 'wend_vec':
            return 'VecField()'
        if plain in IDS:
            return 'IdField()'
        if plain in self.h.enums:
            return f'EnumField({pascal(plain)})'
        if plain in self.h.structs:
            return f'StructField({pascal(plain)})'
        hint = self.hint(plain)
        return f'AnyField[{hint}, {hint}]()'

    def field_hint(self, made: str) -> str:
        found = re.match(r'(\w+)(?:\[(\w+),|\((\w*))', made)
        kind = found[1]
        if kind == 'EnumField' or kind == 'StructField':
            return found[3] + (' | tuple[int, int]' if found[3] == 'Cell' else ' | dict[str, Any]' if kind == 'StructField' else ' | int')
        return {'VecField': 'VecLike', 'IdField': 'int', 'TextField': 'str', 'AnyField': found[2]}.get(kind, 'Any')

    def struct(self, name: str) -> str:
        default = [f for f, result, params, _ in self.h.functions if not params and self.plain(result) == name and f.startswith('wend_default_')]
        fields = [(argument(field), self.field(name, i), doc) for i, (field, _, doc) in enumerate(self.h.structs[name]) if '_user' not in field and field != 'user'
                  or '*' not in self.h.structs[name][i][1]]
        hints = [(field, self.field_hint(made)) for field, made, _ in fields if field != 'cookie']
        out = [f'class {pascal(name)}(Struct):\n']
        out.append(docstring(self.h.docs[name] or f'{name}.', '    ', [f'{field}: {doc}' for field, _, doc in fields if doc]))
        names = {argument(field): field for field, _, _ in self.h.structs[name] if argument(field) != field}
        out.append(f"    _c = '{name}'\n" + (f'    _names = {names}\n' if names else '') + (f'    _default = lib.{default[0]}\n' if default else ''))
        out += [f'    {field} = {made}\n' for field, made, _ in fields]
        out.append('    if TYPE_CHECKING:\n        def __init__(self, *' + ''.join(f', {field}: {hint} = ...' for field, hint in hints) + ') -> None: ...\n'
                   if hints else '')
        return ''.join(out)

    # ---- functions

    def function(self, name: str, result: str, params: list[tuple[str, str]]) -> str:  # one rule for each kind of parameter
        takes: list[str] = []
        before: list[str] = []
        passed: list[str] = []
        after: list[str] = []
        outs: list[tuple[str, str]] = []  # expression, hint
        borrowed: list[str] = []
        error, fills, has_callback, lengths = '', None, False, {}
        i = 0
        while i < len(params):
            param, kind = params[i]
            plain, at = self.plain(kind), argument(param)
            following = [p for p, _ in params[i + 1:i + 2]]
            of = self.target(kind) if '*' in kind else ''
            is_const = kind.startswith('const ')
            counter = next((p for p, k in params[i + 1:] if '*' not in k), '') if '*' in kind else ''
            has_counter = counter == 'count' or re.search('_count$', counter) is not None
            if has_counter and not self.directly(params, i, counter):
                has_counter = False
            if '*' not in kind:
                if param in lengths:
                    passed.append(lengths[param])
                else:
                    takes.append(f'{at}: {self.hint(kind, True)}')
                    passed.append(self.into(kind, at))
            elif of == 'wend_error':
                before.append("error = ffi.new('wend_error *')")
                passed.append('error')
                error = 'error'
            elif of == 'wend_allocator' or param == 'user' or param.endswith('_user'):
                passed.append('ffi.NULL')
            elif of in self.h.callbacks:
                takes.append(f'{at}: Callable[..., Any] | None')
                before.append(f"c_{param} = callback('{of} *', {at})")
                passed.append(f'c_{param}')
                has_callback = True
            elif of == 'char' and is_const:
                takes.append(f'{at}: str')
                passed.append(f'c_text({at})')
            elif of == 'char':
                before.append("block = ffi.new('char[]', 4096)")
                passed += ['block', '4096']
                outs.append(('from_text(block)', 'str'))
                i += 1
            elif of in self.h.handles:
                takes.append(f'{at}: {pascal(of)}')
                passed.append(f'pointer({at})')
                borrowed.append(at)
            elif not is_const and following and following[0] in ('capacity', 'k'):
                if following[0] == 'k':
                    takes.append('k: int')
                    before.append(f"block = ffi.new('{of}[]', max(k, 1))")
                    passed += ['block', 'k']
                    fills = ('return', f"from_array('{of}', {self.kind_of(of)}, block, max(got, 0))", self.listed(of))
                else:
                    passed += ['block', 'room']
                    fills = ('listed', of, self.listed(of))
                i += 1
            elif not is_const and name in FILLS and self.is_result(name, param):
                count = FILLS[name] or next(iter(lengths.values()))
                before.append(f"block = ffi.new('{of}[]', max({count}, 1))")
                passed.append('block')
                outs.append((f"from_array('{of}', {self.kind_of(of)}, block, {count})", self.listed(of)))
            elif has_counter and of not in SINGLES and (is_const or of not in STATES):
                takes.append(f'{at}: {self.sequence(of)}')
                if not is_const and of == 'wend_vec':
                    before.append(f'{at} = np.array({at}, np.float32)')
                before.append(f"c_{param}, n_{param} = array('{of}', {at})")
                if counter in lengths:
                    before.append(f"if n_{param} != {lengths[counter]}:\n        raise WendError('{param} are {{}}, must be {{}}'.format(n_{param}, "
                                  f'{lengths[counter]}))')
                else:
                    lengths[counter] = f'n_{param}'
                passed.append(f'c_{param}')
                if not is_const and of == 'wend_vec':
                    fills = ('pulled', f"np.frombuffer(ffi.buffer(c_{param}), np.float32).reshape(-1, 3)[:got]", 'Floats')
                elif not is_const:
                    after.append(f'copy_back({at}, c_{param})')
                borrowed.append(f'c_{param}')
            elif is_const or of in STATES and param != 'out' and not name.startswith('wend_explain'):
                can_lack = param in DEFAULTS or param == 'def' and params[0][0] in ('self', 'caster')
                takes.append(f'{at}: {self.hint(of)}{" | None" if can_lack else ""}')
                passed.append(f'pointer({at})')
                borrowed.append(at)
            else:
                before.append(f"out_{param} = ffi.new('{of} *')")
                passed.append(f'out_{param}')
                value = self.outof(of, f'out_{param}[0]') if of not in self.h.structs or of in IDS or of == 'wend_vec' else \
                    f'{pascal(of)}._view(out_{param}, {{}})'
                outs.append((value, self.hint(of)))
            i += 1
        return self.body(name, result, takes, before, passed, after, outs, borrowed, error, fills, has_callback, params)

    @staticmethod
    def directly(params: list[tuple[str, str]], i: int, counter: str) -> bool:
        """Only pointers stand between an array and its length, and they are arrays as well."""
        for p, k in params[i + 1:]:
            if p == counter:
                return True
            if '*' not in k:
                return False
        return False

    @staticmethod
    def is_result(name: str, param: str) -> bool:
        return param in ('out', 'places', 'place_of', 'hits') and not (name == 'wend_match_places' and param == 'places')

    def kind_of(self, of: str) -> str:
        return 'None' if of == 'wend_vec' or of in IDS or of in INTS or of in FLOATS else pascal(of)

    def sequence(self, of: str) -> str:
        if of == 'wend_vec':
            return 'VecsLike'
        if of in IDS or of in INTS or of in FLOATS:
            return 'Any'
        return f'Structs[{pascal(of)}]'

    def body(self, name, result, takes, before, passed, after, outs, borrowed, error, fills, has_callback, params) -> str:
        call = f'lib.{name}({", ".join(passed)})'
        kept = ''.join(f', {b}' for b in borrowed)
        lines = list(before)
        plain = self.plain(result)
        settle = has_callback or name.startswith(('wend_machine_', 'wend_layer_', 'wend_tree_', 'wend_draw_')) or {'caster', 'filter'} & {p for p, _ in params} or name in ('wend_world_step', 'wend_world_think')
        returned = 'None'
        values = [e for e, _ in outs]
        hints = [h for _, h in outs]
        if fills and fills[0] == 'listed':
            lines.append(f"return listed('{fills[1]}', {self.kind_of(fills[1])}, lambda block, room: {call})")
            returned = fills[2]
        elif fills:
            lines.append(f'got = {call}')
            if settle:
                lines.append('settle()')
            lines.append(f'return {fills[1]}')
            returned = fills[2]
        elif plain == 'wend_status':
            lines.append(f'status = {call}')
            lines += after
            handle = next((self.target(k) for _, k in params if '*' in k and self.target(k) in self.h.handles), '')
            known = f'lib.{handle}_error(pointer({argument(params[0][0])}))' if f'{handle}_error' in [f[0] for f in self.h.functions] else 'None'
            lines.append(f'if status:\n        fail(status, {error or known})')
            if settle:
                lines.append('settle()')
            if values:
                lines.append(f'return {", ".join(values)}')
                returned = hints[0] if len(hints) == 1 else f'tuple[{", ".join(hints)}]'
        elif plain.endswith('*') and self.target(result) in self.h.handles:
            kind = self.target(result)
            if f'{kind}_destroy' in [f[0] for f in self.h.functions] and '_create' in name:
                lines.append(f'return {pascal(kind)}._own({call}, {error or "None"}, lib.{kind}_destroy)')
            else:
                handle = self.target(params[0][1])
                lines.append(f'return {pascal(kind)}._borrow(made({call}, lib.{handle}_error(pointer({argument(params[0][0])}))){kept})')
            returned = pascal(kind)
        elif plain.endswith('*') and plain != 'char *':
            kind = self.target(result)
            lines += [f'found = {call}', f'return None if found == ffi.NULL else {pascal(kind)}._of(found[0])']
            returned = f'{pascal(kind)} | None'
        elif plain == 'void':
            lines.append(call)
            lines += after
            if settle:
                lines.append('settle()')
            if values:
                lines.append(f'return {", ".join(values)}')
                returned = hints[0] if len(hints) == 1 else f'tuple[{", ".join(hints)}]'
        elif values and plain in BOOLS:
            lines.append(f'found = {call}')
            if settle:
                lines.append('settle()')
            one = values[0] if len(values) == 1 else f'({", ".join(values)})'
            lines.append(f'return {one} if found else None')
            returned = (hints[0] if len(hints) == 1 else f'tuple[{", ".join(hints)}]') + ' | None'
        elif values and plain == 'int' and name in FILLS:
            lines.append(call)
            if settle:
                lines.append('settle()')
            lines.append(f'return {values[0]}')
            returned = hints[0]
        elif after or settle or values:
            lines.append(f'result = {call}')
            lines += after
            if settle:
                lines.append('settle()')
            if name == 'wend_explain_text':
                lines.append(f'return {values[0]}')
                returned = 'str'
            else:
                all_values = [self.outof(result, 'result', kept)] + values
                lines.append(f'return {", ".join(all_values)}')
                all_hints = [self.hint(result)] + hints
                returned = all_hints[0] if len(all_hints) == 1 else f'tuple[{", ".join(all_hints)}]'
        else:
            lines.append(f'return {self.outof(result, call, kept)}')
            returned = self.hint(result)
        for i in range(len(takes) - 1, -1, -1):
            param = takes[i].split(':')[0]
            default = DEFAULTS.get(param, 'None' if takes[i].endswith(' | None') and params[0][0] in ('self', 'caster') else '')
            if not default or param == 'budget' and plain == 'wend_status':
                break
            takes[i] += f' = {default}'
        head = f'def {safe(bare(name))}({", ".join(takes)}) -> {returned}:\n'
        return head + docstring(self.h.docs[name] or f'{name}.', '    ') + ''.join(f'    {line}\n' for line in lines)

    # ---- all of it

    def enum(self, name: str) -> str:
        rows = [row for row in self.h.enums[name] if not row[0].endswith('_COUNT')]
        common = re.match(r'(?:[A-Z0-9]+_)*', rows[0][0])[0]
        while not all(row[0].startswith(common) for row in rows):
            common = re.sub(r'[A-Z0-9]+_$', '', common)
        docs = [f'{row[0][len(common):]}: {row[2]}' for row in rows if row[2]]
        members = ''.join(f'    {row[0][len(common):]} = {row[1]}\n' for row in rows)
        constants = ''.join(f'{bare(row[0])} = {pascal(name)}.{row[0][len(common):]}\n' for row in rows)
        return f'class {pascal(name)}(enum.IntEnum):\n{docstring(self.h.docs[name] or name + ".", "    ", docs)}\n{members}\n\n{constants}'

    def module(self) -> str:
        parts = ['''"""Made by generate.py from wend's headers: every type and every function, by its name without `wend_`."""
from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from ._wend import ffi, lib
from .core import (AnyField, Array, ArrayField, CallbackField, EnumField, Floats, Handle, IdField, PointerField, Struct, StructField, TextField, Vec, VecField,
                   Structs, VecLike, VecsLike, WendError, array, c_text, callback, copy_back, fail, from_array, from_text, from_vec, ident, listed, made, member, pointer,
                   settle, value, vec)
''']
        parts += [''.join(f'{name} = {value}\n' for name, value in self.h.constants.items())]
        parts += [self.enum(name) for name in self.h.enums]
        parts += [f'class {pascal(name)}(Handle):\n    _c = {name!r}\n' for name in self.h.handles]
        parts += [self.struct(name) for name in self.h.structs if name not in IDS and name != 'wend_vec']
        parts += [self.function(name, result, params) for name, result, params, _ in self.h.functions
                  if not LEFT_OUT.match(name) and not name.endswith('_destroy')]
        names = re.findall(r'^(?:class |def )?([A-Za-z]\w*)(?: = |[(])', '\n'.join(parts[1:]), re.MULTILINE)
        parts.append(f'__all__ = {[name for name in names if name not in CLASSES]}\n')
        return '\n\n'.join(parts)


def main() -> None:
    include, out = Path(sys.argv[1]), Path(sys.argv[2])
    header = Header(include)
    (out / 'cdef.h').write_text('\n'.join(header.declarations) + '\n')
    (out / 'api.py').write_text(Writer(header).module())


if __name__ == '__main__':
    main()

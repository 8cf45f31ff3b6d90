#!/usr/bin/env python3
"""Makes the single pair wend.h and wend.c of all headers and sources.

    packages/single.py FOLDER [SOURCE]

What belongs to one source alone (static functions and variables, types, macros) gets the name of the file in front wherever
another file uses the same name for something else; so all sources fit into one translation unit. Nothing else is changed.
"""
import pathlib
import re
import sys

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\b[A-Za-z_]\w*|\d[\w.]*|\n|[^\S\n]+|.', re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"][^\n]*\n', re.M)
GUARD = re.compile(r'^#ifndef (WEND\w*_H)\n#define \1\n', re.M)
OWN = (re.compile(r'^(?:static|[A-Z_]*INLINE)\b[^;={]*?\b(\w+)\s*\(', re.M),
       re.compile(r'^static\s+(?:const\s+)?(?:struct\s+|enum\s+)?\w+[\s*]+(?:const\s+)?(\w+)\s*(?:\[[^=;]*)?(?:=|;)', re.M),
       re.compile(r'^\}\s*(\w+);', re.M),
       re.compile(r'^(?:typedef\s+)?(?:struct|enum|union)\s+(\w+)\s*$', re.M),
       re.compile(r'^typedef\s[^;{]*?\b(\w+)(?:\([^;]*\))?;', re.M))
MACRO = re.compile(r'^#\s*define\s+(\w+)', re.M)
KEYWORDS = {'static', 'const', 'struct', 'enum', 'union', 'return', 'if', 'while', 'for', 'switch', '__attribute__'}


def plain(text):
    """The text without comments, which keep their lines."""
    return re.sub(r'//[^\n]*|/\*.*?\*/', lambda m: '\n' * m.group().count('\n'), text, flags=re.S)


def own_names(text):
    text = re.sub(r'__attribute__\(\(.*?\)\)', '', plain(text))
    names = {m.group(1) for pattern in OWN for m in pattern.finditer(text)} | set(MACRO.findall(text))
    for body in re.findall(r'^(?:typedef\s+)?enum(?:\s+\w+)?\s*\{(.*?)\}', text, re.M | re.S):
        names |= set(re.findall(r'(?:^|,)\s*([A-Z]\w*)', body))
    return {name for name in names - KEYWORDS if not name.startswith('wend_') and not name.startswith('WEND_')}


def rename(text, names, prefix):
    """Puts the prefix before these names, but not where they are members of structs."""
    tokens = TOKEN.findall(text)
    words = [i for i, t in enumerate(tokens) if not t.isspace() and not t.startswith(('//', '/*'))]
    out, braces, is_struct = list(tokens), [], False
    for k, i in enumerate(words):
        token = tokens[i]
        before = tokens[words[k - 1]] if k else ''
        after = tokens[words[k + 1]] if k + 1 < len(words) else ''
        if token in ('struct', 'union'):
            is_struct = True
        elif token in ';(=':
            is_struct = False
        elif token == '{':
            braces.append(is_struct)
            is_struct = False
        elif token == '}' and braces:
            braces.pop()
        if token not in names:
            continue
        is_access = before == '.' or (before == '>' and k > 1 and tokens[words[k - 2]] == '-')
        is_member = bool(braces) and braces[-1] and after in (';', ',', '[', ':', ')', '(')
        if not is_access and not is_member:
            out[i] = prefix + token
    return ''.join(out)


class Pair:
    def __init__(self, source):
        self.source = source
        self.seen, self.system = set(), set()

    def path_of(self, name, here):
        for folder in (here, self.source / 'include', self.source / 'src'):
            if (folder / name).is_file():
                return (folder / name).resolve()
        raise SystemExit(f'single.py: {name} wasn\'t found, which {here} includes')

    def paste(self, path, change=lambda text: text):
        """The text of a file with all that it includes of wend; a header with a guard comes once."""
        text = path.read_text()
        guard = GUARD.search(plain(text))
        if guard:
            if path in self.seen:
                return ''
            self.seen.add(path)
        out, end = [], 0
        for m in INCLUDE.finditer(text):
            out.append(change(text[end:m.start()]))
            end = m.end()
            if m.group(1) == '<':
                out.append(m.group())
            elif path.parent.name != 'wend' and m.group(2).startswith('wend/'):
                pass  # all of wend.h is there
            else:
                out.append(self.paste(self.path_of(m.group(2), path.parent), change if not guard else lambda t: t))
        out.append(change(text[end:]))
        return ''.join(out)

    def declared(self, path):
        """What the headers declare that a file of src includes, one through the other."""
        names, waiting, known = set(), [path], {path}
        while waiting:
            for m in INCLUDE.finditer(waiting.pop().read_text()):
                included = self.source / 'src' / m.group(2)
                if m.group(1) == '"' and included.is_file() and included not in known:
                    known.add(included)
                    waiting.append(included)
                    text = plain(included.read_text())
                    names |= own_names(text) | set(re.findall(r'\bstruct (\w+)', text))
        return names

    def header(self):
        headers = sorted((self.source / 'include/wend').glob('*.h'))
        first = self.source / 'include/wend/wend.h'
        parts = [self.paste(path.resolve()) for path in [first] + [h for h in headers if h != first]]
        return ''.join(parts)

    def code(self):
        # one translation unit has one instruction set
        files = sorted(f for f in (self.source / 'src').glob('*.c') if not f.stem.endswith(('_avx2', '_avx512')))
        headers = sorted((self.source / 'src').glob('*.h'))
        texts = {f: f.read_text() for f in files}
        own = {f: own_names(text) - self.declared(f) for f, text in texts.items()}
        # a name that one file keeps for itself may be a variable's elsewhere, so it is looked for everywhere
        words = {f: set(re.findall(r'\b[A-Za-z_]\w*', plain(text))) for f, text in texts.items()}
        shared = set().union(*(set(re.findall(r'\b[A-Za-z_]\w*', plain(h.read_text()))) for h in headers))
        out = []
        for f in files:
            taken = shared.union(*(words[g] for g in files if g != f))
            names = own[f] & taken
            change = lambda text, names=names, f=f: rename(text, names, f.stem + '_')
            macros = sorted(n + '' if n not in names else f.stem + '_' + n for n in set(MACRO.findall(plain(texts[f]))))
            undone = ''.join(f'#undef {m}\n' for m in macros)
            out.append(f'// ---- {f.name} {"-" * (110 - len(f.name))}\n\n' + self.paste(f, change) + undone + '\n')
        return ''.join(out)


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1])
    source = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else pathlib.Path(__file__).parent.parent).resolve()
    licence = ''.join(f'// {line}'.rstrip() + '\n' for line in (source / 'LICENSE').read_text().splitlines())
    pair = Pair(source)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / 'wend.h').write_text(licence + '//\n// The single header of wend, made of include/wend by packages/single.py.\n\n'
                                   + pair.header())
    (folder / 'wend.c').write_text(licence + '//\n// The single source of wend, made of src by packages/single.py. Compile it as C17 with '
                                   '-ffp-contract=off,\n// without -ffast-math, and link the C library\'s mathematics and threads.\n\n'
                                   '#ifndef WEND_BUILD\n#define WEND_BUILD\n#endif\n#define WEND_ONE_FILE\n#include "wend.h"\n\n' + pair.code())


if __name__ == '__main__':
    main()

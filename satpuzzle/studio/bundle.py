"""Joins the page's modules into one script, since a page that is a single file cannot import modules.

The modules are plain ES modules that import each other by path: `import { a, b } from "./c.js";`.  Each becomes a
function that returns its exports.  The functions are written one after another, a module after those that it imports.
Lines of comments, and of types, which are for checks alone, are left out.
"""

import posixpath
import re
from importlib.resources import files

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.{1,2}/[\w/]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:const|let|function\*?|class) (\w+))", re.MULTILINE)
_COMMENTS = re.compile(r"^ *(?://.*|/\*\* @.*\*/)\n", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class BundleError(Exception):
    """Raised if modules cannot be joined to one script."""


def read(name: str) -> str:
    """Return the text of a file in the folder `js`, by its path there."""
    return (files("satpuzzle.studio") / "js" / name).read_text(encoding="utf-8")


def bundle(*entries: str) -> str:
    """Return one script with these modules and all modules that they import.

    In the script, the exports of `a.js` are the object `$a`, those of `a/b.js` are `$a_b`.

    Raises BundleError if modules import each other in a circle, or if an import or export has another form.
    """
    texts: dict[str, str] = {}
    for entry in entries:
        _add(entry.removesuffix(".js"), texts, ())
    return "".join(texts.values())


def _add(module: str, texts: dict[str, str], within: tuple[str, ...]) -> None:
    if module in within:
        raise BundleError(f"a circle of imports: {', '.join((*within, module))}")
    if module in texts:
        return
    text = _COMMENTS.sub("", read(f"{module}.js"))
    for _, path in _IMPORT.findall(text):
        _add(_found(module, path), texts, (*within, module))
    exported = ", ".join(name for _, name in _EXPORT.findall(text))
    taken = _IMPORT.sub(lambda line: f"const {line[1]} = {_object(_found(module, line[2]))};\n", text)
    inner = _EXPORT.sub(r"\1", taken)
    if found := _LEFT.search(inner):
        raise BundleError(f"{module}.js: {found[0]}")
    texts[module] = f"const {_object(module)} = (() => {{\n{inner}return {{ {exported} }};\n}})();\n"


def _found(module: str, path: str) -> str:
    """Return the module that a module imports by this path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))


def _object(module: str) -> str:
    """Return the name of the object with a module's exports."""
    return f"${module.replace('/', '_')}"

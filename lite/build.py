"""Builds a site with notebooks that run in the browser: the lessons for a class, their answers, the README's commands.

    python lite/build.py [FOLDER]    # by default build/lite/site

Any server of files serves it, such as `python -m http.server -d build/lite/site`; it asks no other host for anything.

JupyterLite shows the notebooks, and Pyodide runs Python.  Pyodide is the npm package that `npm --prefix
tools/javascript ci` installs, with NumPy for it; tools/wheels.py makes the wheel of satpuzzle; pure Python packages
come from the package index.  The versions are those that fit each other: NumPy's newest package is for Python 3.11,
and so are Pyodide 0.25.1 and JupyterLite's kernel 0.3.2.  Pyodide's whole distribution has more: `lzma`, `sqlite3` and
python-sat, without which some cells end with a line that says what is missing.
"""

import hashlib
import json
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NPM = ROOT / "tools" / "javascript" / "node_modules"
BUILT = ROOT / "build" / "lite"
TAG = "pyemscripten_2026_0_wasm32"  # of the wheel
TOOLS = ("jupyterlite-core==0.3.0", "jupyterlite-pyodide-kernel==0.3.2", "jupyter-server==2.21.1")
# What the kernel needs in the browser, what it asks for by name, and what the command line needs.
KERNEL = ("comm==0.2.3", "ipython==8.22.2", "micropip==0.5.0", "packaging==26.4")
IPYTHON = (
    *("asttokens==3.0.2", "decorator==5.3.1", "executing==2.3.0", "matplotlib-inline==0.2.2", "prompt-toolkit==3.0.53"),
    *("pure-eval==0.2.4", "pygments==2.21.0", "six==1.17.0", "stack-data==0.6.3", "traitlets==5.16.1"),
    *("typing-extensions==4.16.0", "wcwidth==0.9.4"),
)
COMMANDS = ("annotated-doc==0.0.7", "click==8.5.1", "rich==15.0.0", "shellingham==1.5.4", "typer==0.29.2")
# The kernel asks for them too.  Without files it does without; IPython's history is off, but names these classes.
HISTORY = """\
class Connection: ...
class DatabaseError(Exception): ...
class IntegrityError(DatabaseError): ...
class OperationalError(DatabaseError): ...
"""
LACKING = {"ssl": "", "sqlite3": HISTORY}
# NumPy's package asks for a function that Pyodide does not have: who called?  Nobody, this one says.
CALLERS = '__attribute__((visibility("default"))) int backtrace(void **calls, int most) { return calls && most < 0; }'
LESSONS = ("exact-cover-for-a-class", "tilings-for-a-class")
NEEDS = re.compile(r"tilings[.](plane\(size|plane\(bad|together|common)|compare\(")  # what a browser may lack
NOTE = """\
*In a browser this runs without SAT solvers: a cell that needs one ends with a line that says so.*"""
BEGIN = """\
import shlex
import sys

from IPython.core.magic import register_line_magic

from satpuzzle.__main__ import main


@register_line_magic
def satpuzzle(line):
    sys.argv = ["satpuzzle", *shlex.split(line.partition(" # ")[0])]
    try:
        main()
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code)"""
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
_OPENS = re.compile(r"satpuzzle (view|studio) ")  # another page
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:)[^)]*\)")
_PICTURES = re.compile(r"^<p align.*?</p>\n", re.DOTALL | re.MULTILINE)


def environment(folder: Path = BUILT / "tools") -> Path:
    """Return the Python of an environment with JupyterLite, which is made if it is not there."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *TOOLS], check=True)
    return python


def numpy(folder: Path) -> Path:
    """Unpack NumPy for Pyodide; return the folder in which Python finds it."""
    (packed,) = (NPM / "@emscripten-forge" / "numpy").glob("pkg/*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    (found,) = folder.glob("lib/python*/site-packages")
    return found


def callers(library: Path, target: str, python: Path | str = sys.executable) -> Path:
    """Compile the function that NumPy asks for, as a side module; return its path."""
    source = library.with_suffix(".c")
    source.write_text(CALLERS, encoding="utf-8")
    options = ["-target", target, "-shared", "-fPIC", "-nostdlib", "-o", str(library), str(source)]
    subprocess.run([python, "-m", "ziglang", "cc", *options], check=True, capture_output=True)
    return library


def runtime(folder: Path) -> list[str]:
    """Fill a folder with Pyodide and all packages; return the names of the packages."""
    wheels = runpy.run_path(str(ROOT / "tools" / "wheels.py"))
    targets = runpy.run_path(str(ROOT / "satpuzzle" / "engines" / "build.py"))["TARGETS"]
    python, target = wheels["environment"](), targets[TAG].zig
    folder.mkdir(parents=True)
    for name in ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copy(NPM / "pyodide" / name, folder)
    built: Path = wheels["build"](python, folder, TAG)
    (kernel,) = BUILT.glob("tools/share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi")
    for path in (*kernel.glob("pyodide_kernel*.whl"), *kernel.glob("piplite*.whl"), *kernel.glob("ipykernel*.whl")):
        shutil.copy(path, folder)
    pinned = [*KERNEL, *IPYTHON, *COMMANDS]
    pure = ["--platform", "any", "--implementation", "py", "--abi", "none", "--python-version", "3.11"]
    options = ["--no-deps", "--only-binary=:all:", *pure, "-d", str(folder), *pinned]
    subprocess.run([environment(), "-m", "pip", "download", "-q", *options], check=True)
    for name, text in LACKING.items():
        with zipfile.ZipFile(folder / f"{name}-0-py3-none-any.whl", "w") as archive:
            archive.writestr(f"{name}.py", text)
            archive.writestr(f"{name}-0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 0\n")
    unpacked = numpy(folder / "numpy")
    _zipped(folder / "numpy-2.1.1-py3-none-any.whl", unpacked)
    _zipped(folder / "callers-1.zip", callers(folder / "numpy" / "callers.so", target, python))
    shutil.rmtree(folder / "numpy")
    packages = {package["name"]: package for package in map(_entry, sorted(folder.glob("*.whl")))}
    shared = _entry(folder / "callers-1.zip") | {"package_type": "shared_library", "install_dir": "dynlib"}
    packages["callers"] = shared | {"shared_library": True}
    packages["numpy"]["depends"] = ["callers"]
    assert built.name in {package["file_name"] for package in packages.values()}
    info = json.loads((NPM / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": info, "packages": packages}), encoding="utf-8")
    return [name for name in packages if name != "callers"]


def _zipped(path: Path, what: Path) -> None:
    """Write a file, or the packages in a folder without their tests, as an archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in [what] if what.is_file() else sorted(what.rglob("*")):
            if each.is_file() and not {"tests", "__pycache__"} & {*each.parts} and each.suffix not in (".a", ".pyi"):
                archive.write(each, each.relative_to(what.parent if what.is_file() else what))


def _entry(path: Path) -> dict[str, Any]:
    """Return what Pyodide has to know of a package."""
    with zipfile.ZipFile(path) as archive:
        tops = {name.partition("/")[0].removesuffix(".py") for name in archive.namelist()}
    name, version = path.name.split("-")[:2]
    return {
        "name": re.sub("[-_.]+", "-", name).lower(),
        "version": version.removesuffix(".zip"),
        "file_name": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "imports": sorted(top for top in tops if re.fullmatch(r"\w+", top)),
        "depends": [],
        "install_dir": "site",
        "package_type": "package",
        "shared_library": False,
        "unvendored_tests": False,
    }


def lesson(path: Path) -> dict[str, Any]:
    """Return a lesson as a browser can run it: a cell that fails there does not stop the others."""
    content: dict[str, Any] = _joined(json.loads(path.read_text(encoding="utf-8")))
    for cell in content["cells"]:
        if cell["cell_type"] == "code" and NEEDS.search(cell["source"]):
            cell["metadata"]["tags"] = ["raises-exception"]
        if cell["cell_type"] == "markdown":
            cell["source"] = _LINK.sub(r"\1", cell["source"])
    return notebook([content["cells"][0], _cell("markdown", NOTE), *content["cells"][1:]])


def _joined(what: Any) -> Any:
    """Return the content of a notebook with each text as one, not as a list of lines."""
    if isinstance(what, dict):
        return {key: _joined(value) for key, value in what.items()}
    if isinstance(what, list):
        lines = what and all(isinstance(each, str) for each in what)
        return "".join(what) if lines else [*map(_joined, what)]
    return what


def page(path: Path, begin: str = "") -> dict[str, Any]:
    """Return a page as a notebook: its Python, its commands and its files are cells, all else is text."""
    text = _PICTURES.sub("", path.read_text(encoding="utf-8"))
    cells = [_cell("code", begin)] if begin else []
    at = 0
    for block in _BLOCK.finditer(text):
        made = [*_cells(block[1], block[2])]
        if made:
            cells += [_cell("markdown", text[at : block.start()]), *made]
            at = block.end()
    cells.append(_cell("markdown", text[at:]))
    return notebook(cells[1:2] + cells[:1] + cells[2:] if begin else cells)


def _cells(language: str, text: str) -> Iterator[dict[str, Any]]:
    """Yield the cells of a block."""
    if language == "python":
        yield _cell("code", text.rstrip())
    elif language == "toml" and (name := re.match(r"# (\S+[.]toml)\n", text)):
        yield _cell("code", f"%%writefile {name[1]}\n{text.rstrip()}")
    elif language == "sh" and text.startswith("satpuzzle "):
        lines = [line for whole in text.splitlines() for line in whole.split(" && ")]
        for line in lines:
            if not _OPENS.match(line):
                yield _cell("code", f"%{line}")


def _cell(kind: str, text: str) -> dict[str, Any]:
    made: dict[str, Any] = {"cell_type": kind, "metadata": {}}
    if kind == "code":
        return made | {"source": text, "execution_count": None, "outputs": []}
    return made | {"source": _LINK.sub(r"\1", text).strip()}


def notebook(cells: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a notebook for the kernel of the site."""
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    numbered = [cell | {"id": f"cell-{number}"} for number, cell in enumerate(cells)]
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": numbered, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def notebooks() -> dict[str, dict[str, Any]]:
    """Return the notebooks of the site by name."""
    made = {name: lesson(ROOT / "docs" / f"{name}.ipynb") for name in LESSONS}
    return made | {"answers": page(ROOT / "docs" / "answers.md"), "commands": page(ROOT / "README.md", BEGIN)}


def build(folder: Path) -> None:
    """Build the site into a folder, which is replaced."""
    python = environment()
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as source:
        _build(folder, Path(source), python)


def _build(folder: Path, source: Path, python: Path) -> None:
    packages = runtime(source / "static" / "pyodide")
    (source / "files").mkdir()
    for name, content in notebooks().items():
        (source / "files" / f"{name}.ipynb").write_text(json.dumps(content, indent=1), encoding="utf-8")
    settings = json.loads((ROOT / "lite" / "jupyter-lite.json").read_text(encoding="utf-8"))
    (kernel,) = settings["jupyter-config-data"]["litePluginSettings"].values()
    kernel["loadPyodideOptions"] = {"packages": packages}
    (source / "jupyter-lite.json").write_text(json.dumps(settings, indent=2), encoding="utf-8")
    options = ["--lite-dir", ".", "--output-dir", str(folder), "--apps", "lab", "--no-unused-shared-packages"]
    command = [python, "-m", "jupyter", "lite", "build", *options]
    subprocess.run(command, cwd=source, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    build(Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else BUILT / "site")

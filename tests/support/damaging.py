"""Certificates of every form, and what happens to them: by accident, or so that sizes and hashes fit again.

A certificate that is damaged may still be right: `truth` is what may be said of it then.
"""

import hashlib
import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from breaking import change_text, change_value
from forging import forge

MANIFEST = "manifest.json"
PIECES: list[dict[str, Any]] = [
    {"name": "L", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]], "count": 2},
    {"name": "I", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]},
    {"name": "O", "cells": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]},
    {"name": "T", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]], "min": 0, "max": 1},
    {"name": "S", "cells": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]], "min": 0, "max": 1},
]
PUZZLE = {"grid": "square", "box": [5, 4], "pieces": PIECES}
TILES = {"grid": "square", "box": [2, 2], "border": "A", "tiles": [{"sides": "AABC", "count": 4}]}
RULES = {**PUZZLE, "rules": ["at border: all", "together: T S at most 1"]}
NO_TILING = "***/*.*/**."  # has no tiling, and one proof says so

# What makes a certificate of each form, in a folder; PUZZLE, TILES, RULES and COVER are files beside it.
FORMS: dict[str, tuple[str, ...]] = {
    "tree": ("certify", "PUZZLE"),
    "tree of tiles": ("certify", "TILES"),
    "tree with rules": ("certify", "RULES"),
    "tree without a list": ("certify", "PUZZLE", "--count-only"),
    "tree of a cover": ("certify", "COVER"),
    "frontier": ("certify", "PUZZLE", "--form", "frontier"),
    "frontier of a cover": ("certify", "COVER", "--form", "frontier"),
    "lrat": ("certify", "PUZZLE", "--form", "lrat"),
    "lrat by a solver": ("certify", "PUZZLE", "--form", "lrat", "--backend", "cadical"),
    "lrat of a cover": ("certify", "COVER", "--form", "lrat"),
    "veripb": ("certify", "PUZZLE", "--form", "veripb"),
    "veripb of the best": ("best", "PUZZLE", "--maximise", "pieces", "--partial"),
    "plane": ("tile", "plane", "***/*.*/*.."),
    "plane, kites": ("tile", "plane", "--size", "3", "--grid", "kites"),
    "plane, no tiling": ("tile", "plane", NO_TILING),
    "strip": ("tile", "strip", "**", "***", "--width", "3"),
    "strip, triangles": ("tile", "strip", "**", "--grid", "triangular", "--width", "2"),
}


def make(form: str, folder: Path, run: Callable[..., Any]) -> Path:
    """Make a certificate of a form; `run` runs a command and returns what ended."""
    files = {"PUZZLE": folder / "puzzle.json", "TILES": folder / "tiles.json", "RULES": folder / "rules.json"}
    for name, keys in (("PUZZLE", PUZZLE), ("TILES", TILES), ("RULES", RULES)):
        files[name].write_text(json.dumps(keys, indent=1))
    files["COVER"] = folder / "cover.dlx"
    if not files["COVER"].exists():
        assert run("export", files["PUZZLE"], "-o", files["COVER"]).returncode == 0
    place = folder / re.sub(r"\W+", "-", form)
    words = [files.get(word, word) for word in FORMS[form]]
    out = {"certify": "--output", "best": "--certificate", "tile": "--certificates"}[FORMS[form][0]]
    ended = run(*words, out, place)
    assert ended.returncode == 0, ended
    return place


def damage(folder: Path, dice: Random) -> str:
    """Damage a certificate somehow; return how."""
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    while True:
        way = dice.choice(WAYS)
        said = way(folder, dice)
        if before != {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}:
            return said


def mend(folder: Path) -> None:
    """Let sizes and hashes fit the files."""
    for path in sorted(folder.glob("*.json")):
        try:
            claims = json.loads(path.read_bytes())
        except (ValueError, RecursionError):
            continue
        if not isinstance(claims, dict) or not any(str(key).startswith("satpuzzle") for key in claims):
            continue
        if path.name == MANIFEST and isinstance(claims.get("files"), dict):
            for name in [*claims["files"]]:
                if name.isprintable() and "/" not in name and (folder / name).is_file():
                    data = (folder / name).read_bytes()
                    claims["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for proof in claims.get("proofs", []) if isinstance(claims.get("proofs"), list) else []:
            if isinstance(proof, dict) and isinstance(proof.get("proof"), str) and proof["proof"].isprintable():
                file = folder / proof["proof"]
                if proof["proof"] and file.is_file():
                    proof["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
        path.write_text(json.dumps(claims, indent=2) + "\n")


def _any_file(folder: Path, dice: Random) -> Path:
    return dice.choice(sorted(path for path in folder.iterdir() if path.is_file()))


def _bytes(folder: Path, dice: Random) -> str:
    path = _any_file(folder, dice)
    changed, how = change_text(path.read_bytes(), dice)
    path.write_bytes(changed)
    return f"{path.name}: {how}"


def _bytes_mended(folder: Path, dice: Random) -> str:
    how = _bytes(folder, dice)
    mend(folder)
    return f"{how}, mended"


def _inside(folder: Path, dice: Random) -> str:
    """Change what a file that is compressed has in it."""
    path = _any_file(folder, dice)
    if path.suffix != ".xz":
        return _value(folder, dice)
    text = lzma.decompress(path.read_bytes())
    for _ in range(dice.choice([1, 1, 2])):
        text, how = change_text(text, dice)
    path.write_bytes(lzma.compress(text))
    mend(folder)
    return f"in {path.name}: {how}, mended"


def _value(folder: Path, dice: Random) -> str:
    """Change a value of JSON, in one line of a list of solutions."""
    path = dice.choice(sorted(path for path in folder.iterdir() if path.suffix in (".json", ".ndjson")))
    lines = path.read_text().splitlines() if path.suffix == ".ndjson" else [path.read_text()]
    if not lines:
        return ""
    at = dice.randrange(len(lines))
    value = json.loads(lines[at])
    how = "; ".join(change_value(value, dice) for _ in range(dice.choice([1, 1, 1, 2])))
    lines[at] = json.dumps(value)
    path.write_text("".join(f"{line}\n" for line in lines))
    mend(folder)
    return f"{path.name}: {how}, mended"


def _file(folder: Path, dice: Random) -> str:
    path, way = _any_file(folder, dice), dice.randrange(5)
    if way == 0:
        path.unlink()
        return f"{path.name} is missing"
    if way == 1:
        path.write_bytes(b"")
        return f"{path.name} is empty"
    if way == 2:
        path.unlink()
        path.mkdir()
        return f"{path.name} is a folder"
    if way == 3:
        other = _any_file(folder, dice)
        path.write_bytes(other.read_bytes())
        return f"{path.name} is as {other.name}"
    copies = ["more.json", "tree.xz", "cover.dlx", "puzzle.toml", "solutions.ndjson"]
    (folder / dice.choice(copies)).write_bytes(path.read_bytes())
    return f"{path.name} twice"


def _forged(folder: Path, dice: Random) -> str:
    """Forge a tree coherently."""
    if not all((folder / name).is_file() for name in ("tree.xz", "solutions.ndjson", "puzzle.json")):
        return _value(folder, dice)
    keys = json.loads((folder / "puzzle.json").read_text())
    if "pieces" not in keys or not (folder / "tree.xz").stat().st_size:
        return _value(folder, dice)
    how = forge(folder, dice)
    mend(folder)
    return f"forged: {how}"


WAYS: tuple[Callable[[Path, Random], str], ...] = (
    _bytes,
    *[_bytes_mended] * 2,
    *[_inside] * 3,
    *[_value] * 4,
    _file,
    *[_forged] * 2,
)

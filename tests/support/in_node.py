"""Runs modules of the studio in Node, without a browser."""

import json
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from skips import lacks

from satpuzzle.engines.webassembly import CHECKER, MODULE
from satpuzzle.studio.page import page_data

FOLDER = files("satpuzzle.studio") / "js"
_BEGIN = """
import { readFileSync } from "node:fs";
const input = JSON.parse(readFileSync(0, "utf8"));
const { grids, sets, keys } = input.data;
const library = { grids: readGrids(grids), sets: new Map(Object.entries(sets)), keys };
checkBy(new WebAssembly.Module(readFileSync(input.checker)));
rulesBy(input.data.rules);
wordsBy(input.data.languages, (lang) => input.data.words[lang]);
speak(["en"]);
const answer = (found) => process.stdout.write(JSON.stringify(found));
"""


def in_node(script: str, *modules: str, **given: Any) -> Any:
    """Run a script after modules of the studio and return its answer; it finds what is `given` by name in `input`.

    The test is skipped where Node is not installed.
    """
    node = shutil.which("node")
    if node is None:
        lacks("Node")
    names = "".join(
        f'Object.assign(globalThis, await import("{Path(str(FOLDER / module)).as_uri()}"));\n'
        for module in ("puzzle.js", "geometry.js", "rules.js", "words.js", *modules)
    )
    content = json.dumps(given | {"data": page_data(), "module": str(MODULE), "checker": str(CHECKER)})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "script.mjs"
        path.write_text(f"{names}{_BEGIN}{script}", encoding="utf-8")
        ended = subprocess.run([node, path], input=content, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)

"""The site of notebooks that run in a browser: its notebooks say what they say elsewhere."""

import json
import runpy
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from browsing import remembering
from pages import commands
from skips import lacks
from studio import wait_until

ROOT = Path(__file__).parents[1]
LITE = runpy.run_path(str(ROOT / "lite" / "build.py"))
README = ROOT / "README.md"
# PNG, a page in a browser, certificates (`lzma`): what a browser lacks, or what opens another page.
LACKING = ("-o heart.png", "view ", "certify", "verify")


def code(notebook: Any) -> list[str]:
    return [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_commands_of_the_readme_and_the_python_of_the_answers_are_cells() -> None:
    made = LITE["notebooks"]()
    ran = [line.removeprefix("%").partition(" # ")[0].strip() for line in code(made["commands"])]
    wanted = [command.line for command in commands(README) if not LITE["_OPENS"].match(command.line)]
    assert [line for line in ran if line in wanted] == wanted and len(wanted) >= 18
    assert code(made["answers"]) == [
        block.rstrip() for name, block in LITE["_BLOCK"].findall((ROOT / "docs" / "answers.md").read_text()) if name
    ]
    assert {name: len(code(made[name])) for name in LITE["LESSONS"]} == {
        "exact-cover-for-a-class": 12,
        "tilings-for-a-class": 8,
    }


def test_cells_that_need_a_solver_do_not_stop_a_lesson() -> None:
    lesson = LITE["notebooks"]()["tilings-for-a-class"]
    marked = [cell["source"] for cell in lesson["cells"] if "raises-exception" in cell["metadata"].get("tags", ())]
    assert len(marked) == 4 and all("sp.tilings." in source for source in marked)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the site and serve it; yield its address."""
    if not (LITE["NPM"] / "pyodide").exists():
        lacks("Pyodide")
    if find_spec("ziglang") is None:
        lacks("ziglang")
    folder = tmp_path_factory.mktemp("lite") / "site"
    try:
        LITE["build"](folder)
    except subprocess.CalledProcessError as error:
        if "pip" not in map(str, error.cmd):
            raise
        lacks("a package index")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/lab/index.html"
    server.shutdown()
    server.server_close()


def run(site: str, name: str, folder: Path) -> list[str]:
    """Run a notebook from an empty profile; return what each cell printed."""
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright, remembering(playwright.chromium, folder) as context:
        page = context.new_page()
        page.set_default_timeout(300_000)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{site}?path={name}.ipynb")
        idle = ".jp-Notebook-ExecutionIndicator[data-status=idle]"
        page.wait_for_selector(idle)
        page.click(".lm-MenuBar-itemLabel:text-is('Run')")
        page.click(".lm-Menu-itemLabel:text-is('Run All Cells')")
        wait_until(page, "!document.querySelector('.jp-Notebook').innerText.includes('[*]:')", 300)
        page.wait_for_selector(idle)
        cells = page.query_selector_all(".jp-CodeCell")
        printed = [
            "".join(part.inner_text() for part in cell.query_selector_all(".jp-OutputArea-output")) for cell in cells
        ]
        page.screenshot(path=folder / "page.png")
    host = site.partition("/lab")[0]
    assert not [url for url in asked if not url.startswith((host, "data:", "blob:"))], "it asks no other host"
    return printed


@pytest.mark.slow
def test_a_lesson_and_the_commands_say_in_a_browser_what_they_say_elsewhere(site: str, tmp_path: Path) -> None:
    check_lesson(site, tmp_path / "lesson")  # both in one test, since two processes cannot make the site at a time
    check_commands(site, tmp_path / "commands")


def check_lesson(site: str, folder: Path) -> None:
    printed = run(site, "exact-cover-for-a-class", folder)
    text = (ROOT / "docs" / "exact-cover-for-a-class.ipynb").read_text(encoding="utf-8")
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    streams = [
        "".join(line for output in cell["outputs"] if output["output_type"] == "stream" for line in output["text"])
        for cell in cells
    ]
    assert sum(map(bool, streams)) == 7
    for said, wanted in zip(printed, streams, strict=True):
        lines = [line for line in said.splitlines(keepends=True) if "runs as plain Python" not in line]
        assert "".join(lines).startswith(wanted)


def check_commands(site: str, folder: Path) -> None:
    printed = run(site, "commands", folder)
    cells = [line.removeprefix("%").partition(" # ")[0].strip() for line in code(LITE["notebooks"]()["commands"])]
    outcome = dict(zip(cells, printed, strict=True))
    compared = 0
    for command in commands(README):
        if command.part is not None and not any(word in command.line for word in LACKING):
            assert command.part in outcome[command.line]
            compared += 1
    assert compared >= 12
    assert outcome["satpuzzle draw heart.toml -o heart.png"].startswith("satpuzzle: PNG needs the library resvg-py")

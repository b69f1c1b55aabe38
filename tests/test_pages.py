"""The README and the pages of docs/: what they command runs, what they say is printed, and links lead somewhere."""

import importlib
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from inspect import ismodule
from pathlib import Path
from types import ModuleType

import pytest
from commands import run as as_a_user
from pages import ROOT, blocks, commands, lines, run

import satpuzzle as sp
from satpuzzle import data
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover import dlx
from satpuzzle.data import files
from satpuzzle.engines.build import levels
from satpuzzle.puzzle import checks
from satpuzzle.puzzle.formats.xmpuzzle import xml
from satpuzzle.puzzle.formats.xmpuzzle.reading import MOST_VOXELS
from satpuzzle.puzzle.generating import MOST_OPTIONAL
from satpuzzle.puzzle.rules import kinds

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
# Solvers that start slowly, and long searches; tested elsewhere as well.
SLOW = {"proofs.md", "backends.md", "designing.md", "assembling.md", "articles.md"}
LONG = (  # commands that take several seconds: only run with the slow tests
    "satpuzzle count bedlam",
    "satpuzzle tile plane --grid hexagonal --size 6 -o 6hex.heesch",  # and test_heesch.py has its verdicts
    "satpuzzle tile plane 6hex.heesch",
    "satpuzzle count ct-puzzle",
    "satpuzzle count ct-puzzle --strategy scan:hotspot,plus,holes,hard-2,filter,endings --node-limit 3000000 --stats",
    "satpuzzle count pentominoes-5x12 --strategy rows --stats",
    "satpuzzle compare pentominoes-3x20 --strategy rows --strategy cell --strategy mrv",
    "satpuzzle draw bedlam -o bedlam.gif",
    "satpuzzle choose pentominoes --board heart.toml -n 0",
    "satpuzzle count PUZZLE --cluster local -j 8",
    "satpuzzle compare pentominoes-3x20 -b cadical -e default -e docs/models/ladder.toml -o runs.csv --plot runs.svg",
    "satpuzzle export notebooks/articles/galakub-labelled.toml -e literal -o galakub.cnf",
    "satpuzzle count notebooks/articles/galakub-labelled.toml -b cadical -e literal",
)
_SOLVERS = "needs solvers of others"
_NETWORK = "installs, from a network"
_CLUSTER = "needs a cluster"
_HOURS = "takes hours"
NOT_RUN = {  # commands, and first lines of blocks of `py`, that no test of pages runs, and why
    "python3 -m venv .venv && .venv/bin/pip install --no-compile . && .venv/bin/satpuzzle solve"
    " galakub --backend cadical": _NETWORK,
    "uvx --from . satpuzzle solve galakub --backend cadical": _NETWORK,
    "uv run pytest": _NETWORK,
    "python3 -m venv --upgrade-deps .venv && .venv/bin/pip install --no-compile -c tools/constraints.txt -e '.[dev]'"
    " && .venv/bin/python -m pytest": _NETWORK,
    "python notebooks/articles/bedlam.py 500000000": "takes minutes",
    "python notebooks/articles/bedlam.py 500000000 pieces-isolated": "takes minutes",
    "satpuzzle solve galakub -b 'kissat {cnf}'": _SOLVERS,
    "satpuzzle solve galakub -b 'minisat {cnf} {out}'": _SOLVERS,
    "satpuzzle solve galakub -b 'clasp {opb}'": _SOLVERS,
    "satpuzzle solve galakub -b 'minizinc --solver gecode {mzn}'": _SOLVERS,
    "minizinc --solver gecode -a packing.mzn galakub.dzn": _SOLVERS,
    "kissat galakub.cnf > answer": _SOLVERS,
    "satpuzzle convert galakub --answer answer": "needs the answer of a solver",
    "satpuzzle convert galakub --answer answer --format opb": "needs the answer of a solver",
    "satpuzzle certify galakub -o by-kissat --form lrat -b 'kissat -q --factor=false {cnf} {proof}'": _SOLVERS,
    "satpuzzle certify galakub -o by-cadical --form lrat -b 'cadical -q --lrat --no-binary {cnf} {proof}'": _SOLVERS,
    "cc -std=c11 -O2 -o check checker/*.c -llzma": "needs a C compiler; the checker's tests compile it",
    "./check certificate": "the checker's tests run it",
    "pip install '.[dask]'": _NETWORK,
    "dask scheduler": _CLUSTER,
    "dask worker tcp://HOST:8786 --nworkers 8 --nthreads 1 --no-dashboard": _CLUSTER,
    "satpuzzle count PUZZLE --parts 20000 --cluster tcp://HOST:8786 --journal night.journal": _CLUSTER,
    "from dask_jobqueue import SLURMCluster": _CLUSTER,
    "satpuzzle count docs/tetrominoes-pentominoes-8x10.toml --estimate --parts 200 --draws 14": "takes minutes",
    "satpuzzle count docs/tetrominoes-pentominoes-8x10.toml --parts 1000 --journal 8x10.journal": _HOURS,
    "satpuzzle journal show 8x10.journal": _HOURS,
    "python notebooks/results/pentacubes.py .": "needs the folder of notebooks; its own test runs it",
    "satpuzzle count pentacube-5-both.toml --method search --journal 5.journal --count-only": _HOURS,
    "satpuzzle count pentacube-2-both.toml --method search --journal 2.journal --count-only": _HOURS,
    "satpuzzle count pentacube-P.toml --method search --journal P.journal --count-only --parts 8000": _HOURS,
}
EXAMPLES = [(page.name, text) for page in PAGES for text in blocks(page, "python")]
WITH_FOLDERS = [*PAGES, ROOT / "encodings" / "README.md", ROOT / "puzzles" / "README.md"]
COMMANDED = [page for page in WITH_FOLDERS if commands(page)]


def name_of(page: Path) -> str:
    """Return the name of a page, of that of a folder the folder's."""
    return page.parent.name if page.stem == "README" and page != README else page.stem


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("page", "left_out"),
    [
        *(
            pytest.param(page, LONG, marks=pytest.mark.slow if page.name in SLOW else (), id=name_of(page))
            for page in COMMANDED
        ),
        *(
            pytest.param(page, (), marks=pytest.mark.slow, id=f"all of {name_of(page)}")
            for page in COMMANDED
            if any(command.line in LONG for command in commands(page))
        ),
    ],
)
def test_the_commands_of_a_page_do_what_it_says(page: Path, left_out: tuple[str, ...], tmp_path: Path) -> None:
    for command, printed in run(page, tmp_path, {*left_out, *NOT_RUN}):
        limited = re.search(r" (-t|--time-limit|--node-limit) ", command.line)  # a time a slow machine may reach
        assert printed.returncode == 0 or (limited and printed.returncode == 3), (command.line, printed)
        assert "Traceback" not in printed.stderr
        if command.part is not None:
            assert command.part in printed.stdout + printed.stderr, (command.line, printed)
        if command.all is not None:
            assert printed.stdout == command.all


def test_each_module_that_tests_share_is_on_its_page() -> None:
    support = ROOT / "tests" / "support"
    named = {*re.findall(r"`([\w.]+)/?`", (support / "README.md").read_text(encoding="utf-8"))}
    files = [*support.glob("[!_]*"), *support.glob("witness/[!_]*")]
    assert {file.name.removesuffix(".py") for file in files} - named == {"README.md"}


def test_commands_that_take_long_are_on_some_page() -> None:
    assert {*LONG} <= {command.line for page in COMMANDED for command in commands(page)}


def test_each_command_of_a_page_is_run_or_it_is_said_why_not() -> None:
    others = {text.partition("\n")[0] for page in WITH_FOLDERS for text in blocks(page, "py")}
    for line in (line for page in WITH_FOLDERS for line in lines(page)):
        others |= set() if line.startswith("satpuzzle ") else {line}
    run = {command.line for page in WITH_FOLDERS for command in commands(page)}
    assert others <= {*NOT_RUN} <= others | run
    for page in WITH_FOLDERS:
        assert not blocks(page, "shell"), f"{page}: commands stand in blocks of sh"
        for text in blocks(page, "text"):
            assert not re.search("^(satpuzzle|python|pip) ", text, re.MULTILINE), f"{page}: {text}"


@pytest.mark.few(3)
@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=lambda text: text[:20].strip())
def test_an_example_runs_and_prints_what_it_says(
    name: str, example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with ThreadPoolExecutor(1) as pool:  # tests of pages leave an event loop in this thread
        pool.submit(exec, compile(example, name, "exec"), {"__name__": "readme"}).result()
    printed = capsys.readouterr().out
    promised = re.findall(r"^ *print\(.*\)  # (.*)$", example, re.MULTILINE)
    for line in promised:
        assert line.partition(", ...")[0] in printed


LINKING = [*sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "notebooks").rglob("*.md"))]


@pytest.mark.parametrize("page", [README, ROOT / "CONTRIBUTING.md", *LINKING])
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", text):
        path, _, anchor = (target[0] or target[1]).partition("#")
        there = page.parent / path if path else page
        assert "://" in path or there.exists(), path
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), (path, anchor)


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page."""
    heads = re.findall("^#+ (.*)$", re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8")), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", head)).strip() for head in heads)
    return {head.lower().replace(" ", "-") for head in plain}


def test_every_page_is_linked_from_the_first_one() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    missing = [path.name for path in (ROOT / "docs").glob("*.md") if f"({path.name})" not in index]
    assert missing == ["README.md"]


def test_the_page_of_limits_has_all_extras_and_the_limits_of_the_code() -> None:
    text = (ROOT / "docs/questions.md").read_text()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    section = text.partition("## Extras")[2].partition("## Platforms")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(extras)
    assert (data.SMALL >> 20, data.LARGE >> 20, xml.MOST_BYTES >> 20) == (2, 256, 64)
    assert checks.MOST_CELLS == checks.MOST_COPIES == MOST_VOXELS == 10**6
    assert (checks.MOST_COLOURS, dlx.MOST_CELLS, MOST_OPTIONAL, Recipe("").most_clauses) == (63, 2**30, 20, 2_000_000)
    for said in ("2 MiB", "256 MiB", "64 MiB, 10⁶ voxels a shape", "10⁶", "63", "2³⁰", "20"):
        assert f"| {said} |" in text


def test_the_readme_is_short_and_says_how_many_puzzles_there_are() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 140 and len(text.split()) <= 1020
    assert f" {len(files('puzzles'))} puzzles come with it" in text


def test_the_first_line_of_the_readme_that_ends_with_pytest_is_the_one_that_installs_what_tests_need() -> None:
    first = re.findall("^.*pytest$", README.read_text(encoding="utf-8"), re.MULTILINE)[0]  # as .ci/run looks for it
    assert "-e '.[dev]' && .venv/bin/python -m pytest" in first


@pytest.mark.full
def test_the_reference_of_the_api_is_built_without_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pdoc")
    monkeypatch.syspath_prepend(ROOT / "docs")
    pages = importlib.import_module("reference").build(tmp_path)
    assert {"satpuzzle.html", "strategy.html", "tilings.html"} <= {page.name for page in pages}
    text = (tmp_path / "satpuzzle.html").read_text(encoding="utf-8")
    assert all(f'id="{name}"' in text for name in sp.__all__ if not ismodule(getattr(sp, name)))


def test_public_names_are_imported_on_first_use() -> None:
    assert all(hasattr(sp, name) and name in dir(sp) for name in sp.__all__)
    assert not hasattr(sp, "nonsense") and not hasattr(sp.results, "nonsense")
    light = "import sys, satpuzzle; sys.exit('numpy' in sys.modules or not satpuzzle.machine.surroundings)"
    assert subprocess.run([sys.executable, "-c", light]).returncode == 0


@pytest.fixture
def gallery(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "docs")
    return importlib.import_module("gallery")


def test_the_gallery_is_made_by_one_command(gallery: ModuleType, tmp_path: Path) -> None:
    gallery.main(["slothouber-graatsma", "tetrahexes-triangle"], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["slothouber-graatsma.svg"]
    assert (tmp_path / "slothouber-graatsma.svg").read_text().startswith("<svg ")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "docs")
    return importlib.import_module("drawn")


def stale(gallery: ModuleType, names: Iterable[str], folder: Path) -> list[str]:
    """Return the names of those pictures of the gallery that are drawn otherwise today."""
    for name in names:
        gallery.drawn(name, folder, gallery.ruled(name.removeprefix("rule-")) if name.startswith("rule-") else None)
    return [path.name for path in folder.iterdir() if path.read_bytes() != (gallery.FOLDER / path.name).read_bytes()]


def test_some_pictures_of_the_gallery_are_drawn_again(gallery: ModuleType, tmp_path: Path) -> None:
    assert not stale(gallery, ["bedlam", "half-cubes-2x2x2", "iq-pyramid-4", "rule-apart-at-corners"], tmp_path)


def test_no_number_in_a_picture_has_digits_that_depend_on_the_processor() -> None:
    drawings = {path: path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.svg")}
    assert len(drawings) > 100 and not [path for path, text in drawings.items() if re.search(r"\.\d{8}", text)]


@pytest.mark.slow
def test_all_pictures_of_the_gallery_are_drawn_again(gallery: ModuleType, tmp_path: Path) -> None:
    every = [*files("puzzles"), *(f"rule-{name}" for name in gallery.RULED)]
    assert not stale(gallery, every, tmp_path)
    assert {path.name for path in gallery.FOLDER.iterdir()} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("level", levels())
def test_the_gallery_is_the_same_for_all_instruction_sets(level: str, gallery: ModuleType, tmp_path: Path) -> None:
    script = "import sys, gallery, pathlib; gallery.main(sys.argv[2:], pathlib.Path(sys.argv[1]))"
    surroundings = os.environ | {
        "SATPUZZLE_KERNELS": level,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "docs"), *sys.path]),
    }
    names = ["bedlam", "conway-blocks", "n-pentacubes-5x5x5", "one-sided-pentominoes-3x30", "tetris-cube"]
    ended = subprocess.run(
        [sys.executable, "-c", script, tmp_path, *names], env=surroundings, capture_output=True, text=True
    )
    if ended.returncode and "KERNELS" in ended.stderr:
        pytest.skip(ended.stderr.splitlines()[-1])  # this processor has no such instructions
    assert (ended.returncode, ended.stderr) == (0, "")
    assert not stale(gallery, [], tmp_path) and len([*tmp_path.iterdir()]) == len(names)


def remade(drawn: ModuleType, picture: str, folder: Path) -> bool:
    """Tell whether the command of a picture makes it as it is."""
    ended = as_a_user(*drawn.words(picture, folder), cwd=ROOT)
    assert ended.returncode == 0, ended.stderr
    return bool((folder / Path(picture).name).read_bytes() == (drawn.FOLDER / picture).read_bytes())


@pytest.mark.parametrize(
    "picture", ["galakub.svg", "grid-kites-typed.svg", "designing/tray.svg", "making/calendar.svg", "order-92.svg"]
)
def test_some_pictures_are_what_their_commands_draw(picture: str, drawn: ModuleType, tmp_path: Path) -> None:
    if "calendar" in picture:
        pytest.importorskip("manifold3d")
    assert remade(drawn, picture, tmp_path)


@pytest.mark.slow
def test_all_pictures_are_what_their_commands_draw(drawn: ModuleType, tmp_path: Path) -> None:
    assert [picture for picture in drawn.COMMANDS if not remade(drawn, picture, tmp_path)] == []


def test_each_picture_is_made_by_a_command(drawn: ModuleType) -> None:
    there = {path.relative_to(drawn.FOLDER).as_posix() for path in drawn.FOLDER.rglob("*.svg")}
    assert {picture for picture in there if not picture.startswith("gallery/")} == {*drawn.COMMANDS}


@pytest.mark.full
def test_the_gallery_says_how_many_packings_keep_a_rule(gallery: ModuleType) -> None:
    for name, (_, rule, many) in gallery.RULED.items():
        assert sp.count(gallery.ruled(name)).isometries == many, rule
        assert (gallery.FOLDER / f"rule-{name}.svg").exists()


def test_the_page_of_rules_has_a_picture_of_each() -> None:
    shown = re.findall('<img src="gallery/[^"]*" height="170" alt="([^":]*)', (ROOT / "docs" / "rules.md").read_text())
    assert sorted(shown) == sorted(rule.word for rule in kinds())


def test_the_gallery_has_all_bundled_puzzles(gallery: ModuleType) -> None:
    pictures = {name: gallery.PAGE.parent / "gallery" / f"{name}.svg" for name in files("puzzles")}
    there = {name: path if path.exists() else None for name, path in pictures.items()}
    assert [name for name, path in there.items() if path is None] == ["mutilated-chessboard", "tetrahexes-triangle"]
    assert gallery.PAGE.read_text(encoding="utf-8") == gallery.page(there)

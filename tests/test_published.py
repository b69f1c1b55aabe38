"""What is published: metadata, the man page, the tools that build wheels and the site."""

import csv
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.version import Version
from pages import ROOT, blocks

import satpuzzle as sp
from satpuzzle.cli.guide import names
from satpuzzle.engines.webassembly import ZIG
from satpuzzle.proofs.verdict import _TREE

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BROWSERS = "pyemscripten_2026_0_wasm32"  # the tag of wheels for Pyodide
PLACEHOLDER = "https://example.org/satpuzzle"
AUTHORS = "The satpuzzle authors"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that imports one of the tools."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    return import_module


def test_the_root_folder_is_short_and_what_tools_make_is_not_in_it() -> None:
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()]
    made = [".*", "PKG-INFO", *ignored]  # the second one is that of a source distribution
    names = [path.name for path in ROOT.iterdir() if not any(fnmatch(path.name, each) for each in made)]
    assert len(names) <= 20, f"{len(names)} names, for {sorted(names)}: a folder of its own, or one that is there?"


VERSIONED = {  # each place where the version stands
    "satpuzzle/version.py": r'^__version__ = "(\S+)"$',
    "pyproject.toml": r'^version = "(\S+)"$',
    "CITATION.cff": r"^version: (\S+)$",
    "release/recipe.yaml": r'^  version: "(\S+)"$',
    "release/share/man/man1/satpuzzle.1": r'^\.TH SATPUZZLE 1 "" "satpuzzle (\S+)" ',
}


def test_each_place_where_the_version_stands_has_this_one_and_no_other_file_names_one() -> None:
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in VERSIONED}
    found = {name: re.findall(VERSIONED[name], text, re.MULTILINE) for name, text in texts.items()}
    if re.fullmatch(r"\d+\.\d+\.0\.dev0", sp.__version__):  # what can be cited is the last release
        del found["CITATION.cff"]
    assert found == {name: [sp.__version__] for name in found}
    folders = ("*.md", "docs/**/*.md", "puzzles/*.md", "encodings/*.md", "lite/*", "tools/*.*", "release/*.*")
    others = {path for folder in folders for path in ROOT.glob(folder) if path.is_file()}
    for path in others - {ROOT / "CHANGELOG.md"} - {ROOT / name for name in VERSIONED}:
        named = re.findall(r"(?i)satpuzzle(?: version |-|[= ]+)\d+\.\d+\.\w+", path.read_text(encoding="utf-8"))
        assert not named, f"{path}: {named[0]}, which a release would have to change"


def test_all_files_for_citations_say_the_same() -> None:
    cff = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    said = dict(re.findall(r"^([\w-]+): (\S.*)$", cff, re.MULTILINE))
    recipe = (ROOT / "release" / "recipe.yaml").read_text(encoding="utf-8")
    assert AUTHORS in (ROOT / "LICENSE").read_text(encoding="utf-8") and f"  - name: {AUTHORS}\n" in cff
    assert PROJECT["authors"] == [{"name": AUTHORS}]
    assert (
        said["license"] == "MIT"
        and PROJECT["license"] == "MIT AND BSD-3-Clause"
        and f"  license: {PROJECT['license']}\n" in recipe
    )
    assert re.findall(r"^  - (\S.*)$", cff.partition("keywords:")[2], re.MULTILINE) == PROJECT["keywords"]


def test_the_changelog_begins_with_this_version_and_its_date_or_with_what_has_no_version_yet() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (.*)$", text, re.MULTILINE)
    released = [version for version in versions if version != "Unreleased"]
    assert versions[-len(released) :] == released and all(
        re.fullmatch(r"[\d.]+ - \d{4}-\d\d-\d\d", v) for v in released
    )
    cff = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    date = re.findall(r"^date-released: (\S+)$", cff, re.MULTILINE)[0]
    cited = re.findall(r"^version: (\S+)$", cff, re.MULTILINE)[0]
    assert released[0] == f"{cited} - {date}"
    numbers = [[*map(int, version.split(".")[:3])] for version in (cited, sp.__version__)]
    assert numbers[0] == numbers[1] or (versions[0] == "Unreleased" and numbers[0] < numbers[1])
    begin = re.findall(r"^- .*\n(?:  .*\n)*", text, re.MULTILINE)
    changes = [" ".join(change.split())[:60] for change in begin]
    assert len(changes) == len({*changes}), "a change is there twice, perhaps from a merge"
    sentences = re.findall(r"(?:^|[.;] )([A-Z*][^.;]{38})", " ".join(text.partition(f"## {released[1]}")[0].split()))
    assert len(sentences) == len({*sentences}), "a sentence of this version is there twice, perhaps from a merge"
    assert text.index("\n## ") < text.index("\n- ")
    groups = set(re.findall(r"^### (.*)$", text, re.MULTILINE))
    assert groups <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_address_of_the_project_is_one_placeholder() -> None:
    assert {*PROJECT["urls"].values()} == {PLACEHOLDER}
    for name in ("CITATION.cff", "tools/mkdocs.yml", "release/recipe.yaml"):
        found = set(re.findall(r"https?://example[^\s\"',]*", (ROOT / name).read_text(encoding="utf-8")))
        assert {address for address in found if not address.startswith(f"{PLACEHOLDER}/schema")} == {PLACEHOLDER}, name


def test_the_man_page_has_every_command() -> None:
    text = (ROOT / "release" / "share" / "man" / "man1" / "satpuzzle.1").read_text(encoding="utf-8")
    assert re.findall(r"^\.SS satpuzzle ([a-z ]+) \[", text, re.MULTILINE) == names()
    assert "\\fB\\-\\-time\\-limit SECONDS\\fR" in text or "\\-\\-time\\-limit" in text


def test_each_help_and_the_table_of_options_are_as_they_were_when_last_looked_at(tool: Any) -> None:
    stored = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "cli" / "help").iterdir()}
    manual = tool("manual")
    assert stored == manual.helps(), "look at what changed, then run: python tools/manual.py"
    for path, made in ((manual.PAGE, manual.table()), (manual.OPTIONS, manual.schema()), *manual.answers()):
        assert path.read_text(encoding="utf-8") == made, "run: python tools/manual.py"


@pytest.mark.slow
def test_the_man_page_and_the_completion_are_those_of_the_commands(tool: Any) -> None:
    for path, text in tool("manual").files():
        assert path.read_text(encoding="utf-8") == text, f"{path} is old, run: python tools/manual.py"


def test_constraints_have_a_version_of_every_library_the_lowest_that_is_asked_for_or_a_higher_one() -> None:
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(one for name in extras if name != "site" for one in extras[name])]
    minima = dict(one.partition(";")[0].split(">=") for one in wanted if not one.startswith("satpuzzle["))
    for file, lowest in (("tools/constraints.txt", False), ("tools/constraints-lowest.txt", True)):
        lines = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
        assert {name.replace("_", "-") for name in minima} <= {name for name, _ in lines}, file
        for name, version in lines:
            if name in minima:
                assert version.startswith(minima[name]) if lowest else Version(version) >= Version(minima[name]), name


def test_the_tools_for_wheels_are_pinned_and_the_kinds_of_machines_known(tool: Any) -> None:
    wheels = tool("wheels")
    assert f"ziglang=={ZIG}" in wheels.TOOLS and all("==" in each for each in wheels.TOOLS)
    assert len(wheels.targets()) == 8
    hook = (ROOT / "tools" / "hatch_build.py").read_text(encoding="utf-8")
    assert f'VARIABLE = "{wheels.VARIABLE}"' in hook


def test_an_old_python_is_refused_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    interface = SimpleNamespace(BuildHookInterface=object, MetadataHookInterface=object)
    for name in ("builders.hooks.plugin.interface", "metadata.plugin.interface"):  # Hatchling may not be installed
        monkeypatch.setitem(sys.modules, f"hatchling.{name}", interface)
    hook = runpy.run_path(str(ROOT / "tools" / "hatch_build.py"))
    assert f">={'.'.join(map(str, hook['OLDEST']))}" == PROJECT["requires-python"]
    monkeypatch.setattr(sys, "version_info", (3, 10, 13, "final", 0))
    monkeypatch.setattr(sys, "version", "3.10.13 (main)")
    with pytest.raises(SystemExit, match=r"^satpuzzle needs Python 3\.11 or newer, this is 3\.10\.13$"):
        runpy.run_path(str(ROOT / "tools" / "hatch_build.py"))


def test_a_wheel_that_is_too_large_or_lacks_its_library_is_found(tool: Any, tmp_path: Path) -> None:
    wheels = tool("wheels")
    path = tmp_path / "satpuzzle-1-py3-none-win_amd64.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(wheels.THREE, "x")
        archive.writestr("large", bytes(wheels.MOST + 1))
    large, lacking = wheels.faults(path)
    assert " bytes without three.js, allowed are 3000000" in large
    assert lacking == f"{path.name}: it has the libraries [], there must be one"
    assert wheels.complaint([str(path)]) == f"{large}\n{lacking}" and wheels.complaint([]) is None


@pytest.mark.parametrize(
    ("library", "said"),
    [(b"\0asm\1\0\0\0\0\x10\x08dylink.0", []), (b"\x7fELF", ["the library is no side module of Emscripten"])],
)
def test_a_wheel_for_browsers_has_a_side_module(tool: Any, tmp_path: Path, library: bytes, said: list[str]) -> None:
    wheels = tool("wheels")
    path = tmp_path / f"satpuzzle-1-py3-none-{BROWSERS}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(wheels.THREE, "x")
        archive.writestr("satpuzzle/engines/native/kernels/kernels-wasm32-01234567.so", library)
    assert [*wheels.faults(path)] == [f"{path.name}: {each}" for each in said]
    assert BROWSERS in wheels.targets()


def test_what_browsers_do_not_have_is_not_asked_for_there() -> None:
    markers = {one.partition(">=")[0] for one in PROJECT["dependencies"] if "sys_platform != 'emscripten'" in one}
    assert markers == {"ortools", "psutil", "resvg-py"}


def test_links_of_a_page_lead_to_where_the_site_has_it(tool: Any) -> None:
    website = tool("website")
    docs = ROOT / "docs"
    text = "[a](counting.md#x) ![b](studio.png) [c](../puzzles/README.md) [d](../satpuzzle/errors.py) `[e](f.md)`"
    assert website.moved(text, docs / "python.md", Path("python.md")) == (
        "[a](counting.md#x) ![b](studio.png) [c](puzzles.md) d `[e](f.md)`"
    )
    assert (
        website.moved("| `a\\|b` |\n```\n\\|\n```", docs / "python.md", Path("python.md")) == "| `a|b` |\n```\n\\|\n```"
    )
    text = '<a href="docs/studio.md#x"><img src="docs/galakub.svg"></a> [f](docs/README.md) [g](LICENSE)'
    there = '<a href="studio.html#x"><img src="galakub.svg"></a> [f](manual.md) g'
    assert website.moved(text, ROOT / "README.md", Path("about.md")) == there
    notebook = ROOT / "notebooks" / "6-counting.ipynb"
    assert website.moved("[h](6-counting.ipynb)", notebook, website.place(notebook)) == "[h](6-counting.md)"
    pages = [page for group in website.contents() for pages in group.values() for page in pages]
    assert {"how-it-works.md", "puzzles.md", "notebooks/index.md"} <= {*pages}
    assert len(pages) == len({*pages})


def test_the_readme_of_a_package_index_leads_to_the_site(tool: Any) -> None:
    text = tool("website").elsewhere(PLACEHOLDER)
    addresses = [link or picture for link, picture in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", text)]
    assert len(addresses) > 20 and all(address.startswith(f"{PLACEHOLDER}/") for address in addresses)
    named = ("galakub.svg", "studio.html", "notebooks/index.html")
    assert {f"{PLACEHOLDER}/{name}" for name in named} <= {*addresses}
    assert PROJECT["dynamic"] == ["readme"] and "readme" not in PROJECT


def test_pictures_of_the_readme_have_a_width_which_no_theme_changes() -> None:
    pictures = re.findall(r"<img [^>]*>", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(pictures) == 4 and all(" width=" in each and " height=" not in each for each in pictures)


@pytest.mark.parametrize("page", ["how-it-works", "proofs"])
def test_pages_say_how_much_code_a_checker_has(page: str) -> None:
    named = re.findall(r"(\w+)\.py", _TREE.partition("{how}")[0])
    trusted = [
        *(ROOT / f"satpuzzle/proofs/check/{name}.py" for name in named),
        *(ROOT / "satpuzzle/proofs/check/rules").glob("*.py"),
    ]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in trusted)
    words = {14: "fourteen", 15: "fifteen", 16: "sixteen"}
    text = " ".join((ROOT / f"docs/{page}.md").read_text(encoding="utf-8").split())
    assert f" {words[len(named)]} modules" in text or f"({words[len(named)]}, " in text
    said = [int(each.replace(",", "")) for each in re.findall(r"about ([\d,]+) lines", text)]
    assert any(abs(each - lines) <= 0.1 * lines for each in said), f"{lines} lines are trusted"


def test_the_table_of_what_is_trusted_says_how_many_lines_there_are() -> None:
    table = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8").partition("| claim | checkers | lines |\n")[2]
    roots = [ROOT / "satpuzzle" / "proofs" / "check", ROOT / "satpuzzle", ROOT]
    found: dict[str, tuple[int, int]] = {}
    for claim, checkers, lines in re.findall(r"^\| (.*?) \| (.*?) \| ([\d,]+)[^|]* \|$", table, re.MULTILINE):
        named = re.findall(r"`([^`]+)`", checkers.partition("what the search has")[0])
        paths = [next(root / name for root in roots if (root / name).exists()) for name in named]
        files = [file for path in paths for file in ([path] if path.is_file() else path.glob("*.[chp]*"))]
        written = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
        found[f"{claim}: {checkers}"] = written, int(lines.replace(",", ""))
    (geometry,) = (written for row, (written, _) in found.items() if row.startswith("the geometry"))
    found = {row: (here + geometry * ("and the geometry" in row), said) for row, (here, said) in found.items()}
    assert len(found) == 9
    assert {row: pair for row, pair in found.items() if abs(pair[0] - pair[1]) > 0.05 * pair[0]} == {}


def test_a_tree_of_a_thousand_nodes_takes_at_most_half_a_byte_a_node_as_pages_say() -> None:
    with (ROOT / "docs" / "certificates" / "sizes.csv").open(encoding="utf-8", newline="") as file:
        sizes = [(int(row["nodes"]), int(row["tree, bytes"])) for row in csv.DictReader(file)]
    found = [size / nodes for nodes, size in sizes if nodes >= 1000]
    assert len(found) > 20 and max(found) <= 0.5


def test_the_site_that_is_built_is_published(tool: Any) -> None:
    website, workflow = tool("website"), (ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8")
    assert website.SITE.parent == website.PAGES.parent  # Zensical writes only below the folder of its settings
    assert f"path: {website.SITE.relative_to(ROOT).as_posix()}\n" in workflow


def test_a_crawl_finds_what_is_wrong(tool: Any, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="page.html#there">1</a><a href="page.html#not">2</a><img src="no.png"><a href="https://other">3</a>'
        '<script src="https://other/a.js"></script><a href="/satpuzzle/page.html">4</a><link href="//x/y.css">'
    )
    (tmp_path / "page.html").write_text('<p id="there">')
    (tmp_path / "a.css").write_text("@font-face { src: url('https://other/font') }")
    assert [fault.partition(": ")[2] for fault in tool("website").crawl(tmp_path)] == [
        "asks another host: //x/y.css",
        "asks another host: https://other/a.js",
        "leads nowhere: no.png",
        "no such anchor: page.html#not",
        "asks another host: https://other/font",
    ]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh environment without packages, in an empty home."""
    folder = tmp_path_factory.mktemp("home")
    venv.create(folder / "venv", with_pip=True)
    return folder


def said(command: list[str | Path], folder: Path) -> str:
    surroundings = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL", "HTTP"))}
    ended = subprocess.run(command, cwd=folder, env=surroundings | kept, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout + ended.stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("uv") is None, reason="uv is not installed")
def test_the_lines_for_uv_do_what_the_lines_for_pip_do(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(
        ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv*", "build", "dist", "node_modules", ".*_cache")
    )
    solve, tests = re.findall(r"^(uv.*?)(?: +#.*)?$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    (printed,) = (text for text in blocks(ROOT / "README.md", "") if "galakub: 1 solution" in text)
    kept = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    for command, part in ((solve, printed), (f"{tests} tests/puzzle/test_shape.py", " passed")):
        ended = subprocess.run(command.split(), cwd=copy, env=kept, capture_output=True, text=True)
        assert ended.returncode == 0 and part in ended.stdout, ended.stderr


@pytest.mark.slow
def test_the_citation_file_is_valid(fresh: Path) -> None:
    shutil.copy(ROOT / "CITATION.cff", fresh)
    said([fresh / "venv/bin/pip", "install", "-q", "cffconvert==2.0.0"], fresh)
    assert "valid according to schema" in said([fresh / "venv/bin/cffconvert", "--validate"], fresh)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="installs a wheel for Linux")
def test_a_wheel_is_built_checked_installed_and_used_in_an_empty_home(tool: Any, fresh: Path, tmp_path: Path) -> None:
    wheels = tool("wheels")
    python = wheels.environment(tmp_path / "tools")
    wheel = wheels.build(python, tmp_path, "manylinux_2_28_x86_64")
    wheels.check(python, [wheel])
    said([fresh / "venv/bin/pip", "install", "-q", wheel], fresh)
    program = fresh / "venv/bin/satpuzzle"
    assert "avx" in said([program, "--version", "-v"], fresh)
    assert "galakub: 1 solution up to isometries" in said([program, "solve", "galakub", "--backend", "cadical"], fresh)
    said([program, "studio", "-o", "page.html"], fresh)
    assert (fresh / "page.html").stat().st_size > 10**6
    stored = max((ROOT / "tests" / "stored").iterdir()) / "steinhaus-tree"
    assert "VERIFIED" in said([program, "verify", stored], fresh)
    assert (fresh / "venv/share/man/man1/satpuzzle.1").exists()
    assert runpy.run_path(str(ROOT / "tools" / "wheels.py"))["MOST"] <= 3_000_000

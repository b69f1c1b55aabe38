"""The JSON of every command is as docs/schema says, to the last key."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from burrs import burr, problem, voxel, written
from commands import run
from pages import ROOT

import satpuzzle as sp
from satpuzzle.cli import app
from satpuzzle.cli.guide import COMMANDS
from satpuzzle.clock import UNLIMITED
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.measure import benchmark
from satpuzzle.measure.records import TYPES
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.write.forms import FORMS, certify
from satpuzzle.structured import SCHEMA

jsonschema = pytest.importorskip("jsonschema")
referencing = pytest.importorskip("referencing")

SCHEMAS = {path.stem: json.loads(path.read_bytes()) for path in sorted((ROOT / "docs" / "schema").glob("*.json"))}
BURR = "burr.xmpuzzle"  # it has two problems, of which the second is not a puzzle
# The schema, the exit status, and the command.
RUNS = [
    ("list", 0, "list --format json"),
    ("show", 0, "show soma --format json"),
    ("show", 0, "show macmahon-squares --format json"),
    ("show", 0, "show tetrahexes-triangle --format json"),
    ("show", 0, "show pegs --format json"),
    ("show", 0, "show snake-cube --format json"),
    ("show", 0, f"show {BURR} --format json"),
    ("show", 0, f"show {BURR} --problem 1 --format json"),
    ("solve", 0, "solve galakub --format json"),
    ("solve", 0, "solve galakub --format ndjson"),
    ("solve", 0, "solve dubois-burr --assemblable --format json"),
    ("solve", 0, "solve dubois-burr --assemblable --interlocking --format json"),
    ("solve", 0, "solve cover.dlx --format json"),
    ("solve", 0, "solve draughtboard -n 1 --format ndjson"),
    ("solve", 0, "solve tetravex-3x3 -n 1 --format json"),
    ("solve", 0, "solve tetrahexes-triangle --format json"),
    ("count", 0, "count galakub --format json"),
    ("count", 0, "count iq-pyramid-4 --by pieces --format json"),
    ("count", 0, "count dubois-burr --by level --format json"),
    ("count", 0, "count a-puzzle-a-day --format json"),
    ("count", 0, f"count {BURR} --problem all --format json"),
    ("count", 3, "count bedlam -t 0.01 --format json"),
    ("assemble", 0, "assemble dubois-burr --format json"),
    ("assemble", 0, "assemble steinhaus --interlocking -n 0 --format json"),
    ("assemble", 0, "assemble dubois-burr -n 0 --levels burrtools --format ndjson"),
    ("assemble", 0, "assemble bar-in-a-cross --moves turns --slack 0.21 --format json"),
    ("unique", 0, "unique galakub --format json"),
    ("unique", 1, "unique pentominoes-3x20 --format json"),
    ("unique", 1, "unique stella-octangula --format json"),
    ("unique", 1, "unique cover.dlx --format json"),
    ("explain", 0, "explain galakub --format json"),
    ("explain", 0, "explain mutilated.toml --format json"),
    ("explain", 0, "explain boards.txt --format json"),
    ("explain", 0, "explain boards.txt --format ndjson"),
    ("best", 0, "best tetrahexes-triangle --maximise pieces --partial --format json"),
    ("best", 0, "best mutilated.toml --minimise empty --format json"),
    ("best", 3, "best bedlam --maximise pieces --partial -t 0.01 --format json"),
    ("smallest", 0, "best mutilated.toml --board NxM --format json"),
    ("odds", 0, "odds galakub --format json"),
    ("sample", 0, "sample soma -n 2 --format json"),
    ("sample", 0, "sample tetrahexes-triangle --format json"),
    ("tile", 0, "tile plane --size 4 --format json"),
    ("tile", 0, "tile plane ***/*.*/*.* --format json"),
    ("tile", 0, "tile plane pentominoes#X * --together --format json"),
    ("tile", 0, "tile rectangle **/*. --up-to 3x4 --format json"),
    ("tile", 3, "tile rectangle pentominoes#Y --up-to 60x60 -t 0.3 --format json"),
    ("tile", 0, "tile strip */* --width 3 --format json"),
    ("tile", 0, "tile strip */* --width 1..3 --format json"),
    ("tile", 0, "tile strip */* --sizes 2x3 --format json"),
    ("tile", 0, "tile common *** **/*. --format json"),
    ("rate", 0, "rate galakub --tries 2 --format json"),
    ("hints", 0, "hint pentominoes-3x20 --fewest --json"),
    ("hint", 0, "hint galakub --format json"),
    ("hint", 0, "hint galakub --all --format json"),
    ("challenge", 0, "challenge pentominoes-3x20 -n 1 --format json"),
    ("choose", 0, "choose pentominoes --board y-pentominoes-5x10 -n 1 --format json"),
    ("choose", 0, "choose soma --board soma --divide 1 --format json"),
    ("estimate", 0, "count galakub --estimate --workers 1,2 --format json"),
    ("estimate", 0, "count cover.dlx --estimate --workers 1 --format json"),
    ("show", 0, "show cover.dlx --format json"),
    ("show", 0, "show board.toml --format json"),
    ("best", 0, "best cover.dlx --minimise options --format json"),
    ("odds", 0, "odds cover.dlx --format json"),
    ("sample", 0, "sample cover.dlx -n 2 --format json"),
    ("hint", 0, "hint cover.dlx --format json"),
    ("hint", 0, "hint cover.dlx --all --format json"),
    ("hints", 0, "hint cover.dlx --fewest --format json"),
    ("explain", 0, "explain cover.dlx --format json"),
    ("journal", 0, "journal show galakub.journal --format json"),
    ("doctor", 0, "doctor --json"),
    ("journal", 0, "journal show galakub.journal --solutions --format json"),
    ("compare", 0, "compare galakub -b native --format ndjson"),
]
FILES = {
    "cover.dlx": "a b | c\na c:x\nb c:x\na b\n",
    "board.toml": 'grid = "square"\nbox = [2, 3]\n',
    "boards.txt": "I:\n###\n\n3x2: 2\n2x3: 3\n2x2: 1\n",
    "mutilated.toml": """
grid = "square"
board = ".*****\\n******\\n.*****"
pieces = [{ name = "D", cells = "**", count = 8 }]
""",
}


def closed(schema: Any) -> Any:
    """Return a schema that allows no other keys than it names, for objects that others do not extend."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "type" not in schema["properties"] and "$comment" not in schema:
        found["unevaluatedProperties"] = False
    return found


@pytest.fixture(scope="module")
def registry() -> Any:
    resources = [referencing.Resource.from_contents(closed(schema)) for schema in SCHEMAS.values()]
    return referencing.Registry().with_resources((each.id(), each) for each in resources)


def check(name: str, content: Any, registry: Any) -> None:
    validator = jsonschema.Draft202012Validator({"$ref": SCHEMAS[name]["$id"]}, registry=registry)
    if (error := jsonschema.exceptions.best_match(validator.iter_errors(content))) is not None:
        raise AssertionError(f"{name}: {error.json_path}: {error.message[:500]}")


def parsed(text: str) -> Iterator[Any]:
    """Yield the objects in one JSON text, in a list of objects, or in one text a line."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError:
        yield from map(json.loads, text.splitlines())
    else:
        yield from content if isinstance(content, list) else [content]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("schemas")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    shapes = [voxel((2, 2, 1), "####"), voxel((2, 1, 1), "##", name="D")]
    lacking = problem("1:1", name="b").replace('<result id="0"/>', "")
    written(folder / BURR, burr(shapes, [problem("1:2", name="a"), lacking]))
    assert sp.count("galakub", journal=folder / "galakub.journal").raw == 8
    return folder


@pytest.mark.few(1, "name")
@pytest.mark.parametrize(("name", "status", "line"), RUNS, ids=[line for _, _, line in RUNS])
def test_the_output_of_a_command_is_as_its_schema_says(
    name: str, status: int, line: str, folder: Path, registry: Any
) -> None:
    ended = run(*line.split(), cwd=folder)
    assert ended.returncode == status, ended.stderr
    check_all(name, ended.stdout, registry)


@pytest.mark.usefixtures("told_at_once")
@pytest.mark.parametrize("line", ["count soma -j 1 --method search", "rate soma --tries 2"])
def test_progress_is_as_its_schema_says(line: str, registry: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert not app([*line.split(), "--progress", "json"], standalone_mode=False)
    check_all("progress", capsys.readouterr().err, registry)


def check_all(name: str, text: str, registry: Any) -> None:
    objects = [*parsed(text)]
    assert objects
    for content in objects:
        assert next(iter(content)) == "schema"
        check(name, content, registry)


@pytest.mark.parametrize("form", FORMS)
def test_a_manifest_is_as_its_schema_says(form: str, tmp_path: Path, registry: Any) -> None:
    assert certify("steinhaus", tmp_path / form, form).raw == 48
    check("certificate", json.loads((tmp_path / form / MANIFEST).read_bytes()), registry)


@pytest.mark.full
def test_facts_of_a_benchmark_are_as_their_schema_says(folder: Path, registry: Any) -> None:
    recipe = load_recipe("default")
    entries = [entry for entry in benchmark.entries() if entry.name in ("galakub", "langford-12")]
    assert len(entries) == 2
    facts = [benchmark._write(folder, entry, recipe, benchmark.FORMATS, UNLIMITED).facts for entry in entries]
    check("benchmark", {"version": benchmark.VERSION, "encoding": asdict(recipe), "instances": facts}, registry)


def test_every_schema_is_one_and_is_tested() -> None:
    for name, schema in SCHEMAS.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["$id"].endswith(f"/schema/{SCHEMA}/{name}.json")
    assert SCHEMAS.keys() == {name for name, _, _ in RUNS} | {
        "common",
        "certificate",
        "benchmark",
        "progress",
        "options",
    }
    assert [*SCHEMAS["compare"]["properties"]] == [*TYPES]


def test_every_command_that_writes_json_has_a_schema() -> None:
    modules = {name: (ROOT / "satpuzzle" / "cli" / f"{name}.py").read_text(encoding="utf-8") for name in COMMANDS}
    taking = {
        name
        for name, text in modules.items()
        if re.search(r"\b(as_json|FormatRow|AnswerRows|RunRows|SolutionsRow|NDJSON)\b", text)
    }
    assert len(taking) > 12
    assert taking <= SCHEMAS.keys()


def test_a_schema_finds_what_is_wrong(registry: Any) -> None:
    right = {"schema": 1, "puzzle": "soma", "verdict": "none", "up_to": "raw", "witnesses": [], "reason": None}
    check("unique", right, registry)
    for wrong in ({"schema": 2}, {"verdict": "no"}, {"surplus": 1}, {"witnesses": [[{"piece": "A"}]]}):
        with pytest.raises(AssertionError, match="unique: "):
            check("unique", right | wrong, registry)

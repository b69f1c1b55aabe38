"""Sheets of paper: pieces, layers, and the steps of putting them together."""

import re
import sys
from pathlib import Path

import pytest
import typer
from codes import modules, text_of
from commands import complaint, run, said

from satpuzzle import Solution, assemble, load, solve
from satpuzzle.cli.sheet import Asked, sheet
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.motion.assembly import Assembly
from satpuzzle.pictures.instructions import PAPERS, instructions, stages
from satpuzzle.pictures.printed import html, pdf, words
from satpuzzle.pictures.scene import Scene
from satpuzzle.pictures.unpacking import _stages, save_steps
from satpuzzle.puzzle.formats.link import unpack
from satpuzzle.studio.page import link_of


def first(name: str) -> Solution:
    solution = solve(name).first()
    assert solution is not None
    return solution


def scene(assembly: Assembly) -> Scene:
    assert assembly.solution is not None
    return Scene.of(assembly.solution, assembly.as_dict()["steps"])


@pytest.fixture(scope="module")
def soma() -> Assembly:
    return assemble(first("soma"))


def test_a_sheet_has_title_pieces_layers_and_steps(soma: Assembly) -> None:
    assert soma.solution is not None
    pages = instructions(soma.solution, soma)
    text = [word.text for page in pages for word in words(page)]
    assert text[0] == "Soma cube" and "Pieces" in text and "Putting it together" in text
    assert [one for one in text if one.startswith("layer")] == ["layer 1 (bottom)", "layer 2", "layer 3 (top)"]
    assert sum(bool(re.match(r"\d: ", one)) for one in text) == len(soma.steps) == 6
    assert "Putting it together" not in " ".join(
        word.text for page in instructions(soma.solution) for word in words(page)
    )


@pytest.mark.parametrize("paper", PAPERS)
def test_every_word_is_on_the_page(paper: str, soma: Assembly) -> None:
    assert soma.solution is not None
    for page in instructions(soma.solution, soma, paper):
        broad, high = ((side - 30) / 25.4 * 96 for side in PAPERS[paper])
        assert page.size == (round(broad), round(high))
        assert all(0 <= word.x < broad and 0 < word.y <= high for word in words(page))


def test_steps_are_those_of_taking_apart_backwards(soma: Assembly) -> None:
    found = stages(scene(soma), held=False)
    assert [stage.number for stage in found] == [6, 5, 4, 3, 2, 1]
    assert [stage.moving for stage in found] == [frozenset(step.pieces) for step in reversed(soma.steps)]
    there = set(found[0].rest)
    for stage in found:  # a piece is added to those that are there
        assert stage.rest == there and not stage.moving & there
        there |= stage.moving
    assert there == set(range(7))
    assert re.fullmatch(r"take \w, add \w from (above|below|the (left|right|front|back))", found[0].sentence)
    assert all(stage.sentence.startswith("add ") for stage in found[1:])


def test_a_burr_is_put_together_by_slides_too() -> None:
    apart = [found for one in solve("dubois-burr") if (found := assemble(one)).steps and not found.core]
    said = [stage.sentence for stage in stages(scene(apart[0]), held=False)]
    assert len(said) == len(apart[0].steps) == 13
    assert said[0].startswith("take ") and any(re.fullmatch(r"slide \w up by 1", one) for one in said)
    assert any(re.fullmatch(r"slide \w and \w together to the back by 1", one) for one in said)


def test_into_a_box_the_first_piece_goes_too() -> None:
    boxed = assemble(first("soma"), open="+z")
    found = stages(scene(boxed), held=True)
    assert len(found) == len(boxed.steps) == 7 and not found[0].rest
    assert {stage.sentence.partition(" from ")[2] for stage in found} == {"above"}
    assert [stage.sentence[:4] for stage in stages(scene(boxed), held=False)] == ["take"] + ["add "] * 5


@pytest.mark.parametrize("name", ["rhombic-cube", "stella-octangula"])
def test_where_cells_would_hide_others_from_above_the_pieces_are_moved_apart(name: str) -> None:
    solution = first(name)
    (page,) = instructions(solution)
    text = [word.text for word in words(page)]
    assert "moved apart" in text and "layer" not in " ".join(text)
    apart = page.svg.partition("Solution")[2]
    assert all(f">{letter}<" in apart for letter in solution.symbols())  # each piece is seen


def test_a_flat_board_has_no_layers_and_no_steps(tmp_path: Path) -> None:
    ended = run("sheet", "pentominoes-3x20", "-o", tmp_path / "flat.html")
    assert (ended.returncode, ended.stderr) == (0, "")
    text = (tmp_path / "flat.html").read_text(encoding="utf-8")
    assert "Solution" in text and "layer" not in text and "Putting" not in text


def test_text_of_a_pdf_can_be_searched(soma: Assembly, tmp_path: Path) -> None:
    pytest.importorskip("reportlab")
    from reportlab import rl_config

    assert soma.solution is not None
    pages = instructions(soma.solution, soma)
    rl_config.pageCompression, before = 0, rl_config.pageCompression
    try:
        made = pdf(pages, "Soma cube", 15)
    finally:
        rl_config.pageCompression = before
    assert made.startswith(b"%PDF") and len(re.findall(rb"/Type /Page\b(?!s)", made)) == len(pages)
    assert all(each in made for each in (b"(Soma cube)", b"(layer 1 \\(bottom\\))", b"3 Tr"))
    assert html(pages, "A & B").count("<svg") == len(pages) and "<title>A &amp; B</title>" in html(pages, "A & B")


def test_a_sheet_takes_one_page_if_it_fits_and_is_as_large_as_the_page_allows(soma: Assembly) -> None:
    assert soma.solution is not None
    (page,) = instructions(soma.solution, soma)
    lowest = max(word.y for word in words(page))
    assert 0.8 * page.size[1] < lowest <= page.size[1]


def test_a_code_on_a_sheet_opens_its_puzzle_in_a_studio(tmp_path: Path) -> None:
    pytest.importorskip("reportlab")
    assert run("sheet", "soma", "-o", tmp_path / "a.svg", "--no-steps", "--base", "http://a.org/s").returncode == 0
    link = text_of(modules((tmp_path / "a.svg").read_text(encoding="utf-8")))
    assert link.startswith("http://a.org/s#p=") and unpack(link) == {"name": "soma"}
    assert load(link) == load("soma")


def test_a_link_to_a_puzzle_that_is_not_bundled_has_all_of_it(tmp_path: Path) -> None:
    (tmp_path / "soma.toml").write_text('grid = "square"\nbox = [2, 1]\npieces = [{ name = "I", cells = "**" }]')
    link = link_of(load(tmp_path / "soma.toml"), "")
    assert "puzzle" in unpack(link) and len(load(link).board) == 2


def test_a_link_that_is_too_long_for_a_code_is_refused(soma: Assembly) -> None:
    pytest.importorskip("reportlab")
    assert soma.solution is not None
    with pytest.raises(PuzzleError, match="a link of 3000 characters is too long for a QR code"):
        instructions(soma.solution, link="x" * 3000)


def test_a_link_that_no_sheet_can_have_is_refused_before_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("reportlab")
    monkeypatch.setattr(sys.modules[sheet.__module__], "solutions_of", lambda *_: pytest.fail("it searches"))
    asked = Asked(puzzle="bedlam", output=tmp_path / "a.svg", base="x" * 3000)
    with pytest.raises(PuzzleError, match="too long for a QR code"):
        sheet(asked)


def test_a_tile_is_shown_with_the_colours_of_its_sides() -> None:
    (page,) = instructions(first("tetravex-3x3"))
    pieces = page.svg.partition(">Solution<")[0]
    assert len(set(re.findall(r'fill="(#\w+)"', pieces))) > 7


@pytest.mark.full
@pytest.mark.parametrize("puzzle", ["iq-pyramid-4", "snake-cube", "dominoes-torus", "pegs", "draughtboard"])
def test_puzzles_of_every_kind_have_a_sheet(puzzle: str, tmp_path: Path) -> None:
    ended = run("sheet", puzzle, "-o", tmp_path / "sheet.svg")
    files = [*tmp_path.iterdir()]
    assert ended.returncode == 0 and files and "Traceback" not in ended.stderr
    assert len(files) == 1 or sorted(map(str, files)) == ended.stderr.split()


def test_what_cannot_be_put_together_has_no_steps(tmp_path: Path) -> None:
    file = tmp_path / "hook.toml"
    file.write_text(
        'grid = "cubic"\nboard = """\n***\n***\n***\n\n***\n***\n***\n\n***\n***\n***\n"""\n'
        'pieces = [{ name = "A", cells = """\n***\n***\n***\n\n***\n*.*\n***\n\n***\n***\n***\n""" },'
        ' { name = "B", cells = "*" }]\n'
    )
    ended = run("sheet", file, "-o", tmp_path / "hook.html")
    assert ended.returncode == 0
    assert "hook: no steps are shown, because no packing that was tried can be put together" in ended.stderr


def test_assemble_tells_it_in_the_same_words(tmp_path: Path) -> None:
    text = said(run("assemble", "soma", "--reverse", "--draw", tmp_path / "steps.svg"))
    assert re.search(r"put together:\n  1\. take \w, add \w from ", text)
    assert "taken apart" not in text and ">6: add " in (tmp_path / "steps.svg").read_text(encoding="utf-8")
    assert complaint(run("assemble", "soma", "--reverse", "--json")).startswith("--reverse")


def test_an_animation_of_putting_together_says_so(soma: Assembly) -> None:
    shown = scene(soma)
    texts = [
        re.findall(r">(\d): ([^<]*)<", "".join(panel.parts)) for panel in _stages(shown, "whole", (), reverse=True)
    ]
    found = [stage.sentence for stage in stages(shown, held=False)]
    assert [one for some in texts[:0:-1] for one in some] == [(str(n), said) for n, said in enumerate(found, 1)]


def test_files_of_steps_have_the_numbers_of_the_steps(soma: Assembly, tmp_path: Path) -> None:
    paths = save_steps(soma, tmp_path / "step.svg", separate=True, reverse=True)
    assert [path.name for path in paths] == [f"step-{number}.svg" for number in range(1, 7)]
    assert all(f">{number}: " in path.read_text(encoding="utf-8") for number, path in enumerate(paths, 1))


def test_a_large_picture_has_an_image_of_bounded_size(soma: Assembly, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("reportlab")
    assert soma.solution is not None
    monkeypatch.setattr("satpuzzle.pictures.printed._MOST_DOTS", 500)
    made = pdf(instructions(soma.solution)[:1], "Soma cube")
    sides = [int(side) for side in re.findall(rb"/(?:Width|Height) (\d+)", made)]
    assert sides and max(sides) <= 501


def test_a_sheet_that_is_interrupted_shows_the_solution(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*arguments: object, **options: object) -> None:
        raise Stopped("interrupted")

    monkeypatch.setattr("satpuzzle.cli.sheet.taken_apart", stopped)
    with pytest.raises(typer.Exit) as ended:
        sheet(Asked(puzzle="soma", output=tmp_path / "soma.html"))
    text = (tmp_path / "soma.html").read_text(encoding="utf-8")
    assert ended.value.exit_code == 130 and "layer 1 (bottom)" in text and "Putting it together" not in text
    assert "soma.html shows what was found until then" in capsys.readouterr().err

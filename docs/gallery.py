"""Draws a solution of each bundled puzzle, or of some of them, and writes the gallery page.

    python docs/gallery.py [PUZZLE ...]

The pictures are `gallery/NAME.svg`, the same that `satpuzzle draw NAME` makes: which solution is found first does not
depend on the instruction set, or on the number of threads.  Only if all puzzles are drawn, the pictures with rules, the
page `gallery.md` and the number of puzzles in the README are written too.  `drawn.py` draws the other pictures.
"""

import re
import sys
from pathlib import Path
from typing import Any

import satpuzzle as sp
from satpuzzle.data import files
from satpuzzle.engines.library import missing

FOLDER = Path(__file__).parent / "gallery"
PAGE = FOLDER.with_suffix(".md")
README = FOLDER.parents[1] / "README.md"
COLUMNS = 3
DOMINOES = {"grid": "square", "box": [6, 6], "pieces": {"D": {"cells": "**", "count": 18}}, "title": "Dominoes 6x6"}
DOMINOES_AND_TROMINOES = {
    "grid": "square",
    "box": [5, 6],
    "pieces": {"D": {"cells": "**", "min": 0, "max": "any"}, "V": {"cells": "**\n*.", "min": 0, "max": "any"}},
    "title": "Dominoes and trominoes 5x6",
}
TETROMINOES = {
    "grid": "square",
    "board": "\n".join(["?????"] * 5),
    "pieces": {"I": "****", "L": "***\n*..", "O": "**\n**", "S": ".**\n**.", "T": "***\n.*."},
    "title": "Tetrominoes in 5x5",
}
BLOCKS = {
    "grid": "cubic",
    "board": "\n\n".join(["\n".join(["????"] * 4)] * 4),
    "pieces": {"B": {"cells": "**\n**", "count": 12}},
    "title": "Twelve blocks in 4x4x4",
}
RULED: dict[str, tuple[str | dict[str, Any], str, int]] = {
    "no-crossroads": ("pentominoes-6x10", "no crossroads", 563),
    "fault-free": ("pentominoes-6x10", "fault-free", 2323),
    "at-border": ("pentominoes-6x10", "at border: all", 2),
    "strongly-colourable": ("pentominoes-6x10", "colours: 3 strongly", 94),
    "symmetric": (DOMINOES, "symmetric: half turn", 40),
    "apart-at-corners": ("pentominoes-8x8", "apart at corners: I V W Z", 2),
    "apart": ("pentominoes-6x10", "apart: I L V N", 125),
    "touch": ("pentominoes-6x10", "touch: X I V", 166),
    "together": (DOMINOES_AND_TROMINOES, "together: V exactly 8", 2653),
    "connected": (TETROMINOES, "connected: empty cells", 29),
    "supported": (TETROMINOES, "supported: everywhere", 54),
    "anti-slide": (BLOCKS, "anti-slide", 3),
}  # of docs/rules.md: pictures, with a puzzle, a rule, and the number of solutions up to isometries
HEAD = """# The gallery

A solution of each bundled puzzle, drawn by `python docs/gallery.py`, with the number of solutions up to isometries.
`satpuzzle show NAME` prints all known numbers with their source, and the tests check them.
"""
RULES = """## With a rule

[Rules](rules.md) are added by `--rule`. The numbers are those of the solutions up to isometries.
"""


def ruled(name: str) -> sp.Puzzle:
    """Return a puzzle with a rule."""
    puzzle, rule, _ = RULED[name]
    return sp.with_rules(sp.load(puzzle) if isinstance(puzzle, str) else sp.make_puzzle(**puzzle), [rule])


def drawn(name: str, folder: Path, puzzle: sp.Puzzle | None = None) -> Path | None:
    """Draw the first solution of a puzzle into a folder; return the file, or None if there is no solution."""
    puzzle = puzzle or sp.load(name)
    found = list(sp.solve(puzzle, limit=1))
    if not found:
        return None
    path = folder / f"{name}.svg"
    sp.draw(found[0], None if puzzle.grid.two_sided else "solid", legend=False).save(path)
    return path


def caption(name: str) -> str:
    """Return the caption of a picture: the title, the name, the number of solutions up to isometries."""
    puzzle = sp.load(name)
    return f"**{puzzle.title}**<br>`{name}`<br>{puzzle.published.isometries}"


def page(pictures: dict[str, Path | None]) -> str:
    """Return the text of the page that shows these pictures."""
    cells = [
        "no solution exists" if path is None else f'<img src="gallery/{path.name}" height="170" alt="{name}">'
        for name, path in pictures.items()
    ]
    cells = [f"{picture}<br>{caption(name)}" for name, picture in zip(pictures, cells, strict=True)]
    with_rules = [
        f'<img src="gallery/rule-{name}.svg" height="170" alt="{rule}">'
        f"<br>**{ruled(name).title}**<br>`{rule}`<br>{count}"
        for name, (_, rule, count) in RULED.items()
    ]
    return f"{HEAD}\n{table(cells)}\n{RULES}\n{table(with_rules)}"


def table(cells: list[str]) -> str:
    """Return a table of these cells."""
    rows = [cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)]
    rows[-1] += [""] * (COLUMNS - len(rows[-1]))
    lines = ["|" + " |" * COLUMNS, "|" + ":-:|" * COLUMNS, *("| " + " | ".join(row) + " |" for row in rows)]
    return "\n".join(lines) + "\n"


def main(names: list[str], folder: Path = FOLDER) -> None:
    """Draw these puzzles, or all, into a folder.  Raises PuzzleError without compiled kernels."""
    if missing():  # then other solutions are found first
        raise sp.PuzzleError(f"the pictures of the gallery need compiled kernels: {missing()}")
    folder.mkdir(exist_ok=True)
    pictures = {name: drawn(name, folder) for name in names or files("puzzles")}
    if not names:
        for name in RULED:
            drawn(f"rule-{name}", folder, ruled(name))
        PAGE.write_text(page(pictures), encoding="utf-8")
        text = README.read_text(encoding="utf-8")
        README.write_text(re.sub(r"\d+(?= puzzles come with it)", str(len(pictures)), text), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Plans: parts to be cut, side by side on a sheet, as SVG or DXF in millimetres.

Lines to cut are red and words to engrave are blue, as is usual for laser cutters; in DXF they are also in the layers
CUT and ENGRAVE.  The version of DXF is that of AutoCAD release 12 (AutoCAD 2012 DXF Reference), which all programs
read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.markup import allowed, escaped
from satpuzzle.pictures.outlines import Lines, Part, Word
from satpuzzle.pictures.shelves import shelves

ENDINGS = (".svg", ".dxf")
_APART = 3.0  # millimetres between parts, and around all parts together
_MILLIMETRES = 4  # the value of $INSUNITS for millimetres
_CUT, _ENGRAVE = ("CUT", 1), ("ENGRAVE", 5)  # layers and their colours, red and blue


@dataclass(frozen=True, eq=False)
class Plan:
    """Parts on a sheet, and its width and height in millimetres; the origin is its lower left corner."""

    title: str
    parts: tuple[Part, ...]
    size: tuple[float, float]

    @classmethod
    def of(cls, title: str, parts: Sequence[Part]) -> "Plan":
        """Return a plan of parts in rows, the first at the top left."""
        boxes = [_box(part) for part in parts]
        at, size = shelves([(right - left, up - down) for left, down, right, up in boxes], _APART)
        moved = (
            _moved(part, x - left, size[1] - y - up)
            for part, (x, y), (left, _, _, up) in zip(parts, at, boxes, strict=True)
        )
        return cls(title, tuple(moved), size)

    @property
    def svg(self) -> str:
        """Return the plan as SVG in its real size."""
        width, height = self.size
        lines = [
            f'<path d="{"".join(_path(line, height, part.closed) for line in part.lines)}">'
            f"<title>{escaped(part.name)}</title></path>"
            for part in self.parts
        ]
        words = [
            f'<text x="{_number(word.x)}" y="{_number(height - word.y + 0.36 * word.size)}"'
            f' font-size="{_number(word.size)}">{escaped(word.text)}</text>'
            for part in self.parts
            for word in part.words
        ]
        engraved = ['<g fill="#0000ff" font-family="sans-serif" text-anchor="middle">', *words, "</g>"] if words else []
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}mm" height="{_number(height)}mm"'
                f' viewBox="0 0 {_number(width)} {_number(height)}">',
                f"<title>{escaped(self.title)}</title>",
                '<g fill="none" stroke="#ff0000" stroke-width="0.1">',
                *lines,
                "</g>",
                *engraved,
                "</svg>",
            )
        )

    @property
    def dxf(self) -> str:
        """Return the plan as DXF."""
        return "".join(f"{code}\n{value}\n" for code, value in self._codes())

    def _codes(self) -> Iterator[tuple[int, object]]:
        yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"))
        yield from ((70, _MILLIMETRES), (9, "$EXTMIN"), (10, 0.0), (20, 0.0), (30, 0.0), (9, "$EXTMAX"))
        yield from ((10, self.size[0]), (20, self.size[1]), (30, 0.0), (0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"))
        yield from ((0, "TABLE"), (2, "LTYPE"), (70, 1), (0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid line"))
        yield from ((72, 65), (73, 0), (40, 0.0), (0, "ENDTAB"), (0, "TABLE"), (2, "LAYER"), (70, 2))
        for name, colour in (_CUT, _ENGRAVE):
            yield from ((0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS"))
        yield from ((0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"))
        for part in self.parts:
            for line in part.lines:
                yield from ((0, "POLYLINE"), (8, _CUT[0]), (66, 1), (70, int(part.closed)))
                yield from ((10, 0.0), (20, 0.0), (30, 0.0))
                for x, y in line.tolist():
                    yield from ((0, "VERTEX"), (8, _CUT[0]), (10, _number(x)), (20, _number(y)), (30, 0.0))
                yield from ((0, "SEQEND"), (8, _CUT[0]))
            for word in part.words:
                at = (_number(word.x), _number(word.y))
                yield from ((0, "TEXT"), (8, _ENGRAVE[0]), (10, at[0]), (20, at[1]), (30, 0.0))
                yield from ((40, _number(word.size * 0.72)), (1, _plain(word.text)), (72, 1), (73, 2))
                yield from ((11, at[0]), (21, at[1]), (31, 0.0))
        yield from ((0, "ENDSEC"), (0, "EOF"))

    def save(self, path: str | Path) -> None:
        """Write a file whose name ends in .svg or .dxf.

        Raises PuzzleError for other names, and OSError if the file cannot be written.
        """
        ending = Path(path).suffix.lower()
        if ending not in ENDINGS:
            raise PuzzleError(f"{path}: the name of a file of outlines ends in {' or '.join(ENDINGS)}")
        data.write(path, self.dxf if ending == ".dxf" else self.svg + "\n")


def _box(part: Part) -> tuple[float, float, float, float]:
    """Return the bounding box of a part: left, bottom, right, top."""
    every = np.concatenate(part.lines)
    (left, down), (right, up) = every.min(axis=0).tolist(), every.max(axis=0).tolist()
    return left, down, right, up


def _moved(part: Part, x: float, y: float) -> Part:
    words = tuple(Word(word.text, word.x + x, word.y + y, word.size) for word in part.words)
    return Part(part.name, tuple(line + np.array([x, y]) for line in part.lines), part.closed, words)


def _path(line: Lines, height: float, closed: bool) -> str:
    points = "L".join(f"{_number(x)} {_number(height - y)}" for x, y in line.tolist())
    return f"M{points}{'z' * closed}"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") if abs(value) >= 5e-5 else "0"


def _plain(text: str) -> str:
    """Return a text in ASCII; other characters are replaced by the notation of DXF for their code numbers."""
    return "".join(mark if " " <= mark <= "~" else f"\\U+{ord(mark):04X}" for mark in allowed(text) if mark >= " ")

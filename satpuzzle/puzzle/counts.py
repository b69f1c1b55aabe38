"""Numbers of solutions, which say whether they are final."""

from dataclasses import dataclass

CONVENTIONS = ("raw", "rotations", "isometries", "patterns")  # each number is at most the one before it


@dataclass(frozen=True, repr=False)
class Counts:
    """Numbers of solutions: `raw` on the fixed board, up to rotations, and up to isometries (reflections included).

    If colours may be exchanged, `patterns` is the number up to isometries and exchanges of colours (N. G. de Bruijn,
    Pólya's theory of counting, 1964).

    A number is None if it is not known.  `final` is False for a search that was cut short; the numbers are then lower
    bounds.
    """

    raw: int | None = None
    rotations: int | None = None
    isometries: int | None = None
    patterns: int | None = None
    final: bool = True

    def __repr__(self) -> str:
        if not self.final:
            return f"<counts so far: {str(self) or 'none is known'}>"
        numbers = {"raw": self.raw, "rotations": self.rotations, "isometries": self.isometries} | self.known()
        return f"Counts({', '.join(f'{name}={number}' for name, number in numbers.items())})"

    def __str__(self) -> str:
        return ", ".join(f"{name} {'' if self.final else '≥ '}{number}" for name, number in self.known().items())

    def known(self) -> dict[str, int]:
        """Return the known numbers by name: `raw`, `rotations` and so on."""
        numbers = {name: getattr(self, name) for name in CONVENTIONS}
        return {name: number for name, number in numbers.items() if number is not None}

    def __add__(self, other: "Counts") -> "Counts":
        """Return the sums of both counts, final if both are; a number that one of them lacks counts as 0."""
        return Counts(
            _sum(self.raw, other.raw),
            _sum(self.rotations, other.rotations),
            _sum(self.isometries, other.isometries),
            _sum(self.patterns, other.patterns),
            self.final and other.final,
        )


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other

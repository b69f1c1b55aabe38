"""Finds what the sets of the atlas ask for, and writes its page, docs/atlas.md, and its b-files.

    python atlas/make.py [SET ...] [--large] [--time-limit SECONDS] [--certificates DIR]

What was found is in found/SET.jsonl and is not sought again, so a run that was stopped is continued by the same
command.  `--large` adds what takes longer than some minutes.  Numbers that were found in two ways must be the same.
Certificates are verified and dropped, but for their hashes; with `--certificates` those that DIR does not have are made
again and kept there, and their hashes must be the same.
"""

import argparse
import contextlib
import hashlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from page import b_file, page
from sets import HERE, Known, PieceSet, Sizes, every, written

import satpuzzle as sp
from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError, SatpuzzleError, Stopped
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write.frontiers import certify
from satpuzzle.questions.question import Context
from satpuzzle.questions.tilings.certify import certify_strip
from satpuzzle.questions.tilings.journal import Journal
from satpuzzle.questions.tilings.strip import Strip, puzzle_of, strip_of

PAGE = HERE.parent / "docs" / "atlas.md"


class Making:
    """Adds to the journal of a set what is not there."""

    def __init__(self, pieces: PieceSet, journal: Journal, clock: Clock, kept: Path | None = None) -> None:
        self._set, self._journal, self._clock, self._kept = pieces, journal, clock, kept

    def all(self, large: bool) -> None:
        """Find everything; raises Stopped."""
        wanted = {
            kind: [one for one in getattr(self._set, kind) if large or not one.large]
            for kind in ("counts", "series", "boards")
        }
        for asked in wanted["counts"]:
            for width in self._set.widths(asked):
                if self._lacks(f"lengths {written(width)}", asked.length):
                    self._find(f"lengths {written(width)}", lambda width=width, n=asked.length: self._lengths(width, n))
        for asked in wanted["series"]:
            for width in self._set.widths(asked):
                self._find(f"series {written(width)}", lambda width=width: self._series(width))
                self._find(f"classes {written(width)}", lambda width=width: self._classes(width))
        for asked in wanted["boards"]:
            for sizes in self._set.sizes(asked):
                self._find(f"board {written(sizes)}", lambda sizes=sizes, by=asked.method: self._board(sizes, by))
                if asked.certified:
                    self._find(f"certificate {written(sizes)}", lambda sizes=sizes: self._certificate(sizes))

    def _lacks(self, key: str, length: int) -> bool:
        if len(self._journal.done.get(key, {"counts": []})["counts"]) > length:
            return False
        self._journal.done.pop(key, None)
        return True

    def _find(self, key: str, how: Callable[[], dict[str, Any]]) -> None:
        known = self._journal.done.get(key)
        if known and self._keeps(key, known):
            return
        self._clock.check()
        begun = time.process_time()
        answer = how()
        if not known:
            self._journal.add(key, answer | {"seconds": round(time.process_time() - begun, 2)})
        elif answer["sha256"] != known["sha256"]:
            raise SystemExit(f"{self._set.name}: {key}: the certificate is another one than in {self._set.found}")
        print(f"{self._set.name}: {key}", flush=True)

    def _keeps(self, key: str, known: dict[str, Any]) -> bool:
        """Tell whether the certificate of what is known is where it is to be kept."""
        if self._kept is None or "sha256" not in known:
            return True
        return known["sha256"] in map(_hash, (self._kept / self._set.name / _folder(key)).glob("*.json"))

    @contextlib.contextmanager
    def _place(self, key: str) -> Iterator[Path]:
        """Return a folder for a certificate, which is kept or not."""
        with tempfile.TemporaryDirectory() as place:
            folder = (self._kept or Path(place)) / self._set.name / _folder(key)
            folder.parent.mkdir(parents=True, exist_ok=True)
            yield folder

    def _strip(self, width: Sizes, **asked: Any) -> Strip:
        found = strip_of(self._set.tiles, width, context=Context(self._clock), **asked)
        self._clock.check()
        if not found.final:
            raise SystemExit(f"{self._set.name}: width {written(width)}: {found.left}")
        return found

    def _lengths(self, width: Sizes, length: int) -> dict[str, Any]:
        return {"counts": self._strip(width, terms=length).counts}

    def _series(self, width: Sizes) -> dict[str, Any]:
        strip = self._strip(width)
        assert strip.series is not None
        answer: dict[str, Any] = {"states": strip.states, "merged": strip.merged}
        answer |= {"numerator": strip.series.numerator, "denominator": strip.series.denominator}
        if self._set.fixed:
            return answer  # certificates of strips turn copies
        with self._place(f"series {written(width)}") as folder:
            path = certify_strip(strip, folder)
            assert sp.tilings.verify(folder, self._clock).strips == 1
            return answer | {"sha256": _hash(path)}

    def _classes(self, width: Sizes) -> dict[str, Any]:
        strip = self._strip(width, classes=True)
        assert strip.series is not None
        return {"numerator": strip.series.numerator, "denominator": strip.series.denominator}

    def _board(self, sizes: Sizes, method: str) -> dict[str, Any]:
        counts = sp.count(puzzle_of(self._set.tiles, sizes), method=method, jobs=1, clock=self._clock)
        self._clock.check()
        return counts.known() | {"method": method}

    def _certificate(self, sizes: Sizes) -> dict[str, Any]:
        with self._place(f"certificate {written(sizes)}") as folder:
            counts = certify(puzzle_of(self._set.tiles, sizes), folder, clock=self._clock)
            assert verify(folder, clock=self._clock).counts == counts
            manifest = folder / MANIFEST
            return counts.known() | {"states": data.parsed(manifest.read_text())["states"], "sha256": _hash(manifest)}


def _folder(key: str) -> str:
    """Return the name of the folder of a certificate: 6x6 for a board, width-5 for strips."""
    return key.replace("certificate ", "").replace("series ", "width-")


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def agree(known: Known) -> None:
    """Raise SystemExit if numbers that were found in two ways differ."""
    for key in known.done:
        what, _, sizes = key.partition(" ")
        at = tuple(map(int, sizes.split("x")))
        boards = [at] if what in ("board", "certificate") else []
        if what == "lengths":
            boards = [(length, *at) for length in range(len(known.done[key]["counts"]))]
        for board in boards:
            if len({*known.at(board).values()}) > 1:
                raise SystemExit(f"{known.of.name}: {written(board)}: {known.at(board)}")


def make(pieces: PieceSet, large: bool = False, clock: Clock = UNLIMITED, kept: Path | None = None) -> None:
    """Find what is not found yet about a set.

    Raises Stopped if the clock stops, JournalError, and PuzzleError if something in the file of the set is wrong.
    """
    try:
        with pieces.opened() as journal:
            Making(pieces, journal, clock, kept).all(large)
            agree(Known(pieces, journal.done))
    except PuzzleError as error:
        raise PuzzleError(f"{pieces.path}: {error}") from None


def write(sets: list[PieceSet], target: Path = PAGE) -> None:
    """Write the page and the b-files."""
    target.write_text(page(sets), encoding="utf-8")
    for one in sets:
        if text := b_file(one.known):
            path = one.folder / "b-files" / f"{one.name}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")


def main() -> None:
    """Make the sets that are named, or all; what is wrong is said in one line."""
    try:
        _run()
    except (SatpuzzleError, OSError) as error:
        raise SystemExit(str(error)) from None


def _run() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    sets = {one.name: one for one in every()}
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(sets)}")
    parser.add_argument("--large", action="store_true", help="what takes longer than some minutes, too")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS")
    parser.add_argument("--certificates", type=Path, metavar="DIR", help="keep certificates here")
    asked = parser.parse_args()
    if unknown := [name for name in asked.sets if name not in sets]:
        parser.error(f"SET {unknown[0]}: choose from {', '.join(sets)}")
    clock = Clock(asked.time_limit).start()
    try:
        for name in asked.sets or sets:
            make(sets[name], asked.large, clock, asked.certificates)
    except (Stopped, KeyboardInterrupt):
        write([*sets.values()])
        print("stopped; the same command continues", file=sys.stderr)
        raise SystemExit(3) from None
    write([*sets.values()])


if __name__ == "__main__":
    main()

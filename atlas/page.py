"""The page of the atlas, docs/atlas.md, and its b-files, made of what was found and nothing else."""

from collections.abc import Iterable, Iterator
from typing import Any

from compared import antidiagonals, by_formula, compared
from sets import HERE, Known, PieceSet, Sizes, written

from satpuzzle.questions.tilings.series import Series

_TERMS = 9  # of a polynomial that is written out


def page(sets: Iterable[PieceSet]) -> str:
    """Return the page."""
    every = [one for one in sets if one.known.done]
    rows = [f"| [{one.title}](#{_anchor(one.title)}) | {' | '.join(_numbers(one.known))} |\n" for one in every]
    columns = "rectangles or boxes", "with classes", "certificates", "generating functions", "published numbers found"
    table = f"| set | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}\n{''.join(rows)}"
    head = (HERE / "head.md").read_text(encoding="utf-8")
    return "\n".join([head, table, *(section(one.known) for one in every)])


def section(known: Known) -> str:
    """Return what the page says of a set."""
    parts = [f"## {known.of.title}\n", *([f"{known.of.about}\n"] if known.of.about else [])]
    parts += [f"`{_command(known)}`, data: {_data(known)}\n", *_published(known)]
    parts += [*_sweeps(known), *_in_space(known), *_boards(known), *_series(known)]
    return "\n".join(parts)


def b_file(known: Known) -> str:
    """Return the numbers of rectangles as a b-file, "" for sets in space."""
    if known.of.dimension != 2 or not any(key.startswith("lengths ") for key in known.done):
        return ""
    return "".join(f"{number} {many}\n" for number, many in enumerate(antidiagonals(known)))


def _anchor(title: str) -> str:
    return "".join(letter for letter in title.lower() if letter.isalnum() or letter in "- ").replace(" ", "-")


def _keys(known: Known, kind: str) -> list[tuple[Sizes, dict[str, Any]]]:
    """Return the answers of a kind, by the sizes that they are about."""
    given = ((key.partition(" "), answer) for key, answer in known.done.items())
    return sorted((tuple(map(int, sizes.split("x"))), answer) for (what, _, sizes), answer in given if what == kind)


def _numbers(known: Known) -> Iterator[str]:
    boards = {min(known.of.turned((length, *width))) for width, n in _lengths(known) for length in range(1, n + 1)}
    yield str(len(boards))
    yield from (str(len(_keys(known, kind)) or "") for kind in ("board", "certificate", "series"))
    yield str(sum(one.compared - len(one.different) for one in compared(known)) or "")


def _lengths(known: Known) -> list[tuple[Sizes, int]]:
    return [(width, len(answer["counts"]) - 1) for width, answer in _keys(known, "lengths")]


def _command(known: Known) -> str:
    """Return a command that finds the last generating function again."""
    pieces = known.of
    named = " ".join(f"'{piece}'" if "*" in piece else piece for piece in pieces.pieces)
    words = ["satpuzzle tile strip", named, f"--size {pieces.size}" if pieces.size else ""]
    words += [f"--grid {pieces.grid}" if pieces.grid else "", "--fixed" if pieces.fixed else ""]
    words += [f"--width {written(width)}" for width, _ in _keys(known, "series")[-1:]]
    return " ".join(word for word in words if word)


def _data(known: Known) -> str:
    name = known.of.name
    data = f"[{name}](../atlas/found/{name}.jsonl)"
    return f"{data}, [b-file](../atlas/b-files/{name}.txt)" if b_file(known) else data


def _published(known: Known) -> Iterator[str]:
    if known.of.formula:
        yield f"Kasteleyn's formula gives the same for all {by_formula(known)} strips of the sweeps.\n"
    found = compared(known)
    if found:
        rows = ""
        for one in found:
            many = " | ".join(map(str, (len(one.of.numbers), one.compared, len(one.different) or "")))
            rows += f"| {one.of.name} | {one.of.about} | {many} |\n"
        yield f"| published | what | numbers | compared | different here |\n|---|---|---:|---:|---:|\n{rows}"
    for one in found:
        if one.different:
            board, there, here = one.different[0]
            yield f"{one.of.name} differs first at {written(board)}: {there} there, {here} here. {one.of.wrong}\n"


def _sweeps(known: Known) -> Iterator[str]:
    lengths = _lengths(known)
    if lengths:
        seconds = sum(answer["seconds"] for _, answer in _keys(known, "lengths"))
        last = [(width, n, known.one((n, *width))) for width, n in lengths[-1:]]
        (width, n, many) = last[0]
        widths = f"{written(lengths[0][0])} to {written(width)}"
        yield f"Swept widths {widths}, in {seconds:.1f} CPU s; {written((n, *width))} has {many} tilings.\n"


def _in_space(known: Known) -> Iterator[str]:
    """Return the numbers of sets in space, which have no b-file."""
    if known.of.dimension > 2:
        rows = [(written(width), answer["counts"]) for width, answer in _keys(known, "lengths")]
        said = "".join(f"| {width} | {', '.join(map(str, counts))} |\n" for width, counts in rows)
        yield f"| section | tilings of lengths 0, 1, 2, … |\n|---|---|\n{said}"


def _boards(known: Known) -> Iterator[str]:
    certificates = dict(_keys(known, "certificate"))
    beyond = {sizes: asked.beyond for asked in known.of.boards if asked.beyond for sizes in known.of.sizes(asked)}
    classes = {"raw": "raw", "rotations": "up to rotations", "isometries": "up to isometries"}
    if known.of.dimension == 2:
        del classes["rotations"]  # isometries of the plane are rotations of space
    rows, empty = [], 0
    for sizes, answer in _keys(known, "board"):
        if not answer["raw"]:
            empty += 1
            continue
        proof = certificates.get(sizes)
        by = [name for name in known.at(sizes) if name not in ("certificate", "empty")]
        said = f"`{proof['sha256'][:12]}`, {proof['states']} states" if proof else ""
        name = f"**{written(sizes)}**, beyond {beyond[sizes]}" if sizes in beyond else written(sizes)
        numbers = " | ".join(str(answer.get(which, "")) for which in classes)
        rows.append(f"| {name} | {numbers} | {', '.join(by)} | {answer['seconds']} | {said} |\n")
    if rows:
        head = f"| board | {' | '.join(classes.values())} | found by | CPU s | certificate |\n"
        yield head + f"|---|{'---:|' * len(classes)}---|---:|---|\n" + "".join(rows)
    if empty:
        yield f"{empty} boards that were counted besides have none.\n"


def _series(known: Known) -> Iterator[str]:
    classes = dict(_keys(known, "classes"))
    rows = []
    for width, answer in _keys(known, "series"):
        series, folded = _of(answer), _of(classes[width]).order if width in classes else ""
        states = f"{answer['states']}, {answer['merged']} merged"
        hashed = f"`{answer['sha256'][:12]}`" if "sha256" in answer else ""
        rows.append(f"| {written(width)} | {_quotient(series)} | {series.order} | {states} | {folded} | {hashed} |\n")
    if rows:
        head = "| width | generating function | order | states | order up to isometries | certificate |\n"
        yield head + "|---|---|---:|---|---:|---|\n" + "".join(rows)


def _of(answer: dict[str, Any]) -> Series:
    return Series(tuple(answer["numerator"]), tuple(answer["denominator"]))


def _quotient(series: Series) -> str:
    terms = max(sum(value != 0 for value in one) for one in (series.numerator, series.denominator))
    return series.text if terms <= _TERMS else "in the data"

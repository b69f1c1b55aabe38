"""Certificates of every form that were damaged: refused in one line, or what they still say is right."""

import json
import lzma
import re
import shutil
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from checking import check
from commands import run
from damaging import FORMS, damage, make, mend
from forking import Ended
from tilings_by_the_page import verdicts
from weighing import HEAVY, MOST, SLOW, weighed

import satpuzzle as sp

WORDS = {"tiles": "tile", "no": "do not", "open": "open"}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked, and their memory is measured")


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("certificates")
    return {form: make(form, folder, run) for form in FORMS}


def verdict(ended: Ended) -> str:
    """Return what `verify` verified, "" if it refused in one line."""
    assert ended.returncode not in (HEAVY, SLOW), "too much memory" if ended.returncode == HEAVY else "too much time"
    if ended.returncode == 0:
        assert ended.stdout.startswith("VERIFIED: ") and not ended.stderr, ended
        return ended.stdout.partition("\n")[0]
    assert ended.returncode in (1, 2) and ended.stderr.startswith("satpuzzle: "), ended
    assert ended.stderr.count("\n") == 1 and not ended.stdout, ended
    return ""


def numbers(said: str) -> dict[str, int]:
    """Return the numbers of solutions that a verdict says."""
    found = {name: int(number) for name, number in re.findall(r"(raw|rotations|isometries|patterns) (\d+)", said)}
    alone = re.search(r"complete list of (\d+) solutions?,|there are (\d+) solutions, not", said)
    return found | ({"raw": int(alone[1] or alone[2])} if alone and not found else {})


def is_true(said: str, folder: Path, original: str) -> bool:
    """Tell whether a verdict about a certificate that was damaged is right: the first one, or what others find."""
    if said == original:
        return True
    if said.startswith("VERIFIED: the numbers of tilings"):  # what is left may be as it was, twice for example
        return {*map(claims, folder.glob("*.json"))} <= {*map(claims, (folder.parent / "original").glob("*.json"))}
    if re.match(r"VERIFIED: \d+ shapes?:", said):
        return said == second_says(folder)
    found = counted_again(folder)
    return bool(numbers(said)) and numbers(said).items() <= found.items()


def claims(path: Path) -> str:
    return json.dumps(json.loads(path.read_bytes()), sort_keys=True)


def second_says(folder: Path) -> str:
    """Return what the second checker of tilings says."""
    counts = verdicts(folder)
    parts = (f"{counts[verdict]} {word}" for verdict, word in WORDS.items() if counts[verdict])
    return f"VERIFIED: {counts.total()} shape{'s' * (counts.total() > 1)}: {', '.join(parts)}"


def counted_again(folder: Path) -> dict[str, int]:
    """Return the counts of the puzzle or cover of a folder, as it is now."""
    if (cover := folder / "cover.dlx").is_file():
        return sp.count(sp.load_dlx(cover)).known()
    return sp.count(sp.load(folder / "puzzle.json")).known()


def judge(checker: Path, originals: dict[str, Path], folder: Path, seeds: range) -> Counter[str]:
    """Damage certificates; count those that are refused and those that are right, and tell all others at the end."""
    place, original = folder / "damaged", folder / "original"
    counted, faults = Counter[str](), list[str]()
    for seed in seeds:
        dice = Random(seed)
        form = dice.choice(sorted(originals))
        for copy in (place, original):
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(originals[form], copy)
        how = damage(place, dice)
        try:
            counted[f"{form}, {judged(checker, place, said_of(originals[form]))}"] += 1
        except AssertionError as error:
            faults.append(f"seed {seed}, {form}: {how}: {error}")
    assert not faults, "\n".join([f"{len(faults)} of {len(seeds)}", *faults])
    return counted


@cache
def said_of(original: Path) -> str:
    """Return what `verify` says of a certificate before it is damaged."""
    return verdict(weighed("verify", original))


def judged(checker: Path, place: Path, right: str) -> str:
    """Return what the two checkers do with a certificate; raises AssertionError if they may not."""
    said = verdict(weighed("verify", place))
    assert not said or is_true(said, place, right), said
    status, words = check(checker, place)
    agrees = status or numbers(words) == numbers(right)
    assert agrees or numbers(words) == sp.count(sp.load(place / "puzzle.json")).known(), words
    assert not said or status != 1, words
    return "right" if said else "refused"


@pytest.mark.few(3)
@pytest.mark.some(10)
@pytest.mark.parametrize("form", FORMS)
def test_certificates_are_verified_before_they_are_damaged(originals: dict[str, Path], form: str) -> None:
    assert bool(verdict(weighed("verify", originals[form]))) is not form.startswith("veripb")


@pytest.mark.full
def test_twelve_damaged_certificates(checker: Path, originals: dict[str, Path], tmp_path: Path) -> None:
    counted = judge(checker, originals, tmp_path, range(12))
    assert sum(number for name, number in counted.items() if name.endswith("refused")) >= 8, counted


@pytest.mark.slow
def test_two_thousand_damaged_certificates(
    sanitized: Path, originals: dict[str, Path], tmp_path: Path, seed: int
) -> None:
    first = 10_000 * (seed + 1)
    counted = judge(sanitized, originals, tmp_path, range(first, first + 2000))
    print(counted)
    assert all(counted[f"{form}, refused"] >= 40 for form in FORMS), counted


def bomb(path: Path) -> None:
    """Write a file that is small, and 3 GB when it is unpacked."""
    packer = lzma.LZMACompressor(preset=0)
    with path.open("wb") as file:
        for _ in range(3 * MOST >> 24):
            file.write(packer.compress(bytes(1 << 24)))
        file.write(packer.flush())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "name"),
    [("tree", "tree.xz"), ("lrat", "proof.lrat.xz"), ("lrat", "clauses.cnf.xz"), ("plane, no tiling", "*.xz")],
)
def test_what_is_packed_does_not_fill_the_memory(
    sanitized: Path, originals: dict[str, Path], tmp_path: Path, form: str, name: str
) -> None:
    place = Path(shutil.copytree(originals[form], tmp_path / "damaged"))
    bomb(next(place.glob(name)))
    mend(place)
    assert verdict(weighed("verify", place)) == ""
    assert check(sanitized, place)[0] == (1 if form == "tree" else 2)


def test_a_manifest_of_other_forms_is_no_certificate(originals: dict[str, Path], tmp_path: Path) -> None:
    """Each manifest beside the files of each other form."""
    known = {form: path for form, path in originals.items() if (path / "manifest.json").exists()}
    for form, path in known.items():
        place = Path(shutil.copytree(path, tmp_path / form))
        other = next(iter(known)) if form != next(iter(known)) else "frontier"
        claims = json.loads((known[other] / "manifest.json").read_text())
        (place / "manifest.json").write_text(json.dumps(claims, indent=2) + "\n")
        assert verdict(weighed("verify", place)) == "", form


@pytest.mark.parametrize(
    ("form", "key", "value", "told"),
    [
        ("tree", "restrictions", False, "restrictions is false, allowed is a list of"),
        ("tree", "restrictions", ["a"], 'a restriction is "a", allowed is a pair of a path and an item'),
        ("tree", "restrictions", [[[0.5], 1]], "a choice is 0.5, allowed are integers from 0"),
        ("tree", "restrictions", [[[], True]], "an item is true, allowed are integers from 0"),
        ("frontier", "satpuzzle certificate", None, "the certificate has version null"),
    ],
)
def test_values_of_a_manifest_are_told_in_words(
    originals: dict[str, Path], tmp_path: Path, form: str, key: str, value: object, told: str
) -> None:
    place = Path(shutil.copytree(originals[form], tmp_path / "damaged"))
    claims = json.loads((place / "manifest.json").read_text()) | {key: value}
    if value is None:
        del claims[key]
    (place / "manifest.json").write_text(json.dumps(claims, indent=2) + "\n")
    ended = weighed("verify", place)
    assert verdict(ended) == "" and told in ended.stderr

"""Certificates of tilings: true ones are accepted, forged ones refused."""

import copy
import hashlib
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from breaking import changed, paths
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.errors import CertificateError, Stopped
from satpuzzle.proofs.check.contents import file_hash
from satpuzzle.proofs.check.tilings import verify
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.polyforms import polyforms
from satpuzzle.questions.tilings.certify import certify_strip
from satpuzzle.questions.tilings.shapes import with_areas

# of each kind: one copy in a period, two, four; not isohedral; Heesch number 1; 0 and 1 with holes; with a hole
SHAPES = ("***/*..", "**/*./**", "*.../**../.***/..*.", "**/*./*./*./**", "***/*.*/**.")
Said = dict[str, Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("certificates")
    every = sp.tilings.plane(SHAPES, certificates=place)
    holes = next(one for one in sp.tilings.plane(size=7).verdicts if one.heesch == (0, 0) and not one.hole)
    sp.tilings.plane(holes.tile, certificates=place)
    sp.tilings.plane(" * /* *", grid="hexagonal", certificates=place)
    sp.tilings.plane("**/*.//*./..", grid="cubic", certificates=place)
    assert every.final
    return place


@pytest.mark.full
def test_true_certificates_are_accepted(folder: Path) -> None:
    verdicts = {"tile": 5, "do not": 3, "open": 0}
    ended = run("verify", str(folder))
    assert ended.returncode == 0 and ended.stdout.startswith("VERIFIED: 8 shapes: 5 tile, 3 do not")
    assert sp.tilings.verify(str(folder)).verdicts == verdicts
    assert complaint(run("verify", str(folder), "--plain")) == "--plain: not allowed with certificates of tilings"


def test_certificates_of_all_hexominoes(tmp_path: Path) -> None:
    sp.tilings.plane(size=6, certificates=tmp_path)
    assert verify(tmp_path).verdicts == {"tile": 35, "do not": 0, "open": 0}


@pytest.mark.few(3)
@pytest.mark.parametrize("grid", [name for name in sorted(with_areas()) if name not in ("rhombic", "half-cubes")])
def test_certificates_on_all_grids(grid: str, tmp_path: Path) -> None:
    census = sp.tilings.plane(grid=grid, size=1 if grid == "drafters" else 2, coronas=1, certificates=tmp_path)
    assert sum(verify(tmp_path).verdicts.values()) == len(census.verdicts)


# Forgeries: each makes a claim that is false, or that what it rests on does not show.


def another_verdict(said: Said, dice: Random) -> None:
    said["verdict"] = dice.choice([word for word in ("tiles", "no", "open") if word != said["verdict"]])


def another_number(said: Said, dice: Random) -> None:
    key = dice.choice(
        [key for key in ("copies", "orbits", "heesch", "heesch_with_holes", "coronas") if said[key] is not None]
    )
    said[key] += dice.choice((-1, 1))


def isohedral_or_not(said: Said, dice: Random) -> None:
    said["isohedral"] = not said["isohedral"]


def a_hole_or_none(said: Said, dice: Random) -> None:
    said["hole"] = not said["hole"]


def longer_period(said: Said, dice: Random) -> None:
    tiling = _tiling(said, dice)
    period = dice.choice(tiling["periods"])
    period[:] = [2 * entry for entry in period]


def one_period_less(said: Said, dice: Random) -> None:
    _tiling(said, dice)["periods"].pop()


def one_copy_twice(said: Said, dice: Random) -> None:
    copies = _copies(said, dice)
    copies.append(dice.choice(copies))


def a_copy_less(said: Said, dice: Random) -> None:
    _copies(said, dice).pop()


def a_cell_elsewhere(said: Said, dice: Random) -> None:
    cell = dice.choice(dice.choice(_copies(said, dice)))
    cell[0] += 7


def coronas_in_another_order(said: Said, dice: Random) -> None:
    _patch(said, dice).reverse()


def a_corona_more(said: Said, dice: Random) -> None:
    patch = _patch(said, dice)
    patch.append(patch[-1])


def _tiling(said: Said, dice: Random) -> Any:
    return said[dice.choice([key for key in ("tiling", "isohedral_tiling") if said[key]])]


def _patch(said: Said, dice: Random) -> Any:
    return said[dice.choice([key for key in ("patch", "loose_patch") if said[key] and len(said[key]) > 1])]


def _copies(said: Said, dice: Random) -> Any:
    return _tiling(said, dice)["copies"] if said["tiling"] else _patch(said, dice)[-1]


def fewer_coronas(said: Said, dice: Random) -> None:
    proof = max(said["proofs"], key=lambda proof: int(proof["coronas"]))
    proof["coronas"] -= 1
    proof["whole"] = min(proof["whole"], proof["coronas"])


def no_proof(said: Said, dice: Random) -> None:
    said["proofs"].remove(next(proof for proof in said["proofs"] if proof["whole"] == 0))


def holes_are_free(said: Said, dice: Random) -> None:
    next(proof for proof in said["proofs"] if proof["holes"])["whole"] = 0


def a_hole_that_is_none(said: Said, dice: Random) -> None:
    proof = dice.choice(said["proofs"])
    patch = said["loose_patch"] or [[said["cells"]], [said["cells"]]]
    ring = [{"corona": 1, "copy": dice.choice(patch[1])}] if len(patch) > 1 else []
    proof["holes"].append({"cells": [[50 + dice.randrange(9), 50, 0]], "ring": ring})


def another_proof(said: Said, dice: Random, folder: Path) -> None:
    proof = dice.choice(said["proofs"])
    lines = lzma.decompress((folder / proof["proof"]).read_bytes()).decode().splitlines()
    first = int(lines[0].split()[0]) if lines else 1
    forged = dice.choice(
        ([f"{10**9} 0 0"], lines[:-1], lines[: len(lines) // 2], [f"{10**9} 0 {dice.randrange(1, first + 1)} 0"])
    )
    content = lzma.compress("".join(f"{line}\n" for line in forged).encode())
    (folder / "forged.lrat.xz").write_bytes(content)
    proof |= {"proof": "forged.lrat.xz", "sha256": hashlib.sha256(content).hexdigest()}


def _forge(said: Said, dice: Random, folder: Path) -> str:
    """Forge a certificate; return how."""
    tiles, coronas = said["tiling"] is not None, bool(said["loose_patch"]) and len(said["loose_patch"]) > 1
    ways: list[Callable[..., None]] = [another_verdict, another_number, isohedral_or_not, a_hole_or_none]
    ways += [longer_period, one_period_less] * tiles
    ways += [one_copy_twice, a_copy_less, a_cell_elsewhere] * (tiles or coronas)
    ways += [coronas_in_another_order, a_corona_more] * coronas
    if not tiles:
        ways += [no_proof, a_hole_that_is_none, fewer_coronas]
        ways += [holes_are_free] * any(proof["holes"] for proof in said["proofs"])
        ways += [another_proof] * (not said["hole"])
    way = dice.choice(ways)
    way(said, dice, folder) if way is another_proof else way(said, dice)
    return way.__name__


def refuse_forgeries(folder: Path, place: Path, number: int, seed: int) -> None:
    dice = Random(seed)
    sources = sorted(folder.glob("*.json"))
    for path in folder.iterdir():
        if path.suffix != ".json":
            (place / path.name).write_bytes(path.read_bytes())
    for count in range(number):
        source = sources[count % len(sources)]
        said = json.loads(source.read_text())
        way = _forge(said, dice, place)
        forged = place / "forged.json"
        forged.write_text(json.dumps(said))
        with pytest.raises(CertificateError):
            verify(place)
            pytest.fail(f"{source.name} with {way} is accepted")


@pytest.mark.full
def test_forged_certificates_are_refused(folder: Path, tmp_path: Path, seed: int) -> None:
    refuse_forgeries(folder, tmp_path, 50, seed)


@pytest.mark.slow
def test_a_thousand_forged_certificates_are_refused(folder: Path, tmp_path: Path, seed: int) -> None:
    refuse_forgeries(folder, tmp_path, 1000, seed)


WRONG: list[Any] = [10**30, -(10**30), 2**63, -1, 1.5, True, None, "x", [], {}, [[0]], "é\n"]


def refuse_wrong_values(said: Any, place: Path, dice: Random, number: int) -> int:
    """Put values of wrong types or sizes into a certificate; return how many were refused, each in one line."""
    jobs = [(at, new) for at in paths(said, 3) for new in WRONG]
    refused = 0
    for at, new in dice.sample(jobs, min(number, len(jobs))):
        (place / "forged.json").write_text(json.dumps(changed(said, at, new)))
        try:
            verify(place)
        except CertificateError as error:
            refused += 1
            assert "\n" not in str(error) and len(str(error)) < 500, (at, new)
    return refused


@pytest.mark.full
def test_values_of_wrong_types_and_sizes_are_refused_in_one_line(folder: Path, tmp_path: Path) -> None:
    tiling = next(said for said in map(_said, sorted(folder.glob("*.json"))) if said["tiling"])
    assert refuse_wrong_values(tiling, tmp_path, Random(5), 200) > 100
    strip = _said(certify_strip(sp.tilings.strip(["**", "**/*."], "3"), tmp_path / "strip"))
    assert refuse_wrong_values(strip, tmp_path, Random(5), 200) > 150
    with pytest.raises(CertificateError, match=r"\[10+, 0, 0\]: coordinates are integers up to 1000000$"):
        at = ("tiling", "copies", 0, 0)
        (tmp_path / "forged.json").write_text(json.dumps(changed(tiling, at, [10**30, 0, 0])))
        verify(tmp_path)


@pytest.mark.slow
def test_values_of_wrong_types_and_sizes_are_refused_in_every_certificate(folder: Path, tmp_path: Path) -> None:
    for path in folder.iterdir():
        if path.suffix != ".json":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    for path in sorted(folder.glob("*.json")):
        assert refuse_wrong_values(_said(path), tmp_path, Random(5), 200) > 100


def test_a_proof_with_another_hash_is_refused_before_its_formula_is_made(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = next(path for path in sorted(folder.glob("*.json")) if _said(path)["proofs"])
    said = _said(path)
    proof = said["proofs"][0]
    (tmp_path / proof["proof"]).write_bytes((folder / proof["proof"]).read_bytes())
    (tmp_path / "forged.json").write_text(json.dumps(said | {"proofs": [proof | {"coronas": 99, "sha256": "0" * 64}]}))
    monkeypatch.setattr("satpuzzle.proofs.check.tilings.Shape", None)
    with pytest.raises(CertificateError, match=r"^forged\.json: .*\.lrat\.xz: its hash differs$"):
        verify(tmp_path)


def test_a_hole_beyond_the_grid_is_refused(folder: Path, tmp_path: Path) -> None:
    path = next(path for path in sorted(folder.glob("*.json")) if any(one["holes"] for one in _said(path)["proofs"]))
    said = _said(path)
    for proof in said["proofs"]:
        (tmp_path / proof["proof"]).write_bytes((folder / proof["proof"]).read_bytes())
        for hole in proof["holes"]:
            hole["cells"][0][2] = -1
    (tmp_path / "forged.json").write_text(json.dumps(said))
    with pytest.raises(CertificateError, match="are not cells of the grid"):
        verify(tmp_path)


def test_the_clock_stops_the_hashing_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "proof").write_bytes(b"proof")
    with pytest.raises(Stopped):
        file_hash(tmp_path / "proof", Clock(1e-9))


def _said(path: Path) -> Any:
    return json.loads(path.read_text())


def test_a_certificate_on_a_grid_on_which_no_tilings_are_sought_is_refused(folder: Path, tmp_path: Path) -> None:
    path = next(path for path in sorted(folder.glob("*.json")) if json.loads(path.read_text())["tiling"])
    assert {*GRIDS} - {*with_areas()} == {"sticks", "twigs", "trigs"}
    for grid in {*GRIDS} - {*with_areas()}:
        (tmp_path / "forged.json").write_text(json.dumps(json.loads(path.read_text()) | {"grid": grid}))
        with pytest.raises(
            CertificateError, match=f'grid is "{grid}", allowed is the name of a grid whose cells have an area'
        ):
            verify(tmp_path)


@pytest.mark.full
def test_the_certificate_of_another_shape_is_refused(folder: Path, tmp_path: Path) -> None:
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    for path in sorted(tmp_path.glob("*.json")):
        said = json.loads(path.read_text())
        grid, cells = GRIDS[said["grid"]], said["cells"]
        other = polyforms(len(cells), grid)[-1].tolist()
        if len(cells) < 4 or said["hole"]:
            continue
        forged = copy.deepcopy(said) | {"cells": other}
        path.write_text(json.dumps(forged))
        with pytest.raises(CertificateError):
            verify(tmp_path)
        path.write_text(json.dumps(said))
    verify(tmp_path)


@pytest.mark.full
def test_a_certificate_of_another_verdict_is_replaced(tmp_path: Path) -> None:
    shape = "**/*./*./*./**"  # one corona leaves it open, two show that it does not tile
    for coronas in (1, 2):
        (verdict,) = sp.tilings.plane(shape, coronas=coronas, copies=1, certificates=tmp_path).verdicts
        (path,) = tmp_path.glob("*.json")
        assert json.loads(path.read_text())["coronas"] == verdict.as_dict()["coronas"]
        assert json.loads(path.read_text())["verdict"] == verdict.verdict
    before = path.stat().st_mtime_ns
    sp.tilings.plane(shape, coronas=2, copies=1, certificates=tmp_path)
    assert path.stat().st_mtime_ns == before

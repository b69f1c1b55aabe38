"""Builds the programs of others from the sources that lie in a folder; nothing is fetched.

    FOLDER/cwebtest      github.com/ascherer/cwebtest        SSXCC, SSMCC and DLX6, by `ctangle` and a C compiler
    FOLDER/pentomino     github.com/sugyan/pentomino         a small program around its solver, by `cargo`
    FOLDER/burr-tools    github.com/burr-tools/burr-tools    burrTxt, by `meson`; the examples are among the burrs
    FOLDER/dxz           pip install --no-deps --target FOLDER/dxz dxz
    FOLDER/burrs         other BurrTools files: those of github.com/aaron-siegel/puzzlecad, each named `designer.puzzle`

What is built lies in FOLDER/bin and is not built again; a program can also be put there by hand.  `simd` is built from
`peer_filter.cpp`.  What cannot be built is said, and left out.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
_C = ["cc", "-O3", "-march=native", "-w", "-o"]
_PENTOMINO = """use pentomino_solver::solvers::{OptimizedSolver, OptimizedSolverType};
use pentomino_solver::Solver;

fn main() {
    let given: Vec<usize> = std::env::args().skip(1).map(|word| word.parse().unwrap()).collect();
    let hole: u64 = if given[..2] == [8, 8] { [27, 28, 35, 36].iter().map(|&cell| 1 << cell).sum() } else { 0 };
    let mut found = 0;
    for _ in 0..*given.get(2).unwrap_or(&1) {
        let solver = OptimizedSolver::new(given[0], given[1], OptimizedSolverType::SmallTable);
        found = solver.solve(hole, true).len();
    }
    println!("{found}");
}
"""


def _run(command: list[str], folder: Path, **more: str) -> None:
    subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, env=os.environ | more)


def _of_knuth(name: str) -> Callable[[Path, Path], None]:
    def build(source: Path, program: Path) -> None:
        for each in (name, "gb_flip"):
            _run(["ctangle", f"{each}.w"], source, CWEBINPUTS=".")
        _run([*_C, str(program), f"{name}.c", "gb_flip.c"], source)

    return build


def _simd(source: Path, program: Path) -> None:
    _run(["c++", *_C[1:], str(program), "peer_filter.cpp"], source)


def _pentomino(source: Path, program: Path) -> None:
    example = source / "pentomino-solver" / "examples" / "count.rs"
    example.parent.mkdir(exist_ok=True)
    example.write_text(_PENTOMINO, encoding="utf-8")
    _run(["cargo", "build", "--release", "-p", "pentomino-solver", "--example", "count"], source)
    shutil.copy(source / "target" / "release" / "examples" / "count", program)


def _burrtxt(source: Path, program: Path) -> None:
    if not (source / "build").exists():
        _run(["meson", "setup", "--buildtype=release", "build"], source)
    _run(["ninja", "-C", "build", "burrTxt"], source)
    shutil.copy(source / "build" / "burrTxt", program)


RECIPES: dict[str, tuple[str, Callable[[Path, Path], None]]] = {
    "simd": ("", _simd),
    "ssxcc": ("cwebtest", _of_knuth("ssxcc")),
    "ssmcc": ("cwebtest", _of_knuth("ssmcc")),
    "dlx6": ("cwebtest", _of_knuth("dlx6")),
    "pentomino": ("pentomino", _pentomino),
    "burrtxt": ("burr-tools", _burrtxt),
}


def built(folder: Path, say: Callable[[str], None] = print) -> dict[str, Path]:
    """Build what is not built yet; return the paths of all programs of the folder, by the names in peer_programs.py."""
    paths = {}
    (folder / "bin").mkdir(parents=True, exist_ok=True)
    for name, (source, build) in RECIPES.items():
        program, place = folder / "bin" / name, folder / source if source else HERE
        if not program.exists() and place.exists():
            try:
                build(place, program)
            except (OSError, subprocess.CalledProcessError) as error:
                said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()[-1:]
                say(f"{name}: not built: {''.join(said)}")
        if program.exists():
            paths[name] = program
    burrs = folder / "burrs"
    for file in (folder / "burr-tools" / "examples").glob("*.xmpuzzle"):
        burrs.mkdir(exist_ok=True)
        if not (burrs / file.name).exists():
            shutil.copy(file, burrs)
    return paths | {name: folder / name for name in ("dxz", "burrs") if (folder / name).exists()}

"""Execute notebooks in place, each from a clean kernel: `python notebooks/execute.py [NAME...]`, all by default.

Each has a core of its own, so that as many run at a time as there are cores; what measures several cores comes after
the others, with all of them.  Nothing begins while the load average is above 0.5 a core.  `SATPUZZLE_SMALL=1` makes
the notebooks run at small sizes, on a busy machine too; what comes out then is not meant to be committed.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import Manager
from pathlib import Path
from queue import Queue

import nbformat
from lab.about import wait_for_quiet
from nbclient import NotebookClient

from satpuzzle.errors import PuzzleError

FOLDER = Path(__file__).parent
ALL_CORES = {"5-scaling"}  # what measures several
LONGEST = ("3-which-cell-next", "2-sat-or-exact-cover")  # what is begun first
os.environ["PYTHONPATH"] = os.pathsep.join([str(FOLDER.parent), os.environ.get("PYTHONPATH", "")])  # for the kernels


def execute(path: Path) -> nbformat.NotebookNode:
    """Run all cells in a fresh kernel, in the notebook's folder; raises CellExecutionError if one fails."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(
        notebook, timeout=1200, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when each cell ran
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def _timed(path: Path) -> str:
    began = time.monotonic()
    nbformat.write(execute(path), path)  # type: ignore[no-untyped-call]
    return f"{path.name}: {time.monotonic() - began:.0f} s"


def _bind(free: "Queue[int]") -> None:
    """Stay on a core that nobody else has, where the system can do that; kernels inherit it."""
    core = free.get()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def main() -> None:
    """Execute the notebooks named on the command line."""
    if not os.environ.get("SATPUZZLE_SMALL"):
        wait_for_quiet()
    chosen = [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.ipynb"))
    chosen.sort(key=lambda path: LONGEST.index(path.stem) if path.stem in LONGEST else len(LONGEST))
    alone = [path for path in chosen if path.stem in ALL_CORES]
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))
    with Manager() as manager:
        free = manager.Queue()
        for core in cores:
            free.put(core)
        with ProcessPoolExecutor(len(cores), initializer=_bind, initargs=(free,)) as pool:
            done = [pool.submit(_timed, path) for path in chosen if path not in alone]
            for one in as_completed(done):
                print(one.result(), flush=True)
    for path in alone:
        print(_timed(path), flush=True)


if __name__ == "__main__":
    try:
        main()
    except PuzzleError as error:
        sys.exit(str(error))

"""BurrTools files: small ones of our own, and where real ones lie if they are there."""

import gzip
import os
from pathlib import Path

import pytest

import satpuzzle

_ROOT = Path(satpuzzle.__file__).parents[1]
FOLDER = next(
    (
        path
        for path in (Path(os.environ.get("SATPUZZLE_BURRTOOLS", "-")), _ROOT.parent / "shared/burrtools")
        if (path / "manifest.json").is_file()
    ),
    None,
)
needs_folder = pytest.mark.skipif(FOLDER is None, reason="needs the folder of BurrTools files")


def voxel(size: tuple[int, int, int], text: str, **attributes: object) -> str:
    """Return a shape."""
    x, y, z = size
    more = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0"{more}>{text}</voxel>'


def problem(parts: str, result: int = 0, more: str = "", **attributes: object) -> str:
    """Return a problem, its parts as `id:count` or `id:min-max`, or whole elements."""
    written = ""
    for part in parts.split():
        number, _, times = part.partition(":")
        least, _, most = times.partition("-")
        written += f'<shape id="{number}" ' + (f'min="{least}" max="{most}"/>' if most else f'count="{least or 1}"/>')
    extra = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<problem state="0"{extra}><shapes>{written}</shapes><result id="{result}"/>{more}</problem>'


def burr(shapes: list[str], problems: list[str], grid: int = 0, colours: int = 0, comment: str = "") -> str:
    """Return a whole file."""
    painted = '<color red="1" green="2" blue="3"/>' * colours
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2"><gridType type="{grid}"/><colors>{painted}</colors>'
        f"<shapes>{''.join(shapes)}</shapes><problems>{''.join(problems)}</problems><comment>{comment}</comment></puzzle>"
    )


def written(path: Path, text: str, packed: bool = False) -> Path:
    """Write a file."""
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    return path

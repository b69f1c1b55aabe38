"""Numbers in words of a command line and in keys of a file: what Python cannot convert is refused in one line."""

from pathlib import Path

import pytest
from commands import complaint, run, said

LONG = "9" * 5000


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("command", "says"),
    [
        (f"count soma --journal j --share 1/{LONG}", "allowed are 1/N to N/N"),
        (f"count soma --journal j --share {LONG}/{LONG}", "allowed are 1/N to N/N"),
        ("count soma --journal j --share ١/٢", "--share ١/٢: allowed are 1/N to N/N"),
        ("count soma --journal j --share 1/2/3", "--share 1/2/3: allowed are 1/N to N/N"),
        (
            f"count soma --estimate --workers {LONG}",
            "allowed are integers from 1 to 1000000000 with commas between them",
        ),
        ("count soma --estimate --workers 1,,2", "allowed are integers from 1 to 1000000000 with commas between them"),
        (f"count soma.xmpuzzle --problem {LONG}", "choose from 1 (Soma cube)"),
        ("count soma.xmpuzzle --problem ١", "soma.xmpuzzle: has no problem ١: choose from 1 (Soma cube)"),
        (f"count a-puzzle-a-day --member {LONG}", "choose from Jan 1 to Dec 31"),
        (f"solve soma -n {LONG}", "exceeded maximum size"),
    ],
)
def test_numbers_that_cannot_be_are_refused_in_one_line(command: str, says: str, tmp_path: Path) -> None:
    if ".xmpuzzle" in command:
        said(run("convert", "soma", "soma.xmpuzzle", cwd=tmp_path))
    assert says in complaint(run(*command.split(), cwd=tmp_path))

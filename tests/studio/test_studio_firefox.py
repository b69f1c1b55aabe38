"""The page in another browser: solved, played, drawn, with nothing refused by the policy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from firefox import Firefox

_CLICK = "document.querySelector({!r}).click()"


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    """A browser."""
    found = Firefox()
    yield found
    found.close()


@pytest.mark.slow
def test_a_puzzle_is_solved_and_played_in_firefox(firefox: Firefox, studio_path: Path) -> None:
    firefox.open(studio_path)
    for name, count in (("soma", "240 solutions"), ("pentominoes-6x10", "2,339 solutions")):
        for selector in ("[data-key=choose]", f"[data-name='{name}']", "#modes [data-key=solve]", "#solve"):
            firefox.run(_CLICK.format(selector))
        assert firefox.until("document.querySelector('#status.complete #found')?.textContent") == count
    firefox.run(_CLICK.format("#modes [data-key=play]"))
    firefox.until("document.querySelector('#finish')?.textContent === 'This can be finished.'")
    firefox.run(_CLICK.format("[data-key=hint]"))
    firefox.until("document.querySelectorAll('#sheet [data-placed]').length === 1")
    firefox.run(_CLICK.format("#modes [data-key=draw]"))
    assert firefox.run("return document.getElementById('sums').textContent;").startswith("The pieces have 60 cells")

"""The server for assistants: six tools, asked by the client of the library mcp."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from skips import needs

from satpuzzle.cli import mcp

pytestmark = needs("mcp")

TRAY = 'grid = "square"\nbox = [2, 3]\npieces = [{ name = "L", cells = "**\\n*.", count = 2 }]'


def asked(*calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """Return the answers to some calls: plain data, or a text if the call failed."""

    from mcp import Client

    async def ask() -> list[Any]:
        async with Client(mcp.server()) as one:
            assert {tool.name for tool in (await one.list_tools()).tools} == {
                *("list", "show", "count", "solve", "explain", "hint")
            }
            answers = [await one.call_tool(name, about) for name, about in calls]
            return [each.content[0].text if each.is_error else each.structured_content for each in answers]

    with ThreadPoolExecutor(1) as pool:  # tests of pages leave an event loop in this thread
        return pool.submit(asyncio.run, ask()).result()


def test_the_tools_return_the_json_of_the_commands() -> None:
    listed, shown, counted, solved = asked(
        ("list", {"text": "soma"}),
        ("show", {"puzzle": "soma"}),
        ("count", {"puzzle": TRAY, "seconds": 60}),
        ("solve", {"puzzle": "galakub", "solutions": 2, "seconds": 60}),
    )
    assert [one["name"] for one in listed["puzzles"]] == ["soma"]
    assert shown["title"] == "Soma cube" and counted["counts"] == {"raw": 2, "rotations": 1, "isometries": 1}
    assert counted["final"] and len(solved["solutions"]) == 1 and solved["status"] == "exhausted"


@pytest.mark.full
def test_explanations_and_hints_are_given() -> None:
    explained, hinted, wrong = asked(
        ("explain", {"puzzle": TRAY.replace("**\\n*.", "*.*"), "seconds": 60}),
        ("hint", {"puzzle": TRAY, "given": "L: 0,0 1,0 0,1", "seconds": 60}),
        ("hint", {"puzzle": TRAY, "given": "L: 0,0 0,1 1,1", "seconds": 60}),
    )
    assert explained["verdict"] == "impossible" and hinted["piece"]["piece"] == "L" and wrong["take_back"]


def test_what_is_not_allowed_is_refused_in_one_line() -> None:
    told = asked(
        ("count", {"puzzle": "/etc/passwd"}),
        ("count", {"puzzle": TRAY.replace("square", "grid.toml")}),
        ("count", {"puzzle": TRAY, "seconds": 61}),
        ("count", {"puzzle": TRAY + "#" * mcp.MOST_TEXT}),
        ("solve", {"puzzle": TRAY, "solutions": 101}),
        ("hint", {"puzzle": TRAY, "given": "/etc/passwd"}),
        ("list", {"kind": "files"}),
    )
    for text, part in zip(
        told,
        ("no bundled puzzle", "grid", "from 1 to 60", "characters", "from 1 to 100", "lines such as", "choose from"),
        strict=True,
    ):
        assert part in text and "\n" not in text, text


@pytest.mark.slow
def test_a_count_that_takes_too_long_is_not_final() -> None:
    (counted,) = asked(("count", {"puzzle": "tetris-cube", "seconds": 1}))
    assert not counted["final"] and counted["status"] == "time_limit"

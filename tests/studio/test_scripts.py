"""The page's classes have tests in their own language, `js/*.test.js`, which Node runs."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from satpuzzle.studio.page import page_data

TESTS = sorted(Path(__file__).with_name("js").glob("*.test.js"))


def test_the_classes_pass_their_tests(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    data = tmp_path / "data.json"
    data.write_text(json.dumps(page_data()), encoding="utf-8")
    command = [node, "--test", "--test-reporter=tap", *map(str, TESTS)]
    ended = subprocess.run(command, env=os.environ | {"PAGE_DATA": str(data)}, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout

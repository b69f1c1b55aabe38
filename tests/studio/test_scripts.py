"""The page's classes have tests in their own language, `js/*.test.js`, which Node runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = sorted(Path(__file__).with_name("js").glob("*.test.js"))


def test_the_classes_pass_their_tests() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    command = [node, "--test", "--test-reporter=tap", *map(str, TESTS)]
    ended = subprocess.run(command, env=os.environ | {"PYTHON": sys.executable}, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout

"""Debian's Firefox, driven by its own protocol (Marionette), which needs no package."""

import json
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from skips import lacks


class Firefox:
    """A browser without a window; a test that wants one is skipped where it is not installed."""

    def __init__(self) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if program is None:
            lacks("Firefox")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._profile = tempfile.TemporaryDirectory()
        Path(self._profile.name, "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [program, "--headless", "--marionette", "--profile", self._profile.name]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._number = 0
        self._socket = self._connected(port)
        self._answer()
        self.ask("WebDriver:NewSession", {})

    def _connected(self, port: int) -> socket.socket:
        for _ in range(600):
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=120)
            except ConnectionRefusedError:
                time.sleep(0.2)
        raise AssertionError("Firefox does not listen")

    def ask(self, command: str, parameters: dict[str, Any]) -> Any:
        """Send a command and return what it answers; an error of the page is an AssertionError."""
        self._number += 1
        text = json.dumps([0, self._number, command, parameters])
        self._socket.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, result = self._answer()
        assert error is None, error
        return result

    def _answer(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self._socket.recv(1)
        text = b""
        while len(text) < int(size[:-1]):
            text += self._socket.recv(int(size[:-1]) - len(text))
        return json.loads(text)

    def open(self, path: Path) -> None:
        """Open a file and wait until the page is ready."""
        self.ask("WebDriver:Navigate", {"url": path.as_uri()})
        self.until("document.body.dataset.ready")

    def run(self, script: str) -> Any:
        """Run statements in the page and return what they return."""
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]

    def until(self, expression: str) -> Any:
        """Wait until something is the case."""
        for _ in range(600):
            if found := self.run(f"return {expression};"):
                return found
            time.sleep(0.1)
        raise AssertionError(f"never: {expression}")

    def act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        """Let a pointer or a keyboard act."""
        self.ask("WebDriver:PerformActions", {"actions": [{"type": kind, "id": kind, "actions": actions}]})

    def give(self, selector: str, path: Path) -> None:
        """Choose a file."""
        (found,) = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})["value"].values()
        self.ask("WebDriver:ElementSendKeys", {"id": found, "text": str(path)})

    def close(self) -> None:
        """End the browser."""
        self._socket.close()
        self._process.terminate()
        self._process.wait()
        self._profile.cleanup()

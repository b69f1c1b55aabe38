"""The hook by which Hatchling builds the kernels when satpuzzle is installed; see satpuzzle/engines/build.py.

The system's C compiler is used where there is one that can; else the build asks for Zig's, the package `ziglang`.  If
the environment variable SATPUZZLE_TARGET is the platform tag of a wheel (`TARGETS` in build.py), Zig builds for that.
"""

import os
import shutil
import sys
import sysconfig
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "SATPUZZLE_TARGET"


def _builder(root: str) -> Any:
    """Return the module that builds, which is not installed yet."""
    spec = spec_from_file_location("build_kernels", Path(root, "satpuzzle", "engines", "build.py"))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the library into a wheel, and in an editable installation beside its sources."""

    def dependencies(self) -> list[str]:
        """Return what is needed to build besides Hatchling."""
        target = os.environ.get(VARIABLE)
        return [] if target is None and _builder(self.root).system_compiler() else ["ziglang>=0.13"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library, and say that the wheel is for this platform and any Python."""
        builder = _builder(self.root)
        tag = os.environ.get(VARIABLE)
        if tag is not None and tag not in builder.TARGETS:
            raise ValueError(f"{VARIABLE}={tag}: choose from {', '.join(builder.TARGETS)}")
        build_data["tag"] = f"py3-none-{tag or sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
        build_data["pure_python"] = False
        if version == "editable":
            builder.build()
            return
        self._folder = tempfile.mkdtemp(prefix="satpuzzle-")
        library = builder.build(folder=Path(self._folder), target=builder.TARGETS[tag] if tag else None)
        place = builder.SOURCES.relative_to(self.root) / library.name
        build_data["force_include"][str(library)] = place.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete what the wheel has now."""
        if version != "editable":
            shutil.rmtree(self._folder)

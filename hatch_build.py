"""The hook by which Hatchling builds the kernels when satpuzzle is installed; see satpuzzle/engines/build.py.

The system's C compiler is used where there is one that can; else the build asks for Zig's, the package `ziglang`.
"""

import shutil
import sysconfig
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _builder(root: str) -> Any:
    """Return the module that builds, which is not installed yet."""
    spec = spec_from_file_location("build_kernels", Path(root, "satpuzzle", "engines", "build.py"))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the library into a wheel, and in an editable installation beside its sources."""

    def dependencies(self) -> list[str]:
        """Return what is needed to build besides Hatchling."""
        return [] if _builder(self.root).system_compiler() else ["ziglang>=0.13"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library, and say that the wheel is for this platform and any Python."""
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
        build_data["pure_python"] = False
        builder = _builder(self.root)
        if version == "editable":
            builder.build()
            return
        self._folder = tempfile.mkdtemp(prefix="satpuzzle-")
        library = builder.build(folder=Path(self._folder))
        place = builder.SOURCES.relative_to(self.root) / library.name
        build_data["force_include"][str(library)] = place.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete what the wheel has now."""
        if version != "editable":
            shutil.rmtree(self._folder)

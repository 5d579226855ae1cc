"""Compiles the folder `native` into the wheel, or makes a pure wheel where that is not possible.

The environment variable WESTEROS_INTRIGUE_EXTENSION is `never` for a pure wheel, and `always` where
a failure to compile is an error, as in CI. Otherwise, a machine without a C compiler gets the pure
wheel, with a warning. An editable install gets the extension into its source folder. If a compiler
for another platform is used, WESTEROS_INTRIGUE_PLATFORM is the tag of that platform.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "westeros_intrigue/lab/simulation"
NAME = "_native"
# Free-threaded Python has no stable ABI before 3.15.
IS_STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")
# Integers wrap around in the extension, and no product is fused with a sum: numbers are the same
# everywhere. Vectors are passed only between inlined functions, so their ABI does not matter.
FLAGS = [
    "-std=c11",
    "-O3",
    "-fwrapv",
    "-ffp-contract=off",
    "-fvisibility=hidden",
    "-Wno-psabi",
    "-g0",
]


def digest_of(sources: Path) -> str:
    """Return a digest of the sources, by which a build that is older than they are is found."""
    files = sorted(file for file in sources.iterdir() if file.suffix in {".c", ".h"})
    return sha256(b"".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()[
        :16
    ]


def compile_extension(sources: Path, folder: Path) -> Path:
    """Compile the extension into a folder; return its path."""
    from setuptools import Distribution, Extension  # noqa: PLC0415 - a pure wheel needs none of it
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415 - for the same reason

    class BuildTogether(build_ext):
        """Compiles the sources at once, on as many cores as there are."""

        def build_extensions(self) -> None:
            compile_in_turn = self.compiler.compile

            def compile_together(files: list[str], *options: object, **more: object) -> list[str]:
                with ThreadPoolExecutor() as pool:
                    made = pool.map(lambda file: compile_in_turn([file], *options, **more), files)
                    return [built for objects in made for built in objects]

            self.compiler.compile = compile_together
            super().build_extensions()

    macros: list[tuple[str, str | None]] = [("SOURCES", f'"{digest_of(sources)}"')]
    extension = Extension(
        NAME,
        sorted(map(str, sources.glob("*.c"))),
        define_macros=[*macros, ("Py_LIMITED_API", "0x030B0000")] if IS_STABLE else macros,
        extra_compile_args=FLAGS,
        extra_link_args=["-s"] if os.name == "posix" else [],
        libraries=["m"] if os.name == "posix" else [],
        py_limited_api=IS_STABLE,
    )
    command = BuildTogether(Distribution({"ext_modules": [extension]}))
    command.build_lib, command.build_temp = str(folder), str(folder / "objects")
    command.ensure_finalized()
    command.run()
    return next(file for file in folder.iterdir() if file.name.startswith(f"{NAME}."))


class ExtensionHook(BuildHookInterface[Any]):
    """The compiled half of the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the extension, and name the wheel after the platform."""
        wish = os.environ.get("WESTEROS_INTRIGUE_EXTENSION", "")
        if wish == "never":
            return
        self.folder = TemporaryDirectory()
        try:
            built = compile_extension(Path(self.root) / "native", Path(self.folder.name))
        except Exception as error:
            if wish == "always":
                raise
            self.app.display_warning(f"without the compiled half, simulations run slowly: {error}")
            return
        if version == "editable":
            shutil.copy2(built, Path(self.root) / "src" / PACKAGE)
        else:
            build_data["force_include"][str(built)] = f"{PACKAGE}/{built.name}"
        build_data["pure_python"] = False
        if IS_STABLE:
            platform = os.environ.get("WESTEROS_INTRIGUE_PLATFORM") or sysconfig.get_platform()
            platform = platform.replace("-", "_").replace(".", "_")
            build_data["tag"] = f"cp311-abi3-{platform}"
        else:
            build_data["infer_tag"] = True

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove what was compiled."""
        if hasattr(self, "folder"):
            self.folder.cleanup()

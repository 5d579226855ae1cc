"""Mutation testing: changes the rules one small step at a time, and sees which are caught.

    python -m pip install mutmut
    python scripts/mutation.py --out build/mutation            # all modules: takes hours
    python scripts/mutation.py --out build/mutation cards moves

Each module is mutated in a copy of the checkout, and tried against the tests named below, which
are the fast ones that are about it. The report holds the score of each module and the survivors,
as differences. docs/mutation.md tells which of them change nothing, and why.

mutmut changes the bodies of functions and the defaults of arguments. It changes no constant of a
module and no default of an attrs field: plain tests hold those.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = {
    "cards": ("components", "values", "bad_input", "mutants"),
    "court": ("court", "placing", "explain", "bad_input", "mutants"),
    "violations": ("explain", "court", "placing", "mutants"),
    "variants": ("variants", "options", "setup", "bad_input", "mutants"),
    "dealing": ("dealing", "setup", "variants", "same_chance", "bad_input", "golden", "mutants"),
    "moves": ("placing", "explain", "elimination", "automated", "bad_input", "golden", "mutants"),
    "automated": ("automated", "explain", "mutants"),
    "scoring": ("scoring", "final", "options", "real_tables", "bad_input", "mutants"),
    "views": ("views", "views_that_cannot_be", "automated", "mutants"),
    "notation": ("notation", "mutants"),
    "serialization": (
        "serialization",
        "json_of_values",
        "json_of_positions",
        "hostile_json",
        "json_schema",
        "mutants",
    ),
}
"""For each module, or package, the tests that are about it: tests/test_*.py."""


def copy_checkout(folder: Path, module: str) -> None:
    """Copy what the tests need, and tell mutmut what to mutate."""
    for name in ("src", "tests", "vectors", "docs", "scripts"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder / name)
    tests = [f"tests/test_{name}.py" for name in TESTS[module]]
    # A package's modules all; one that does not exist yet is left out of the tests.
    only = f"src/westeros_intrigue/{module}"
    only += "/*.py" if (ROOT / only).is_dir() else ".py"
    config = {
        "source_paths": ["src"],
        "only_mutate": [only],
        "also_copy": ["vectors", "docs", "scripts", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"],
        "pytest_add_cli_args": ["-p", "no:randomly", "-p", "no:cacheprovider"],
        "pytest_add_cli_args_test_selection": [test for test in tests if (ROOT / test).exists()],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in config.items()]
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    (folder / "pyproject.toml").write_text("\n".join([text, "[tool.mutmut]", *lines, ""]), "utf-8")


def mutate(module: str, out: Path, children: int) -> Counter[str]:
    """Mutate one module, write its survivors, and return how many mutants met each end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "checkout"
        folder.mkdir()
        copy_checkout(folder, module)
        # As in CI, Hypothesis draws the same examples each time: a mutant's end is no chance.
        env = {**os.environ, "CI": "true"}
        env.pop("PYTHONPATH", None)  # mutmut and pytest find the copies by themselves

        def mutmut(*arguments: str) -> str:
            command = [sys.executable, "-m", "mutmut", *arguments]
            done = subprocess.run(  # noqa: S603 - the arguments are written here
                command, cwd=folder, env=env, capture_output=True, text=True, check=False
            )
            with (out / f"{module}.log").open("a", encoding="utf-8") as log:
                log.write(done.stdout + done.stderr)
            return done.stdout

        mutmut("run", "--max-children", str(children))
        ends = [line.strip().split(": ") for line in mutmut("results", "--all", "true").split("\n")]
        results = {pair[0]: pair[1] for pair in ends if len(pair) == 2}
        survivors = [one for one, end in results.items() if end not in {"killed", "timeout"}]
        texts = [f"## {results[one]}\n{mutmut('show', one)}" for one in survivors]
        (out / f"{module}.diff").write_text("\n".join(texts), "utf-8")
    return Counter(results.values())


def main() -> None:
    """Mutate the modules named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("modules", nargs="*", help="the modules, all by default")
    parser.add_argument("--out", type=Path, required=True, help="where the reports go")
    parser.add_argument("--children", type=int, default=1, help="how many mutants run at once")
    arguments = parser.parse_args()
    if unknown := set(arguments.modules) - set(TESTS):
        parser.error(
            f"no such module: {', '.join(sorted(unknown))}; choose from {', '.join(TESTS)}"
        )
    arguments.out.mkdir(parents=True, exist_ok=True)
    for module in arguments.modules or TESTS:
        started = time.monotonic()
        ends = mutate(module, arguments.out.resolve(), arguments.children)
        caught = ends["killed"] + ends["timeout"]
        counted = ", ".join(f"{count} {end}" for end, count in sorted(ends.items())) or "no mutants"
        seconds = time.monotonic() - started
        print(
            f"{module}: {caught} of {ends.total()} caught ({counted}), {seconds:.0f} s", flush=True
        )


if __name__ == "__main__":
    main()

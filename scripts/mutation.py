"""Mutation testing: make small changes in the rules, and see which ones the tests catch.

    python -m pip install mutmut
    python scripts/mutation.py --out build/mutation            # all modules: takes hours
    python scripts/mutation.py --out build/mutation rules/cards monopoly
    python scripts/mutation.py --out build/mutation --planted  # the changes made by hand
    python scripts/mutation.py --out build/mutation --planted rules  # wrong readings of rules
    python scripts/mutation.py --out build/mutation --planted rules monopoly trade auction.bids
    python scripts/mutation.py --unwatched                     # what nobody has tried

Each module is mutated in a copy of the checkout, and tried against its fast tests, which
mutation.toml lists. The report has the score of each module and the survivors, as differences.

mutmut changes the bodies of functions and the defaults of arguments. It does not change module
constants, defaults of attrs fields or decorated functions, such as properties; and it does not read
C. For those, mutation.toml has handwritten changes, also of pages, which --planted tries with the
short tests of the listed files, and without the packages that the group `test` lacks: what `pytest`
finds after `pip install --group test`. A change that needs more says what as `needs`, and is tried
with all tests. A change in the folder native always does, and is compiled first.
`faults.toml` in each folder `shown` of examples has a wrong reading of each rule, which --planted
rules tries with the tests of this game that name this rule alone.

--unwatched lists the changes that need more, and the files of tests that nothing here tries: no
change, no part and no rule names them.

With --planted, the exit code is 1 unless all changes are caught. A surviving mutant is tried once
more, in a separate process. After a new test, --again tries only the survivors of the last report,
if the code has not changed since.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path, PurePath
from py_compile import PycInvalidationMode

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from helpers.shown_rules import TESTS as TESTS_ROOT, folder_of, list_tests, read_markers, tried_by

ROOT = Path(__file__).parents[1]
CONFIGURATION = tomllib.loads((ROOT / "scripts" / "mutation.toml").read_text("utf-8"))
TESTS: dict[str, list[str]] = CONFIGURATION["tests"]
_OTHERS = sorted(path.parent.name for path in (TESTS_ROOT / "games").glob("*/__init__.py"))
FOLDERS = ("src", "tests", "vectors", "docs", "scripts", "benchmarks", "studies", "examples")
"""The folders that tests read."""
GAMES = ("westeros-intrigue", *_OTHERS)
"""The games by key, those beside the card game by their folders of tests."""
TOO_SLOW = ("games_of_all_variants", "any_reachable_position")
"""Parts of the names of tests that take many seconds; these are skipped."""
PYTEST_OPTIONS = (
    *("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "pytest_cov"),
    *("-p", "xdist", "--numprocesses=0"),
    *("-k", " and ".join(f"not {part}" for part in TOO_SLOW)),
)
CAUGHT = {"killed", "timeout"}
SECONDS_FOR_A_FILE = 300
SECONDS_FOR_A_RULE = 120
"""How long the tests of a rule may take under a fault; quiet, they take a few seconds."""
SECONDS_FOR_A_FAULT = 400
"""How long the tests of a change by hand may take, with the long ones: a fault can make C go on for
ever. Quiet, they take two minutes at most."""
NO_TESTS = 5
"""The exit code of pytest if it has no test to run."""
CRASH = "a crash of Python"
"""Stands for the test that fails if a fault in compiled code ends the process."""
HANG = "a hang"
"""Stands for the test that fails if tests under a fault do not end in time."""
MORE = (
    *("axe_playwright_python", "cairosvg", "choix", "distributed", "fastapi", "gymnasium", "mcp"),
    *("jsonschema", "nox", "numpy", "pettingzoo", "playwright", "polars", "prompt_toolkit"),
    *("psycopg", "pyarrow", "pyspiel", "sphinx", "starlette", "uvicorn"),
)
"""The packages that tests use and the group `test` lacks."""
HIDING = f"""
import sys
from importlib.machinery import PathFinder


class Others:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return None if name in {MORE} else PathFinder.find_spec(name, path, target)


if "HIDE_MORE" in os.environ:
    sys.meta_path[sys.meta_path.index(PathFinder)] = Others
"""
"""What hides these packages, at the end of conftest.py."""


def tests_of(module: str) -> list[str]:
    """Return the paths of the tests that are about a module."""
    return paths_of(TESTS[module])


def paths_of(names: list[str]) -> list[str]:
    """Return the paths of tests by their names in mutation.toml."""
    places = [PurePath(name) for name in names]
    found = [sorted((ROOT / "tests" / p.parent).glob(f"test_{p.name}.py")) for p in places]
    if missing := [name for name, paths in zip(names, found, strict=True) if not paths]:
        raise FileNotFoundError(f"no tests are named {', '.join(missing)}")
    return [str(path.relative_to(ROOT)) for paths in found for path in paths]


def copy_checkout(folder: Path, module: str) -> None:
    """Copy what the tests need, and tell mutmut what to mutate."""
    for name in (*FOLDERS, "changes"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder / name)
    write_conftest(folder)
    # A package's modules all.
    only = f"src/westeros_intrigue/{module}"
    only += "/*.py" if (ROOT / only).is_dir() else ".py"
    config = {
        "source_paths": ["src"],
        "only_mutate": [only],
        "also_copy": [
            *("vectors", "docs", "scripts", "changes"),
            *("README.md", "CHANGELOG.md", "CONTRIBUTING.md"),
            "conftest.py",
        ],
        "pytest_add_cli_args": PYTEST_OPTIONS,
        "pytest_add_cli_args_test_selection": tests_of(module),
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in config.items()]
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    (folder / "pyproject.toml").write_text("\n".join([text, "[tool.mutmut]", *lines, ""]), "utf-8")


def write_conftest(folder: Path) -> None:
    """Copy conftest.py, but let Hypothesis end with the first failure that it finds.

    To look for a smaller one takes minutes, and can end as a timeout.
    """
    text = (ROOT / "conftest.py").read_text("utf-8")
    for was, becomes in (
        ("import settings", "import Phase, settings"),
        ("derandomize=True", "derandomize=True, phases=list(Phase)[:3]"),
    ):
        if was not in text:
            raise RuntimeError(f"conftest.py has no {was!r} any more")
        text = text.replace(was, becomes)
    (folder / "conftest.py").write_text(text + HIDING, "utf-8")


def mutate(module: str, out: Path, children: int, *, again: bool) -> Counter[str]:
    """Mutate one module, write its survivors, and return how many mutants met each end."""
    report = module.replace("/", ".")
    record = out / f"{report}.json"
    # Not in the system's temporary folder, which may be cleared during the hours that this takes.
    with tempfile.TemporaryDirectory(dir=out) as name:
        folder = Path(name) / "checkout"
        folder.mkdir()
        copy_checkout(folder, module)
        # As in CI, Hypothesis draws the same examples each time: a mutant's end is no chance.
        # Plugins of pytest are not needed, and take longer to load than most tests run.
        env = {**os.environ, "CI": "true", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        env.pop("PYTHONPATH", None)  # mutmut and pytest find the copies by themselves

        def mutmut(*arguments: str) -> str:
            command = [sys.executable, "-m", "mutmut", *arguments]
            done = subprocess.run(  # noqa: S603 - the arguments are written here
                command, cwd=folder, env=env, capture_output=True, text=True, check=False
            )
            with (out / f"{report}.log").open("a", encoding="utf-8") as log:
                log.write(done.stdout + done.stderr)
            done.check_returncode()
            return done.stdout

        results = json.loads(record.read_text("utf-8")) if again else {}
        left = [one for one, end in results.items() if end not in CAUGHT]
        if again and not left:
            return Counter(results.values())
        mutmut("run", "--max-children", str(children), *left)
        lines = mutmut("results", "--all", "true").split("\n")
        ends = dict(line.strip().split(": ") for line in lines if ": " in line)
        results = {one: end for one, end in results.items() if end in CAUGHT}
        results = {one: results.get(one, end) for one, end in ends.items()}
        if end_in_a_fresh_process(folder, env, module, "") != "survived":
            raise RuntimeError(f"the tests of {module} fail without a mutant")
        left = [one for one, end in results.items() if end not in CAUGHT]
        with ThreadPoolExecutor(children) as pool:
            tried = pool.map(lambda one: end_in_a_fresh_process(folder, env, module, one), left)
            results |= dict(zip(left, tried, strict=True))
        record.write_text(json.dumps(results, indent=1), "utf-8")
        texts = [
            f"## {one}: {end}\n{mutmut('show', one)}"
            for one, end in results.items()
            if end not in CAUGHT
        ]
        (out / f"{report}.diff").write_text("\n".join(texts), "utf-8")
    return Counter(results.values())


def end_in_a_fresh_process(folder: Path, env: dict[str, str], module: str, mutant: str) -> str:
    """Try a mutant with all the module's tests, switched on before anything is imported.

    mutmut switches a mutant on after the imports, and tries only the tests that it saw call the
    function. So it misses what runs when a module is imported, or once and is then remembered.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", *PYTEST_OPTIONS]
    mutated = folder / "mutants"
    paths = os.pathsep.join(str(mutated / part) for part in ("src", "tests"))
    for test in tests_of(module):  # one by one, since most mutants are caught by the first
        try:
            done = subprocess.run(  # noqa: S603 - the arguments are written here
                [*command, test],
                cwd=mutated,
                env={**env, "MUTANT_UNDER_TEST": mutant, "PYTHONPATH": paths},
                capture_output=True,
                timeout=SECONDS_FOR_A_FILE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "timeout"
        if done.returncode:
            return "killed"
    return "survived"


@contextmanager
def copied_checkout(out: Path) -> Iterator[Path]:
    """Yield a copy of the checkout, which is removed afterwards."""
    with tempfile.TemporaryDirectory(dir=out) as name:
        folder = Path(name)
        for part in (*FOLDERS, "native", "changes", ".ci", ".github"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / part, folder / part, ignore=ignored)
        for path in ROOT.iterdir():
            if path.is_file() and path.name != ".git":
                shutil.copy(path, folder)
        write_conftest(folder)
        # By the hash, Python also notices a change of the same size in the same second.
        by_hash = PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(folder / "src", quiet=2, invalidation_mode=by_hash)
        yield folder


def source_of(folder: Path, planted: Mapping[str, str]) -> Path:
    """Return the file that a change by hand is made in, in a checkout.

    It is named from the package, or from the checkout, like a page or a file of native/.
    """
    path = folder / "src" / "westeros_intrigue" / planted["file"]
    return path if path.exists() else folder / planted["file"]


def is_native(planted: Mapping[str, str]) -> bool:
    """Return whether a change by hand is one of C."""
    return planted["file"].startswith("native/")


def needs(planted: Mapping[str, str]) -> str:
    """Return what a change by hand needs to be found, beside the short tests of the group `test`.

    That is a package, "long" for a long proof, "C", or nothing.
    """
    return "C" if is_native(planted) else planted.get("needs", "")


def list_unwatched() -> list[str]:
    """Return the paths of the tests that no change by hand, no part and no rule names."""
    named = {
        path
        for names in (*TESTS.values(), *(planted["tests"] for planted in CONFIGURATION["planted"]))
        for path in paths_of(names)
    }
    named |= {str(tried_by(game).relative_to(ROOT)) for game in GAMES}
    return [
        name
        for path in sorted(TESTS_ROOT.rglob("test_*.py"))
        if (name := str(path.relative_to(ROOT))) not in named
        if "mark.rule(" not in path.read_text("utf-8")
    ]


def show_unwatched() -> None:
    """Print the changes that the short tests do not find, and the tests that nothing tries."""
    for planted in CONFIGURATION["planted"]:
        if needed := needs(planted):
            print(f"{planted['file']}: {planted['becomes'] or planted['was']!r}: needs {needed}")
    counted = Counter(needed for each in CONFIGURATION["planted"] if (needed := needs(each)))
    print(f"{counted.total()} changes need more than the short tests: {dict(counted)}\n")
    unwatched = list_unwatched()
    print(*unwatched, f"{len(unwatched)} files of tests that nothing tries", sep="\n")


@contextmanager
def changed(folder: Path, planted: Mapping[str, str]) -> Iterator[bool]:
    """Make a change by hand, and undo it; yield False if its passage is not in the file once."""
    path = source_of(folder, planted)
    text = path.read_text("utf-8")
    path.write_text(text.replace(planted["was"], planted["becomes"]), "utf-8")
    compiled = {built: built.read_bytes() for built in folder.glob(EXTENSION)}
    if is_native(planted):
        command = [sys.executable, "scripts/build_extension.py"]
        subprocess.run(command, cwd=folder, capture_output=True, check=True)  # noqa: S603 - as above
    yield text.count(planted["was"]) == 1
    path.write_text(text, "utf-8")
    for built, content in compiled.items() if is_native(planted) else ():
        built.write_bytes(content)


EXTENSION = "src/westeros_intrigue/lab/simulation/_native.*"
STALE = "STALE: its passage is not in the file once"


def try_planted(out: Path, modules: list[str]) -> bool:
    """Make the changes of mutation.toml, all or those in some modules.

    Print their ends, and return whether all are caught.
    """
    are_caught = True
    sound = {CRASH, HANG}  # what has passed without a fault
    with copied_checkout(out) as folder:
        for planted in CONFIGURATION["planted"]:
            if modules and not planted["file"].startswith(tuple(modules)):
                continue
            with changed(folder, planted) as is_changed:
                tests = paths_of(planted["tests"])
                chosen = ("-k", "not plain") if is_native(planted) else ()
                is_quick = not needs(planted)
                failed = (
                    failed_test(
                        folder, tests, *chosen, is_quick=is_quick, seconds=SECONDS_FOR_A_FAULT
                    )
                    if is_changed
                    else ""
                )
            end = f"caught by {failed}" if failed else "SURVIVED" if is_changed else STALE
            if failed and failed not in sound:
                if failed_test(folder, [failed]):
                    end = f"UNKNOWN: {failed} fails without it, too"
                else:
                    sound.add(failed)
            are_caught &= end.startswith("caught")
            print(f"{planted['file']}: {planted['becomes'] or planted['was']!r}: {end}", flush=True)
    return are_caught


def try_planted_rules(out: Path, chosen: list[str]) -> bool:
    """Make the wrong readings of rules, all or those of some games or chapters.

    Print their ends, and return whether all are caught.

    Only the tests of the game that name the rule are run: first its examples, then the others. A
    fault that stops the import of the library shows nothing, and counts as BROKEN.
    """
    ends: Counter[str] = Counter()
    games = [part for part in chosen if part in GAMES] or [*GAMES]
    chapters = [part for part in chosen if part not in GAMES]
    with copied_checkout(out) as folder:
        for game in games:
            path = folder_of(game) / "faults.toml"
            if path.exists():
                ends += try_rules_of(game, path, chapters, folder)
    print(", ".join(f"{count} {end}" for end, count in sorted(ends.items())))
    return set(ends) <= {"caught"}


def try_rules_of(game: str, path: Path, chapters: list[str], folder: Path) -> Counter[str]:
    """Make the wrong readings of a game's rules in a copy of the checkout; count their ends."""
    faults = tomllib.loads(path.read_text("utf-8"))
    chosen = [
        planted
        for planted in faults["planted"]
        if not chapters or planted["rule"].startswith(tuple(chapters))
    ]
    ends: Counter[str] = Counter()
    examples = tried_by(game).relative_to(ROOT)
    others = [*read_markers(list_tests(game, GAMES))]
    if chosen and (failed := failed_test(folder, [str(examples)])):
        raise RuntimeError(f"{failed} fails without a fault")
    for planted in chosen:
        rule = planted["rule"]
        naming = {test.path.relative_to(ROOT) for test in others if rule in test.rules}
        with changed(folder, planted) as is_changed:
            failed = ""
            for tests in (examples, *sorted(naming)) if is_changed else ():
                failed = failed or failed_test(
                    folder, [str(tests)], "--rule", rule, seconds=SECONDS_FOR_A_RULE
                )
        end, shown = (f"caught by {failed}", "caught") if failed else ("SURVIVED",) * 2
        if failed == HANG:
            end = f"caught by {HANG}: its tests did not end within {SECONDS_FOR_A_RULE} seconds"
        elif "[" not in failed and "::" not in failed and failed:
            end, shown = f"BROKEN: {failed} cannot be imported", "BROKEN"
        if not is_changed:
            end, shown = STALE, "STALE"
        ends[shown] += 1
        print(f"{rule}: {planted['file']}: {planted['becomes']!r}: {end}", flush=True)
    for rule, reason in faults["definitions"].items():
        print(f"{rule}: no fault: {reason}")
    return ends


def failed_test(
    folder: Path,
    tests: list[str],
    *options: str,
    is_quick: bool = False,
    seconds: float | None = None,
) -> str:
    """Return the first of the tests that fails in a copy of the checkout, or an empty text.

    `HANG` stands for it if the tests do not end within some seconds. Quick tests are those that are
    not long, without packages that the group `test` lacks.
    """
    command = ("-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:randomly")
    marked = "not long" if is_quick else ""
    try:
        done = subprocess.run(  # noqa: S603 - the arguments are written here
            [sys.executable, *command, "-m", marked, *options, *tests],
            cwd=folder,
            # A changed file must not be compiled to a file whose source is then changed back.
            env={
                **os.environ,
                "CI": "true",
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPATH": str(folder / "src"),
                **({"HIDE_MORE": "1"} if is_quick else {}),
            },
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return HANG
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", done.stdout, re.MULTILINE)
    if done.returncode < 0:
        return CRASH
    if done.returncode == NO_TESTS:
        return ""
    if done.returncode and not failed:
        raise RuntimeError(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return failed.group(1) if failed else ""


def main() -> None:
    """Mutate the modules named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument(
        "modules",
        nargs="*",
        help="the modules, or the games, chapters or ids of rules; all by default",
    )
    parser.add_argument("--out", type=Path, help="where the reports go")
    parser.add_argument("--children", type=int, default=1, help="how many mutants run at once")
    parser.add_argument(
        "--again", action="store_true", help="try only the survivors of the last report in --out"
    )
    parser.add_argument(
        "--planted",
        nargs="?",
        const="code",
        choices=["code", "rules"],
        help="try the changes made by hand, or the wrong readings of rules",
    )
    parser.add_argument(
        "--unwatched",
        action="store_true",
        help="list the changes that the short tests do not find, and the tests that nothing tries",
    )
    arguments = parser.parse_args()
    if arguments.unwatched:
        show_unwatched()
        return
    if not arguments.out:
        parser.error("say with --out where the reports go")
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.planted:
        try_them = try_planted_rules if arguments.planted == "rules" else try_planted
        sys.exit(0 if try_them(arguments.out.resolve(), arguments.modules) else 1)
    if unknown := set(arguments.modules) - set(TESTS):
        parser.error(
            f"no such module: {', '.join(sorted(unknown))}; choose from {', '.join(TESTS)}"
        )
    for module in arguments.modules or TESTS:
        started = time.monotonic()
        ends = mutate(module, arguments.out.resolve(), arguments.children, again=arguments.again)
        caught = sum(ends[end] for end in CAUGHT)
        counted = ", ".join(f"{count} {end}" for end, count in sorted(ends.items())) or "no mutants"
        seconds = time.monotonic() - started
        print(
            f"{module}: {caught} of {ends.total()} caught ({counted}), {seconds:.0f} s", flush=True
        )


if __name__ == "__main__":
    main()

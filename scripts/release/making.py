"""From the commit to the distributions: the clone, the gates, the tag, the files, their audits."""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import shlex
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

from release.engine import CHECKOUT, Failed, NotHere, Rehearsal, require
from release.version import following
from release.workflows import line_of

PUBLISH = ".github/workflows/publish.yml"
GATES = (
    "The tag is the version",
    "No address is a placeholder, and the version has a date",
    "The changelog has every change",
)
"""The steps of the workflow that refuse a release which is not prepared."""
FRAGMENT = "changes/+rehearsal.fixed.md"
REPOSITORY = "https://github.com/nobody/rehearsal"
"""The theme of the site links to sources at hosts that it knows."""
PERMITTED = {"MIT", "PSF-2.0"}
"""The licences of the packages that come with the library."""
COMPONENTS = {"attrs", "typing_extensions"}
GAMES = "games.txt"
"""The file with how the first games ended, which all others must repeat."""
ZIG_CACHES = ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")
BILL = "westeros-intrigue.cdx.json"


def clone(rehearsal: Rehearsal) -> str:
    """Clone this commit to a repository without files, as a host has it, and clone that."""
    git = ("git", "-c", f"safe.directory={CHECKOUT}", "-C", CHECKOUT)
    remote = rehearsal.work / "remote.git"
    for path in rehearsal.work.iterdir():  # of an earlier rehearsal
        if path.is_dir() and path not in {rehearsal.index.folder, rehearsal.output.parent}:
            shutil.rmtree(path)
    (rehearsal.work / GAMES).unlink(missing_ok=True)
    at = rehearsal.work
    commit = rehearsal.run(*git, "rev-parse", "HEAD", at=at).strip()
    rehearsal.run("git", "init", "--quiet", "--bare", "--initial-branch", "main", remote, at=at)
    # Not cloned: git clones no checkout of another user.
    refs = (f"{commit}:refs/heads/main", "refs/tags/*:refs/tags/*")
    rehearsal.run(*git, "push", "--quiet", remote, *refs, at=at)
    rehearsal.run("git", "clone", "--quiet", remote, rehearsal.clone, at=at)
    for name, value in {
        "user.name": "Rehearsal",
        "user.email": "rehearsal@rehearsal.example",
    }.items():
        rehearsal.run("git", "config", name, value)
    changed = rehearsal.run(*git, "status", "--porcelain", at=at).splitlines()
    left = f", without {len(changed)} files that are not committed" if changed else ""
    return f"commit {commit[:8]}{left}"


def prepare(rehearsal: Rehearsal) -> str:
    """Put in what a person decides, set the version, and commit."""
    version = rehearsal.version
    if rehearsal.run("git", "tag", "--list", rehearsal.tag):  # it is released already
        version = following(version)
    for name in ("pyproject.toml", "CITATION.cff"):
        path = rehearsal.clone / name
        text = path.read_text("utf-8").replace("https://source.invalid", REPOSITORY)
        text = re.sub(r"(https://\w+)\.invalid", r"\1.example", text)
        text = text.replace('authors" }]', 'authors", email = "authors@rehearsal.example" }]')
        path.write_text(text, "utf-8")
    set_version(rehearsal, version)
    return f"{version}, with placeholder addresses"


def set_version(rehearsal: Rehearsal, version: str) -> None:
    """Prepare a version as a person does, and commit it."""
    today = dt.datetime.now(dt.UTC).date()
    script = rehearsal.clone / "scripts/release"
    rehearsal.run(sys.executable, script, "prepare", version, "--date", str(today))
    rehearsal.run("git", "commit", "--quiet", "--all", "--message", f"Release {version}")


def gates(rehearsal: Rehearsal) -> str:
    """Check that the workflow lets what is prepared pass, and stops at each fault."""
    fragment, citation = (rehearsal.clone / name for name in (FRAGMENT, "CITATION.cff"))
    text = citation.read_text("utf-8")
    for name in GATES:
        open_gate(rehearsal, name)
    citation.write_text(f"{text}# https://source.invalid\n", "utf-8")
    fragment.write_text("A change.\n", "utf-8")
    faulty = [try_gate(rehearsal, name, "v0") for name in GATES]
    citation.write_text(text, "utf-8")
    fragment.unlink()
    require(all(faulty), "a wrong tag, a placeholder, or a change that the changelog lacks passes")
    return f"{rehearsal.tag} passes; another tag, a placeholder and a change left out are refused"


def open_gate(rehearsal: Rehearsal, name: str) -> None:
    """Check that the workflow lets the clone pass."""
    require(not try_gate(rehearsal, name, rehearsal.tag), f"the workflow stops at: {name}")


def try_gate(rehearsal: Rehearsal, name: str, tag: str) -> int:
    """Run the line of a gate with a tag, and return its exit code."""
    line = line_of(rehearsal.clone / PUBLISH, name)
    status, _ = rehearsal.try_("sh", "-c", line, GITHUB_REF_NAME=tag)
    return status


def surface(rehearsal: Rehearsal) -> str:
    """Compare the public names with those of the last version."""
    return rehearsal.run(sys.executable, "scripts/surface.py").strip().splitlines()[-1]


def tag(rehearsal: Rehearsal) -> str:
    """Tag the commit, and push both."""
    rehearsal.run(
        "git", "tag", "--annotate", rehearsal.tag, "--message", f"Version {rehearsal.version}"
    )
    rehearsal.run("git", "push", "--quiet", "origin", "HEAD:main", rehearsal.tag)
    described = rehearsal.run("git", "describe", "--tags", "--exact-match").strip()
    require(described == rehearsal.tag, f"the commit is {described}")
    return f"{rehearsal.tag}, pushed to a clone without files"


def distributions(rehearsal: Rehearsal) -> str:
    """Build the source distribution and all wheels, which audits them, by the workflow's lines."""
    shutil.rmtree(rehearsal.dist, ignore_errors=True)
    for name in ("The source distribution", "The wheels, audited"):
        rehearsal.run("sh", "-e", "-c", line_of(rehearsal.clone / PUBLISH, name))
    names = [path.name for path in files(rehearsal.dist)]
    return f"{len(names)} files: " + ", ".join(name.partition("-")[2] for name in names)


def files(folder: Path) -> list[Path]:
    """Return the distributions of a folder."""
    return sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])


def containers(rehearsal: Rehearsal) -> str:
    """Build the wheels for Linux in the containers of cibuildwheel as well."""
    status, _ = rehearsal.try_("docker", "info") if shutil.which("docker") else (1, "")
    plan = ("cibuildwheel", "--platform", "linux", "--archs", "x86_64")
    listed = rehearsal.run(*plan, "--print-build-identifiers").split()
    if status:
        raise NotHere(f"cibuildwheel would build {' and '.join(listed)}, in containers of Docker")
    made = rehearsal.work / "cibuildwheel"
    rehearsal.run(*plan, "--output-dir", made)
    return f"{len(files(made))} wheels, repaired and tested in their containers"


def repair(rehearsal: Rehearsal) -> str:
    """Check that auditwheel, as cibuildwheel calls it, would change nothing but the tags."""
    [wheel] = rehearsal.dist.glob(f"*manylinux*_{os.uname().machine}.whl")
    made = rehearsal.work / "repaired"
    shutil.rmtree(made, ignore_errors=True)
    platform = wheel.stem.rpartition("-")[2]
    rehearsal.run("auditwheel", "repair", "--plat", platform, "--wheel-dir", made, wheel)
    [repaired] = made.glob("*.whl")
    before, after = contents(wheel), contents(repaired)
    changed = {name for name in {*before} | {*after} if before.get(name) != after.get(name)}
    others = {name for name in changed if not name.endswith(("/WHEEL", "/RECORD"))}
    require(not others, f"a repair changes {', '.join(sorted(others))}")
    return f"auditwheel needs to add nothing to {platform}"


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}


def again(rehearsal: Rehearsal) -> str:
    """Build all once more in another folder, and compare the bytes."""
    other = rehearsal.work / "again"
    shutil.rmtree(other, ignore_errors=True)
    rehearsal.run(
        "git", "clone", "--quiet", "--branch", rehearsal.tag, rehearsal.work / "remote.git", other
    )
    # With an empty cache, or Zig would only copy what it has compiled.
    cache = {name: str(other / "build/zig") for name in ZIG_CACHES}
    for name in ("The source distribution", "The wheels, audited"):
        rehearsal.run("sh", "-e", "-c", line_of(other / PUBLISH, name), at=other, **cache)
    first, second = digests(rehearsal.dist), digests(other / "dist")
    differing = [name for name in {*first} | {*second} if first.get(name) != second.get(name)]
    require(not differing, f"built twice, these differ: {', '.join(sorted(differing))}")
    return f"{len(first)} files have the same bytes; " + "; ".join(
        f"{digest[:12]} {name}" for name, digest in first.items()
    )


def digests(folder: Path) -> dict[str, str]:
    """Return the digests of the distributions of a folder, by name."""
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files(folder)}


def without_compiler(rehearsal: Rehearsal) -> str:
    """Build the source distribution where there is no compiler, which gives the pure wheel."""
    [sdist] = rehearsal.dist.glob("*.tar.gz")
    made = rehearsal.work / "without-compiler"
    shutil.rmtree(made, ignore_errors=True)
    wheel = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", made, sdist)
    rehearsal.run(*wheel, CC=str(made / "no-compiler"))
    [built] = made.glob("*.whl")
    require(built.name.endswith("-py3-none-any.whl"), f"{built.name} is not pure")
    require(
        contents(built) == contents(rehearsal.dist / built.name),
        "the pure wheel differs from that of a machine with a compiler",
    )
    return f"{built.name}, with the files of the one that is published"


def metadata(rehearsal: Rehearsal) -> str:
    """Let those tools judge the metadata whose rules the index and its readers have."""
    rehearsal.run("sh", "-e", "-c", line_of(rehearsal.clone / PUBLISH, "The metadata"))
    [sdist] = rehearsal.dist.glob("*.tar.gz")
    rehearsal.run("check-wheel-contents", *rehearsal.dist.glob("*.whl"))
    rehearsal.run("validate-pyproject", "pyproject.toml")
    rehearsal.run("pyroma", "--min", "10", sdist)
    rehearsal.run("check-manifest")
    for path in files(rehearsal.dist):
        check_licence(path)
    judges = "twine, check-wheel-contents, validate-pyproject, pyroma (10 of 10), check-manifest"
    return f"{judges}; MIT in all"


def check_licence(path: Path) -> None:
    """Check that a distribution names its licence, and has its text."""
    if path.suffix == ".whl":
        members = contents(path)
    else:
        with tarfile.open(path) as archive:
            read = ((file, archive.extractfile(file)) for file in archive if file.isfile())
            members = {
                file.name.partition("/")[2]: content.read() for file, content in read if content
            }
    [about] = [
        name for name in members if re.fullmatch(r"([^/]*\.dist-info/METADATA|PKG-INFO)", name)
    ]
    told = message_from_bytes(members[about])
    require(told["License-Expression"] == "MIT", f"{path.name} does not name its licence")
    texts = [
        name
        for name in told.get_all("License-File", [])
        if any(each.endswith(name) for each in members)
    ]
    require(texts == ["LICENSE"], f"{path.name} has no text of its licence")


def bill_of_materials(rehearsal: Rehearsal) -> str:
    """List what comes with the library, with the licences."""
    rehearsal.run("sh", "-e", "-c", line_of(rehearsal.clone / PUBLISH, "The bill of materials"))
    bill = json.loads((rehearsal.clone / BILL).read_text("utf-8"))
    found = {
        component["name"]: {
            each["license"].get("id", each["license"].get("name"))
            if "license" in each
            else each["expression"]
            for each in component["licenses"]
        }
        for component in bill["components"]
    }
    require({*found} == COMPONENTS, f"with the library come {', '.join(sorted(found))}")
    licences = set().union(*found.values())
    require(licences <= PERMITTED, f"a licence is not permitted: {', '.join(sorted(licences))}")
    return f"{BILL}: " + ", ".join(
        f"{name} ({', '.join(of)})" for name, of in sorted(found.items())
    )


def vulnerabilities(rehearsal: Rehearsal) -> str:
    """Ask whether something that comes with the library has a known vulnerability."""
    line = line_of(rehearsal.clone / PUBLISH, "No dependency has a known vulnerability")
    status, printed = rehearsal.try_("sh", "-e", "-c", line)
    unreachable = ("not found on PyPI", "ConnectionError", "Failed to resolve", "Max retries")
    if status and any(words in printed for words in unreachable):
        raise NotHere("pip-audit reaches no data about vulnerabilities")
    if status:
        raise Failed(printed)
    return "pip-audit knows of none"


def on_musl(rehearsal: Rehearsal) -> str:
    """Run the tests of the compiled half with the wheel for musl."""
    sources = ("apt-get", "source", "--print-uris", "python3.11")
    return run_elsewhere(rehearsal, "musl", ("musl-gcc", "make"), sources, "musllinux_1_2_x86_64")


def on_aarch64(rehearsal: Rehearsal) -> str:
    """Run the tests of the compiled half with the wheel for aarch64."""
    programs = ("qemu-aarch64-static", "dpkg-deb")
    packages = ("apt-get", "download", "--print-uris", "python3.11-minimal:arm64")
    return run_elsewhere(rehearsal, "aarch64", programs, packages, "manylinux_2_17_aarch64")


def run_elsewhere(
    rehearsal: Rehearsal,
    word: str,
    programs: Sequence[str],
    asking: Sequence[str],
    tag: str,
) -> str:
    """Run the tests of the compiled half with a wheel for another platform.

    Args:
        rehearsal: The rehearsal.
        word: The command of scripts/wheels.py.
        programs: The programs that it calls.
        asking: A command that succeeds where its Python can be had.
        tag: The tag of the wheel.
    """
    missing = [name for name in programs if shutil.which(name) is None]
    if missing or rehearsal.try_(*asking)[0]:
        wanted = " and ".join(missing) or f"what `{shlex.join(asking)}` asks for"
        raise NotHere(f"{wanted} would run the tests with the wheel for {tag}")
    [wheel] = rehearsal.dist.glob(f"*{tag}.whl")
    printed = rehearsal.run(sys.executable, "scripts/wheels.py", word, wheel)
    return printed.strip().splitlines()[-1]

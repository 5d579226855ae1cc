"""The end of a release: the site with its versions, the notes, and the way back."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable

from release.engine import NotHere, Rehearsal, Step, require
from release.index import NAME
from release.making import FRAGMENT, GATES, open_gate, set_version
from release.using import install_with_pip, install_with_uv, send
from release.version import following
from release.workflows import line_of

SITE = ".github/workflows/site.yml"
NEXT = "These pages describe the next version."
"""How the line above every page of the next version begins."""
REPAIR = "A release can be taken back, and this one repairs it.\n"


def site(rehearsal: Rehearsal) -> str:
    """Build the site by the workflow's lines: the tag, and below `latest` the next version."""
    python = rehearsal.make_environment("site")
    root = rehearsal.work / "pages"
    for folder in (root, rehearsal.work / "released", rehearsal.work / "latest"):
        shutil.rmtree(folder, ignore_errors=True)
    rehearsal.run("git", "worktree", "prune")
    root.mkdir()
    programs = os.pathsep.join([str(python.parent), os.environ["PATH"]])
    for name in ("The pages of the newest release", "Below latest, the pages of the next version"):
        line = line_of(rehearsal.clone / SITE, name)
        rehearsal.run("sh", "-e", "-c", line, PATH=programs, GITHUB_WORKSPACE=str(root))
    released, coming = root / "site", root / "site/latest"
    pages = [path for path in released.rglob("*.html") if coming not in path.parents]
    marked = [path for path in pages if NEXT in path.read_text("utf-8")]
    require(not marked, f"{len(marked)} pages of the release say that they are of the next version")
    index = (coming / "index.html").read_text("utf-8")
    require(NEXT in index, "the pages below latest do not say that they are of the next version")
    title = (released / "index.html").read_text("utf-8")
    require(rehearsal.version in title, f"the first page does not say {rehearsal.version}")
    below = len([*coming.rglob("*.html")])
    return f"{len(pages)} pages of {rehearsal.tag}, and {below} below latest, with their line"


def notes(rehearsal: Rehearsal) -> str:
    """Print the section of the changelog, as it goes into the notes of the release."""
    printed = rehearsal.run(sys.executable, "scripts/release", "notes")
    file = rehearsal.work / "notes.md"
    file.write_text(printed, "utf-8")
    require(len(printed.splitlines()) > 1, "the changelog says nothing about the version")
    return f"{len(printed.splitlines())} lines in {file.name}"


def yank(rehearsal: Rehearsal) -> str:
    """Yank the version: it is found only by those who name it."""
    broken = rehearsal.version
    install_with_pip(rehearsal, rehearsal.make_environment("before"), NAME)
    rehearsal.index.yank(broken, "a rehearsal")
    python = rehearsal.make_environment("yanked")
    command = (python, "-m", "pip", "install", "--extra-index-url", rehearsal.index.simple, NAME)
    status, printed = rehearsal.try_(*command, at=rehearsal.work)
    require(status, f"pip installs a yanked version: {printed}")
    install_with_pip(rehearsal, python, f"{NAME}=={broken}")
    return f"{broken} is not found without its number, and is installed by it"


def patch(rehearsal: Rehearsal) -> str:
    """Release the version that repairs it, from the changelog to the installation."""
    broken, version = rehearsal.version, following(rehearsal.version)
    before = rehearsal.tag
    (rehearsal.clone / FRAGMENT).write_text(REPAIR, "utf-8")
    rehearsal.run("git", "add", "changes")
    rehearsal.run("git", "commit", "--quiet", "--message", "Repair the release")
    set_version(rehearsal, version)
    for name in GATES:
        open_gate(rehearsal, name)
    said = rehearsal.run(sys.executable, "scripts/release", "notes")
    require(REPAIR.strip() in said, f"the notes do not say what is repaired: {said}")
    compared = rehearsal.run(sys.executable, "scripts/surface.py").strip().splitlines()[-1]
    require(before in compared, f"the names are compared with another version: {compared}")
    rehearsal.run("git", "tag", "--annotate", f"v{version}", "--message", f"Version {version}")
    rehearsal.run("git", "push", "--quiet", "origin", "HEAD:main", f"v{version}")
    folder = rehearsal.work / "patch"
    shutil.rmtree(folder, ignore_errors=True)
    build = (sys.executable, "-m", "build", "--outdir", folder)
    rehearsal.run(*build, WESTEROS_INTRIGUE_EXTENSION="never")
    send(rehearsal, folder)
    for name, way in {"pip": install_with_pip, "uv": install_with_uv}.items():
        python = rehearsal.make_environment(f"{name}-patched")
        # Named as later, since no installer looks for a candidate by itself.
        file = way(rehearsal, python, f"{NAME}>{broken}")
        require(f"-{version}-" in file, f"{name} takes {file}")
    return f"{version} is prepared, tagged, uploaded and found instead; {compared}"


def only_elsewhere(reason: str) -> Callable[[Rehearsal], str]:
    """Return a step that no machine of one's own can do."""

    def run(_: Rehearsal) -> str:
        raise NotHere(reason)

    return run


ELSEWHERE = tuple(
    Step(name, only_elsewhere(reason))
    for name, reason in {
        "macos-wheels": "the workflow `wheels` builds and tests them on machines with macOS",
        "windows": "the workflow `check` runs the tests there; pip installs the pure wheel",
        "trusted-upload": "the index trusts the workflow `publish` of the repository alone",
        "attestations": "they are signed with the identity of the run of `publish`",
        "deployment": "the workflow `site` deploys the pages that were built above",
        "conda-forge": "its channel builds scripts/conda/recipe.yaml from an uploaded version",
        "zenodo": "it makes a DOI of a release of a connected repository",
    }.items()
)
"""What only a hosted run or an account can do."""

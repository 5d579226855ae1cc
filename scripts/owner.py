"""Lists what only the owner knows and owner.toml does not contain yet.

    python scripts/owner.py            print what is empty or out of date; the exit status is 1 then
    python scripts/owner.py --write    write the values into the other files that show them

Those are CITATION.cff, CHANGELOG.md, and the workflows, which name actions by their commits. The
build of the package (hatch_build.py) and of the site (docs/conf.py) read owner.toml.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
FACTS = ROOT / "owner.toml"

Facts = Mapping[str, Mapping[str, str]]


def read_facts(path: Path = FACTS) -> Facts:
    """Return the tables of owner.toml."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


FORMS = {
    "addresses": r"https://\S+",
    "actions": r"[0-9a-f]{40}",
    "release": r"\d{4}-\d\d-\d\d",
}
"""The form of each value of a table."""


def faults(facts: Facts) -> Iterator[str]:
    """Yield each value that is empty, or has another form than its table asks for."""
    for table, values in facts.items():
        for name, value in values.items():
            if not value:
                yield f"{table}.{name} is empty"
            elif not re.fullmatch(FORMS.get(table, ".*"), value):
                yield f"{table}.{name} must match {FORMS[table]}, not {value!r}"


def pinned(workflow: str, commits: Mapping[str, str]) -> str:
    """Return a workflow whose actions are named by their commits, with the tags as comments."""

    def pin(match: re.Match[str]) -> str:
        action, tag = match["action"], match["tag"]
        commit = commits.get(f"{action}@{tag}")
        return f"uses: {action}@{commit} # {tag}" if commit else match[0]

    return re.sub(
        r"uses: (?P<action>[\w.-]+/[\w./-]+)@(?P<tag>[\w./-]+)$", pin, workflow, flags=re.MULTILINE
    )


def cited(citation: str, facts: Facts) -> str:
    """Return CITATION.cff with the addresses and the date that are known."""
    lines = {
        "repository-code": facts["addresses"]["repository"],
        "url": facts["addresses"]["documentation"],
        "date-released": facts["release"]["date"],
    }
    rest = [line for line in citation.splitlines() if line.partition(":")[0] not in lines]
    return "\n".join([*rest, *(f'{name}: "{value}"' for name, value in lines.items() if value), ""])


def dated(changelog: str, date: str) -> str:
    """Return CHANGELOG.md with the date of its topmost version."""
    return re.sub(r"(?m)^(## \[.*\] - ).*$", rf"\g<1>{date or 'unreleased'}", changelog, count=1)


def out_of_date(facts: Facts, root: Path = ROOT) -> dict[Path, str]:
    """Return the files that do not show what owner.toml contains, with the texts that do."""
    texts = {
        root / "CITATION.cff": lambda text: cited(text, facts),
        root / "CHANGELOG.md": lambda text: dated(text, facts["release"]["date"]),
    }
    for path in sorted((root / ".github" / "workflows").glob("*.yml")):
        texts[path] = lambda text: pinned(text, facts["actions"])
    files = {path: path.read_text("utf-8") for path in texts}
    return {path: new for path, old in files.items() if (new := texts[path](old)) != old}


def main() -> int:
    """Write the values into the other files if asked to, and list what is empty or out of date."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="write the values into other files")
    options = parser.parse_args()
    facts = read_facts()
    found = [f"owner.toml: {fault}" for fault in faults(facts)]
    if not any("must match" in fault for fault in found):
        for path, text in out_of_date(facts).items():
            if options.write:
                path.write_text(text, "utf-8")
            else:
                found.append(f"{path.relative_to(ROOT)}: out of date, run scripts/owner.py --write")
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

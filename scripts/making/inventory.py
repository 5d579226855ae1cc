"""Trim the inventory of Python's documentation to the names that this project's pages use.

    python scripts/make.py inventory objects.inv

The inventory of Python's documentation is at https://docs.python.org/3/objects.inv, and in
packages such as Debian's python3-doc. The result is kept in docs/_inv, so that a build fetches
nothing. Where a page links to another name, the build says so; add the name here.
"""

import argparse
import zlib
from collections.abc import Sequence
from pathlib import Path

NAMES = frozenset(
    {
        "BaseException",
        "Exception",
        "False",
        "ImportError",
        "None",
        "RuntimeError",
        "True",
        "TypeError",
        "ValueError",
        "bool",
        "bytes",
        "collections.abc.Callable",
        "collections.abc.Hashable",
        "collections.abc.Iterable",
        "collections.abc.Iterator",
        "collections.abc.Mapping",
        "collections.abc.Sequence",
        "dict",
        "enum.Enum",
        "float",
        "fractions.Fraction",
        "frozenset",
        "int",
        "list",
        "object",
        "random.Random",
        "str",
        "tuple",
        "type",
        "typing.Any",
        "typing.Protocol",
        "typing.TextIO",
    }
)
ROOT = Path(__file__).parents[2]


def main(arguments: Sequence[str]) -> None:
    """Read the inventory whose file is named, and write the trimmed one."""
    parser = argparse.ArgumentParser(prog="make.py inventory", description="Trims an inventory.")
    parser.add_argument("file", type=Path, help="an objects.inv of Python's documentation")
    whole = parser.parse_args(arguments).file.read_bytes()
    *head, packed = whole.split(b"\n", 4)
    lines = zlib.decompress(packed).decode("utf-8").splitlines()
    kept = [
        line for line in lines if line.split()[0] in NAMES and line.split()[1].startswith("py:")
    ]
    body = zlib.compress("".join(f"{line}\n" for line in kept).encode(), 9)
    target = ROOT / "docs" / "_inv" / "python.inv"
    target.write_bytes(b"\n".join([*head, body]))
    print(f"{target.relative_to(ROOT)}: {len(kept)} names, {target.stat().st_size} bytes")

"""Writes the JSON Schema of all documents to the package, from the codecs.

Run it after a change of a codec: python scripts/make_schema.py. A test holds the file against the
codecs.
"""

from __future__ import annotations

import json
from pathlib import Path

from westeros_intrigue.data import json_schema

PATH = Path(__file__).parent.parent / "src/westeros_intrigue/schema/westeros-intrigue.schema.json"


def schema_text() -> str:
    """Return the text of the file."""
    return json.dumps(json_schema(), indent=2) + "\n"


if __name__ == "__main__":
    PATH.write_text(schema_text(), encoding="utf-8")
    print(f"{PATH}: {PATH.stat().st_size} bytes")

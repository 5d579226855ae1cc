"""Run the notebooks of `examples`, and compare their outputs with the stored ones.

    python scripts/notebooks.py first_look   # what CI does: fails on an error or another text
    python scripts/notebooks.py --write      # keeps the outputs of all instead

For the comparison, the network of `an_hour_of_research` learns for a few seconds instead of two
minutes.

A stored notebook contains only outputs that are the same in every run: no times, no versions, and
counters in order. A picture as SVG is stored as an image in HTML, since JupyterLab removes SVG from
notebooks that its user did not run. Only texts are compared, since plots depend on the version of
matplotlib.
The group `notebook` has all requirements.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from westeros_intrigue.gamekit.pictures import image_in_html

EXAMPLES = Path(__file__).parent.parent / "examples"
NOT_COMPARED = "image/png"
PICTURE = re.compile("<img [^>]*>")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

# Notebooks are JSON without a schema that a type checker knows.
Notebook = Any


def main(arguments: list[str] | None = None) -> int:
    """Run the notebooks; return 0 if all outputs equal the stored ones."""
    parser = argparse.ArgumentParser(description="Run the notebooks of the folder examples.")
    parser.add_argument("--write", action="store_true", help="keep the outputs")
    parser.add_argument("names", nargs="*", default=["*"], help="the notebooks (default all)")
    options = parser.parse_args(arguments)
    differing = 0
    if not options.write:
        os.environ["SECONDS_TO_TRAIN"] = "0"
    for path in sorted(path for name in options.names for path in EXAMPLES.glob(f"{name}.ipynb")):
        kept = nbformat.read(path, as_version=4)
        begin = time.monotonic()
        made = run(kept)
        print(f"{path.name}: {time.monotonic() - begin:.1f} s")
        if options.write:
            nbformat.write(made, path)
        elif difference := compared(kept, made):
            print(difference)
            differing += 1
    return 1 if differing else 0


def run(notebook: Notebook) -> Notebook:
    """Return the notebook run anew, with its outputs cleaned. An error in a cell is raised."""
    made = nbformat.from_dict(notebook)
    resources = {"metadata": {"path": str(EXAMPLES)}}
    client = NotebookClient(
        made,
        timeout=300,
        kernel_name=KERNEL["name"],
        resources=resources,
        coalesce_streams=True,  # or what is printed would come in as many pieces as chance has it
    )
    client.execute()
    made.metadata = nbformat.from_dict({"kernelspec": KERNEL})
    for number, cell in enumerate(made.cells):
        cell.id = f"cell-{number}"
        kept = {"tags": cell.metadata.tags} if "tags" in cell.metadata else {}  # the answers
        cell.metadata = nbformat.from_dict(kept)
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "image/svg+xml" in data:
                data["text/html"] = image_in_html(data.pop("image/svg+xml"))
            output.pop("transient", None)
            if "metadata" in output:
                output.metadata = nbformat.from_dict({})
    return made


def compared(kept: Notebook, made: Notebook) -> str:
    """Return the differences between the texts of two runs; nothing if they are the same."""
    return "\n".join(difflib.unified_diff(texts(kept), texts(made), "kept", "made", lineterm=""))


def texts(notebook: Notebook) -> list[str]:
    """Return the lines of all outputs, by cell; of pictures only that they are there."""
    lines = []
    for number, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", ()):
            lines.append(f"cell {number}, {output.output_type}")
            lines += output.get("text", "").splitlines()
            for media_type, data in sorted(output.get("data", {}).items()):
                lines.append(media_type)
                text = "" if media_type == NOT_COMPARED else PICTURE.sub("<img>", data)
                lines += text.splitlines()
    return lines


if __name__ == "__main__":
    sys.exit(main())

"""B'Twixt: records with a box in the owner's file."""

from __future__ import annotations

from typing import Any

from fuzz.own import Own


class Btwixt(Own):
    """The things of B'Twixt."""

    properties = ("table", "variant", "chance", "box")

    def files_of(self, record: Any) -> dict[str, str]:
        """Return the box with which a record was played."""
        return {"box": record.box.to_json()}


OWN = Btwixt()

"""Monopoly: records with an edition in the owner's file, and house rules in any order."""

from __future__ import annotations

from typing import Any

from fuzz.own import Own
from westeros_intrigue.games.monopoly import write_edition
from westeros_intrigue.games.monopoly.position.table import HOUSE_RULES


class Monopoly(Own):
    """The things of Monopoly."""

    properties = ("table", "variant", "edition", "deal")

    def files_of(self, record: Any) -> dict[str, str]:
        """Return the edition with which a record was played."""
        return {"edition": write_edition(record.start.board.edition)}

    def as_written(self, data: Any) -> Any:
        """Return data with house rules as they are written."""
        if isinstance(data, list):
            return [self.as_written(item) for item in data]
        if not isinstance(data, dict):
            return data
        ordered = {name: self.as_written(item) for name, item in data.items()}
        if isinstance(names := ordered.get("house_rules"), list):
            ordered["house_rules"] = [rule for rule in HOUSE_RULES if rule in names]
        return ordered


OWN = Monopoly()

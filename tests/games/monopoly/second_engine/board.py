"""The facts of an edition: spaces, sets, costs, and the faults that prevent play."""

from fractions import Fraction
from math import ceil
from typing import Any

Edition = dict[str, Any]

DEED_KINDS = ("location", "faith", "order")


def size(edition: Edition) -> int:
    """The number of spaces of the board."""
    return len(edition["spaces"])


def deeds(edition: Edition) -> list[int]:
    """The spaces that have a title deed, from GO on (components.deeds)."""
    return [i for i, space in enumerate(edition["spaces"]) if space["kind"] in DEED_KINDS]


def spaces_of_kind(edition: Edition, kind: str) -> list[int]:
    """The spaces of a kind, from GO on."""
    return [i for i, space in enumerate(edition["spaces"]) if space["kind"] == kind]


def jail(edition: Edition) -> int:
    """The index of the jail space."""
    return spaces_of_kind(edition, "jail")[0]


def groups(edition: Edition) -> list[str]:
    """The colours, in the order of their first spaces."""
    found: list[str] = []
    for i in spaces_of_kind(edition, "location"):
        group = edition["spaces"][i]["group"]
        if group not in found:
            found.append(group)
    return found


def group_of(edition: Edition, space: int) -> str | None:
    """The colour of a Location; None for a Faith or an Order."""
    if edition["spaces"][space]["kind"] != "location":
        return None
    group: str = edition["spaces"][space]["group"]
    return group


def spaces_of_group(edition: Edition, group: str) -> list[int]:
    """All Locations of one colour: a set."""
    return [
        i
        for i, space in enumerate(edition["spaces"])
        if space["kind"] == "location" and space["group"] == group
    ]


def set_around(edition: Edition, space: int) -> list[int]:
    """The Locations of the same colour; only itself for a Faith or an Order."""
    group = group_of(edition, space)
    return [space] if group is None else spaces_of_group(edition, group)


def castle_level(edition: Edition) -> int:
    """The level that means a Castle alone (build.level): one above the last Holdfast."""
    storeys: int = edition["storeys"]
    return storeys + 1


def coins_in_all(edition: Edition) -> int:
    """What all coins of the box are worth (components.coins): 263 in the printed game."""
    return sum(int(worth) * count for worth, count in edition["money"]["coins"].items())


def half(coins: int) -> int:
    """Half of an amount, rounded up."""
    return (coins + 1) // 2


def part_of_throw(part: list[int], throw: int) -> int:
    """The part of a throw that an Order earns, such as [1, 2] for a half, rounded up."""
    return ceil(Fraction(*part) * throw)


def numbered_cards(edition: Edition) -> list[dict[str, Any]]:
    """The cards by number: in the order of the file, copies one by one."""
    cards = []
    for card in edition["cards"]:
        cards += [card] * card["copies"]
    return cards

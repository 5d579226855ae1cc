"""The sample edition, copied by hand from the rules, and the template with its gaps.

Written from the rules alone, sharing no code with the package.
"""

from copy import deepcopy
from typing import Any

from .board import Edition

# group: spaces with names, price, mortgage, cost of a Holdfast, cost of a Castle
SETS: dict[str, tuple[dict[int, str], int, int, int, int]] = {
    "brown": ({1: "Hardhome", 3: "Cave of the Three-Eyed Raven"}, 1, 1, 1, 2),
    "light blue": ({6: "Yunkai", 8: "Astapor", 9: "Meereen"}, 1, 1, 1, 2),
    "pink": ({11: "Horn Hill", 13: "Oldtown", 14: "Highgarden"}, 2, 1, 2, 3),
    "orange": ({16: "Tower of Joy", 18: "Water Gardens", 19: "Sunspear"}, 2, 1, 2, 3),
    "red": ({21: "The Twins", 23: "Harrenhal", 24: "Riverrun"}, 3, 2, 3, 4),
    "yellow": ({26: "Pyke", 27: "The Eyrie", 29: "Casterly Rock"}, 3, 2, 3, 4),
    "green": ({31: "Bear Island", 32: "Moat Cailin", 34: "Winterfell"}, 4, 2, 4, 5),
    "dark blue": ({37: "Dragonstone", 39: "King's Landing"}, 5, 3, 4, 5),
}
FAITHS = {5: "The Old Gods", 15: "The Many-Faced God", 25: "The Lord of Light", 35: "The Seven"}
ORDERS = {12: "Citadel of Maesters", 28: "Castle Black"}
TAXES = {4: "The Dothraki Tribute", 38: "Iron Bank Tax"}
OTHERS = {
    0: ("GO", "go"),
    10: ("Jail / Just Visiting", "jail"),
    20: ("Free Parking", "free"),
    30: ("Go To Jail", "go_to_jail"),
}
CHANCE = (2, 7, 17, 22, 33, 36)

CARDS: list[tuple[int, str]] = [
    (2, "move_by -3"),
    (4, "move_to 0"),
    (2, "pay_each 1"),
    (4, "pay 1"),
    (2, "collect_each 1"),
    (2, "jail_card"),
    (2, "go_to_jail"),
    (4, "collect 1"),
    (2, "collect 3"),
    (2, "pay 2"),
    (1, "move_to 39"),
    (1, "move_to 24"),
    (1, "move_to_nearest faith"),
    (1, "move_to_nearest order"),
    (1, "pay_buildings 1 2"),
    (1, "take_deed"),
]


def sample_spaces() -> list[dict[str, Any]]:
    """The forty spaces of the sample edition."""
    spaces: dict[int, dict[str, Any]] = {}
    for group, (names, price, mortgage, holdfast, castle) in SETS.items():
        for i, name in names.items():
            spaces[i] = {
                "name": name,
                "kind": "location",
                "group": group,
                "price": price,
                "rents": [price, *(n * price + 1 for n in (2, 3, 4, 5)), 7 * price],
                "holdfast_cost": holdfast,
                "castle_cost": castle,
                "mortgage": mortgage,
                "unmortgage": mortgage + 1,
            }
    for kind, named in (("faith", FAITHS), ("order", ORDERS)):
        for i, name in named.items():
            spaces[i] = {"name": name, "kind": kind, "price": 2, "mortgage": 1, "unmortgage": 2}
    for i, name in TAXES.items():
        spaces[i] = {"name": name, "kind": "tax", "amount": 2}
    for i, (name, kind) in OTHERS.items():
        spaces[i] = {"name": name, "kind": kind}
    for i in CHANCE:
        spaces[i] = {"name": "Chance", "kind": "chance"}
    return [spaces[i] for i in range(40)]


def sample_edition() -> Edition:
    """The sample edition (setup.money, components.counts and components.coins are data here)."""
    return {
        "format": "second engine",
        "name": "sample",
        "sources": [],
        "printed": False,
        "sample": True,
        "marks": {},
        "hints": {},
        "players": [2, 6],
        "money": {"start": 30, "go": 2, "coins": {"5": 42, "1": 53}},
        "jail": {"fee": 5, "tries": 3},
        "supply": {"holdfasts": 32, "castles": 12},
        "storeys": 4,
        "set_factor": 2,
        "faith_rent": [1, 2, 4, 8],
        "order_rent": ["1/2", 1],
        "auction": {"opening": 1, "step": 1},
        "spaces": sample_spaces(),
        "cards": [
            {"id": effect.replace(" ", "-"), "copies": copies, "effects": [effect]}
            for copies, effect in CARDS
        ],
    }


def template() -> Edition:
    """What is known of the printed game, all else null (edition.gaps)."""
    edition = deepcopy(sample_edition())
    edition.update(name="template", printed=True, sample=False, cards=None)
    for i, space in enumerate(edition["spaces"]):
        for key in ("mortgage", "unmortgage", "holdfast_cost", "castle_cost", "amount"):
            if key in space:
                space[key] = None
        if "rents" in space:
            space["rents"] = [None] * 6
        if i in (28, 37):
            space["price"] = None
    return edition

"""The table of a game in the browser: the variant, and who sits where.

A record has it in its tags, the same as those of the terminal, so each can go on with a game of the
other.
"""

from __future__ import annotations

from itertools import cycle, islice

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    SOLO_SCHEMING,
    STANDARD,
    Variant,
    needs_houses,
)
from westeros_intrigue.sessions import AUTOMATED, PERSON
from westeros_intrigue.web.answers import TableChoice
from westeros_intrigue.web.requests import Begin

TABLE_CHOICES = (
    TableChoice(
        "standard",
        "Westeros Intrigue, for two to six",
        MIN_PLAYERS,
        MAX_PLAYERS,
        (PERSON, *("greedy",) * 3),
        tuple(islice(cycle(House), MAX_PLAYERS)),
        is_fixed=False,
    ),
    TableChoice(
        "solo",
        "Solo Scheming: you against three automated houses",
        len(SOLO_SCHEMING.houses),
        len(SOLO_SCHEMING.houses),
        tuple(
            AUTOMATED if seat in SOLO_SCHEMING.automated else PERSON
            for seat in range(len(SOLO_SCHEMING.houses))
        ),
        SOLO_SCHEMING.houses,
        is_fixed=True,
    ),
)
"""The kinds of tables, in the order in which they are offered."""


def variant_of(wanted: Begin) -> Variant:
    """Return the variant of a new game.

    Raises:
        InvalidVariant: the parts do not go together; it has the reason.
        InvalidValue: the table has other houses, or automated ones elsewhere.
    """
    automated = tuple(seat for seat, each in enumerate(wanted.seats) if each.who == AUTOMATED)
    variant = STANDARD
    if wanted.table == "solo":
        variant = SOLO_SCHEMING
        if automated != variant.automated or wanted.houses:
            raise InvalidValue("Solo Scheming has its own houses, and all but the first automated")
    else:
        is_housed = automated or needs_houses(wanted.options)
        usual = tuple(islice(cycle(House), len(wanted.seats))) if is_housed else ()
        variant = variant.with_seats(houses=wanted.houses or usual, automated=automated)
    variant = variant.with_options(**dict.fromkeys(wanted.options, True))
    return variant if wanted.rounds is None else variant.with_rounds(wanted.rounds)

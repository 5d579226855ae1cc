"""The seats of a table: who sits there, by which name, and the tags of a record that say so.

A seat belongs to a person, a named player or an automated house.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import attrs

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.players import NamedPlayers
from westeros_intrigue.gamekit.records import PERSON, GameRecord, clean_name, trim_name
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.text import (
    Tag,
    tag_pairs,
)

AUTOMATED = "automated"
"""The value of `who` for a seat that the rules play."""
_UNSEEN_BESIDE = {"Cf", "Mn", "Zs"}
"""The categories of characters that only change signs beside them, or separate them."""


@attrs.frozen(field_transformer=limits.add_checks)
class Seat(values.Value):
    """The person or the player in a seat.

    >>> Seat("Ada", PERSON), Seat("", "greedy")
    (Seat(name='Ada', who='person'), Seat(name='', who='greedy'))
    """

    name: str
    """The displayed name; empty for an unnamed person."""
    who: str
    """`PERSON`, `AUTOMATED`, or the name of a player of the game, such as `greedy`."""


def check_name(name: str, others: Iterable[str], players: Iterable[str]) -> str:
    """Return a person's name as the table shows it, without unseen characters at its ends.

    >>> check_name(" Ada", ["Ben"], ["greedy"]), check_name("\U0001f981", ["\U0001f409"], [])
    ('Ada', '\U0001f981')
    >>> check_name("GREEDY 3", ["Ben"], ["greedy"])
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: the table uses the name GREEDY 3; choose another

    Args:
        name: the name; empty for none.
        others: the names of the other seats.
        players: the names of the players of the game.

    Raises:
        InvalidValue: the name could be mistaken for another player's, or has characters that nobody
            sees.
    """
    shown = trim_name(name)
    likeness = _likeness(shown)
    kinds = (each.partition(":")[0] for each in players)
    words = {_likeness(each) for each in (YOU, "player", PERSON, AUTOMATED, *kinds)}
    is_used = likeness in map(_likeness, others) or likeness.rstrip("0123456789") in words
    if shown and is_used:
        raise InvalidValue(f"the table uses the name {shown}; choose another")
    return shown


def _likeness(name: str) -> str:
    """Return the common part of names that look alike: letters and digits, or else all signs.

    >>> _likeness("Ann-Lee"), _likeness("-_-")
    ('annlee', '-_-')
    """
    shown = unicodedata.normalize("NFKC", clean_name(name)).casefold()
    signs = "".join(each for each in shown if unicodedata.category(each) not in _UNSEEN_BESIDE)
    return "".join(filter(str.isalnum, shown)) or signs or shown


def seats_for(
    names: Sequence[str], players: int, automated: Collection[int], people: int, others: str
) -> tuple[Seat, ...]:
    """Return the seats; people have the first seats that are not automated.

    >>> [seat.who for seat in seats_for(["Ada"], 3, {0}, 1, "greedy")]
    ['automated', 'person', 'greedy']

    Args:
        names: the names of people, if they have any.
        players: the number of seats.
        automated: the seats that the rules play.
        people: the number of people.
        others: the player in the other seats.

    Raises:
        InvalidValue: a name could be mistaken for another player's, or there are too many people.
    """
    for number, name in enumerate(names):
        check_name(name, names[:number], [others])
    free = [seat for seat in range(players) if seat not in automated]
    if (wanted := max(people, len(names))) > len(free):
        raise InvalidValue(
            f"the table has {english.count_things(len(free), 'seat')} for people, not {wanted}"
        )
    called = dict(zip(free, names, strict=False))
    return tuple(
        Seat(called.get(seat, ""), PERSON)
        if seat in free[:people]
        else Seat("", AUTOMATED if seat in automated else others)
        for seat in range(players)
    )


def names_of(seats: Sequence[Seat], alone: str = "", first: int = 0) -> tuple[str, ...]:
    """Return the names of the seats; unnamed people are called players with a number.

    >>> names_of([Seat("", PERSON), Seat("Greedy", "greedy")], alone="You")
    ('You', 'Greedy')

    Args:
        seats: the seats.
        alone: the name of the only person; empty to treat them like other players.
        first: the number of seat 0 in the front end.
    """
    is_alone = alone and sum(seat.who == PERSON for seat in seats) == 1
    return tuple(
        seat.name or (alone if is_alone else f"Player {number}")
        for number, seat in enumerate(seats, first)
    )


def tags_of(seats: Iterable[Seat]) -> dict[str, str]:
    """Return the tags of a record that `seats_in` reads the seats from.

    >>> tags_of([Seat("Ada ", PERSON)])
    {'Player-0': 'Ada', 'Seat-0': 'person'}

    Raises:
        InvalidValue: a name has characters that nobody sees.
    """
    tags = {}
    for number, seat in enumerate(seats):
        if name := trim_name(seat.name):
            tags[f"Player-{number}"] = name
        tags[f"Seat-{number}"] = seat.who
    return tags


def with_seats(tags: Mapping[str, str], seats: Sequence[Seat]) -> tuple[Tag, ...]:
    """Return the tags of a record with a seed, and last with those of the seats."""
    own = {"seed", *(f"{each}-{at}" for at in range(len(seats)) for each in ("seat", "player"))}
    rest = {name: value for name, value in tags.items() if name.lower() not in own}
    return tag_pairs(rest | {"Seed": tags.get("Seed", "0")} | tags_of(seats))


def seats_in(
    tags: Mapping[str, str],
    players: int,
    known: NamedPlayers[Any],
    *,
    automated: Mapping[int, str] = {},
    others: str = "",
) -> tuple[Seat, ...]:
    """Return the seats in a record's tags, which need not be trusted, with names to be shown.

    Without tags, a person has the first seat and `others` have the rest. Unnamed computer players
    get the names of their programs, with the number of the seat if several share a program. Unnamed
    people stay unnamed: each front end has a different word for them.

    Args:
        tags: the tags of the record.
        players: the number of seats.
        known: the players of the game.
        automated: the names of the seats, by number, that the rules play.
        others: the name of a player for seats that the record does not name; empty for the default.

    Raises:
        InvalidValue: a tag names a player that the game does not have, or a person for a seat that
            the rules play.
    """
    free = [seat for seat in range(players) if seat not in automated]
    usual = dict.fromkeys(automated, AUTOMATED) | dict.fromkeys(free[:1], PERSON)
    chosen = []
    for number in range(players):
        who = tags.get(f"Seat-{number}", usual.get(number, others or known.usual))
        wanted = ""
        if number not in automated and who != PERSON and not known.has(who):
            wanted = f"for {PERSON}, {known.listed}"
        elif number in automated and who == PERSON:
            wanted = AUTOMATED
        if wanted:
            raise InvalidValue(f"seat {number} is {wanted}, not {values.short_repr(who)}")
        # The rules play an automated seat, whichever player was chosen for it.
        chosen.append(AUTOMATED if number in automated else who)
    seats = []
    for number, who in enumerate(chosen):
        name = "" if who == PERSON else automated.get(number, who.replace(":", " ").capitalize())
        if who not in {PERSON, AUTOMATED} and chosen.count(who) > 1:
            name += f" {number}"
        seats.append(Seat(clean_name(tags.get(f"Player-{number}", "")) or clean_name(name), who))
    return tuple(seats)


def owner_of(record: GameRecord[Any]) -> str:
    """Return the command that continues a game: `play`, or one for real cards.

    >>> from westeros_intrigue import Record, setup
    >>> state = setup(2, seed=1)
    >>> (
    ...     owner_of(Record.from_state(state)),
    ...     owner_of(Record.from_state(state, tags={"Referee": "x"})),
    ... )
    ('play', 'referee')
    """
    sees = dict(record.tags).get("Referee")
    if sees is None:
        return "play"
    return "assist" if "hand of player" in sees else "referee"

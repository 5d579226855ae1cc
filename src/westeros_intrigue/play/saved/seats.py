"""The seats of a table: whose each is, who plays it now, and the tags of a record that say so.

A seat belongs to a person, a named player or an automated house. Somebody else can play a person's
seat for a while, as a stand-in: its name, its points and its story stay the person's.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import attrs

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.players import NamedPlayers
from westeros_intrigue.gamekit.records import PERSON, GameRecord, clean_name, trim_name
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.seeds import seed_of_players
from westeros_intrigue.gamekit.text import (
    Tag,
    tag_pairs,
)

AUTOMATED = "automated"
"""The value of `who` for a seat that the rules play."""
MOST_TRIES = 20_000
"""The largest number in the name of a player at a table, such as that of `search:20000`: what a
message or a record names must not occupy the computer for hours."""
_ASKED, _AWAY = "asked", "away"
"""The words in a seat's tag for the reasons why it has a stand-in."""
_UNSEEN_BESIDE = {"Cf", "Mn", "Zs"}
"""The categories of characters that only change signs beside them, or separate them."""


_LOOKS_LATIN = str.maketrans(
    # Cyrillic, then Greek letters, of which the small or the capital one looks like a Latin one.
    "авекмнорстухѕіјһԁԛԝѵαβεζηικμνορτυχ",
    "abekmhopctyxsijhdqwvabezhikmnoptyx",
)
STAND_INS = ("Mira", "Oswin", "Tamsin", "Bertil", "Corda", "Piers")
"""The names of computer players who play for people, in the order of their use."""


@attrs.frozen(field_transformer=limits.add_checks)
class StandIn(values.Value):
    """The person or the player who plays a seat for its owner.

    >>> str(StandIn("Mira", "greedy"))
    'greedy away Mira'
    """

    name: str
    """The displayed name."""
    who: str
    """`PERSON`, or the name of a player of the game."""
    is_asked: bool = False
    """True if the person whose seat it is asked for it, and False if others did, because the person
    was away. Only the latter ends by itself, once the person is there again."""

    def __str__(self) -> str:
        """Return the value of the seat's tag in a record."""
        return f"{self.who} {_ASKED if self.is_asked else _AWAY} {self.name}"


@attrs.frozen(field_transformer=limits.add_checks)
class Seat(values.Value):
    """A seat: the person or the player whose it is, and who plays it now.

    >>> Seat("", "greedy").player
    'greedy'
    >>> ben = Seat("Ben", PERSON).lent(StandIn("Mira", "greedy"))
    >>> ben.player, ben.taken_back()
    ('greedy', Seat(name='Ben', who='person', stand_in=None))
    """

    name: str
    """The displayed name; empty for an unnamed person."""
    who: str
    """`PERSON`, `AUTOMATED`, or the name of a player of the game, such as `greedy`."""
    stand_in: StandIn | None = None
    """The one who plays the seat for that person; None if the person plays."""

    @property
    def player(self) -> str:
        """The player of the seat at the moment: a value like those of `who`."""
        return self.stand_in.who if self.stand_in else self.who

    @property
    def is_played_by_person(self) -> bool:
        """True if a person decides for the seat at the moment."""
        return self.player == PERSON

    def lent(self, stand_in: StandIn) -> Seat:
        """Return the seat with a stand-in.

        Raises:
            InvalidValue: the seat is not a person's.
        """
        if self.who != PERSON:
            raise InvalidValue("only a person's seat can have a stand-in")
        return Seat(self.name, self.who, stand_in)

    def taken_back(self) -> Seat:
        """Return the seat, played by those whose it is."""
        return Seat(self.name, self.who)


def name_stand_in(seats: Iterable[Seat]) -> str:
    """Return a name for another computer player at a table.

    >>> name_stand_in([Seat("Mira", "squire"), Seat("Ben", PERSON)])
    'Oswin'
    """
    used = {
        _likeness(name) for seat in seats for name in (seat.name, *_name_of(seat.stand_in)) if name
    }
    return next((name for name in STAND_INS if _likeness(name) not in used), STAND_INS[0])


def _name_of(stand_in: StandIn | None) -> tuple[str, ...]:
    return (stand_in.name,) if stand_in else ()


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

    >>> _likeness("Ann-Lee"), _likeness("-_-"), _likeness("\u041d\u0430l")  # two Cyrillic letters
    ('annlee', '-_-', 'hal')
    """
    shown = unicodedata.normalize("NFKC", clean_name(name)).casefold().translate(_LOOKS_LATIN)
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

    >>> tags_of([Seat("Ada ", PERSON, StandIn("Mira", "greedy"))])
    {'Player-0': 'Ada', 'Seat-0': 'person', 'Stand-in-0': 'greedy away Mira'}

    Raises:
        InvalidValue: a name has characters that nobody sees.
    """
    tags = {}
    for number, seat in enumerate(seats):
        if name := trim_name(seat.name):
            tags[f"Player-{number}"] = name
        tags[f"Seat-{number}"] = seat.who
        if seat.stand_in:
            tags[f"Stand-in-{number}"] = str(seat.stand_in)
    return tags


def with_seats(tags: Mapping[str, str], seats: Sequence[Seat]) -> tuple[Tag, ...]:
    """Return the tags of a record with a seed, and last with those of the seats.

    A seed that the record lacks is drawn: with the same one for all such records, anybody could
    compute what the computer players will do.
    """
    kinds = ("seat", "player", "stand-in")
    own = {"seed", *(f"{each}-{at}" for at in range(len(seats)) for each in kinds)}
    rest = {name: value for name, value in tags.items() if name.lower() not in own}
    return tag_pairs(rest | {"Seed": tags.get("Seed") or str(seed_of_players())} | tags_of(seats))


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
        InvalidValue: a tag names a player that the game does not have, a person for a seat that
            the rules play, or no stand-in.
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
        _check_tries(who, f"seat {number}")
        # The rules play an automated seat, whichever player was chosen for it.
        chosen.append(AUTOMATED if number in automated else who)
    seats = []
    for number, who in enumerate(chosen):
        name = "" if who == PERSON else automated.get(number, who.replace(":", " ").capitalize())
        if who not in {PERSON, AUTOMATED} and chosen.count(who) > 1:
            name += f" {number}"
        called = clean_name(tags.get(f"Player-{number}", "")) or clean_name(name)
        written = tags.get(f"Stand-in-{number}", "") if who == PERSON else ""
        seats.append(Seat(called, who, stand_in_of(written, number, known) if written else None))
    return tuple(seats)


def _check_tries(who: str, where: str) -> None:
    """Raise `InvalidValue` if a player would think too long."""
    word, _, tries = who.partition(":")
    if tries.isdecimal() and int(tries) > MOST_TRIES:
        raise InvalidValue(
            f"{where} is {who}: at a table, the number is at most {MOST_TRIES}, as in "
            f"{word}:{MOST_TRIES}"
        )


def stand_in_of(written: str, number: int, known: NamedPlayers[Any]) -> StandIn:
    """Return the stand-in in a tag, which need not be trusted."""
    who, _, rest = written.partition(" ")
    _check_tries(who, f"the stand-in of seat {number}")
    why, _, name = rest.partition(" ")
    if why not in {_ASKED, _AWAY} or not (who == PERSON or known.has(who)):
        wanted = f"{PERSON} or a player, {_ASKED} or {_AWAY}, and a name"
        raise InvalidValue(
            f"the stand-in of seat {number} is {wanted}, not {values.short_repr(written)}"
        )
    return StandIn(clean_name(name) or STAND_INS[0], who, why == _ASKED)


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

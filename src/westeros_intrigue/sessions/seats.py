"""The seats of a game: people, named players and automated seats, and their tags in a record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.named_players import NamedPlayers
from westeros_intrigue.base.records import GameRecord
from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.base.values import Value, brief, capital, counted
from westeros_intrigue.game import Game, Move, State, View

PERSON, AUTOMATED = "person", "automated"
"""The values of a seat's `who` besides the names of players."""
YOU = "You"
"""The name of the only person, for that person."""
_SEAT = re.compile(r"player (\d+)\b('s| has| is| owes)?")  # begins with letters, to be found fast
_AFTER_YOU = {" has": " have", " is": " are", " owes": " owe"}
LONGEST_NAME = 16
"""The most characters of a name, so that lines stay short."""


@attrs.frozen
class Seat(Value):
    """The person or the player in a seat.

    >>> Seat("Ada", PERSON), Seat("", "greedy")
    (Seat(name='Ada', who='person'), Seat(name='', who='greedy'))
    """

    name: str
    """The name that is shown; empty for a person without a name."""
    who: str
    """`PERSON`, `AUTOMATED`, or the name of a player of the game, such as `greedy`."""


def shown_name(name: str) -> str:
    """Return the part of a name that can be shown: printable, and not too long."""
    return "".join(filter(str.isprintable, name)).strip()[:LONGEST_NAME].strip()


def check_name(name: str, others: Iterable[str], players: Iterable[str]) -> None:
    """Raise `InvalidValue` for a name by which a person would be taken for somebody else.

    >>> check_name("Ada", ["Ben"], ["greedy"])
    >>> check_name("GREEDY 3", ["Ben"], ["greedy"])
    Traceback (most recent call last):
    westeros_intrigue.InvalidValue: the table uses the name GREEDY 3; choose another

    Args:
        name: the name; empty for none.
        others: the names of the other seats.
        players: the names of the players of the game.
    """
    shown = shown_name(name)
    letters = _letters(shown)
    kinds = (each.partition(":")[0] for each in players)
    words = {_letters(each) for each in (YOU, "player", PERSON, AUTOMATED, *kinds)}
    if shown and (letters in map(_letters, others) or letters.rstrip("0123456789") in words):
        raise InvalidValue(f"the table uses the name {shown}; choose another")


def _letters(name: str) -> str:
    """Return the letters and digits of a name, so that names that look alike are the same."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", name).casefold()))


def seats_for(
    names: Sequence[str], players: int, automated: Collection[int], people: int, others: str
) -> tuple[Seat, ...]:
    """Return who sits where: people in the first seats that are not automated.

    >>> [seat.who for seat in seats_for(["Ada"], 3, {0}, 1, "greedy")]
    ['automated', 'person', 'greedy']

    Args:
        names: the names of people, as far as they have some.
        players: the number of seats.
        automated: the seats that the rules move.
        people: the number of people.
        others: who sits in the other seats.

    Raises:
        InvalidValue: two people have one name, or there are too many of them.
    """
    if len(set(names)) < len(names):
        raise InvalidValue("two people cannot have the same name")
    free = [seat for seat in range(players) if seat not in automated]
    if (wanted := max(people, len(names))) > len(free):
        raise InvalidValue(f"the table has {counted(len(free), 'seat')} for people, not {wanted}")
    called = dict(zip(free, names, strict=False))
    return tuple(
        Seat(called.get(seat, ""), PERSON)
        if seat in free[:people]
        else Seat("", AUTOMATED if seat in automated else others)
        for seat in range(players)
    )


def name_seats(seats: Sequence[Seat], automated: Mapping[int, str]) -> tuple[Seat, ...]:
    """Return the seats with names that can be shown.

    Players without a name get that of the player, with the number of the seat where several have
    it. People without a name stay so: each front end has its own word for them.

    >>> seats = name_seats([Seat("", "person"), Seat("", "greedy"), Seat("", "greedy")], {})
    >>> [seat.name for seat in seats]
    ['', 'Greedy 1', 'Greedy 2']

    Args:
        seats: who sits where.
        automated: the names of the seats, by number from 0, that the rules move.
    """
    named = []
    for number, seat in enumerate(seats):
        name = shown_name(seat.name)
        if not name and seat.who == AUTOMATED:
            name = automated.get(number, f"Automated {number}")
        elif not name and seat.who != PERSON:
            name = seat.who.replace(":", " ").capitalize()
            if sum(other.who == seat.who for other in seats) > 1:
                name = f"{name} {number}"
        named.append(Seat(name[:LONGEST_NAME], seat.who))
    return tuple(named)


def names_of(seats: Sequence[Seat], alone: str = "", first: int = 0) -> tuple[str, ...]:
    """Return what to call each seat; people without a name are players with a number.

    >>> names_of([Seat("", PERSON), Seat("Greedy", "greedy")], alone="You")
    ('You', 'Greedy')

    Args:
        seats: who sits where.
        alone: what the only person is called; empty for a player like others.
        first: the number of seat 0, as a front end counts them.
    """
    is_alone = alone and sum(seat.who == PERSON for seat in seats) == 1
    return tuple(
        seat.name or (alone if is_alone else f"Player {number}")
        for number, seat in enumerate(seats, first)
    )


def with_names(
    sentence: str, names: Sequence[str], titles: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return a sentence of a game with names in place of the numbers of seats, and of ids.

    >>> with_names("player 1 plays the-wall#1", ("Ada", "Ben"), {"the-wall": "The Wall"})
    'Ben plays The Wall'
    >>> with_names("player 0 has won a Castle: where does it stand?", ("You",))
    'You have won a Castle: where does it stand?'
    >>> with_names("player 0 may act before player 0's throw", ("You",))
    'You may act before your throw'

    Args:
        sentence: the sentence of an event, a question or a move.
        names: the names of the seats.
        titles: what stands for ids, as the game's `titles` returns it.
    """
    if titles:
        sentence = re.sub(
            r"[a-z0-9-]+(?:#\d+)?",
            lambda found: titles.get(found[0].partition("#")[0], found[0]),
            sentence,
        )
    return _SEAT.sub(partial(_named, names), sentence)


def _named(names: Sequence[str], found: re.Match[str]) -> str:
    """Return a name, with the verb or the genitive after it; after a word You is a small you."""
    before = found.string[max(found.start() - 2, 0) : found.start()]
    name, after = names[int(found[1])], found[2] or ""
    if name == YOU:
        name, after = ("your", "") if after == "'s" else (YOU, _AFTER_YOU.get(after, ""))
        is_within = before[1:] == " " and (before[0].isalnum() or before[0] in "_,:")
        name = name.lower() if is_within else capital(name)
    return name + after


def sentences(
    game: Game[State, View, Move], before: State, after: State, viewer: int | None
) -> list[str]:
    """Return what happened between two states of a game, as far as a viewer may know it."""
    happened = game.events(before, after)
    return [told for event in happened if (told := game.sentence(event, viewer))]


def recorded_names(record: GameRecord[Any]) -> tuple[str, ...]:
    """Return the names of the seats in a record; `player 0` and so on where it has none."""
    tags = dict(record.tags)
    return tuple(
        shown_name(tags.get(f"Player-{seat}", "")) or f"player {seat}"
        for seat in range(record.state.players)
    )


def places(final: FinalResult, names: Sequence[str]) -> Iterator[str]:
    """Yield the places of a game that is over, the best first, with the names of the seats.

    >>> from westeros_intrigue import monopoly
    >>> final = monopoly.FinalResult((2,), (), ((2,), (0,), (1,)), None)
    >>> list(places(final, ("Ada", "Ben", "Cem")))
    ['1. Cem', '2. Ada', '3. Ben']
    """
    place = 1
    for group in final.ranking:
        yield f"{place}. {' and '.join(names[seat] for seat in group)}"
        place += len(group)


def tags_of(seats: Iterable[Seat]) -> dict[str, str]:
    """Return the tags of a record from which `seats_in` reads the seats."""
    tags = {}
    for number, seat in enumerate(seats):
        if seat.name:
            tags[f"Player-{number}"] = seat.name
        tags[f"Seat-{number}"] = seat.who
    return tags


def seats_in(
    tags: Mapping[str, str],
    players: int,
    known: NamedPlayers[Any],
    *,
    automated: Mapping[int, str] = {},
    others: str = "",
) -> tuple[Seat, ...]:
    """Return who sits where by the tags of a record, which may come from anywhere.

    If the tags name nobody, a person has the first seat and `others` have the rest.

    Args:
        tags: the tags of the record.
        players: the number of seats.
        known: the players of the game.
        automated: the names of the seats, by number, that the rules move.
        others: the name of a player for seats that the record does not name; empty for the
            usual one.

    Raises:
        InvalidValue: a tag names a player that the game does not have.
    """
    seats: list[Seat] = []
    for number in range(players):
        is_first = all(seat.who == AUTOMATED for seat in seats)
        who = tags.get(f"Seat-{number}", PERSON if is_first else others or known.usual)
        if number in automated:
            who = AUTOMATED
        elif who != PERSON and not known.has(who):
            raise InvalidValue(
                f"the tag Seat-{number} names {brief(who)}, and not person, {known.listed}"
            )
        seats.append(Seat(shown_name(tags.get(f"Player-{number}", "")), who))
    return name_seats(seats, automated)

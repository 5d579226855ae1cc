"""Sentences of a game with the names of its people instead of the numbers of their seats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import attrs

from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.english import verb_after_you
from westeros_intrigue.gamekit.game import Game, Move, State, View
from westeros_intrigue.gamekit.outline import Line, lines_of
from westeros_intrigue.gamekit.results import YOU, FinalResult

_SEAT = re.compile(r"player (\d{1,3})\b('s| [a-z]+s\b)?")  # begins with letters, fast to find


def with_names(sentence: str, names: Sequence[str], titles: Mapping[str, str] = {}) -> str:
    """Return a sentence from a game with names instead of seat numbers and ids.

    >>> with_names("player 1 plays the-wall#1", ("Ada", "Ben"), {"the-wall": "The Wall"})
    'Ben plays The Wall'
    >>> with_names("player 0 has won a Castle: where does it stand?", ("You",))
    'You have won a Castle: where does it stand?'
    >>> with_names("player 0 may act before player 0's throw", ("You",))
    'You may act before your throw'
    >>> with_names(
    ...     "player 0 passes, and player 1 rolls 6, then player 0 carries on", ("You", "Ben")
    ... )
    'You pass, and Ben rolls 6, then you carry on'

    Args:
        sentence: the sentence about an event, a question or a move.
        names: the names of the seats.
        titles: the names for ids, as returned by the game's `titles`.
    """
    if titles:
        sentence = re.sub(
            r"[a-z0-9-]+(?:#\d+)?",
            lambda found: titles.get(found[0].partition("#")[0], found[0]),
            sentence,
        )
    return _SEAT.sub(partial(_name_in, names), sentence)


def _name_in(names: Sequence[str], found: re.Match[str]) -> str:
    """Return a name with the verb or the genitive after it; You is lower case after a word."""
    if int(found[1]) >= len(names):  # the name of a place or a card
        return found[0]
    before = found.string[max(found.start() - 2, 0) : found.start()]
    name, after = names[int(found[1])], found[2] or ""
    if name == YOU:
        is_genitive = after == "'s"
        name = "your" if is_genitive else YOU
        after = "" if is_genitive or not after else f" {verb_after_you(after[1:])}"
        is_within = before[1:] == " " and (before[0].isalnum() or before[0] in "_,:")
        name = name.lower() if is_within else english.capital(name)
    return name + after


def sentences(
    game: Game[State, View, Move],
    before: State,
    after: State,
    viewer: int | None,
    names: Sequence[str],
) -> list[str]:
    """Return the events between two states of a game, as far as a viewer may know them.

    The sentences have the names of seats and cards.
    """
    titles = game.titles(after)
    told = (game.sentence(event, viewer) for event in game.events(before, after))
    return [with_names(each, names, titles) for each in told if each]


def draw_lines(
    game: Game[State, View, Move], position: State | View, names: Sequence[str]
) -> tuple[Line, ...]:
    """Return a position of a game as text, line by line, with names of seats and cards."""
    titles = game.titles(position)
    return tuple(
        attrs.evolve(line, text=with_names(line.text, names, titles))
        for line in lines_of(game.draw_text(position))
    )


def places(final: FinalResult, names: Sequence[str]) -> Iterator[str]:
    """Yield the places of a finished game, best first, with the names of the seats.

    >>> from westeros_intrigue.games import monopoly
    >>> final = monopoly.FinalResult((2,), (), ((2,), (0,), (1,)), None)
    >>> list(places(final, ("Ada", "Ben", "Cem")))
    ['1. Cem', '2. Ada', '3. Ben']
    """
    place = 1
    for group in final.ranking:
        yield f"{place}. {' and '.join(names[seat] for seat in group)}"
        place += len(group)

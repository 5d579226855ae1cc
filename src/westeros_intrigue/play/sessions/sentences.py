"""Sentences of a game with the names of its people instead of the numbers of their seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from westeros_intrigue.gamekit.game import Game, Move, State, View
from westeros_intrigue.gamekit.outline import Line, lines_of
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.wording import with_names


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

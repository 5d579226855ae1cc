"""A game's sentences and drawings with the names of people and cards instead of seats and ids."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial

import attrs

from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.english import verb_after_you
from westeros_intrigue.gamekit.game import Game, Move, State, View
from westeros_intrigue.gamekit.outline import Line, lines_of
from westeros_intrigue.gamekit.results import YOU, FinalResult

_LETTERS = re.compile(r"[^\W_]+")
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
        sentence = re.sub(r"[a-z0-9-]+(?:#\d+)?", partial(_title_in, titles), sentence)
    return _SEAT.sub(partial(_name_in, names), sentence)


def _title_in(titles: Mapping[str, str], found: re.Match[str]) -> str:
    """Return the title of an id, or an id that stands after its title already."""
    title = titles.get(found[0].partition("#")[0], found[0])
    is_told = title.endswith(")") and found.string[: found.end() + 1].endswith(title)
    return found[0] if is_told else title


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


def telling_titles(titles: Mapping[str, str], *, in_drawing: bool = False) -> dict[str, str]:
    """Return titles for sentences, with each id after its title that the title does not tell.

    A move needs the id. A drawing shows where a thing is, so such an id alone is clearer there.

    >>> titles = {"the-wall": "The Wall", "c0": "the council of Ada and Ben"}
    >>> telling_titles(titles)
    {'the-wall': 'The Wall', 'c0': 'the council of Ada and Ben (c0)'}
    >>> telling_titles(titles, in_drawing=True)
    {'the-wall': 'The Wall'}

    Args:
        titles: the titles by id, as returned by the game's `titles`.
        in_drawing: True to leave out the titles that do not tell their ids.
    """
    told = {key: _tells(title, key) for key, title in titles.items()}
    return {
        key: title if told[key] else f"{title} ({key})"
        for key, title in titles.items()
        if told[key] or not in_drawing
    }


@lru_cache(4096)  # of every card, for each sentence
def _tells(title: str, key: str) -> bool:
    """Return whether an id is made of words of its title."""
    words = _LETTERS.findall(title.casefold().replace("'", ""))
    return {*_LETTERS.findall(key)} <= {*words}


def sentences(
    game: Game[State, View, Move],
    before: State | View,
    after: State | View,
    viewer: int | None,
    names: Sequence[str],
) -> list[str]:
    """Return the events from one position of a game to a later one, as a viewer may know them.

    >>> from westeros_intrigue.games import btwixt
    >>> before = btwixt.setup(3, seed=1)
    >>> after = btwixt.apply(before, btwixt.parse_move("leader jon-snow"))
    >>> sentences(btwixt, before, after, None, ("Ada", "Ben", "Cem"))
    ['Ada leads as Jon Snow']

    Args:
        game: the game.
        before: a state or a view.
        after: a later state of the game, or a later view of the same seat.
        viewer: the seat that reads them, from 0; None for a spectator.
        names: the names of the seats, one of them perhaps "You".
    """
    titles = telling_titles(game.titles(after))
    told = (game.sentence(event, viewer) for event in game.events(before, after))
    return [with_names(each, names, titles) for each in told if each]


def draw_lines(
    game: Game[State, View, Move], position: State | View, names: Sequence[str]
) -> tuple[Line, ...]:
    """Return the text of a position, line by line, with the names of seats and cards.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.gamekit import GAMES
    >>> view = observe(setup(2, seed=1), 1)
    >>> lines = draw_lines(GAMES["westeros-intrigue"], view, ("Ada", "You"))
    >>> lines[0].text.splitlines()[0]
    'Round 1 of 2, playing, Ada to move, seen by you'

    Args:
        game: the game.
        position: a state or a view.
        names: the names of the seats, one of them perhaps "You".
    """
    titles = telling_titles(game.titles(position), in_drawing=True)
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

    Args:
        final: the result of the game.
        names: the name of each seat, from seat 0.
    """
    place = 1
    for group in final.ranking:
        yield f"{place}. {' and '.join(names[seat] for seat in group)}"
        place += len(group)

"""A game's own words: the rules of a table, the notation of moves, and moves read from words.

`parse_move` of a game reads one form, the `str` of a move. People and language models also write a
move in words, as `move_in_words` returns it, or with the title of a card instead of its id.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol, runtime_checkable

import attrs

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError
from westeros_intrigue.gamekit.game import AnyGame, AnyPosition
from westeros_intrigue.gamekit.refusals import AnyViolation
from westeros_intrigue.gamekit.sentences import with_names

_WORD = re.compile(r"-?\d+|[^\W\d_]+")
"""A number, perhaps with a minus sign, as in `a-1`, or letters."""
_FILLERS = frozenset({"to", "on", "in", "at", "into", "the", "card"})
"""The words that make no difference."""
_QUOTED = re.compile(r"`([^`]+)`")
_AN_ID = re.compile(r" \([a-z]\d+\)")
"""An id after its title, such as that of a council."""
_LONGEST = 500
LONGEST_RULES = 6000
"""The most characters of the rules of a table."""
_MOST_NAMED = 4
"""The most moves that the refusal of ambiguous words names."""


@attrs.define(slots=False, eq=False, repr=False)
class AmbiguousWords(InvalidValue):
    """The words of a text are those of several moves.

    >>> print(AmbiguousWords("castle", ("build 1", "build 3")))
    'castle' can mean several moves: write build 1 or build 3
    """

    text: str
    """The text."""
    meant: tuple[str, ...]
    """Moves with these words, as the game writes them."""

    def __str__(self) -> str:
        tried = values.short_repr(self.text)
        return f"{tried} can mean several moves: write {english.join_words(self.meant, 'or')}"


@runtime_checkable
class HasNotation(Protocol):
    """A name that a game can leave out: how its moves are written.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> isinstance(GAMES["btwixt"], HasNotation), GAMES["westeros-intrigue"].NOTATION[0]
    (True, '`S4@b2` places Stark 4 in row b, column 2. The houses are S, L, B and T.')
    """

    @property
    def NOTATION(self) -> tuple[str, ...]:  # noqa: N802 - a constant of a module
        """Paragraphs with a move of each form between back-ticks, as `str` of a move writes it."""
        ...


@runtime_checkable
class HasTableRules(Protocol):
    """A name that a game can leave out: the rules that the players of a table need.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> isinstance(GAMES["monopoly"], HasTableRules)
    True
    """

    def table_rules(self, position: Any, /) -> Sequence[str]:  # noqa: ANN401 - each game has its positions
        """Return the rules that the options and the number of players leave, in paragraphs.

        Together, they have at most 6000 characters.
        """
        ...


def rules_of_table(game: AnyGame, position: AnyPosition) -> tuple[str, ...]:
    """Return the rules that the players of a table need, in paragraphs.

    Rules of options that are not in play, and of other numbers of players, are left out, as are
    those that no decision depends on. A game without `table_rules` returns its primer and all of
    its rules.

    >>> from westeros_intrigue import RULEBOOK, setup
    >>> from westeros_intrigue.gamekit import GAMES
    >>> rules = rules_of_table(GAMES["westeros-intrigue"], setup(4, seed=1))
    >>> len("".join(rules)) < len("".join(map(str, RULEBOOK.values()))) / 2
    True
    >>> print(rules[2][:67])
    turn: Turns pass clockwise: player 0, player 1 and so on, and after

    Args:
        game: the game of the position.
        position: a state or a view.
    """
    if isinstance(game, HasTableRules):
        return tuple(game.table_rules(position))
    return (*game.PRIMER, *map(str, game.RULEBOOK.values()))


@runtime_checkable
class HasSpellings(Protocol):
    """A name that a game can leave out: more words for its moves.

    >>> from westeros_intrigue import parse_move, spellings
    >>> spellings(parse_move("S4@b2"))
    ('Stark 4 to b2', 'Stark to b2', 'S to b2')
    """

    def spellings(self, move: Any, /) -> Sequence[str]:  # noqa: ANN401 - each game has its moves
        """Return words for a move besides its `str` and `move_in_words`.

        Moves with the same effect can have the same words.
        """
        ...


def examples_of(paragraphs: Sequence[str]) -> tuple[str, ...]:
    """Return the moves between back-ticks in paragraphs of `HasNotation.NOTATION`.

    >>> examples_of(["`pass` does nothing.", "`bid 4` bids 4 coins."])
    ('pass', 'bid 4')
    """
    return tuple(text for paragraph in paragraphs for text in _QUOTED.findall(paragraph))


def read_move(game: AnyGame, position: AnyPosition, text: str) -> Any:  # noqa: ANN401 - each game has its moves
    """Return the move that a text writes as `parse_move` reads it, or that it says in words.

    Words are those of a legal move, all of them, in any letter case; `to`, `on`, `the` and
    punctuation make no difference, and titles can stand for ids. Of moves with the same words and
    the same effect, the first is meant. The notation of a move need not be of a legal one. If it is
    not, but says one legal move in words, as `choose 1:Oath` does for `choose 1:oath#2`, that move
    is meant.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.gamekit import GAMES
    >>> view = observe(setup(6, seed=1), 0)
    >>> str(read_move(GAMES["westeros-intrigue"], view, "Stark on A0"))
    'S8@a0'
    >>> btwixt = GAMES["btwixt"]
    >>> str(read_move(btwixt, btwixt.setup(3, seed=1), "lead as Jon Snow"))
    'leader jon-snow'

    Args:
        game: any game.
        position: a state, or the view of the player to move.
        text: the text.

    Raises:
        InvalidValue: the words are those of several moves; the message names them.
        NotationError: the text is not a move, nor the words of a legal one.
        WrongType: `text` is not a str.
    """
    return read_and_explain(game, position, text)[0]


def read_and_explain(
    game: AnyGame, position: AnyPosition, text: str
) -> tuple[Any, Sequence[AnyViolation]]:
    """Return the move that `read_move` returns, and its violations."""
    values.check_type("text", text, str)
    try:
        move = game.parse_move(text)
    except ValueError as error:
        match _said(game, position, text):
            case [move]:
                return move, ()
            case [_, *_] as moves:
                raise AmbiguousWords(text, tuple(map(str, moves[:_MOST_NAMED]))) from None
        if isinstance(error, NotationError):
            raise
        # A game of another author can raise any ValueError.
        examples = english.join_words(map(str, islice(game.legal_moves(position), 3)), "or")
        expected = f"a move such as {examples}" if examples else "a move"
        raise NotationError(text[:40], 1, 1, expected) from error
    violations = game.explain(position, move)
    if violations and len(moves := _said(game, position, text)) == 1:
        return moves[0], ()
    return move, violations


def _said(game: AnyGame, position: AnyPosition, text: str) -> list[Any]:
    """Return the legal moves that a text says in words; of several, one for each effect."""
    wanted = _words(text[:_LONGEST])
    named = game.titles(position)
    distinct = dict.fromkeys(game.distinct_moves(position))
    moves = [
        move
        for move in dict.fromkeys((*game.legal_moves(position), *distinct))
        if wanted and any(wanted == _words(each) for each in _texts(game, position, move, named))
    ]
    return moves if len(moves) < 2 else [move for move in moves if move in distinct]


def _texts(
    game: AnyGame, position: AnyPosition, move: object, named: Mapping[str, str]
) -> Iterator[str]:
    """Yield the texts that stand for a move."""
    written, words = str(move), game.move_in_words(position, move)
    for text in (words, words.partition(": ")[0]):
        yield text
        yield with_names(text, (), named)
        yield _AN_ID.sub("", text)
    yield with_names(written, (), named)
    if isinstance(game, HasSpellings):
        yield from game.spellings(move)


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text that make a difference."""
    found = _WORD.findall(text.casefold())
    return tuple(word for word in found if word not in _FILLERS)

"""The messages to a language model: everything that it is told before it answers.

A `Prompter` is a pure function of the views of one seat, so that a prompt cannot contain what the
seat may not know.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal, TypeAlias

import attrs

from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.errors import WrongType
from westeros_intrigue.gamekit.game import GAMES, AnyGame, AnyPosition, find_game
from westeros_intrigue.gamekit.judging import SpeaksTo, seat_of, speaking_to, told
from westeros_intrigue.gamekit.wording import HasNotation, rules_of_table

Message: TypeAlias = dict[str, str]
"""A message with `role` (system, user or assistant) and `content`, as clients of models take it."""
ENDING = "End with one line: Move: YOUR MOVE"
"""The request for a form that `find_moves` reads."""


@attrs.frozen
class Prompter:
    """The content of the messages to a language model, in any game.

    Moves are not listed by default: with a list, a program that picks any line of it plays whole
    games.

    >>> from westeros_intrigue import observe, setup
    >>> system, user = Prompter("westeros-intrigue").messages(observe(setup(3, seed=1), 0))
    >>> system["content"].splitlines()[0]
    'You play Westeros Intrigue in seat 0 of 3: you are player 0.'
    >>> user["content"].splitlines()[-1]
    'Place a card.'

    Args:
        game: a game or its key.
    """

    game: AnyGame = attrs.field(converter=find_game, repr=lambda game: repr(game.KEY))
    """The game."""
    rules: Literal["primer", "table", "rulebook", "none"] = attrs.field(
        default="primer", validator=attrs.validators.in_(("primer", "table", "rulebook", "none"))
    )
    """The rules in the system message: those that a newcomer needs, those that the options and the
    number of players leave, all by id, or none."""
    shows: Literal["words", "json", "both"] = attrs.field(
        default="words", validator=attrs.validators.in_(("words", "json", "both"))
    )
    """The position: as the terminal shows it, as JSON, or both. The JSON has no earlier moves."""
    lists_moves: bool = attrs.field(
        default=False, validator=attrs.validators.instance_of(bool), kw_only=True
    )
    """True to list the legal moves."""
    explains: Literal["sentences", "reasons", "rules", "illegal"] = attrs.field(
        default="sentences",
        validator=attrs.validators.in_(("sentences", "reasons", "rules", "illegal")),
    )
    """The answer to an illegal move: its reasons with moves that would work, its reasons alone, the
    broken rules, or only that it is illegal. A program that copies a move from the answer plays
    whole games by the first."""

    def __reduce__(self) -> tuple[Any, ...]:
        # A game can be a module, which cannot be pickled; other processes find it by its key.
        game = self.game.KEY if GAMES.get(self.game.KEY) is self.game else self.game
        settings = {name: getattr(self, name) for name in _SETTINGS}
        return partial(Prompter, game, **settings), ()

    def messages(self, view: AnyPosition, before: AnyPosition | None = None) -> list[Message]:
        """Return the messages for a decision.

        Args:
            view: the view of the seat that decides.
            before: the seat's view at its last decision, for the events since; None to leave them
                out.

        Raises:
            WrongType: a position is not the view of a seat.
        """
        seat_of(view)
        return [
            {"role": "system", "content": self.system(view)},
            {"role": "user", "content": self.turn(view, before)},
        ]

    def system(self, view: AnyPosition) -> str:
        """Return the first message: the seat, the rules, and the form of moves and answers."""
        game, seat = self.game, seat_of(view)
        parts = [f"You play {game.NAME} in seat {seat} of {view.players}: you are player {seat}."]
        if rules := self._rules_for(view):
            parts.append("\n".join(("The rules:", *rules)))
        if isinstance(game, HasNotation):
            parts.append("\n".join(("How moves are written:", *game.NOTATION)))
        parts.append(f"Reason if you like. {ENDING}")
        return "\n\n".join(parts)

    def _rules_for(self, view: AnyPosition) -> tuple[str, ...]:
        match self.rules:
            case "primer":
                return self.game.PRIMER
            case "table":
                return rules_of_table(self.game, view)
            case "rulebook":
                return tuple(map(str, self.game.RULEBOOK.values()))
            case "none":
                return ()

    def turn(self, view: AnyPosition, before: AnyPosition | None = None) -> str:
        """Return the second message: the events since `before`, the position and the question.

        >>> from westeros_intrigue import observe, setup
        >>> Prompter("westeros-intrigue").turn(observe(setup(3, seed=1), 0)).splitlines()[-1]
        'Place a card.'

        Args:
            view: the view of the seat that decides.
            before: the seat's view at its last decision; None to leave out the events.
        """
        game, parts = self.game, list[str]()
        if story := self.story(view, before):
            parts.append("\n".join(("Since your last move:", *story)))
        if self.shows != "json":
            drawn = speaking_to(game, view, seat_of(view), in_drawing=True)(game.draw_text(view))
            parts.append(f"The position, as you see it:\n{drawn}")
        if self.shows != "words":
            shown = game.DOCUMENTS.to_json(view, history=False)
            parts.append(f"The position as JSON:\n{shown}")
        parts.append(english.as_sentence(self._speaker(view)(game.question(view))))
        if self.lists_moves:
            parts.append("\n".join(("Legal moves:", *self._list_moves(view))))
        return "\n\n".join(parts)

    def story(self, view: AnyPosition, before: AnyPosition | None) -> list[str]:
        """Return the events between two views of the seat in words; none for another game.

        >>> from westeros_intrigue import apply, legal_moves, observe, setup
        >>> state = setup(3, seed=1)
        >>> later = apply(state, legal_moves(state)[0])
        >>> Prompter("westeros-intrigue").story(observe(later, 0), observe(state, 0))
        ['You place S4 in a0.']

        Args:
            view: the later view.
            before: the earlier view; None for no events.

        Raises:
            WrongType: the views are of two seats.
        """
        if before is None:
            return []
        game, seat = self.game, seat_of(view)
        if seat_of(before) != seat:
            raise WrongType(f"before must be a view of player {seat}, not {before!r}")
        try:
            return [*told(game, before, view, seat)]
        except ValueError:  # a view of another game
            return []

    def _list_moves(self, view: AnyPosition) -> Iterator[str]:
        speaker = self._speaker(view)
        for move in self.game.distinct_moves(view):
            words = speaker(self.game.move_in_words(view, move))
            yield str(move) if words == str(move) else f"{move} - {words}"

    def _speaker(self, view: AnyPosition) -> SpeaksTo:
        return speaking_to(self.game, view, seat_of(view))


_SETTINGS = tuple(each.name for each in attrs.fields(Prompter) if each.name != "game")

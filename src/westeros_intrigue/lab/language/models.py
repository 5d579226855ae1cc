"""A language model as a player of any game."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import attrs

from westeros_intrigue.gamekit import chance, limits, values
from westeros_intrigue.gamekit.errors import WesterosIntrigueError
from westeros_intrigue.gamekit.game import AnyGame, AnyPosition
from westeros_intrigue.gamekit.judging import seat_of
from westeros_intrigue.lab.language.answers import Answer
from westeros_intrigue.lab.language.prompts import Message, Prompter
from westeros_intrigue.lab.language.queries import Query
from westeros_intrigue.lab.language.transcripts import Decided, Transcript

Ask: TypeAlias = Callable[[list[Message]], Answer | str]
"""A client of a model: a function from messages to its answer."""
MOST_TRIES = 100


class NoMove(WesterosIntrigueError, ValueError):
    """A language model has not named a legal move in all its tries.

    >>> issubclass(NoMove, ValueError)
    True
    """


def _prompter(value: Prompter | AnyGame | str) -> Prompter:
    return value if isinstance(value, Prompter) else Prompter(value)


@attrs.define(eq=False)
class LanguagePlayer:
    r"""A player that asks a language model, and asks again with the reasons if a move is refused.

    The repr has every setting but not the client, so that the file of a match identifies it.

    >>> from westeros_intrigue import play_game
    >>> from westeros_intrigue.gamekit import choose
    >>> import random
    >>> def ask(messages, rng=random.Random(1)):
    ...     listed = messages[1]["content"].partition("Legal moves:\n")[2].partition("\n\n")[0]
    ...     return f"Move: {choose(listed.splitlines(), rng)}"
    >>> prompter = Prompter("westeros-intrigue", lists_moves=True)
    >>> player = LanguagePlayer(ask, prompter)
    >>> play_game([player, "greedy", "greedy"], seed=1).is_over
    True
    >>> counts = player.transcript.counts()
    >>> counts["decisions"] == counts["at_once"] > 0
    True

    Raises:
        InvalidValue: a setting is out of range.
    """

    ask: Ask = attrs.field(repr=False)
    """The client. Its exceptions end the game or the match: the model has not forfeited then."""
    prompter: Prompter = attrs.field(converter=_prompter)
    """The content of the messages; a game or its key stands for its usual prompter."""
    tries: Annotated[int, limits.Range(1, MOST_TRIES)] = 3
    """The answers that a decision may take."""
    otherwise: Literal["forfeit", "random"] = attrs.field(
        default="forfeit", validator=attrs.validators.in_(("forfeit", "random"))
    )
    """After the last try: raise NoMove, or make a random move, which the transcript counts."""
    transcript: Transcript = attrs.field(factory=Transcript, repr=False, kw_only=True)
    """The decisions."""
    _last_views: dict[int, AnyPosition] = attrs.field(factory=dict, init=False, repr=False)
    _game: Transcript = attrs.field(factory=Transcript, init=False, repr=False)
    """The decisions of this game."""

    def __attrs_post_init__(self) -> None:
        self.tries = values.check_integer("tries", self.tries, 1, MOST_TRIES)

    def __deepcopy__(self, memo: object) -> LanguagePlayer:
        """Share the client and the transcript, but begin another game."""
        return attrs.evolve(self)

    def report(self) -> str:
        """Return the counts and the answers of this game as JSON, for the file of a match.

        >>> LanguagePlayer(print, "btwixt").report()[:28]
        '{"counts": {"decisions": 0, '
        """
        rows = [
            {name: row[name] for name in ("decision", "read", "refused", "made", "by_chance")}
            for row in self._game.rows()
        ]
        return json.dumps({"counts": self._game.counts(), "answers": rows})

    def _add_decision(self, decided: Decided) -> None:
        self.transcript.decisions.append(decided)
        self._game.decisions.append(decided)

    def __call__(self, view: AnyPosition, rng: chance.RandomSource) -> Any:  # noqa: ANN401 - each game has its moves
        """Return the move that the model names.

        Raises:
            NoMove: it has not named one, and the player forfeits.
        """
        seat = seat_of(view)
        query = Query(self.prompter, view, self._last_views.get(seat))
        self._last_views[seat] = view
        while query.move is None and len(query.attempts) < self.tries:
            query = query.answered(self.ask(query.messages))
        if query.move is not None:
            self._add_decision(Decided(query, str(query.move)))
            return query.move
        if self.otherwise == "forfeit":
            self._add_decision(Decided(query, ""))
            last = query.attempts[-1].reply
            raise NoMove(f"no legal move in {len(query.attempts)} answers; the last reply: {last}")
        move = chance.choose(self.prompter.game.distinct_moves(view), rng)
        self._add_decision(Decided(query, str(move), is_chance=True))
        return move

"""The questions of the agenda, and the end of the game.

A question uses only its decider's knowledge, so that views and states have the same answers. At the
end, the power of the councils decides the winner.

Rules: decision.forced, decision.asked, decision.order, score.council, score.small, score.winner,
score.tie-other, score.tie-allies, score.shared, score.ranking, season.end.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import attrs

from westeros_intrigue.gamekit import agenda
from westeros_intrigue.gamekit.errors import InvalidValue, WrongPhase
from westeros_intrigue.gamekit.limits import integers_of
from westeros_intrigue.gamekit.results import FinalResult, rank_seats
from westeros_intrigue.gamekit.values import check_integer, check_type
from westeros_intrigue.games.btwixt.pieces import cards
from westeros_intrigue.games.btwixt.pieces.chance import Chance
from westeros_intrigue.games.btwixt.position.happenings import Event, Happening
from westeros_intrigue.games.btwixt.position.line_words import SeatAt
from westeros_intrigue.games.btwixt.position.moves import Choose, Decline, Move, Moves, choice
from westeros_intrigue.games.btwixt.position.refusals import Facts, Refusal, Violation, name_answers
from westeros_intrigue.games.btwixt.position.state import GameState, Position, View
from westeros_intrigue.games.btwixt.position.table import Asking, DecidedBy, Phase, Public
from westeros_intrigue.games.btwixt.position.working_copy import AnyPosition, WorkingCopy

Task = agenda.Task[WorkingCopy]
"""A step that is done as soon as it comes to the front of the agenda."""
Chosen = TypeVar("Chosen")
"""The part of an answer that a question asks for, such as a card or a council."""
Hidden = TypeVar("Hidden")
"""The hidden items that the decider of a question sees: cards or allies."""
T = TypeVar("T")


@attrs.frozen
class Question(Asking, Generic[Chosen, Hidden]):
    """A step that waits for an answer, unless it is public that there is at most one.

    Each class of questions reads the choice of a move (`read_choice`), makes the move of a choice
    (`make_move`), and says which choices there are (`among`) and what follows (`answer`).

    Every answer is told by an event of its own, the first that `answer` notes, from which views are
    read back: `recall` finds the choice in it, among its cards, allies or councils.
    """

    MOVES: ClassVar[tuple[type, ...]] = (Choose, Decline)
    """The classes of moves that answer the question."""
    OTHER: ClassVar[Refusal]
    """The refusal of a choice that is not among those offered."""

    seat: SeatAt
    """The seat that may answer, from 0."""

    @property
    def deciders(self) -> cards.Numbers:
        return (self.seat,)

    @property
    def facts(self) -> Facts:
        """The facts that refusals of answers name."""
        return Facts(self.KIND, self.seat)

    @property
    def may_decline(self) -> bool:
        """True if the decider may decline."""
        return False

    def read_choice(self, move: Move, /) -> Chosen | None:
        """Return the choice of a move; None if the move answers another question."""
        raise NotImplementedError

    def make_move(self, chosen: Chosen, /) -> Move:
        """Return the move that makes a choice."""
        raise NotImplementedError

    def recall(self, event: Event, card: cards.Card, /) -> Chosen:
        """Return the choice that led to an event, which need not be true.

        Args:
            event: the event, as its viewer saw it.
            card: the card of the event, without a number.

        Raises:
            InvalidValue: the event shows no such choice.
        """
        raise NotImplementedError

    def among(self, _table: Public, _shown: tuple[Hidden, ...], /) -> Iterable[Chosen]:
        """Return the choices of a decider who sees some hidden cards or allies, in order."""
        raise NotImplementedError

    def options(self, position: AnyPosition, seat: int, /) -> Moves:
        """Return every legal answer of a seat, in order, with the hidden items that it sees."""
        return tuple(self.answers(position.table, self.see_hidden(position, seat)))

    def faults(self, position: AnyPosition, seat: int, move: Move, /) -> Iterator[Violation]:
        """Yield the reasons why a seat may not answer with a move."""
        table, hidden = position.table, self.see_hidden(position, seat)
        found = self.refusals(table, hidden, move)
        if hidden and not isinstance(position, View):
            return found  # which all players may read, unlike the refusals of a player's own view
        answers = partial(self.answers, table, hidden)
        return (name_answers(each, answers) for each in found)

    def answers(self, table: Public, shown: tuple[Hidden, ...], /) -> Iterable[Move]:
        """Return every legal answer of a decider who sees some hidden cards or allies, in order.

        Rules: decision.order.
        """
        return [self.make_move(chosen) for chosen in self.among(table, shown)]

    def violations(
        self, table: Public, shown: tuple[Hidden, ...], move: Move, chosen: Chosen, /
    ) -> Iterator[Violation]:
        """Yield the reasons why a move, which makes this choice, is not legal."""
        if chosen not in self.among(table, shown):
            yield self.OTHER.of(move, self.facts)

    def refusals(
        self, table: Public, shown: tuple[Hidden, ...], move: Move, /
    ) -> Iterator[Violation]:
        """Yield the reasons why a move is not a legal answer."""
        if isinstance(move, Decline) and Decline in self.MOVES:
            if not self.may_decline:
                yield Refusal.MUST_CHOOSE.of(move, self.facts)
        elif (chosen := self.read_choice(move)) is None:
            yield Refusal.OTHER_DECISION.of(move, self.facts, rule=self.KIND.rule)
        else:
            yield from self.violations(table, shown, move, chosen)

    def allows(self, table: Public, shown: tuple[Hidden, ...], move: Move, /) -> bool:
        """Return whether a move is a legal answer."""
        return next(self.refusals(table, shown, move), None) is None

    def answer(self, game: WorkingCopy, chosen: Chosen, /) -> None:
        """Carry out a legal answer; the question has already left the agenda."""
        raise NotImplementedError

    def decline(self, game: WorkingCopy) -> None:
        """Carry out the decider's refusal."""
        game.note(Happening.DECLINED, self.seat)

    def resolve(self, game: WorkingCopy, move: Move) -> None:
        """Carry out a legal answer; call it through `settle`."""
        chosen = self.read_choice(move)
        if chosen is None:
            self.decline(game)
        else:
            self.answer(game, chosen)

    def accept(self, game: WorkingCopy, _seat: int, move: Move, /) -> None:
        """Store a decider's answer, and carry it out."""
        if game.moves is not None:
            game.moves += (move,)
        self.settle(game, move)

    # Not in `accept`, since simultaneous answers are resolved when all have been accepted, and the
    # only answer of a question is resolved without being asked for.
    def settle(self, game: WorkingCopy, move: Move) -> None:
        """Resolve a legal answer, and check that an event tells it."""
        table = game.table
        past, log = table.past, table.log
        self.resolve(game, move)
        # Every event makes another log, and every season moves it to another past.
        if table.log is log and table.past is past:
            self.check_told_later(self.seat, move)

    def waits(self, game: WorkingCopy, /) -> bool:
        """Return whether to ask the question; if not, give the only answer, if there is one."""
        if self.is_open(game):
            return True
        game.drop()
        self.force(game)
        game.legal = None
        return False

    def is_open(self, game: WorkingCopy) -> bool:
        """Return False if it is public that there is at most one answer.

        Public answers are listed once for all players.
        """
        game.legal = tuple(self.answers(game.table, ()))
        return len(game.legal) > 1

    def force(self, game: WorkingCopy) -> None:
        """Give the only answer, if there is one."""
        for move in game.legal or self.answers(game.table, self.see_hidden(game, self.seat)):
            self.settle(game, move)
            return

    def see_hidden(self, _position: AnyPosition, _seat: int, /) -> tuple[Hidden, ...]:
        """Return the hidden items that a decider sees; a view must be the decider's own."""
        return ()


AnyQuestion = Question[Any, Any]
"""A question of any kind."""


class HiddenQuestion(Question[Chosen, Hidden], Generic[Chosen, Hidden]):
    """A question whose answer depends on the hidden items that the decider sees."""

    __slots__ = ()

    def is_open(self, game: WorkingCopy) -> bool:
        """Return False if there is only one: its number is public."""
        return len(self.see_hidden(game, self.seat)) > 1


class HandQuestion(HiddenQuestion[Chosen, cards.Card], Generic[Chosen]):
    """A question that is answered from the sorted cards that the decider sees."""

    __slots__ = ()

    def see_hidden(self, position: AnyPosition, seat: int, /) -> cards.Cards:
        """Return the hand, unless the question is about other cards."""
        return position.hand if isinstance(position, View) else position.hands[seat]


class CardQuestion(HandQuestion[cards.Card]):
    """A question whose answer is one of the cards that the decider sees."""

    __slots__ = ()

    OTHER: ClassVar[Refusal] = Refusal.NOT_IN_HAND

    def read_choice(self, move: Move, /) -> cards.Card | None:
        return move.card if isinstance(move, Choose) and move.seat is None else None

    def make_move(self, chosen: cards.Card, /) -> Move:
        return choice(card=chosen)

    def recall(self, _event: Event, card: cards.Card, /) -> cards.Card:
        return card

    def among(self, _table: Public, shown: cards.Cards, /) -> Iterable[cards.Card]:
        return {card.id: card for card in shown}.values()  # one of each title


class AllyQuestion(Question[str, Hidden], Generic[Hidden]):
    """A question whose answer is an ally."""

    __slots__ = ()

    def read_choice(self, move: Move, /) -> str | None:
        return move.ally if isinstance(move, Choose) else None

    def make_move(self, chosen: str, /) -> Move:
        return choice(ally=chosen)

    def recall(self, event: Event, _card: cards.Card, /) -> str:
        return first_of("an ally", event.allies)


def first_of(thing: str, named: Sequence[T]) -> T:
    """Return the first of the things that an event names.

    Raises:
        InvalidValue: it names none.
    """
    if not named:
        raise InvalidValue(f"an event must name {thing}")
    return named[0]


def question_of(position: AnyPosition) -> AnyQuestion | None:
    """Return the open question; None when the game is over."""
    agenda = position.table.agenda
    return agenda[0] if agenda and isinstance(agenda[0], Question) else None


def list_answers(position: AnyPosition, seat: int | None = None) -> Moves:
    """Return all legal answers of a seat, or of the first decider, to the open question.

    There are none if there is no question.
    """
    if position.legal is not None:
        return position.legal
    question = question_of(position)
    if question is None:
        return ()
    return question.options(position, question.seat if seat is None else seat)


def score(game: WorkingCopy) -> None:
    """Reveal all tokens in councils, and end the game."""
    table = game.table
    table.token_values = _turn_tokens_over(table, game.chance)
    table.final = find_result(table)
    table.phase = Phase.GAME_OVER
    game.note(Happening.ENDED, totals=table.powers)


def find_result(table: Public) -> FinalResult[DecidedBy]:
    """Return the result of a game whose tokens are turned over.

    Rules: score.council, score.tie-allies, score.tie-allies.dead.
    """
    return rank(table.powers, [len(council.allies) for council in table.councils])


def _turn_tokens_over(table: Public, chance: Chance) -> tuple[cards.Numbers, ...]:
    return tuple(
        tuple(chance.tokens[token] for token in council.tokens) for council in table.councils
    )


def council_powers(state: GameState) -> cards.Numbers:
    """Return the power of each council, tokens included, at any time of the game.

    A GameState is needed, since players do not know the values of tokens.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> council_powers(setup(3, seed=1))
    (0, 0, 0)

    Raises:
        WrongType: `state` is not a GameState.

    Rules: score.council.
    """
    check_type("state", state, GameState)
    return state.table.powers_with(_turn_tokens_over(state.table, state.chance))


def sort_powers(powers: Sequence[int], seat: int) -> list[int]:
    """Return the powers of a seat's two councils, the small one first."""
    return sorted(powers[council] for council in cards.councils_of(seat, len(powers)))


def rank(powers: Sequence[int], allies: Sequence[int]) -> FinalResult[DecidedBy]:
    """Return the result of a game from the powers of its councils and the numbers of their allies.

    The total of a seat is the power of its small council.

    >>> rank([17, 22, 16, 20], [0, 0, 0, 0]).ranking
    ((1,), (0,), (2,), (3,))

    Args:
        powers: the power of each seat's small council.
        allies: the number of allies in each seat's small council.

    Raises:
        WrongType: a power or a number is not an int.
        InvalidValue: the number of players is out of range, or the two have different lengths.

    Rules: score.small, score.winner, score.tie-other, score.tie-allies, score.shared,
    score.ranking.
    """
    powers = integers_of("powers", powers)
    allies = integers_of("allies", allies, 0)
    players = check_integer(
        "the number of councils", len(powers), cards.MIN_PLAYERS, cards.MAX_PLAYERS
    )
    if len(allies) != players:
        raise InvalidValue(f"{players} councils need their allies, not {len(allies)}")
    worth = [
        (
            *sort_powers(powers, seat),
            sum(allies[council] for council in cards.councils_of(seat, players)),
        )
        for seat in range(players)
    ]
    first, second, *_ = sorted(worth, reverse=True)
    criteria = zip(DecidedBy, first, second, strict=False)
    decided_by = next((each for each, one, other in criteria if one != other), DecidedBy.SHARED)
    ranking = rank_seats(worth)
    return FinalResult(ranking[0], tuple(small for small, *_ in worth), ranking, decided_by)


def final_winner(state: GameState | View) -> FinalResult[DecidedBy]:
    """Return the result of a finished game.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> final_winner(setup(3, seed=1))
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.WrongPhase: the game is not over: its phase is choosing-leaders

    Raises:
        WrongPhase: the game is not over.
        WrongType: `state` is neither a GameState nor a View.

    Rules: score.winner, score.shared.
    """
    check_type("state", state, Position)
    if state.table.final is None:
        raise WrongPhase(f"the game is not over: its phase is {state.phase}")
    return state.table.final

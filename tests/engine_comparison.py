"""The protocol for another implementation of the rules, and its comparison with the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypedDict

import attrs

from westeros_intrigue.gamekit.values import Value, check_type, short_repr
from westeros_intrigue.rules.cards import Card, IronThroneCard, Move, Slot
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.history import Phase
from westeros_intrigue.rules.moves import explain, legal_moves
from westeros_intrigue.rules.scoring import final_winner
from westeros_intrigue.rules.state import GameState, setup
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.testing.player_checks import CheckFailed, list_moves, moment_of


@attrs.frozen
class GameStart(Value):
    """The start of a game: the arguments of `setup`.

    >>> import random
    >>> from westeros_intrigue.rules import draw_deal
    >>> GameStart(4, draw_deal(4, random.Random(1)), 2, Variant()).set_up()
    <GameState: 4 players, round 1 of 4, playing, player 2 to move>
    """

    players: int
    """The number of players, 2 to 6."""
    deal: Deal
    """All random outcomes of the game."""
    first_player: int
    """The seat that starts round 1, from 0."""
    variant: Variant
    """The variant of the game."""

    def set_up(self) -> GameState:
        """Return the first state of the game.

        Raises:
            InvalidDeal: the deal does not fit the players or the variant.
            InvalidValue: the number of players or the first player is out of range.
            InvalidVariant: the variant does not fit the players.
        """
        return setup(
            self.players, deal=self.deal, first_player=self.first_player, variant=self.variant
        )


class Facts(TypedDict, total=False):
    """The facts of an engine's game at one moment; an engine may leave out any of them.

    >>> Facts(phase=Phase.PLAYING, round_number=1, active_player=0)["round_number"]
    1
    """

    phase: Phase
    """The phase of the game."""
    round_number: int
    """The round, counted from 1."""
    starting_player: int
    """The seat that starts this round, from 0."""
    active_player: int | None
    """The seat to move, from 0; None when no player is to move."""
    court: Mapping[Slot, Card]
    """The cards of the court."""
    hands: Sequence[Iterable[Card]]
    """The cards of each seat, automated ones included, from seat 0; the cards in any order."""
    out: Sequence[int]
    """The seats that are out of the round, from 0, in the order in which they went out."""
    last_placer: int | None
    """The seat of the last placement in this round, from 0; None before the first."""
    penalty_points: Sequence[int]
    """The penalty points of each seat in all finished rounds, from seat 0."""
    score_piles: Sequence[Sequence[IronThroneCard]]
    """The Iron Throne cards of each seat in drawing order, from seat 0."""
    winners: Sequence[int]
    """The seats that won, from 0; only when the game is over."""
    totals: Sequence[int]
    """The points of each seat minus the values of its pile, from seat 0; only when the game is
    over."""
    ranking: Sequence[Sequence[int]]
    """Groups of seats that share a place, from the first place, seats from 0; only when the game
    is over."""


class EngineGame(Protocol):
    """A game in another implementation, in terms of this library's values.

    In this example the other implementation is the library itself:

    >>> from westeros_intrigue import apply, score_round
    >>> class Ours:
    ...     def __init__(self, start: GameStart) -> None:
    ...         self.state = start.set_up()
    ...
    ...     def facts(self) -> Facts:
    ...         return {"phase": self.state.phase, "court": self.state.court}
    ...
    ...     def legal_moves(self) -> tuple[Move, ...]:
    ...         return legal_moves(self.state)
    ...
    ...     def apply(self, move: Move) -> None:
    ...         self.state = apply(self.state, move)
    ...
    ...     def score_round(self) -> None:
    ...         self.state = score_round(self.state)
    """

    def facts(self) -> Facts:
        """Return facts of the game."""

    def legal_moves(self) -> Iterable[Move]:
        """Return every legal move once, in any order, one for each card; none between rounds."""

    def apply(self, move: Move) -> None:
        """Make a move of the seat to move. Raise any error if it is illegal."""

    def score_round(self) -> None:
        """Score the finished round, and deal the next one unless it was the last."""


class Engine(Protocol):
    """A callable that starts a game: a function, or a class of games.

    >>> def begin(start: GameStart) -> EngineGame:
    ...     raise NotImplementedError("to be written")
    >>> engine: Engine = begin
    """

    def __call__(self, start: GameStart, /) -> EngineGame:
        """Start a game."""


def compare_engine(state: GameState, game: EngineGame, where: str = "") -> None:
    """Check that an engine's game is at the same point as a state.

    `GameMachine` plays games beside an engine and compares every moment.

    >>> class Lazy:
    ...     def facts(self):
    ...         return {"round_number": 2}
    ...
    ...     def legal_moves(self):
    ...         return ()
    >>> try:
    ...     compare_engine(setup(2, seed=1), Lazy())
    ... except CheckFailed as failed:
    ...     print(str(failed).splitlines()[3])
      round_number: the rules say 1, the engine says 2

    Args:
        state: the game by the rules.
        game: the engine's game.
        where: a description of the moment for the failure.

    Raises:
        CheckFailed: facts or legal moves differ; the text lists all differences.
    """
    check_type("state", state, GameState)
    returned: Mapping[str, object] = dict(game.facts())
    expected = _facts_of(state)
    differences = [
        f"facts() returned {name!r}, an unknown fact: use {', '.join(Facts.__annotations__)}"
        for name in sorted(returned.keys() - Facts.__annotations__.keys())
    ]
    if not returned:
        differences.append("facts() returned nothing, so nothing can be compared")
    if too_early := sorted(returned.keys() & _AT_THE_END - expected.keys()):
        differences.append(f"{', '.join(too_early)}: returned before the game is over")
    wrong = {
        name: (wanted, got)
        for name, wanted in expected.items()
        if name in returned and (got := _plain(name, returned[name])) != wanted
    }
    for name, (wanted, got) in wrong.items():
        differences.append(f"{name}: the rules say {wanted}, the engine says {got}")
    if expected.keys() & wrong.keys() & _AT_THE_END:
        differences.append(
            f"the scores: points {expected['penalty_points']}, piles {expected['score_piles']}"
        )
    differences += _wrong_moves(legal_moves(state), list(game.legal_moves()))
    if differences:
        raise CheckFailed(
            f"The engine differs from the rules{where and f', {where}'}.\n"
            f"{_game_and_moment(state)}\n  " + "\n  ".join(differences)
        )


def try_illegal_move(state: GameState, game: EngineGame, move: Move) -> None:
    """Check that an engine refuses an illegal move by an error, and does not change.

    Raises:
        CheckFailed: it accepts the move, or its game has changed.
    """
    try:
        game.apply(move)
    except Exception:  # noqa: BLE001 - an engine may raise any error
        compare_engine(state, game, f"after the illegal move {move} was tried")
        return
    reasons = " ".join(str(violation) for violation in explain(state, move))
    raise CheckFailed(
        f"The engine accepted an illegal move, {move}: {reasons}\n"
        f"{_game_and_moment(state)}\n"
        f"  legal: {list_moves(legal_moves(state))}"
    )


_AT_THE_END = frozenset({"winners", "totals", "ranking"})


def _game_and_moment(state: GameState) -> str:
    game = f"{state.players} players, {state.variant!r}"
    return f"  game: {game}\n  moment: {moment_of(state)}, {state.phase.value}"


def _wrong_moves(ours: Sequence[Move], theirs: Sequence[Move]) -> Iterator[str]:
    if strange := [move for move in theirs if not isinstance(move, Move)]:
        found = short_repr(strange[0])
        yield f"legal moves: the engine returned an object of another type, {found}"
        return
    if missing := [move for move in ours if move not in theirs]:
        yield f"legal moves: the engine lacks {list_moves(missing)}"
    if too_many := [move for move in theirs if move not in ours]:
        yield f"legal moves: the engine allows {list_moves(sorted(set(too_many), key=str))}"
    if twice := [move for move, count in Counter(theirs).items() if count > 1]:
        yield f"legal moves: the engine lists more than once {list_moves(sorted(twice, key=str))}"


def _facts_of(state: GameState) -> dict[str, object]:
    facts: dict[str, object] = {
        "phase": state.phase,
        "round_number": state.round_number,
        "starting_player": state.starting_player,
        "active_player": state.active_player,
        "court": state.court,
        "hands": state.hands,
        "out": [elimination.player for elimination in state.eliminations],
        "last_placer": state.last_placer,
        "penalty_points": state.penalty_points,
        "score_piles": state.score_piles,
    }
    if state.phase is Phase.GAME_OVER:
        result = final_winner(state)
        facts |= {"winners": result.winners, "totals": result.totals, "ranking": result.ranking}
    return {name: _plain(name, fact) for name, fact in facts.items()}


def _plain(name: str, fact: object) -> object:
    """Return a fact as text and lists, comparable and readable whatever types the engine uses."""
    if isinstance(fact, Mapping):
        return {str(slot): str(card) for slot, card in sorted(fact.items())}
    if isinstance(fact, (Card, IronThroneCard)):
        return str(fact)
    if isinstance(fact, (str, bytes)) or not isinstance(fact, Iterable):
        return fact
    parts = [_plain("", part) for part in fact]
    if name in {"hands", "ranking"}:
        return [sorted(part, key=str) if isinstance(part, list) else part for part in parts]
    return sorted(parts, key=str) if name == "winners" else parts

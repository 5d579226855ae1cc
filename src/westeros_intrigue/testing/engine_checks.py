"""What another implementation of the rules must keep: `check_engine`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol, TypedDict

import attrs

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import Value, brief, check_integer, check_type
from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.explain import explain
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, legal_moves
from westeros_intrigue.rules.scoring import final_winner, score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.testing.checks import (
    Checked,
    CheckFailed,
    each_table,
    error_text,
    line_of,
    listed,
    source,
)
from westeros_intrigue.testing.engine_games import (
    Tried,
    illegal_move,
    plan,
    style_of,
    with_telling_ties,
)


@attrs.frozen
class Table(Value):
    """A game to be started: the arguments of `setup`.

    >>> import random
    >>> from westeros_intrigue import draw_deal
    >>> table = Table(4, draw_deal(4, random.Random(1)), 2, Variant())
    >>> setup(table.players, deal=table.deal, first_player=table.first_player)
    <GameState: 4 players, round 1 of 4, playing, player 2 to move>
    """

    players: int
    """How many players there are, 2 to 6."""
    deal: Deal
    """All of the game's chance."""
    first_player: int
    """The seat that starts round 1, from 0."""
    variant: Variant
    """What the game is played with."""


class Facts(TypedDict, total=False):
    """What an engine tells of its game at one moment; it may leave out what it does not know.

    >>> Facts(phase=Phase.PLAYING, round_number=1, active_player=0)["round_number"]
    1
    """

    phase: Phase
    """What the game waits for."""
    round_number: int
    """The round, counted from 1."""
    starting_player: int
    """The seat that starts this round, from 0."""
    active_player: int | None
    """The seat to move, from 0; None when nobody is to move."""
    court: Mapping[Slot, Card]
    """The cards of the court."""
    hands: Sequence[Iterable[Card]]
    """For each seat, from 0, its cards in any order; for an automated seat too."""
    out: Sequence[int]
    """The seats that are out of the round, from 0, in the order in which they went out."""
    last_placer: int | None
    """The seat that placed the last card of this round so far, from 0; None before the first."""
    penalty_points: Sequence[int]
    """For each seat, from 0, the penalty points of all finished rounds."""
    score_piles: Sequence[Sequence[IronThroneCard]]
    """For each seat, from 0, its Iron Throne cards, in drawing order."""
    winners: Sequence[int]
    """The seats that won, from 0; only when the game is over."""
    totals: Sequence[int]
    """For each seat, from 0, the points less the values of its pile; only when the game is over."""
    ranking: Sequence[Sequence[int]]
    """The seats, from 0, best first, those who share a place together; only when the game is
    over."""


class EngineGame(Protocol):
    """A game in another implementation, told in the values of this library.

    Here the library itself stands for the other implementation:

    >>> class Ours:
    ...     def __init__(self, table: Table) -> None:
    ...         self.state = setup(
    ...             table.players,
    ...             deal=table.deal,
    ...             first_player=table.first_player,
    ...             variant=table.variant,
    ...         )
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
    >>> check_engine(Ours, players=[2], variants=[Variant(rounds=1)]).games
    2
    """

    def facts(self) -> Facts:
        """Return what the engine knows of its game."""

    def legal_moves(self) -> Iterable[Move]:
        """Return every legal move once, in any order; none between rounds.

        For each card of a house that may go somewhere there is a move of its own.
        """

    def apply(self, move: Move) -> None:
        """Place the card of the seat to move; raise anything if the move is illegal."""

    def score_round(self) -> None:
        """Score the round that is over, and deal the next one unless it was the last."""


class Engine(Protocol):
    """Whatever can be called with a table to start a game: a function, or a class of games.

    >>> def start(table: Table) -> EngineGame:
    ...     raise NotImplementedError("to be written")
    >>> engine: Engine = start
    >>> try:
    ...     check_engine(engine, players=[2])
    ... except CheckFailed as failed:
    ...     print(str(failed).splitlines()[0])
    The engine could not start a game: NotImplementedError: to be written.
    """

    def __call__(self, table: Table, /) -> EngineGame:
        """Start a game at a table."""


def check_engine(
    engine: Engine,
    *,
    players: Iterable[int] | None = None,
    variants: Iterable[Variant] | None = None,
    games: int = 2,
    seed: int = 0,
    refusals: int = 2,
) -> Checked:
    """Check that another implementation plays as this library does, ply by ply.

    Whole games are played in both at once. Every second game is by chance, the others go where
    chance hardly ever goes: into the heights, to either side, along the bottom row. They end in
    ties more often than by chance. At every moment the legal moves and all facts that the engine
    tells must agree. Illegal moves must be refused, and change nothing: moves against every rule
    in turn, and a move when nobody is to move. `EngineGame` has a
    whole engine as an example.

    >>> try:
    ...     check_engine(lambda table: None, players=[2])
    ... except CheckFailed as failed:
    ...     print(str(failed).splitlines()[0])
    The engine could not tell how its game stands: AttributeError: 'NoneType' object has no \
attribute 'facts'.

    Args:
        engine: starts a game in the implementation.
        players: the numbers of players at a table, from 2 to 6; all by default.
        variants: the tables; by default some for all options, with automated seats too.
        games: how many games are played at each table.
        seed: another seed gives other games.
        refusals: how many illegal moves are tried before each placement; with 0 none ever is.

    Raises:
        CheckFailed: the engine differs; the text tells where, and what the rules say.
        InvalidValue: a number out of its range, or there is no table to check anything at.
    """
    if not callable(engine):
        raise WrongType(f"an engine must be callable with a table, not {brief(engine)}")
    check_integer("refusals", refusals, 0)
    played = placements = 0
    ties: set[str] = set()
    tried: Tried = Counter()
    for number, (count, name, variant) in enumerate(each_table(players, variants, games, seed)):
        for game in range(games):
            rng = source(seed, count, name, game)
            first = game % count if variant.first_player is None else variant.first_player
            deal, moves, final = plan(count, variant, first, style_of(number, game), rng)
            deal = with_telling_ties(deal, final, rng, ties)
            where = f"{count} players, {name}, game {game}"
            table = Table(count, deal, first, variant)
            _Play(engine, table, moves, where, rng, refusals, tried).to_the_end()
            played += 1
            placements += len(moves)
    return Checked(played, placements)


def compare_engine(state: GameState, game: EngineGame, where: str = "") -> None:
    """Check that an engine's game stands as a state does, for those who play along themselves.

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
        state: how the game stands by the rules.
        game: the engine's game.
        where: what the failure says of the table.

    Raises:
        CheckFailed: a fact or the legal moves differ; the text tells all that do.
    """
    check_type("state", state, GameState)
    told: Mapping[str, object] = dict(game.facts())
    expected = _facts_of(state)
    differences = [
        f"facts() tells {name!r}, which is no fact: use {', '.join(Facts.__annotations__)}"
        for name in sorted(told.keys() - Facts.__annotations__.keys())
    ]
    if not told:
        differences.append("facts() tells nothing, so nothing can be compared")
    wrong = []
    for name, wanted in expected.items():
        if name in told:
            got = _plain(name, told[name])
            if got != wanted:
                wrong.append(name)
                differences.append(f"{name}: the rules say {wanted}, the engine says {got}")
    if too_early := sorted(told.keys() & _AT_THE_END - expected.keys()):
        differences.append(f"{', '.join(too_early)}: told before the game is over")
    if state.phase is Phase.GAME_OVER and any(name in _AT_THE_END for name in wrong):
        differences.append(
            f"the scores: points {expected['penalty_points']}, piles {expected['score_piles']}"
        )
    differences += _wrong_moves(legal_moves(state), list(game.legal_moves()))
    if differences:
        raise CheckFailed(
            "The engine differs from the rules.\n"
            f"{_moment(where, state)}\n  " + "\n  ".join(differences)
        )


_AT_THE_END = frozenset({"winners", "totals", "ranking"})


def _wrong_moves(ours: Sequence[Move], theirs: Sequence[Move]) -> Iterator[str]:
    if strange := [move for move in theirs if not isinstance(move, Move)]:
        yield f"legal moves: the engine lists what is no Move, such as {brief(strange[0])}"
        return
    if missing := [move for move in ours if move not in theirs]:
        yield f"legal moves: the engine lacks {listed(missing)}"
    if too_many := [move for move in theirs if move not in ours]:
        yield f"legal moves: the engine allows {listed(sorted(set(too_many), key=str))}"
    if twice := [move for move, count in Counter(theirs).items() if count > 1]:
        yield f"legal moves: the engine lists more than once {listed(sorted(twice, key=str))}"


@attrs.frozen
class _Play:
    """One game in an engine, and how it is played."""

    engine: Engine
    table: Table
    moves: Sequence[Move]
    where: str
    rng: random.Random
    refusals: int
    tried: Tried

    def to_the_end(self) -> None:
        """Play the game along the rules."""
        table, where = self.table, self.where
        state = setup(
            table.players, deal=table.deal, first_player=table.first_player, variant=table.variant
        )
        with _calling("start a game", where, state):
            game = self.engine(table)
        self._compare(state, game, where)
        for move in self.moves:
            for _ in range(self.refusals):
                self._try_illegal(state, game)
            with _calling(f"apply {move}", where, state):
                game.apply(move)
            state = apply(state, move)
            self._compare(state, game, where)
            if state.phase is Phase.ROUND_OVER:
                self._try_when_nobody_moves(state, game)
                with _calling("score the round", where, state):
                    game.score_round()
                state = score_round(state)
                self._compare(state, game, where)
        self._try_when_nobody_moves(state, game)

    def _compare(self, state: GameState, game: EngineGame, where: str) -> None:
        with _calling("tell how its game stands", where, state):
            compare_engine(state, game, where)

    def _try_when_nobody_moves(self, state: GameState, game: EngineGame) -> None:
        if self.refusals:
            self._try_illegal(state, game)

    def _try_illegal(self, state: GameState, game: EngineGame) -> None:
        move = illegal_move(state, self.rng, self.tried)
        with _calling(f"refuse {move}", self.where, state):
            try:
                game.apply(move)
            except Exception:  # noqa: BLE001 - an engine may refuse with any error
                self._compare(state, game, f"{self.where}, after {move} was refused")
                return
        reasons = " ".join(str(violation) for violation in explain(state, move))
        raise CheckFailed(
            f"The engine took a move that the rules refuse, {move}: {reasons}\n"
            f"{_moment(self.where, state)}\n"
            f"  legal: {listed(legal_moves(state))}"
        )


def _moment(where: str, state: GameState) -> str:
    when = f"round {state.round_number}, {state.phase.value}, {line_of(state)}"
    return f"  table: {where}\n  moment: {when}"


@contextmanager
def _calling(what: str, where: str, state: GameState) -> Iterator[None]:
    try:
        yield
    except CheckFailed:
        raise
    except (Exception, SystemExit) as error:
        raise CheckFailed(
            f"The engine could not {what}: {error_text(error)}.\n{_moment(where, state)}"
        ) from error


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
    """Return a fact as text and lists, which compare and read alike from both sides."""
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

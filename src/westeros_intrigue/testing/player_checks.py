"""What a player program must keep: `check_player`."""

from __future__ import annotations

import random
from collections.abc import Iterable

import attrs

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.values import brief
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.players import Player, random_player
from westeros_intrigue.rules.explain import explain
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, distinct_moves, legal_moves
from westeros_intrigue.rules.scoring import score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move
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


def check_player(
    player: Player,
    *,
    players: Iterable[int] | None = None,
    variants: Iterable[Variant] | None = None,
    games: int = 2,
    seed: int = 0,
    reproducible: bool = True,
) -> Checked:
    """Check that a player keeps what `play_game` asks of it, in games against random players.

    - On every turn it returns a legal `Move`, and raises nothing.
    - It uses nothing of its source of random numbers but `random()`, and leaves Python's global
      source alone.
    - It does not change the view it is shown.
    - The same views and random numbers give the same moves: each game is played twice.

    >>> from westeros_intrigue import greedy_player
    >>> check_player(greedy_player, players=[2], games=1).games
    14
    >>> check_player(lambda view, rng: None, players=[2])
    Traceback (most recent call last):
    ...
    westeros_intrigue.testing.checks.CheckFailed: The player did not return a Move: None.
      table: 2 players, standard, game 0, player at seat 0
      turn: round 1, at the start of the round
      hand: S1 S2 S7 S8 L1 L3 L4 L5 L6 B3 B7 T4 T7 T8
      legal: S1@a0 S2@a0 S7@a0 S8@a0 L1@a0 L3@a0 L4@a0 L5@a0 and 6 more

    Args:
        player: the player.
        players: the numbers of players at a table, from 2 to 6; all by default.
        variants: the tables; by default some for all options, with automated seats too.
        games: how many games are played at each table.
        seed: another seed gives other games.
        reproducible: whether the same game must go the same way twice. A player that
            remembers earlier games, or has a source of chance of its own, cannot promise that.

    Raises:
        CheckFailed: the player breaks one of these; the text tells where.
        InvalidValue: a number out of its range; a table where every seat is automated; or there
            is no table to check anything at.
    """
    if not callable(player):
        raise WrongType(f"a player must be callable with view and rng, not {brief(player)}")
    played = placements = 0
    for table, (count, name, variant) in enumerate(each_table(players, variants, games, seed)):
        free = [seat for seat in range(count) if seat not in variant.automated]
        if not free:
            raise InvalidValue(f"every seat is automated, so no player can be checked: {name}")
        for number in range(games):
            seat = free[(table + number) % len(free)]
            where = f"{count} players, {name}, game {number}, player at seat {seat}"
            turns = _Game(player, count, variant, seat, seed + number, where).turns()
            played += 1
            placements += len(turns)
            if reproducible:
                again = f"{where}, the same game again"
                game = _Game(player, count, variant, seat, seed + number, again)
                _compare_games(turns, game.turns(), where)
                played += 1
    return Checked(played, placements)


def _compare_games(turns: list[_Turn], again: list[_Turn], where: str) -> None:
    for (turn, first), (_, second) in zip(turns, again, strict=False):
        if first != second:
            raise CheckFailed(
                "The player chose another move when the same game was played again: "
                f"{first}, then {second}.\n"
                f"  table: {where}\n"
                f"  turn: {turn}\n"
                "  Draw from the source of random numbers that it is given, and remember nothing "
                "from game to game; or check it with reproducible=False."
            )


_Turn = tuple[str, Move]
"""When it was, as text, and the player's move."""


@attrs.frozen
class _Game:
    """A game of the player against random players."""

    player: Player
    players: int
    variant: Variant
    seat: int
    seed: int
    where: str

    def turns(self) -> list[_Turn]:
        """Play the game, and return the player's turns."""
        first = self.variant.first_player
        state = setup(
            self.players,
            seed=self.seed,
            first_player=self.seed % self.players if first is None else first,
            variant=self.variant,
        )
        own, others = _Narrow(source(self.seed, "own")), source(self.seed, "others")
        turns = []
        while state.phase is not Phase.GAME_OVER:
            active = state.active_player
            if active is None:
                state = score_round(state)
            elif active == self.seat:
                move = _asked(self.player, state, own, self.where)
                turns.append((_turn(state), move))
                state = apply(state, move)
            elif active in self.variant.automated:
                state = apply(state, distinct_moves(state)[0])
            else:
                state = apply(state, random_player(observe(state, active), others))
        return turns


def _turn(state: GameState) -> str:
    return f"round {state.round_number}, {line_of(state)}"


def _asked(player: Player, state: GameState, rng: RandomSource, where: str) -> Move:
    seat = state.active_player or 0
    view = observe(state, seat)

    def failed(what: str) -> CheckFailed:
        return CheckFailed(
            f"{what}\n"
            f"  table: {where}\n"
            f"  turn: {_turn(state)}\n"
            f"  hand: {' '.join(map(str, state.hands[seat]))}\n"
            f"  legal: {listed(legal_moves(state))}"
        )

    before = random.getstate()
    try:
        move: object = player(view, rng)
    except (Exception, SystemExit) as error:
        raise failed(f"The player raised {error_text(error)}.") from error
    if random.getstate() != before:
        raise failed(
            "The player drew from Python's global source of random numbers or seeded it. It must "
            "draw from the one that it is given."
        )
    if view != observe(state, seat):
        raise failed("The player changed the view that it is shown.")
    if not isinstance(move, Move):
        raise failed(f"The player did not return a Move: {brief(move)}.")
    if violations := explain(view, move):
        reasons = " ".join(str(violation) for violation in violations)
        raise failed(f"The player chose a move that the rules refuse, {move}: {reasons}")
    return move


@attrs.frozen
class _Narrow:
    """A source of random numbers that can do no more than the protocol says."""

    _source: random.Random

    def random(self) -> float:
        return self._source.random()

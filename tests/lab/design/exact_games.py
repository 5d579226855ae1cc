"""Games and changes of their rules whose effects between random players are known exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from attrs import frozen

from lab.solving.open_pig import OpenPig, Rolled
from nim import Heap, Nim
from poker import Bets, Kuhn
from westeros_intrigue.gamekit import GameOf, Position, RandomSource, Range, replace_item
from westeros_intrigue.lab.matches.match import Match
from westeros_intrigue.lab.solving import solve
from westeros_intrigue.lab.solving.rules import Rules, rules_of


class FourNim(Nim):
    """Take one to four stones."""

    def moves(self, state: Heap, seat: int) -> range:
        del seat
        return range(1, min(4, state.stones) + 1)


class MirrorNim(Nim):
    """The same game, in which random players choose other moves, since the list is reversed."""

    def moves(self, state: Heap, seat: int) -> range:
        del seat
        return range(min(3, state.stones), 0, -1)


class SameNim(Nim):
    """Exactly the same game."""

    def moves(self, state: Heap, seat: int) -> range:
        return super().moves(state, seat)


class FiveKuhn(Kuhn):
    """Kuhn poker with five cards."""

    DECK = (0, 1, 2, 3, 4)


@frozen
class Steps(Position):
    """The steps that each player has climbed."""

    steps: tuple[int, ...]


class Climb(GameOf[Steps, int]):
    """Climb one or two steps, or slip down one. The first at the top wins."""

    TOP, FARTHEST = 4, 2

    def start(self, players: int, rng: RandomSource) -> Steps:
        del rng
        return Steps((0,) * players, players=players)

    def moves(self, state: Steps, seat: int) -> Sequence[int]:
        return range(1, min(self.FARTHEST, self.TOP - state.steps[seat]) + 1)

    def play(self, state: Steps, seat: int, move: int, rng: RandomSource) -> Steps:
        del rng
        steps = replace_item(state.steps, seat, state.steps[seat] + move)
        after = None if steps[seat] == self.TOP else (seat + 1) % state.players
        return state.replace(steps=steps, to_move=after)

    def scores(self, state: Steps) -> Sequence[int]:
        return state.steps


class FastClimb(Climb):
    """Climb up to three steps."""

    FARTHEST = 3


@frozen
class Held(Position):
    """The card of each player, and who still decides."""

    cards: tuple[int, ...] = ()
    swaps: bool = False


class HighCard(GameOf[Held, str]):
    """Keep your card or draw another one. The highest card wins; equal ones share."""

    def start(
        self,
        players: int,
        rng: RandomSource,
        *,
        ranks: Annotated[int, Range(2, 9), "the ranks of the cards"] = 3,
    ) -> Held:
        del rng, ranks
        return Held(players=players)

    def chance(self, state: Held) -> Sequence[tuple[Held, int]]:
        ranks = range(int(str(state.options["ranks"])))
        if len(state.cards) < state.players:
            return [(state.replace(cards=(*state.cards, rank)), 1) for rank in ranks]
        if not state.swaps:
            return ()
        seat = (state.turn - 1) % state.players
        cards = [replace_item(state.cards, seat, rank) for rank in ranks]
        return [(state.replace(cards=each, swaps=False), 1) for each in cards]

    def moves(self, state: Held, seat: int) -> Sequence[str]:
        return ["keep", "draw"] if state.cards[seat] else ["draw"]

    def play(self, state: Held, seat: int, move: str, rng: RandomSource) -> Held:
        del rng
        after = seat + 1 if seat + 1 < state.players else None
        return state.replace(swaps=move == "draw", to_move=after)

    def scores(self, state: Held) -> Sequence[int]:
        return state.cards


def hasty(view: Steps, rng: RandomSource | None) -> int:
    """Climb as far as the steps allow."""
    del rng
    return min(Climb.FARTHEST, Climb.TOP - view.steps[view.to_move[0]])


class HastyClimb(Climb):
    """Climb, with a bot."""

    BOTS = (hasty,)


Side: TypeAlias = tuple[Any, dict[str, int]]
Player: TypeAlias = Callable[[Any, Any], Any]
Case: TypeAlias = tuple[Side, Side, int, Player | None]
Totals: TypeAlias = defaultdict[str, float]


def honest(view: Bets, rng: RandomSource | None) -> str:
    """Bet with the third card and higher ones."""
    del rng
    return "bet" if view.cards[view.to_move[0]] >= 2 else "pass"


nim, four_nim, mirror_nim, same_nim = Nim(), FourNim(), MirrorNim(), SameNim()
kuhn, five_kuhn, climb, fast_climb, high_card = Kuhn(), FiveKuhn(), Climb(), FastClimb(), HighCard()
open_pig = OpenPig()

CASES: dict[str, Case] = {
    "nim": ((nim, {"stones": 9}), (four_nim, {"stones": 9}), 2, None),
    "kuhn": ((kuhn, {}), (five_kuhn, {}), 2, honest),
    "climb": ((climb, {}), (fast_climb, {}), 3, None),
    "high card": ((high_card, {"ranks": 3}), (high_card, {"ranks": 5}), 2, None),
    "no effect": ((nim, {"stones": 9}), (mirror_nim, {"stones": 9}), 2, None),
}
"""Both sides of each change, the number of seats, and their player; None for random moves."""


def exact_measures(side: Side, seats: int, player: Player | None) -> dict[str, float]:
    """The measures of a game between such players, by trying every move and all chance."""
    rules = rules_of(side[0], seats, side[1], "victory")
    return _ratios(_expect(rules, [player] * seats, rules.root, None, None))


def exact_between(
    side: Side, seats: int, entrants: Mapping[str, Player | None]
) -> dict[str, float]:
    """The measures of a game between entrants, in all seatings."""
    rules = rules_of(side[0], seats, side[1], "victory")
    names = (*entrants,)
    seatings = Match(names, seats, 1, 1, None).seatings(0)
    total: Totals = defaultdict(float)
    chairs: Totals = defaultdict(float)
    for seating in seatings:
        seated = [names[who or 0] for who in seating]
        sums = _expect(rules, [entrants[name] for name in seated], rules.root, None, None)
        _add(total, sums, 1 / len(seatings))
        for seat, name in enumerate(seated):
            total[f"won by {name}"] += sums[f"won by seat {seat}"]
            chairs[f"won by {name}"] += 1
    return _ratios(total) | {name: total[name] / chairs[name] for name in chairs}


def _ratios(sums: Totals) -> dict[str, float]:
    ratios = {"choices a move": "choices", "moves without a choice": "forced"}
    found = {name: sums[name] for name in sums if name not in ratios.values()}
    return found | {name: sums[part] / sums["moves"] for name, part in ratios.items()}


def _expect(
    rules: Rules[Any, Any],
    players: Sequence[Player | None],
    state: Any,
    first: int | None,
    last: int | None,
) -> Totals:
    total: Totals = defaultdict(float)
    if outcomes := rules.outcomes(state):
        for outcome, share in outcomes:
            _add(total, _expect(rules, players, outcome, first, last), share)
        return total
    if not state.to_move:
        worth = rules.worth(state)
        scores = rules.game.scores(state)
        total["won by who begins"] = worth[first or 0]
        for seat, share in enumerate(worth):
            total[f"won by seat {seat}"] = share
        total["shared victories"] = sum(share > 0 for share in worth) > 1
        total["mean total"] = sum(scores) / len(scores)
        best, second = sorted(scores, reverse=True)[:2]
        total["margin"] = best - second
        return total
    seat = state.to_move[0]
    moves = rules.game.moves(state, seat)
    here = {"moves": 1, "choices": len(moves), "forced": len(moves) == 1, "turns": seat != last}
    _add(total, here, 1)
    player = players[seat]
    chosen = moves if player is None else [player(state, None)]
    for move in chosen:
        after = rules.after(state, move)
        rest = _expect(rules, players, after, seat if first is None else first, seat)
        _add(total, rest, 1 / len(chosen))
    return total


def _add(total: Totals, part: Mapping[str, float], share: float) -> None:
    for name, value in part.items():
        total[name] += share * value


TARGETS = (4, 6)
SOLVED = {target: solve(open_pig, 2, {"target": target}, returns="victory") for target in TARGETS}


def perfect(view: Rolled, rng: RandomSource | None) -> str:
    """Play Pig as its solution does."""
    del rng
    moves = SOLVED[int(str(view.options["target"]))].best_moves(view)
    return str(moves[0])

"""What `check_engine` plays: moves that lead to the edges, ties at the end, illegal moves."""

from __future__ import annotations

import enum
import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence

import attrs

from westeros_intrigue.rules.cards import DECK, IronThroneCard
from westeros_intrigue.rules.dealing import Deal, draw_deal
from westeros_intrigue.rules.explain import explain
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, legal_moves
from westeros_intrigue.rules.scoring import rank, score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.rules.variants import Variant

Piles = tuple[tuple[IronThroneCard, ...], ...]


class Style(enum.Enum):
    """How the moves of a game are chosen. Chance alone hardly ever comes to the edges."""

    CHANCE = "by chance"
    HEIGHTS_LEFT = "into the heights, and left of all before"
    BOTTOM_ROW = "along the bottom row first"
    HEIGHTS_RIGHT = "into the heights, and right of all before"
    HEIGHTS = "into the heights"


def style_of(table: int, game: int) -> Style:
    """Return the style of a game at a table, both counted from 0: every second is by chance."""
    if game % 2 == 0:
        return Style.CHANCE
    edges = tuple(Style)[1:]
    return edges[(table + game // 2) % len(edges)]


def plan(
    players: int, variant: Variant, first_player: int, style: Style, rng: random.Random
) -> tuple[Deal, tuple[Move, ...], GameState]:
    """Return a deal, the moves of a game with it in a style, and the game's last state."""
    deal = draw_deal(players, rng, variant)
    state = setup(players, deal=deal, first_player=first_player, variant=variant)
    moves = []
    while state.phase is not Phase.GAME_OVER:
        if state.phase is Phase.ROUND_OVER:
            state = score_round(state)
        else:
            moves.append(_chosen(legal_moves(state), style, rng))
            state = apply(state, moves[-1])
    return deal, tuple(moves), state


def _chosen(legal: Sequence[Move], style: Style, rng: random.Random) -> Move:
    if style is not Style.CHANCE:
        choose_row = min if style is Style.BOTTOM_ROW else max
        row = choose_row(move.slot.row for move in legal)
        legal = [move for move in legal if move.slot.row == row]
        if row == 0 and style in (Style.HEIGHTS_LEFT, Style.HEIGHTS_RIGHT):
            choose_end = min if style is Style.HEIGHTS_LEFT else max
            end = choose_end(move.slot.column for move in legal)
            legal = [move for move in legal if move.slot.column == end]
    return rng.choice(legal)


# Ties


_LAST = 10**12  # more icons than any card has
_WRONG_TIE_BREAKS: dict[str, Callable[[Sequence[int]], int]] = {
    "none": lambda _icons: 0,
    "most icons": lambda icons: -min(icons, default=-_LAST),
    "all icons together": lambda icons: sum(icons) if icons else _LAST,
    "the card with the most icons": lambda icons: max(icons, default=_LAST),
    "the first card": lambda icons: icons[0] if icons else _LAST,
    "the last card": lambda icons: icons[-1] if icons else _LAST,
    "most cards": lambda icons: -len(icons),
    "no card before any": lambda icons: min(icons, default=0),
}
"""Ways to break a tie that somebody may hold for right, from the icons of a pile: fewest first."""

SEATS = "seats"
"""The name of one more wrong tie-break: nobody ever shares a place."""

ALL_WRONG_TIE_BREAKS = frozenset({*_WRONG_TIE_BREAKS, SEATS})

_SHUFFLES = 60


def with_telling_ties(deal: Deal, final: GameState, rng: random.Random, told: set[str]) -> Deal:
    """Return the deal with Iron Throne cards after which the game ends in ties that tell most.

    Who draws them depends on the moves alone, so the moves stay as they are. `told` are the wrong
    tie-breaks that earlier games would have shown; those of this game are added.
    """
    drawers = [result.last_placer for result in final.results]
    best, most = tuple(deal.throne_cards), frozenset[str]()
    for shuffle in range(_SHUFFLES):
        cards = tuple(rng.sample(final.variant.throne_cards, len(drawers))) if shuffle else best
        piles: list[list[IronThroneCard]] = [[] for _ in range(final.players)]
        for drawer, card in zip(drawers, cards, strict=True):
            piles[drawer].append(card)
        shown = wrong_tie_breaks(final.penalty_points, tuple(map(tuple, piles)))
        if (len(shown - told), len(shown)) > (len(most - told), len(most)):
            best, most = cards, shown
    told |= most
    return attrs.evolve(deal, throne_cards=best)


def wrong_tie_breaks(penalty_points: Sequence[int], piles: Piles) -> frozenset[str]:
    """Return the wrong tie-breaks that would rank these scores in another way than the rules."""
    result = rank(penalty_points, piles)
    shown = {SEATS} if any(len(place) > 1 for place in result.ranking) else set()
    for name, of_pile in _WRONG_TIE_BREAKS.items():
        places = [
            (total, of_pile([card.icons for card in pile]))
            for total, pile in zip(result.totals, piles, strict=True)
        ]
        in_order = sorted(range(len(places)), key=places.__getitem__)
        ranking = tuple(
            tuple(together) for _, together in itertools.groupby(in_order, places.__getitem__)
        )
        if ranking != result.ranking:
            shown.add(name)
    return frozenset(shown)


# Illegal moves


Tried = Counter[tuple[str, int]]
"""How often a move was tried that breaks a rule alone, by the violation's code and the row."""

_CANDIDATES = 16


def illegal_move(state: GameState, rng: random.Random, tried: Tried) -> Move:
    """Return a move that the rules refuse, for a reason that was tried less often than others.

    A move that breaks one rule alone comes first: another fault would hide that it is not looked
    at. The move is counted in `tried`.
    """
    found: list[tuple[int, int, Move, tuple[str, int]]] = []
    while not found:
        for _ in range(_CANDIDATES):
            move = _candidate(state, rng)
            if violations := explain(state, move):
                key = (violations[0].code.value, move.slot.row)
                found.append((len(violations), tried[key], move, key))
    _, _, move, key = min(found, key=lambda one: one[:2])
    tried[key] += 1
    return move


def _candidate(state: GameState, rng: random.Random) -> Move:
    """A move that may be illegal; most often of a held card, and in the court or at its edge."""
    court, seat = state.court, state.active_player
    held = () if seat is None else state.hands[seat]
    if seat in state.variant.automated and rng.random() < 0.5:
        # Nearly the move that is dictated: another card in the same slot, or the same card.
        [dictated] = legal_moves(state)
        if rng.random() < 0.5:
            return Move(rng.choice(held), dictated.slot)
        return Move(dictated.card, rng.choice(court.open_slots(dictated.card.house)))
    card = rng.choice(held if held and rng.random() < 0.7 else DECK)
    slot = Slot(rng.randrange(9), rng.randrange(-12, 13))
    where = rng.randrange(8)
    if court and where > 3:
        taken = rng.choice(tuple(court))
        slot = Slot(taken.row + rng.randrange(2), taken.column + rng.randrange(-1, 2))
    elif where and (open_slots := court.open_slots(card.house)):
        slot = rng.choice(open_slots)
    return Move(card, slot)

"""The strategies of the package, with the standard game where a test names no variant.

Besides, a renumbering of the cards, which play must not depend on.
"""

from __future__ import annotations

from collections.abc import Collection

import attrs
from hypothesis import settings, strategies as st

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Deal,
    GameState,
    House,
    Move,
    Phase,
    RoundDeal,
    Variant,
    testing,
)
from westeros_intrigue.rules.cards import FARTHEST_COLUMN, HIGHEST_ROW
from westeros_intrigue.testing import (
    cards,
    decks,
    first_players,
    houses,
    moves,
    moves_in,
    player_counts,
    slots,
    slots_near,
    throne_cards,
)
from westeros_intrigue.testing.strategies import play_game, play_round

__all__ = [
    "FARTHEST_COLUMN",
    "FEW",
    "HIGHEST_ROW",
    "HOUSES",
    "MANY",
    "Renumbering",
    "cards",
    "decks",
    "first_players",
    "games",
    "houses",
    "moves",
    "moves_in",
    "play_game",
    "play_round",
    "player_counts",
    "renumberings",
    "round_states",
    "slots",
    "slots_near",
    "starts",
    "states",
    "throne_cards",
]

HOUSES: tuple[House, ...] = tuple(House)
FEW = settings().max_examples // 5
"""How many examples of a test that takes long over one."""
MANY = settings(max_examples=4 * settings().max_examples)
"""For a test of which an example takes no time."""


def starts(
    players: int | None = None, variant: Variant = STANDARD, *, rounds: int | None = None
) -> st.SearchStrategy[GameState]:
    return testing.starts(players, variant, rounds=rounds)


def round_states(
    players: int | None = None, variant: Variant = STANDARD
) -> st.SearchStrategy[tuple[GameState, ...]]:
    return testing.round_states(players, variant)


def games(
    players: int | None = None, variant: Variant = STANDARD
) -> st.SearchStrategy[tuple[GameState, ...]]:
    return testing.games(players, variant)


def states(
    players: int | None = None,
    variant: Variant = STANDARD,
    *,
    phases: Collection[Phase] = tuple(Phase),
) -> st.SearchStrategy[GameState]:
    return testing.states(players, variant, phases=phases)


@attrs.frozen
class Renumbering:
    """Another numbering of the cards of each house; every house keeps its nine cards."""

    cards: dict[Card, Card]
    """Each card's new one."""

    def move(self, move: Move) -> Move:
        """The same move with the renumbered card."""
        return Move(self.cards[move.card], move.slot)

    def deal(self, deal: Deal) -> Deal:
        """The same deal with the renumbered cards."""
        return Deal(
            [
                RoundDeal(
                    [[self.cards[card] for card in hand] for hand in dealt.hands],
                    [self.cards[card] for card in dealt.starters],
                )
                for dealt in deal.rounds
            ],
            deal.throne_cards,
        )


@st.composite
def renumberings(draw: st.DrawFn) -> Renumbering:
    """Any renumbering of the cards within their houses."""
    renumbered: dict[Card, Card] = {}
    for house in HOUSES:
        numbered = [card for card in DECK if card.house is house]
        renumbered.update(zip(numbered, draw(st.permutations(numbered)), strict=True))
    return Renumbering(renumbered)

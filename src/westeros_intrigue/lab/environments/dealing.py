"""Chance one card at a time: the houses of the dealt cards, and the Iron Throne cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import attrs

from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES, House, IronThroneCard
from westeros_intrigue.rules.dealing import RoundDeal
from westeros_intrigue.rules.history import Phase
from westeros_intrigue.rules.scoring import proceed, score_round
from westeros_intrigue.rules.state import GameState, deal_round

MOST_OUTCOMES = max(len(HOUSES), 7)
"""The most outcomes of one draw: four houses, or seven Iron Throne cards."""


def letters(houses: Iterable[House]) -> str:
    """Return the letters of houses as one text."""
    return "".join(house.letter for house in houses)


@attrs.frozen
class Dealing(Value):
    """A game whose chance is drawn when needed, with the houses dealt so far in the round."""

    game: GameState
    dealt: tuple[House, ...] = ()

    @property
    def is_chance(self) -> bool:
        """True if the next step is the draw of a card."""
        return self.game.phase in {Phase.DEALING, Phase.ROUND_OVER}

    @property
    def outcomes(self) -> tuple[tuple[int, float], ...]:
        """The possible draws, ascending, with their probabilities.

        A draw is the index of a house while cards are dealt, and at the end of a round the index of
        an Iron Throne card in the variant's table, the first of equal ones.
        """
        if self.game.phase is Phase.DEALING:
            left = {house.index: CARDS_PER_HOUSE - self.dealt.count(house) for house in HOUSES}
        else:
            table = self.game.variant.throne_cards
            drawn = Counter(card for pile in self.game.score_piles for card in pile)
            left = {table.index(card): count for card, count in (Counter(table) - drawn).items()}
        total = sum(left.values())
        return tuple((index, count / total) for index, count in sorted(left.items()) if count)

    def text_of(self, outcome: int) -> str:
        """Return a draw in words."""
        if self.game.phase is Phase.DEALING:
            return f"deal {HOUSES[outcome].letter} to {self._place(len(self.dealt))}"
        return f"draw {self._throne_card(outcome)}"

    def after(self, outcome: int) -> Dealing:
        """Return the game after a draw, at the next decision or the next draw."""
        if self.game.phase is Phase.ROUND_OVER:
            return Dealing(score_round(self.game, throne_card=self._throne_card(outcome)))
        dealt = (*self.dealt, HOUSES[outcome])
        text = letters(dealt)
        players, held = self.game.players, self._held
        if len(dealt) < held + self._starters:
            return Dealing(self.game, dealt)
        hands = [text[seat:held:players] for seat in range(players)]
        # The same draws must lead to the same game: OpenSpiel stores no more than these.
        again = random.Random(0)  # noqa: S311 - no view shows the numbers
        deal = RoundDeal.from_houses(hands, text[held:], rng=again)
        return Dealing(proceed(deal_round(self.game, deal)))

    def dealt_to(self, seat: int) -> tuple[House, ...]:
        """Return the houses dealt to a seat so far, in the order of the deck, while dealing."""
        dealt = self.dealt[seat : self._held : self.game.players]
        return tuple(sorted(dealt, key=HOUSES.index))

    @property
    def _held(self) -> int:
        game = self.game
        return game.players * game.variant.hand_size(game.players, game.round_number)

    @property
    def _starters(self) -> int:
        return self.game.variant.starter_count(self.game.players, self.game.round_number)

    def _place(self, number: int) -> str:
        return f"player {number % self.game.players}" if number < self._held else "the court"

    def _throne_card(self, outcome: int) -> IronThroneCard:
        return self.game.variant.throne_cards[outcome]

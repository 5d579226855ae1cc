"""The card game by houses, since card numbers have no effect on play.

Chance deals houses one card at a time, and draws the Iron Throne cards. A player's knowledge is a
text with the house letters of cards. The text is equal for all games that look alike to the player.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
import re
from collections import Counter
from itertools import chain

import attrs

from westeros_intrigue.drawing.scene import draw_text
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.rules import dealing, log, scoring
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES
from westeros_intrigue.rules.game_events import Phase, TurnStart
from westeros_intrigue.rules.state import GameState, deal_round, letters
from westeros_intrigue.rules.view import View

LETTERS = "".join(house.letter for house in HOUSES)
"""The letters of the houses, in order."""
MOST_OUTCOMES = max(len(HOUSES), 7)
"""The maximum number of outcomes of a draw: four houses, or seven Iron Throne cards."""


@attrs.frozen
class Dealing(Value):
    """A game whose chance is drawn when needed."""

    game: GameState
    """The game; if chance picks a deal next, as before the first card."""
    dealt: str = ""
    """The letters of the houses dealt so far in the round."""
    worlds: tuple[GameState, ...] = ()
    """The games among which chance picks next; empty if it does not pick a deal."""

    @property
    def is_chance(self) -> bool:
        """True if the next step is the draw of a card, or the pick of a deal."""
        return self.game.phase in {Phase.DEALING, Phase.ROUND_OVER}

    @property
    def outcomes(self) -> list[tuple[int, float]]:
        """The possible draws, ascending, with their probabilities.

        A draw is the index of a house while cards are dealt; at the end of a round, it is the index
        of an Iron Throne card in the variant's table, the first of equal ones. The pick of a deal
        is the index of its game.
        """
        if self.worlds:
            counts = [1] * len(self.worlds)
        elif self.game.phase is Phase.DEALING:
            counts = [CARDS_PER_HOUSE - self.dealt.count(letter) for letter in LETTERS]
        else:
            table, drawn = self.game.variant.throne_cards, chain(*self.game.score_piles)
            left = Counter(table) - Counter(drawn)
            counts = [left.pop(card, 0) for card in table]  # the first stands for its equals
        total = sum(counts)
        return [(index, count / total) for index, count in enumerate(counts) if count]

    def text_of(self, outcome: int) -> str:
        """Return a draw in words."""
        if self.worlds:
            return f"pick deal {outcome}"
        if self.game.phase is Phase.ROUND_OVER:
            return f"draw {self.game.variant.throne_cards[outcome]}"
        number, players = len(self.dealt), self.game.players
        place = f"player {number % players}" if number < self._held else "the court"
        return f"deal {LETTERS[outcome]} to {place}"

    def after(self, outcome: int) -> Dealing:
        """Return the game after a draw, at the next decision or the next draw."""
        game = self.game
        if self.worlds:
            return Dealing(self.worlds[outcome])
        if game.phase is Phase.ROUND_OVER:
            drawn = game.variant.throne_cards[outcome]
            return Dealing(scoring.score_round(game, throne_card=drawn))
        dealt, held = self.dealt + LETTERS[outcome], self._held
        if len(dealt) < held + game.variant.starter_count(game.players, game.round_number):
            return Dealing(game, dealt)
        hands = [dealt[seat : held : game.players] for seat in range(game.players)]
        # The same draws must lead to the same game, since OpenSpiel stores only the draws. Other
        # draws lead to other numbers, so a number shows no player what the others hold.
        rng = random.Random(dealt)  # noqa: S311 - a game, no secret
        deal = dealing.RoundDeal.from_houses(hands, dealt[held:], rng=rng)
        return Dealing(scoring.proceed(deal_round(game, deal)))

    def deal_to(self, seat: int) -> str:
        """Return the houses dealt to a seat so far, in the order of the deck, while dealing."""
        dealt = self.dealt[seat : self._held : self.game.players]
        return "".join(sorted(dealt, key=LETTERS.index))

    @property
    def _held(self) -> int:
        """The number of cards in all hands once the round is dealt."""
        game = self.game
        return game.players * game.variant.hand_size(game.players, game.round_number)


def public_text(seen: View, *, recall: bool) -> str:
    """Return the public information: of the whole game with `recall`, otherwise of this moment.

    It has the letters of houses instead of cards.
    """
    if recall:
        events = [event for event in log.events(None, seen) if type(event) is not TurnStart]
        text = "\n".join(map(str, events))
    else:
        text = draw_text(seen)
    # A digit is sought first, and then looked at from behind, which takes half the time.
    return re.sub(f"[1-9](?<=[{LETTERS}].)", "", text)


def private_text(view: View, *, recall: bool) -> str:
    """Return the viewer's private information."""
    lines = [f"player {view.player} holds {letters(view.hand)}"]
    if view.score_pile:
        lines.append(", ".join(map(str, view.score_pile)))
    if recall:
        kept = enumerate(view.kept, start=1)
        lines += [f"kept {letters(cards or ())} in round {number}" for number, cards in kept]
    return "\n".join(lines)

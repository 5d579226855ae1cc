"""Kuhn poker and Leduc poker, whose chance is stated, so that programs can solve them exactly.

python examples/poker.py
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from attrs import frozen

from westeros_intrigue.gamekit import GameOf, Position, RandomSource, choose, replace_item
from westeros_intrigue.lab.solving import GameTree

HIDDEN = -1
"""A card that the viewer may not see."""


@frozen
class Bets(Position):
    """The cards and the chips of the players."""

    cards: tuple[int, ...] = ()
    """The card of each player, once it is dealt."""
    staked: tuple[int, ...] = (1, 1)
    """The chips of each player in the pot."""
    made: tuple[str, ...] = ()
    """The moves since the last card was dealt."""
    folded: int | None = None
    """The player who folded."""
    public: int | None = None
    """In Leduc, the card on the table."""
    is_shown: bool = False
    """True if chance deals the card on the table next."""


class Kuhn(GameOf[Bets, str]):
    """Three cards, one for each of two players. Bet a chip or pass; the higher card wins."""

    MAX_PLAYERS = 2
    DECK: tuple[int, ...] = (0, 1, 2)

    def start(self, players: int, rng: RandomSource) -> Bets:
        """Stake a chip each."""
        return Bets(players=players)

    def chance(self, state: Bets) -> Sequence[tuple[Bets, int]]:
        """Deal two different cards."""
        if state.cards:
            return ()
        return [(state.replace(cards=cards), 1) for cards in itertools.permutations(self.DECK, 2)]

    def moves(self, state: Bets, seat: int) -> Sequence[str]:
        """Return both moves; after a bet, a pass folds and a bet calls."""
        return ("pass", "bet")

    def play(self, state: Bets, seat: int, move: str, rng: RandomSource) -> Bets:
        """Bet or pass: two equal moves, or a pass after a bet, end the game."""
        made = (*state.made, move)
        if move == "bet":
            state = state.replace(staked=replace_item(state.staked, seat, 2))
        if made[-2:] == ("bet", "pass"):
            return state.replace(made=made, folded=seat, to_move=None)
        is_over = len(made) > 1 and made[-1] == made[-2]
        return state.replace(made=made, to_move=None if is_over else 1 - seat)

    def scores(self, state: Bets) -> tuple[float, float]:
        """Return what each player has won."""
        winner = self.winner(state)
        if winner is None:
            return (0.0, 0.0)
        won = float(state.staked[1 - winner])
        return (won, -won) if winner == 0 else (-won, won)

    def winner(self, state: Bets) -> int | None:
        """Return the player who did not fold, or whose card is higher; None if they are equal."""
        if state.folded is not None:
            return 1 - state.folded
        first, second = (self.rank(card, state) for card in state.cards)
        return None if first == second else int(second > first)

    def rank(self, card: int, state: Bets) -> int:
        """Return what a card is worth."""
        return card

    def hide(self, state: Bets, seat: int | None) -> Bets:
        """Hide the other card."""
        cards = [card if at == seat else HIDDEN for at, card in enumerate(state.cards)]
        return state.replace(cards=tuple(cards))

    def guess(self, view: Bets, rng: RandomSource) -> Bets:
        """Deal cards that the viewer has not seen."""
        cards = list(view.cards)
        for at, card in enumerate(cards):
            if card == HIDDEN:
                taken = {*cards, view.public}
                cards[at] = choose([card for card in self.DECK if card not in taken], rng)
        return view.replace(cards=tuple(cards))


class Leduc(Kuhn):
    """Six cards in three ranks, one for each player and, after a round of bets, one for both.

    A pair with the card on the table wins, or else the higher card. Raise by two chips in the first
    round and by four in the second, at most twice a round.
    """

    DECK = (0, 1, 2, 3, 4, 5)

    def chance(self, state: Bets) -> Sequence[tuple[Bets, int]]:
        """Deal two cards, and later the card on the table."""
        if not state.is_shown:
            return super().chance(state)
        left = [card for card in self.DECK if card not in state.cards]
        return [(state.replace(public=card, is_shown=False), 1) for card in left]

    def moves(self, state: Bets, seat: int) -> Sequence[str]:
        """Return fold after a raise, call, and raise if there were fewer than two."""
        is_raised = state.staked[0] != state.staked[1]
        raises = state.made.count("raise") < 2
        return [*["fold"] * is_raised, "call", *["raise"] * raises]

    def play(self, state: Bets, seat: int, move: str, rng: RandomSource) -> Bets:
        """Fold, call or raise; two calls, or a call of a raise, end the round."""
        made, most = (*state.made, move), max(state.staked)
        if move == "fold":
            return state.replace(made=made, folded=seat, to_move=None)
        if move == "raise":
            most += 2 if state.public is None else 4
        state = state.replace(staked=replace_item(state.staked, seat, most), made=made)
        if move == "raise" or len(made) == 1:
            return state.replace(to_move=1 - seat)
        if state.public is None:
            return state.replace(made=(), is_shown=True, to_move=0)
        return state.replace(to_move=None)

    def rank(self, card: int, state: Bets) -> int:
        """Return the rank of a card, more for a pair."""
        is_pair = state.public is not None and card // 2 == state.public // 2
        return card // 2 + 3 * is_pair


kuhn, leduc = Kuhn(), Leduc()


def main() -> None:
    """Print an equilibrium of Kuhn poker."""
    tree = GameTree(kuhn)
    strategy = tree.find_equilibrium(iterations=1000)
    for each in tree.information_sets:
        bets = strategy(each.view)["bet"]
        print(f"card {each.view.cards[each.seat]}, after {each.view.made or 'nothing'}: {bets:.2f}")
    print(f"exploitability {tree.exploitability(strategy):.4f}")


if __name__ == "__main__":
    main()

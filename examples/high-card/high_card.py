"""High Card: a game with hidden hands. The highest card takes the trick; the most tricks win."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen

from westeros_intrigue.gamekit import (
    GameOf,
    Hand,
    Position,
    RandomSource,
    Rule,
    replace_item,
    shuffle,
)

DECK = tuple(range(1, 21))


@frozen
class Trick(Position):
    """The hands, the cards of the trick, and the tricks won."""

    hands: Annotated[
        tuple[tuple[int, ...], ...], Hand(DECK, seen=("trick", "played"), rest="aside")
    ]
    """The cards of each seat, which it alone sees."""
    trick: tuple[int, ...] = ()
    """The cards of this trick, in the order in which they were played."""
    played: tuple[int, ...] = ()
    """The cards of earlier tricks."""
    aside: tuple[int, ...] = ()
    """The cards that were not dealt."""
    won: tuple[int, ...] = ()
    """The tricks of each seat."""


def frugal(view: Trick, _rng: RandomSource, game: GameOf[Trick, int]) -> int:
    """Win with the lowest card that can, or else throw the lowest card."""
    cards = game.legal_moves(view)
    return min((card for card in cards if card > max(view.trick, default=0)), default=min(cards))


class HighCard(GameOf[Trick, int]):
    """Play a card in turn. The highest takes the trick, and leads the next one.

    The player with the most tricks when the hands are empty wins.
    """

    MAX_PLAYERS = 4
    RULES = (
        Rule("trick.highest", "The highest card takes the trick."),
        Rule("trick.lead", "The player who took the last trick leads."),
    )
    BOTS = (frugal,)

    def start(self, players: int, rng: RandomSource) -> Trick:
        """Deal five cards to each player."""
        cards = shuffle(DECK, rng)
        hands = [tuple(sorted(cards[5 * seat : 5 * seat + 5])) for seat in range(players)]
        return Trick(tuple(hands), aside=cards[5 * players :], won=(0,) * players, players=players)

    def moves(self, state: Trick, seat: int) -> tuple[int, ...]:
        """Return the cards of the hand: any can be played."""
        return state.hands[seat]

    def play(self, state: Trick, seat: int, move: int, rng: RandomSource) -> Trick:
        """Play a card; after the last card of a trick, the highest takes it."""
        hand = tuple(card for card in state.hands[seat] if card != move)
        trick, after = (*state.trick, move), (seat + 1) % state.players
        state = state.replace(
            hands=replace_item(state.hands, seat, hand), trick=trick, to_move=after
        )
        state = state.announce(f"player {seat} plays {move}")
        if len(trick) < state.players:
            return state
        # The seat after the last one led, so its card is first.
        winner = (after + trick.index(max(trick))) % state.players
        return state.replace(
            trick=(),
            played=(*state.played, *trick),
            won=replace_item(state.won, winner, state.won[winner] + 1),
            to_move=winner if any(state.hands) else None,
        ).announce(f"player {winner} takes the trick")

    def scores(self, state: Trick) -> tuple[int, ...]:
        """Return the tricks."""
        return state.won


high_card = HighCard()

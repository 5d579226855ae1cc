"""Follow Suit: hidden hands of which play shows something, an option, and a computer player."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Annotated

from attrs import frozen

from westeros_intrigue.gamekit import (
    Fault,
    GameOf,
    Hand,
    Position,
    RandomSource,
    Range,
    Refusals,
    Row,
    Rule,
    replace_item,
    shuffle,
)

DECK = tuple(suit + str(rank) for suit in "CDHS" for rank in range(1, 7))


@frozen
class Tricks(Position):
    """The hands, the cards on the table, and what play has shown."""

    hands: Annotated[
        tuple[tuple[str, ...], ...], Hand(DECK, seen=("trick", "played"), rest="aside")
    ]
    void: tuple[tuple[str, ...], ...]
    """The suits that a seat has shown that it lacks."""
    trick: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    won: tuple[int, ...] = ()


class Refusal(Refusals):
    """The reasons for refusing a card."""

    NOT_HELD = Row("not-held", "suit.hand", "the hand does not have the card.")
    NOT_FOLLOWED = Row[str](
        "not-followed", "suit.follow", lambda suit: f"the hand has cards of the suit led, {suit}."
    )


def thrifty(view: Tricks, _rng: RandomSource, game: GameOf[Tricks, str]) -> str:
    """Play the highest card if it takes the trick so far, or else the lowest."""
    moves = game.legal_moves(view)
    best = max(moves, key=lambda card: card[1])
    led = [card for card in view.trick if card[0] == view.trick[0][0]]
    takes = not led or (best[0] == led[0][0] and best > max(led))
    return best if takes else min(moves, key=lambda card: card[1])


class FollowSuit(GameOf[Tricks, str]):
    """Follow suit if you can. The highest card of the suit led takes the trick."""

    MIN_PLAYERS, MAX_PLAYERS = 3, 4
    RULES = (
        Rule("suit.hand", "A player plays a card of the own hand."),
        Rule("suit.follow", "A player who has a card of the suit led plays one."),
    )
    BOTS = (thrifty,)
    ACTIONS = DECK

    def start(
        self,
        players: int,
        rng: RandomSource,
        *,
        size: Annotated[int, Range(2, 6), "the cards of a hand"] = 5,
    ) -> Tricks:
        """Deal the hands."""
        cards = iter(shuffle(DECK, rng))
        hands = tuple(tuple(sorted(itertools.islice(cards, size))) for _ in range(players))
        return Tricks(
            hands, ((),) * players, aside=tuple(cards), won=(0,) * players, players=players
        )

    def moves(self, state: Tricks, seat: int) -> Sequence[str]:
        """Return the cards of the suit led, or any cards."""
        hand = state.hands[seat]
        led = state.trick[0][0] if state.trick else ""
        return [card for card in hand if card[0] == led] or hand

    def refuse(self, state: Tricks, seat: int, move: str) -> Iterator[Refusal | Fault[str]]:
        """Yield why a card may not be played."""
        if move not in state.hands[seat]:
            yield Refusal.NOT_HELD
        elif move not in self.moves(state, seat):
            yield Fault(Refusal.NOT_FOLLOWED, state.trick[0][0])

    def play(self, state: Tricks, seat: int, move: str, rng: RandomSource) -> Tricks:
        """Play a card, and note a suit that the player lacks."""
        if state.trick and move[0] != state.trick[0][0]:
            lacking = tuple(sorted({*state.void[seat], state.trick[0][0]}))
            state = state.replace(void=replace_item(state.void, seat, lacking))
        hand = tuple(card for card in state.hands[seat] if card != move)
        trick, after = (*state.trick, move), (seat + 1) % state.players
        state = state.replace(
            hands=replace_item(state.hands, seat, hand), trick=trick, to_move=after
        ).announce(f"player {seat} plays {move}")
        if len(trick) < state.players:
            return state
        best = max(card for card in trick if card[0] == trick[0][0])
        winner = (after + trick.index(best)) % state.players
        return state.replace(
            trick=(),
            played=(*state.played, *trick),
            won=replace_item(state.won, winner, state.won[winner] + 1),
            to_move=winner if hand else None,
        ).announce(f"player {winner} takes the trick")

    def scores(self, state: Tricks) -> Sequence[int]:
        """Return the tricks."""
        return state.won

    def may_hold(self, view: Tricks, seat: int, card: str, /) -> bool:
        """Return False for the suits that a seat has shown that it lacks."""
        return card[0] not in view.void[seat]


follow_suit = FollowSuit()


def main() -> None:
    """Play a game, and show what player 0 knows at its end."""
    from westeros_intrigue import play_game  # noqa: PLC0415 - for this program only

    final = play_game(["thrifty", "random", "thinker"], game=follow_suit, seed=1)
    print(follow_suit.draw_text(follow_suit.observe(final, 0)))


if __name__ == "__main__":
    main()

"""A game as read from text, before it is checked by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from westeros_intrigue.base.chance import RandomSource, random_below
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK, Card, House, IronThroneCard
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.transcript import InvalidRecord
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.text.records.fields import RESULTS
from westeros_intrigue.text.records.words import RecordedPlacement, RecordedRound


@attrs.frozen
class Claim:
    """A statement of the text that follows from the play, such as the points of a round."""

    line: int
    column: int
    key: str
    """The word that begins the line; `out` for an elimination."""
    said: str
    """The statement, in the form that a record writes."""
    round_number: int | None
    """The round, from 1; None at the end of the game."""
    player: int = 0
    """The seat that goes out, from 0, in an elimination."""
    placements_before: int = 0
    """The number of placements of the round before it, in an elimination."""


@attrs.frozen
class DraftPlacement:
    """A placement as read, with its position in the text."""

    player: int
    move: Move | tuple[House, Slot]
    """The move, or for printed cards, which have no numbers, its house and slot."""
    line: int
    column: int


@attrs.define
class DraftRound:
    """A round as read so far."""

    line: int
    hands: list[tuple[Card | House, ...]] = attrs.Factory(list)
    """The cards that are dealt, or only their houses, as for printed cards."""
    starters: tuple[Card | House, ...] = ()
    has_numbers: bool | None = None
    """True if the cards have numbers; None before the first card."""
    dealt_on: dict[Card | House, int] = attrs.Factory(dict)
    """The line that deals each card with a number."""
    placements: list[DraftPlacement] = attrs.Factory(list)
    out: set[int] = attrs.Factory(set)
    """The seats that have gone out."""
    throne_card: IronThroneCard | None = None
    """The Iron Throne card of the result, if the text contains it."""

    def deal(self, in_game: tuple[Card, ...], rng: RandomSource) -> RoundDeal:
        """Return the deal of the round; numbers that the text leaves out are drawn at random."""
        groups = [*self.hands, self.starters]
        if self.has_numbers is False:
            letters = [
                "".join(card.letter for card in group if isinstance(card, House))
                for group in groups
            ]
            return RoundDeal.from_houses(letters[:-1], letters[-1], in_game=in_game, rng=rng)
        *hands, starters = [[card for card in group if isinstance(card, Card)] for group in groups]
        return RoundDeal(hands, starters)


@attrs.define
class Draft:
    """A game as read so far."""

    line: int = 0
    """The line of the title."""
    header: dict[str, Any] = attrs.Factory(dict)
    """The values of the header by key; see `fields`."""
    tags: list[tuple[str, str]] = attrs.Factory(list)
    comments: dict[tuple[int, int], list[str]] = attrs.Factory(dict)
    """The lines of comments by round and placement, both from 1; 0 for the whole game or round."""
    rounds: list[DraftRound] = attrs.Factory(list)
    claims: list[Claim] = attrs.Factory(list)

    @property
    def first_player(self) -> int:
        """The seat that starts round 1, from 0."""
        player: int
        player, _ = self.header.get("First player", (0, False))
        return player

    @property
    def variant(self) -> Variant:
        """The variant of the game."""
        options = self.header.get("Options", ())
        player, is_fixed = self.header.get("First player", (0, False))
        return Variant(
            rounds=self.header.get("Rounds"),
            houses=self.header.get("Houses", ()),
            automated=self.header.get("Automated", ()),
            throne_cards=self.header.get("Throne table", STANDARD.throne_cards),
            dead=self.header.get("Dead", 0),
            first_player=player if is_fixed else None,
            **dict.fromkeys(options, True),
        )

    def deal(self, rng: RandomSource) -> Deal:
        """Return the deal. Raise an InvalidRecord if it has more cards of a house than exist."""
        rounds: list[RoundDeal] = []
        throne_cards = list(self.header.get("Throne cards", ()))
        variant = self.variant
        for number, drafted in enumerate(self.rounds, start=1):
            is_after_deaths = number > 1 and variant.has_dead(number - 1)
            try:
                rounds.append(drafted.deal(rounds[-1].dealt if is_after_deaths else DECK, rng))
            except InvalidDeal as error:
                raise InvalidRecord(error.faults, round_number=number) from error
            if drafted.throne_card and len(throne_cards) == number - 1:
                throne_cards.append(drafted.throne_card)
        return Deal(rounds, throne_cards)

    def recorded_rounds(self, deal: Deal, rng: RandomSource) -> list[RecordedRound]:
        """Return the placements of each round of the deal, with the comments."""
        automated = self.header.get("Automated", ())
        recorded = []
        for number, (drafted, dealt) in enumerate(zip(self.rounds, deal.rounds, strict=True), 1):
            moves = zip(drafted.placements, _moves(drafted, dealt, automated, rng), strict=True)
            placements = [
                RecordedPlacement(placed.player, move, self.comment(number, index))
                for index, (placed, move) in enumerate(moves, start=1)
            ]
            recorded.append(RecordedRound(placements, self.comment(number)))
        return recorded

    def comment(self, round_number: int = 0, placement: int = 0) -> str:
        """Return the comment on the game, a round or a placement, without empty lines around it."""
        return "\n".join(self.comments.get((round_number, placement), ())).strip("\n")

    @property
    def scored_rounds(self) -> int:
        """The number of scored rounds: those with a result, or with a later round in the text."""
        if any(claim.round_number is None for claim in self.claims):
            return len(self.rounds)
        scored = [claim.round_number or 0 for claim in self.claims if claim.key in RESULTS]
        before_others = [n for n, drafted in enumerate(self.rounds) if drafted.placements]
        return max([0, *scored, *before_others])

    def place(self, round_number: int | None, placement: int | None) -> tuple[int, int]:
        """Return the line and the column of a placement, of a round's heading, or of the title."""
        if round_number is None:
            return self.line, 1
        drafted = self.rounds[round_number - 1]
        if placement is None:
            return drafted.line, 1
        placed = drafted.placements[placement - 1]
        return placed.line, placed.column


def _moves(
    drafted: DraftRound, deal: RoundDeal, automated: tuple[int, ...], rng: RandomSource
) -> Iterator[Move]:
    """Yield the moves of a round; a card without a number becomes one of that house in the hand.

    Cards of one house are equivalent, so it is drawn at random: the lowest would reveal that the
    hand has no lower ones. An automated house places the first one of its stack.

    Rules: components.characters.house, solo.stack, solo.recycle.order.
    """
    placements = drafted.placements
    numbered = [placed.move for placed in placements if isinstance(placed.move, Move)]
    if len(numbered) == len(placements):
        yield from numbered
        return
    named = {move.card for move in numbered}
    held = [list(hand) for hand in deal.hands]
    for placed in placements:
        told = placed.move
        card, slot = (told.card, told.slot) if isinstance(told, Move) else told
        hand = held[placed.player] if placed.player < len(held) else []
        fitting = [
            place
            for place, one in enumerate(hand)
            if one == card or (one.house is card and one not in named)
        ]
        if fitting:
            is_automated = placed.player in automated
            place = fitting[0 if is_automated else random_below(len(fitting), rng)]
            card = hand.pop(place)
            if is_automated:
                hand[:] = hand[place:] + hand[:place][::-1]
        elif isinstance(card, House):
            # Not in the hand: the play will refuse any card of the house.
            card = DECK[card.index * CARDS_PER_HOUSE]
        yield Move(card, slot)

"""Worlds drawn from a view: states that agree with all that a player knows.

Rules: info.public, info.leftover, info.throne, info.elimination, info.memory, solo.public,
option.anyone, option.anyone-deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from types import MappingProxyType

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import check_type
from westeros_intrigue.knowledge.card_counts import DeadPile, Pile, Unseen, house_counts
from westeros_intrigue.knowledge.coherence import check_view
from westeros_intrigue.rules.cards import DECK, HOUSES, Card, House, IronThroneCard
from westeros_intrigue.rules.dealing import (
    Deal,
    RandomSource,
    RoundDeal,
    check_source,
    draw_rounds,
    shuffled,
    throne_faults,
)
from westeros_intrigue.rules.history import RoundResult
from westeros_intrigue.rules.state import GameState, Phase, RoundFrame, Stack, View, bits_of


@public
def determinize(view: View, rng: RandomSource) -> GameState:
    """Draw a state that agrees with a view, for search.

    Each history of chance in this round that agrees with the view is equally likely; which move
    somebody chose is no evidence. What is still to come is drawn afresh. Finished rounds stay as
    the viewer knows them, so the state cannot be written down as a record.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> view = observe(setup(4, seed=1), 2)
    >>> world = determinize(view, random.Random(1))
    >>> observe(world, 2) == view
    True

    Raises:
        InvalidValue: no deal agrees with the view.
        WrongType: `view` is not a View.

    Rules: info.public, info.leftover, info.throne, info.elimination, info.memory, solo.public.
    """
    return Determinizer(view).draw(rng)


@public
def odds(view: View) -> tuple[Mapping[House, tuple[Fraction, ...]], ...]:
    """Return for each seat, from 0, and house how likely it holds 0, 1, 2, … cards of the house.

    The chances are exact, over the worlds of `determinize`. Those of the player's own hand are
    0 and 1.

    >>> from westeros_intrigue import observe, setup
    >>> chances = odds(observe(setup(6, seed=1), 0))
    >>> len(chances[3][House.STARK]), sum(chances[3][House.STARK])
    (7, Fraction(1, 1))

    Raises:
        InvalidValue: no deal agrees with the view.
        WrongType: `view` is not a View.

    Rules: info.leftover, info.elimination, info.memory, solo.public.
    """
    return Determinizer(view).odds()


@public
class Determinizer:
    """Draws worlds from one view; what depends on the view alone is done once.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> view = observe(setup(4, seed=1), 2)
    >>> determinizer, rng = Determinizer(view), random.Random(1)
    >>> [determinizer.draw(rng).hands[2] == view.hand for _ in range(3)]
    [True, True, True]
    >>> determinizer.odds() == odds(view)
    True

    Raises:
        InvalidValue: no deal agrees with the view.
        WrongType: `view` is not a View.

    Rules: info.public, info.leftover, info.throne, info.elimination, info.memory, solo.public.
    """

    def __init__(self, view: View) -> None:
        """Count in how many ways the cards that the viewer has not seen can be held."""
        check_type("view", view, View)
        check_view(view)
        self._view = view
        seen = [
            *view.court.values(),
            *view.hand,
            *(c for stack in view.known_stacks for c in stack),
        ]
        unseen = [card for card in DECK if card not in seen]
        piles = [_hand_pile(view, seat) for seat in range(view.players)]
        self._unseen = Unseen(unseen, [*piles, *_piles_out_of_the_round(view, unseen)])
        self._throne_cards = _unseen_throne_cards(view)
        if len(seen) != len(set(seen)) or not _own_hand_agrees(view) or not self._unseen.has_ways:
            raise InvalidValue(f"no deal agrees with the view: {view!r}")

    def draw(self, rng: RandomSource) -> GameState:
        """Draw a world; see `determinize`.

        Raises:
            WrongType: `rng` is no source of random numbers.
            InvalidValue: it gives a number out of its range.
        """
        check_source(rng)
        view = self._view
        drawn = self._unseen.draw(rng)[: view.players]
        hands = [
            view.hand if seat == view.player else (*cards, *known)
            for seat, (cards, known) in enumerate(zip(drawn, view.known_stacks, strict=True))
        ]
        throne_cards = iter(shuffled(self._throne_cards, rng))
        score_piles = _score_piles(view, throne_cards)
        rest = Deal()
        if view.phase is not Phase.GAME_OVER:
            rounds_left = view.variant.rounds_for(view.players) - len(view.results)
            rest = Deal(self._later_rounds(hands, rng), islice(throne_cards, rounds_left))
        frame = RoundFrame(
            players=view.players,
            variant=view.variant,
            round_number=view.round_number,
            starting_player=view.starting_player,
            starters=view.starters,
            round_deal=None,
            rest=rest,
            penalty_points=view.penalty_points,
            score_piles=score_piles,
            results=view.results,
            width_limit=view.court.width_limit,
        )
        stacks: tuple[Stack | None, ...] = ()
        if view.variant.automated and view.phase is not Phase.DEALING:
            stacks = tuple(
                Stack(tuple(hand), len(known)) if seat in view.variant.automated else None
                for seat, (hand, known) in enumerate(zip(hands, view.known_stacks, strict=True))
            )
        return GameState(
            frame,
            view.active_player,
            view.placements,
            view.eliminations,
            view.court._occupied,
            view.court._open_slots,
            tuple(bits_of(hand) for hand in hands),
            stacks,
        )

    def odds(self) -> tuple[Mapping[House, tuple[Fraction, ...]], ...]:
        """Return the chances of every seat and house; see the function `odds`."""
        return tuple(
            MappingProxyType(dict(zip(HOUSES, self._seat_odds(seat), strict=True)))
            for seat in range(self._view.players)
        )

    def _seat_odds(self, seat: int) -> list[tuple[Fraction, ...]]:
        view = self._view
        known = view.hand if seat == view.player else view.known_stacks[seat]
        unseen = self._unseen.chances(seat)
        nothing = (Fraction(0),)
        return [
            # The unseen cards of a house come on top of those that are known.
            nothing * count + chances + nothing * (len(known) - count)
            for count, chances in zip(house_counts(known), unseen, strict=True)
        ]

    def _later_rounds(self, hands: Sequence[Sequence[Card]], rng: RandomSource) -> list[RoundDeal]:
        view = self._view
        if view.phase is Phase.DEALING:
            return []
        in_game: Sequence[Card] = DECK
        if view.variant.anyone_can_die and view.round_number > 1:
            dealt = {*view.court.values(), *(card for hand in hands for card in hand)}
            in_game = [card for card in DECK if card in dealt]
        return draw_rounds(view.players, rng, view.variant, view.round_number + 1, in_game)


def last_seen(results: Iterable[RoundResult]) -> dict[Card, int]:
    """Return for each card seen in finished rounds the last such round (rule info.memory)."""
    seen: dict[Card, int] = {}
    for result in results:
        placed = [placement.move.card for placement in result.placements]
        kept = [card for cards in result.kept if cards is not None for card in cards]
        seen.update(dict.fromkeys((*result.starters, *placed, *kept), result.round_number))
    return seen


def _hand_pile(view: View, seat: int) -> Pile:
    """Return what is unseen of a seat's cards, and what play has told of it."""
    if seat == view.player:
        return Pile(0)
    known = view.known_stacks[seat]
    size = view.hand_sizes[seat] - len(known)
    barred = frozenset(house.index for house in view.missing_houses[seat])
    open_houses = frozenset(house.index for house in HOUSES if view.court.open_slots(house))
    needed: frozenset[int] = frozenset()
    if seat == view.active_player and len(open_houses) < len(HOUSES):
        is_known = any(card.house.index in open_houses for card in known)
        needed = frozenset() if is_known else open_houses
    return Pile(size, barred if size else frozenset(), needed)


def _piles_out_of_the_round(view: View, unseen: Sequence[Card]) -> list[Pile]:
    variant, players, round_number = view.variant, view.players, view.round_number
    if view.phase is Phase.DEALING:
        return [Pile(len(DECK))]
    in_game = variant.cards_in_game(round_number)
    dealt = players * variant.hand_size(players, round_number)
    unused = in_game - dealt - variant.starter_count(players, round_number)
    dead = len(DECK) - in_game
    seen = last_seen(view.results)
    groups = []
    for round_seen in range(round_number - 1, -1, -1):
        group = tuple(card for card in unseen if seen.get(card, 0) == round_seen)
        # Two die after each round from the one in which a card was last seen.
        most = min(dead, len(DECK) - variant.cards_in_game(round_number - max(round_seen, 1) + 1))
        if group:
            groups.append((group, most))
    return [Pile(unused), DeadPile(dead, groups=tuple(groups))]


def _unseen_throne_cards(view: View) -> list[IronThroneCard]:
    piles = view.revealed_score_piles or (view.score_pile,)
    seen = [card for pile in piles for card in pile]
    if throne_faults(seen, view.variant):
        raise InvalidValue(f"no deal agrees with the view: {view!r}")
    return list((Counter(view.variant.throne_cards) - Counter(seen)).elements())


def _score_piles(
    view: View, throne_cards: Iterator[IronThroneCard]
) -> tuple[tuple[IronThroneCard, ...], ...]:
    """Return the score piles, those of others filled up from the unseen cards."""
    if view.revealed_score_piles:
        return view.revealed_score_piles
    return tuple(
        view.score_pile if seat == view.player else tuple(islice(throne_cards, size))
        for seat, size in enumerate(view.score_pile_sizes)
    )


def _own_hand_agrees(view: View) -> bool:
    """Whether the viewer's hand is what its size, the turn and the eliminations tell of it."""
    if view.player is None:
        return not view.hand
    if len(view.hand) != view.hand_sizes[view.player]:
        return False
    houses = {card.house for card in view.hand}
    if houses.intersection(view.missing_houses[view.player]):
        return False
    return view.player != view.active_player or any(map(view.court.open_slots, houses))

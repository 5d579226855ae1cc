"""Worlds drawn from a view: states that agree with all that a player knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice

from westeros_intrigue.base.chance import RandomSource, check_source, shuffled
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import check_type
from westeros_intrigue.knowledge.card_counts import DeadPile, Death, Pile, Unseen, house_counts
from westeros_intrigue.rules.automated import Stack
from westeros_intrigue.rules.cards import DECK, HOUSES, Card, House, IronThroneCard
from westeros_intrigue.rules.dealing import Deal, RoundDeal, draw_rounds
from westeros_intrigue.rules.game import GameState, RoundFrame, bits_of
from westeros_intrigue.rules.history import RoundResult
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.view import View


@public
def determinize(view: View, rng: RandomSource) -> GameState:
    """Draw a state that agrees with a view, for search.

    Each history of chance so far that agrees with the view is equally likely; which move
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

    Rules: info.public, info.leftover, info.throne, info.elimination, info.memory, solo.public.
    """

    def __init__(self, view: View) -> None:
        """Count in how many ways the cards that the viewer has not seen can be held."""
        check_type("view", view, View)
        self._view = view
        table = view.table
        self._known_stacks = table.known_stacks
        self._results = view.results
        self._unseen = _unseen_now(view)
        # While people deal, who died before the last round is part of a world.
        finished = len(table.results)
        is_dying = table.phase is Phase.DEALING and finished and table.variant.has_dead(finished)
        self._last_round = _unseen_at_end(view, view.results[-1]) if is_dying else None
        drawn = (result.throne_card for result in self._results)
        self._throne_cards = table.variant._throne_cards_but(drawn)
        if not self._unseen.has_ways:
            raise InvalidValue(f"no deal agrees with the view: {view!r}")

    def draw(self, rng: RandomSource, *, later_rounds: bool = True) -> GameState:
        """Draw a world; see `determinize`.

        Args:
            rng: where the random numbers come from.
            later_rounds: False leaves the deals of later rounds out, for search within the round,
                which takes less time.

        Raises:
            InvalidValue: it gives a number out of its range.
        """
        check_source(rng)
        view, table = self._view, self._view.table
        hands = self._hands(rng)
        throne_cards = iter(shuffled(self._throne_cards, rng))
        score_piles = _score_piles(view, throne_cards)
        rounds_left = table.variant.rounds_for(table.players) - len(table.results)
        later = self._later_rounds(hands, rng) if later_rounds else []
        rest = Deal(later, islice(throne_cards, rounds_left))
        dealt_before = None
        if self._last_round is not None:
            dead = frozenset(self._last_round.draw(rng)[-1])
            dealt_before = tuple(card for card in DECK if card not in dead)
        frame = RoundFrame(table, rest, score_piles, self._results, dealt_before=dealt_before)
        stacks: tuple[Stack | None, ...] = ()
        if table.variant.automated:
            stacks = tuple(
                Stack(tuple(hand), turns) if seat in table.variant.automated else None
                for seat, (hand, turns) in enumerate(zip(hands, table.turned_over, strict=True))
            )
        return GameState(
            frame,
            table.active_player,
            table.placements,
            table.eliminations,
            table.board,
            tuple(bits_of(hand) for hand in hands),
            stacks,
        )

    def draw_hands(self, rng: RandomSource) -> tuple[Mapping[House, int], ...]:
        """Draw for each seat, from 0, how many cards of each house it holds, and nothing else.

        >>> import random
        >>> from westeros_intrigue import observe, setup
        >>> determinizer = Determinizer(observe(setup(4, seed=1), 2))
        >>> [sum(hand.values()) for hand in determinizer.draw_hands(random.Random(1))]
        [9, 9, 9, 9]

        Raises:
            InvalidValue: `rng` gives a number out of its range.
        """
        check_source(rng)
        return tuple(
            dict(zip(HOUSES, house_counts(hand), strict=True)) for hand in self._hands(rng)
        )

    def draw_deal(self, rng: RandomSource) -> RoundDeal:
        """Draw who was dealt what at the start of this round, each hand by house and number.

        In which order an automated house held its cards is left out.

        >>> import random
        >>> from westeros_intrigue import observe, setup
        >>> view = observe(setup(4, seed=1), 2)
        >>> Determinizer(view).draw_deal(random.Random(1)).hands[2] == view.hand
        True

        Raises:
            InvalidValue: `rng` gives a number out of its range.
        """
        check_source(rng)
        table = self._view.table
        hands = [list(hand) for hand in self._hands(rng)]
        for placed in table.placements:
            hands[placed.player].append(placed.move.card)
        return RoundDeal(map(sorted, hands), table.starters)

    def _hands(self, rng: RandomSource) -> list[tuple[Card, ...]]:
        view = self._view
        drawn = self._unseen.draw(rng)[: view.players]
        return [
            view.hand if seat == view.player else (*cards, *known)
            for seat, (cards, known) in enumerate(zip(drawn, self._known_stacks, strict=True))
        ]

    def odds(self) -> tuple[Mapping[House, tuple[Fraction, ...]], ...]:
        """Return the chances of every seat and house; see the function `odds`."""
        return tuple(
            dict(zip(HOUSES, self._seat_odds(seat), strict=True))
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
        if view.variant.has_dead(view.round_number):
            dealt = {*view.court.values(), *(card for hand in hands for card in hand)}
            in_game = [card for card in DECK if card in dealt]
        return draw_rounds(view.players, rng, view.variant, view.round_number + 1, in_game)


def _seen_in(result: RoundResult) -> tuple[Card, ...]:
    placed = (placement.move.card for placement in result.placements)
    kept = (card for cards in result.kept if cards is not None for card in cards)
    return (*result.starters, *placed, *kept)


def check_possible(view: View) -> None:
    """Check that some deal agrees with each round of a view; an InvalidValue if none does."""
    for result in view.results:
        if not _unseen_at_end(view, result).has_ways:
            raise InvalidValue(f"no deal agrees with round {result.round_number}")
    Determinizer(view)


def _unseen_now(view: View) -> Unseen:
    """Return the cards that the viewer has not seen in the present round, and who may hold them."""
    table = view.table
    known, missing, sizes = table.known_stacks, table.missing_houses, table.hand_sizes
    open_houses = frozenset(house.index for house in table.board.open_houses)
    piles = []
    for seat in range(view.players):
        if seat == view.player:
            piles.append(Pile())
            continue
        needed: frozenset[int] = frozenset()
        if seat == view.active_player and len(open_houses) < len(HOUSES):
            can_place = any(card.house.index in open_houses for card in known[seat])
            needed = frozenset() if can_place else open_houses
        piles.append(_hand_pile(sizes[seat] - len(known[seat]), missing[seat], needed))
    if table.phase is Phase.DEALING:
        return Unseen(DECK, [*piles, Pile(len(DECK))])
    placed = (placement.move.card for placement in table.placements)
    seen = [*table.starters, *placed, *view.hand, *chain.from_iterable(known)]
    return _unseen(view, seen, piles, table.round_number)


def _unseen_at_end(view: View, result: RoundResult) -> Unseen:
    """Return the cards that the viewer had not seen at the end of a finished round."""
    return _unseen(view, _seen_in(result), _hands_at_end(result), result.round_number)


def _hands_at_end(result: RoundResult) -> list[Pile]:
    """Return what was unseen of each seat's cards at the end of a finished round."""
    return [
        _hand_pile(0 if kept is not None else left, missing)
        for kept, left, missing in zip(
            result.kept, result.cards_left, result.missing_houses, strict=True
        )
    ]


def _hand_pile(size: int, missing: Iterable[House], needed: frozenset[int] = frozenset()) -> Pile:
    """Return what is unseen of a seat's cards, and what play has shown of it."""
    barred = frozenset(house.index for house in missing) if size else frozenset()
    return Pile(size, barred, needed)


def _unseen(
    view: View,
    seen: Sequence[Card],
    hands: Sequence[Pile],
    round_number: int,
) -> Unseen:
    variant, players = view.variant, view.players
    known = frozenset(seen)
    unseen = [card for card in DECK if card not in known]
    in_game = variant.cards_in_game(round_number)
    dealt = players * variant.hand_size(players, round_number)
    unused = in_game - dealt - variant.starter_count(players, round_number)
    piles = [*hands, Pile(unused)]
    if variant.has_dead(round_number):
        piles.append(DeadPile(deaths=deaths_before(view, unseen, round_number)))
    return Unseen(unseen, piles)


def deaths_before(view: View, unseen: Sequence[Card], round_number: int) -> tuple[Death, ...]:
    """Return the moments at which characters have died before a round.

    Rules: option.anyone, info.memory, info.elimination.
    """
    deaths = []
    unseen_later = tuple(unseen)
    in_game = view.variant.cards_in_game
    for result in reversed(view.results[: round_number - 1]):
        number = result.round_number
        seen = frozenset(_seen_in(result))
        hidden = house_counts(card for card in DECK if card not in seen)
        hands = [pile for pile in _hands_at_end(result) if not pile.is_free]
        count = in_game(number) - in_game(number + 1)
        deaths.append(Death(count, unseen_later, hidden, tuple(hands)))
        unseen_later = tuple(card for card in unseen_later if card not in seen)
    deaths.append(Death(view.variant.dead, unseen_later, house_counts(DECK), ()))
    return tuple(deaths[::-1])


def _score_piles(
    view: View, throne_cards: Iterator[IronThroneCard]
) -> tuple[tuple[IronThroneCard, ...], ...]:
    """Return the score piles, those of others filled up from the unseen cards."""
    if view.revealed_score_piles:
        return view.revealed_score_piles
    return tuple(
        view.score_pile
        if seat == view.player and view.score_pile
        # A pile of others, or an own one that nobody knows.
        else tuple(islice(throne_cards, size))
        for seat, size in enumerate(view.score_pile_sizes)
    )

"""All deals that agree with a view, one by one, by trying every way to share out the cards.

Slow and obvious, and written without the package's ways of counting: it is for the ends of rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from math import comb, perm

from westeros_intrigue import (
    DECK,
    Card,
    Court,
    House,
    Phase,
    RoundResult,
    Slot,
    Variant,
    View,
)

Hand = tuple[int, frozenset[House]]
"""How many cards are hidden in a hand, and of which houses it has none."""
World = tuple[tuple[Card, ...], ...]
"""For each seat its cards: a hand in the order of the deck, a stack from the top."""


def unseen_cards(view: View) -> list[Card]:
    """The cards that the viewer cannot see in this round."""
    known = [card for stack in view.known_stacks for card in stack]
    return [card for card in DECK if card not in (*view.court.values(), *view.hand, *known)]


def hidden_sizes(view: View) -> list[int]:
    """For each seat how many of its cards the viewer cannot see."""
    return [
        0 if seat == view.player else size - len(known)
        for seat, (size, known) in enumerate(zip(view.hand_sizes, view.known_stacks, strict=True))
    ]


def number_of_ways(view: View) -> int:
    """In how many ways the unseen cards can be shared out, if nothing else were known."""
    left, ways = len(unseen_cards(view)), 1
    for seat, size in enumerate(hidden_sizes(view)):
        ways *= perm(left, size) if seat in view.variant.automated else comb(left, size)
        left -= size
    return ways


@lru_cache(maxsize=32)
def worlds(view: View) -> Counter[World]:
    """Every deal of this round that agrees with the view, with the histories that lead to it.

    All histories are equally likely: who died when, and how the finished rounds were dealt.
    """
    assert view.phase is not Phase.DEALING
    found: Counter[World] = Counter()
    could_go = open_houses_of_the_blocked(view)
    unused = len(unseen_cards(view)) - sum(hidden_sizes(view)) - dead_count(view)
    for shares, out_of_the_round in ways_to_share(view, 0, tuple(unseen_cards(view))):
        hands = tuple(
            view.hand if seat == view.player else (*share, *view.known_stacks[seat])
            for seat, share in enumerate(shares)
        )
        agrees = all(card.house not in houses for seat, houses in could_go for card in hands[seat])
        if view.table.can_place:
            held = hands[view.active_player or 0]
            agrees = agrees and any(view.court.open_slots(card.house) for card in held)
        if agrees:
            # Each set of dead cards is another deal, even if the hands are alike.
            for dead in combinations(out_of_the_round, len(out_of_the_round) - unused):
                if ways := histories(view, frozenset(dead)):
                    found[hands] += ways
    return found


def ways_to_share(
    view: View, seat: int, left: tuple[Card, ...]
) -> Iterator[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]:
    """Every way to give the seats from `seat` on their unseen cards, and what is left then."""
    if seat == view.players:
        yield (), left
        return
    size = hidden_sizes(view)[seat]
    is_stack = seat in view.variant.automated
    for share in permutations(left, size) if is_stack else combinations(left, size):
        rest = tuple(card for card in left if card not in share)
        for others, out_of_the_round in ways_to_share(view, seat + 1, rest):
            yield (share, *others), out_of_the_round


def open_houses_of_the_blocked(view: View) -> list[tuple[int, set[House]]]:
    """For each seat that went out with cards: the houses that it could have placed just then."""
    could_go = []
    for out in view.eliminations:
        if out.cards_left:
            cards = {Slot(0, column): card for column, card in enumerate(view.starters)}
            court = Court(cards, view.court.width_limit)
            for placed in view.placements[: out.placements_before]:
                court = court.place(placed.move.card, placed.move.slot)
            could_go.append((out.player, {house for house in House if court.open_slots(house)}))
    return could_go


def dead_count(view: View) -> int:
    """How many characters have died before this round."""
    variant = view.variant
    return variant.dead + 2 * (view.round_number - 1) if variant.anyone_can_die else 0


def histories(view: View, dead: frozenset[Card]) -> int:
    """In how many ways these cards, and no others, have died, and finished rounds were dealt."""
    if not view.variant.anyone_can_die:
        return 1
    last_seen = {card: last_round_seen(view, card) for card in dead}

    def ways_until(dead: frozenset[Card], number: int) -> int:
        if number == 0:
            return int(all(last_seen[card] == 0 for card in dead))
        ways = 0
        for pair in combinations(dead, 2):
            if all(last_seen[card] <= number for card in pair):
                earlier = dead.difference(pair)
                before = ways_until(earlier, number - 1)
                ways += before and before * ways_of_round(
                    view.results[number - 1], earlier, view.variant
                )
        return ways

    return ways_until(dead, view.round_number - 1)


def ways_of_round(result: RoundResult, dead: frozenset[Card], variant: Variant) -> int:
    """In how many ways the cards that were hidden in a finished round can have been dealt."""
    hidden = [card.house for card in DECK if card not in {*seen_in(result), *dead}]
    hands = proved(result, variant)
    unused = len(hidden) - sum(size for size, _ in hands)
    return ways_to_deal(tuple(hidden), (*hands, (unused, frozenset())))


@cache
def ways_to_deal(cards: tuple[House, ...], hands: tuple[Hand, ...]) -> int:
    """In how many ways the cards can be dealt to the hands, one card after the other."""

    @cache
    def rest(index: int, sizes: tuple[int, ...]) -> int:
        if index == len(cards):
            return 1
        return sum(
            rest(index + 1, (*sizes[:seat], size - 1, *sizes[seat + 1 :]))
            for seat, size in enumerate(sizes)
            if size and cards[index] not in hands[seat][1]
        )

    return rest(0, tuple(size for size, _ in hands))


@cache
def proved(result: RoundResult, variant: Variant) -> tuple[Hand, ...]:
    """The hidden hands at the end of a finished round: of a house that fitted none holds any."""
    hands = []
    for out in result.eliminations:
        if result.kept[out.player] is None:
            cards = {Slot(0, column): card for column, card in enumerate(result.starters)}
            court = Court(cards, variant.width_limit(len(result.cards_left)))
            for placed in result.placements[: out.placements_before]:
                court = court.place(placed.move.card, placed.move.slot)
            fitted = frozenset(house for house in House if court.open_slots(house))
            hands.append((out.cards_left, fitted if out.cards_left else frozenset()))
    return tuple(hands)


@cache
def seen_in(result: RoundResult) -> frozenset[Card]:
    """The cards of a finished round that the viewer has seen."""
    kept = [card for cards in result.kept if cards for card in cards]
    return frozenset((*result.starters, *(p.move.card for p in result.placements), *kept))


def last_round_seen(view: View, card: Card) -> int:
    """The last finished round in which the viewer has seen the card; 0 if in none."""
    return max((r.round_number for r in view.results if card in seen_in(r)), default=0)


def odds_by_enumeration(view: View) -> list[dict[House, tuple[Fraction, ...]]]:
    """The odds of each seat and house, counted world by world."""
    agreeing = worlds(view)
    counted: Counter[tuple[int, House, int]] = Counter()
    for (world, ways), house in product(agreeing.items(), House):
        for seat, hand in enumerate(world):
            counted[seat, house, sum(card.house is house for card in hand)] += ways
    return [
        {
            house: tuple(
                Fraction(counted[seat, house, count], agreeing.total()) for count in range(size + 1)
            )
            for house in House
        }
        for seat, size in enumerate(view.hand_sizes)
    ]

"""All deals that agree with a view, one by one, by trying every way to share out the cards.

Slow and obvious, and written without the package's ways of counting: it is for the ends of rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, perm

from westeros_intrigue import DECK, Card, Court, House, Phase, Slot, View

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


def worlds(view: View) -> list[World]:
    """Every deal of this round that agrees with the view, each once; all are equally likely.

    For the cards that are dead only their set is told apart from others, not who died when.
    """
    assert view.phase is not Phase.DEALING
    found = []
    could_go = open_houses_of_the_blocked(view)
    last_seen = {card: last_round_seen(view, card) for card in unseen_cards(view)}
    rounds_before = view.round_number - 1
    unused = len(unseen_cards(view)) - sum(hidden_sizes(view)) - dead_count(view)
    for shares, out_of_the_round in ways_to_share(view, 0, tuple(unseen_cards(view))):
        hands = tuple(
            view.hand if seat == view.player else (*share, *view.known_stacks[seat])
            for seat, share in enumerate(shares)
        )
        agrees = all(card.house not in houses for seat, houses in could_go for card in hands[seat])
        if view.active_player is not None:
            held = hands[view.active_player]
            agrees = agrees and any(view.court.open_slots(card.house) for card in held)
        if agrees:
            # Each set of dead cards is another deal, even if the hands are alike.
            dead_sets = combinations(out_of_the_round, len(out_of_the_round) - unused)
            found += [hands for dead in dead_sets if can_be_dead(last_seen, dead, rounds_before)]
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
    return 2 * (view.round_number - 1) if view.variant.anyone_can_die else 0


def can_be_dead(last_seen: Mapping[Card, int], dead: Sequence[Card], died_after: int) -> bool:
    """Whether two of the cards can have died after each round up to `died_after`.

    A card that was seen in a round had not died before it.
    """
    if not dead:
        return True
    return any(
        all(last_seen[card] <= died_after for card in pair)
        and can_be_dead(last_seen, [card for card in dead if card not in pair], died_after - 1)
        for pair in combinations(dead, 2)
    )


def last_round_seen(view: View, card: Card) -> int:
    """The last finished round in which the viewer has seen the card; 0 if in none."""
    seen = 0
    for result in view.results:
        cards = [*result.starters, *(placed.move.card for placed in result.placements)]
        cards += [kept for hand in result.kept if hand is not None for kept in hand]
        if card in cards:
            seen = result.round_number
    return seen


def odds_by_enumeration(view: View) -> list[dict[House, tuple[Fraction, ...]]]:
    """The odds of each seat and house, counted world by world."""
    agreeing = worlds(view)
    counted: Counter[tuple[int, House, int]] = Counter()
    for world, house in product(agreeing, House):
        for seat, hand in enumerate(world):
            counted[seat, house, sum(card.house is house for card in hand)] += 1
    return [
        {
            house: tuple(
                Fraction(counted[seat, house, count], len(agreeing)) for count in range(size + 1)
            )
            for house in House
        }
        for seat, size in enumerate(view.hand_sizes)
    ]

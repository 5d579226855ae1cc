"""Dealing: all the chance of a game as one value, with the checks that it fits the game.

A `Deal` holds the hands of every round and the Iron Throne cards in drawing order. It is drawn from
a source of random numbers, or made from cards that were dealt at a table.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import attrgetter
from string import ascii_lowercase, ascii_uppercase

import attrs

from westeros_intrigue.gamekit import english, errors, limits, values
from westeros_intrigue.gamekit.chance import RandomSource, check_source, shuffle, source_of
from westeros_intrigue.rules.cards import DECK, Card, Cards, House, IronThroneCard, ThroneCards
from westeros_intrigue.rules.variants import STANDARD, InvalidVariant, Variant, throne_tuple


class InvalidDeal(errors.Faulty):
    """No deal of the game can contain these cards; `faults` lists the reasons.

    >>> from westeros_intrigue import RoundDeal
    >>> RoundDeal.from_houses(("SX", "LL"))
    Traceback (most recent call last):
    westeros_intrigue.rules.dealing.InvalidDeal: 'X' is not the letter of a house: use S, L, B or T
    """


def _hands(hands: Iterable[Iterable[Card]]) -> tuple[Cards, ...]:
    return limits.tuples_of("hands", Card, hands)


def _starters(starters: Iterable[Card]) -> Cards:
    return limits.tuple_of("starters", Card, starters)


SeenPiles = Sequence[Sequence[IronThroneCard | None]]
"""For each seat, the Iron Throne cards that it has drawn; None for unknown cards."""


@attrs.frozen
class RoundDeal(values.Value):
    """The cards of one round: the hands and the cards that start the bottom row.

    Two deals are equal only if their cards are in the same order. `setup` and `deal_round` check
    that a deal fits the game.

    >>> deal = RoundDeal((DECK[:2], DECK[9:11]), starters=DECK[35:])
    >>> deal.hands[1][1]
    Card('L2')
    >>> print(*deal.dealt)
    S1 S2 L1 L2 T9
    >>> len(deal.unused)
    31

    Rules: setup.hand-size, setup.unused, setup.starter, option.anyone-deal.
    """

    hands: tuple[Cards, ...] = attrs.field(converter=_hands)
    """For each seat, from 0, its cards in dealing order; for an automated seat, its stack, top
    first."""
    starters: Cards = attrs.field(default=(), converter=_starters)
    """The cards that start the bottom row, from column 0 to the right."""

    @property
    def dealt(self) -> Cards:
        """The cards of the deal: all hands, from seat 0, then the starters."""
        return (*chain(*self.hands), *self.starters)

    @property
    def unused(self) -> Cards:
        """The cards that are not in the round, in the order of the deck."""
        dealt = frozenset(self.dealt)
        return tuple(card for card in DECK if card not in dealt)

    @classmethod
    def from_houses(
        cls,
        hands: Iterable[str],
        starters: str = "",
        *,
        in_game: Iterable[Card] | None = None,
        rng: RandomSource | None = None,
    ) -> RoundDeal:
        """Return a deal of printed cards, which have a house but no number.

        The cards of a house get random numbers, so the numbers in a view reveal nothing about
        hidden cards. Two calls return different deals with the same houses.

        >>> deal = RoundDeal.from_houses(("SSSS LLLL B", "tttt bbbb s"))
        >>> [card.house.letter for card in deal.hands[1]]
        ['T', 'T', 'T', 'T', 'B', 'B', 'B', 'B', 'S']

        Args:
            hands: for each seat, from 0, the letters of its houses: `S`, `L`, `B` or `T`.
                Lower-case letters, spaces and commas are allowed.
            starters: the letters of the cards that start the bottom row, from the left.
            in_game: the cards that can be dealt: once characters have died, the cards of the
                previous round; None for all 36.
            rng: the source of random numbers, for reproducible deals; None for the system's
                randomness, as in `setup`.

        Raises:
            InvalidDeal: a letter is not the letter of a house, or more cards of a house are dealt
                than are in the game.

        Rules: components.characters.house, option.anyone.
        """
        values.check_type("starters", starters, str)
        texts = (*limits.tuple_of("hands", str, hands), starters)
        groups = [text.translate(_CAPITALS_ALONE) for text in texts]
        alive = sorted({*limits.tuple_of("in_game", Card, DECK if in_game is None else in_game)})
        numbered = {
            house.letter: [card for card in alive if card.house is house] for house in House
        }
        faults = []
        for letter, count in Counter("".join(groups)).items():
            if letter not in numbered:
                faults.append(f"{letter!r} is not the letter of a house: use S, L, B or T")
            elif count > (most := len(numbered[letter])):
                cards_in_game = english.count_things(most, "card")
                faults.append(f"{House(letter)} has {cards_in_game}, but {count} are dealt")
        if faults:
            raise InvalidDeal(faults)
        source = source_of(None, rng)
        order = {letter: iter(shuffle(cards, source)) for letter, cards in numbered.items()}
        *held, started = [[next(order[letter]) for letter in group] for group in groups]
        return cls(held, started)


# Only ASCII letters are converted: `str.upper` would turn the long s into an S.
_CAPITALS_ALONE = str.maketrans(ascii_lowercase, ascii_uppercase, " \t\r\n,")


def _rounds(rounds: Iterable[RoundDeal]) -> tuple[RoundDeal, ...]:
    return limits.tuple_of("rounds", RoundDeal, rounds)


@attrs.frozen
class Deal(values.Value):
    """All random outcomes of a game: the deal of each round, and the Iron Throne cards in order.

    It can contain only the first rounds of a game if the later rounds are dealt at a table.

    >>> from westeros_intrigue import setup
    >>> setup(3, deal=Deal()).phase
    Phase.DEALING

    Rules: setup.throne, setup.throne.once, round.reshuffle.
    """

    rounds: tuple[RoundDeal, ...] = attrs.field(default=(), converter=_rounds)
    """The deals of the rounds, from the first."""
    throne_cards: ThroneCards = attrs.field(default=(), converter=throne_tuple)
    """The Iron Throne cards in the order in which they are drawn, one per round."""

    def completed(
        self, players: int, variant: Variant = STANDARD, rng: RandomSource | None = None
    ) -> Deal:
        """Return the deal of a whole game, with the missing rounds and cards drawn at random.

        >>> from westeros_intrigue import STANDARD
        >>> mine = Deal((deal_from_deck(DECK, 4),))
        >>> deal = mine.completed(4)
        >>> deal.rounds[0] == mine.rounds[0], len(deal.rounds), len(deal.throne_cards)
        (True, 4, 4)
        >>> deal.completed(4) == deal
        True

        Args:
            players: 2 to 6.
            variant: the rules of the game.
            rng: the source of random numbers; None for the system's randomness, as in `setup`.

        Raises:
            InvalidDeal: the deal does not fit the game; `faults` lists the reasons.
            InvalidValue: the number of players or a random number is out of range.
            InvalidVariant: the variant does not suit the players, or its Iron Throne cards are
                unknown.

        Rules: setup.throne, setup.throne.once, round.reshuffle, option.anyone-deal.
        """
        source = source_of(None, rng)
        values.check_type("variant", variant, Variant)
        variant.check(players)
        check_deal(self, players, variant)
        number = len(self.rounds)
        lacking = variant.rounds_for(players) - len(self.throne_cards)
        drawn = draw_throne_cards(variant, self.throne_cards, lacking, source)
        dealt = self.rounds[-1].dealt if number else DECK
        rest = draw_rounds(players, source, variant, number + 1, dealt)
        return Deal((*self.rounds, *rest), (*self.throne_cards, *drawn))


def draw_deal(players: int, rng: RandomSource, variant: Variant = STANDARD) -> Deal:
    """Draw an Iron Throne card for each round of a game, then the hands of each round.

    >>> import random
    >>> deal = draw_deal(4, random.Random(1))
    >>> len(deal.rounds), [len(hand) for hand in deal.rounds[0].hands], len(deal.throne_cards)
    (4, [9, 9, 9, 9], 4)

    Args:
        players: 2 to 6.
        rng: the source of random numbers.
        variant: the rules of the game.

    Raises:
        InvalidValue: the number of players or a random number is out of range.
        InvalidVariant: the variant does not suit the players.

    Rules: setup.throne, setup.throne.once, round.reshuffle, solo.rounds, option.anyone,
    option.anyone.unused, option.anyone-deal.
    """
    check_source(rng)
    return Deal().completed(players, variant, rng)


def draw_throne_cards(
    variant: Variant, known: Iterable[IronThroneCard], count: int, rng: RandomSource
) -> ThroneCards:
    """Draw a number of Iron Throne cards from those that are left after the known ones.

    Raises:
        InvalidVariant: the cards of the variant are unknown.

    Rules: setup.throne, setup.throne.once.
    """
    if count <= 0:
        return ()
    if not variant.throne_cards:
        raise InvalidVariant(["unknown Iron Throne cards cannot be drawn"])
    left = list(variant.throne_cards)
    for card in known:
        left.remove(card)
    return shuffle(left, rng)[:count]


def draw_rounds(
    players: int, rng: RandomSource, variant: Variant, first_round: int, dealt: Iterable[Card]
) -> list[RoundDeal]:
    """Draw the deals from `first_round` on; `dealt` contains the cards of the round before it."""
    rounds = []
    for number in range(first_round, variant.rounds_for(players) + 1):
        in_game = DECK
        # Cards that round 1 leaves unused are still in the game.
        if number > 1 and variant.has_dead(number - 1):
            in_game = tuple(sorted(dealt, key=attrgetter("index")))
        # With Anyone Can Die, the last cards of the shuffled deck die.
        dealt = shuffle(in_game, rng)[: variant.cards_in_game(number)]
        rounds.append(_deal_out(dealt, players, *variant._deal_sizes(players, number)))
    return rounds


def deal_from_deck(
    cards: Iterable[Card], players: int, variant: Variant = STANDARD, *, round_number: int = 1
) -> RoundDeal:
    """Deal one round from a shuffled deck: card i to seat i mod players, then the starters.

    The remaining cards stay unused. With Anyone Can Die, from round 2 on, the deck consists of the
    characters still in the game, with or without the two that die before the round; if present,
    they come last.

    >>> deal_from_deck(DECK, 5).starters
    (Card('T9'),)

    Args:
        cards: the deck, starting with the card dealt first.
        players: 2 to 6.
        variant: the rules of the game.
        round_number: the round, counted from 1.

    Raises:
        InvalidDeal: the deck has the wrong number of cards, or contains a card twice.
        InvalidValue: the number of players or the round is out of range.

    Rules: setup.hand-size, setup.starter, setup.unused, option.anyone-deal,
    option.anyone-deal.table, option.anyone-deal.two-players.
    """
    limits.check_iterable("cards", cards)
    # An iterable can be endless.
    deck = limits.tuple_of("cards", Card, tuple(islice(cards, len(DECK) + 1)))
    values.check_type("variant", variant, Variant)
    hand_size, starter_count = variant._deal_sizes(players, round_number)
    sizes = {*map(variant.cards_in_game, (max(1, round_number - 1), round_number))}
    faults = []
    if len(deck) not in sizes:
        size = english.join_words(sorted(sizes), "or")
        number = f"{len(deck)}{' or more' if len(deck) > len(DECK) else ''}"
        faults.append(f"the deck of round {round_number} must have {size} cards, not {number}")
    faults += _find_doubled(deck)
    if faults:
        raise InvalidDeal(faults)
    return _deal_out(deck, players, hand_size, starter_count)


def _deal_out(deck: Cards, players: int, hand_size: int, starter_count: int) -> RoundDeal:
    """Deal cards that are known to be different, card i to seat i mod players."""
    in_hands = players * hand_size
    return values.make_unchecked(
        RoundDeal,
        hands=tuple([deck[seat:in_hands:players] for seat in range(players)]),
        starters=deck[in_hands : in_hands + starter_count],
    )


def check_deal(deal: Deal, players: int, variant: Variant, earlier: SeenPiles = ()) -> None:
    """Check the rounds and the cards of a deal. Raise InvalidDeal with the reasons."""
    if faults := [
        f"round {number}: {fault}" if number else fault
        for number, fault in deal_faults(deal, players, variant, earlier)
    ]:
        raise InvalidDeal(faults)


def deal_faults(
    deal: Deal, players: int, variant: Variant, earlier: SeenPiles = ()
) -> Iterator[tuple[int | None, str]]:
    """Yield the faults of a deal, each with its round, from 1, or None for the whole game.

    Args:
        deal: the deal.
        players: the number of players.
        variant: the rules of the game.
        earlier: for each seat, from 0, the Iron Throne cards that it drew in rounds before those of
            the deal, with None for unknown cards.
    """
    count, drawn = variant.rounds_for(players), [*chain(*earlier)]
    before: Cards | None = None
    for number, round_deal in enumerate(deal.rounds[: count - len(drawn)], start=len(drawn) + 1):
        for fault in round_faults(round_deal, before, players, variant, number):
            yield number, fault
        before = round_deal.dealt
    if len(drawn) + len(deal.rounds) > count:
        rounds = english.count_things(count, "round")
        yield count + 1, f"the game has {rounds}, not {len(drawn) + len(deal.rounds)}"
    if None in drawn and (any(drawn) or deal.throne_cards):
        yield None, "all Iron Throne cards that were drawn must be known, or none"
    for fault in throne_faults((*drawn, *deal.throne_cards), variant):
        yield None, fault


def round_faults(
    deal: RoundDeal,
    before: Iterable[Card] | None,
    players: int,
    variant: Variant,
    round_number: int,
) -> Iterator[str]:
    """Yield the faults of a round's deal; `before` contains the cards of the previous round."""
    hand_size, starter_count = variant._deal_sizes(players, round_number)
    if len(deal.hands) != players:
        yield f"there must be {players} hands, one for each player, not {len(deal.hands)}"
    for seat, hand in enumerate(deal.hands[:players]):
        if len(hand) != hand_size:
            cards = english.count_things(hand_size, "card")
            yield f"player {seat} must be dealt {cards}, not {len(hand)}"
    if len(deal.starters) != starter_count:
        starters = english.count_things(starter_count, "card")
        yield f"{starters} must start the bottom row, not {len(deal.starters)}"
    yield from _find_doubled(deal.dealt)
    # Cards that round 1 leaves unused are still in the game.
    if before is not None and round_number > 1 and variant.has_dead(round_number - 1):
        yield from (
            f"{card} is dealt, but has died or was never in the game"
            for card in sorted({*deal.dealt}.difference(before))
        )


def throne_faults(drawn: Iterable[IronThroneCard | None], variant: Variant) -> list[str]:
    """Return the faults of drawn Iron Throne cards, unless the variant's table is unknown.

    None represents an unknown card.
    """
    known = [card for card in drawn if card]
    if not known:
        return []
    available = Counter(variant.throne_cards)
    return [
        f"the Iron Throne card ({card}) is drawn {count} times, but the table has {in_table}"
        if (in_table := available[card])
        else f"the table has no Iron Throne card ({card})"
        for card, count in Counter(known).items()
        if available and count > available[card]
    ]


def _find_doubled(cards: Cards) -> list[str]:
    if len({card.index for card in cards}) == len(cards):  # almost always
        return []
    return [f"{card} is dealt {count} times" for card, count in Counter(cards).items() if count > 1]

"""Worlds: states consistent with a player's knowledge, and the odds of hidden cards in them."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.chance import RandomSource, check_source, shuffle
from westeros_intrigue.gamekit.notebook_tables import Rows, Tabled
from westeros_intrigue.gamekit.results import default_names
from westeros_intrigue.rules import automated, state, unseen
from westeros_intrigue.rules.board import bits_of
from westeros_intrigue.rules.cards import (
    DECK,
    HOUSES,
    Card,
    Cards,
    House,
    IronThroneCard,
    ThroneCards,
)
from westeros_intrigue.rules.dealing import Deal, RoundDeal, draw_rounds
from westeros_intrigue.rules.game_events import Phase
from westeros_intrigue.rules.view import SeenPile, View, list_piles
from westeros_intrigue.views.observation import throne_cards_left


class Odds(tuple[Mapping[House, tuple[Fraction, ...]], ...], Tabled):
    """For each seat, from 0, and house, the probabilities of 0, 1, 2, … cards of the house.

    A tuple of read-only mappings. Its `repr` shows the average number of cards of each house in
    each hand; a notebook shows a table of these averages, with the probability of at least one
    card.

    >>> from westeros_intrigue import observe, odds, setup
    >>> chances = odds(observe(setup(2, seed=1), 0))
    >>> chances
    <Odds of S, L, B, T: 2.0 5.0 2.0 5.0 / 4.5 2.5 4.5 2.5>
    >>> chances.in_words[1]
    ('4.5 (100 %)', '2.5 (99 %)', '4.5 (100 %)', '2.5 (99 %)')

    Rules: info.leftover, info.memory.
    """

    __slots__ = ()

    @property
    def means(self) -> tuple[tuple[float, ...], ...]:
        """For each seat, from 0, the average number of cards of each house."""
        return tuple(tuple(_mean(hand[house]) for house in HOUSES) for hand in self)

    @property
    def in_words(self) -> tuple[tuple[str, ...], ...]:
        """For each seat, from 0, and house: the average number of cards, the probability of any."""
        return tuple(
            tuple(
                f"{_mean(hand[house]):.1f} ({float(100 - 100 * hand[house][0]):.0f} %)"
                for house in HOUSES
            )
            for hand in self
        )

    def to_rows(self) -> list[dict[str, object]]:
        """Return a row for each seat, from 0, and house, such as for a pandas DataFrame.

        >>> from westeros_intrigue import observe, setup
        >>> odds(observe(setup(2, seed=1), 0)).to_rows()[0]
        {'player': 0, 'house': 'Stark', 'mean': 2.0, 'any': 1.0}
        """
        return [
            {
                "player": player,
                "house": str(house),
                "mean": _mean(hand[house]),
                "any": float(1 - hand[house][0]),
            }
            for player, hand in enumerate(self)
            for house in HOUSES
        ]

    def _rows(self) -> Rows:
        names = default_names(len(self))
        rows = [(name, *hand) for name, hand in zip(names, self.in_words, strict=True)]
        return "Cards on average, and the probability of any", ("player", *map(str, House)), rows

    def __repr__(self) -> str:
        hands = (" ".join(f"{mean:.1f}" for mean in means) for means in self.means)
        return f"<Odds of {', '.join(house.letter for house in HOUSES)}: {' / '.join(hands)}>"


def _mean(chances: tuple[Fraction, ...]) -> float:
    return float(sum(count * chance for count, chance in enumerate(chances)))


def determinize(view: View, rng: RandomSource) -> state.GameState:
    """Draw a state that is consistent with a view, for search.

    All deals consistent with the view are equally likely; the moves that players chose are not used
    as evidence. Later rounds are drawn at random. Finished rounds contain only facts that the
    viewer knows, so the state cannot be written as a record.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> view = observe(setup(4, seed=1), 2)
    >>> world = determinize(view, random.Random(1))
    >>> observe(world, 2) == view
    True

    Args:
        view: the view of a seat or a spectator.
        rng: a source of random numbers, such as `random.Random(1)`.

    Raises:
        InvalidValue: no deal agrees with the view.

    Rules: info.public, info.leftover, info.throne, info.elimination, info.memory, solo.public.
    """
    return Determinizer(view).draw(rng)


def odds(view: View) -> Odds:
    """Return, for each seat, from 0, and house, the probabilities of 0, 1, 2, … cards of the house.

    The probabilities are exact for the worlds of `determinize`, even with printed cards (a table
    with `has_numbers=False`). For the player's own hand, they are 0 and 1.

    >>> from westeros_intrigue import observe, setup
    >>> chances = odds(observe(setup(6, seed=1), 0))
    >>> len(chances[3][House.STARK]), sum(chances[3][House.STARK])
    (7, Fraction(1, 1))

    Raises:
        InvalidValue: no deal agrees with the view.

    Rules: info.leftover, info.elimination, info.memory, solo.public.
    """
    return Determinizer(view).odds()


class Determinizer:
    """Draws worlds from one view; the work that depends only on the view is done once.

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
        """Count the ways to distribute the cards that the viewer has not seen."""
        values.check_type("view", view, View)
        self._view = view
        self._known_stacks = view.known_stacks
        self._results = view.results
        self._unseen = unseen.check_possible(view)
        # Before a round that players deal, a world includes the characters that have died.
        is_dying = (
            view.phase is Phase.DEALING
            and self._results
            and view.variant.has_dead(view.table._rounds_scored)
        )
        self._last_round = unseen.unseen_at_end(view, self._results[-1]) if is_dying else None
        self._throne_cards = throne_cards_left(view)

    def draw(self, rng: RandomSource, *, later_rounds: bool = True) -> state.GameState:
        """Draw a world; see `determinize`.

        Args:
            rng: the source of random numbers.
            later_rounds: False omits the deals of later rounds, which is faster for search within
                the round.

        Raises:
            InvalidValue: `rng` returns a number out of range.
        """
        view, table = self._view, self._view.table
        hands = self._hands(rng)
        throne_cards = iter(shuffle(self._throne_cards, rng))
        score_piles = tuple([_fill_pile(pile, throne_cards) for pile in list_piles(view)])
        rounds_left = table.variant.rounds_for(table.players) - table._rounds_scored
        later = self._later_rounds(hands, rng) if later_rounds else []
        rest = Deal(later, islice(throne_cards, rounds_left))
        dealt_before = None
        if self._last_round is not None:
            dead = frozenset(self._last_round.draw(rng)[-1])
            dealt_before = tuple(card for card in DECK if card not in dead)
        frame = state.RoundFrame(table, rest, score_piles, self._results, dealt_before=dealt_before)
        stacks = state.make_stacks(table, hands, self._list_turns())
        held = tuple(bits_of(hand) for hand in hands)
        board = table._board
        bits = board.occupied, board.open_bits | board.closed
        of_round = (table.placements, table.eliminations, *bits, held, stacks)
        if table.active_player is None:
            return state.GameState(frame, None, *of_round)
        # In this world, the seat to move can place a card or is out.
        return state.next_state(table.active_player, frame, *of_round)

    def _list_turns(self) -> Sequence[automated.Turns]:
        """Return the turns of each seat's house in this round, up to the current one."""
        table = self._view.table
        turned_over = [*(table.turned_over or ((),) * table.players)]
        if table.is_drawing and table.active_player is not None:
            turned_over[table.active_player] = turned_over[table.active_player][:-1]
        return turned_over

    def draw_hands(self, rng: RandomSource) -> tuple[Mapping[House, int], ...]:
        """Draw only the number of cards of each house for each seat, from 0.

        >>> import random
        >>> from westeros_intrigue import observe, setup
        >>> determinizer = Determinizer(observe(setup(4, seed=1), 2))
        >>> [sum(hand.values()) for hand in determinizer.draw_hands(random.Random(1))]
        [9, 9, 9, 9]

        Raises:
            InvalidValue: `rng` returns a number out of range.
        """
        return tuple(
            values.FrozenMapping(dict(zip(HOUSES, unseen.house_counts(hand), strict=True)))
            for hand in self._hands(rng)
        )

    def draw_deal(self, rng: RandomSource) -> RoundDeal:
        """Draw the hands dealt at the start of this round, each sorted by house and number.

        An automated house's cards have the order of its stack.

        >>> import random
        >>> from westeros_intrigue import observe, setup
        >>> view = observe(setup(4, seed=1), 2)
        >>> Determinizer(view).draw_deal(random.Random(1)).hands[2] == view.hand
        True

        Raises:
            InvalidValue: `rng` returns a number out of range.
        """
        table = self._view.table
        hands: list[Sequence[Card]] = []
        turned_over = self._list_turns()
        for seat, hand in enumerate(self._hands(rng)):
            placed = [
                placement.move.card for placement in table.placements if placement.player == seat
            ]
            if seat in table.variant.automated:
                hands.append(_stack_at_start(hand, placed, turned_over[seat]))
            else:
                hands.append(sorted((*hand, *placed)))
        return RoundDeal(hands, table.starters)

    def _hands(self, rng: RandomSource) -> list[Cards]:
        check_source(rng)
        view = self._view
        drawn = self._unseen.draw(rng)[: view.players]
        return [
            view.hand if seat == view.player else self._lay_out(seat, cards)
            for seat, cards in enumerate(drawn)
        ]

    def _lay_out(self, seat: int, cards: Cards) -> Cards:
        """Return a hand with its unseen cards; a stack has its order before the house's turn."""
        table, stack = self._view.table, (*cards, *self._known_stacks[seat])
        if seat == table.active_player and table.is_drawing:
            aside = table.turned_over[seat][-1]
            return (*aside, *stack[: -len(aside)])
        return stack

    def odds(self) -> Odds:
        """Return the probabilities for every seat and house; see the function `odds`."""
        return Odds(
            values.FrozenMapping(dict(zip(HOUSES, self._seat_odds(seat), strict=True)))
            for seat in range(self._view.players)
        )

    def _seat_odds(self, seat: int) -> list[tuple[Fraction, ...]]:
        view = self._view
        known_cards = view.hand if seat == view.player else self._known_stacks[seat]
        nothing = (Fraction(0),)
        return [
            # The unseen cards of a house are added to the known ones.
            nothing * count
            + tuple(Fraction(way, sum(ways)) for way in ways)
            + nothing * (len(known_cards) - count)
            for count, ways in zip(
                unseen.house_counts(known_cards), self._unseen.ways_to_hold(seat), strict=True
            )
        ]

    def _later_rounds(self, hands: Sequence[Sequence[Card]], rng: RandomSource) -> list[RoundDeal]:
        view = self._view
        if view.phase is Phase.DEALING:
            return []
        dealt = unseen.cards_seen_in(view.table, hands)
        return draw_rounds(view.players, rng, view.variant, view.round_number + 1, dealt)


def _stack_at_start(left: Cards, placed: Sequence[Card], turns: automated.Turns) -> Cards:
    """Return a stack at the start of the round, in order, given the cards left of it."""
    stack = left[::-1] if any(turns[len(placed) :]) else left
    for card, set_aside in zip(reversed(placed), reversed(turns[: len(placed)]), strict=True):
        stack = (*set_aside, card, *stack[: len(stack) - len(set_aside)])
    return stack


def _fill_pile(pile: SeenPile, throne_cards: Iterator[IronThroneCard]) -> ThroneCards:
    """Return a score pile with unseen cards for those that the viewer does not know.

    If the game's cards are unknown, a pile is empty unless the viewer knows all of it.
    """
    cards = [card or next(throne_cards, None) for card in pile]
    return () if None in cards else tuple(filter(None, cards))

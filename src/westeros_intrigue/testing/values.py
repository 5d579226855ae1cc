"""Strategies for the small values: houses, cards, slots, moves, variants, final scores."""

from __future__ import annotations

from hypothesis import strategies as st

from westeros_intrigue.base.values import check_type
from westeros_intrigue.rules.cards import DECK, Card, House, IronThroneCard
from westeros_intrigue.rules.slots import FARTHEST_COLUMN, HIGHEST_ROW, Move, Slot
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    OPTIONS,
    SOLO_SCHEMING,
    STANDARD,
    Variant,
    check_players,
    needs_houses,
)

_MOST_ROUNDS = 6  # games of more rounds would be slow and no better


def houses() -> st.SearchStrategy[House]:
    """Any of the four houses.

    >>> from hypothesis import find
    >>> find(houses(), lambda house: house is not House.STARK)
    House.LANNISTER
    """
    return st.sampled_from(House)


def cards() -> st.SearchStrategy[Card]:
    """Any of the 36 character cards.

    >>> from hypothesis import find
    >>> find(cards(), lambda card: card.number == 4).number
    4
    """
    return st.sampled_from(DECK)


def throne_cards() -> st.SearchStrategy[IronThroneCard]:
    """Any valid Iron Throne card, mostly with few icons, so that ties occur.

    >>> from hypothesis import find
    >>> find(throne_cards(), lambda card: card.value == 3)
    IronThroneCard(value=3, icons=1)
    """
    return st.builds(
        IronThroneCard, st.integers(1, 3), st.integers(1, 4) | st.integers(1, 999_999_999)
    )


def slots_near() -> st.SearchStrategy[Slot]:
    """A slot that a court can reach, or one just beyond.

    >>> from hypothesis import find
    >>> str(find(slots_near(), lambda slot: slot.row == 1))
    'b0'
    """
    return st.builds(Slot, st.integers(0, 8), st.integers(-9, 9))


def slots_far() -> st.SearchStrategy[Slot]:
    """Any valid slot, usually far from every court.

    >>> from hypothesis import find
    >>> find(slots_far(), lambda slot: slot.column > 100).row
    0
    """
    columns = st.integers(-FARTHEST_COLUMN, FARTHEST_COLUMN)
    return st.builds(Slot, st.integers(0, HIGHEST_ROW), columns)


def slots() -> st.SearchStrategy[Slot]:
    """A slot near or far.

    >>> from hypothesis import find
    >>> str(find(slots(), lambda slot: slot.row > 8))
    'j0'
    """
    return slots_near() | slots_far()


def moves() -> st.SearchStrategy[Move]:
    """Any card to any slot near or far; hardly ever a legal move. See `moves_in`.

    >>> from hypothesis import find
    >>> str(find(moves(), lambda move: move.slot.row == 1))
    'S1@b0'
    """
    return st.builds(Move, cards(), slots())


def player_counts() -> st.SearchStrategy[int]:
    """The number of players: 2 to 6.

    >>> from hypothesis import find
    >>> find(player_counts(), lambda players: players > 2)
    3
    """
    return st.integers(MIN_PLAYERS, MAX_PLAYERS)


def decks() -> st.SearchStrategy[tuple[Card, ...]]:
    """The 36 character cards in any order.

    >>> from hypothesis import find
    >>> len(find(decks(), lambda deck: deck[0].house is House.TARGARYEN))
    36
    """
    return st.permutations(DECK).map(tuple)


@st.composite
def variants(draw: st.DrawFn, players: int | None = None) -> Variant:
    """A variant for a number of players, by default for any from 2 to 6.

    It may have options, houses, automated seats (even all of them), one to six rounds, other Iron
    Throne cards and a fixed first player; with four players it is sometimes Solo Scheming. It
    shrinks towards `STANDARD`.

    >>> from hypothesis import find
    >>> find(variants(4), lambda variant: variant.rivalry).options
    ('rivalry',)

    Raises:
        InvalidValue: `players` is out of the range.
    """
    seats = draw(player_counts()) if players is None else check_players(players)
    solo = ["solo"] if seats == len(SOLO_SCHEMING.houses) else []
    kind = draw(st.sampled_from(["standard", "any", *solo]))
    if kind == "standard":
        return STANDARD
    if kind == "solo":
        return SOLO_SCHEMING
    rounds = draw(st.none() | st.integers(1, _MOST_ROUNDS))
    count = seats if rounds is None else rounds
    options = {option: draw(st.booleans()) for option in OPTIONS}
    chosen = [option for option in OPTIONS if options[option]]
    some = st.lists(st.integers(0, seats - 1), unique=True, max_size=seats)
    automated = draw(st.one_of(st.just([]), some, st.just(list(range(seats)))))
    housed = st.tuples(*[houses()] * seats)
    return Variant(
        rounds=rounds,
        **options,
        houses=draw(housed if automated or needs_houses(chosen) else st.just(()) | housed),
        automated=sorted(automated),
        throne_cards=draw(
            st.just(STANDARD.throne_cards)
            | st.lists(throne_cards(), min_size=count, max_size=count + 2)
            | throne_cards().map(lambda card: [card] * count)  # for shared places
        ),
        first_player=draw(st.none() | st.integers(0, seats - 1)),
        dead=draw(st.sampled_from((0, 2, 6))) if options["anyone_can_die"] else 0,
    )


def first_players(players: int, variant: Variant = STANDARD) -> st.SearchStrategy[int]:
    """A possible first player of round 1, from 0.

    >>> from hypothesis import find
    >>> find(first_players(3), lambda seat: seat > 0)
    1

    Raises:
        InvalidValue: `players` is not from 2 to 6.
    """
    players = check_players(players)
    check_type("variant", variant, Variant)
    if variant.first_player is not None:
        return st.just(variant.first_player)
    return st.integers(0, players - 1)


@st.composite
def final_scores(
    draw: st.DrawFn, players: int | None = None
) -> tuple[tuple[int, ...], tuple[tuple[IronThroneCard, ...], ...]]:
    """Penalty points and score piles for `rank`, with many ties of both kinds.

    >>> from hypothesis import find
    >>> points, piles = find(final_scores(2), lambda scores: scores[0][0] == scores[0][1])
    >>> len(points), len(piles)
    (2, 2)

    Raises:
        InvalidValue: `players` is not from 2 to 6.
    """
    seats = draw(player_counts()) if players is None else check_players(players)
    pile = st.lists(throne_cards(), max_size=3).map(tuple)
    piles = draw(st.tuples(*[pile] * seats))
    # Points above a common total, mostly 0, so that totals and often icons are equal.
    over = draw(st.tuples(*[st.sampled_from((0, 0, 0, 1, 2))] * seats))
    points = tuple(
        9 + more + sum(card.value for card in drawn)
        for more, drawn in zip(over, piles, strict=True)
    )
    return points, piles

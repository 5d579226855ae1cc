"""Games played with a learner: each table stops when the learner decides.

A table is the memory of the kernel, followed by the game's facts beyond the round and the public
information that is not on the board, and at the end by the cards to come. Cards and random numbers
are the same as in simulated games. `native/tables.h` contains the same functions.

Rules: turn.clockwise, elimination.own-turn, round.penalty, round.rotation, round.throne,
final.total, final.lowest, final.icons, final.shared, solo.public, info.elimination.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import MutableSequence
from typing import NamedTuple

from westeros_intrigue.gamekit.chance import skip_numbers
from westeros_intrigue.lab.simulation.board import (
    BOARD_SIZE,
    COUNT_BITS,
    HANDS,
    HOUSE_COUNT,
    LAST_HOUSE,
    LAST_SEAT,
    LEFT_END,
    OUT,
    RIGHT_END,
    SEAT,
    SLOTS,
    STACK_SIZES,
    WIDTH,
    Integers,
    Terms,
    count_moves,
    follow_procedure,
    one_of_each,
    put_card,
    seat_after,
    set_aside_by,
    size_of,
    start_turn,
)
from westeros_intrigue.lab.simulation.fast import as_signed, integers, numbers_a_game
from westeros_intrigue.lab.simulation.kernel import (
    ALWAYS,
    BEST,
    DECK,
    DECK_SIZE,
    ERRS,
    MEMORY_SIZE,
    NUMBER,
    POLICIES,
    POLICY_SIZE,
    WHOLE_DECK,
    best_moves,
    choose_move,
    deal,
    move_at,
    shuffle,
    shuffle_share,
)
from westeros_intrigue.lab.simulation.network import (
    MISSING as LACKED,
    OPENED,
    SIZES,
    Mind,
    best_by_network,
    count_openings,
)
from westeros_intrigue.lab.simulation.packing import flat_points, terms_of
from westeros_intrigue.rules.cards import MOST_ICONS
from westeros_intrigue.rules.variants import MAX_PLAYERS, Variant

GAME, ROUND, LEARNERS, GROWN, PLIES = range(MEMORY_SIZE, MEMORY_SIZE + 5)
"""The number of the game; the round, from 0; the learner's seats, as bits; the numbers of
placements at the left end of the bottom row, and of all placements."""
OUT_AFTER = PLIES + 1
"""For each seat, 0 while it is in, else 1 plus the number of placements before it went out."""
MISSING = OUT_AFTER + MAX_PLAYERS
"""The houses that each seat provably lacks, as bits."""
KNOWN = MISSING + MAX_PLAYERS
"""For each seat, the number of public cards at the bottom of its stack."""
POINTS = KNOWN + MAX_PLAYERS
"""The penalty points of each seat."""
DRAWN = POINTS + MAX_PLAYERS
"""The number of Iron Throne cards of each seat."""
PILES = DRAWN + MAX_PLAYERS
"""For each seat, the numbers of its Iron Throne cards worth 1, 2 and 3, 8 bits each."""
FEWEST = PILES + MAX_PLAYERS
"""For each seat, 1 plus the variant's index of its Iron Throne card with the fewest icons, or 0
without cards."""
WAY = FEWEST + MAX_PLAYERS
"""For each placement of the round, its seat, the number of earlier placements at the left end, and
its cell, 8 bits each."""
COUNTED = WAY + DECK_SIZE
"""The number of placements in the counts that follow."""
OPENINGS = COUNTED + 1
"""For each seat and house, the slots that the seat has opened minus those that it has closed."""
TABLE_SIZE = OPENINGS + MAX_PLAYERS * HOUSE_COUNT
PILE_BITS, PILE = 8, 255
MOST_TURNS = DECK_SIZE // 2
"""The maximum number of placements of a seat in a round."""

Rewards = MutableSequence[float]
"""The rewards of all seats at a table: for tables, a row of an array."""


class LockStepTerms(NamedTuple):
    """The terms common to all tables."""

    table: Terms
    first_player: int
    """The seat that starts the first round of a game."""
    cards_in_game: Integers
    """The number of characters in the game in each round."""
    hand_sizes: Integers
    """The hand size in each round."""
    starter_counts: Integers
    """The number of starters in each round."""
    numbers_a_game: int
    """The number of random numbers reserved for each game."""
    seed: int
    points: Integers
    """The points of a round by cards left, house of the last card, and seat."""
    throne_values: Integers
    throne_icons: Integers
    """The value and the icons of each Iron Throne card of the variant."""
    is_for_victory: int
    """1 if a game pays a share of the victory, 0 if it pays its points."""
    stride: int
    """The increase of the number from one game at a table to the next."""
    chance: int
    """The index in a table of its shuffled Iron Throne cards, by their index in the variant, of
    which each round draws one; the shuffled decks of all rounds follow."""
    by_network: int
    """The seats that place by the network, if there is one, as bits."""
    given: int
    """The index in a table of the numbers that choose the moves of its seats: for each seat, how
    many it has used, then `MOST_TURNS` for each round. Such a table is also given its cards, and
    ends with its game. 0 if a table draws its cards and numbers."""


def terms_of_tables(
    players: int,
    variant: Variant,
    first_player: int,
    seed: int,
    *,
    is_for_victory: bool,
    stride: int,
    chance: int,
    by_network: int,
    given: int = 0,
) -> LockStepTerms:
    """Return the terms that all tables share."""
    rounds = range(1, variant.rounds_for(players) + 1)
    return LockStepTerms(
        table=terms_of(players, variant),
        first_player=first_player,
        cards_in_game=integers(variant.cards_in_game(number) for number in rounds),
        hand_sizes=integers(variant.hand_size(players, number) for number in rounds),
        starter_counts=integers(variant.starter_count(players, number) for number in rounds),
        numbers_a_game=numbers_a_game(players, variant),
        seed=as_signed(seed),
        points=flat_points(variant, players),
        throne_values=integers(card.value for card in variant.throne_cards),
        throne_icons=integers(card.icons for card in variant.throne_cards),
        is_for_victory=int(is_for_victory),
        stride=stride,
        chance=chance,
        by_network=by_network,
        given=given,
    )


def place(players: int, code: int, memory: Integers) -> None:
    """Place a card of the seat to move, and pass the turn."""
    seat, cell, width = memory[SEAT], code & 63, memory[WIDTH]
    if cell == LEFT_END and width:
        memory[GROWN] += 1
    if cell == RIGHT_END:
        cell = width
    memory[WAY + memory[PLIES]] = seat << 16 | memory[GROWN] << 8 | cell
    memory[PLIES] += 1
    put_card(memory, code)
    memory[SEAT] = seat_after(players, seat)


def note_eliminations(terms: Terms, out: int, memory: Integers) -> None:
    """Store the public facts about seats that went out since `out`, the seats out before."""
    for seat in range(terms.players):
        if (memory[OUT] & ~out) >> seat & 1 == 0:
            continue
        memory[OUT_AFTER + seat] = 1 + memory[PLIES]
        if memory[HANDS + seat]:
            for house in range(HOUSE_COUNT):
                if memory[SLOTS + house]:
                    memory[MISSING + seat] |= 1 << house
        if terms.automated >> seat & 1:
            memory[KNOWN + seat] = memory[STACK_SIZES + seat]


def take_turn(terms: Terms, mind: Mind | None, memory: Integers) -> None:
    """Place a card for the seat whose turn has begun, which is automated or an opponent."""
    players, seat = terms.players, memory[SEAT]
    if terms.automated >> seat & 1:
        aside = set_aside_by(seat, memory)
        place(players, follow_procedure(terms, memory), memory)
        unturned = memory[STACK_SIZES + seat] - aside
        memory[KNOWN + seat] = min(memory[KNOWN + seat], unturned) + aside
    elif mind is None:
        place(players, choose_move(terms, seat, memory), memory)
    else:
        code = find_forced_move(memory[HANDS + seat], memory)
        if code < 0:
            look_at(terms, mind, memory)
            code = best_by_network(terms, mind)
        place(players, code, memory)


def next_given(terms: LockStepTerms, seat: int, memory: Integers) -> int:
    """Return the next of the numbers given to a seat."""
    used = terms.given + seat * (1 + MOST_TURNS * len(terms.hand_sizes))
    memory[used] += 1
    return memory[used + memory[used]]


def choose_by_number(terms: Terms, seat: int, number: int, memory: Integers) -> int:
    """Return the move that a random or greedy seat chooses by a number of 53 bits.

    `kernel.choose_move` draws the number.
    """
    hand = memory[HANDS + seat]
    one_each = one_of_each(hand)
    if memory[POLICIES + POLICY_SIZE * seat + ERRS] == ALWAYS:
        return move_at(number * count_moves(memory, one_each) >> 53, SLOTS, one_each, memory)
    return move_at(number * best_moves(terms, hand, memory) >> 53, BEST, one_each, memory)


def find_forced_move(hand: int, memory: Integers) -> int:
    """Return the code of the only move of a hand, or -1 if there are several."""
    if count_moves(memory, one_of_each(hand)) != 1:
        return -1
    return move_at(0, SLOTS, hand, memory)


def look_at(terms: Terms, mind: Mind, memory: Integers) -> None:
    """Show a network the board of a table, and the public facts of hands."""
    for item in range(BOARD_SIZE):
        mind.board[item] = memory[item]
    seen, counted = mind.work.seen, memory[COUNTED]
    for seat in range(terms.players):
        seen[SIZES + seat] = size_of(memory[HANDS + seat])
        seen[LACKED + seat] = memory[MISSING + seat]
    count_openings(
        memory, memory, WAY + counted, memory[PLIES] - counted, memory[GROWN], memory, OPENINGS
    )
    memory[COUNTED] = memory[PLIES]
    for item in range(HOUSE_COUNT * terms.players):
        seen[OPENED + item] = memory[OPENINGS + item]


def place_for_seat(terms: LockStepTerms, mind: Mind | None, memory: Integers) -> None:
    """Place a card for the seat whose turn has begun, by its network, its policy or a number."""
    table, seat = terms.table, memory[SEAT]
    by_network, is_automated = terms.by_network >> seat & 1, table.automated >> seat & 1
    if terms.given and not by_network and not is_automated:
        number = next_given(terms, seat, memory)
        place(table.players, choose_by_number(table, seat, number, memory), memory)
    else:
        take_turn(table, mind if by_network else None, memory)


def start_round(terms: LockStepTerms, memory: Integers) -> None:
    """Deal the round."""
    number = memory[ROUND]
    deck = terms.chance + len(terms.throne_values) + DECK_SIZE * number
    for index in range(DECK_SIZE):
        memory[DECK + index] = memory[deck + index]
    deal(terms.table, terms.hand_sizes[number], terms.starter_counts[number], memory)
    memory[SEAT] = (terms.first_player + number) % terms.table.players
    for item in range(GROWN, POINTS):
        memory[item] = 0
    for item in range(COUNTED, TABLE_SIZE):
        memory[item] = 0


def score_round(terms: LockStepTerms, rewards: Rewards, memory: Integers) -> None:
    """Store the points of a finished round, and the seat that draws its Iron Throne card."""
    players, throne_card = terms.table.players, memory[terms.chance + memory[ROUND]]
    for seat in range(players):
        left = size_of(memory[HANDS + seat])
        points = terms.points[(left * HOUSE_COUNT + memory[LAST_HOUSE]) * players + seat]
        memory[POINTS + seat] += points
        if not terms.is_for_victory:
            rewards[seat] -= points
    drawer = memory[LAST_SEAT]
    memory[DRAWN + drawer] += 1
    memory[PILES + drawer] += 1 << PILE_BITS * (terms.throne_values[throne_card] - 1)
    best = memory[FEWEST + drawer] - 1
    if best < 0 or terms.throne_icons[throne_card] < terms.throne_icons[best]:
        memory[FEWEST + drawer] = throne_card + 1
    memory[ROUND] += 1


def value_of(pile: int) -> int:
    """Return the value of a seat's Iron Throne cards."""
    return (pile & PILE) + 2 * (pile >> PILE_BITS & PILE) + 3 * (pile >> 2 * PILE_BITS & PILE)


def play_on(
    terms: LockStepTerms, mind: Mind | None, rewards: Rewards, memory: Integers, begins: bool  # noqa: FBT001 - as the functions that are compiled
) -> bool:  # fmt: skip
    """Play up to the learner's next decision, and add the rewards before it.

    `mind` is the opponents' network; None if they have policies. `begins` deals a game first.
    Return whether a game ends; each seat has a decision in every round.
    """
    table, must_deal, is_over = terms.table, begins, False
    while True:
        if begins:
            begin_game(terms, memory)
        if must_deal:
            start_round(terms, memory)
        out = memory[OUT]
        goes_on = start_turn(table, memory)
        if memory[OUT] != out:
            note_eliminations(table, out, memory)
        if not goes_on:
            score_round(terms, rewards, memory)
        must_deal = not goes_on
        begins = must_deal and memory[ROUND] == len(terms.hand_sizes)
        if begins:
            pay(terms, rewards, memory)
            if terms.given:
                return True
            memory[GAME] += terms.stride
            is_over = True
        elif goes_on and memory[LEARNERS] >> memory[SEAT] & 1:
            return is_over
        elif goes_on:
            place_for_seat(terms, mind, memory)


def begin_game(terms: LockStepTerms, memory: Integers) -> None:
    """Begin a game, whose cards are drawn unless they are given."""
    if not terms.given:
        draw_game(terms, memory)
    for item in range(POINTS, WAY):
        memory[item] = 0
    memory[ROUND] = 0


def draw_game(terms: LockStepTerms, memory: Integers) -> None:
    """Shuffle all cards of a game; with Anyone Can Die, the last of a deck die before the round."""
    memory[NUMBER] = skip_numbers(terms.seed, memory[GAME] * terms.numbers_a_game)
    throne_count = len(terms.throne_values)
    for card in range(throne_count):
        memory[terms.chance + card] = card
    shuffle(terms.chance, throne_count, memory)
    deck, share = terms.chance + throne_count, WHOLE_DECK
    for count in terms.cards_in_game:
        shuffle_share(share, memory)
        share = 0
        for index in range(count):
            memory[deck + index] = house = memory[DECK + index]
            share += 1 << COUNT_BITS * house
        deck += DECK_SIZE


def pay(terms: LockStepTerms, rewards: Rewards, memory: Integers) -> None:
    """Add what the end of the game pays to each seat."""
    players, lowest, winners = terms.table.players, 0, 0
    if not terms.is_for_victory:
        for seat in range(players):
            rewards[seat] += value_of(memory[PILES + seat])
        return
    # A total and, for ties, the fewest icons as a single number: the lowest wins.
    for seat in range(players):
        order = order_of(terms, seat, memory)
        if winners == 0 or order < lowest:
            lowest, winners = order, 0
        winners += order == lowest
    for seat in range(players):
        if order_of(terms, seat, memory) == lowest:
            rewards[seat] = 1 / winners


def order_of(terms: LockStepTerms, seat: int, memory: Integers) -> int:
    """Return a number that is lower for a better result of a seat."""
    best = memory[FEWEST + seat] - 1
    icons = terms.throne_icons[best] if best >= 0 else MOST_ICONS + 1
    return (memory[POINTS + seat] - value_of(memory[PILES + seat])) * (MOST_ICONS + 2) + icons

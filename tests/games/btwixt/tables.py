"""Tables for the tests: chosen hands and allies, boxes with other abilities, games played out."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import attrs

from westeros_intrigue.games.btwixt import (
    SAMPLE_BOX,
    STANDARD,
    Ability,
    Box,
    Card,
    GameState,
    Kneel,
    Move,
    Play,
    Variant,
    apply,
    draw_chance,
    legal_moves,
    parse_move,
    setup,
)
from westeros_intrigue.games.btwixt.pieces import variants

LEADERS = (
    "cersei-lannister",
    "tyrion-lannister",
    "jon-snow",
    "doran-martell",
    "melisandre",
    "olenna-tyrell",
)
VARIANTS = sorted(
    variants.VARIANTS_BY_WORDS.values(),
    key=lambda variant: [getattr(variant, flag) for flag in [*variants.FLAGS][2:]],
)
"""Every variant; those without newer options come first, so that a new one changes fewer games."""


def with_abilities(abilities: Mapping[str, tuple[Ability, ...]]) -> Box:
    """The sample box in which some cards or allies, by id, do something else."""
    return attrs.evolve(
        SAMPLE_BOX,
        allies=tuple(
            attrs.evolve(ally, abilities=abilities.get(ally.id, ally.abilities))
            for ally in SAMPLE_BOX.allies
        ),
        influence=tuple(
            attrs.evolve(entry, abilities=abilities.get(entry.id, entry.abilities))
            for entry in SAMPLE_BOX.influence
        ),
    )


def dealt(
    *hands: str,
    allies: str = "",
    first_player: int = 0,
    variant: Variant = STANDARD,
    box: Box = SAMPLE_BOX,
) -> GameState:
    """A game whose first hands begin with the named cards, and whose allies come in this order.

    A hand is the ids of cards; the rest of it are cards without abilities.
    """
    players = len(hands)
    chance = draw_chance(players, random.Random(0), box, variant)
    left = sorted(chance.influence[0], key=partial(_plainness, box))
    named = [[taken(left, word) for word in hand.split()] for hand in hands]
    while short := [hand for hand in named if len(hand) < variant.hand_size]:
        for hand in short:
            hand.append(left.pop(0))
    order = [hand[index] for index in range(variant.hand_size) for hand in named]
    first = allies.split()
    chance = attrs.evolve(
        chance,
        allies=(*first, *(ally for ally in chance.allies if ally not in first)),
        influence=((*order, *left), *chance.influence[1:]),
    )
    return setup(
        players,
        box=box,
        chance=chance,
        first_player=first_player,
        leaders=LEADERS[:players],
        variant=variant,
    )


def lying(state: GameState, **councils: str) -> GameState:
    """The state with allies lying in councils: c0="shae varys"; they leave the ally deck."""
    named = {int(name[1:]): tuple(allies.split()) for name, allies in councils.items()}
    gone = {ally for allies in named.values() for ally in allies}
    there = tuple(
        attrs.evolve(council, allies=named.get(number, council.allies))
        for number, council in enumerate(state.councils)
    )
    deck = tuple(ally for ally in state.ally_deck if ally not in gone)
    table = attrs.evolve(state.table, councils=there, ally_deck_size=len(deck))
    return attrs.evolve(state, table=table, ally_deck=deck)


def with_tokens(state: GameState, *counts: int) -> GameState:
    """The state with the first tokens of the supply in councils, so many in each."""
    supply = list(state.supply)
    councils = tuple(
        attrs.evolve(council, tokens=tuple(supply.pop(0) for _ in range(count)))
        for council, count in zip(state.councils, counts, strict=True)
    )
    table = attrs.evolve(state.table, councils=councils, supply=tuple(supply))
    return attrs.evolve(state, table=table)


def _plainness(box: Box, card: Card) -> tuple[bool, bool, Card]:
    return "title" not in box.entry(card).invented, card.id == "betrayal", card


def taken(left: list[Card], word: str) -> Card:
    """Take a card from the cards that are left."""
    found = next(card for card in left if card.id == word)
    left.remove(found)
    return found


def play(state: GameState, *texts: str) -> GameState:
    """Make moves.

    A card in a pile without its number is the first that will do, `play any` plays the first
    without an ability, and `first` is the first legal move.
    """
    for text in texts:
        state = apply(state, move_of(state, text))
    return state


def move_of(state: GameState, text: str) -> Move:
    if text == "first":
        return legal_moves(state)[0]
    for move in legal_moves(state):
        if (
            text == "play any"
            and isinstance(move, Play)
            and not state.box.entry(move.card).abilities
        ):
            return move
        if text in {str(move), re.sub(r"#\d+", "", str(move))}:
            return move
    return parse_move(text)


def states_of(state: GameState, choose: Callable[[GameState], Move]) -> Iterator[GameState]:
    """The state and all that follow."""
    yield state
    while not state.is_over:
        state = apply(state, choose(state))
        yield state


def at_random(seed: int) -> Callable[[GameState], Move]:
    rng = random.Random(seed)
    return lambda state: rng.choice(legal_moves(state))


def random_game(seed: int) -> Iterator[GameState]:
    """A game of one of the variants and tables, by random moves."""
    variant = VARIANTS[seed % len(VARIANTS)]
    players = 3 + seed // len(VARIANTS) % 4
    first = setup(players, seed=seed, variant=variant, first_player=seed % players)
    return states_of(first, at_random(seed))


def kneeling(state: GameState) -> Move:
    """Kneel where that can be done, and otherwise make the last legal move."""
    moves = legal_moves(state)
    return next((move for move in moves if isinstance(move, Kneel)), moves[-1])

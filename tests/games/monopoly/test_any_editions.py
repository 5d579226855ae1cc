"""Every accepted edition is played without an error."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

import attrs
import pytest

from games.monopoly.invariants import check, check_decision
from westeros_intrigue.games.monopoly import (
    DOCUMENTS,
    AuctionTerms,
    ChanceCard,
    Edition,
    Effect,
    GameState,
    JailTerms,
    Mark,
    Money,
    Move,
    Record,
    Space,
    SpaceKind,
    Supply,
    Variant,
    Word,
    apply,
    draw_svg,
    draw_text,
    explain,
    goods_of,
    legal_moves,
    observe,
    question,
    read_edition,
    setup,
    simple_offers,
    simple_player,
    write_edition,
)
from westeros_intrigue.games.monopoly.pieces.spaces import (
    DEED_KINDS,
    FEWEST_SPACES,
    MOST_CARDS,
    MOST_COINS,
    MOST_SPACES,
)

GROUPS = ("ash", "amber", "light blue", "sea-green", "rust")
ALWAYS_THERE = (SpaceKind.GO, SpaceKind.JAIL)
MOVES = {Word.MOVE_TO, Word.MOVE_TO_NEAREST, Word.MOVE_BY}
ENDS = [word for word in Word if word not in {*MOVES, Word.JAIL_CARD}]


def any_edition(rng: random.Random) -> Edition:
    """An edition for the number of a game."""
    dearest = rng.choice((2, 9, 400, MOST_COINS))
    size = rng.choice((FEWEST_SPACES, rng.randint(13, 40), rng.randint(13, 60), MOST_SPACES))
    kinds = any_kinds(size, rng)
    storeys = rng.choice((1, 3, 4, 10))
    spaces = [any_space(number, kind, storeys, dearest, rng) for number, kind in enumerate(kinds)]
    start, fewest = rng.choice((0, 1, dearest, MOST_COINS)), rng.randint(2, 6)
    return Edition(
        name="any edition", sources=(), printed=False, sample=True,
        players=(fewest, rng.randint(fewest, 6)),
        money=Money(start, rng.choice((0, 2, dearest)), ((MOST_COINS, 6), (1, 1))),
        jail=JailTerms(amount(dearest, rng), rng.choice((1, 3, 20))),
        supply=Supply(rng.choice((0, 1, 12, MOST_COINS)), rng.choice((0, 1, MOST_COINS))),
        storeys=storeys, set_factor=rng.choice((1, 2, 100)),
        faith_rent=tuple(amount(dearest, rng) for _ in range(kinds.count(SpaceKind.FAITH))),
        order_rent=tuple(
            (amount(dearest, rng), amount(9, rng)) for _ in range(kinds.count(SpaceKind.ORDER))
        ),
        auction=AuctionTerms(amount(dearest, rng), amount(dearest, rng)), spaces=tuple(spaces),
        cards=any_cards(kinds, dearest, rng) if SpaceKind.CHANCE in kinds else (),
        marks=(("*", Mark.INVENTED),), hints=(),
    )  # fmt: skip


def amount(dearest: int, rng: random.Random) -> int:
    """A number of coins."""
    return rng.choice((1, rng.randint(1, dearest), dearest))


def any_kinds(size: int, rng: random.Random) -> list[SpaceKind]:
    """The kinds of the spaces; a few of them may be most of a board."""
    others = [kind for kind in SpaceKind if kind not in {*ALWAYS_THERE, SpaceKind.GO_TO_JAIL}]
    weights = [rng.choice((0, 1, 1, 9)) for _ in others]
    weights[0] += not sum(weights)
    kinds = rng.choices(others, weights, k=size)
    jail, go_to_jail = rng.sample(range(1, size), 2)
    if rng.randrange(2):
        kinds[go_to_jail] = SpaceKind.GO_TO_JAIL
    kinds[0], kinds[jail] = ALWAYS_THERE
    return kinds


def any_space(
    number: int, kind: SpaceKind, storeys: int, dearest: int, rng: random.Random
) -> Space:
    """A space of a kind, with all its numbers."""
    if kind is SpaceKind.TAX:
        return Space(f"Space {number}", kind, amount=amount(dearest, rng))
    if kind not in DEED_KINDS:
        return Space(f"Space {number}", kind)
    mortgage = amount(dearest, rng)
    space = Space(
        f"Space {number}",
        kind,
        price=amount(dearest, rng),
        mortgage=mortgage,
        unmortgage=rng.randint(mortgage, max(dearest, mortgage)),
    )
    if kind is not SpaceKind.LOCATION:
        return space
    return attrs.evolve(
        space,
        group=rng.choice(GROUPS[: rng.randint(1, 5)]),
        rents=tuple(sorted(amount(dearest, rng) for _ in range(storeys + 2))),
        holdfast_cost=amount(dearest, rng),
        castle_cost=amount(dearest, rng),
    )


def any_cards(kinds: list[SpaceKind], dearest: int, rng: random.Random) -> tuple[ChanceCard, ...]:
    """A deck in which drawing ends, perhaps only after all other cards."""
    last = ChanceCard("last", 1, (any_effect(rng.choice(ENDS), kinds, dearest, rng),))
    cards, left = [last], rng.choice((0, 3, 30, MOST_CARDS)) - 1
    while left > 0 and len(cards) < MOST_CARDS:
        copies = rng.randint(1, min(left, 9))
        if not rng.randrange(6):
            effects = [Effect(Word.JAIL_CARD)]
        else:
            words = rng.choices(ENDS, k=rng.choice((0, 1, 1, 2, 9)))
            if not words or rng.randrange(2):
                words.insert(rng.randint(0, len(words)), rng.choice([*MOVES]))
            effects = [any_effect(word, kinds, dearest, rng) for word in words]
        cards.append(ChanceCard(f"card {len(cards)}", copies, tuple(effects)))
        left -= copies
    return tuple(rng.sample(cards, len(cards)))


def any_effect(word: Word, kinds: list[SpaceKind], dearest: int, rng: random.Random) -> Effect:
    """An effect, which leads to Chance again more often than not where it moves a token."""
    chances = [number for number, kind in enumerate(kinds) if kind is SpaceKind.CHANCE]
    match word:
        case Word.MOVE_TO:
            return Effect(word, (rng.choice((rng.randrange(len(kinds)), *chances)),))
        case Word.MOVE_BY:
            return Effect(word, (rng.choice((-1, 1)) * rng.randint(1, len(kinds) - 1),))
        case Word.MOVE_TO_NEAREST:
            return Effect(word, kind=rng.choice((rng.choice(kinds), SpaceKind.CHANCE)))
        case _:
            return Effect(word, tuple(amount(dearest, rng) for _ in word.arguments))


LAST_TURN = 50


def begun(rng: random.Random) -> GameState:
    """A game of any edition, by any seed."""
    edition = any_edition(rng)
    assert read_edition(write_edition(edition)) == edition
    players = rng.randint(*edition.players)
    variant = Variant(rng.choice((0, 1, 3)), rng.choice(("full", "half")))
    seed, first = rng.randrange(2**64), rng.randrange(players)
    return setup(players, edition, seed=seed, first_player=first, variant=variant)


def any_move(state: GameState, rng: random.Random) -> Move:
    """The move of a simple player, or a legal one: first a kind of them, then one of that kind."""
    if not rng.randrange(3):
        return simple_player(observe(state, state.active_player), rng)
    listed = legal_moves(state)
    found: Sequence[Move] = [listed[0], listed[-1], *(rng.choice(listed) for _ in range(9))]
    found = [*found, *islice(simple_offers(state), rng.choice((0, 0, 20)))]
    kind = rng.choice([*dict.fromkeys(map(type, found))])
    return rng.choice([move for move in found if type(move) is kind])


def play(seed: int) -> None:
    """Play a game of any edition to its end, or to a turn; everything can be shown and written."""
    rng = random.Random(seed)
    state = begun(rng)
    while not state.is_over and state.turn_number < LAST_TURN:
        move = any_move(state, rng)
        assert explain(state, move) == ()
        if not rng.randrange(20):
            check(state)
            if len(legal_moves(state)) < 100:
                check_decision(state)
            for player in range(state.players):
                goods_of(state, player)
            assert question(state)
        state = apply(state, move)
    for show in (draw_svg, draw_text):
        assert show(state)
        assert show(observe(state, 0))
    assert DOCUMENTS.from_json(GameState, DOCUMENTS.to_json(state)) == state
    record = Record.from_state(state)
    assert Record.parse(str(record), {"edition": write_edition(state.edition)}) == record


def play_all(seeds: range) -> None:
    """Play a game for each seed."""
    for seed in seeds:
        try:
            play(seed)
        except Exception as error:
            error.add_note(f"This was the game of seed {seed}.")
            raise


@pytest.mark.untraced
@pytest.mark.rule("edition.well-formed", "card.draw")
def test_any_edition_is_played_to_turn_50() -> None:
    play_all(range(30))


@pytest.mark.long
def test_many_more_editions_are_played_to_turn_50() -> None:
    play_all(range(1000, 1080))

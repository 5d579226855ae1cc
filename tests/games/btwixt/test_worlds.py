"""Worlds, and their pasts, are as likely as whole enumerations of small games say."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb, prod

import attrs
import pytest
from helpers.cases import sampled

from games.btwixt.any_boxes import random_box
from games.btwixt.invariants import unsound
from games.btwixt.tables import (
    LEADERS,
    at_random,
    dealt,
    play,
    random_game,
    states_of,
    with_abilities,
)
from westeros_intrigue import InvalidValue
from westeros_intrigue.games.btwixt import (
    SAMPLE_BOX,
    STANDARD,
    Ability,
    Block,
    Box,
    Card,
    Decline,
    Event,
    GameState,
    Happening,
    Operation,
    Play,
    Season,
    Timing,
    View,
    apply,
    determinize,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.games.btwixt.knowledge.clues import DECK, OPEN, UNUSED, Clue, Pool, sighting
from westeros_intrigue.games.btwixt.knowledge.worlds import Arrangement, worlds
from westeros_intrigue.games.btwixt.telling.replay import replay

Hands = tuple[tuple[str, ...], ...]
Counts = tuple[tuple[int, ...], ...]


def likely(pool_list: tuple[Pool, ...], seen: tuple[Clue, ...]) -> dict[Hands, Fraction]:
    """How likely each arrangement is, by going through all deals and all that may have followed.

    Each card of a hand that could be chosen is as likely to be the one that leaves it.
    """
    total: Counter[Hands] = Counter()
    for deal in itertools.product(
        *(sorted(set(itertools.permutations(p.cards.elements()))) for p in pool_list)
    ):
        # Equal cards were told apart before `set`; each deal stands for as many as all the others.
        places: dict[int, list[str]] = {}
        for pool, cards in zip(pool_list, deal, strict=True):
            for place, card in zip(pool.places.elements(), cards, strict=True):
                places.setdefault(place, []).append(card)
        follow(places, seen, Fraction(1), total)
    weight = sum(total.values())
    return {hands: Fraction(each) / weight for hands, each in total.items()}


def follow(
    places: dict[int, list[str]], seen: tuple[Clue, ...], weight: Fraction, total: Counter[Hands]
) -> None:
    if not seen:
        hands = tuple(tuple(sorted(places[place])) for place in sorted(places))
        total[hands] += weight  # type: ignore[assignment]  # fractions count as well
        return
    clue, *rest = seen
    hand = places.get(clue.place, [])
    if clue == Clue(clue.place):
        if not hand:
            follow(places, tuple(rest), weight, total)
        return
    if clue.place == OPEN:
        after = {**places, clue.target: [*places.get(clue.target, []), clue.card or ""]}
        follow(after, tuple(rest), weight, total)
        return
    allowed = [card for card in hand if clue.among is None or card in clue.among]
    for index, card in enumerate(hand):
        if clue.card in {None, card}:
            after = {**places, clue.place: hand[:index] + hand[index + 1 :]}
            if clue.target != OPEN:
                after[clue.target] = [*after.get(clue.target, []), card]
            follow(after, tuple(rest), weight / len(allowed), total)


def found(pool_list: tuple[Pool, ...], seen: tuple[Clue, ...], number: int) -> Counter[Hands]:
    rng = random.Random(1)
    drawn = (next(Arrangement(pool_list, seen, rng).draws()) for _ in range(number))
    return Counter(hands_of(pool_list, laid.placed) for laid in drawn)


def hands_of(pool_list: tuple[Pool, ...], placed: dict[int, list[str]]) -> Hands:
    every = {place for pool in pool_list for place in pool.places} | placed.keys()
    return tuple(tuple(placed.get(place, ())) for place in sorted(every))


def check_spread(expected: dict[Hands, Fraction], counts: Counter[Hands]) -> None:
    """Chi-square, with a bound that a right sampler exceeds once in ten thousand times.

    Arrangements that are expected less than five times count as one.
    """
    number = counts.total()
    assert set(counts) <= set(expected)
    cells: dict[Hands, list[float]] = {}
    for hands, share in expected.items():
        cell = cells.setdefault(hands if number * share >= 5 else (), [0.0, 0.0])
        cell[0] += number * float(share)
        cell[1] += counts[hands]
    square = sum((drawn - wanted) ** 2 / wanted for wanted, drawn in cells.values())
    freedom = len(cells) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5 + 8, (square, freedom)


def pool_of(cards: Iterable[str], places: Iterable[int], events: Iterable[str] = ()) -> Pool:
    return Pool(Counter(cards), Counter(places), Counter(events))


MAIN = pool_of("aabbcd", (0, 0, 1, 1, -1, -1))
SMALL: dict[str, tuple[tuple[Pool, ...], tuple[Clue, ...]]] = {
    "a hand seen": ((MAIN,), (Clue(0, OPEN, "a"), *sighting(1, ("b", "c")))),
    "came back and left": (
        (MAIN,),
        (Clue(0, OPEN, "a"), Clue(OPEN, 0, "a"), Clue(0, OPEN, "a"), Clue(1, OPEN, "b")),
    ),
    "taken twice": ((MAIN,), (Clue(0, 1), Clue(1, 0), Clue(0, OPEN, "c"))),
    "taken, then seen": ((MAIN,), (Clue(0, 1), *sighting(1, ("a", "b", "c")))),
    "taken, then one came back and one left": (
        (MAIN,),
        (*sighting(0, ("a", "b")), Clue(0, 1), Clue(OPEN, 0, "a"), Clue(0, OPEN, "a")),
    ),
    "pools of two sizes": (
        (pool_of("ab", (0, 1)), pool_of("accc", (0, 1, 1, -1))),
        (Clue(0, OPEN, "a"),),
    ),
    "offered": ((MAIN,), (Clue(0, OPEN, "a", among=frozenset("a")),)),
    "came back, taken, without copies": (
        (MAIN,),
        (
            Clue(OPEN, 0, "b"), Clue(0, OPEN, "a", among=frozenset("acd")), Clue(0, 1),
            Clue(1, OPEN, "b", among=frozenset("b")), Clue(1, OPEN, "a", among=frozenset("ad")),
        ),
    ),
    "drafted, then offered": (
        (pool_of("ab", (0, 1)), pool_of("ac", (0, 1)), pool_of("bad", (0, 1, -1))),
        (Clue(0, OPEN, "a", among=frozenset("a")), Clue(1, OPEN, "b", among=frozenset("bc"))),
    ),
}  # fmt: skip
QUICK = {"taken, then seen", "taken, then one came back and one left", "pools of two sizes"}


@pytest.mark.untraced
@pytest.mark.rule("info.memory", "info.taken", "info.draft")
@pytest.mark.parametrize("name", sampled(SMALL, QUICK))
def test_each_arrangement_is_drawn_with_its_likelihood_at_first_and_later(name: str) -> None:
    pool_list, seen = SMALL[name]
    expected = likely(pool_list, seen)
    check_spread(expected, found(pool_list, seen, 600))
    later_draws = Arrangement(pool_list, seen, random.Random(1)).draws()
    later = Counter(hands_of(pool_list, next(later_draws).placed) for _ in range(600))
    check_spread(expected, later)


def test_an_event_that_joined_the_deck_earlier_is_not_unused() -> None:
    """Of two cards x one has joined; the other, or y, has not. An x left hand 0."""
    pool = pool_of("axxy", (0, 0, DECK, UNUSED), "xy")
    rng = random.Random(1)
    expected: Counter[str] = Counter()
    for first, second, _deck, unused in itertools.permutations(("a", "joined x", "x", "y")):
        if unused in {"x", "y"}:
            expected[unused] += (first.endswith("x")) + second.endswith("x")
    drawn = (next(Arrangement([pool], [Clue(0, OPEN, "x")], rng).draws()) for _ in range(1000))
    counts = Counter(laid.placed[UNUSED][0] for laid in drawn)
    assert expected == {"x": 4, "y": 8}
    assert abs(counts["x"] / 1000 - 4 / 12) < 0.06


@pytest.mark.parametrize(
    ("seen", "fault"),
    [
        ([Clue(0, OPEN, "d"), Clue(1, OPEN, "d")], "no deal agrees with the events"),
        ([Clue(0, OPEN, "e")], "a card left a place that did not have it"),
        ([*sighting(0, ("a", "b")), *[Clue(0, OPEN, "a")] * 2], "a card left a place twice"),
        ([Clue(OPEN, 0, "a")] * 300 + [Clue(0, OPEN, "a")] * 100, "more happened than"),
    ],
)
def test_clues_without_an_arrangement_are_refused_soon(seen: list[Clue], fault: str) -> None:
    with pytest.raises(InvalidValue, match=fault):
        next(Arrangement([MAIN], seen, random.Random(1)).draws())


def test_hidden_cards_and_allies_vary_from_world_to_world() -> None:
    state = setup(3, seed=1, leaders=LEADERS[:3])
    view = observe(state, 0)
    first, second, third = (ally.id for ally in SAMPLE_BOX.allies if ally.id in state.ally_deck[:3])
    left = len(state.ally_deck)
    ordered = attrs.evolve(
        view, blocks=(Block(2, tuple(sorted((first, second)))), Block(2, (third,)), Block(left - 4))
    )
    rng = random.Random(1)
    worlds = [determinize(ordered, rng) for _ in range(12)]
    assert len({world.chance.tokens for world in worlds}) > 1
    assert len({world.deck for world in worlds}) > 1
    assert all(list(world.deck) != sorted(world.deck) for world in worlds)
    assert {world.ally_deck[:2] for world in worlds} == {(first, second), (second, first)}
    assert len({frozenset(world.ally_deck[2:4]) for world in worlds}) > 2
    before = observe(setup(3, seed=1), 0)
    assert len({determinize(before, rng).chance.leaders[0] for _ in range(12)}) > 1


NARROW = attrs.evolve(
    with_abilities({entry.id: () for entry in SAMPLE_BOX.influence if entry.id != "betrayal"}),
    influence=tuple(
        attrs.evolve(entry, copies=copies, abilities=())
        for entry in SAMPLE_BOX.influence
        for name, copies in (("betrayal", 6), ("levy", 9), ("feast", 8), ("host", 7))
        if entry.id == name
    ),
)
"""A box of 30 cards for three leaders: what one of the others does not have the third has."""


def hands_by_enumeration(view: View) -> dict[tuple[str, ...], Fraction]:
    """How likely each hand of the next leader is: all deals are followed through the events.

    Who plays a card chooses among those that Jaime allows, who accepts Robb's offer among those of
    its title, and who discards or takes a card among all that are there.
    """
    titles = [entry.id for entry in view.box.influence]
    own = next(each.cards for each in view.log if each.happening is Happening.DEALT and each.cards)
    there = Counter(card.id for card in view.box.cards) - Counter(card.id for card in own)
    belief: dict[Counts, Fraction] = {}
    for counts in itertools.product(*(range(there[title] + 1) for title in titles)):
        if sum(counts) == 10:
            rest = tuple(there[title] - count for title, count in zip(titles, counts, strict=True))
            ways = prod(
                comb(there[title], count) for title, count in zip(titles, counts, strict=True)
            )
            belief[counts, rest] = Fraction(ways)
    current: set[str] = set()
    lying: Counter[str] = Counter()
    for event in view.log:
        ids, seat = [card.id for card in event.cards], event.player
        before, belief = belief, {}
        for hands, weight in before.items():
            for after, part in following(hands, event, titles, barred(view, current, lying)):
                belief[after] = belief.get(after, 0) + weight * part
        match event.happening:
            case Happening.REVEALED:
                current, lying = {*event.allies}, Counter()
            case Happening.INTRODUCED:
                current |= {*event.allies}
            case Happening.KILLED:
                current -= {*event.allies}
            case Happening.PLAYED:
                lying.update(ids)
            case Happening.TOOK_BACK if seat is not None:
                lying.subtract(ids)
    likely_hands: Counter[tuple[str, ...]] = Counter()
    for (first, _), weight in belief.items():
        hand = Counter(dict(zip(titles, first, strict=True)))
        likely_hands[tuple(sorted(hand.elements()))] += weight  # type: ignore[assignment]
    whole = sum(likely_hands.values())
    return {hand: Fraction(each) / whole for hand, each in likely_hands.items() if each}


def barred(view: View, current: set[str], lying: Counter[str]) -> set[str]:
    """The titles that nobody may play now."""
    is_narrowed = current & view.box.able[Operation.NO_COPIES]
    return {*+lying} if is_narrowed else set()


def following(
    hands: Counts, event: Event, titles: list[str], barred_now: set[str]
) -> Iterator[tuple[Counts, Fraction]]:
    """The hands of seats 1 and 2 after an event, each with its share of what could follow."""
    ids = [card.id for card in event.cards]
    leaves = {Happening.PLAYED, Happening.DISCARDED}
    giver, taker = (event.player, None) if event.happening in leaves else (None, event.player)
    if event.happening is Happening.TOOK:
        giver = event.other
        ids = ids or titles
        if len(event.cards) < event.count:
            for card in ids:
                known = attrs.evolve(event, cards=(Card(card),))
                yield from following(hands, known, titles, barred_now)
            return
    elif event.happening is Happening.SAW_HAND and ids and event.other in {1, 2}:
        if hands[event.other - 1] == tuple(map(ids.count, titles)):
            yield hands, Fraction(1)
        return
    elif event.happening not in leaves | {Happening.TOOK_BACK, Happening.RETURNED}:
        giver = taker = None
    share, after = Fraction(1), [Counter(dict(zip(titles, hand, strict=True))) for hand in hands]
    for card in ids:
        if giver in {1, 2}:
            hand = after[giver - 1]
            allowed = hand.total() - sum(hand[title] for title in barred_now)
            if event.happening is not Happening.PLAYED:
                allowed = hand[card] if event.allies else hand.total()
            share *= Fraction(max(hand[card], 0), allowed or 1)
            hand[card] -= 1
        if taker in {1, 2}:
            after[taker - 1][card] += 1
    if share:
        yield tuple(tuple(hand[title] for title in titles) for hand in after), share


@pytest.mark.untraced
@pytest.mark.rule("ally.jaime", "ally.robb", "info.hand")
@pytest.mark.parametrize("ally", ["jaime-lannister", "robb-stark"])
@pytest.mark.parametrize("seed", sampled([3, 4], [3]))
def test_a_narrowed_choice_proves_no_more_than_it_does(ally: str, seed: int) -> None:
    """Where only few cards could be chosen, a hand full of the one that was is no likelier."""
    state = dealt("", "betrayal", "betrayal", allies=f"{ally} varys", box=NARROW)
    rng = random.Random(seed)
    while len(state.results) < 1 and sum(map(len, state.piles)) < 9:
        moves = [move for move in legal_moves(state) if not isinstance(move, Decline)]
        plays = [move for move in moves if isinstance(move, Play)]
        state = apply(
            state, rng.choice(plays if sum(map(len, state.piles)) < 3 and plays else moves)
        )
    view = observe(state, 0)
    expected = hands_by_enumeration(view)
    assert len(expected) > 5
    drawn = itertools.islice(worlds(view, rng), 1000)
    counts = Counter[Hands]((tuple(card.id for card in world.hands[1]),) for world in drawn)
    check_spread({(hand,): share for hand, share in expected.items()}, counts)


def box_of_abilities(seed: int) -> Box:
    """The narrow box with any abilities: of its four titles, and of all allies."""
    rng, other = random.Random(seed), random_box(seed)
    titles = [entry.title for entry in NARROW.influence]

    def fitted(abilities: tuple[Ability, ...] | None) -> tuple[Ability, ...]:
        return tuple(
            attrs.evolve(each, title=rng.choice(titles)) if each.title else each
            for each in abilities or ()
        )

    able = [entry.abilities for entry in other.influence if entry.abilities]
    return attrs.evolve(
        NARROW,
        influence=tuple(
            attrs.evolve(entry, abilities=fitted(rng.choice(able))) for entry in NARROW.influence
        ),
        allies=tuple(attrs.evolve(ally, abilities=fitted(ally.abilities)) for ally in other.allies),
    )


def seeds_of_every_ability() -> Iterator[int]:
    """The first seeds whose boxes have every ability, together."""
    missing = {*Operation}
    for seed in range(100):
        if not missing:
            return
        able = box_of_abilities(seed).able
        if added := {operation for operation in missing if able[operation]}:
            yield seed
            missing -= added


ENUMERATED = tuple(seeds_of_every_ability())
"""The boxes whose games are enumerated."""


@pytest.mark.long
@pytest.mark.rule("info.taken", "info.returned", "ally.jaime", "ally.robb")
@pytest.mark.parametrize("seed", ENUMERATED)
def test_hands_are_drawn_with_their_likelihood_whatever_cards_and_allies_do(seed: int) -> None:
    rng = random.Random(seed)
    state = setup(3, seed=seed, box=box_of_abilities(seed), leaders=LEADERS[:3])
    checked = 0
    while state.season is Season.SUMMER and checked < 3:
        state = apply(state, rng.choice(legal_moves(state)))
        view = observe(state, 0)
        if rng.random() < 0.08 and len(expected := hands_by_enumeration(view)) > 5:
            drawn = itertools.islice(worlds(view, rng), 1500)
            counts = Counter[Hands]((tuple(card.id for card in each.hands[1]),) for each in drawn)
            check_spread({(hand,): share for hand, share in expected.items()}, counts)
            checked += 1


def test_the_enumerated_boxes_have_every_ability() -> None:
    boxes = [*map(box_of_abilities, ENUMERATED)]
    assert all(any(box.able[operation] for box in boxes) for operation in Operation)


def any_game(seed: int) -> Iterator[GameState]:
    """A game by random moves, of a variant or with other abilities."""
    if seed % 2:
        return random_game(seed // 2)
    variant = STANDARD.with_revealed_allies() if seed % 8 == 2 else STANDARD
    state = setup(3 + seed // 2 % 4, seed=seed, box=random_box(seed), variant=variant)
    return states_of(state, at_random(seed))


def check_pasts(seeds: Iterable[int], step: int) -> int:
    """Check worlds of some states; return the number of other views that were replayed."""
    checked = 0
    for seed in seeds:
        rng = random.Random(seed)
        for number, state in enumerate(any_game(seed)):
            looks = state.table.looked_at_size > 0 and rng.random() < 0.2
            if (number + seed) % step and not looks and not state.is_over:
                continue
            viewers = (None, *range(state.players))
            viewer = viewers[rng.randrange(len(viewers))]
            view = observe(state, viewer)
            world = determinize(view, rng, with_past=True)
            assert observe(world, viewer) == view
            assert not list(unsound(world))
            for other in viewers:
                seen = observe(world, other)
                assert replay(seen) == seen
                checked += 1
    return checked


@pytest.mark.rule("info.memory", "info.taken", "info.ally-deck")
def test_the_past_of_a_world_agrees_with_the_views_of_the_other_seats() -> None:
    assert check_pasts((0, 1, 2, 7), 60) > 50


@pytest.mark.untraced
@pytest.mark.rule("info.public", "info.memory")
def test_worlds_are_also_drawn_for_the_leaders_of_a_world() -> None:
    """They remember only public events, but their own cards are theirs."""
    rng = random.Random(1)
    for state in itertools.islice(itertools.chain(*map(any_game, (2, 8, 14, 21))), 0, None, 40):
        for other in range(1, state.players):
            view = observe(determinize(observe(state, 0), rng), other)
            assert observe(determinize(view, rng), other) == view


@pytest.mark.rule("info.ally-deck", "info.memory")
def test_known_allies_stay_in_place_when_other_leaders_put_them_back() -> None:
    one, three = (entry.id for entry in SAMPLE_BOX.influence[:2])
    looks = {
        card: (Ability(Timing.ON_PLAY, Operation.LOOK_ALLIES, count=count, kill=0),)
        for card, count in ((one, 1), (three, 3))
    }
    start = dealt(one, three, "", box=with_abilities(looks))
    top = start.ally_deck[0]
    view = observe(play(start, f"play {one}", f"play {three}", "first", "first"), 0)
    assert view.blocks[0] == Block(3, (top,))
    for seed in range(12):
        world = determinize(view, random.Random(seed), with_past=True)
        assert not list(unsound(world))
        assert top in world.ally_deck[:3]


@pytest.mark.long
def test_the_past_of_worlds_of_other_games_agrees_with_the_views_of_the_other_seats() -> None:
    assert check_pasts((100, 107, 108, 109), 40) > 120


def hands_dealt(view: View) -> list[Event]:
    """The hands dealt in earlier seasons."""
    events = [event for _, event in view.past_sights]
    return [event for event in events if event.happening is Happening.DEALT]


@pytest.mark.rule("season.end", "info.hand")
@pytest.mark.parametrize("seed", [0, 20, 33, 52])
def test_a_finished_season_has_revealed_all_dealt_hands(seed: int) -> None:
    *_, state = random_game(seed)
    assert not any(event.happening is Happening.TOOK for event in state.table.past)
    world = determinize(observe(state, 1), random.Random(seed), with_past=True)
    for other in range(state.players):
        assert hands_dealt(observe(world, other)) == hands_dealt(observe(state, other)) != []


@pytest.mark.rule("info.draft", "draft.secret")
def test_unseen_drafted_cards_can_have_come_in_any_order() -> None:
    state = next(state for state in random_game(8) if state.table.aside_sizes[0] == 2)
    view = observe(state, None)
    rising = falling = 0
    for seed in range(150):
        world = determinize(view, random.Random(seed), with_past=True)
        for first, second in world.asides:
            rising += first.id < second.id
            falling += first.id > second.id
    assert abs(rising - falling) < 4 * (rising + falling) ** 0.5

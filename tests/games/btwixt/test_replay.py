"""Documents of views, which are read by playing the game again as the viewer saw it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs
import pytest

from games.btwixt.tables import LEADERS, VARIANTS, dealt, play, random_game
from westeros_intrigue import DecodingError, InvalidValue
from westeros_intrigue.games.btwixt import (
    DOCUMENTS,
    DRAFT,
    SAMPLE_BOX,
    Card,
    GameState,
    Season,
    View,
    apply,
    determinize,
    events,
    format_position,
    legal_moves,
    observe,
    parse_position,
    setup,
)
from westeros_intrigue.games.btwixt.position.happenings import Event, Happening
from westeros_intrigue.games.btwixt.position.table import Phase
from westeros_intrigue.games.btwixt.telling.replay import replay
from westeros_intrigue.games.btwixt.turns.abilities import Take

TURN_OF_TWO = play(dealt("betrayal corruption", "corruption", "betrayal"), "play betrayal")
TURN = observe(TURN_OF_TWO, 0)
OVER = observe([*random_game(0)][-1], 0)


def views(seed: int, step: int) -> Iterator[View]:
    """Some views of a game, of each seat and of a spectator."""
    for number, state in enumerate(random_game(seed)):
        if number % step == 0 or state.is_over:
            yield from (observe(state, seat) for seat in (None, *range(state.players)))


@pytest.mark.untraced
@pytest.mark.rule("info.memory", "info.taken", "info.ally-deck")
def test_the_events_of_a_view_lead_to_it() -> None:
    for seed in range(0, 12, 3):
        for view in views(seed, 40):
            assert replay(view) == view
    assert DOCUMENTS.from_json(View, DOCUMENTS.to_json(view)) == view


@pytest.mark.long
def test_the_events_of_each_variant_and_table_lead_to_their_views() -> None:
    for seed in range(12, 4 * len(VARIANTS), 9):
        for view in views(seed, 40):
            assert replay(view) == view


@pytest.mark.rule("ally.looks", "info.ally-deck", "info.taken")
def test_a_view_is_read_back_while_allies_are_put_back_and_after_a_theft() -> None:
    states = [state for seed in range(16) for state in random_game(seed)]
    looks = [state for state in states if state.table.put_back_size]
    thefts = [
        after
        for before, after in pairwise(states)
        if isinstance(before.table.asking, Take) and after.moves
    ]
    assert len(looks) > 3
    assert len(thefts) > 2
    for state in (*looks[:20], *thefts[:20]):
        for seat in (None, *range(state.players)):
            view = observe(state, seat)
            assert replay(view) == view


def forged(happening: Happening, **parts: Any) -> View:
    """The view of a spectator of a finished game whose last event of a kind was another."""
    view = observe([*random_game(0)][-1], None)
    past, log = list(view.table.past), list(view.table.log)
    events = log if any(event.happening is happening for event in log) else past
    at = max(index for index, event in enumerate(events) if event.happening is happening)
    events[at] = attrs.evolve(events[at], **parts)
    return attrs.evolve(view, table=attrs.evolve(view.table, past=tuple(past), log=tuple(log)))


GOES_ON = attrs.evolve(OVER.table, log=(*OVER.table.log, Event(Happening.KNELT, 0)))


@pytest.mark.rule("round.steps", "claim.placement", "season.end")
@pytest.mark.parametrize(
    ("view", "reason"),
    [
        (forged(Happening.PLACED_ALLY, councils=(9,)), "the rules refuse what seat . did"),
        (forged(Happening.DISCARDED, cards=()), "seat . discards other cards"),
        (
            forged(Happening.DISCARDED, cards=(Card("bribery"),) * 2),
            "seat . did: choose card bribery",
        ),
        (attrs.evolve(OVER, table=GOES_ON), "the last events cannot follow"),
    ],
)
def test_events_that_the_rules_refuse_lead_to_no_view(view: View, reason: str) -> None:
    with pytest.raises(InvalidValue, match=reason):
        replay(view)


@pytest.mark.rule("info.draft", "draft.secret")
def test_a_view_is_read_back_while_some_have_drafted_and_others_have_not() -> None:
    state = setup(4, seed=1, leaders=LEADERS[:4], variant=DRAFT)
    for seat in (2, 0):
        state = apply(state, legal_moves(observe(state, seat))[1], player=seat)
        for viewer in (None, 0, 1, 2):
            view = observe(state, viewer)
            assert DOCUMENTS.from_json(View, DOCUMENTS.to_json(view)) == view


def test_a_view_from_a_document_continues_with_the_events_of_the_whole_game() -> None:
    first, *_, last = random_game(3)
    before, after = (
        DOCUMENTS.from_json(View, DOCUMENTS.to_json(observe(state, 1))) for state in (first, last)
    )
    assert events(before, after) == events(observe(first, 1), observe(last, 1))


def noted(place: int, **parts: Any) -> View:
    """The view of a turn before which something else happened."""
    log: list[Event] = [*TURN.table.log]
    log[place] = attrs.evolve(log[place], **parts)
    return attrs.evolve(TURN, table=attrs.evolve(TURN.table, log=tuple(log)))


def drafted_otherwise() -> View:
    """The view of a finished draft whose last pack, of one card, gave the viewer another one."""
    state = setup(3, seed=1, leaders=LEADERS[:3], variant=DRAFT)
    while state.phase is Phase.DRAFTING:
        seat = state.deciders[0]
        state = apply(state, legal_moves(observe(state, seat))[0], player=seat)
    view = observe(state, 0)
    *earlier, (number, event) = view.sights
    other = next(card for card in view.hand if card not in event.cards)
    last = (number, attrs.evolve(event, cards=(other,)))
    return attrs.evolve(view, sights=(*earlier, last))


@pytest.mark.rule("info.public", "info.memory")
@pytest.mark.parametrize(
    ("view", "reason"),
    [
        (noted(-1, player=2), "event 4 cannot follow"),
        (noted(-1, cards=(Card("corruption", 7),)), "event 4 cannot follow"),
        (noted(-1, cards=(Card("dragon", 1),)), "seat 0 does not have dragon"),
        (noted(1, count=9), "event 1 cannot follow"),
        (attrs.evolve(TURN, hand=TURN.hand[::-1]), "/hand: the events"),
        (attrs.evolve(TURN, player=1), "the viewer did not see that event"),
        (attrs.evolve(TURN, sights=((99, TURN.sights[0][1]),)), "the viewer did not see"),
        (drafted_otherwise(), r"event \d+ cannot follow"),
        (attrs.evolve(TURN, sights=()), "more must have happened|/hand: the events|cannot follow"),
        (attrs.evolve(TURN, common_blocks=()), "/common_blocks: the events"),
    ],
)
def test_a_view_with_another_log_is_refused(view: View, reason: str) -> None:
    with pytest.raises(DecodingError, match=reason):
        DOCUMENTS.from_json(View, DOCUMENTS.to_json(view))


@pytest.mark.rule("season.deck-set", "info.memory")
def test_a_view_of_a_past_season_with_too_many_copies_of_a_card_is_refused() -> None:
    copies = {"oath": 6, "host": 2}  # four of each in the sample
    entries = tuple(
        attrs.evolve(entry, copies=copies.get(entry.id, entry.copies))
        for entry in SAMPLE_BOX.influence
    )
    state = setup(3, seed=2, box=attrs.evolve(SAMPLE_BOX, influence=entries))
    rng = random.Random(2)
    while state.season is Season.SUMMER:
        state = apply(state, rng.choice(legal_moves(state)))
    data: Any = DOCUMENTS.to_data(observe(state, None))
    assert DOCUMENTS.from_data(View, data) == observe(state, None)
    data["table"]["box"] = "sample"
    with pytest.raises(DecodingError, match="impossible view: no deal agrees with the events"):
        DOCUMENTS.from_data(View, data)


def mutated(text: str, rng: random.Random) -> Any:
    """The data of a document with one part that is another, lacks, or stands twice."""
    data = original = json.loads(text)
    while data == original:
        data = json.loads(text)
        places = parts_of(data)
        container, key = places[rng.randrange(len(places))]
        part = container[key]
        if isinstance(container, list) and rng.random() < 0.3:
            del container[key]
        elif isinstance(part, bool) or part is None:
            container[key] = rng.choice((True, False, 0, "x"))
        elif isinstance(part, int):
            container[key] = part + rng.choice((-1, 1, 2))
        elif isinstance(part, list):
            container[key] = part + part[:1] if rng.random() < 0.5 else part[::-1]
        else:
            other, key_of_other = places[rng.randrange(len(places))]
            container[key] = copy.deepcopy(other[key_of_other])
    return data


def parts_of(data: Any) -> list[tuple[Any, Any]]:
    """All parts of the data, each as its container and its key."""
    places = []
    containers = [data]
    for container in containers:
        for key in container if isinstance(container, dict) else range(len(container)):
            places.append((container, key))
            if isinstance(container[key], dict | list):
                containers.append(container[key])
    return places


def check_mutants(seed: int, number: int) -> None:
    """An accepted mutant is a view of a game: its events lead to it, and a world shows it."""
    rng = random.Random(seed)
    found = [DOCUMENTS.to_json(view) for view in views(seed, 60)]
    for _ in range(number):
        data = mutated(found[rng.randrange(len(found))], rng)
        try:
            view = DOCUMENTS.from_json(View, json.dumps(data))
        except DecodingError:
            continue
        assert replay(view) == view
        assert observe(determinize(view, rng), view.player) == view
        assert json.loads(DOCUMENTS.to_json(view)) == data


@pytest.mark.rule("info.public", "info.memory")
def test_no_mutated_view_is_accepted_unless_a_game_leads_to_it() -> None:
    check_mutants(3, 60)


@pytest.mark.long
def test_none_of_hundreds_of_mutated_views_is_accepted_unless_a_game_leads_to_it() -> None:
    for seed in (0, 4):
        check_mutants(seed, 90)


def lined(state: GameState) -> GameState:
    """The state of the line of a state."""
    read = parse_position(format_position(state))
    assert isinstance(read, GameState)
    return read


def read_again(view: View) -> View:
    return DOCUMENTS.from_json(View, DOCUMENTS.to_json(view))


@pytest.mark.rule("info.public", "info.memory")
@pytest.mark.parametrize(
    "seed", [0, 9, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 64, 8))]
)
def test_a_view_of_a_game_that_began_at_a_line_is_read_back(seed: int) -> None:
    rng = random.Random(seed)
    for state in random_game(seed):
        is_in_between = state.table.put_back_size or state.answers
        if rng.random() > (0.1 if is_in_between else 0.02):
            continue
        begun = lined(state)
        for seat in (None, *range(state.players)):
            line = format_position(observe(state, seat))
            view = parse_position(line)
            assert isinstance(view, View)
            assert read_again(view) == view
            assert view.start in {"", line}
            assert read_again(observe(begun, seat)) == observe(begun, seat)
            if seat is not None:
                assert observe(determinize(view, rng), seat) == view
        for _ in range(rng.randrange(120)):
            if not begun.is_over:
                begun = apply(begun, rng.choice(legal_moves(begun)))
        view = observe(begun, rng.randrange(state.players))
        assert read_again(view) == view


@pytest.mark.rule("info.memory")
def test_a_view_of_a_world_has_no_document_if_the_world_does_not_tell_what_its_seat_saw() -> None:
    rng = random.Random(1)
    for state in (TURN_OF_TWO, lined(TURN_OF_TWO)):
        view = observe(state, 0)
        world = determinize(view, rng)
        assert read_again(observe(world, 0)) == view
        with pytest.raises(InvalidValue, match="a view of a state drawn from another view has no"):
            DOCUMENTS.to_json(observe(apply(world, legal_moves(world)[0]), 1))
    world = determinize(observe(TURN_OF_TWO, 0), rng)
    assert read_again(observe(world, None)) == observe(TURN_OF_TWO, None)
    assert DOCUMENTS.to_json(observe(world, 1), history=False)
    past = determinize(observe(TURN_OF_TWO, 0), rng, with_past=True)
    assert read_again(observe(past, 1)) == observe(past, 1)
    with pytest.raises(InvalidValue, match="began with the position of a line has no past"):
        determinize(observe(lined(TURN_OF_TWO), 0), rng, with_past=True)


@pytest.mark.parametrize(
    ("start", "path", "reason"),
    [
        ("?", "/start", "column 1: expected summer, autumn, winter"),
        ("summer 1 shea; *9, 9, 9", "/start", "column 10: expected an ally of the box"),
        ("summer  2 shae; *9, 9, 9; -, page +1, -", "/start", "as format_position writes it"),
        (
            "summer 2 shae; *9, 9, 9; -, page +1, -",
            "/start",
            "a view begins with the viewer's line",
        ),
        (
            "summer 2 shae; *betrayal oath, x 0 / levy, 4; -, page +1, -",
            "",
            "the first events must explain the position of `start`",
        ),
        ("summer 2 shae; *betrayal 2 oath, x 0 / levy, 3; -, page +1, -", "", "the first events"),
        (
            "summer 2 shae; *betrayal levy, x 0 / levy, 3; -, page +1, -",
            "/hand",
            "the events that were seen lead to another value",
        ),
    ],
)
def test_a_view_with_another_start_is_refused(start: str, path: str, reason: str) -> None:
    state = parse_position("summer 2 shae; *betrayal oath, x - / levy, 3 host; -, page +[2], -")
    assert isinstance(state, GameState)
    view = attrs.evolve(observe(state, 0), start=start)
    data = DOCUMENTS.to_json(attrs.evolve(view, start="!")).replace(
        '"start":"!"', f'"start":"{start}"'
    )
    with pytest.raises(DecodingError, match=reason) as refused:
        DOCUMENTS.from_json(View, data)
    assert refused.value.faults[0][0] == path
    assert '"start"' not in DOCUMENTS.to_json(TURN)

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
    Season,
    View,
    apply,
    determinize,
    events,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.games.btwixt.abilities import Take
from westeros_intrigue.games.btwixt.happenings import Event, Happening
from westeros_intrigue.games.btwixt.replay import replay
from westeros_intrigue.games.btwixt.table import Phase

TURN = observe(play(dealt("betrayal corruption", "corruption", "betrayal"), "play betrayal"), 0)
OVER = observe([*random_game(0)][-1], 0)


def views(seed: int, step: int) -> Iterator[View]:
    """Some views of a game, of each seat and of a spectator."""
    for number, state in enumerate(random_game(seed)):
        if number % step == 0 or state.is_over:
            yield from (observe(state, seat) for seat in (None, *range(state.players)))


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

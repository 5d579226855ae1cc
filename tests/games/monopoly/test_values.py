"""Views, records, JSON, notation, pictures: the same game in every form."""

from __future__ import annotations

import json
import random
import typing
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs
import pytest
from hypothesis import example, given, strategies as st

from games.monopoly.tables import card, own, played, refuses, rolled, setup, table
from westeros_intrigue import DecodingError, InvalidValue, NotationError, WrongType, play_game
from westeros_intrigue.gamekit.chance import random_below
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly import (
    DOCUMENTS,
    Bid,
    Build,
    Bundle,
    Choose,
    Deal,
    Event,
    GameState,
    Move,
    Offer,
    Pass,
    Record,
    SellSet,
    Snapshot,
    StandBy,
    View,
    apply,
    determinize,
    events,
    goods_of,
    is_eliminated,
    legal_moves,
    means,
    move_in_words,
    observe,
    parse_move,
    player_in_words,
    sentence,
    simple_offers,
    simple_player,
)
from westeros_intrigue.games.monopoly.position.happenings import (
    Offered,
    Paid,
    Purpose,
    WentBankrupt,
)
from westeros_intrigue.games.monopoly.position.moves import MOVE_TYPES
from westeros_intrigue.games.monopoly.position.table import Moment


def test_every_fact_of_the_table_is_one_of_states_views_and_clients() -> None:
    position = observe(setup(3, seed=1), 0)
    shown = Snapshot.of(position).table
    for field in attrs.fields(Moment):
        fact = getattr(position.table, field.name)
        assert getattr(position, field.name) == getattr(shown, field.name) == fact


def random_game(players: int, seed: int) -> Iterator[tuple[GameState, Sequence[Move]]]:
    """The states of a game by random moves, an offer among them now and then."""
    rng = random.Random(seed)
    state = setup(players, seed=seed)
    while True:
        moves = legal_moves(state)
        yield state, moves
        if not moves:
            return
        if random_below(8, rng) == 0 and (offers := list(simple_offers(state))):
            moves = tuple(offers)
        state = apply(state, moves[random_below(len(moves), rng)])


def some_states() -> list[GameState]:
    """States of all kinds: positions of a game, its end, and tables that wait for chance."""
    states = [state for state, _ in random_game(3, 2)]
    waiting = [
        setup(2, deal=Deal()),
        rolled(setup(2, deal=Deal())),
        rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)])),
    ]
    return [*states[:: max(1, len(states) // 4)], states[-1], *waiting]


STATES = some_states()


@pytest.mark.rule("info.deck")
def test_worlds_contain_the_seen_cards_in_place_and_new_chance() -> None:
    back, gift = card("back-3"), card("collect-1")
    state = rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)], deck=[back, gift]))
    decks, seeds = set(), set()
    for seed in range(20):
        world = determinize(observe(state, 0), random.Random(seed))
        assert world.deal.deck is not None
        assert world.deal.deck[:2] == (back, gift)
        assert sorted(world.deal.deck) == list(range(32))
        assert world.deal.rolls == ((2, 3),)
        decks.add(world.deal.deck)
        seeds.add(world.deal.seed)
    assert len(decks) == len(seeds) == 20


@pytest.mark.rule("chance.deal")
def test_a_record_is_written_in_words() -> None:
    state = table(14, 10, at=(20, 5), rolls=[(4, 2), (4, 6)], deeds=own(1, 5))
    state = rolled(played(rolled(state), "put-up", "1: bid 3", "0: pass"))
    assert Record.from_state(state).story().splitlines() == [
        "The sheet's edition, a sample; 2 players",
        "turn 1: player 0 is to roll",
        "  player 0 throws 4 and 2",
        "  player 0 moves to Pyke",
        "  player 0 puts the deed Pyke up for auction",
        "  player 1 bids 3",
        "  player 0 passes",
        "  player 1 pays 3 coins to the Treasury for a deed",
        "  player 1 takes the deed Pyke",
        "turn 2: player 1 is to roll",
        "  player 1 throws 4 and 6",
        "  player 1 moves to The Many-Faced God",
    ]


def test_every_event_has_a_sentence_of_names_for_every_viewer() -> None:
    kinds: dict[type, Event] = {}
    ends = [
        play_game([simple_player] * 4, game=monopoly, state=setup(4, seed=seed))
        for seed in range(2)
    ]
    ends += [[*random_game(players, seed)][-1][0] for players, seed in ((4, 6), (3, 2), (2, 5))]
    jailed = table(9, 9, at=(10, 0), tries=(1, None), kept=[[card("jail-card")], []])
    ends.append(played(jailed, "0: pass", "1: pass", "0: use-card"))
    for end in ends:
        first = next(Record.from_state(end).replay())
        kinds |= {type(event): event for event in events(first, end)}
    assert {*kinds} == {*typing.get_args(Event.__value__)}
    for event in kinds.values():
        told = sentence(event, None)
        assert told
        assert "you " not in told.replace("frees you ", "")
        players = [getattr(event, name, None) for name in ("player", "owner", "payer", "giver")]
        seats = [seat for seat in players if seat is not None]
        assert all(f"player {seat}" in told for seat in seats)
        assert all("you" in (sentence(event, seat) or "").split() for seat in seats)


@pytest.mark.parametrize(
    ("event", "viewer", "words"),
    [
        (Paid(1, 0, 1, Purpose.RENT), 0, "player 1 pays 1 coin to you as rent"),
        (WentBankrupt(2, None), 2, "you are bankrupt, in debt to the Treasury"),
        (
            Offered(
                0, 1, Bundle((5,), coins=2), Bundle((14, 9), 1), ("Pyke",), ("Yunkai", "Oldtown")
            ),
            None,
            "player 0 offers player 1 Pyke and 2 coins for Yunkai, Oldtown and a jail card",
        ),
    ],
)
def test_a_sentence_names_players_and_things(event: Event, viewer: int | None, words: str) -> None:
    assert sentence(event, viewer) == words


BUILT = table(9, 9, deeds=own(0, 1, 3, level=1) | own(1, 5))


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Build(1), "build on Hardhome for 1 coin"),
        (SellSet("brown"), "sell all buildings of the set brown for 2 coins"),
        (Choose(5, 1), "take The Old Gods for Hardhome"),
    ],
)
def test_a_move_in_words_names_its_deeds_and_coins(move: Move, words: str) -> None:
    assert move_in_words(BUILT, move) == words


def test_moves_and_seats_that_the_table_lacks_are_not_put_into_words() -> None:
    for move in (Build(40), SellSet("violet"), Choose(5, 99), parse_move("offer 1: 99 for 1c")):
        with pytest.raises(InvalidValue, match="the board lacks a space or a set named in"):
            move_in_words(BUILT, move)
    for call in (player_in_words, goods_of, is_eliminated, means):
        with pytest.raises(InvalidValue, match="player must be from 0 to 1"):
            call(BUILT, 2)
        with pytest.raises(WrongType, match="a GameState or a View"):
            call(BUILT.table, 0)  # type: ignore[arg-type]
    for wrong in ("pass", 7, ()):
        with pytest.raises(WrongType, match="a move of this game"):
            move_in_words(BUILT, wrong)  # type: ignore[arg-type]
        with pytest.raises(WrongType, match="an event of this game"):
            sentence(wrong, None)  # type: ignore[arg-type]
        with pytest.raises(WrongType, match="view must be a View"):
            simple_player(wrong, random.Random(1))  # type: ignore[arg-type]


@pytest.mark.rule("interval.skip")
def test_a_pass_before_your_own_throw_is_called_a_throw() -> None:
    own_throw, stand_by = [move_in_words(BUILT, move) for move in (Pass(), StandBy())]
    assert own_throw == "throw the dice"
    assert stand_by == "throw the dice, then pass until your own next throw"
    others_throw = played(BUILT, "pass")
    assert move_in_words(others_throw, Pass()) == "pass"
    assert move_in_words(others_throw, StandBy()) == "pass until your own next throw"
    at_auction = played(rolled(table(9, 9, at=(39, 0), rolls=[(1, 1)])), "put-up", "1: bid 1")
    assert at_auction.active_player == at_auction.turn_player
    assert move_in_words(at_auction, Pass()) == "pass"


@pytest.mark.rule("info.public")
def test_events_lead_from_one_position_of_a_game_to_a_later_one() -> None:
    game = [state for state, _ in random_game(3, 2)]
    first, middle, last = game[0], game[len(game) // 2], game[-1]
    assert events(last, last) == ()
    assert events(first, middle) + events(middle, last) == events(first, last)
    for earlier, later in ((last, first), (setup(4, seed=2), last), (setup(2, seed=2), last)):
        refuses(InvalidValue, events, earlier, later)
    # The same throw follows a pass and standing by, but they are two games.
    passed, stood = (apply(setup(3, seed=2), move) for move in (Pass(), StandBy()))
    assert passed.moves.events == stood.moves.events
    refuses(InvalidValue, events, passed, stood)


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda data: data["table"]["cash"].__setitem__(0, 99), "/table/cash/0"),
        (lambda data: data["record"]["moves"].append("accept"), "/record/moves/"),
        (lambda data: data["record"]["deal"].update(deck=[0, 0]), "/record/deal"),
        (lambda data: data["record"]["start"].update(turn_player=7), "/record/start/turn_player"),
        (lambda data: data["record"]["start"]["board"]["spaces"].pop(), "/record/start/board/c"),
    ],
)
def test_a_false_document_is_refused_with_the_place(change: Change, path: str) -> None:
    data = json.loads(DOCUMENTS.to_json(STATES[4]))
    change(data)
    with pytest.raises(DecodingError) as refused:
        DOCUMENTS.from_data(GameState, data)
    assert refused.value.path.startswith(path)


@pytest.mark.rule("info.views")
@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda data: data["record"]["deal"].update(seed="1"), "/record/deal"),
        (lambda data: data.update(player=3), "/player"),
        (lambda data: data["record"].pop("moves"), "/record"),
        (lambda data: data["table"].update(turn_number=99), "/table/turn_number"),
    ],
)
def test_the_document_of_a_view_contains_no_future_chance_and_only_seats_of_its_table(
    change: Change, path: str
) -> None:
    data = json.loads(DOCUMENTS.to_json(observe(STATES[4], 0)))
    change(data)
    with pytest.raises(DecodingError) as refused:
        DOCUMENTS.from_data(View, data)
    assert refused.value.path == path


def test_a_snapshot_does_not_grow_with_the_game_and_is_refused_with_another_question() -> None:
    views = [observe(state, None) for state, _ in random_game(3, 2)]
    first, last = (len(DOCUMENTS.to_json(Snapshot.of(view))) for view in (views[0], views[-2]))
    assert last < first + 200 < len(DOCUMENTS.to_json(views[0])) / 3
    data: Any = DOCUMENTS.to_data(Snapshot.of(views[0]))
    for question in ({"decision": "sleep"}, {"decision": "rent"}, {"decision": None}, {}, 1):
        data["table"]["question"] = question
        with pytest.raises(DecodingError) as refused:
            DOCUMENTS.from_data(Snapshot, data)
        assert refused.value.path.startswith("/table/question")


bundles = st.builds(
    Bundle,
    st.lists(st.integers(1, 39), max_size=4, unique=True),
    st.integers(0, 2),
    st.integers(0, 99),
)
spaces = st.integers(0, 39)
all_moves = st.one_of(
    *(
        st.builds(kind) if not attrs.fields(kind) else st.builds(kind, spaces)
        for kind in sorted(MOVE_TYPES, key=str)
        if kind not in {SellSet, Offer, Choose}
    ),
    st.builds(SellSet, st.sampled_from(["brown", "light blue", "dark-red"])),
    st.builds(Offer, st.integers(0, 5), bundles, bundles),
    st.builds(Choose, spaces, st.none() | spaces),
)


@given(all_moves)
@example(Bid(10**15))
@example(SellSet("light blue"))
def test_every_move_has_a_text_that_reads_as_the_move(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert parse_move(f"  {str(move).upper()} \n") == move


def test_repeated_coins_and_cards_of_an_offer_add_up() -> None:
    assert parse_move("offer 1: 1j+1j+2c+1c for 5") == Offer(1, Bundle((), 2, 3), Bundle((5,)))


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a move such as"),
        ("build x", 7, "the number of a space"),
        ("offer 1: 5 for14", 11, "'for'"),
        ("offer 1: 5+5 for 14", 12, "a deed that has not been named yet"),
        ("offer 1: 5+200 for 14", 12, "a number up to 199"),
        (f"build {'9' * 9000}", 7, "a number up to 1000000000000000"),
        (f"offer 1: {10**15}c+1c for 14", 28, "a number up to 1000000000000000"),
    ],
)
def test_a_text_that_is_not_a_move_is_refused_with_the_place(
    text: str, column: int, expected: str
) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)
    assert refused.value.column == column
    assert expected in refused.value.expected


def test_house_rules_are_known_words_in_one_order() -> None:
    variant = monopoly.Variant(house_rules=("uneven", "pot", "pot"))
    assert variant.house_rules == ("pot", "uneven")
    with pytest.raises(InvalidValue, match=r"house_rules\[0\] must be one of 'pot', 'no-auction'"):
        monopoly.Variant(house_rules=("pots",))
    wrong: Any
    for wrong in ("pot", 3):
        with pytest.raises(WrongType, match="house_rules must be a tuple"):
            monopoly.Variant(house_rules=wrong)
    state = monopoly.setup(2, seed=1, variant=variant)
    record = monopoly.Record.from_state(state)
    assert "variant: offers 3, castles full, house rules pot uneven\n" in str(record)
    assert monopoly.Record.parse(str(record)) == record
    text = monopoly.DOCUMENTS.to_json(state)
    assert monopoly.DOCUMENTS.from_json(monopoly.GameState, text) == state
    assert monopoly.parse_position(monopoly.format_position(state)).variant == variant
    with pytest.raises(NotationError, match="expected pot, no-auction, double-go, no-jail-rent or"):
        monopoly.parse_position("30@0, 30@0; house-rules tea")
    with pytest.raises(NotationError, match="expected pot, no-auction"):
        monopoly.Record.parse(str(record).replace("pot uneven", "pot tea"))


def test_everything_that_shows_a_table_shows_the_pot() -> None:
    line = "9@18, *9@0; turn 3 of 1; pot 12; floor 1; offers 0; house-rules pot"
    state = monopoly.parse_position(line)
    assert isinstance(state, GameState)
    view = observe(state, 1)
    treasury = view.edition.money.total - 9 - 9 - 12
    assert (view.pot, view.treasury) == (12, treasury)
    bank = f"Treasury {treasury}, 32 Holdfasts, 12 Castles; pot 12"
    assert bank in monopoly.draw_text(view)
    assert f">{bank}</text>" in monopoly.draw_svg(view)
    assert monopoly.question(view) == "you may act before your throw; the pot has 12 coins"
    assert Snapshot.of(view).table.pot == 12
    assert json.loads(DOCUMENTS.to_json(view))["table"]["pot"] == 12


def test_a_table_without_the_house_rule_does_not_speak_of_a_pot() -> None:
    view = observe(setup(2, seed=1), 0)
    assert "pot" not in monopoly.draw_text(view)
    assert "pot" not in json.loads(DOCUMENTS.to_json(view))["table"]


@pytest.mark.rule("house.pot")
@pytest.mark.parametrize("seed", range(3))
def test_the_pot_is_the_same_from_events_a_line_and_a_document(seed: int) -> None:
    variant = monopoly.Variant(house_rules=("pot", "double-go"))
    state, rng = (
        monopoly.setup(3, monopoly.PLAYABLE, seed=seed, variant=variant),
        random.Random(seed),
    )
    amounts = set[int]()
    while state.active_player is not None and state.turn_number < 60:
        state = apply(state, simple_player(observe(state, state.active_player), rng))
        if state.pot in amounts:
            continue
        amounts.add(state.pot)
        paid = [event for event in state.moves.all_events() if isinstance(event, Paid)]
        into = {Purpose.TAX, Purpose.CARD, Purpose.JAIL}
        pot = sum(event.amount for event in paid if event.payee is None and event.why in into)
        pot -= sum(event.amount for event in paid if event.why is Purpose.POT)
        assert pot == state.pot
        assert monopoly.parse_position(monopoly.format_position(state)).pot == pot
        view = observe(state, 0)
        assert DOCUMENTS.from_json(View, DOCUMENTS.to_json(view)).pot == pot
    assert len(amounts) > 3

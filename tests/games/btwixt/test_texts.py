"""Moves, records, JSON and pictures: written text reads back, other text is refused."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from games.btwixt.tables import LEADERS, dealt, lying, play, random_game, with_abilities
from westeros_intrigue import DecodingError, InvalidValue, NotationError
from westeros_intrigue.games.btwixt import (
    DOCUMENTS,
    DRAFT,
    KINGSMOOT,
    SAMPLE_BOX,
    STANDARD,
    Ability,
    Argument,
    Box,
    Card,
    Colour,
    Event,
    GameState,
    Onto,
    Operation,
    Play,
    Record,
    Side,
    Variant,
    View,
    Who,
    apply,
    describe,
    determinize,
    draw_svg,
    draw_text,
    final_winner,
    legal_moves,
    move_in_words,
    observe,
    parse_move,
    question,
    rank,
    setup,
)
from westeros_intrigue.games.btwixt.position.moves import MOVES, parse_card, read_card
from westeros_intrigue.games.btwixt.telling.text import cards_in_sight, player_in_words, standing
from westeros_intrigue.games.btwixt.turns.abilities import TokenMove


def some_states(every: int) -> list[GameState]:
    return [state for seed in range(0, 64, 11) for state in [*random_game(seed)][::every]]


@pytest.mark.parametrize("text", ["betrayal", "royal-decree", "x9-", "betrayal#1", "a#999999"])
def test_a_document_reads_the_text_of_a_card_as_people_may_write_it(text: str) -> None:
    assert read_card(text) == parse_card(text)
    assert str(read_card(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "?", "9", "-a", "betrayal#", "a#0", "a#01", "a#1000000", "a# 1", "Betrayal", " betrayal",
     "betrayal ", "betrayal\n", "\u017filence", "a#\u0661", "betrayal#1#1", "a b"],
)  # fmt: skip
def test_a_document_reads_no_other_text_as_a_card(text: str) -> None:
    assert read_card(text) is None
    event = {"game": "btwixt", "kind": "event", "version": 1, "happening": "played", "player": 0}
    event |= {"other": None, "cards": [text], "allies": [], "councils": [], "totals": []}
    with pytest.raises(DecodingError, match=f"^/cards/0: {re.escape(ascii(text))} is not a card$"):
        DOCUMENTS.from_data(Event, {**event, "count": 1, "viewers": None})


def test_the_text_of_every_move_reads_as_the_move() -> None:
    seen = set()
    for state in some_states(7):
        for move in legal_moves(state):
            assert parse_move(str(move)) == move
            seen.add(type(move))
    assert seen >= set(MOVES) - {type(parse_move("skip"))}
    assert parse_move(" Play  BETRAYAL#2 ") == Play(Card("betrayal", 2))


@pytest.mark.parametrize(
    ("text", "column"),
    [("", 1), ("play 3", 6), ("play betrayal#0", 14), ("kneel now", 7), ("choose c1>2", 11)],
)
def test_a_text_that_is_not_a_move_is_refused_with_the_place(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert (caught.value.line, caught.value.column) == (1, column)


def test_hostile_json_is_refused() -> None:
    state = dealt("", "", "")
    good: Any = DOCUMENTS.to_data(state)
    record: Any = DOCUMENTS.to_data(Record.from_state(state))
    view: Any = DOCUMENTS.to_data(observe(state, 0))
    over: Any = DOCUMENTS.to_data(observe(list(random_game(0))[-1], 0))
    seen: Any = DOCUMENTS.to_data(observe(setup(3, seed=1, leaders=LEADERS[:3]), None))
    variant: Any = DOCUMENTS.to_data(STANDARD)
    wrong: list[tuple[type, object]] = [
        (GameState, {}),
        *(
            (cls, {**document, key: value})
            for cls, document in ((GameState, good), (Record, record))
            for key, value in (("players", 4), ("moves", ["play xyzzy#1"]))
        ),
        *(
            (View, {**data, "table": {**data["table"], key: value}})
            for data, key, value in (
                (view, "players", 10**9),
                (view, "deck_size", 31),
                (view, "piles", [["xyzzy#1"], [], []]),
                (view, "bid", {"totals": [1], "ranking": [0, 0, 0], "bound_council": None}),
                (over, "token_values", over["table"]["token_values"][::-1]),
                (over, "final", None),
            )
        ),
        *((View, {**data, "player": seat}) for data in (view, seen) for seat in (-1, 2, 4)),
        (View, {**view, "pack": [1]}),
        (Box, {**json.loads(SAMPLE_BOX.to_json()), "leaders": []}),
        (Variant, {**variant, "base": "advanced", "draft": "draft"}),
    ]
    for cls, data in wrong:
        with pytest.raises(DecodingError):
            DOCUMENTS.from_data(cls, data)


def test_a_document_of_a_game_that_breaks_a_rule_is_refused_with_the_place() -> None:
    drafting = setup(3, seed=1, leaders=LEADERS[:3], variant=DRAFT)
    state = apply(drafting, legal_moves(drafting)[0])
    for value in (state, Record.from_state(state)):
        data: Any = DOCUMENTS.to_data(value)
        assert DOCUMENTS.from_data(type(value), data) == value
        for changes, place in (
            ({"moves": ["kneel"]}, "/moves/0"),
            ({"answers": [*data["answers"], [0, "draft betrayal"]]}, "/answers/1"),
            ({"first_player": 3}, ""),
        ):
            with pytest.raises(DecodingError) as caught:
                DOCUMENTS.from_data(type(value), {**data, **changes})
            assert caught.value.path == place


def test_a_document_of_a_state_has_no_tags_and_its_answers_in_one_order() -> None:
    state = setup(3, seed=1, leaders=LEADERS[:3], variant=DRAFT)
    for seat in (2, 1):
        state = apply(state, legal_moves(observe(state, seat))[0], player=seat)
    data: Any = DOCUMENTS.to_data(state)
    assert [seat for seat, _ in data["answers"]] == [1, 2]
    for name, other, place in (
        ("answers", data["answers"][::-1], "/answers/0/0"),
        ("tags", [["Event", "Winter"]], "/tags"),
    ):
        with pytest.raises(DecodingError) as caught:
            DOCUMENTS.from_data(GameState, {**data, name: other})
        assert caught.value.path == place


def test_records_as_text_are_read_back() -> None:
    for seed in (0, 17, 34, 51):
        state = list(random_game(seed))[-1]
        record = Record.from_state(state)
        assert record.state == state
        text = str(record)
        assert Record.parse(text) == record
        assert Record.parse(text.replace("\n\n", "\n\n\n# a comment\n") + "\n") == record
    given_leaders = Record.from_state(setup(3, seed=1, leaders=LEADERS[:3], variant=KINGSMOOT))
    assert Record.parse(str(given_leaders)) == given_leaders
    world = determinize(observe(setup(3, seed=1), 0), random.Random(1))
    for write in (Record.from_state, DOCUMENTS.to_json):
        with pytest.raises(InvalidValue, match="no record"):
            write(world)


def test_all_faults_of_a_record_are_listed_with_their_lines() -> None:
    text = f"{Record.from_state(play(setup(3, seed=1), 'leader jon-snow'))}\n"
    lines = text.split("\n")
    wrong_lines = [
        (3, "box: another", "the box Sample box"),
        (4, "players: three", "a number"),
        (5, "variant: long", "standard short"),
        (7, "leaders: ", "the ids of the leaders, or chosen"),
        (9, "tokens: 1 x", "numbers"),
        (11, "deck: betrayal#", "cards"),
        (len(lines) - 1, "fly", "choose, decline, draft"),
    ]
    for number, line, _ in wrong_lines:
        lines[number - 1] = line
    with pytest.raises(NotationError) as caught:
        Record.parse("\n".join(lines))
    faults = (caught.value, *caught.value.later)
    for error, (number, _, expected) in zip(faults, wrong_lines, strict=True):
        assert error.line == number
        assert expected in error.expected


def test_a_position_is_drawn_as_text_and_as_a_picture() -> None:
    for state in some_states(89):
        assert repr(state.table) == f"<Table: {state.table.summary}>"
        for seat in (None, 0):
            view = observe(state, seat)
            picture = draw_svg(view)
            assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314 - our own
            marks = re.findall('class="seat( active)?"', picture)
            assert tuple(seat for seat, mark in enumerate(marks) if mark) == view.deciders
            text = draw_text(view)
            for card in view.hand:
                assert state.box.entry(card).title in text


def test_only_the_cards_that_a_question_is_about_answer_it() -> None:
    """Cards set aside and, mostly, a watched hand answer nothing."""
    idle = set()
    for state in (state for seed in (8, 12, 28, 44) for state in random_game(seed)):
        for seat in state.deciders:
            groups = [group for group in cards_in_sight(observe(state, seat)) if group[1]]
            assert len([heading for heading, _, verb in groups if verb]) <= 1
            idle |= {heading.split(" of ")[0] for heading, _, verb in groups if not verb}
    assert idle >= {"Set aside", "Hand", "Your hand"}


def test_the_weaker_council_of_a_leader_is_named_first() -> None:
    for councils in ({"c0": "oberyn-martell"}, {"c2": "oberyn-martell"}):
        state = lying(dealt("", "", ""), **councils)
        assert player_in_words(state, 0) == "10 cards, councils of power 0 and 7"


def test_a_question_names_a_leader_and_what_a_number_counts() -> None:
    state = play(dealt("oath", "betrayal", "", allies="robb-stark"), "play oath")
    state = play(state, "kneel", "kneel", "kneel", "choose c0")
    assert question(state).endswith("or decline (Robb Stark, Cersei Lannister)")
    state = play(dealt("oath", "", "", allies="ilyn-payne"), "play oath", "kneel")
    state = play(state, "kneel", "kneel", "choose c0")
    assert question(state).endswith("which is killed (1 still to choose)")
    silence = SAMPLE_BOX.entry("the-silence").abilities or ()
    state = dealt("levy", "", "", box=with_abilities({"levy": silence}))
    state = play(state, "play levy", "kneel", "kneel")
    assert "kneel (at most 2 more" in question(state)


@pytest.mark.rule("draft.pick", "draft.direction", "info.public")
def test_a_drafting_position_shows_the_pick_the_direction_and_the_deciders() -> None:
    state = play(dealt("", "", "", variant=DRAFT), "first")
    for shown in (draw_text(state), draw_svg(state)):
        assert "Pick 1 of 10, then packs go left" in shown
        assert "pack of 10, 0 set aside" in shown
    deciding = [" decides" in line for line in draw_text(state).splitlines() if "pack of" in line]
    assert deciding == [False, True, True]
    assert repr(state).endswith("drafting, players 1 and 2 to decide>")
    assert "Pick 2 of 10" in draw_text(play(state, "first", "first"))


def test_a_picture_shows_the_viewers_hand_and_who_won() -> None:
    state = dealt("the-game-of-thrones betrayal betrayal", "royal-decree", "")
    own = draw_svg(observe(state, 0))
    assert "The Game of Thrones" in own
    assert re.search(r"\d Betrayal \(1\)<", own)
    assert "Royal Decree" not in own
    assert "Your hand" not in draw_svg(state)
    *_, last = random_game(0)
    final = final_winner(last)
    winner = next(
        each.name for each in last.box.leaders if each.id == last.leaders[final.winners[0]]
    )
    for shown in (re.sub(r"</text><text[^>]*>", " ", draw_svg(last)), draw_text(last)):
        assert f"{winner} won, " in shown
        for seat in range(last.players):
            small = min(last.table.powers[seat], last.table.powers[seat - 1])
            assert final.totals[seat] == small
            assert f"small council {small}" in shown
    tied = rank([5, 3, 3], [0, 0, 0])
    places = [standing(last.table, seat, tied).partition(":")[0] for seat in range(3)]
    assert places == ["place 1", "place 1", "place 3"]


@pytest.mark.rule("card.corruption", "ring.councils")
def test_a_move_of_a_token_names_the_leaders_of_both_councils() -> None:
    state = next(each for each in random_game(0) if isinstance(each.table.asking, TokenMove))
    names = " and ".join([r"the council of [A-Z][a-zA-Z ]+ and [A-Z][a-zA-Z ]+ \(c\d\)"] * 2)
    names = names.replace(r"\) and the", r"\) to the")
    assert "\n    c0, with Tyrion Lannister: nothing\n" in draw_text(dealt("", "", ""))
    for move in legal_moves(state):
        assert re.fullmatch(f"move a token from {names}", move_in_words(state, move))


@pytest.mark.rule("claim.winner", "card.strings")
def test_a_position_shows_the_winner_of_a_bid_and_the_reason() -> None:
    state = dealt("oath", "oath", "", allies="page")
    alone = play(state, "play oath", "kneel", "kneel", "kneel")
    tied = play(state, "play oath", "play oath", "kneel", "kneel", "kneel")
    why = ", tied and first clockwise from the first player"
    seen = dealt("oath", "pulling-the-strings levy", "levy", allies="varys")
    strings = ("play oath", "play pulling-the-strings", "kneel", "kneel", "kneel")
    bound = play(seen, *strings)
    council = "the council of Cersei Lannister and Tyrion Lannister (c0)"
    binds = f", bound to {council} by a neighbour"
    for won, shown in ((alone, ("9 0 0", "")), (tied, ("9 9 0", why)), (bound, ("9 4 0", binds))):
        told = f"bid of {shown[0]}: Cersei Lannister won{shown[1]}"
        assert f"\n{told}\n" in draw_text(won)
        assert f"{told} influence deck" in re.sub(r"</text><text[^>]*>", " ", draw_svg(won))


@pytest.mark.parametrize("operation", Operation)
def test_every_ability_is_put_into_words(operation: Operation) -> None:
    some: dict[Argument, object] = {
        Argument.COLOURS: (Colour.RED, Colour.BLUE),
        Argument.CARDS: 2,
        Argument.UNLESS_WINNER: True,
        Argument.ALLY: "Shae",
        Argument.SIDE: Side.LEFT,
        Argument.COUNT: 3,
        Argument.KILL: 1,
        Argument.WHO: (Who.YOU, Who.SECOND),
        Argument.TITLE: "Betrayal",
        Argument.ONTO: Onto.CURRENT,
    }
    arguments = {str(argument): some[argument] for argument in operation.arguments}
    told = {
        describe(Ability(timing, operation, **arguments))  # type: ignore[arg-type]
        for timing in (*operation.timings(on_ally=False), *operation.timings(on_ally=True))
    }
    for sentence in told:
        assert re.fullmatch(r"[A-Z][a-z ]+: [^{}]+[.]", sentence)


def test_the_text_of_a_view_has_the_cards_and_allies_that_its_leader_sees() -> None:
    box = with_abilities({"levy": SAMPLE_BOX.entry("intercepted").abilities or ()})
    state = dealt("levy", "contingency-plan", "", allies="ilyn-payne varys", box=box)
    state = play(state, "play levy", "choose 1", "kneel", "kneel", "kneel", "choose c0")
    text = draw_text(observe(state, 0))
    shown = text.partition("Hand of Tyrion Lannister: ")[2]
    cards, allies = shown.partition("\nYou look at: ")[::2]
    assert f"\n    2 Contingency Plan (8): {describe(box.entry('contingency-plan'))}" in cards
    assert f"\n    Varys (4): {describe(box.ally('varys'))}\n" in allies
    assert "Asked: Choose one of the allies looked at, which is killed (count 1)" in text
    kills, looks = (describe(box.ally(each)) for each in ("ilyn-payne", "jester-of-dragonstone"))
    assert "top of the deck, kill 1 of them, and put the rest back in any order." in kills
    assert "look at 5 allies on top of the deck and put them back in any order." in looks

"""Positions in one line: every position of random games is read back, and faults have a column."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import attrs
import pytest
from helpers.position_lines import read_back

from games.btwixt.any_boxes import random_box
from games.btwixt.tables import LEADERS, VARIANTS, at_random, random_game, states_of
from westeros_intrigue import DecodingError, InvalidValue, NotationError
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.games.btwixt import (
    DOCUMENTS,
    DRAFT,
    SAMPLE_BOX,
    GameState,
    Phase,
    Position,
    Record,
    Season,
    View,
    apply,
    determinize,
    draw_text,
    explain,
    final_winner,
    format_position,
    legal_moves,
    observe,
    parse_move,
    parse_position,
    setup,
)

START = "summer 4 shae; *2 betrayal oath, x - / levy, 3 feast; varys +[3], +[1 1], page squire"
TWELVE = (
    "page squire varys shae, +[1 1 1 2 2 2], "
    "scout smith miller heir septa archer septon herald +[3 3 3 3 3 3]"
)
"""Councils at the end of a game of three."""


def positions_of(states: Iterator[GameState], share: float) -> Iterator[Position]:
    """Some states of a game, each with the views of it."""
    rng = random.Random(1)
    for state in states:
        if rng.random() < share or state.is_over or state.phase is Phase.CHOOSING_LEADERS:
            yield state
            yield from (observe(state, seat) for seat in (None, *range(state.players)))


def without_past(position: Position) -> object:
    """The public table without its log, its results, and the numbers by which tokens are told."""
    table = position.table
    councils = tuple(attrs.evolve(each, tokens=()) for each in table.councils)
    current = tuple(attrs.evolve(each, tokens=()) for each in table.current)
    tokens = [each.tokens for each in table.councils] + [each.tokens for each in table.current]
    sizes = [*map(len, tokens)]
    plain = attrs.evolve(
        table, log=(), past=(), results=(), councils=councils, current=current, supply=()
    )
    return plain, sizes, len(table.supply)


def check_lines(positions: Iterator[Position], options: Mapping[str, str]) -> int:
    checked = 0
    for position in positions:
        read = read_back(GAMES["btwixt"], position, options)
        one, two = without_past(read), without_past(position)
        if position.table.revealed in {each.ally for each in position.current}:
            assert one == two
        checked += 1
    return checked


@pytest.mark.untraced
@pytest.mark.parametrize("seed", [0, 9, 18, 21, 51])
def test_each_position_of_a_game_is_read_back_from_its_line(seed: int) -> None:
    assert check_lines(positions_of(random_game(seed), 0.1), {}) > 30


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 64, 6))
def test_each_position_of_many_games_is_read_back_from_its_line(seed: int) -> None:
    assert check_lines(positions_of(random_game(seed), 0.3), {})


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 12, 33])
def test_a_position_of_another_box_is_read_with_its_file(seed: int) -> None:
    box = random_box(seed)
    start = setup(3 + seed % 4, seed=seed, box=box, variant=VARIANTS[seed % 2 + 8])
    positions = positions_of(states_of(start, at_random(seed)), 0.1)
    assert check_lines(positions, {"box": box.to_json()}) > 20


@pytest.mark.rule("setup.chance")
@pytest.mark.parametrize(
    "seed", [5, 9, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(0, 28, 4))]
)
def test_a_position_is_played_on_as_the_game_that_it_comes_from(seed: int) -> None:
    """Up to the end, with the leaders, allies, tokens and hands that are drawn later."""
    states = [*random_game(seed)]
    moves, rng = states[-1].moves or (), random.Random(seed)
    starts = [0, rng.randrange(1, 4), *(rng.randrange(len(states) - 1) for _ in range(3))]
    for start in starts:
        read = parse_position(format_position(states[start]))
        assert isinstance(read, GameState)
        for state, move in zip(states[start:], moves[start:], strict=False):
            assert legal_moves(state) == legal_moves(read)
            read = apply(read, move)
        assert final_winner(read) == final_winner(states[-1])
        assert read.hands == states[-1].hands


def test_a_line_without_later_deals_leaves_them_to_one_seed() -> None:
    plain = "summer 4 -; *2 betrayal, x -, levy; shae varys +1, page squire +2, -".replace(
        "+1", "+[1]"
    )
    plain = plain.replace("+2", "+[1 1]")
    one, two = (parse_position(plain) for _ in range(2))
    assert one == two
    assert format_position(one) == plain
    dealt = (
        "deal autumn 2 betrayal corruption feast host 2 levy oath 2 the-game-of-thrones, "
        "contingency-plan 2 corruption envoy feast host levy oath 2 royal-decree, "
        "3 envoy 2 host oath 2 pulling-the-strings 2 the-game-of-thrones"
    )
    line = f"{plain}; {dealt}"
    state = parse_position(line)
    assert isinstance(state, GameState)
    while state.season is Season.SUMMER:
        state = apply(state, legal_moves(state)[-1])
    hands = format_position(state).split("; ")[1].replace("*", "")
    assert hands == dealt.removeprefix("deal autumn ")


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ("deal summer levy, levy, levy", "autumn or winter, once, and the cards of each hand"),
        ("deal autumn levy, levy", "autumn or winter, once, and the cards of each hand"),
        ("deal autumn 3, levy, levy", "autumn or winter, once, and the cards of each hand"),
        ("deal autumn levy, host, envoy", "hands that the seasons can deal (10 cards for each"),
        ("deal autumn 10 levy, 10 oath, 10 host", "no more copies of levy than the deck"),
        ("deal autumn levy %, levy, levy", "hands (expected another card"),
        ("deal autumn hodor, levy, levy", "a card of the box"),
        ("random jon-snow", "no random at this moment of a game"),
    ],
)
def test_a_deal_that_no_season_can_make_is_refused(fact: str, expected: str) -> None:
    line = f"summer 4 -; *2 betrayal, x -, levy; shae varys +[1], page squire +[1 1], -; {fact}"
    with pytest.raises(NotationError) as caught:
        parse_position(line)
    assert expected in caught.value.expected
    assert caught.value.column >= line.index(fact)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("choosing; -, *-, -; -, -, -; first 1; random hodor", "outcomes of the box"),
        ("choosing; -, *-, -; -, -, -; first 1; white levy", "outcomes of the box"),
        ("choosing; -, *-, -; -, -, -; first 1; tokens 9", "outcomes of the box"),
        ("choosing; -, *-, -; -, -, -; first 1; allies shae shae", "outcomes of the box"),
        ("choosing; -, *0, 0; -, -, -; first 1; allies shae", "nothing hidden"),
        (
            "summer 2 -; *9, 9, 9; shae varys, +1, -; deal autumn levy, levy, levy",
            "nothing hidden",
        ),
    ],
)
def test_impossible_chance_is_refused(line: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(line)
    assert expected in caught.value.expected


def test_a_world_can_be_drawn_for_a_view_from_a_line() -> None:
    view = parse_position("summer 4 shae; *betrayal oath, x 0 / levy, 3; varys +1, +2, page squire")
    world = determinize(view, random.Random(1))  # type: ignore[arg-type]
    assert observe(world, 0) == view
    assert world.hand_sizes == (2, 0, 3)
    assert "Shae (6): current ally" in draw_text(view)
    assert explain(view, parse_move("play levy"))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            "winter 3 -; 0 / betrayal#2 betrayal#4, *6 / envoy#1, x 0, "
            "4 / kin-of-tyrion-lannister envoy#2, 0 / betrayal#1 betrayal#3; -, -, -, -, +2; "
            "advanced; short; leaders hedge-knight jon-snow melisandre tyrion-lannister "
            "euron-greyjoy; first 2; plays 3:kin-of-tyrion-lannister#1 4:betrayal#1 0:betrayal#2 "
            "1:envoy#1 3:envoy#2 4:betrayal#3 0:betrayal#4; dead chronicler "
            "jester-of-dragonstone shae; removed kin-of-jon-snow kin-of-melisandre "
            "kin-of-euron-greyjoy; discard levy the-game-of-thrones royal-decree levy corruption "
            "contingency-plan levy feast oath the-game-of-thrones pulling-the-strings host feast "
            "the-game-of-thrones royal-decree oath feast host levy pulling-the-strings corruption "
            "pulling-the-strings oath envoy the-game-of-thrones pulling-the-strings levy levy "
            "feast corruption",
            id="player 0 has no cards, and another has stolen the white one",
        ),
        pytest.param(
            "winter 1 chronicler; *3 corruption envoy kin-of-jon-snow oath 3 omen royal-decree, "
            "2 feast host kin-of-tyrion-lannister levy oath 2 pulling-the-strings "
            "2 the-game-of-thrones, 3 betrayal contingency-plan corruption 2 envoy omen "
            "the-silence / the-game-of-thrones; renly-baratheon harbour-master "
            "jester-of-dragonstone +[2 1 3 3 2], varys jaqen-hghar, archer fisherman cupbearer "
            "+[1 2 1 3]; advanced; leaders jon-snow tyrion-lannister euron-greyjoy; first 2; "
            "removed kin-of-euron-greyjoy little-birds the-pack-survives kin-of-tyrion-lannister "
            "kin-of-euron-greyjoy kin-of-jon-snow; joined omen omen omen",
            id="events that were seen in an earlier season are in hands again",
        ),
    ],
)
def test_a_line_is_read_where_cards_have_gone_round(line: str) -> None:
    read = parse_position(line)
    assert parse_position(format_position(read)) == read


@pytest.mark.parametrize(
    ("seed", "line"),
    [
        pytest.param(
            4,
            "autumn 1 -; 10, 0 / kin-of-melisandre envoy#2 contingency-plan the-game-of-thrones#2 "
            "levy envoy#3, *9; herald +1, admiral harbour-master page +1, exile +2; box Random box "
            "4; advanced; leaders tyrion-lannister melisandre olenna-tyrell; first 2; bid 0 33 0; "
            "asked discard 3; plays 2:royal-decree#1 0:feast#1 1:kin-of-melisandre#1 "
            "2:the-game-of-thrones#1 0:oath#1 0:envoy#1 1:envoy#2 2:kin-of-olenna-tyrell#1 "
            "1:contingency-plan#1 2:betrayal#1 1:the-game-of-thrones#2 1:levy#1 1:envoy#3; lasting "
            "0:feast#1x2 0:oath#1>1 1:levy#1>0; dead castellan jaime-lannister miller; removed "
            "matchmaker kin-of-tyrion-lannister kin-of-melisandre kin-of-olenna-tyrell; discard "
            "contingency-plan feast feast omen",
            id="a white card that was taken back has been discarded",
        ),
        pytest.param(
            4,
            "autumn 1 castellan^! page^!; x 10, *6 / kin-of-melisandre envoy#2 contingency-plan "
            "the-game-of-thrones#2, x betrayal contingency-plan corruption host "
            "kin-of-olenna-tyrell 2 pulling-the-strings royal-decree 2 the-game-of-thrones; herald "
            "+1, admiral harbour-master +1, exile +2; box Random box 4; advanced; leaders "
            "tyrion-lannister melisandre olenna-tyrell; first 2; last 0 0 0; plays "
            "2:royal-decree#1 0:feast#1 1:kin-of-melisandre#1 2:the-game-of-thrones#1 0:oath#1 "
            "0:envoy#1 1:envoy#2 2:kin-of-olenna-tyrell#1 1:contingency-plan#1 "
            "2:betrayal#1 1:the-game-of-thrones#2; "
            "lasting 0:feast#1x2 0:oath#1>1; dead jaime-lannister miller; removed matchmaker "
            "kin-of-tyrion-lannister kin-of-melisandre",
            id="two leaders have taken back their piles",
        ),
        pytest.param(
            21,
            "summer 2 -; *3 / pulling-the-strings, 6 / kin-of-olenna-tyrell, betrayal "
            "contingency-plan envoy feast pulling-the-strings 2 the-game-of-thrones / corruption, "
            "0; -, -, -, +1; box Random box 21; advanced; revealed-allies; leaders euron-greyjoy "
            "olenna-tyrell daenerys-targaryen doran-martell; first 1; last 41 22 0 34 c3; plays "
            "1:kin-of-olenna-tyrell#1 2:corruption#1 3:pulling-the-strings#1; lasting "
            "1:kin-of-olenna-tyrell#1x1; dead cupbearer shae; row fisherman usurer mance-rayder "
            "champion; removed kin-of-euron-greyjoy; discard envoy corruption pulling-the-strings "
            "levy host contingency-plan betrayal host betrayal betrayal levy feast oath "
            "pulling-the-strings contingency-plan envoy corruption feast the-game-of-thrones "
            "pulling-the-strings",
            id="two white cards were stolen by leaders whose hands are hidden",
        ),
    ],
)
def test_a_view_of_another_box_is_read_where_cards_have_gone_round(seed: int, line: str) -> None:
    view = parse_position(line, {"box": random_box(seed).to_json()})
    assert isinstance(view, View)
    assert format_position(view) == line
    assert DOCUMENTS.from_json(View, DOCUMENTS.to_json(view)) == view


def test_underscores_can_stand_for_spaces() -> None:
    assert parse_position(START.replace(" ", "_")) == parse_position(START)


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        (
            "spring 1 page; *10, 10, 10; -, -, -",
            1,
            "summer, autumn, winter, over, choosing or drafting",
        ),
        ("summer page; *10, 10, 10; -, -, -", 8, "the round of the season"),
        ("summer 5 page; *10, 10, 10; -, -, -", 8, "a round from 1 to 4"),
        ("summer 1 shea; *10, 10, 10; -, -, -", 10, "an ally of the box"),
        ("summer 1 page; *10, 10; -, -", 16, "3 to 6 leaders"),
        ("summer 1 page; *10, 10, 10; -, -", 29, "3 councils"),
        ("summer 1 page; *betraya, 10, 10; -, -, -", 17, "a card of the box"),
        ("summer 1 page; *betrayal#1, 10, 10; -, -, -", 17, "a card without #"),
        ("summer 1 page; *9, 10, 10; -, -, -", 16, "30 cards in hands and piles in the first"),
        ("summer 2 page; *12, 10, 10; shae, -, +1", 16, "at most 30 cards in hands and piles"),
        ("summer 2 page; *9 betrayal, -, -; shae, -, +[1]", 16, "no more copies of betrayal"),
        ("summer 2 page; 9, 9, 9; shae, -, +1", 16, "one leader with *, who decides"),
        ("summer 2 page; *x 9, 9, 9; shae, -, +1", 17, "a card of the box"),
        ("summer 2 page; *9, 9, 9; page, -, +1", 26, "each ally once, but page is in two places"),
        ("summer 2 page; *9, 9, 9; -, -, +1", 26, "2 allies outside the deck in round 2"),
        ("summer 2 page; *9, 9, 9; shae, -, -", 26, "1 token after 1 finished rounds"),
        ("summer 2 page; *betrayal, oath, -; shae, -, +1", 36, "the values of all tokens"),
        ("summer 2 page; *betrayal, oath, -; shae, -, +[7]", 36, "tokens of the box"),
        ("summer 2 page; *9, 9, 9; shae, -, +[1]", 26, "numbers of tokens"),
        ("summer 2 page; *betrayal, oath, 3; shae, -, +1", 27, "the cards of all hands, of one"),
        ("choosing; -, *-, -; -, -, -", 11, "* for the next leader who picks"),
        (
            "choosing; -, *-, -; -, -, -; leaders - jon-snow -",
            38,
            "picked clockwise from the first",
        ),
        ("choosing; -, *-, -; -, -, -; leaders hodor - -", 38, "different leader cards"),
        ("choosing; *-, -, 0; -, -, -", 15, "the cards of all hands, of one or of none"),
        ("choosing; *-, -, -; -, -, -; dead shae", 35, "no dead at this moment of a game"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; answers 0:levy", 47, "no answers at this moment"),
        ("choosing; *9, -, -; -, -, -", 11, "no cards before the deal"),
        ("choosing; *0, 0, 0; shae, -, -", 11, "no cards before the deal"),
        ("drafting; *9, *9, *9; -, -, -; draft", 9, "summer, autumn or winter"),
        ("drafting summer; *9, *9, *9; -, -, -", 10, "draft or kingsmoot"),
        ("drafting summer; *9, *8, *9; -, -, -; draft", 18, "packs of one size, 2 to 10"),
        ("drafting summer; *2 oath, *2, *2; -, -, -; draft", 18, "8 cards set aside"),
        ("drafting summer; 9, 9, 9; -, -, -; draft", 18, "* for each leader who has not"),
        (
            "drafting summer; *9, *9, *9; -, -, -; draft; asked token",
            52,
            "no asked at this moment",
        ),
        ("drafting summer; *9, *9, *9; shae, -, -; draft", 30, "0 allies outside the deck"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; frist 1", 39, "box, advanced, draft"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; first 3", 45, "a seat from 0 to 2"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; played levy oath", 46, "one card"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; first 1 2", 45, "one seat"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; first \u00b2", 45, "a seat from 0 to 2"),
        (f"summer 2 page; *9, 9, 9; shae, -, +1; first {'1' * 5000}", 45, "a seat from 0 to 2"),
        (
            "summer 2 page; *9, 9, 9 / levy; shae, -, +1; plays 2:levy#x",
            54,
            "a card such as betrayal",
        ),
        ("summer 2 page; *9, 9, 9; shae, -, +1; short yes", 45, "; or the end"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; discard levy", 47, "3 discarded cards"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; asked token", 45, "played and the card"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; asked tokens", 45, "did you mean token?"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; bid 0 0", 43, "3 totals"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; last 1 2", 44, "3 totals"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; last 1 2 3 c0", 44, "c1 or c2"),
        ("summer 1 page; *10, 10, 10; -, -, -; last 1 2 3", 43, "no last round before the first"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; bound c1", 45, "bid and the totals"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; allies shae", 26, "each ally once"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; allies varys", 46, "nothing hidden"),
        ("autumn 1 page; *10, 10, 10; -, -, -; draft; kingsmoot", 38, "options that go together"),
        ("summer 1 page; *9, 9, 9, 9, 9; -, -, -, -, -", 1, "autumn or winter"),
        (f"over; *9, 9, 9; {TWELVE}", 7, "nothing to decide after the game"),
        (f"over; 9 / levy, 9, 9; {TWELVE}", 7, "no piles after the game"),
        ("over; 9, 9, 9; page, -, +[1]", 16, "12 allies outside the deck in round 12"),
        ("summer 2 page; *-, -, -; shae, -, +[1]", 16, "a question with more than one answer"),
        ("summer 2 page; *9, 9, 9; shae, -, +1; leaders jon-snow", 47, "3 different leader cards"),
    ],
)
def test_a_line_that_no_game_leads_to_is_refused_where_it_is_wrong(
    line: str, column: int, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(line)
    assert expected in caught.value.expected
    assert (caught.value.line, caught.value.column) == (1, column)


def test_a_name_with_a_semicolon_cannot_be_in_a_line() -> None:
    box = attrs.evolve(SAMPLE_BOX, name="mine; all")
    with pytest.raises(InvalidValue, match="cannot name the box 'mine; all'"):
        format_position(setup(3, seed=1, box=box))


def test_a_game_from_its_first_choice_has_a_record() -> None:
    state = parse_position("choosing; -, -, *-; -, -, -; leaders jon-snow melisandre -")
    assert isinstance(state, GameState)
    assert Record.from_state(state).state == state
    after = apply(state, parse_move("leader doran-martell"))
    assert after.hand_sizes == (10, 10, 10)


def test_a_game_from_a_line_has_a_record_with_the_line() -> None:
    start = parse_position("summer 2 shae; *levy / oath, x host, feast; -, page +[2], -")
    assert isinstance(start, GameState)
    state = apply(apply(start, parse_move("kneel")), parse_move("kneel"))
    record = Record.from_state(state, tags={"Player-0": "Ada"})
    text = str(record)
    assert "\nposition: summer 2 shae; *levy / oath, x host, feast; -, page +[2], -\n" in text
    assert Record.parse(text) == record
    assert record.state == state
    assert DOCUMENTS.from_json(GameState, DOCUMENTS.to_json(state)) == state
    assert record.start_game(seed=1).leaders == start.leaders
    with pytest.raises(NotationError, match="line 5, column 20: expected an ally of the box"):
        Record.parse(text.replace("shae", "shea"))
    with pytest.raises(NotationError, match="line 5, column 11: expected a position"):
        Record.parse(text.replace("summer 2", "summer  2"))
    with pytest.raises(DecodingError, match=r"^/position: line 1, column 10: expected an ally"):
        DOCUMENTS.from_json(Record, DOCUMENTS.to_json(record).replace("shae;", "shea;"))
    assert '"position"' not in DOCUMENTS.to_json(setup(3, seed=1))


def test_a_draft_is_played_on_with_the_packs_of_its_line() -> None:
    start = setup(3, seed=1, leaders=LEADERS[:3], variant=DRAFT)
    one = apply(start, legal_moves(start)[0])
    two = parse_position(format_position(one))
    assert isinstance(two, GameState)
    with pytest.raises(InvalidValue, match="a draft in the middle of a pass has no record"):
        Record.from_state(two)
    while one.phase is Phase.DRAFTING:
        move = legal_moves(observe(one, one.deciders[-1]))[-1]
        seat = one.deciders[-1]
        one, two = apply(one, move, player=seat), apply(two, move, player=seat)
    assert (one.hands, one.season) == (two.hands, two.season)

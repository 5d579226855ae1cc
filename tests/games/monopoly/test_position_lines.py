"""Positions in one line: round trips over games, and refusals with the column of the fault."""

from __future__ import annotations

import random

import attrs
import pytest
from helpers.position_lines import assert_slip_is_refused_or_read, read_back

from games.monopoly.tables import SHEET, boxed, own, played, rolled, table
from westeros_intrigue import DecodingError, InvalidValue, NotationError, WrongType
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly import (
    DOCUMENTS,
    SAMPLE,
    ChanceCard,
    Decision,
    Deed,
    Edition,
    Effect,
    GameState,
    InvalidPosition,
    Phase,
    Record,
    Supply,
    Variant,
    Word,
    apply,
    arrange,
    determinize,
    distinct_moves,
    draw_text,
    format_position,
    legal_moves,
    observe,
    parse_move,
    parse_position,
    setup,
    simple_player,
    supply_card,
    supply_dice,
    trader_player,
    write_edition,
)
from westeros_intrigue.games.monopoly.position.table import HOUSE_RULES, Table
from westeros_intrigue.games.monopoly.telling.position_lines import _Facts
from westeros_intrigue.games.monopoly.turns import throws

EDITIONS = (monopoly.PLAYABLE, SAMPLE, attrs.evolve(SHEET, supply=Supply(4, 1)))


def options_of(edition: Edition) -> dict[str, str]:
    return {} if edition in EDITIONS[:2] else {"edition": write_edition(edition)}


def move_of(state: GameState, rng: random.Random) -> monopoly.Move:
    """A sensible move, a trade or any other."""
    view, kind = observe(state, state.active_player), rng.randrange(3)
    if kind == 2:
        return rng.choice(distinct_moves(state))
    return (simple_player, trader_player)[kind](view, rng)


def test_lines_have_whatever_the_rules_bring_after_a_double(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(throws, "after_double", lambda _, player: (throws.Roll(player),))
    rng, state, waiting = random.Random(1), setup(3, seed=1), 0
    for _ in range(150):
        again = read_back(monopoly, state, {})
        waiting += state.table.agenda[1:] == (throws.Roll(state.turn_player),)
        assert again.table.agenda == state.table.agenda
        state = apply(state, rng.choice(legal_moves(state)))
    assert waiting > 3


@pytest.mark.untraced
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))]
)
def test_a_line_leads_back_to_a_position_that_plays_alike(seed: int) -> None:
    rng, edition = random.Random(seed), EDITIONS[seed % 3]
    options = options_of(edition)
    state = setup(2 + seed % 5, edition, seed=seed)
    for _ in range(150):
        if state.is_over:
            break
        state = apply(state, move_of(state, rng))
        for position in (state, observe(state, rng.randrange(state.players)), observe(state, None)):
            read = read_back(GAMES["monopoly"], position, options)
            assert draw_text(read) == draw_text(position)
            assert read.agenda == position.agenda


def test_each_fact_of_a_table_is_in_its_line_or_follows_from_others() -> None:
    in_cells = {
        "cash",
        "positions",
        "jail_tries",
        "deeds",
        "kept_cards",
        "bankrupt",
        "active_player",
    }
    in_parts = {field.name for field in attrs.fields(_Facts)}
    # By another name: the steps, the cards under the deck, the coming cards and throws.
    in_parts |= {"agenda", "known_bottom", "draws", "throws_used", "board"}
    of_the_game = {"start", "moves"}
    of_deeds, of_steps = {"owned", "mortgaged", "built"}, {"phase"}
    facts = {field.name for field in attrs.fields(Table)}
    # A new fact needs a field and a form in a part, or a reader loses it.
    assert facts - in_cells - in_parts - of_the_game - of_deeds - of_steps == set()


@pytest.mark.parametrize("seed", range(3))
def test_a_game_goes_on_from_a_line_as_from_its_beginning(seed: int) -> None:
    rng, edition = random.Random(seed), EDITIONS[seed % 3]
    options = options_of(edition)
    house_rules = HOUSE_RULES if seed == 0 else ()
    one = setup(3, edition, seed=seed, variant=Variant(house_rules=house_rules))
    for _ in range(100):
        one = apply(one, move_of(one, rng))
    two = parse_position(format_position(one), options)
    assert isinstance(two, GameState)
    for _ in range(60):
        if one.is_over:
            break
        move = move_of(one, rng)
        one, two = apply(one, move), apply(two, move)
        assert format_position(one) == format_position(two)
    record = Record.from_state(two)
    assert record.state == two
    assert Record.parse(str(record), options) == record
    assert DOCUMENTS.from_json(GameState, DOCUMENTS.to_json(two)) == two
    view = observe(two, 1)
    assert observe(determinize(view, rng), 1) == view


def test_a_line_without_chance_waits_for_real_dice_and_cards() -> None:
    state = parse_position("30@0, 30@0; roll")
    assert isinstance(state, GameState)
    state = supply_dice(state, (3, 4))
    assert format_position(state) == "30@7, 30@0; turn 1 of 0; draw"
    assert parse_position(format_position(state)).phase is state.phase
    state = supply_card(state, "collect-3")
    assert format_position(state) == "33@7, *30@0; turn 2 of 1; floor 1; under 22"


def test_a_line_has_the_coins_in_the_pot() -> None:
    line = "*9@18, 9@0; turn 3 of 0; pot 7; floor 0; offers 0; house-rules pot"
    state = parse_position(line)
    assert isinstance(state, GameState)
    assert format_position(state) == line
    while state.phase is not Phase.ROLLING:
        state = apply(state, parse_move("pass"))
    state = supply_dice(state, (1, 1))
    assert (state.cash, state.positions) == ((16, 9), (20, 0))
    assert "pot" not in format_position(state).partition("house-rules")[0]


def test_the_line_of_a_new_game_leads_to_that_game() -> None:
    state = setup(4, seed=3)
    assert parse_position(format_position(state)) == state
    assert format_position(observe(state, None)).endswith("; unseen 32; seen by all")


@pytest.mark.parametrize(
    ("line", "column", "told"),
    [
        ("30@0", 1, "there must be 2 to 6 players, not 1"),
        ("x", 1, "a player such as"),
        ("30@0 30@0", 5, "a comma, or a semicolon"),
        ("30@0, *30@0", 7, "\\* at player 0, who decides"),
        ("30@40, 30@0", 4, "a space, or jail and the tries from 0 to 39"),
        ("30@0, 30@30", 7, "no token can be on Go To Jail: player 1"),
        ("30@0, 30@jail3", 7, "player 1 cannot have tried 3 times for a double"),
        ("30@jail3, 30@0", 1, "0 owes 5 to treasury for jail then leave 3"),
        ("30@0: 1 1, 30@0", 9, "a space of the 40, each once"),
        ("30@0, 30@0: 3 2", 15, "Chance .2. has no deed"),
        ("30@0: 1h, 30@0: 3", 7, "the set brown is built on"),
        ("30@0: 5 1hh 3, 30@0", 9, "the set brown is built unevenly"),
        ("30@0: 1hhhhh 3, 30@0", 7, "at most 4 Holdfasts"),
        ("30@0: 5 j3, 30@0", 9, "card 3 is not a jail card"),
        ("30@0: j14, 30@0; deck 14", 18, "card 14 is not one of the 31 that are unseen"),
        ("30@0, 30@0; under 14 14", 22, "each card once"),
        ("30@0, x1@0", 1, "over, since only one player is solvent"),
        ("30@0, x2@0, 30@0; turn 4 of 0", 1, "x1, x2 and so on, each once"),
        ("30@0, x1@0, 30@0; turn 4 of 1", 19, "the turn of a solvent player"),
        ("30@0, 30@0; turn 3 of 5", 23, "a seat from 0 to 1"),
        ("30@0, 30@0; turn 3 of 0 x", 25, "a semicolon or the end"),
        ("30@0, 30@0; doubles 3", 21, "a number from 0"),
        ("30@0, 30@0; standing 1 0", 24, "seats up to 1, ascending"),
        ("30@0, 30@0; buy", 13, "what can wait here: floor 0 or roll"),
        ("30@5, 30@0; rent", 13, "floor 0, roll, buy or auction 5 by 0"),
        ("30@5, 30@0: 5m; rent", 17, "what can wait here: floor 0 or roll"),
        ("30@5, 30@0: 5; rent; rent", 22, "one part with steps"),
        ("30@5, 30@0: 5; rent then rent", 26, "the end, or effects of a card"),
        ("30@5, 30@0; buy then floor", 22, "a floor only after `doubles 1`"),
        ("3@jail0, 30@0; jail", 16, "a step at which the game waits"),
        (
            "1@4: 5, 30@0; 0 owes 3 to treasury for tax",
            22,
            "the amount as in 0 owes 2 to treasury for tax",
        ),
        (
            "1@0: 5, 30@0; 0 offers 1: 5 for 3c then floor 1",
            41,
            "the offer counts, as in floor 1 offers 1 0",
        ),
        ("30@26, 30@0; auction 25 by 0", 22, "the space as in auction 26 by 0"),
        ("9@26, 9@0; auction 26 by 0 high 44 from 1", 33, "a bid that a bidder can pay"),
        ("30@7, 30@0; draw; deck 3", 13, "a step at which the game waits: chance is in the line"),
        ("30@0, 30@0: 5; floor 1 passes 2", 31, "passes from 1 to 1"),
        ("30@0, 30@0: 5; floor 1 done 1:build:5", 29, "an act on a deed or the first space"),
        ("30@0, 30@0; seed 3; seen by 0", 13, "no chance in a view"),
        ("30@0, 30@0; unseen 3; seen by 0", 20, "32, the cards that no player has seen"),
        ("30@0, 30@0; edition 0123456789abcdef", 21, "the edition of the file that is passed"),
        ("30@0, 30@0; castle-sale x", 25, "full or half"),
        ("30@0, 30@0; pot 3", 13, "no pot without the house rule"),
    ],
)
def test_a_faulty_line_is_refused_with_the_column(line: str, column: int, told: str) -> None:
    with pytest.raises(NotationError, match=told) as refused:
        parse_position(line)
    assert refused.value.column == column


def test_a_line_of_an_own_edition_needs_its_file() -> None:
    state = setup(2, boxed(9), seed=1)
    line = format_position(state)
    with pytest.raises(NotationError, match="the edition of the file that is passed"):
        parse_position(line)
    with pytest.raises(NotationError, match=r"column 1: expected edition [0-9a-f]{16}, found"):
        parse_position("30@0, 30@0", options_of(boxed(9)))
    assert parse_position(line, options_of(boxed(9))) == state
    with pytest.raises(InvalidValue, match="the game has no option 'offers'"):
        parse_position(line, {"offers": 3})
    with pytest.raises(WrongType):
        parse_position(3)  # type: ignore[arg-type]
    with pytest.raises(WrongType):
        format_position("30@0")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(4))
def test_no_change_of_a_character_makes_a_line_raise_another_error(seed: int) -> None:
    rng = random.Random(seed)
    state = setup(3, seed=seed)
    for _ in range(120):
        state = apply(state, move_of(state, rng))
        assert_slip_is_refused_or_read(GAMES["monopoly"], state, rng)


def test_a_moment_has_one_spelling_in_a_record() -> None:
    state = parse_position("*30@5, 30@0; turn 3 of 0; buy")
    assert isinstance(state, GameState)
    one, two = (
        arrange(SHEET, cash=(30, 30), positions=(5, 0), moment=moment)
        for moment in ("TURN  3 ;buy", "turn 3; buy")
    )
    assert one == two
    with pytest.raises(
        InvalidPosition, match="the moment, line 1, column 9: expected what can wait here"
    ):
        arrange(SHEET, cash=(30, 30), moment="turn 3; buy")
    text = DOCUMENTS.to_json(state)
    assert '"moment":"turn 3; buy"' in text
    for wrong in ("turn 3 ; buy", "turn 3; buy; turn 3", "TURN 3; buy"):
        with pytest.raises(DecodingError, match="/record/start"):
            DOCUMENTS.from_json(GameState, text.replace("turn 3; buy", wrong))


def test_who_sold_from_a_set_may_not_bid_for_a_building_in_the_game_of_a_line_either() -> None:
    deeds = {1: Deed(0, level=1), **own(0, 3), **own(1, 6, 8, 9), **own(2, 11, 13, 14)}
    state = table(20, 20, 20, deeds=deeds, edition=boxed(1))
    state = played(state, "sell 1", "build 6")
    two = parse_position(format_position(state), options_of(boxed(1)))
    assert isinstance(two, GameState)
    assert two.agenda == state.agenda
    assert [played(each, "bid 3").active_player for each in (state, two)] == [1, 1]


@pytest.mark.parametrize(
    "effects",
    [
        (Effect(Word.TAKE_DEED), Effect(Word.COLLECT, (1,))),
        (Effect(Word.PAY_BUILDINGS, (1, 2)), Effect(Word.SWAP_DEED)),
        (Effect(Word.COLLECT, (20,)), Effect(Word.GO_TO_JAIL)),
    ],
)
def test_a_line_has_the_effects_of_a_card_that_are_left(effects: tuple[Effect, ...]) -> None:
    """Also where one begins as another does, such as `collect 2` and `collect 20`."""
    cards = (
        ChanceCard("shorter", 1, (Effect(Word.COLLECT, (2,)),)),
        ChanceCard("drawn", 1, (Effect(Word.MOVE_TO, (1,)), *effects)),
    )
    edition = attrs.evolve(SHEET, cards=cards)
    state = table(30, 20, at=(33, 0), edition=edition, deck=(1, 0), rolls=((1, 2),))
    state = rolled(state)
    assert state.decision is Decision.PURCHASE
    read = read_back(GAMES["monopoly"], state, options_of(edition))
    assert read.agenda == state.agenda

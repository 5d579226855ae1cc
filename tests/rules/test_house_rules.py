"""A house rule that opens slots: states, views, records and documents follow it."""

from __future__ import annotations

import pickle
import random
from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from westeros_intrigue import (
    OPTIONS,
    STANDARD,
    Card,
    Court,
    GameState,
    House,
    HouseRules,
    IllegalMove,
    InvalidCourt,
    InvalidValue,
    Move,
    Position,
    Slot,
    Table,
    Variant,
    View,
    ViolationCode,
    apply,
    determinize,
    events,
    from_json,
    legal_moves,
    observe,
    parse_move,
    play_game,
    score_round,
    setup,
    to_json,
)
from westeros_intrigue.gamekit import Option, OptionKind, OptionValue
from westeros_intrigue.notation import format_position
from westeros_intrigue.play.puzzles import find_solution
from westeros_intrigue.views import position_key


class OpenTop(HouseRules):
    """Any card may lie on two of one house; with `wide`, the bottom row takes eight cards."""

    OPTIONS = (
        *OPTIONS,
        Option("wide", OptionKind.FLAG, "take eight cards"),
        Option("banner", OptionKind.TEXT, "a text that changes nothing"),
        Option("rows", OptionKind.NUMBERS, "numbers that change nothing", most=7),
    )

    def permits(
        self,
        court: Mapping[Slot, House],
        house: House,
        slot: Slot,
        code: ViolationCode,
        options: Mapping[str, OptionValue],
        /,
    ) -> bool:
        """Return True where the printed rule is set aside."""
        del house
        if code is ViolationCode.ROW_FULL:
            return bool(options.get("wide"))
        left, right = slot.supports
        return court[left] is court[right]


GAME = OpenTop()
WIDE = "open-top wide=true"


def below(state: GameState, slot: Slot) -> list[House]:
    """The houses of the cards that a card rests on."""
    return [state.court[support].house for support in slot.supports]


@pytest.mark.rule("court.width", "court.match")
def test_cards_lie_where_only_the_house_rule_and_its_option_let_them() -> None:
    widths = {}
    for wide in (False, True):
        start = GAME.new_game(2, {"wide": wide}, seed=1)
        assert start.variant.house_rule == (WIDE if wide else "open-top")
        assert GAME.options_of(start) == ({"wide": True} if wide else {})
        final = play_game(["random"] * 2, game=GAME, state=start, seed=5)
        last = [*GAME.Record.from_state(final).replay()]
        widths[wide] = max(each.court.width for each in last)
    assert widths == {False: 7, True: 8}
    lying = final.court.items()
    on_others = (slot for slot, card in lying if slot.row and card.house not in below(final, slot))
    assert any(on_others)


def test_views_worlds_events_documents_and_records_follow() -> None:
    options: dict[str, OptionValue] = {"wide": True, "banner": "gris étain #1", "rows": ()}
    final = play_game(["random"] * 2, game=GAME, state=GAME.new_game(2, options, seed=2))
    assert GAME.options_of(final) == options
    record = GAME.Record.from_state(final)
    line = "House rule: open-top banner=gris%20%C3%A9tain%20#1 rows= wide=true\n"
    assert line in str(record)
    assert GAME.Record.parse(str(record)).state == final
    states = [*record.replay()]
    for state in states[::5]:
        view = observe(state, 1)
        world = determinize(view, random.Random(1))
        assert observe(world, 1) == view
        assert legal_moves(observe(state, state.active_player)) == legal_moves(state)
        for value in (state, view, state.table, state.court):
            assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - just written
        assert from_json(GameState, to_json(state)) == state
        assert from_json(View, to_json(view)) == view
        assert from_json(Table, to_json(state.table)) == state.table
        assert state.court.house_rule == final.variant.house_rule
    table = Table.new(2, variant=final.variant)
    for event in events(None, observe(final, None)):
        table = table.then(event)
    assert table == final.table
    assert position_key(states[0]) != position_key(
        GAME.setup(2, seed=2, variant=STANDARD), scope="game"
    )


class StarkOnTargaryens(HouseRules):
    """A Stark may lie on two Targaryens."""

    def permits(
        self,
        court: Mapping[Slot, House],
        house: House,
        slot: Slot,
        code: ViolationCode,
        options: Mapping[str, OptionValue],
        /,
    ) -> bool:
        """Return True for a Stark above two Targaryens."""
        del options
        if house is not House.STARK or code is not ViolationCode.HOUSE_UNMATCHED:
            return False
        return {court[support] for support in slot.supports} == {House.TARGARYEN}


@attrs.frozen(repr=False, cache_hash=True)
class Narrow(Variant):
    """A variant whose courts are six cards wide, as an option could make them."""

    def width_limit(self, players: int) -> int:
        """Return 6 for any number of players."""
        return 6 if super().width_limit(players) else 0


@pytest.mark.parametrize(
    "own_variant", [StarkOnTargaryens().new_game(2).variant, Narrow()], ids=["stark", "narrow"]
)
def test_a_finished_round_proves_as_much_of_the_hands_as_it_did_before_its_end(
    own_variant: Variant,
) -> None:
    """The variant decides which slots were open; some game shows it."""
    for seed in range(200):
        state, rng = setup(4, seed=seed, variant=own_variant.with_rounds(1)), random.Random(seed)
        while moves := legal_moves(state):
            state = apply(state, rng.choice(moves))
        (result,) = score_round(state).results
        assert result.list_missing_houses(state.variant) == state.missing_houses
        if result.list_missing_houses(STANDARD) != state.missing_houses:
            return
    pytest.fail("no game shows the difference")


def test_a_refusal_names_the_printed_rule_that_still_counts() -> None:
    laid = Court({}, 8, "open-top")
    for text in ("S1@a0", "L1@a1", "L2@a2"):
        laid = laid.place(parse_move(text).card, parse_move(text).slot)
    with pytest.raises(IllegalMove, match="neither"):
        laid.place(House.BARATHEON, Slot(1, 0))
    opened = laid.place(House.BARATHEON, Slot(1, 1))
    assert opened == Court(dict(opened), 8, "open-top")
    assert repr(opened).endswith("house_rule='open-top')")


def test_a_house_rule_does_not_judge_an_impossible_court() -> None:
    far = {Slot(0, 0): Card(House.STARK, 1), Slot(0, 7): Card(House.STARK, 2)}
    with pytest.raises(InvalidCourt, match="a gap between a0 and a7"):
        Court(far, 8, "open-top")


def test_a_position_with_a_house_rule_is_no_puzzle() -> None:
    with pytest.raises(InvalidValue, match=r"a puzzle has no house rule, .* has open-top"):
        find_solution(GAME.setup(2, seed=1))


def test_an_unknown_house_rule_is_refused_with_what_would_do() -> None:
    for text, why in (
        ("no-such", "is not installed: install"),
        ("open-top high=1", "write the house rule 'open-top high=1' as 'open-top'"),
        ("open-top wide=yes", "'yes' is not valid: write true or false"),
        ("open-top wide=false", "write the house rule 'open-top wide=false' as 'open-top'"),
    ):
        with pytest.raises(InvalidValue, match=why):
            GAME.setup(2, variant=attrs.evolve(STANDARD, house_rule=text))
    with pytest.raises(InvalidValue, match="first player or a house rule"):
        format_position(GAME.setup(2, seed=1))


class Low(HouseRules):
    """Nobody places above the third row."""

    def allows(self, position: Position, move: Move, /) -> bool:
        """Return True for the first three rows."""
        del position
        return move.slot.row < 3


LOW = Low()


def test_a_rule_that_only_forbids_moves_is_named_by_its_variants_too() -> None:
    start = LOW.setup(2, seed=1)
    assert start.variant == LOW.new_game(2).variant == attrs.evolve(STANDARD, house_rule="low")
    assert start != setup(2, seed=1)
    final = play_game(["random"] * 2, game=LOW, state=start, seed=5)
    record = LOW.Record.from_state(final)
    assert "House rule: low\n" in str(record)
    assert LOW.Record.parse(str(record)) == record
    assert LOW.DOCUMENTS.from_json(LOW.Record, LOW.DOCUMENTS.to_json(record)) == record
    for value in (start, final, observe(final, 0)):
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - just written
        assert from_json(type(value), to_json(value)) == value


def test_an_earlier_record_names_the_rule_in_its_title_alone_and_is_read_back() -> None:
    final = play_game(["random"] * 2, game=LOW, seed=5)
    record = LOW.Record.from_state(final)
    text = str(record).replace("House rule: low\n", "")
    document: Any = LOW.DOCUMENTS.to_data(record)
    assert document["variant"].pop("house_rule") == "low"
    assert LOW.Record.parse(text) == record
    assert LOW.Record.parse(text).state == final
    assert LOW.DOCUMENTS.from_data(LOW.Record, document) == record


def test_a_variant_of_another_house_rule_is_refused() -> None:
    with pytest.raises(InvalidValue, match="with the house rule open-top: set it up by its own"):
        LOW.setup(2, variant=GAME.new_game(2).variant)


@pytest.mark.parametrize(
    ("rule", "replaced"),
    [(LOW, {"allows"}), (GAME, {"permits"}), (StarkOnTargaryens(), {"permits"})],
)
def test_a_rule_knows_what_it_replaces(rule: HouseRules, replaced: set[str]) -> None:
    assert rule.replaced == replaced

"""Records as text: round trips and refusals."""

from __future__ import annotations

import random
from io import StringIO
from typing import Any

import attrs
import pytest

from games.monopoly.tables import SHEET, setup
from westeros_intrigue import DecodingError, NotationError
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly import (
    DOCUMENTS,
    PLAYABLE,
    SAMPLE,
    Deal,
    Deed,
    Edition,
    GameState,
    Phase,
    Record,
    Variant,
    apply,
    arrange,
    legal_moves,
    observe,
    simple_offers,
    supply_dice,
    write_edition,
)

OTHER = attrs.evolve(SHEET, name="other")
ARRANGED = arrange(
    OTHER,
    cash=(9, 12, 0),
    positions=(10, 4, 0),
    jail_tries=(1, None, None),
    deeds={5: Deed(0), 1: Deed(1, level=1), 3: Deed(1, level=2), 6: Deed(0, mortgaged=True)},
    kept_cards=((), (), ()),
    bankrupt=(2,),
    turn_player=1,
    deal=Deal(None, ((3, 4),), None),
    variant=Variant(1, "half"),
)


def of(state: GameState, moves: int, rng: random.Random) -> GameState:
    """The state after so many moves at random, an offer now and then."""
    for _ in range(moves):
        if state.phase is Phase.PLAYING:
            offers = list(simple_offers(state))[:5] if not rng.randrange(9) else []
            state = apply(state, rng.choice(offers or legal_moves(state)))
        elif state.phase is Phase.ROLLING:
            state = supply_dice(state, (rng.randint(1, 6), rng.randint(1, 6)))
    return state


def parsed(text: str, edition: Edition) -> Record:
    """The record of a text of a game with an edition."""
    return Record.parse(text, {"edition": write_edition(edition)})


@pytest.mark.rule("chance.deal", "chance.by-hand")
def test_the_text_of_a_record_leads_back_to_it() -> None:
    for seed in range(5):
        rng = random.Random(seed)
        for start in (setup(2 + seed % 5, seed=seed), setup(2, deal=Deal()), ARRANGED):
            record = Record.from_state(of(start, 80, rng))
            edition = start.board.edition
            assert parsed(str(record), edition) == record


def test_a_handwritten_record_can_have_comments() -> None:
    text = f"{Record.from_state(ARRANGED)}\n"
    assert "deeds: 1=1+1 3=1+2 5=0 6=0m\n" in text
    assert "jail cards: - / - / -\n" in text
    commented = text.replace("deck: -", "deck: -   # the cards are drawn at the table")
    assert parsed(commented, OTHER) == Record.from_state(ARRANGED)


def test_the_name_of_an_edition_can_look_like_a_comment() -> None:
    edition = attrs.evolve(SHEET, name="Ours # 2; x")
    record = Record.from_state(setup(2, edition, seed=1))
    text = str(record).replace("# 2; x\n", "# 2; x   # the second\n")
    assert parsed(text, edition) == record
    with pytest.raises(NotationError):
        parsed(text, attrs.evolve(edition, name="Ours # 2"))


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("Monopoly record 1", "Monopoly record 2", 1),
        ("Monopoly record 1", 'Monopoly record 1\n[Date "1"]\n[date "2"]', 3),
        ("edition: other", "edition: Sample", 3),
        ("numbers: ", "numbers: 0", 4),
        ("cash: 9", "cash: 9.5", 7),
        ("5=0", "5=0 5=1", 10),
        ("3-4", "3-4-5", 15),
        ("seed: -", "seed: ²", 16),
        ("seed: -", "seed: -0", 16),
        ("seed: -\n\n", "seed: -\n\nbuy\nnonsense", 19),
    ],
)
def test_a_text_that_is_not_a_record_is_refused_with_the_line(
    old: str, new: str, line: int
) -> None:
    text = f"{Record.from_state(ARRANGED)}\n"
    assert old in text
    with pytest.raises(NotationError) as refused:
        parsed(text.replace(old, new, 1), OTHER)
    assert refused.value.line == line


@pytest.mark.rule("edition.sample-flag")
def test_a_record_of_other_numbers_under_the_same_name_is_refused() -> None:
    text = str(Record.from_state(setup(2, seed=1)))
    assert " sample\n" in text
    with pytest.raises(NotationError, match="as of the edition The sheet's edition"):
        parsed(text, attrs.evolve(SHEET, set_factor=9))
    text = str(Record.from_state(ARRANGED)).replace("edition: other", "edition: other#2")
    with pytest.raises(NotationError, match="expected other, as of the edition other"):
        parsed(text, OTHER)


def test_the_start_of_a_record_from_outside_is_possible() -> None:
    data: Any = DOCUMENTS.to_data(Record.from_state(ARRANGED))
    data["start"]["turn_player"] = 2
    with pytest.raises(DecodingError, match="/start: player 2 is bankrupt and has no turn"):
        DOCUMENTS.from_data(Record, data)


def test_a_document_of_a_position_has_no_tags() -> None:
    state = setup(2, seed=1)
    for position in (state, observe(state, 0)):
        data: Any = DOCUMENTS.to_data(position)
        data["record"]["tags"] = [["Event", "Winter"]]
        with pytest.raises(DecodingError, match=r"^/record/tags: expected a list of 0 elements"):
            DOCUMENTS.from_data(type(position), data)


def test_a_text_names_the_edition_of_the_library_that_it_needs() -> None:
    for edition in (PLAYABLE, SAMPLE):
        record = Record.from_state(monopoly.setup(2, edition, seed=1))
        assert Record.parse(str(record)) == record
        assert [*monopoly.read_records(StringIO(f"{record}\n\n{record}\n"))] == [record, record]

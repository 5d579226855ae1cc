"""The grammars on the pages are those of the library: of what it writes, and of what it reads."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest
from helpers.grammars import Grammar
from helpers.sample_documents import played_games
from helpers.tables import L, S, play_out
from hypothesis import given, strategies as st

import westeros_intrigue as wi
from westeros_intrigue.notation.notation import hand_text

DOCS = Path(__file__).parents[2] / "docs"


def grammar_text(page: str) -> str:
    """The grammar of a page: its only block of text that has rules."""
    text = (DOCS / page).read_text(encoding="utf-8")
    [found] = (
        block
        for block in re.findall(r"(?ms)^```text\n(.*?)^```", text)
        if re.match(r"[a-z]+ += ", block)
    )
    return str(found)


NOTATION = Grammar(grammar_text("notation.md"))
RECORDS = Grammar(
    grammar_text("records.md"),
    {
        **{name: NOTATION.pattern(name) for name in NOTATION.names},
        "letter": "[A-Za-z]",
        "newline": "\n",
        "value": "[!-~]+",
        "text": r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*",
    },
)


RIVALS = wi.STANDARD.with_seats(houses=[S, L]).with_options(rivalry=True)
LINES = (
    "-; 14, 14; round 4; points 3 0; drawn 2 1; first 0; rounds 4; anyone-can-die; dead 2; printed",
    "-; *S1 S2 S3 S4 S5 S6, 6, 6, 6, 6, 6; round 4; drawn ?+3/7+? 0 0 0 0 0; first 0",
    "-; 14, 14; house-affiliation; houses SL; throne -",
    "-; 14, 14; throne 3/7 3/12",
    "a-3 L1 L2 L3 S1 S2 S3 S4; *S5 S6 S7 S8 S9 B1 B2 B3 B4 B5, x11~SL",
    "a0 S1; 13, ?14",
    wi.format_position(play_out(wi.setup(2, seed=1, variant=RIVALS))),
)
"""Positions with all that a line can have."""


@cache
def written_notation() -> tuple[tuple[str, str], ...]:
    """Texts that the library writes, each with the name of what it is."""
    slots = [wi.Slot(row, column) for row in range(26) for column in (-120, -7, 0, 8, 19)]
    courts = [wi.Court(), *(states[-1].court for states in played_games())]
    courts += [state.court for states in played_games() for state in states[3:40:7]]
    return (
        *(("card", str(card)) for card in wi.DECK),
        *(("slot", str(slot)) for slot in slots),
        *(("hand", hand_text(hand)) for hand in ((), wi.DECK[:1], wi.DECK)),
        *(("court", str(court)) for court in courts),
        ("move", "S4@b-2"),
        *(("position", wi.format_position(wi.parse_position(line))) for line in LINES),
    )


@cache
def written_records() -> tuple[str, ...]:
    """Records that the library writes, with every line that there can be."""
    found = [
        wi.Record.from_state(states[place])
        for states in played_games()
        for place in (0, len(states) // 2, -1)
    ]
    first = found[1].with_tags({"Player-0": "", "Played_by": 'Quotes " and ]'})
    first = first.with_comment("The game.\n\nIn two paragraphs.")
    first = first.with_comment("", round_number=1).with_comment("A round.", round_number=1)
    found.append(first.with_comment("A move.\nAnother line.", round_number=1, placement=2))
    middle = wi.STANDARD.with_options(anyone_can_die=True).with_rounds(2).with_dead(10)
    found.append(wi.Record.from_state(wi.setup(3, seed=1, variant=middle)))
    found.append(wi.Record(4, variant=wi.STANDARD.with_throne_cards(())))
    return (*map(str, found), *(record.to_text(numbers=False) for record in found[:4]))


def test_what_is_written_is_a_sentence_of_the_notation() -> None:
    for name, text in written_notation():
        assert re.fullmatch(NOTATION.pattern(name), text), text


@pytest.mark.parametrize(
    ("name", "read"), [("card", wi.parse_card), ("slot", wi.parse_slot), ("move", wi.parse_move)]
)
@given(data=st.data())
def test_every_sentence_of_the_notation_is_read_and_written_the_same(
    name: str, read: object, data: st.DataObject
) -> None:
    assert callable(read)
    text = data.draw(st.from_regex(NOTATION.pattern(name), fullmatch=True))
    assert str(read(text)) == text


@given(st.from_regex(NOTATION.pattern("court"), fullmatch=True))
def test_every_sentence_of_a_court_is_read_though_play_may_not_lead_there(text: str) -> None:
    try:
        court = wi.parse_court(text)
    except wi.InvalidCourt:
        return
    except wi.NotationError as error:
        # Not the form is wrong: a slot is named twice, or there are more cards than in the deck.
        if not error.expected.startswith(("no second card in ", "no more than 36 cards")):
            raise
        return
    assert wi.parse_court(str(court)) == court


def test_what_is_written_is_a_sentence_of_the_records() -> None:
    pattern = re.compile(RECORDS.pattern("record"))
    for text in written_records():
        assert pattern.fullmatch(text), text
    file = io.StringIO()
    wi.write_records([wi.Record.parse(text) for text in written_records()], file)
    assert re.fullmatch(RECORDS.pattern("file"), file.getvalue())

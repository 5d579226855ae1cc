"""Pictures: what they show is what the court holds, and never what is hidden.

The pictures in tests/data/pictures are compared exactly. They are written anew by

    python tests/test_svg.py

with the package installed. Look at them in a browser, light and dark, before keeping them.
"""

from __future__ import annotations

import io
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import houses, states
from tables import BOTTOM_ROW, TWO_HANDS, B, L, S, T, court, game, play, play_out, slot, slots

from westeros_intrigue import (
    SOLO_SCHEMING,
    Card,
    Court,
    Deal,
    GameState,
    House,
    InvalidValue,
    Phase,
    Slot,
    View,
    WrongType,
    apply,
    determinize,
    distinct_moves,
    draw_text,
    final_winner,
    observe,
    play_game,
    random_player,
    score_round,
    setup,
)
from westeros_intrigue.drawing import draw_svg
from westeros_intrigue.drawing.elements import text_width
from westeros_intrigue.drawing.style import PAINTS, SIGNS, Paint, Theme

PICTURES = Path(__file__).parent / "data" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"
CARD_TEXT = re.compile(r"\b[SLBT][1-9]\b")


@attrs.frozen
class Piece:
    """A group with a title in the picture: a card, a slot, a chip."""

    kind: str
    text: str
    title: str
    middle: float
    top: float
    height: float


class Picture:
    """A picture read back by its geometry: what lies where, as a person would see it."""

    def __init__(self, svg: str) -> None:
        self.root = ET.fromstring(svg)  # noqa: S314 - our own picture
        self.scope = self.root.get("class", "")
        self.label = self.root.get("aria-label", "")
        self.title = self.root.findtext(f"{SVG}title", "")
        self.description = self.root.findtext(f"{SVG}desc", "")
        self.style = self.root.findtext(f"{SVG}style", "")
        self.pieces = [self._piece(group) for group in self.root.iter(f"{SVG}g") if self._is(group)]
        # Cards and slots of the court are larger than the chips of hands and score piles.
        tall = max((piece.height for piece in self.pieces), default=0)
        self.court_pieces = [piece for piece in self.pieces if piece.height == tall]
        self.chips = [piece for piece in self.pieces if piece.height < tall]
        labels = [text for text in self.root.iter(f"{SVG}text") if text.get("font-size") == "11"]
        axis = [label for label in labels if label.get("class", "").endswith("-muted")]
        self._columns = {
            float(label.get("x", "")): int(label.text or "")
            for label in axis
            if (label.text or "").lstrip("-").isdigit()
        }

    @property
    def texts(self) -> str:
        """Everything that can be read in the picture, shown or not."""
        return "\n".join([self.label, *self.root.itertext()])

    @property
    def backs(self) -> int:
        """How many cards lie face down."""
        return len(self.root.findall(f".//{SVG}g[@class='{self.scope}-back']/{SVG}rect"))

    @property
    def ring(self) -> ET.Element | None:
        """The ring around the last placement."""
        rings = self._boxes("last")
        return rings[0] if rings else None

    @property
    def highlighted(self) -> set[tuple[float, float]]:
        """The middle and the top of each highlighted slot."""
        return {
            (float(box.get("x", "")) + float(box.get("width", "")) / 2, float(box.get("y", "")) + 3)
            for box in self._boxes("highlight")
        }

    @property
    def legend(self) -> list[str]:
        """What the legend says, line by line."""
        texts = list(self.root.iter(f"{SVG}text"))
        small = [text for text in texts if text.get("font-size") == "11"]
        return [text.text or "" for text in small if text.get("text-anchor") == "start"]

    def slot(self, piece: Piece) -> Slot:
        """Find a slot by the names on the axis: half a column to the right for each row up."""
        tops = sorted({other.top for other in self.court_pieces}, reverse=True)
        row = tops.index(piece.top)
        across = 56
        return Slot(row, self._columns[piece.middle - row * across / 2])

    def laid(self) -> dict[Slot, str]:
        """Find the cards by slot."""
        return {
            self.slot(piece): f"{piece.kind}:{piece.text}"
            for piece in self.court_pieces
            if piece.kind in "SLBT"
        }

    def slots(self, kind: str) -> dict[Slot, Piece]:
        """Find the slots that are shown as open or closed."""
        return {self.slot(piece): piece for piece in self.court_pieces if piece.kind == kind}

    def _boxes(self, kind: str) -> list[ET.Element]:
        """The boxes of a kind about a slot; those of the legend are small."""
        boxes = self.root.findall(f".//{SVG}g[@class='{self.scope}-{kind}']/{SVG}rect")
        return [box for box in boxes if float(box.get("height", "")) > 50]

    def _is(self, group: ET.Element) -> bool:
        return group.find(f"{SVG}title") is not None and group.find(f"{SVG}rect") is not None

    def _piece(self, group: ET.Element) -> Piece:
        box = group.find(f"{SVG}rect")
        assert box is not None
        x, y, width, height = (float(box.get(name, "")) for name in ("x", "y", "width", "height"))
        return Piece(
            kind=group.get("class", "").removeprefix(f"{self.scope}-"),
            text="".join(text.text or "" for text in group.iter(f"{SVG}text")),
            title=group.findtext(f"{SVG}title", ""),
            middle=x + width / 2,
            top=y,
            height=height,
        )


def shown_cards(svg: str) -> set[str]:
    return set(CARD_TEXT.findall(Picture(svg).texts))


def play_on(state: GameState, placements: int) -> GameState:
    """Make so many placements, the same ones every time, from among all moves."""
    rng = random.Random(placements)
    for _ in range(placements):
        moves = distinct_moves(state)
        state = apply(state, moves[int(rng.random() * len(moves))])
    return state


# Games are drawn move by move, which takes longer than to look at their pictures.
FEW = settings(max_examples=40)
THREE = court("LS", "S")


# What lies where


@FEW
@given(states())
def test_every_card_lies_in_its_slot_with_its_house_and_its_text(state: GameState) -> None:
    expected = {slot: f"{card.house.letter}:{card}" for slot, card in state.court.items()}
    assert Picture(draw_svg(state.court)).laid() == expected
    assert Picture(draw_svg(state)).laid() == expected


@FEW
@given(states(phases=(Phase.PLAYING, Phase.ROUND_OVER)), houses())
def test_the_open_slots_of_a_house_are_shown_and_named(state: GameState, house: House) -> None:
    opened = Picture(draw_svg(state, open_for=house)).slots("open")
    assert set(opened) == set(state.court.open_slots(house))
    assert all(piece.text == str(slot) for slot, piece in opened.items())


@FEW
@given(states(phases=(Phase.PLAYING, Phase.ROUND_OVER)), houses())
def test_every_closed_slot_and_every_card_says_why_it_takes_no_card(
    state: GameState, house: House
) -> None:
    picture = Picture(draw_svg(state.court, open_for=house, unsupported=True))
    for where, piece in picture.slots("closed").items():
        reasons = [str(violation) for violation in state.court.explain(house, where)]
        assert reasons
        assert piece.title.splitlines() == reasons
        assert all(f"{where}: {reason}" in picture.description for reason in reasons)
    for piece in picture.court_pieces:
        if piece.kind in "SLBT":
            [taken] = state.court.explain(house, picture.slot(piece))
            assert piece.title.splitlines()[1:] == [str(taken)]


@FEW
@given(states(phases=(Phase.PLAYING, Phase.ROUND_OVER)), houses())
def test_every_slot_above_two_cards_and_beside_the_bottom_row_is_shown(
    state: GameState, house: House
) -> None:
    laid = state.court
    picture = Picture(draw_svg(laid, open_for=house))
    shown = set(picture.slots("open")) | set(picture.slots("closed"))
    above = {Slot(taken.row + 1, taken.column) for taken in laid}
    supported = {spot for spot in above - set(laid) if set(spot.supports) <= set(laid)}
    assert {spot for spot in shown if spot.row > 0} == supported
    assert not shown & set(laid)


@FEW
@given(states(phases=(Phase.PLAYING, Phase.ROUND_OVER)), houses())
def test_slots_without_support_are_shown_when_they_are_asked_for(
    state: GameState, house: House
) -> None:
    laid = state.court
    few = Picture(draw_svg(laid, open_for=house)).slots("closed")
    many = Picture(draw_svg(laid, open_for=house, unsupported=True)).slots("closed")
    beside = {Slot(taken.row + 1, taken.column - left) for taken in laid for left in (0, 1)}
    assert set(many) - set(few) == {
        spot
        for spot in beside - set(laid)
        if not set(spot.supports) <= set(laid)
        and -7 <= spot.column <= 7 - spot.row  # where a court of eight columns can reach
    }


def test_a_closed_end_of_a_full_bottom_row_says_that_the_row_is_full() -> None:
    laid = court("SSSSSSS", width_limit=7)
    [left, right] = [
        piece
        for where, piece in Picture(draw_svg(laid, open_for=L)).slots("closed").items()
        if where.row == 0
    ]
    assert "holds 7 cards and is full" in left.title
    assert "holds 7 cards and is full" in right.title


def test_a_card_is_judged_like_its_house_and_named_in_the_reasons() -> None:
    by_card = Picture(draw_svg(THREE, open_for=Card(T, 4), unsupported=True))
    assert set(by_card.slots("open")) == set(THREE.open_slots(T))
    closed = by_card.slots("closed")
    assert closed[slot("b1")].title.startswith("T4 cannot go to b1: the slot rests on a1 and a2")


def test_the_empty_court_shows_where_the_first_card_goes() -> None:
    assert list(Picture(draw_svg(Court(), open_for=S)).slots("open")) == [slot("a0")]
    [only] = Picture(draw_svg(Court())).pieces
    assert only.title == "no card in the court"


# Reasons that stand in the picture


@FEW
@given(states(phases=(Phase.PLAYING, Phase.ROUND_OVER)), houses())
def test_each_closed_slot_bears_its_reason_in_short_and_the_legend_tells_what_it_means(
    state: GameState, house: House
) -> None:
    marks = {"court.width": "full", "court.match": "no match", "court.support": "no support"}
    picture = Picture(draw_svg(state.court, open_for=house, unsupported=True))
    used = set()
    for where, piece in picture.slots("closed").items():
        [violation] = state.court.explain(house, where)
        used.add(marks[violation.rule])
        assert piece.text == marks[violation.rule].replace(" ", "")
    explained = [line.partition(": ")[0] for line in picture.legend if not line.startswith("open")]
    assert sorted(explained) == sorted(used)


def test_the_legend_tells_what_each_mark_in_the_picture_means() -> None:
    state = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1")
    svg = draw_svg(state, open_for=S, unsupported=True, highlight=[slot("c0")])
    assert Picture(svg).legend == [
        "last placed by player 0",
        "highlighted",
        "open to a Stark card",
        "no support: not above two cards",
        "no match: neither card below is Stark",
        "full: the bottom row holds 7 cards",
    ]
    nowhere = court("SSSSSSS", width_limit=7)
    assert Picture(draw_svg(nowhere, open_for=Card(B, 2))).legend[0] == "open to B2: no slot"
    assert Picture(draw_svg(THREE, last=slot("b0"))).legend == ["last placed"]
    assert Picture(draw_svg(THREE)).legend == []
    scored = Picture(draw_svg(score_round(play_out(setup(2, seed=1)))))
    assert scored.legend == ["Iron Throne card: taken off the points"]


# Marks


@FEW
@given(states(phases=(Phase.PLAYING, Phase.ROUND_OVER)), houses(), st.data())
def test_highlighted_slots_are_framed_and_told_in_the_label(
    state: GameState, house: House, data: st.DataObject
) -> None:
    slots = sorted({*state.court, *state.court.open_slots(house)})
    chosen = data.draw(st.lists(st.sampled_from(slots), min_size=1))
    picture = Picture(draw_svg(state, open_for=house, highlight=chosen))
    assert {
        picture.slot(piece)
        for piece in picture.court_pieces
        if (piece.middle, piece.top) in picture.highlighted
    } == set(chosen)
    listed = ", ".join(map(str, sorted(set(chosen))))
    assert f"Highlighted: {listed}." in picture.label


def test_a_highlighted_slot_that_is_vacant_bears_its_name_once() -> None:
    for open_for in (None, S, L):
        picture = Picture(draw_svg(THREE, open_for=open_for, highlight=iter(slots("b1 a2 b0 a2"))))
        texts = [text.text for text in picture.root.iter(f"{SVG}text")]
        assert [texts.count(name) for name in ("b1", "a2", "b0")] == [1, 1, 0]
        assert len(picture.highlighted) == 3


@FEW
@given(states(phases=(Phase.PLAYING, Phase.ROUND_OVER, Phase.GAME_OVER)))
def test_a_ring_marks_the_last_placement(state: GameState) -> None:
    picture = Picture(draw_svg(state, seats=False))
    if not state.placements:
        assert picture.ring is None
        return
    last = state.placements[-1]
    ring = picture.ring
    assert ring is not None
    middle = float(ring.get("x", "")) + float(ring.get("width", "")) / 2
    [ringed] = [
        piece
        for piece in picture.court_pieces
        if piece.middle == middle and 0 < piece.top - float(ring.get("y", "")) < 10
    ]
    assert picture.slot(ringed) == last.move.slot
    assert f"Last placed: {last.move.card} in {last.move.slot} by player {last.player}." in (
        picture.label
    )
    assert ringed.title.endswith(f"placed by player {last.player}")


def test_a_court_of_its_own_marks_the_placement_that_it_is_told() -> None:
    assert Picture(draw_svg(THREE)).ring is None
    marked = Picture(draw_svg(THREE, last=slot("b0")))
    assert marked.ring is not None
    assert "Last placed: S2 in b0." in marked.label


def test_a_vacant_slot_cannot_be_the_last_placement() -> None:
    with pytest.raises(InvalidValue, match="no card is in b1"):
        draw_svg(THREE, last=slot("b1"))


# Seats, and what is hidden


@FEW
@given(states(), st.integers(0, 2**32))
def test_the_picture_of_a_state_is_the_same_in_every_world_that_a_spectator_cannot_tell_apart(
    state: GameState, seed: int
) -> None:
    world = determinize(observe(state, None), random.Random(seed))
    assert draw_svg(world) == draw_svg(state)
    assert draw_text(world) == draw_text(state)


@pytest.mark.rule("info.leftover", "info.public", "elimination.keeps")
@FEW
@given(states(), st.data())
def test_the_picture_of_a_view_shows_the_court_and_the_viewer_s_own_cards_alone(
    state: GameState, data: st.DataObject
) -> None:
    player = data.draw(st.none() | st.integers(0, state.players - 1))
    view = observe(state, player)
    known = {str(card) for card in (*view.court.values(), *view.hand)}
    assert shown_cards(draw_svg(view)) == known
    # To ask for the hidden cards changes nothing: the view does not hold them.
    assert draw_svg(view, reveal=True) == draw_svg(view)


@pytest.mark.rule("solo.public")
@FEW
@given(states(4, SOLO_SCHEMING))
def test_the_cards_of_an_automated_house_are_shown_as_far_as_the_table_has_seen_them(
    state: GameState,
) -> None:
    view = observe(state, 0)
    known = {str(card) for card in (*view.court.values(), *view.hand)}
    known |= {str(card) for stack in view.known_stacks for card in stack}
    assert shown_cards(draw_svg(view)) == known
    assert Picture(draw_svg(view)).backs == sum(view.hand_sizes) - len(view.hand) - sum(
        map(len, view.known_stacks)
    )


def with_a_known_stack() -> tuple[GameState, int]:
    """A solo game in which a seat's stack is known in part, and that seat."""
    state = setup(4, seed=4, variant=SOLO_SCHEMING)
    while not any(state.known_counts):
        state = play_on(state, 1)
    seat = next(seat for seat, known in enumerate(state.known_counts) if known)
    assert state.known_counts[seat] < len(state.hands[seat])
    return state, seat


@pytest.mark.rule("solo.public", "solo.recycle")
def test_the_known_end_of_a_stack_lies_to_the_right_of_the_cards_face_down() -> None:
    state, seat = with_a_known_stack()
    picture = Picture(draw_svg(state))
    known = state.hands[seat][-state.known_counts[seat] :]
    faces = [chip for chip in picture.chips if chip.kind in "SLBT"]
    assert [chip.text for chip in faces] == [str(card) for card in known]
    rects = picture.root.findall(f".//{SVG}g[@class='{picture.scope}-back']/{SVG}rect")
    ends = [
        float(rect.get("x", "")) + float(rect.get("width", ""))
        for rect in rects
        if float(rect.get("y", "")) == faces[0].top
    ]
    assert len(ends) == len(state.hands[seat]) - len(known)
    assert max(ends) < faces[0].middle - 11


@FEW
@given(states())
def test_a_state_shows_its_hidden_cards_when_it_is_asked_to(state: GameState) -> None:
    picture = Picture(draw_svg(state, reveal=True))
    assert [chip.text for chip in picture.chips if chip.kind in "SLBT"] == [
        str(card) for hand in state.hands for card in hand
    ]
    assert [chip.title for chip in picture.chips if chip.kind == "throne"] == [
        f"Iron Throne card {card}" for pile in state.score_piles for card in pile
    ]
    assert picture.backs == 0


@pytest.mark.rule("info.throne", "final.reveal")
@FEW
@given(states(3), st.integers(0, 2))
def test_iron_throne_cards_lie_face_down_for_all_but_their_drawer_until_the_end(
    state: GameState, player: int
) -> None:
    shown = [chip.text for chip in Picture(draw_svg(observe(state, player))).chips]
    is_over = state.phase is Phase.GAME_OVER
    assert [text for text in shown if text[0] not in "SLBT"] == [
        f"\N{MINUS SIGN}{card.value}" if is_over or seat == player else "?"
        for seat, pile in enumerate(state.score_piles)
        for card in pile
    ]


@FEW
@given(states())
def test_hidden_hands_are_counted_in_backs_and_in_words(state: GameState) -> None:
    picture = Picture(draw_svg(state))
    assert picture.backs == sum(len(hand) for hand in state.hands)
    words = [text.text for text in picture.root.iter(f"{SVG}text")]
    for hand, points in zip(state.hands, state.penalty_points, strict=True):
        assert f"{len(hand)} card{'' if len(hand) == 1 else 's'}" in words
        assert f"{points} point{'' if points == 1 else 's'}" in words


def test_who_is_out_and_who_is_to_move_can_be_seen() -> None:
    picture = Picture(draw_svg(play(game(*TWO_HANDS), BOTTOM_ROW)))
    rows = {text.text: text for text in picture.root.iter(f"{SVG}text")}
    assert rows["player 0"].get("font-weight") == "700"
    assert rows["player 1"].get("font-weight") is None
    [note] = rows["player 1"]
    assert note.text == ", out"
    assert "Round 1 of 1 · playing" in rows
    assert "player 0 to move" in rows


@pytest.mark.rule("final.total", "final.lowest", "final.icons", "final.shared")
@pytest.mark.parametrize("players", range(2, 7))
def test_a_finished_game_names_the_winners_and_the_totals(players: int) -> None:
    over = play_game([random_player] * players, seed=players)
    final = final_winner(over)
    names = ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"][:players]
    winners = [names[winner] for winner in final.winners]
    told = [f"{name} {total}" for name, total in zip(names, final.totals, strict=True)]
    for value in (over, observe(over, None), observe(over, 1)):
        picture = Picture(draw_svg(value, names=names))
        rows = ["".join(text.itertext()) for text in picture.root.iter(f"{SVG}text")]
        assert rows[1].startswith(f"won by {' and '.join(winners)}: ")
        assert [row for row in rows if row.endswith(", won")] == [
            f"{name}, won" for name in winners
        ]
        bold = {text.text for text in picture.root.iter(f"{SVG}text") if text.get("font-weight")}
        assert set(names) & bold == set(winners)
        assert [row for row in rows if row.startswith("total ")] == [
            f"total {total}".replace("-", "\N{MINUS SIGN}") for total in final.totals
        ]
        assert picture.label.endswith(f"Totals: {', '.join(told)}.")
        text = draw_text(value, names=names).splitlines()
        assert f", game over, won by {' and '.join(winners)}: " in text[0]
        for line, name, total in zip(text[-players:], names, final.totals, strict=True):
            assert f", total {total}" in line
            assert (", won" in line) == (name in winners)


def test_no_totals_are_told_before_the_game_is_over() -> None:
    texts = Picture(draw_svg(score_round(play_out(setup(2, seed=1))), reveal=True)).texts
    assert "total" not in texts.lower()
    assert "won" not in texts


def test_the_seats_can_be_left_out() -> None:
    state = play(game(*TWO_HANDS), BOTTOM_ROW)
    without = Picture(draw_svg(state, seats=False))
    assert without.backs == 0
    assert "player 0" not in [text.text for text in without.root.iter(f"{SVG}text")]
    assert Picture(draw_svg(state.court)).backs == 0


def test_the_houses_of_the_seats_and_the_automated_ones_are_shown() -> None:
    texts = Picture(draw_svg(setup(4, seed=1, variant=SOLO_SCHEMING))).texts
    assert "player 2 is Lannister" in texts
    assert texts.count(", automated") == 2 * 3


# In words


@FEW
@given(states(), st.none() | houses())
def test_the_description_holds_the_text_drawing(state: GameState, house: House | None) -> None:
    picture = Picture(draw_svg(state, open_for=house))
    assert picture.description.startswith(draw_text(state, open_for=house))


@FEW
@given(states())
def test_the_label_reads_out_the_court_and_the_turn(state: GameState) -> None:
    picture = Picture(draw_svg(state))
    assert picture.root.get("role") == "img"
    assert picture.label.startswith(picture.title)
    assert draw_text(state).splitlines()[0] in picture.title
    for row in state.court.rows:
        cards = ", ".join(f"{card} at {taken.column}" for taken, card in row)
        assert f"Row {'abcdefgh'[row[0][0].row]}: {cards}." in picture.label


def test_the_label_lists_the_open_slots() -> None:
    assert Picture(draw_svg(THREE, open_for=L)).label.endswith("Open to a Lannister card: a-1, a2.")
    nowhere = court("SSSSSSS", width_limit=7)
    assert Picture(draw_svg(nowhere, open_for=Card(B, 2))).label.endswith("Open to B2: no slot.")


def test_what_is_drawn_is_hidden_from_readers_that_have_the_label() -> None:
    [drawn] = Picture(draw_svg(THREE)).root.findall(f"{SVG}g")
    assert drawn.get("aria-hidden") == "true"


# On a page


ALLOWED = {"svg", "title", "desc", "style", "g", "rect", "path", "text", "tspan"}


@FEW
@given(states(), st.none() | houses())
def test_a_picture_holds_nothing_that_acts_or_points_elsewhere(
    state: GameState, house: House | None
) -> None:
    svg = draw_svg(state, open_for=house, reveal=True)
    assert all(ord(character) >= ord(" ") or character == "\n" for character in svg)
    for element in Picture(svg).root.iter():
        assert element.tag.removeprefix(SVG) in ALLOWED
        for name, value in element.attrib.items():
            assert name != "id"
            assert "href" not in name
            assert not name.startswith("on")
            assert "url(" not in value


@FEW
@given(states())
def test_every_class_and_every_rule_of_the_style_sheet_belongs_to_the_one_picture(
    state: GameState,
) -> None:
    picture = Picture(draw_svg(state))
    assert re.fullmatch(r"wi-[0-9a-f]{12}", picture.scope)
    classes = {element.get("class") for element in picture.root.iter() if element.get("class")}
    kinds = {str(name).removeprefix(f"{picture.scope}-") for name in classes - {picture.scope}}
    assert kinds <= set(PAINTS)
    # All of it in media queries, which programs that know none pass over.
    queries = re.fullmatch(
        r"@media all\{([^@]*)\}@media \(prefers-color-scheme:dark\)\{([^@]*)\}", picture.style
    )
    assert queries
    sized, coloured = (re.findall(r"([^{}]+)\{[^{}]*\}", query) for query in queries.groups())
    assert sized == [f".{picture.scope}"]
    assert coloured == [f".{picture.scope} .{picture.scope}-{kind}" for kind in PAINTS]
    assert picture.root.get("style") is None


def test_two_pictures_share_a_scope_only_if_they_are_the_same() -> None:
    state = play(game(*TWO_HANDS), BOTTOM_ROW)
    pictures = [
        draw_svg(state),
        draw_svg(state, reveal=True),
        draw_svg(state, open_for=S),
        draw_svg(state.court),
        draw_svg(observe(state, 0)),
    ]
    assert len({Picture(svg).scope for svg in pictures}) == len(pictures)
    assert draw_svg(state) == draw_svg(play(game(*TWO_HANDS), BOTTOM_ROW))


# Theme and size


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_of_one_theme_has_its_colours_whatever_the_reader_prefers(theme: Theme) -> None:
    svg = draw_svg(play(game(*TWO_HANDS), BOTTOM_ROW), open_for=S, theme=theme)
    picture = Picture(svg)
    assert "prefers-color-scheme" not in picture.style
    for element in picture.root.iter():
        kind = element.get("class", "").removeprefix(f"{picture.scope}-")
        if kind in PAINTS:
            paint = PAINTS[kind][theme == "dark"]
            assert (element.get("fill"), element.get("color")) == (paint.fill, paint.ink)


def test_a_picture_for_no_reader_in_particular_is_light_where_nothing_else_is_asked_for() -> None:
    automatic, light = (draw_svg(THREE, theme=theme) for theme in ("auto", "light"))
    assert automatic == draw_svg(THREE)
    drawn = [svg[svg.index("</style>") :] for svg in (automatic, light)]
    assert re.sub("wi-[0-9a-f]*", "", drawn[0]) == re.sub("wi-[0-9a-f]*", "", drawn[1])


@FEW
@example(setup(4, seed=1, variant=SOLO_SCHEMING), 1)
@given(states(), st.integers(1, 5000))
def test_a_picture_is_as_wide_as_it_is_asked_to_be_and_keeps_its_shape(
    state: GameState, size: int
) -> None:
    natural = Picture(draw_svg(state, reveal=True)).root
    sized = Picture(draw_svg(state, reveal=True, size=size)).root
    width, height = (int(natural.get(name, "")) for name in ("width", "height"))
    assert natural.get("viewBox") == sized.get("viewBox") == f"0 0 {width} {height}"
    assert sized.get("width") == str(size)
    assert int(sized.get("height", "")) >= 1
    assert abs(int(sized.get("height", "")) - size * height / width) < 1


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"theme": "sepia"}, InvalidValue, "theme must be one of 'auto', 'light', 'dark', not"),
        ({"theme": None}, WrongType, "theme must be a str"),
        ({"theme": []}, WrongType, "theme must be a str"),
        ({"size": 0}, InvalidValue, "size must be at least 1, not 0"),
        ({"size": 400.0}, WrongType, "size must be an int"),
        ({"highlight": ["b0"]}, WrongType, "each of highlight must be a Slot"),
        ({"highlight": slot("b0")}, WrongType, "highlight must be a tuple"),
        ({"unsupported": 1}, WrongType, "unsupported must be a bool"),
    ],
)
def test_options_of_another_kind_are_refused(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        draw_svg(THREE, **options)


# Room for the texts, whatever the font


@attrs.frozen
class Line:
    """A text in the picture, with the room that it needs in any common font."""

    text: str
    left: float
    right: float
    baseline: float


def lines_of(picture: Picture) -> list[Line]:
    lines = []
    for element in picture.root.iter(f"{SVG}text"):
        text = "".join(element.itertext())
        room = text_width(
            text, int(element.get("font-size", "")), bold=element.get("font-weight") == "700"
        )
        x, y = float(element.get("x", "")), float(element.get("y", ""))
        before = {"start": 0, "middle": room / 2, "end": room}[element.get("text-anchor", "")]
        lines.append(Line(text, x - before, x - before + room, y))
    return lines


NAMES = st.text(
    st.characters(min_codepoint=32, max_codepoint=126) | st.sampled_from("WMéжЩ王𐍈"), max_size=30
)


@FEW
@given(states(), st.booleans(), st.data())
def test_no_text_runs_into_another_or_out_of_the_picture(
    state: GameState, seats: bool, data: st.DataObject
) -> None:
    names = data.draw(st.lists(NAMES, min_size=state.players, max_size=state.players))
    viewer = data.draw(st.none() | st.integers(0, state.players - 1))
    assert_room(draw_svg(observe(state, viewer), names=names, seats=seats, open_for=S))
    assert_room(draw_svg(state, names=names, reveal=True, open_for=S, unsupported=True))


def test_the_longest_names_have_room_too() -> None:
    started = play_on(setup(3, seed=2), 5)
    for value in (started, play_game([random_player] * 3, seed=1)):
        for seats in (True, False):
            assert_room(draw_svg(value, names=["W" * 24, "Wm " * 8, "Ж" * 24], seats=seats))


def assert_room(svg: str) -> None:
    picture = Picture(svg)
    width = int(picture.root.get("width", ""))
    lines = sorted(lines_of(picture), key=lambda line: line.baseline)
    for index, line in enumerate(lines):
        assert line.left >= 8, line
        assert line.right <= width - 8, line
        for other in lines[index + 1 :]:
            if other.baseline - line.baseline > 6:
                break
            assert line.right <= other.left or other.right <= line.left, (line, other)


def test_a_headline_never_sets_the_width() -> None:
    start, over = setup(2, seed=1), play_game([random_player] * 2, seed=1)
    for value in (start, observe(start, 0), over, observe(over, 0)):
        widths = {
            Picture(draw_svg(value, names=[name] * 2, seats=False)).root.get("width")
            for name in ("A", "W" * 24, "Wm " * 8, "Ж" * 24)
        }
        assert len(widths) == 1


def test_a_short_headline_has_two_lines() -> None:
    view = observe(setup(2, seed=1), 1)
    lines = [line.text for line in lines_of(Picture(draw_svg(view)))]
    assert lines[:2] == ["Round 1 of 2 · playing", "player 0 to move · seen by player 1"]
    assert [line.text for line in lines_of(Picture(draw_svg(setup(2, deal=Deal()))))][:2] == [
        "Round 1 of 2 · dealing",
        "0",
    ]


def test_a_long_headline_breaks_between_words() -> None:
    view = observe(setup(2, seed=1), 1)
    names = ["Bartholomew Featherston", "Wilhelmina Wollstonecraf"]
    _, *headline, _, _ = lines_of(Picture(draw_svg(view, names=names, seats=False)))
    assert len(headline) > 1
    assert " ".join(line.text for line in headline) == (
        "Bartholomew Featherston to move · seen by Wilhelmina Wollstonecraf"
    )


def test_the_number_of_a_card_is_small_beside_the_letter_of_its_house() -> None:
    texts = {text.text: text for text in Picture(draw_svg(court("SSS"))).root.iter(f"{SVG}text")}
    assert int(texts["3"].get("font-size", "")) <= 2 / 3 * int(texts["S"].get("font-size", ""))


def test_names_are_shown_as_they_are_given() -> None:
    lines = [
        line.text for line in lines_of(Picture(draw_svg(setup(2, seed=1), names=["a, b", "C"])))
    ]
    assert "a, b to move" in lines
    assert "a, b" in lines


# Drawn by programs that are no browsers


def by_cairosvg(svg: str) -> bytes:
    png: bytes = cairosvg().svg2png(svg.encode())
    return png


def by_rsvg(svg: str) -> bytes:
    program = shutil.which("rsvg-convert")
    if program is None:
        pytest.skip("rsvg-convert is not installed")
    return subprocess.run([program], input=svg.encode(), capture_output=True, check=True).stdout


def cairosvg() -> Any:
    try:
        return pytest.importorskip("cairosvg")
    except OSError:
        pytest.skip("the library libcairo is not installed")


@pytest.mark.parametrize("draw", [by_cairosvg, by_rsvg])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_is_drawn_in_its_colours(draw: Callable[[str], bytes], theme: Theme) -> None:
    state = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1")
    over = play_game([random_player] * 3, seed=1)
    for svg in (
        draw_svg(court("SLBT"), open_for=S, theme=theme),
        draw_svg(state, open_for=S, reveal=True, theme=theme),
        draw_svg(over, reveal=True, theme=theme),
    ):
        picture = Picture(svg)
        image = pytest.importorskip("PIL.Image").open(io.BytesIO(draw(svg))).convert("RGB")
        assert image.size == tuple(int(picture.root.get(name, "")) for name in ("width", "height"))
        paints = {kind: both[theme == "dark"] for kind, both in PAINTS.items()}
        assert image.getpixel((8, 40)) == rgb(paints["panel"].fill)
        for piece in picture.pieces:
            x, y, paint = int(piece.middle), int(piece.top), paints[piece.kind]
            if piece.kind != "closed":
                assert image.getpixel((x, y + 3)) == rgb(paint.fill)
                inner = image.crop((x - 10, y + 2, x + 10, y + int(piece.height) - 2))
                colours = {colour for _, colour in inner.getcolors(1000)}
                assert rgb(paint.ink) in colours, (piece, paint.ink)


def test_no_character_takes_more_room_than_is_left_for_it_in_the_fonts_that_are_there() -> None:
    cairo = cairosvg().surface.cairo
    context = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))
    context.set_font_size(1000)
    for family in ("sans-serif", "system-ui", "DejaVu Sans", "Verdana", "Arial", "monospace"):
        for bold in (False, True):
            context.select_font_face(family, cairo.FONT_SLANT_NORMAL, int(bold))
            for character in (*map(chr, range(32, 127)), *"·…\N{MINUS SIGN}éßæŒØžЖщЩΩ王"):
                taken = context.text_extents(character)[4]
                assert taken <= text_width(character, 1000, bold=bold), (family, character)


# Looks


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_text_stands_out_from_its_ground(scheme: int) -> None:
    def paint(kind: str) -> Paint:
        return PAINTS[kind][scheme]

    ground = paint("panel").fill
    for kind in ("S", "L", "B", "T", "throne", "open", "highlight"):
        assert contrast(paint(kind).fill, paint(kind).ink) >= 4.5
    for kind in ("text", "muted"):
        assert contrast(paint(kind).fill, ground) >= 4.5
    for kind in ("open", "closed", "last", "highlight", "S", "L", "B", "T", "back"):
        outline = max(
            contrast(paint(kind).stroke, ground),
            contrast(paint(kind).fill, ground) if paint(kind).fill != "none" else 0,
        )
        assert outline >= 3


@pytest.mark.rule("components.characters.colours")
@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_the_houses_are_grey_white_red_yellow_and_black(scheme: int) -> None:
    def channels(house: House) -> tuple[int, int, int]:
        red, green, blue = bytes.fromhex(PAINTS[house.letter][scheme].fill[1:])
        return red, green, blue

    assert min(channels(House.STARK)) > 180
    assert max(channels(House.STARK)) - min(channels(House.STARK)) < 20
    red, green, blue = channels(House.LANNISTER)
    assert red > 3 * max(green, blue)
    red, green, blue = channels(House.BARATHEON)
    assert min(red, green) > 2 * blue
    assert max(channels(House.TARGARYEN)) < 50


def test_each_house_has_a_sign_of_its_own_besides_its_colour() -> None:
    assert len(set(SIGNS.values())) == len(House)
    svg = draw_svg(court("SLBT"))
    for house in House:
        assert svg.count(SIGNS[house]) == 1
        assert "#" not in SIGNS[house]


# Names


HOSTILE = ["<script>alert(1)</script>", "\x1b[31m\x00]]>\u202e", "\"'&amp;"]


def test_names_are_escaped_and_hold_nothing_that_steers_a_terminal() -> None:
    state = setup(3, seed=1)
    texts = Picture(draw_svg(state, names=HOSTILE)).texts
    assert "<script>alert(1)</scrip…" in texts  # codespell:ignore scrip
    assert "\ufffd[31m\ufffd]]>\ufffd" in texts
    assert "\"'&amp;" in texts
    assert "\x1b" not in draw_text(state, names=HOSTILE)
    assert draw_text(state, names=HOSTILE).splitlines()[-1] == (
        "\"'&amp;: 12 cards, 0 penalty points"
    )


@pytest.mark.parametrize("draw", [draw_svg, draw_text])
def test_names_are_one_for_each_player_or_none(draw: Callable[..., str]) -> None:
    with pytest.raises(InvalidValue, match="names must be one for each of the 3 players, not 2"):
        draw(setup(3, seed=1), names=["Ann", "Bob"])
    with pytest.raises(WrongType, match="names"):
        draw(setup(2, seed=1), names=["Ann", 2])


# The door


@pytest.mark.parametrize("draw", [draw_svg, draw_text])
@pytest.mark.parametrize("value", [None, "a0 S1", {}, S])
def test_only_courts_states_and_views_are_drawn(draw: Callable[..., str], value: object) -> None:
    with pytest.raises(WrongType, match="value must be a Court, a GameState or a View"):
        draw(value)


@pytest.mark.parametrize("draw", [draw_svg, draw_text])
def test_open_slots_are_for_a_house_or_a_card(draw: Callable[..., str]) -> None:
    with pytest.raises(WrongType, match="open_for must be a House or a Card, not 'S'"):
        draw(THREE, open_for="S")
    with pytest.raises(WrongType, match="last must be a Slot"):
        draw(THREE, last="b0")


# The text drawing, with what may be asked of it


def test_the_open_slots_are_numbered_in_the_text_in_their_order() -> None:
    assert draw_text(THREE, open_for=S).splitlines() == [
        "b         S2",
        "a   (1) L1  S1  (2)",
        "    -1   0   1   2",
    ]
    assert draw_text(court("LS"), open_for=S).splitlines()[0] == "b         (3)"
    assert draw_text(Court(), open_for=Card(B, 1)).splitlines() == ["a   (1)", "     0"]


@FEW
@given(states(), houses())
def test_colour_only_adds_codes_to_the_text(state: GameState, house: House) -> None:
    coloured = draw_text(state, open_for=house, reveal=True, colour=True)
    plain = draw_text(state, open_for=house, reveal=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    held = sum(len(hand) for hand in state.hands)
    marked = len(state.court) + len(state.court.open_slots(house)) + held
    assert coloured.count("\x1b[0m") == marked
    assert coloured.count("\x1b[1;4;") == bool(state.placements)


def test_a_view_s_text_shows_its_hand_and_a_state_s_text_every_hand_when_asked() -> None:
    state = game(*TWO_HANDS)
    own = "player 1: 14 cards, 0 penalty points: L1 L2 L3 B6 B7 T1 T2 T3 T4 T5 T6 T7 T8 T9"
    view_lines = draw_text(observe(state, 1)).splitlines()
    assert view_lines[0] == "Round 1 of 1, playing, player 0 to move, seen by player 1"
    assert view_lines[2:] == ["player 0: 14 cards, 0 penalty points", own]
    assert draw_text(state, reveal=True).splitlines()[-1] == own
    assert draw_text(observe(state, None)).splitlines()[0].endswith("seen by a spectator")
    assert len(draw_text(state, seats=False).splitlines()) == 2


def test_the_text_counts_iron_throne_cards_and_tells_those_that_are_known() -> None:
    over = score_round(play_out(game(*TWO_HANDS)))
    winner = over.results[0].last_placer
    [line] = [line for line in draw_text(over).splitlines() if "Iron Throne" in line]
    assert line.startswith(f"player {winner}: ")
    assert f"1 Iron Throne card ({over.score_piles[winner][0]})" in line
    started = score_round(play_out(setup(2, seed=1)))
    assert "1 Iron Throne card\n" in f"{draw_text(started)}\n"


def test_the_text_names_houses_and_automated_seats_and_marks_unknown_cards() -> None:
    state = setup(4, seed=4, variant=SOLO_SCHEMING)
    assert "player 0 (Stark): 9 cards" in draw_text(state)
    assert "player 1 (Baratheon, automated): 9 cards" in draw_text(state)
    state, seat = with_a_known_stack()
    line = draw_text(state).splitlines()[seat - 4]
    hidden = len(state.hands[seat]) - state.known_counts[seat]
    assert line.count("?") == hidden
    assert line.endswith(" ".join(map(str, state.hands[seat][hidden:])))


# Goldens


def pictures() -> dict[str, str]:
    """The pictures that are kept, by file name."""
    state = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1")
    started = score_round(play_out(setup(3, seed=2)))
    started = play_on(started, 12)
    solo = score_round(play_out(setup(4, seed=5, variant=SOLO_SCHEMING)))
    view: View = observe(started, 1)
    over = play_game([random_player] * 3, seed=1)
    return {
        "three-cards.svg": draw_svg(THREE),
        "empty.svg": draw_svg(Court()),
        "open-slots.svg": draw_svg(state.court, open_for=S, last=slot("b1")),
        "state.svg": draw_svg(state),
        "view.svg": draw_svg(view),
        "revealed.svg": draw_svg(started, reveal=True, names=["Ann", "Bob & Co", "<Cy>"]),
        "solo.svg": draw_svg(observe(solo, 0)),
        "waiting.svg": draw_svg(setup(2, deal=Deal())),
        "over.svg": draw_svg(over, names=["Ann", "Bob", "Cy"]),
        "closed.svg": draw_svg(
            state.court,
            open_for=S,
            unsupported=True,
            highlight=[slot("c0")],
            theme="dark",
            size=400,
        ),
    }


@pytest.mark.parametrize("file_name", list(pictures()))
def test_the_pictures_are_those_that_were_looked_at(file_name: str) -> None:
    assert pictures()[file_name] == (PICTURES / file_name).read_text(encoding="utf-8")


if __name__ == "__main__":
    for file_name, svg in pictures().items():
        (PICTURES / file_name).write_text(svg, encoding="utf-8")

"""Views as numbers: they agree with the view, and decoding restores it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given

from lab.environments.decoding import SeatShown, Shown, decode, decode_history
from westeros_intrigue import (
    House,
    InvalidValue,
    Slot,
    View,
    is_eliminated,
    observe,
    setup,
    testing,
)
from westeros_intrigue.lab.environments import actions, tensors

PAGE = Path(__file__).parents[3] / "docs" / "environments.md"
PLAYERS_VIEWS = testing.views().filter(lambda view: view.player is not None)


def from_the_left(view: View, slot: Slot) -> Slot:
    """The slot with its column counted from the leftmost card of the bottom row."""
    leftmost = min((taken.column for taken in view.court if taken.row == 0), default=0)
    return Slot(slot.row, slot.column - leftmost)


def shown_by(view: View) -> Shown:
    """What the numbers of a view are to show, as the view itself says it."""
    assert view.player is not None
    seats = [(view.player + place) % view.players for place in range(view.players)]
    courts_actions = [
        number
        for number in range(actions.ACTION_COUNT)
        if not view.court.explain(*actions.place_of(view, number))
        and (view.court or number % actions.PLACES == 0)
    ]
    best = min((card.icons for card in view.score_pile if card), default=None)
    icons = [card.icons for card in view.variant.throne_cards]
    values = [card.value for card in view.score_pile if card]
    return Shown(
        court=tuple((from_the_left(view, slot), card.house) for slot, card in view.court.items()),
        open_actions=tuple(courts_actions),
        seats=tuple(seat_shown_by(view, seat) for seat in seats),
        phase=view.phase,
        round_number=view.round_number,
        rounds=view.variant.rounds_for(view.players),
        options=view.variant.options,
        throne_values=(values.count(1), values.count(2), values.count(3)),
        throne_icons=0.0
        if best is None
        else round(sum(one >= best for one in icons) / len(icons), 6),
    )


def seat_shown_by(view: View, seat: int) -> SeatShown:
    """What is to be shown of one seat."""
    known = view.hand if seat == view.player else view.known_stacks[seat]
    held = [card.house for card in known]
    out = {gone.player: gone.placements_before for gone in view.eliminations}
    assert is_eliminated(view, seat) == (seat in out)
    return SeatShown(
        hand_size=view.hand_sizes[seat],
        is_to_move=view.active_player == seat,
        starts=view.starting_player == seat,
        placed_last=view.last_placer == seat,
        out_after=out.get(seat),
        penalty_points=view.penalty_points[seat],
        score_pile_size=view.score_pile_sizes[seat],
        is_automated=seat in view.variant.automated,
        house=view.variant.houses[seat] if view.variant.houses else None,
        known=tuple(map(held.count, House)),
        missing=view.missing_houses[seat],
    )


@given(PLAYERS_VIEWS)
def test_the_numbers_give_back_what_the_view_says(view: View) -> None:
    numbers = tensors.encode(view)
    assert len(numbers) == tensors.SIZE
    assert min(numbers) >= 0
    assert max(numbers) <= 1
    assert decode(numbers) == shown_by(view)


@given(PLAYERS_VIEWS)
def test_the_history_gives_back_who_placed_where_in_order(view: View) -> None:
    numbers = tensors.encode_history(view)
    assert len(numbers) == tensors.HISTORY_SIZE == 252
    assert min(numbers) >= 0
    assert max(numbers) <= 1
    assert decode_history(numbers) == tuple(
        ((placed.player - (view.player or 0)) % view.players, from_the_left(view, placed.move.slot))
        for placed in view.placements
    )


def test_the_page_says_of_every_field_where_it_stands() -> None:
    rows = re.findall(
        r"(?m)^\| `(\w+)` \| (\d+) to (\d+) \| ([\d x ]+) \|", PAGE.read_text("utf-8")
    )
    assert rows == [
        (field.name, str(field.start), str(field.stop - 1), " x ".join(map(str, field.shape)))
        for field in tensors.FIELDS
    ]
    assert tensors.CODE == "wi-402/1"


def test_a_spectator_has_no_numbers() -> None:
    spectator = observe(setup(2, seed=1), None)
    for function in (tensors.encode, tensors.encode_history):
        with pytest.raises(InvalidValue, match="a spectator has no seat"):
            function(spectator)

"""Views as numbers: each block has what the view says, from the seat of its player."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import prod

import pytest
from checkout import ROOT
from hypothesis import given

from westeros_intrigue import Card, House, InvalidValue, Slot, View, observe, setup, testing
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.rules.variants import OPTIONS

PLAYERS_VIEWS = testing.views().filter(lambda view: view.player is not None)


def blocks(numbers: Sequence[float]) -> dict[str, list[float]]:
    """The numbers of `encode` block by block."""
    return {field.name: [*numbers[field.start : field.stop]] for field in tensors.FIELDS}


def from_the_left(view: View, slot: Slot) -> Slot:
    """The slot with its column counted from the leftmost card of the bottom row."""
    leftmost = min((taken.column for taken in view.court if taken.row == 0), default=0)
    return Slot(slot.row, slot.column - leftmost)


def shares(cards: Iterable[Card]) -> list[float]:
    """For each house the share of its cards that are among some cards."""
    houses = [card.house for card in cards]
    return [houses.count(house) / 9 for house in House]


def said_by(view: View) -> dict[str, list[float]]:
    """What the numbers of a view are to be, as the view itself says it."""
    assert view.player is not None
    seats = [(view.player + place) % view.players for place in range(view.players)]
    variant, rounds = view.variant, view.variant.rounds_for(view.players)
    court = {from_the_left(view, slot): card.house for slot, card in view.court.items()}
    out = {gone.player: gone.placements_before + 1 for gone in view.eliminations}
    pile = [card for card in view.score_pile if card]
    most = tensors.most_of(rounds)
    fewer_icons = [
        sum(other.icons >= card.icons for other in variant.throne_cards) / len(variant.throne_cards)
        for card in pile
    ]
    said: dict[str, list[float]] = {
        "court": [court.get(cell) is house for house in House for cell in tensors.CELLS],
        "open": [
            not view.court.explain(*actions.place_of(view, number))
            and (bool(view.court) or number % actions.PLACES == 0)
            for number in range(actions.ACTION_COUNT)
        ],
        "hand_size": [view.hand_sizes[seat] / most["hand_size"] for seat in seats],
        "to_move": [view.active_player == seat for seat in seats],
        "starts": [view.starting_player == seat for seat in seats],
        "placed_last": [view.last_placer == seat for seat in seats],
        "out_after": [out.get(seat, 0) / 37 for seat in seats],
        "penalty_points": [view.penalty_points[seat] / most["penalty_points"] for seat in seats],
        "score_pile_size": [view.score_pile_sizes[seat] / rounds for seat in seats],
        "automated": [seat in variant.automated for seat in seats],
        "house": [
            variant.houses[seat] is house for seat in seats if variant.houses for house in House
        ],
        "known": [
            share
            for seat in seats
            for share in shares(view.hand if seat == view.player else view.known_stacks[seat])
        ],
        "missing": [house in view.missing_houses[seat] for seat in seats for house in House],
        "players": [view.players == players for players in range(2, 7)],
        "phase": [view.phase is phase for phase in tensors.PHASES],
        "round": [view.round_number / rounds, 1 / rounds],
        "options": [option in variant.options for option in OPTIONS],
        "throne_values": [
            sum(card.value == value for card in pile) / rounds for value in (1, 2, 3)
        ],
        "throne_icons": [max(fewer_icons, default=0)],
    }
    return {
        field.name: [*map(float, said[field.name]), *[0.0] * prod(field.shape)][: prod(field.shape)]
        for field in tensors.FIELDS
    }


@given(PLAYERS_VIEWS)
def test_the_numbers_are_what_the_view_says(view: View) -> None:
    numbers, said = tensors.encode(view), said_by(view)
    assert len(numbers) == tensors.SIZE
    for name, block in blocks(numbers).items():
        assert block == pytest.approx(said[name]), name


@given(PLAYERS_VIEWS)
def test_the_history_has_who_placed_where_in_order(view: View) -> None:
    history = [0.0] * tensors.HISTORY_SIZE
    for count, placed in enumerate(view.placements, start=1):
        at = 7 * tensors.CELLS.index(from_the_left(view, placed.move.slot))
        history[at + (placed.player - (view.player or 0)) % view.players] = 1
        history[at + 6] = count / 36
    assert [*tensors.encode_history(view)] == pytest.approx(history)


def test_the_page_says_of_every_field_where_it_stands() -> None:
    page = (ROOT / "docs/environments.md").read_text("utf-8")
    assert re.findall(r"(?m)^\| `(\w+)` \| (\d+) to (\d+) \| ([\d x ]+) \|", page) == [
        (field.name, str(field.start), str(field.stop - 1), " x ".join(map(str, field.shape)))
        for field in tensors.FIELDS
    ]
    assert tensors.CODE == "wi-402/1"


def test_a_spectator_has_no_numbers() -> None:
    spectator = observe(setup(2, seed=1), None)
    for function in (tensors.encode, tensors.encode_history):
        with pytest.raises(InvalidValue, match="a spectator has no seat"):
            function(spectator)

"""A round as the whole table sees it: its placements retraced without knowing a hand.

It tells what any round's public part must be, given who placed what. Hands it cannot judge.

Rules: info.public, info.elimination, turn.clockwise, elimination.own-turn, solo.highest, solo.side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from westeros_intrigue.base.errors import refusal
from westeros_intrigue.rules.cards import HOUSES, Card, House
from westeros_intrigue.rules.court import Court, InvalidCourt
from westeros_intrigue.rules.history import Elimination, Placement
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.violations import IllegalMove


@attrs.frozen
class Table:
    """What is known of a round before its first placement."""

    hand_sizes: tuple[int, ...]
    starters: tuple[Card, ...]
    starting_player: int
    width_limit: int
    automated: Mapping[int, House] = attrs.field(factory=dict)
    """The automated seats and their houses."""


@attrs.frozen
class Traced:
    """What the placements and eliminations of a round lead to, as far as all can see."""

    court: Court
    hand_sizes: tuple[int, ...]
    eliminations: tuple[Elimination, ...]
    missing_houses: tuple[tuple[House, ...], ...]
    active_player: int | None
    last_placer: int | None


def retrace(table: Table, placements: Sequence[Placement], elimination_count: int) -> Traced:
    """Return what a round has come to.

    Who goes out between two placements follows from whose turn they are. Who goes out after the
    last one does not, as the hands are hidden: of these there are as many as `elimination_count`
    leaves.

    Raises:
        DecodingError: no round goes so. Paths are those of a round's data.

    Rules: turn.clockwise, elimination.unable, elimination.empty, info.elimination.
    """
    return _Round(table).traced(placements, elimination_count)


class _Round:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._players = len(table.hand_sizes)
        self._sizes = list(table.hand_sizes)
        self._seat = table.starting_player
        self._out: dict[int, Elimination] = {}
        self._missing: list[tuple[House, ...]] = [()] * self._players
        lying = {Slot(0, column): card for column, card in enumerate(table.starters)}
        try:
            self._court = Court(lying, table.width_limit)
        except InvalidCourt as error:
            raise refusal(str(error), "/starters") from None

    def traced(self, placements: Sequence[Placement], elimination_count: int) -> Traced:
        for index, placement in enumerate(placements):
            if placement.player >= self._players:
                reason = f"there are {self._players} players, and no player {placement.player}"
                raise refusal(reason, f"/placements/{index}/player")
            self._pass_to(placement.player, index)
            self._place(placement, f"/placements/{index}")
        active_player = None
        for _ in range(self._players):
            if self._seat not in self._out:
                if len(self._out) == elimination_count:
                    active_player = self._seat
                    break
                self._put_out(len(placements))
            self._pass()
        if active_player is not None and not self._sizes[active_player]:
            raise refusal(f"player {active_player} has no card left, and is out", "/active_player")
        return Traced(
            self._court,
            tuple(self._sizes),
            tuple(self._out.values()),
            tuple(self._missing),
            active_player,
            placements[-1].player if placements else None,
        )

    def _pass(self) -> None:
        self._seat = (self._seat + 1) % self._players

    def _pass_to(self, player: int, placements_before: int) -> None:
        while self._seat != player:
            if self._seat not in self._out:
                self._put_out(placements_before)
            self._pass()

    def _put_out(self, placements_before: int) -> None:
        cards_left = self._sizes[self._seat]
        self._out[self._seat] = Elimination(self._seat, placements_before, cards_left)
        if cards_left:
            open_houses = filter(self._court.open_slots, HOUSES)
            self._missing[self._seat] = tuple(open_houses)

    def _place(self, placement: Placement, path: str) -> None:
        player, move = placement.player, placement.move
        if player in self._out or not self._sizes[player]:
            raise refusal(f"player {player} is out", path)
        house = self._table.automated.get(player)
        try:
            court = self._court.place(move.card, move.slot)
        except IllegalMove as error:
            raise refusal(str(error), f"{path}/move") from None
        if house and move.slot != _dictated_slot(self._court, move.card.house, house):
            raise refusal(f"the procedure of {house} dictates another slot", f"{path}/move")
        self._court = court
        self._sizes[player] -= 1
        self._pass()


def _dictated_slot(court: Court, house: House, automated: House) -> Slot:
    slots = court.open_slots(house)
    in_row = [slot for slot in slots if slot.row == slots[-1].row]
    return in_row[-1] if automated is House.TARGARYEN else in_row[0]

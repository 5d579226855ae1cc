"""Choosing leaders, and drafting hands.

All leaders pick at the same time: an answer waits until the last has come, and in which order they
come changes nothing.

Rules: setup.leaders, draft.pick, draft.direction, draft.secret, info.draft.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import ClassVar

import attrs

from westeros_intrigue.base.values import Value, replaced
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.events import Happening
from westeros_intrigue.btwixt.moves import ChooseLeader, Draft, Move
from westeros_intrigue.btwixt.questions import CardQuestion, Question, Reason, Shown, Task
from westeros_intrigue.btwixt.state import Position, View
from westeros_intrigue.btwixt.table import DecisionKind, Phase, Public
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.working_copy import WorkingCopy, by_id, without_one


def ask_for_picks(game: WorkingCopy) -> None:
    """Ask every leader for a card of the pack, then let the packs go round."""
    first, *others = game.table.turn_order
    game.table.phase = Phase.DRAFTING
    game.push(Pick(first, tuple(others)), PassPacks())


@attrs.frozen
class PassPacks(Value, Task):
    """Pass every pack on; when nothing is left, let each pick up what was set aside."""

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        seats = range(table.players)
        if not any(game.packs):
            game.hands = tuple(tuple(sorted(aside, key=by_id)) for aside in game.asides)
            game.asides = ((),) * table.players
            table.hand_sizes = tuple(map(len, game.hands))
            table.aside_sizes = (0,) * table.players
            return
        way = direction(table)
        game.packs = tuple(game.packs[(seat - way) % table.players] for seat in seats)
        for seat in seats:
            pack = game.packs[seat]
            game.note(Happening.PASSED, seat, cards=pack, viewers=(seat,))
        ask_for_picks(game)


def direction(table: Public) -> int:
    """Return 1 if packs are passed to the left, which is clockwise, and -1 otherwise."""
    return -1 if table.season_index % 2 else 1


@attrs.frozen
class LeaderCard(Value, Question):
    """Choose a leader card."""

    KIND: ClassVar[DecisionKind] = DecisionKind.CHOOSE_LEADER
    MOVES: ClassVar[tuple[type, ...]] = (ChooseLeader,)
    FIELDS: ClassVar[tuple[str, ...]] = ("leader",)

    def among(self, table: Public, _shown: Shown) -> list[str | None]:
        free = [leader.id for leader in table.box.leaders if leader.id not in table.leaders]
        return [*free, None]

    def reasons(self, table: Public, shown: Shown, leader: str | None) -> Iterator[Reason]:
        if leader not in self.among(table, shown):
            found = "the box has no such leader card"
            if leader in table.leaders:
                found = f"seat {table.leaders.index(leader)} has this leader card"
            yield ViolationCode.LEADER_TAKEN, found, self.KIND.request

    def answer(self, game: WorkingCopy, leader: str | None) -> None:
        leaders = game.table.leaders
        leader = leader or next(each for each in game.chance.leaders if each not in leaders)
        game.table.leaders = replaced(leaders, self.seat, leader)
        game.note(Happening.LEADER, self.seat, allies=(leader,))


@attrs.frozen
class Pick(Value, CardQuestion):
    """Choose a card of the pack; several leaders draft at the same time."""

    KIND: ClassVar[DecisionKind] = DecisionKind.DRAFT
    MOVES: ClassVar[tuple[type, ...]] = (Draft,)
    OTHER: ClassVar[tuple[ViolationCode, str]] = (
        ViolationCode.NOT_IN_PACK,
        "the card is not in the pack",
    )

    others: tuple[int, ...]
    """The other seats that have not answered, clockwise from the first player."""

    @property
    def deciders(self) -> tuple[int, ...]:
        return (self.seat, *self.others)

    def waits(self, game: WorkingCopy) -> bool:
        """Return whether each pack has several cards; all packs are of one size."""
        return game.table.pack_sizes[self.seat] > 1

    def shown(self, position: Position | WorkingCopy, seat: int) -> Shown:
        return position.pack if isinstance(position, View) else position.packs[seat]

    def accept(self, game: WorkingCopy, seat: int, move: Move) -> None:
        game.answers = tuple(sorted((*game.answers, (seat, move)), key=itemgetter(0)))
        left = tuple(other for other in self.deciders if other != seat)
        if left:
            game.push(Pick(left[0], left[1:]))
            return
        answers, game.answers = dict(game.answers), ()
        for other in game.table.turn_order:
            Question.accept(Pick(other, ()), game, other, answers[other])

    def force(self, game: WorkingCopy) -> None:
        for seat in self.deciders:
            Question.force(Pick(seat, ()), game)

    def answer(self, game: WorkingCopy, card: Card) -> None:
        seat, table = self.seat, game.table
        pack = without_one(game.packs[seat], card)
        aside = (*game.asides[seat], card)
        game.packs = replaced(game.packs, seat, pack)
        game.asides = replaced(game.asides, seat, aside)
        table.pack_sizes = replaced(table.pack_sizes, seat, len(pack))
        table.aside_sizes = replaced(table.aside_sizes, seat, len(aside))
        game.note(Happening.DRAFTED, seat, cards=(card,), viewers=(seat,))

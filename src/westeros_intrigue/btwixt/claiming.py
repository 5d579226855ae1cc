"""Step 3 of a round: the bid is decided, the ally is claimed and placed, the winner gains a token.

Rules: claim.total, claim.winner, claim.ranking, claim.fixed, claim.sequence, claim.placement,
claim.filter, claim.when-claimed, claim.extra, claim.killed, token.win, token.gain, token.empty,
card.strings, card.strings.piles, card.strings.tokens, precedence.placement, order.piles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.events import Happening
from westeros_intrigue.btwixt.questions import Effect, Question, Reason, Shown, Task
from westeros_intrigue.btwixt.ring import councils_of
from westeros_intrigue.btwixt.table import Bid, DecisionKind, Phase, Public
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.vocabulary import Ability, Operation, Side, Timing
from westeros_intrigue.btwixt.working_copy import WorkingCopy


@attrs.frozen
class DecideBid(Value, Task):
    """Read totals, ranking and bound council once, and let the winner claim.

    Rules: claim.fixed, claim.sequence.
    """

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        box = table.box
        totals = tuple(map(box.total, table.piles))
        order = table.turn_order
        ranking = tuple(sorted(order, key=totals.__getitem__, reverse=True))
        table.phase = Phase.CLAIMING
        table.bid = Bid(totals, ranking, _bound_council(table, ranking[0]))
        game.note(Happening.WON, ranking[0], totals=totals)
        timed = box.timed(Timing.AFTER_BID)
        effects = [
            Effect(ability, None, card=card)
            for seat in order
            for card in table.piles[seat]
            if card.id in timed
            for ability in timed[card.id]
        ]
        game.push(*effects, ClaimCurrent(ranking[0]), PlaceToken(ranking[0]))


def _bound_council(table: Public, winner: int) -> int | None:
    left, right = (winner + 1) % table.players, (winner - 1) % table.players
    binding = table.box.able(Operation.PLACE_SHARED)
    on_left, on_right = (
        sum([card.id in binding for card in table.piles[seat]]) for seat in (left, right)
    )
    if on_left == on_right:
        return None
    return winner if on_left > on_right else right


@attrs.frozen
class ClaimCurrent(Value, Task):
    """Let the winner claim the current allies, the one that came first in front."""

    seat: int

    def do(self, game: WorkingCopy) -> None:
        if game.table.current:
            game.push(self)
            claim(game, PlaceAlly(self.seat, game.table.current[0].ally))


def claim(game: WorkingCopy, placement: PlaceAlly) -> None:
    """Put the placement of an ally on the agenda, and what it does when claimed."""
    effects = [
        Effect(ability, placement.seat, ally=placement.ally)
        for ability in game.table.box.abilities(placement.ally, Timing.WHEN_CLAIMED)
    ]
    game.push(placement, *effects)


Allowed = tuple[tuple[int, ...], str]
"""The councils that are left, and what left out another if something did."""


class CouncilQuestion(Question):
    """A question that is answered with one of the decider's councils."""

    __slots__ = ()

    FIELDS: ClassVar[tuple[str, ...]] = ("council",)

    def allowed(self, table: Public) -> Allowed:
        """Return the councils that may be chosen."""
        raise NotImplementedError

    def among(self, table: Public, _shown: Shown) -> tuple[int, ...]:
        return self.allowed(table)[0]

    def reasons(self, table: Public, _shown: Shown, council: int) -> Iterator[Reason]:
        councils, source = self.allowed(table)
        if council in councils:
            return
        remedy = "Choose " + " or ".join(f"c{each}" for each in councils)
        if council in councils_of(self.seat, table.players):
            yield ViolationCode.COUNCIL_EXCLUDED, f"{source} leaves it out", remedy
        else:
            found = f"council {council} is not one of seat {self.seat}'s"
            yield ViolationCode.NOT_YOUR_COUNCIL, found, remedy


_NEIGHBOURS = "what the neighbours played"


@attrs.frozen
class PlaceAlly(Value, CouncilQuestion):
    """Choose a council of the claimant for an ally."""

    KIND: ClassVar[DecisionKind] = DecisionKind.PLACE_ALLY

    ally: str
    council: int | None = None
    """The council to which the ability that brought it directs it."""
    bringer: str | None = None
    """The ally whose ability that is."""

    def allowed(self, table: Public) -> Allowed:
        """Return the councils that the abilities leave, which beat each other in their order.

        Rules: claim.filter, precedence.card, precedence.ally, precedence.placement.
        """
        councils: tuple[int, ...] = councils_of(self.seat, table.players)
        by = ""
        for source, wanted in self._filters(table):
            kept = tuple(council for council in councils if council in wanted)
            if kept and kept != councils:
                councils, by = kept, source
        return councils, by

    def _filters(self, table: Public) -> Iterator[tuple[str, set[int]]]:
        """Yield what directs an ally to councils, first what beats the others."""
        for ability in table.box.abilities(self.ally, Timing.PLACEMENT):
            name = table.box.ally(self.ally).name
            yield f"the ability of {name}", set(_own_placement(table, self.seat, ability))
        if self.council is not None and self.bringer is not None:
            yield f"the ability of {table.box.ally(self.bringer).name}", {self.council}
        bound = None if table.bid is None else table.bid.bound_council
        extra = any(each.extra for each in table.current if each.ally == self.ally)
        if bound is not None and not extra:
            yield _NEIGHBOURS, {bound}

    def answer(self, game: WorkingCopy, council: int) -> None:
        table = game.table
        placed = [each for each in table.current if each.ally == self.ally]
        table.current = tuple(each for each in table.current if each.ally != self.ally)
        game.place_ally(self.ally, council, placed[0].tokens if placed else ())
        game.note(Happening.PLACED_ALLY, self.seat, allies=(self.ally,), councils=(council,))


def _own_placement(table: Public, seat: int, ability: Ability) -> Iterator[int]:
    if ability.do is Operation.PLACE_SIDE:
        yield seat if ability.side is Side.LEFT else (seat - 1) % table.players
        return
    allies = [
        (table.box.ally(ally), council)
        for council in councils_of(seat, table.players)
        for ally in table.councils[council].allies
    ]
    highest = max((ally.power or 0 for ally, _ in allies), default=0)
    for ally, council in allies:
        if ability.do is Operation.PLACE_WITH_HIGHEST and (ally.power or 0) == highest:
            yield council
        if ability.do is Operation.PLACE_WITH and ally.name == ability.ally:
            yield council


@attrs.frozen
class PlaceToken(Value, CouncilQuestion):
    """Choose a council for a token, of the leader who gained it."""

    KIND: ClassVar[DecisionKind] = DecisionKind.PLACE_TOKEN

    def allowed(self, table: Public) -> Allowed:
        """Return both councils, or that to which the winner is bound; none without a token.

        Rules: token.empty, card.strings.tokens.
        """
        bid = table.bid
        if not table.supply:
            return (), "the empty supply"
        if bid is not None and bid.winner == self.seat and bid.bound_council is not None:
            return (bid.bound_council,), _NEIGHBOURS
        return councils_of(self.seat, table.players), ""

    def answer(self, game: WorkingCopy, council: int) -> None:
        game.place_token(council)
        game.note(Happening.PLACED_TOKEN, self.seat, councils=(council,))

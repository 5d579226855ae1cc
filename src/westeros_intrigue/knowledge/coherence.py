"""Whether a view holds together: what must be so where its placements are what they are.

A view that `observe` made does. One that came from elsewhere may not; nothing in it is believed
that can be derived. Every round is retraced from its placements, and all that follows from them
must be what the view says. Which hidden cards agree with it is counted elsewhere.

Rules: info.public, info.leftover, info.throne, info.throne-automated, info.elimination.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, refusal
from westeros_intrigue.base.values import check_integer, check_type, tuple_of
from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.options import adjustments
from westeros_intrigue.rules.retrace import Table, Traced, retrace
from westeros_intrigue.rules.state import Phase, View
from westeros_intrigue.rules.variants import InvalidVariant, Variant, check_players


def check_view(view: View) -> None:
    """Check that a view holds together, unless `observe` made it.

    Raises:
        InvalidValue: it contradicts itself.
        WrongType: one of its fields is of another type.
    """
    if view._is_observed:
        return
    _check_types(view)
    try:
        derived, _ = derive(view)
    except DecodingError as error:
        raise InvalidValue(f"no deal agrees with the view {view!r}: {error}") from None
    differing = [
        field.name
        for field in attrs.fields(View)
        if field.eq and getattr(view, field.name) != getattr(derived, field.name)
    ]
    if differing:
        raise InvalidValue(
            f"no deal agrees with the view {view!r}: {', '.join(differing)} must be otherwise"
        )


def derive(view: View) -> tuple[View, tuple[View, ...]]:
    """Return the view with everything put right that follows from the rest of it.

    Also the view at the end of each finished round, without what was remembered then.

    Raises:
        DecodingError: no game goes so; paths are those of the view's data.
    """
    story = _Story(view)
    finished = [story.finished(index) for index in range(len(view.results))]
    at_ends = (_at_round_end(view, index, end) for index, (_, end) in enumerate(finished))
    return story.derived(finished), tuple(at_ends)


def _check_types(view: View) -> None:
    players = check_players(view.players)
    for name, cls in (("variant", Variant), ("phase", Phase), ("court", Court)):
        check_type(name, getattr(view, name), cls)
    check_integer("starting_player", view.starting_player, 0, players - 1)
    check_integer("round_number", view.round_number, 1)
    for name in ("player", "active_player", "last_placer"):
        if getattr(view, name) is not None:
            check_integer(name, getattr(view, name), 0, players - 1)
    tuple_of("hand", Card, view.hand)
    tuple_of("starters", Card, view.starters)
    tuple_of("placements", Placement, view.placements)
    tuple_of("eliminations", Elimination, view.eliminations)
    tuple_of("results", RoundResult, view.results)
    for stack in tuple_of("known_stacks", tuple, view.known_stacks):
        tuple_of("a known stack", Card, stack)


class _Story:
    """The rounds of a view, and what follows from their placements."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._seats = range(view.players)
        self._check_seats()
        self._first_player = (view.starting_player - view.round_number + 1) % view.players
        try:
            view.variant.check(view.players, self._first_player)
        except InvalidVariant as error:
            raise DecodingError(("/variant", fault) for fault in error.faults) from None
        self._round_count = view.variant.rounds_for(view.players)
        if len(view.results) > self._round_count:
            raise refusal(f"the game has {self._round_count} rounds", "/results")
        self._is_over = len(view.results) == self._round_count

    def finished(self, index: int) -> tuple[RoundResult, Traced]:
        """Return a finished round as its placements tell it, and its end."""
        view, path = self._view, f"/results/{index}"
        result = view.results[index]
        if not result.placements:
            raise refusal("the first player of a round can always place", f"{path}/placements")
        table = self._table(index, result.starters, path)
        try:
            traced = retrace(table, result.placements, view.players)
        except DecodingError as error:
            raise error.under(index).under("results") from None
        last = result.placements[-1]
        adjusted = adjustments(view.variant, last.move.card.house, traced.hand_sizes)
        points = list(traced.hand_sizes)
        for change in adjusted:
            points[change.player] += change.points
        derived = RoundResult(
            round_number=index + 1,
            starting_player=table.starting_player,
            deal=None,
            starters=result.starters,
            placements=result.placements,
            eliminations=traced.eliminations,
            last_placer=last.player,
            throne_card=self._throne_card(result, last.player, path),
            cards_left=traced.hand_sizes,
            kept=tuple(self._kept(result, traced, seat, path) for seat in self._seats),
            adjustments=adjusted,
            penalty_points=tuple(points),
        )
        return derived, traced

    def derived(self, finished: list[tuple[RoundResult, Traced]]) -> View:
        """Return the view with everything put right that follows from the rest of it."""
        view = self._view
        results = tuple(result for result, _ in finished)
        # Cards that the viewer may not know are None here, and in no pile.
        piles = tuple(tuple(_drawn_by(seat, results)) for seat in self._seats)
        derived = attrs.evolve(
            view,
            round_number=len(results) + (0 if self._is_over else 1),
            starting_player=(self._first_player + view.round_number - 1) % view.players,
            penalty_points=tuple(
                sum(result.penalty_points[seat] for result in results) for seat in self._seats
            ),
            score_pile=() if view.player is None else piles[view.player],
            score_pile_sizes=tuple(
                sum(result.last_placer == seat for result in results) for seat in self._seats
            ),
            results=results,
            revealed_score_piles=piles if self._is_over else (),
        )
        if self._is_over:
            return self._at_game_end(derived, *finished[-1])
        if view.phase is Phase.DEALING:
            return self._before_deal(derived)
        return self._in_round(derived)

    def _at_game_end(self, view: View, result: RoundResult, traced: Traced) -> View:
        kept = [cards or () for cards in result.kept]
        automated = view.variant.automated
        at_end = attrs.evolve(
            view,
            phase=Phase.GAME_OVER,
            starters=result.starters,
            placements=result.placements,
            hand=() if view.player is None else kept[view.player],
            known_stacks=tuple(kept[seat] if seat in automated else () for seat in self._seats),
        )
        return _as_traced(at_end, traced)

    def _before_deal(self, view: View) -> View:
        nothing = ((),) * view.players
        empty = Traced(
            court=Court(width_limit=view.variant.width_limit(view.players)),
            hand_sizes=(0,) * view.players,
            eliminations=(),
            missing_houses=nothing,
            active_player=None,
            last_placer=None,
        )
        before = attrs.evolve(view, starters=(), placements=(), hand=(), known_stacks=nothing)
        return _as_traced(before, empty)

    def _in_round(self, view: View) -> View:
        table = self._table(len(view.results), view.starters, "")
        traced = retrace(table, view.placements, len(view.eliminations))
        is_over = traced.active_player is None
        in_round = attrs.evolve(
            view,
            phase=Phase.ROUND_OVER if is_over else Phase.PLAYING,
            hand=() if view.player is None else tuple(sorted(view.hand)),
            known_stacks=tuple(self._known_stack(seat, traced) for seat in self._seats),
        )
        return _as_traced(in_round, traced)

    def _check_seats(self) -> None:
        view = self._view
        for name in ("player", "starting_player"):
            seat = getattr(view, name)
            if seat is not None and seat >= view.players:
                raise refusal(f"there are {view.players} players, and no player {seat}", f"/{name}")
        if view.player in view.variant.automated:
            raise refusal("the seat is automated, and sees nothing", "/player")
        if len(view.known_stacks) != view.players:
            raise refusal(f"there are {view.players} players", "/known_stacks")
        for index, result in enumerate(view.results):
            if len(result.kept) != view.players:
                raise refusal(f"there are {view.players} players", f"/results/{index}/kept")

    def _table(self, index: int, starters: tuple[Card, ...], path: str) -> Table:
        view, variant, round_number = self._view, self._view.variant, index + 1
        starter_count = variant.starter_count(view.players, round_number)
        if len(starters) != starter_count:
            raise refusal(f"{starter_count} cards start the bottom row", f"{path}/starters")
        return Table(
            hand_sizes=(variant.hand_size(view.players, round_number),) * view.players,
            starters=starters,
            starting_player=(self._first_player + index) % view.players,
            width_limit=variant.width_limit(view.players),
            automated={seat: variant.houses[seat] for seat in variant.automated},
        )

    def _throne_card(
        self, result: RoundResult, last_placer: int, path: str
    ) -> IronThroneCard | None:
        if not self._is_over and last_placer != self._view.player:
            return None
        if result.throne_card is None:
            raise refusal("the viewer has seen this card", f"{path}/throne_card")
        return result.throne_card

    def _kept(
        self, result: RoundResult, traced: Traced, seat: int, path: str
    ) -> tuple[Card, ...] | None:
        is_automated = seat in self._view.variant.automated
        if seat != self._view.player and not is_automated:
            return None
        kept = result.kept[seat]
        if kept is None or len(kept) != traced.hand_sizes[seat]:
            size = traced.hand_sizes[seat]
            raise refusal(f"the viewer has seen all {size} cards", f"{path}/kept/{seat}")
        return kept if is_automated else tuple(sorted(kept))

    def _known_stack(self, seat: int, traced: Traced) -> tuple[Card, ...]:
        if seat not in self._view.variant.automated:
            return ()
        known, size = self._view.known_stacks[seat], traced.hand_sizes[seat]
        is_out = any(elimination.player == seat for elimination in traced.eliminations)
        if len(known) > size or (is_out and len(known) < size):
            raise refusal(f"{size} cards are left, and not {len(known)}", f"/known_stacks/{seat}")
        return known


def _as_traced(view: View, traced: Traced) -> View:
    return attrs.evolve(
        view,
        court=traced.court,
        hand_sizes=traced.hand_sizes,
        eliminations=traced.eliminations,
        missing_houses=traced.missing_houses,
        active_player=traced.active_player,
        last_placer=traced.last_placer,
    )


def _drawn_by(seat: int, results: tuple[RoundResult, ...]) -> Iterator[IronThroneCard]:
    for result in results:
        if result.last_placer == seat and result.throne_card is not None:
            yield result.throne_card


def _at_round_end(view: View, index: int, traced: Traced) -> View:
    """Return what the viewer saw when a round was over, without what he remembered then."""
    result = view.results[index]
    kept = [cards or () for cards in result.kept]
    automated = view.variant.automated
    at_end = attrs.evolve(
        view,
        phase=Phase.ROUND_OVER,
        round_number=result.round_number,
        starting_player=result.starting_player,
        starters=result.starters,
        placements=result.placements,
        hand=() if view.player is None else kept[view.player],
        known_stacks=tuple(cards if seat in automated else () for seat, cards in enumerate(kept)),
        results=(),
    )
    return _as_traced(at_end, traced)

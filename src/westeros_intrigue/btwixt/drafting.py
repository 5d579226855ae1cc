"""Choosing leaders, and drafting hands.

Rules: setup.leaders, draft.pick, draft.direction, draft.secret, info.draft.
"""

from __future__ import annotations

from collections.abc import Iterator

from westeros_intrigue.btwixt import memory
from westeros_intrigue.btwixt.moves import ChooseLeader, Draft, Move
from westeros_intrigue.btwixt.questions import Known, Question, Reason, decider
from westeros_intrigue.btwixt.seasons import season_index
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import DecisionKind, Phase, Step, Table, Task
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.zones import numbers, on_table, push, remember, replaced, with_parts


def draft_pass(state: GameState, _step: Step) -> GameState:
    """Ask every leader for a card of the pack, then let the packs go round."""
    asked = [Step(DecisionKind.DRAFT, seat=seat) for seat in state.table.turn_order]
    return push(on_table(state, phase=Phase.DRAFTING), *asked, Step(Task.PASS_PACKS))


def pass_packs(state: GameState, _step: Step) -> GameState:
    """Pass every pack on; when nothing is left, take what was set aside as the hand."""
    table = state.table
    seats = range(table.players)
    if not any(state.packs):
        hands = tuple(tuple(sorted(aside)) for aside in state.asides)
        none = ((),) * table.players
        state = with_parts(state, hands=hands, asides=none)
        sizes = (0,) * table.players
        state = on_table(state, hand_sizes=tuple(map(len, hands)), aside_sizes=sizes)
        taken_up = {memory.aside(seat): memory.hand(seat) for seat in seats}
        state = remember(state, lambda _, known: known.renamed(taken_up))
        return push(state, Step(Task.FILL_ROW))
    # To the left in the first season, and then the other way each time.
    direction = -1 if season_index(table) % 2 else 1
    packs = tuple(state.packs[(seat - direction) % table.players] for seat in seats)
    targets = {memory.pack(seat): memory.pack((seat + direction) % table.players) for seat in seats}
    state = with_parts(state, packs=packs)
    state = remember(
        state,
        lambda viewer, known: (
            known.renamed(targets)
            if viewer == table.players
            else known.renamed(targets).saw(memory.pack(viewer), numbers(table, packs[viewer]))
        ),
    )
    return push(state, Step(Task.DRAFT_PASS))


def _leader_options(known: Known, _step: Step) -> Iterator[Move]:
    for leader in known.table.box.leaders:
        if leader.id not in known.table.leaders:
            yield ChooseLeader(leader.id)
    yield ChooseLeader(None)


def _leader_reasons(known: Known, _step: Step, move: ChooseLeader) -> Iterator[Reason]:
    box = known.table.box
    remedy = "Pick another, or take a random one"
    if move.leader in known.table.leaders and move.leader is not None:
        found = f"seat {known.table.leaders.index(move.leader)} has this leader card"
        yield ViolationCode.LEADER_TAKEN, found, remedy
    elif move.leader is not None and all(leader.id != move.leader for leader in box.leaders):
        yield ViolationCode.LEADER_TAKEN, "the box has no such leader card", remedy


def _choose(state: GameState, step: Step, move: ChooseLeader) -> GameState:
    leaders = state.table.leaders
    leader = move.leader or next(other for other in state.chance.leaders if other not in leaders)
    return on_table(state, leaders=replaced(leaders, decider(step), leader))


def _draft_options(known: Known, _step: Step) -> Iterator[Move]:
    for card in known.pack:
        yield Draft(card)


def _draft_reasons(known: Known, step: Step, move: Draft) -> Iterator[Reason]:
    if move.card not in known.pack:
        found = f"the card is not in the pack that seat {step.seat} holds"
        yield ViolationCode.NOT_IN_PACK, found, "Draft a card of that pack"


def _pick(state: GameState, step: Step, move: Draft) -> GameState:
    seat = decider(step)
    pack = tuple(card for card in state.packs[seat] if card != move.card)
    aside = (*state.asides[seat], move.card)
    state = with_parts(
        state,
        packs=replaced(state.packs, seat, pack),
        asides=replaced(state.asides, seat, aside),
    )
    state = on_table(state, **_sizes(state.table, seat))
    places = numbers(state.table, (move.card,))
    source, target = memory.pack(seat), memory.aside(seat)
    return remember(
        state,
        lambda viewer, known: (
            known.located(places, target) if viewer == seat else known.suspects(source, target)
        ),
    )


def _sizes(table: Table, seat: int) -> dict[str, tuple[int, ...]]:
    return {
        "pack_sizes": replaced(table.pack_sizes, seat, table.pack_sizes[seat] - 1),
        "aside_sizes": replaced(table.aside_sizes, seat, table.aside_sizes[seat] + 1),
    }


TASKS = {Task.DRAFT_PASS: draft_pass, Task.PASS_PACKS: pass_packs}
QUESTIONS = {
    DecisionKind.CHOOSE_LEADER: Question(
        asked="a leader card is to be picked",
        remedy="Pick one, or take a random one",
        moves=(ChooseLeader,),
        options=_leader_options,
        reasons=_leader_reasons,
        answer=_choose,
        is_forced=lambda _known, _step: False,
    ),
    DecisionKind.DRAFT: Question(
        asked="a card of the pack is to be drafted",
        remedy="Draft one",
        moves=(Draft,),
        options=_draft_options,
        reasons=_draft_reasons,
        answer=_pick,
        is_forced=lambda known, step: known.table.pack_sizes[decider(step)] < 2,
    ),
}

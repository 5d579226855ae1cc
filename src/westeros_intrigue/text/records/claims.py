"""Comparison of the results in a text with the play, and errors with their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from westeros_intrigue.base.values import counted
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import RoundResult
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.rulebook import RULES_VERSION
from westeros_intrigue.rules.scoring import final_winner
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.transcript import InvalidRecord
from westeros_intrigue.text.records.draft import Claim, Draft
from westeros_intrigue.text.records.writing import final_texts, result_texts, starting_text

Contradiction = tuple[int, int, int | None, str]
"""The line, the column and the round of a fault, all from 1, with its text."""


def contradictions(faults: Sequence[Contradiction]) -> InvalidRecord:
    """Return one error for several contradictions."""
    line, column, round_number, first = faults[0]
    others = (f"line {line}, column {column}: {fault}" for line, column, _, fault in faults[1:])
    return InvalidRecord((first, *others), line, column, round_number)


def located(error: InvalidRecord, draft: Draft) -> InvalidRecord:
    """Return the error of a game with the line and the column of its text."""
    number, placement = error.round_number, error.placement
    line, column = error.line, error.column
    if line is None:
        line, column = draft.place(number, placement)
    faults, violations = error.faults, error.violations
    if violations and number and placement:
        placed = draft.rounds[number - 1].placements[placement - 1]
        if not isinstance(placed.move, Move):
            # The text has no card numbers, so the error must not name one.
            violations = tuple(attrs.evolve(violation, card=None) for violation in violations)
            faults = tuple(map(str, violations))
    rules = {name.lower(): value for name, value in draft.tags}.get("rules", str(RULES_VERSION))
    if rules != str(RULES_VERSION):
        faults += (f"the game was played by rules version {rules[:20]}, not {RULES_VERSION}",)
    return InvalidRecord(faults, line, column, number, placement, violations)


def check_claims(claims: Iterable[Claim], state: GameState) -> None:
    """Raise an InvalidRecord unless all claims are true of the play up to `state`."""
    truths = _truths(state)
    faults = []
    for claim in claims:
        fault = _out_fault(claim, state) if claim.key == "out" else _fault(claim, truths)
        if fault:
            faults.append((claim.line, claim.column, claim.round_number, fault))
    if faults:
        raise contradictions(faults)


def _truths(state: GameState) -> dict[int | None, dict[str, str]]:
    """Return the results in a record by round, from 1, and under None those of the game."""
    truths: dict[int | None, dict[str, str]] = {}
    for number in range(1, state.variant.rounds_for(state.players) + 1):
        player = (state.starting_player + number - state.round_number) % state.players
        truths[number] = {"Round": starting_text(player)}
    for result in state.results:
        truths[result.round_number] |= result_texts(result)
    if state.phase is Phase.GAME_OVER:
        truths[None] = final_texts(final_winner(state))
    return truths


def _fault(claim: Claim, truths: dict[int | None, dict[str, str]]) -> str:
    if claim.round_number is None and None not in truths:
        return f"{claim.key} belongs to the end of a game, and this one is not over"
    truth = truths[claim.round_number][claim.key]
    if claim.said == truth:
        return ""
    return f"the record says {claim.key}: {claim.said}, but in the play it is {truth}"


def _out_fault(claim: Claim, state: GameState) -> str:
    number = claim.round_number or 0
    rounds: list[RoundResult | GameState] = [*state.results, state]
    gone = {out.player: out for it in rounds[number - 1 : number] for out in it.eliminations}
    who = f"player {claim.player}"
    if claim.player not in gone:
        return f"{who} does not go out"
    out = gone[claim.player]
    after = claim.placements_before
    if out.placements_before != after:
        return (
            f"{who} goes out after placement {out.placements_before}, not after placement {after}"
        )
    if claim.said not in ("", str(out.cards_left)):
        return f"{who} goes out with {counted(out.cards_left, 'card')} left, not {claim.said}"
    return ""

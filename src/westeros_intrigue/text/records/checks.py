"""Whether a record holds together: it is played, and its results are compared.

Rules: turn.clockwise, round.end, round.throne, elimination.unable, elimination.empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, round_faults
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.scoring import final_winner, score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.state import GameState, Phase
from westeros_intrigue.rules.variants import InvalidVariant, Variant
from westeros_intrigue.rules.violations import IllegalMove
from westeros_intrigue.text.records.drafts import Claim
from westeros_intrigue.text.records.parts import (
    ANNOTATION_LIMIT,
    ROUND_LIMIT,
    THRONE_LIMIT,
    InvalidRecord,
    RecordedRound,
)
from westeros_intrigue.text.records.writing import final_texts, result_texts, starting_text


def played(
    players: int,
    deal: Deal,
    rounds: Sequence[RecordedRound],
    scored_rounds: int,
    *,
    variant: Variant,
    first_player: int,
) -> Iterator[GameState]:
    """Play a recorded game: yield the state after setup, each placement and each scoring.

    Raises:
        InvalidRecord: it cannot be played so; the error says in which round and placement.
    """
    state = _start(players, deal, variant, first_player)
    yield state
    if len(rounds) > len(deal.rounds):
        raise InvalidRecord([f"{len(rounds)} rounds are played, and {len(deal.rounds)} are dealt"])
    for number, recorded in enumerate(rounds, start=1):
        if recorded.placements and number > scored_rounds + 1:
            fault = f"round {number} is played, and round {number - 1} is not scored"
            raise InvalidRecord([fault], round_number=number, placement=1)
        for placement, placed in enumerate(recorded.placements, start=1):
            try:
                state = apply(state, placed.move, player=placed.player)
            except IllegalMove as error:
                faults = [str(violation) for violation in error.violations]
                raise InvalidRecord(
                    faults, None, None, number, placement, error.violations
                ) from error
            except InvalidValue as error:
                raise InvalidRecord([str(error)], None, None, number, placement) from error
            yield state
        if number <= scored_rounds:
            state = _scored(state, len(recorded.placements) or None)
            yield state
    if len(state.results) < scored_rounds:
        raise InvalidRecord([f"{scored_rounds} rounds are scored, and {len(rounds)} are dealt"])


def check_size(
    deal: Deal,
    rounds: Iterable[RecordedRound],
    variant: Variant,
    tags: Iterable[tuple[str, str]],
    comment: str,
) -> None:
    """Let a record pass if its text fits into a file, with lines that are not too long.

    Raises:
        InvalidRecord: it does not; `faults` lists what is too much.
    """
    faults = []
    if len(deal.rounds) > ROUND_LIMIT:
        faults.append(f"a record has at most {ROUND_LIMIT} rounds, not {len(deal.rounds)}")
    if len(variant.throne_cards) > THRONE_LIMIT:
        faults.append(
            f"a record has at most {THRONE_LIMIT} Iron Throne cards, "
            f"not {len(variant.throne_cards)}"
        )
    comments = [comment]
    for recorded in rounds:
        comments += [recorded.comment, *(placed.comment for placed in recorded.placements)]
    # A tag has six characters around it, a line of a comment four.
    size = sum(len(name) + len(value) + 6 for name, value in tags)
    size += sum(len(text) + 4 * (text.count("\n") + 1) for text in comments if text)
    if size > ANNOTATION_LIMIT:
        faults.append(f"tags and comments have at most {ANNOTATION_LIMIT} characters, not {size}")
    if faults:
        raise InvalidRecord(faults)


def check_claims(claims: Iterable[Claim], state: GameState) -> None:
    """Let what a text says of its game pass if the play, which ends in `state`, agrees.

    Raises:
        InvalidRecord: it says something else; the error says in which line.
    """
    for claim in claims:
        fault = _out_fault(claim, state) if claim.key == "out" else _fault(claim, state)
        if fault:
            raise InvalidRecord([fault], claim.line, claim.column, claim.round_number)


def _start(players: int, deal: Deal, variant: Variant, first_player: int) -> GameState:
    try:
        return setup(players, deal=deal, first_player=first_player, variant=variant)
    except InvalidDeal as error:
        number = _faulty_round(deal, players, variant)
        raise InvalidRecord(error.faults, round_number=number) from error
    except InvalidVariant as error:
        raise InvalidRecord(error.faults) from error
    except InvalidValue as error:
        raise InvalidRecord([str(error)]) from error


def _faulty_round(deal: Deal, players: int, variant: Variant) -> int | None:
    """Return the first round whose deal cannot be; None if all rounds can."""
    before = None
    for number, round_deal in enumerate(deal.rounds, start=1):
        is_too_many = number > variant.rounds_for(players)
        if is_too_many or round_faults(round_deal, before, players, variant, number):
            return number
        before = round_deal
    return None


def _scored(state: GameState, placement: int | None) -> GameState:
    """Return the state with its round scored; `placement` is the round's last one, from 1."""
    number = state.round_number
    fault = ""
    if state.phase is not Phase.ROUND_OVER:
        fault = f"round {number} is scored, and player {state.active_player} is still to move"
    elif not state.rest.throne_cards:
        fault = f"round {number} is scored, and the deal has no Iron Throne card for it"
    if fault:
        raise InvalidRecord([fault], round_number=number, placement=placement)
    return score_round(state)


def _fault(claim: Claim, state: GameState) -> str:
    number = claim.round_number
    if number is None:
        if state.phase is not Phase.GAME_OVER:
            return f"{claim.key} stands at the end of a game, and this one is not over"
        truth = final_texts(final_winner(state))[claim.key]
    elif claim.key == "Round":
        player = (state.starting_player + number - state.round_number) % state.players
        truth = starting_text(player)
    else:
        truth = result_texts(state.results[number - 1])[claim.key]
    if claim.said == truth:
        return ""
    return f"the record says {claim.key}: {claim.said}, and the play gives {truth}"


def _out_fault(claim: Claim, state: GameState) -> str:
    number = claim.round_number or 0
    rounds = [*(result.eliminations for result in state.results), state.eliminations]
    eliminations = rounds[number - 1] if number <= len(rounds) else ()
    player = claim.player
    for out in eliminations:
        if out.player == player:
            if out.placements_before != claim.placements_before:
                return (
                    f"player {player} goes out after placement {out.placements_before}, "
                    f"not after placement {claim.placements_before}"
                )
            if claim.said not in ("", str(out.cards_left)):
                return (
                    f"player {player} goes out with {out.cards_left} cards left, not {claim.said}"
                )
            return ""
    return f"player {player} does not go out"
